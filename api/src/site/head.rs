use std::fmt::{self, Display};

use serde_json::Value;

use super::early::Early;

/// What a page tells crawlers and previews about itself. Prints as HTML, everything escaped.
#[derive(Debug, Clone)]
pub struct Head {
    pub title: String,
    pub description: String,
    /// The one address of this content.
    pub canonical: Option<String>,
    /// `website` or `product`.
    pub kind: &'static str,
    pub image: Option<String>,
    /// More `property` pairs.
    pub properties: Vec<(&'static str, String)>,
    /// schema.org descriptions.
    pub data: Vec<Value>,
    /// Whether crawlers should leave it out.
    pub hidden: bool,
    /// What the page asks of the api first.
    pub early: Vec<Early>,
}

impl Head {
    /// A plain page.
    pub fn new(title: String, description: String, canonical: Option<String>) -> Self {
        Self {
            title,
            description,
            canonical,
            kind: "website",
            image: None,
            properties: Vec::new(),
            data: Vec::new(),
            hidden: false,
            early: Vec::new(),
        }
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, description) = (Escaped(&self.title), Escaped(&self.description));
        write!(f, "<title>{title}</title>\n<meta name=\"description\" content=\"{description}\" />\n")?;
        if self.hidden {
            writeln!(f, "<meta name=\"robots\" content=\"noindex\" />")?;
        }
        if let Some(address) = &self.canonical {
            writeln!(f, "<link rel=\"canonical\" href=\"{}\" />", Escaped(address))?;
            property(f, "og:url", address)?;
        }
        property(f, "og:site_name", "Tajmeea")?;
        property(f, "og:type", self.kind)?;
        property(f, "og:title", &self.title)?;
        property(f, "og:description", &self.description)?;
        property(f, "og:locale", "en_US")?;
        property(f, "og:locale:alternate", "ar_KW")?;
        if let Some(image) = &self.image {
            property(f, "og:image", image)?;
        }
        for (name, value) in &self.properties {
            property(f, name, value)?;
        }
        for data in &self.data {
            writeln!(f, "<script type=\"application/ld+json\">{}</script>", InScript(&data.to_string()))?;
        }
        self.early.iter().try_for_each(|early| early.fmt(f))
    }
}

fn property(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "<meta property=\"{name}\" content=\"{}\" />", Escaped(value))
}

/// Text within an element or a quoted attribute.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => fmt::Write::write_char(f, other)?,
            }
        }
        Ok(())
    }
}

/// JSON within a script element: no text in it can end the element. All that is written otherwise stands within its texts.
pub(super) struct InScript<'a>(pub(super) &'a str);

impl Display for InScript<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => write!(f, "\\u{:04x}", u32::from(character))?,
                other => fmt::Write::write_char(f, other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_escapes_from_its_place() {
        let foul = "</title></script><script>alert('\"&')</script>\u{2028}";
        let mut head = Head::new(foul.into(), foul.into(), Some(foul.into()));
        head.data.push(json!({"name": foul}));
        let html = head.to_string();
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        assert_eq!(html.matches("</title>").count(), 1, "{html}");
        assert!(!html.contains("<script>alert"), "{html}");
        let data = html.split_once("ld+json\">").unwrap().1.split_once("</script>").unwrap().0;
        assert_eq!(serde_json::from_str::<Value>(data).unwrap()["name"], foul);
    }
}
