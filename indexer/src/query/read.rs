//! Reads a query from left to right: budgets, stock and orders become constraints, the rest becomes pieces to
//! search.

use std::sync::Arc;

use domain::model::{Category, Fils, SpecKey};
use rustc_hash::FxHashSet;

use super::intent::{
    numbered::{self, Numbered},
    price::PriceContext,
    reading::{self as intent_reading, Intent},
    table::MeasureSense,
};
use crate::{
    RetailerNames, SearchConfig, Sort, SpecFilter, Understood,
    filter::CompiledSpec,
    lexicon::{Lexicon, MAX_WINDOW, Marker, Meaning},
    text::{analyzer::Word, fold::has_digit, joined::JoinedWords},
    vocabulary::Vocabulary,
};

/// A query after reading.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// The text as typed.
    pub(crate) text: String,
    /// Words that are searched as they stand.
    pub(crate) literal: Vec<String>,
    pub(crate) words: Vec<Word>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) constraints: Constraints,
    pub(crate) understood: Vec<Understood>,
    pub(crate) intent: Intent,
    /// The categories that words name, or else those that only facts name.
    pub(crate) subjects: Vec<Category>,
    pub(crate) retailers: Arc<RetailerNames>,
}

/// A run of words that belongs together, and its possible meaning beside its letters.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Piece {
    /// Range of the words' indexes.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) meaning: Option<Meaning>,
    pub(crate) brand: Option<u16>,
    pub(crate) facts: Vec<(SpecKey, String)>,
    /// Whether products may lack it: a use or a word of a sentence, which orders and never leaves out.
    pub(crate) is_optional: bool,
    /// Whether its facts are a number with the name of what it measures.
    pub(crate) is_measure: bool,
}

/// Limits and orders of a query, which are no words to find.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Constraints {
    pub(crate) price_min: Option<Fils>,
    pub(crate) price_max: Option<Fils>,
    /// The amount that the bounds are around: the budget of a whole computer.
    pub(crate) price_around: Option<Fils>,
    pub(crate) in_stock: bool,
    pub(crate) sort: Option<Sort>,
    pub(crate) specs: Vec<(SpecKey, SpecFilter)>,
    /// Conditions that a part must meet to fit the part that it is for.
    pub(crate) fits: Vec<CompiledSpec>,
    /// Retailers by slug.
    pub(crate) retailers: Vec<String>,
}

impl Constraints {
    /// Whether it leaves products out.
    pub(crate) fn is_filter(&self) -> bool {
        self.in_stock
            || self.price_min.is_some()
            || self.price_max.is_some()
            || !self.specs.is_empty()
            || !self.fits.is_empty()
            || !self.retailers.is_empty()
    }
}

impl Piece {
    pub(crate) fn plain(index: usize) -> Self {
        Self { start: index, end: index + 1, ..Self::default() }
    }

    /// Whether it is words without a meaning.
    pub(crate) fn is_plain(&self) -> bool {
        self.meaning.is_none() && self.brand.is_none() && self.facts.is_empty()
    }
}

/// The state of reading one query, with everything that words are looked up in.
pub(crate) struct Reader<'a> {
    pub(super) config: &'a SearchConfig,
    pub(super) lexicon: &'a Lexicon,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) words: &'a [Word],
    pub(super) joined: &'a JoinedWords,
    pub(super) characters: Vec<char>,
    /// The given names of retailers, and the slugs of retailers without a name.
    pub(super) retailers: [&'a RetailerNames; 2],
    pub(super) literal: FxHashSet<String>,
    pub(super) context: PriceContext,
    /// Words of a whole build, from and up to.
    pub(super) build: Option<(usize, usize)>,
    /// The word that links a part with what it is for, and the number of pieces before it.
    pub(super) link: Option<(usize, usize)>,
    pub(super) out: Reading,
}

/// Context that a query is read with, beside its text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadContext<'a> {
    /// Words that are searched as they stand.
    pub(crate) literal: &'a [String],
    pub(crate) retailers: &'a Arc<RetailerNames>,
    pub(crate) config: &'a SearchConfig,
    pub(crate) vocabulary: &'a Vocabulary,
}

