//! Words of a title that name who made the product or who sells it.

use domain::model::keys::{
    fold::Folded,
    manufacturers::{AliasKind, manufacturer_aliases},
};

use super::NameSource;

/// Returns for each word whether it names the manufacturer and is no part of the model.
pub(super) fn manufacturer_words(manufacturer: Option<&str>, text: &Folded) -> Vec<bool> {
    let mut named = vec![false; text.len()];
    let Some(manufacturer) = manufacturer else { return named };
    let own = Folded::new(manufacturer);
    let known = manufacturer_aliases().find_name(manufacturer).unwrap_or(manufacturer);
    for index in 0..text.len() {
        let alias = manufacturer_aliases().alias_at(text, index).filter(|(alias, _)| {
            alias.manufacturer == known
                && matches!(alias.kind, AliasKind::Name | AliasKind::ChipMaker | AliasKind::OrdinaryWord)
        });
        let is_own = !own.is_empty() && text.window(index, own.len()) == own.window(0, own.len());
        let count = if is_own { own.len() } else { alias.map_or(0, |(_, count)| count) };
        named.iter_mut().skip(index).take(count).for_each(|word| *word = true);
    }
    named
}

/// Returns for each word whether it belongs to the retailer's name.
pub(super) fn retailer_words(of: &NameSource<'_>, text: &Folded) -> Vec<bool> {
    let mut named = vec![false; text.len()];
    let name = Folded::new(&of.retailer.replace('-', " "));
    if name.is_empty() || of.manufacturer.is_some_and(|maker| maker.eq_ignore_ascii_case(of.retailer)) {
        return named;
    }
    for index in 0..text.len() {
        if text.window(index, name.len()) == name.window(0, name.len()) {
            named.iter_mut().skip(index).take(name.len()).for_each(|word| *word = true);
        }
    }
    named
}
