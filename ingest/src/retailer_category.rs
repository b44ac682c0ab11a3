/// A category of the retailer, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct RetailerCategory {
    /// Names from the outermost to the innermost.
    pub path: Vec<String>,
    /// The retailer's id of the category, where it has one.
    pub code: Option<String>,
    /// Whether the name is a tag beside the categories: a file may map tags, but an unmapped tag is
    /// not reported as missing.
    pub tag: bool,
}

impl RetailerCategory {
    /// Builds a category from names from the outermost to the innermost; empty ones are left out.
    pub fn from_path(names: impl IntoIterator<Item = String>) -> Self {
        let path = names.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        Self { path: path.collect(), code: None, tag: false }
    }

    /// Builds a category from a path in one text: `Components > Memory`. A slash without spaces belongs
    /// to the name (`CPU/Processors`).
    pub fn from_text(text: &str) -> Self {
        let text = text.replace(" / ", ">").replace(" \\ ", ">").replace("::", ">").replace("->", ">");
        Self::from_path(text.split(['>', '›', '»', '→', '|']).map(str::to_owned))
    }

    /// Returns the path in one text.
    pub fn text(&self) -> String {
        self.path.join(" > ")
    }
}
