//! Manufacturers and their aliases. The table is `config/specs/manufacturers.tsv`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::fold::Folded;

/// The kind of an alias, which limits the conclusions from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AliasKind {
    /// The manufacturer's own name.
    Name,
    /// A sub-brand, which stays part of the model's name.
    SubBrand,
    /// Also an ordinary word: counts only as the first word, or as a stated brand.
    OrdinaryWord,
    /// A product line: counts only when no manufacturer is named.
    ProductLine,
    /// A chip manufacturer, over which a named board partner takes precedence.
    ChipMaker,
}

/// One alias of a manufacturer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManufacturerAlias {
    /// The manufacturer's canonical name.
    pub manufacturer: &'static str,
    pub kind: AliasKind,
}

/// All aliases by their folded words.
pub struct ManufacturerAliases {
    aliases: FxHashMap<String, ManufacturerAlias>,
    /// For each first word: the number of words of the longest alias that begins with it.
    longest: FxHashMap<String, usize>,
}

/// Returns the table of manufacturers.
pub fn manufacturer_aliases() -> &'static ManufacturerAliases {
    static MANUFACTURERS: LazyLock<ManufacturerAliases> = LazyLock::new(|| {
        ManufacturerAliases::read(include_str!("../../../../config/specs/manufacturers.tsv"))
    });
    &MANUFACTURERS
}

impl ManufacturerAliases {
    fn read(table: &'static str) -> Self {
        let mut aliases = FxHashMap::default();
        let mut longest: FxHashMap<String, usize> = FxHashMap::default();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let Some((manufacturer, names)) = line.split_once('\t') else { continue };
            for name in names.split('|').chain([manufacturer]) {
                let (kind, name) = kind_of(name);
                let folded = Folded::new(name);
                let most = longest.entry(folded.word(0).to_owned()).or_default();
                *most = folded.len().max(*most);
                let words = folded.window(0, folded.len()).to_owned();
                aliases.entry(words).or_insert(ManufacturerAlias { manufacturer, kind });
            }
        }
        ManufacturerAliases { aliases, longest }
    }

    /// Returns the longest alias that begins at this word, and its number of words.
    pub fn alias_at(&self, text: &Folded, index: usize) -> Option<(ManufacturerAlias, usize)> {
        let most = *self.longest.get(text.word(index))?.min(&(text.len() - index));
        (1..=most)
            .rev()
            .find_map(|count| self.aliases.get(text.window(index, count)).map(|alias| (*alias, count)))
    }

    /// Returns the manufacturer that a whole text names, as a brand field does.
    pub fn find_name(&self, text: &str) -> Option<&'static str> {
        let folded = Folded::new(text);
        self.aliases.get(folded.window(0, folded.len())).map(|alias| alias.manufacturer)
    }
}

fn kind_of(name: &str) -> (AliasKind, &str) {
    for (mark, kind) in [
        ('%', AliasKind::SubBrand),
        ('~', AliasKind::OrdinaryWord),
        ('=', AliasKind::ProductLine),
        ('^', AliasKind::ChipMaker),
    ] {
        if let Some(rest) = name.strip_prefix(mark) {
            return (kind, rest);
        }
    }
    (AliasKind::Name, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alias_names_one_manufacturer() {
        let mut seen: FxHashMap<String, &str> = FxHashMap::default();
        for line in include_str!("../../../../config/specs/manufacturers.tsv").lines() {
            let Some((manufacturer, names)) = line.split_once('\t').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            for name in names.split('|') {
                let folded: Vec<_> = Folded::new(kind_of(name).1).iter().map(str::to_owned).collect();
                assert!(!folded.is_empty(), "an alias of {manufacturer} is empty");
                let first = *seen.entry(folded.join(" ")).or_insert(manufacturer);
                assert_eq!(first, manufacturer, "{name}");
            }
        }
    }
}
