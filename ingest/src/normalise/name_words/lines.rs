//! Product lines in titles: names that the tables know, whatever they say about siblings.

use std::sync::LazyLock;

use domain::model::{
    Category,
    keys::{
        fold::Folded,
        manufacturers::{AliasKind, manufacturer_aliases},
    },
};

use crate::normalise::phrases::{Phrases, rows};

/// The categories of each product line of `config/specs/lines.tsv`.
static LINES: LazyLock<Phrases<Category>> = LazyLock::new(|| {
    let mut lines = Phrases::new();
    for row in rows(include_str!("../../../../config/specs/lines.tsv")) {
        let [category, _, phrases] = row[..] else { continue };
        let Ok(category) = category.parse::<Category>() else { continue };
        phrases.split('|').for_each(|phrase| lines.insert(phrase, category));
    }
    lines
});

/// Returns for each word whether it belongs to a product line of the category, or to a sub-brand or a line of the
/// manufacturer.
pub(super) fn line_words(category: Category, manufacturer: Option<&str>, text: &Folded) -> Vec<bool> {
    let known = manufacturer.map(|name| manufacturer_aliases().find_name(name).unwrap_or(name));
    let mut named = vec![false; text.len()];
    for index in 0..text.len() {
        let line = LINES.at(text, index).filter(|(of, _)| **of == category).map_or(0, |(_, count)| count);
        let alias = manufacturer_aliases().alias_at(text, index).filter(|(alias, _)| {
            matches!(alias.kind, AliasKind::SubBrand | AliasKind::ProductLine)
                && Some(alias.manufacturer) == known
        });
        let count = line.max(alias.map_or(0, |(_, count)| count));
        named.iter_mut().skip(index).take(count).for_each(|word| *word = true);
    }
    named
}