/// Reads a query.
pub(crate) fn read(text: &str, given: ReadContext<'_>) -> Reading {
    let ReadContext { literal, retailers, config, vocabulary } = given;
    let (lexicon, limit) = (&config.lexicon, config.ranking.limits.words);
    let mut words = lexicon.analyzer.words(text);
    words.truncate(limit);
    let words = intent_reading::spell_variants(intent_reading::split_links(words, lexicon));
    let words = intent_reading::spell_out_super(words, vocabulary);
    let folded = literal
        .iter()
        .map(|words| lexicon.split(words).join(" "))
        .filter(|words| !words.is_empty())
        .collect();
    let joined = JoinedWords::of(&words);
    let context = intent_reading::context(&words, &joined, config, vocabulary);
    let unnamed = retailers.of_unnamed(&vocabulary.shops);
    let subjects = numbered::subjects(&context).to_vec();
    let mut reader = Reader {
        config,
        lexicon,
        vocabulary,
        words: &words,
        joined: &joined,
        characters: text.chars().collect(),
        literal: folded,
        retailers: [retailers, &unnamed],
        context,
        build: None,
        link: None,
        out: Reading::default(),
    };
    let noise = reader.read_words();
    reader.settle_not_sold();
    reader.settle_link();
    reader.settle_build();
    let mut out = reader.out;
    // A query of noise words only asks for these words.
    if out.pieces.is_empty() && out.understood.is_empty() && out.intent == Intent::default() {
        out.pieces = noise;
    }
    out.words = words;
    out.subjects = subjects;
    text.clone_into(&mut out.text);
    out.literal = literal.to_vec();
    out.retailers = Arc::clone(retailers);
    out
}

impl<'a> Reader<'a> {
    /// Reads all words from left to right; returns the noise words, which say nothing about a product.
    fn read_words(&mut self) -> Vec<Piece> {
        let mut noise = Vec::new();
        let mut index = 0;
        while index < self.words.len() {
            let read = self
                .retailer(index)
                .or_else(|| self.constraint(index))
                .or_else(|| self.numbered(index))
                .or_else(|| self.intent_words(index))
                .or_else(|| self.meaning(index));
            index += read.unwrap_or_else(|| {
                let list = if self.is_noise(index) { &mut noise } else { &mut self.out.pieces };
                list.push(Piece::plain(index));
                1
            });
        }
        noise
    }

    fn is_noise(&self, index: usize) -> bool {
        let word = self.window(index, 1);
        self.lexicon.markers(word).contains(&Marker::Noise)
            && !self.literal.contains(word)
            && !self.words[index].joined
    }

    /// Returns `length` words from an index on, joined by spaces; fewer where the query ends.
    pub(super) fn window(&self, start: usize, length: usize) -> &'a str {
        self.joined.run(start, length.min(self.words.len().saturating_sub(start))).unwrap_or_default()
    }

    /// Reads the longest run of words with a meaning of its own; returns the number of words that it took.
    fn meaning(&mut self, index: usize) -> Option<usize> {
        for length in (1..=MAX_WINDOW.min(self.words.len() - index)).rev() {
            let joined = self.window(index, length);
            if self.literal.contains(joined) {
                (index..index + length).for_each(|index| self.out.pieces.push(Piece::plain(index)));
                return Some(length);
            }
            if self.is_category_with_use(joined) || self.ends_within_word(index + length - 1, length) {
                continue;
            }
            let meaning = self.lexicon.meaning(joined).cloned();
            let brand = self.vocabulary.brand_windows.get(joined).copied();
            let mut facts = self.vocabulary.fact_windows.get(joined).cloned().unwrap_or_default();
            // `lga 1851` and `am 5` are one word in the catalogue.
            if facts.is_empty() && length == 2 && intent_reading::is_letters_and_number(joined) {
                let glued = joined.replace(' ', "");
                facts = self.vocabulary.fact_windows.get(&glued).cloned().unwrap_or_default();
            }
            if length == 1 {
                facts.extend(self.quantity_facts(index));
            }
            let piece =
                Piece { start: index, end: index + length, meaning, brand, facts, ..Piece::default() };
            if !piece.is_plain() {
                self.out.pieces.push(piece);
                return Some(length);
            }
        }
        None
    }

    /// Whether the words are a listed name of a category and also another of its names with a use behind it: then
    /// the use is asked for too (`شاشة قيمنق`).
    fn is_category_with_use(&self, words: &str) -> bool {
        let category = |words: &str| {
            let reading = self.lexicon.meaning(words)?.reading?;
            self.lexicon.readings.get(reading).filter(|reading| reading.category.is_some()).map(|_| reading)
        };
        words.match_indices(' ').any(|(space, _)| {
            self.lexicon.intents.use_of(&words[space + 1..]).is_some()
                && category(&words[..space]).is_some_and(|reading| category(words) == Some(reading))
        })
    }

    /// Whether the last of several words belongs to the word written onto it: `لوحة ام5` is a board and `ام5`.
    fn ends_within_word(&self, last: usize, length: usize) -> bool {
        let (Some(word), Some(next)) = (self.words.get(last), self.words.get(last + 1)) else { return false };
        let is_one = next.joined && word.end == next.start;
        length > 1 && is_one && self.lexicon.meaning(&format!("{} {}", word.text, next.text)).is_some()
    }

    /// Returns the number of words of the meaning at the index; 0 where there is none.
    pub(super) fn meaning_length(&self, index: usize) -> usize {
        let has_meaning = |length: &usize| {
            let words = self.window(index, *length);
            self.lexicon.meaning(words).is_some()
                || self.vocabulary.brand_windows.contains_key(words)
                || self.vocabulary.fact_windows.contains_key(words)
        };
        (1..=MAX_WINDOW.min(self.words.len() - index)).rev().find(has_meaning).unwrap_or(0)
    }

    /// Returns the facts that a number with its unit may be.
    fn quantity_facts(&self, index: usize) -> Vec<(SpecKey, String)> {
        let Some(quantity) = self.words.get(index).and_then(|word| word.quantity.as_ref()) else {
            return Vec::new();
        };
        let facts = self.lexicon.quantities.get(&quantity.unit).map(Vec::as_slice).unwrap_or_default();
        facts
            .iter()
            .flat_map(|fact| match self.lexicon.intents.measure_by_unit(fact.key, &quantity.unit) {
                // `0.5ms` means at most 0.5 ms.
                Some(measure) if measure.asks != MeasureSense::Exact => {
                    let found = Numbered { length: 1, measure, amount: quantity.amount };
                    numbered::values(self.config, self.vocabulary, &found)
                }
                _ => vec![(fact.key, (quantity.amount * fact.times).to_string())],
            })
            .collect()
    }
}

