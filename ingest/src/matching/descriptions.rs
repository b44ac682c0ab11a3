//! Words by which retailers describe a part and that the records of the catalogue leave out: `steel`, `clear`, `ready`. They
//! tell no siblings apart.
//!
//! Worked example: `steel` stands in the titles of cases of 12 manufacturers, two titles of three, and in one record of
//! a hundred. `Airflow` stands in as many records as titles: it is a name.

use domain::model::Category;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Item,
    tables::{WordKind, word_kind},
};

/// Minimum number of titles with a word, and of manufacturers whose titles have it.
const MIN_TITLES: u32 = 5;
const MIN_MANUFACTURERS: usize = 3;
/// Minimum length of such a word, in letters; shorter ones mark variants.
const MIN_WORD: usize = 3;
/// Minimum ratio of the share of titles with the word to the share of records with it.
const MIN_RATIO: f64 = 5.0;
/// Fewer records of a category say nothing about what they leave out.
const MIN_RECORDS: usize = 50;

/// Words of description, by category.
#[derive(Debug, Clone, Default)]
pub(super) struct Descriptions(FxHashMap<Category, FxHashSet<Box<str>>>);

#[derive(Default)]
struct Use<'a> {
    titles: u32,
    manufacturers: FxHashSet<&'a str>,
    records: u32,
}

impl Descriptions {
    /// Learns from the offers and the records of one category.
    pub(super) fn learn<'a, 'b>(
        category: Category,
        offers: impl Iterator<Item = &'a Item>,
        records: impl ExactSizeIterator<Item = &'b Item>,
    ) -> Descriptions {
        let all_records = records.len();
        if all_records < MIN_RECORDS {
            return Descriptions::default();
        }
        let mut uses: FxHashMap<&str, Use<'a>> = FxHashMap::default();
        let mut all_titles = 0_u32;
        for offer in offers {
            all_titles += 1;
            for word in offer.text.words.iter().filter(|word| may_describe(category, word)) {
                let known = uses.entry(word).or_default();
                known.titles += 1;
                known.manufacturers.extend(offer.manufacturer.as_deref());
            }
        }
        uses.retain(|_, known| known.titles >= MIN_TITLES && known.manufacturers.len() >= MIN_MANUFACTURERS);
        for word in records.flat_map(|record| &record.text.words) {
            if let Some(known) = uses.get_mut(word.as_str()) {
                known.records += 1;
            }
        }
        let is_description = |known: &Use<'_>| {
            let share_of_records = f64::from(known.records) / all_records as f64;
            f64::from(known.titles) / f64::from(all_titles) >= MIN_RATIO * share_of_records
        };
        let words = uses.iter().filter(|(_, known)| is_description(known)).map(|(word, _)| (*word).into());
        Descriptions([(category, words.collect())].into_iter().collect())
    }

    pub(super) fn has(&self, category: Category, word: &str) -> bool {
        self.0.get(&category).is_some_and(|words| words.contains(word))
    }
}

fn may_describe(category: Category, word: &str) -> bool {
    word.len() >= MIN_WORD
        && word.bytes().all(|letter| letter.is_ascii_lowercase())
        && word_kind(category, word) != WordKind::Variant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::StatedFacts;

    fn case(maker: &str, name: &str) -> Item {
        Item::from_product(name, &StatedFacts::named(Category::Case, maker, name))
    }

    #[test]
    fn words_of_titles_that_records_leave_out_describe() {
        let makers = ["Corsair", "Phanteks", "Fractal Design", "DeepCool"];
        let records: Vec<Item> =
            (0..60).map(|number| case(makers[number % 4], &format!("Grove {number}00D"))).collect();
        let offers: Vec<Item> = (0..60)
            .map(|number| case(makers[number % 4], &format!("Grove {number}00D Steel Chassis")))
            .chain((0..20).map(|number| case("Corsair", &format!("Lumen {number}00D"))))
            .collect();
        let words = Descriptions::learn(Category::Case, offers.iter(), records.iter());
        let has = |word| words.has(Category::Case, word);
        assert!(has("steel") && has("chassis"));
        assert!(!has("grove"), "as many records as titles have it");
        assert!(!has("lumen"), "one manufacturer's alone");
        assert!(
            !Descriptions::learn(Category::Case, offers.iter(), records[..9].iter())
                .has(Category::Case, "steel")
        );
    }
}
