//! Names of retailers, by which a query can name one.

use crate::text::{arabic, token::tokenize};

/// Names of retailers in every language of the site, as words of a query.
#[derive(Debug, Clone, Default)]
pub struct RetailerNames {
    names: Vec<RetailerName>,
}

/// One name of a retailer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RetailerName {
    pub(crate) slug: String,
    /// Folded, at least one.
    pub(crate) words: Vec<String>,
    /// The words written together.
    pub(crate) glued: String,
}

impl RetailerNames {
    /// Builds the names from each retailer's slug and names; the slug is one of the names.
    pub fn of<'a, N: IntoIterator<Item = &'a str>>(
        retailers: impl IntoIterator<Item = (&'a str, N)>,
    ) -> Self {
        let mut names = Vec::new();
        for (slug, own) in retailers {
            let all = own.into_iter().chain([slug]);
            names.extend(all.filter_map(|name| RetailerName::of(slug, name)));
        }
        Self { names }
    }

    /// Returns all names, slugs included.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &RetailerName> {
        self.names.iter()
    }

    /// Returns the slugs of retailers without a name here, as names.
    pub(crate) fn slugs_without_name(&self, slugs: &[String]) -> Self {
        let is_unnamed = |slug: &&String| self.names.iter().all(|name| name.slug != **slug);
        let unnamed = slugs.iter().filter(is_unnamed).filter_map(|slug| RetailerName::of(slug, slug));
        Self { names: unnamed.collect() }
    }
}

impl RetailerName {
    /// Returns a name as words; `None` where it has none.
    pub(crate) fn of(slug: &str, name: &str) -> Option<Self> {
        let words: Vec<String> = tokenize(name).into_iter().map(|token| token.text).collect();
        (!words.is_empty()).then(|| Self { slug: slug.to_owned(), glued: words.concat(), words })
    }

    /// Whether a word of a query is the name's word at an index; Arabic words with or without their article.
    pub(crate) fn has(&self, at: usize, word: &str) -> bool {
        self.words.get(at).is_some_and(|own| own == word || without_article(own) == without_article(word))
    }
}

/// Returns a word without its Arabic article.
fn without_article(word: &str) -> &str {
    arabic::without_article(word).unwrap_or(word)
}
