//! Goods of a general store that are no parts: combinations of brand, model and variant, from the table `goods.psv`.

use domain::model::{Category, Fils, Specs};

use super::{
    facts::{self, Part},
    seed,
    table::{self, FactsError, Row},
};

const GOODS: &str = include_str!("facts/goods.psv");
/// Number of things on sale of one kind, unless the table states another.
const USUAL_TAKE: i64 = 10;
const SALT_PRICE: u64 = 110;

/// Product on sale.
#[derive(Debug)]
pub(super) struct Goods {
    /// The product; its category is `OTHER`.
    pub(super) part: Part,
    pub(super) title_ar: String,
    /// Path of the store's department, in English and in Arabic.
    pub(super) department: (&'static str, &'static str),
    /// A sentence for the description.
    pub(super) about: Option<&'static str>,
}

/// A brand, a model or a variant in English and in Arabic.
#[derive(Debug, Clone, Copy)]
struct Word {
    english: &'static str,
    arabic: &'static str,
}

impl Word {
    fn read(cell: &'static str) -> Word {
        let (english, arabic) = match cell {
            "-" => ("", ""),
            _ => cell.split_once('=').unwrap_or((cell, cell)),
        };
        Word { english, arabic }
    }
}

/// Reads everything that the general store sells beside parts.
///
/// # Errors
/// When the table holds a line that cannot be read; the error names file, line and problem.
pub(super) fn read() -> Result<Vec<Goods>, FactsError> {
    let kinds = table::read("goods.psv", GOODS)?.iter().map(of_kind).collect::<Result<Vec<_>, _>>()?;
    Ok(kinds.into_iter().flatten().collect())
}

/// Returns the number of kinds of goods in the table.
#[cfg(test)]
pub(super) fn count_kinds() -> usize {
    table::read("goods.psv", GOODS).map_or(0, |rows| rows.len())
}

/// Returns the combinations of one row that the store sells: a selection in an order that is always the same.
fn of_kind(row: &Row) -> Result<Vec<Goods>, FactsError> {
    let brands: Vec<&'static str> = row.require("brands")?.split(';').collect();
    let lists: Vec<&'static str> = row.require("models")?.split('~').collect();
    if lists.len() != 1 && lists.len() != brands.len() {
        return Err(row.error(format!("{} brands have {} lists of models", brands.len(), lists.len())));
    }
    let variants = row.require("variants")?;
    let mut goods = Vec::new();
    for (place, brand) in brands.into_iter().enumerate() {
        let models = lists.get(place).or(lists.first()).copied().unwrap_or_default();
        for model in models.split(';') {
            for variant in variants.split(';') {
                goods.push(one(row, [brand, model, variant].map(Word::read))?);
            }
        }
    }
    let take = if row.get("take").is_some() { row.require_number("take")? } else { USUAL_TAKE };
    goods.sort_by_cached_key(|goods| seed::of(&format!("goods/{}", goods.part.name)));
    goods.truncate(usize::try_from(take).unwrap_or_default());
    Ok(goods)
}

fn one(row: &Row, words: [Word; 3]) -> Result<Goods, FactsError> {
    let (english, arabic) = (words.map(|word| word.english), words.map(|word| word.arabic));
    let [manufacturer, ..] = english;
    let name = fill(row.require("en")?, english);
    let [_, model, variant] = english;
    let (from, to) = (row.require_number("from")?, row.require_number("to")?);
    let dearer = seed::below(seed::of(&name), SALT_PRICE, 0, (to - from).unsigned_abs() + 1);
    let part = Part {
        id: seed::uuid(&format!("{}/{name}", Category::Other)),
        kind: facts::goods_kind(row)?,
        category: Category::Other,
        listed_under: Category::Other,
        in_reference: false,
        slug: facts::slug(&name),
        manufacturer: manufacturer.to_owned(),
        model: fill(row.require("en")?, ["", model, variant]),
        series: None,
        part_number: None,
        specs: Specs::new(),
        base: Fils((from + dearer) * 1000),
        name,
    };
    Ok(Goods {
        part,
        title_ar: fill(row.require("ar")?, arabic),
        department: (row.require("department")?, row.require("department_ar")?),
        about: row.get("about"),
    })
}

/// Fills a pattern's places for brand, model and variant; empty words leave no gap.
fn fill(pattern: &str, [brand, model, variant]: [&str; 3]) -> String {
    let filled = pattern.replace("{b}", brand).replace("{m}", model).replace("{v}", variant);
    filled.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_brand_leaves_no_gap_and_arabic_words_are_their_own() {
        assert_eq!(fill("{b} {m} Lens {v}", ["", "EF 50mm", "Black"]), "EF 50mm Lens Black");
        let word = Word::read("Black=أسود");
        assert_eq!((word.english, word.arabic), ("Black", "أسود"));
        assert_eq!(Word::read("-").english, "");
        assert_eq!(Word::read("5m").arabic, "5m");
    }
}