/// Whether any word of the piece has a digit.
pub(crate) fn piece_has_digit(words: &[Word], piece: &Piece) -> bool {
    words.get(piece.start..piece.end).unwrap_or_default().iter().any(|word| has_digit(&word.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str, literal: &[&str]) -> Reading {
        let config = SearchConfig::embedded().expect("config");
        let literal: Vec<String> = literal.iter().map(|words| (*words).to_owned()).collect();
        let (retailers, vocabulary) = (Arc::default(), Vocabulary::new(14));
        let given = ReadContext {
            literal: &literal,
            retailers: &retailers,
            config: &config,
            vocabulary: &vocabulary,
        };
        read(text, given)
    }

    #[test]
    fn budgets_are_read_in_both_languages() {
        for (text, min, max, rest) in [
            ("gpu under 200", None, Some(200_000), 1),
            ("gpu below 1,200 kd", None, Some(1_200_000), 1),
            ("gpu 100-150", Some(100_000), Some(150_000), 1),
            ("كرت شاشة أقل من ٢٠٠ دينار", None, Some(200_000), 1),
            ("شاشة تحت 200", None, Some(200_000), 1),
            ("شاشة من 100 الى 150", Some(100_000), Some(150_000), 1),
            ("between 100 and 150 kd", Some(100_000), Some(150_000), 0),
            ("monitor 99.5kd", None, Some(99_500), 1),
            ("over 300 dinars", Some(300_000), None, 0),
            ("rog max 200", None, None, 3),
            ("rtx 4070", None, None, 2),
            ("ddr5-6000", None, None, 2),
        ] {
            let reading = reading(text, &[]);
            let constraints = &reading.constraints;
            assert_eq!(
                (constraints.price_min, constraints.price_max),
                (min.map(Fils), max.map(Fils)),
                "{text}"
            );
            assert_eq!(reading.pieces.len(), rest, "{text}: {:?}", reading.pieces);
        }
    }

    #[test]
    fn stock_and_orders_are_read() {
        assert!(reading("rtx 4070 in stock", &[]).constraints.in_stock);
        assert!(reading("كرت شاشة متوفر", &[]).constraints.in_stock);
        assert_eq!(reading("cheapest gpu", &[]).constraints.sort, Some(Sort::PriceAscending));
        assert_eq!(reading("ارخص كرت شاشة", &[]).constraints.sort, Some(Sort::PriceAscending));
    }

    #[test]
    fn a_removed_chip_is_searched_as_it_stands() {
        assert_eq!(reading("under 200", &["under 200"]).constraints.price_max, None);
        let pieces = reading("graphics card", &["graphics card"]).pieces;
        assert!(pieces.iter().all(Piece::is_plain) && pieces.len() == 2);
    }

    #[test]
    fn a_longer_term_is_not_misread_as_a_shorter_one() {
        for text in ["كرت شاشة", "كرت الشاشة", "case fan", "liquid cooler"] {
            assert_eq!(reading(text, &[]).pieces.len(), 1, "{text}");
        }
    }

    #[test]
    fn noise_is_left_out_unless_it_is_all() {
        assert_eq!(reading("سعر كرت شاشة في الكويت", &[]).pieces.len(), 1);
        assert_eq!(reading("the", &[]).pieces.len(), 1);
    }
}
