//! Names of retailers, by which a query can name one.

use std::{ops::Deref, sync::Arc};

use rustc_hash::FxHashSet;

use crate::text::{arabic, token::tokenize};

/// Names of retailers in every language of the site, as words of a query.
#[derive(Debug, Clone, Default)]
pub struct RetailerNames {
    names: Arc<Vec<RetailerName>>,
    /// Slugs of the retailers that have a name here.
    slugs: FxHashSet<String>,
}

/// Slugs of the retailers of an index, with their words: these are made once, not for every query.
#[derive(Debug, Clone, Default)]
pub(crate) struct RetailerSlugs {
    slugs: Vec<String>,
    names: Arc<Vec<RetailerName>>,
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
        let slugs = names.iter().map(|name| name.slug.clone()).collect();
        Self { names: Arc::new(names), slugs }
    }

    /// Returns all names, slugs included.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &RetailerName> {
        self.names.iter()
    }

    /// Returns the slugs of retailers without a name here, as names.
    pub(crate) fn slugs_without_name(&self, slugs: &RetailerSlugs) -> Self {
        let names = if self.slugs.is_empty() {
            Arc::clone(&slugs.names)
        } else {
            let unnamed = slugs.names.iter().filter(|name| !self.slugs.contains(&name.slug));
            Arc::new(unnamed.cloned().collect())
        };
        Self { names, slugs: FxHashSet::default() }
    }
}

impl RetailerSlugs {
    /// Adds the slug of a new retailer.
    pub(crate) fn push(&mut self, slug: &str) {
        self.slugs.push(slug.to_owned());
        Arc::make_mut(&mut self.names).extend(RetailerName::of(slug, slug));
    }
}

impl Deref for RetailerSlugs {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.slugs
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_slugs_without_a_name_are_names_themselves() {
        let mut slugs = RetailerSlugs::default();
        ["safat-tech", "sidra", "pc-zone", "-"].into_iter().for_each(|slug| slugs.push(slug));
        assert_eq!(slugs.len(), 4);
        let unnamed = |names: &RetailerNames| {
            let unnamed = names.slugs_without_name(&slugs);
            unnamed.iter().map(|name| (name.slug.clone(), name.glued.clone())).collect::<Vec<_>>()
        };
        let own = |slug: &str, glued: &str| (slug.to_owned(), glued.to_owned());
        let all = [own("safat-tech", "safattech"), own("sidra", "sidra"), own("pc-zone", "pczone")];
        assert_eq!(unnamed(&RetailerNames::default()), all);
        let names = RetailerNames::of([("sidra", ["سدرة"]), ("pc-zone", ["PC Zone"])]);
        assert_eq!(unnamed(&names), all[..1]);
    }
}
