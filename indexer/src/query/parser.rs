//! Parses a query from left to right: prices, stock and sort orders become constraints, the rest becomes spans to
//! search.

use std::sync::Arc;

use domain::model::SpecKey;

use super::{
    intent::{
        foreign_price,
        named_measure::{self, NamedMeasure},
        query_intent, title_kind,
    },
    parsed_query::{Intent, ParsedQuery, QuerySpan},
    query_parser::QueryParser,
};
use crate::{
    config::{
        SearchConfig,
        intents::intents_file::MeasureSense,
        lexicon::{MAX_PHRASE_WORDS, Marker},
    },
    interface::RetailerNames,
    storage::vocabulary::Vocabulary,
    text::{
        analyzer::{Word, number},
        fold::has_digit,
        joined::JoinedWords,
    },
};

/// Context that a query is parsed with, beside its text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParseContext<'a> {
    /// Words that are searched as they stand.
    pub(crate) literal: &'a [String],
    pub(crate) retailers: &'a Arc<RetailerNames>,
    pub(crate) config: &'a SearchConfig,
    pub(crate) vocabulary: &'a Vocabulary,
}

/// Parses a query.
pub(crate) fn parse(text: &str, context: ParseContext<'_>) -> ParsedQuery {
    let ParseContext { literal, retailers, config, vocabulary } = context;
    let (lexicon, limit) = (&config.lexicon, config.ranking.limits.words);
    let mut words = lexicon.analyzer.words(text);
    words.truncate(limit);
    let words = title_kind::drop_absent_kinds(query_intent::join_starred_resolutions(words, text), lexicon);
    let words = query_intent::join_model_suffixes(query_intent::split_arabic_preposition(words, lexicon));
    let words = query_intent::expand_super_abbreviation(words, vocabulary);
    let folded = literal
        .iter()
        .map(|words| lexicon.fold_words(words).join(" "))
        .filter(|words| !words.is_empty())
        .collect();
    let joined = JoinedWords::of(&words);
    let subjects = query_intent::find_subjects(&words, &joined, config, vocabulary);
    let unnamed = retailers.slugs_without_name(&vocabulary.retailers);
    let requested_categories = subjects.requested_categories().to_vec();
    let mut parser = QueryParser {
        config,
        lexicon,
        intents: &lexicon.intents,
        vocabulary,
        words: &words,
        joined: &joined,
        characters: text.chars().collect(),
        literal: folded,
        retailers: [retailers, &unnamed],
        subjects,
        whole_pc_words: None,
        for_word: None,
        last_amount: last_amount(&words, config),
        has_foreign_currency: foreign_price::names_currency(text, &words, &lexicon.intents.price),
        exclusions: Vec::new(),
        negated_bound: None,
        deal_name: None,
        noise: Vec::new(),
        parsed: ParsedQuery::default(),
    };
    parser.deal_name = parser.find_deal_name();
    parser.read_words();
    parser.require_measures_of_nothing_else();
    // The steps below change `parser.parsed`: its intent, its constraints, and which spans are optional.
    parser.resolve_title_kind();
    parser.resolve_not_carried_item();
    parser.resolve_for_word();
    parser.resolve_whole_pc();
    let (mut parsed, noise) = (parser.parsed, parser.noise);
    parsed.exclusions = parser.exclusions;
    // A query of noise words only asks for these words.
    if parsed.spans.is_empty() && parsed.understood.is_empty() && parsed.intent == Intent::default() {
        parsed.spans = noise;
    }
    parsed.words = words;
    parsed.requested_categories = requested_categories;
    let excluded = &parsed.constraints.excluded.categories;
    parsed.requested_categories.retain(|category| !excluded.contains(category));
    text.clone_into(&mut parsed.text);
    parsed.literal = literal.to_vec();
    parsed.retailers = Arc::clone(retailers);
    parsed
}

/// Returns the index of the last word with a digit or of a spelled number.
fn last_amount(words: &[Word], config: &SearchConfig) -> Option<usize> {
    let price = &config.lexicon.intents.price;
    words.iter().rposition(|word| has_digit(&word.text) || price.number(&word.text).is_some())
}

impl QueryParser<'_> {
    /// Reads all words from left to right.
    fn read_words(&mut self) {
        let mut index = 0;
        while index < self.words.len() {
            let read = self
                .parse_beside_deal(index)
                .or_else(|| self.parse_retailer(index))
                .or_else(|| self.parse_series(index))
                .or_else(|| self.parse_constraint(index))
                .or_else(|| self.parse_exclusion(index))
                .or_else(|| self.parse_named_measure(index))
                .or_else(|| self.parse_intent_words(index))
                .or_else(|| self.parse_interpretation(index));
            index += read.unwrap_or_else(|| {
                if self.is_noise(index) {
                    self.noise.push(QuerySpan::plain(index));
                } else {
                    let is_optional = self.is_measure_without_fact(index);
                    self.parsed.spans.push(QuerySpan { is_optional, ..QuerySpan::plain(index) });
                }
                1
            });
        }
    }

    /// Whether a word is a number with a unit that no fact has (`7450 MB/s`, `62 CFM`, `12V`), or a share (`20%`): names
    /// seldom have it, so that it only orders.
    fn is_measure_without_fact(&self, index: usize) -> bool {
        let Some(word) = self.words.get(index) else { return false };
        let is_share = self.characters.get(word.end) == Some(&'%') && number(&word.text).is_some();
        let is_measure = word
            .quantity
            .as_ref()
            .is_some_and(|quantity| self.lexicon.quantities.get(&quantity.unit).is_none_or(Vec::is_empty));
        (is_share || is_measure) && !self.literal.contains(&word.text)
    }

    /// Requires measures without a fact where the query asks for nothing else.
    fn require_measures_of_nothing_else(&mut self) {
        let parsed = &mut self.parsed;
        let asks_more = parsed.spans.iter().any(|span| !span.is_optional) || !parsed.understood.is_empty();
        if asks_more || parsed.intent != Intent::default() {
            return;
        }
        let words = self.words;
        let is_measure = |span: &&mut QuerySpan| {
            span.is_plain() && words.get(span.start).is_some_and(|word| word.quantity.is_some())
        };
        parsed.spans.iter_mut().filter(is_measure).for_each(|span| span.is_optional = false);
    }

    fn is_noise(&self, index: usize) -> bool {
        let word = self.phrase(index, 1);
        self.lexicon.markers(word).contains(&Marker::Noise)
            && !self.literal.contains(word)
            && !self.words[index].is_attached_to_previous
    }

    /// Reads the longest run of words with an interpretation; returns the number of words that it took.
    pub(super) fn parse_interpretation(&mut self, index: usize) -> Option<usize> {
        for length in (1..=MAX_PHRASE_WORDS.min(self.words.len() - index)).rev() {
            let joined = self.phrase(index, length);
            if self.literal.contains(joined) {
                (index..index + length).for_each(|index| self.parsed.spans.push(QuerySpan::plain(index)));
                return Some(length);
            }
            if self.is_category_with_use(joined) || self.ends_within_word(index + length - 1, length) {
                continue;
            }
            let mut span = QuerySpan::of_phrase(self.lexicon, self.vocabulary, joined);
            (span.start, span.end) = (index, index + length);
            // `lga 1851` and `am 5` are one word in the catalogue.
            if span.facts.is_empty() && length == 2 && query_intent::is_letters_and_number(joined) {
                let glued = joined.replace(' ', "");
                span.facts = self.vocabulary.fact_phrases.get(&glued).cloned().unwrap_or_default();
            }
            if length == 1 {
                span.facts.extend(self.quantity_facts(index));
            }
            if !span.is_plain() {
                self.parsed.spans.push(span);
                return Some(length);
            }
        }
        None
    }

    /// Whether the words are a listed name of a category and also another of its names with a use behind it: then
    /// the use is asked for too (`شاشة قيمنق`).
    fn is_category_with_use(&self, words: &str) -> bool {
        let category = |words: &str| {
            let concept = self.lexicon.interpret(words)?.concept?;
            self.lexicon.concepts[concept].category.map(|_| concept)
        };
        words.match_indices(' ').any(|(space, _)| {
            self.lexicon.intents.use_of(&words[space + 1..]).is_some()
                && category(&words[..space]).is_some_and(|concept| category(words) == Some(concept))
        })
    }

    /// Whether the last of several words belongs to the word written onto it: `لوحة ام5` is a board and `ام5`.
    fn ends_within_word(&self, last: usize, length: usize) -> bool {
        let (Some(word), Some(next)) = (self.words.get(last), self.words.get(last + 1)) else { return false };
        let is_one = next.is_attached_to_previous && word.end == next.start;
        length > 1 && is_one && self.lexicon.interpret(&format!("{} {}", word.text, next.text)).is_some()
    }

    /// Returns the facts that a number with its unit may be.
    pub(super) fn quantity_facts(&self, index: usize) -> Vec<(SpecKey, String)> {
        let Some(quantity) = self.words.get(index).and_then(|word| word.quantity.as_ref()) else {
            return Vec::new();
        };
        let facts = self.lexicon.quantities.get(&quantity.unit).map(Vec::as_slice).unwrap_or_default();
        facts
            .iter()
            .flat_map(|fact| match self.lexicon.intents.measure_by_unit(fact.key, &quantity.unit) {
                // `0.5ms` means at most 0.5 ms.
                Some(measure) if measure.sense_without_bound != MeasureSense::Exact => {
                    let found = NamedMeasure { length: 1, measure, amount: quantity.amount };
                    named_measure::catalogue_values(self.config, self.vocabulary, &found)
                }
                _ => vec![(fact.key, (quantity.amount * fact.times).to_string())],
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use domain::model::Fils;

    use super::*;
    use crate::interface::Sort;

    fn parsed(text: &str, literal: &[&str]) -> ParsedQuery {
        let config = SearchConfig::embedded().expect("config");
        let literal: Vec<String> = literal.iter().map(|words| (*words).to_owned()).collect();
        let (retailers, vocabulary) = (Arc::default(), Vocabulary::new(14));
        let context = ParseContext {
            literal: &literal,
            retailers: &retailers,
            config: &config,
            vocabulary: &vocabulary,
        };
        parse(text, context)
    }

    #[test]
    fn price_that_is_searched_literally_states_no_other_price() {
        for text in ["not more than 200 kd", "between 100 and 150 kd", "under 200"] {
            let query = parsed(&format!("gpu {text}"), &[text]);
            let constraints = &query.constraints;
            assert_eq!((constraints.price_min, constraints.price_max), (None, None), "{text}");
            assert_eq!(query.spans.len(), 1 + text.split(' ').count(), "{text}: {:?}", query.spans);
        }
    }

    #[test]
    fn prices_are_parsed_in_both_languages() {
        for (text, min, max, rest) in [
            ("gpu under 200", None, Some(200_000), 1),
            ("gpu below 1,200 kd", None, Some(1_200_000), 1),
            ("gpu 100-150", Some(100_000), Some(150_000), 1),
            ("كرت شاشة أقل من ٢٠٠ دينار", None, Some(200_000), 1),
            ("شاشة تحت 200", None, Some(200_000), 1),
            ("شاشة من 100 الى 150", Some(100_000), Some(150_000), 1),
            ("between 100 and 150 kd", Some(100_000), Some(150_000), 0),
            ("gpu in the range of 100 to 150 kd", Some(100_000), Some(150_000), 1),
            ("monitor 99.5kd", None, Some(99_500), 1),
            ("no gpu over 200", None, Some(200_000), 1),
            ("show me no monitor above 100 kd", None, Some(100_000), 3),
            ("no gpu under 200", Some(200_000), None, 1),
            ("ما ابي شاشة فوق 100", None, Some(100_000), 1),
            ("over 300 dinars", Some(300_000), None, 0),
            ("rog max 200", None, None, 3),
            ("rtx 4070", None, None, 2),
            ("ddr5-6000", None, None, 2),
        ] {
            let query = parsed(text, &[]);
            let constraints = &query.constraints;
            assert_eq!(
                (constraints.price_min, constraints.price_max),
                (min.map(Fils), max.map(Fils)),
                "{text}"
            );
            assert_eq!(query.spans.len(), rest, "{text}: {:?}", query.spans);
        }
    }

    #[test]
    fn bound_behind_an_excluded_kind_is_its_own_where_another_thing_is_wanted() {
        for text in ["corsair not monitor over 100", "gaming pc no gpu over 500"] {
            let constraints = parsed(text, &[]).constraints;
            assert!(!constraints.excluded.categories.is_empty(), "{text}");
        }
    }

    #[test]
    fn resolution_with_a_star_is_one_word() {
        for text in ["monitor 1920*1080 144hz", "monitor 1920 * 1080 144hz"] {
            let words: Vec<String> = parsed(text, &[]).words.into_iter().map(|word| word.text).collect();
            assert_eq!(words, ["monitor", "1920x1080", "144hz"], "{text}");
        }
        assert_eq!(parsed("ddr5 2*16gb", &[]).words.len(), 3);
    }

    #[test]
    fn stock_and_sort_words_are_parsed() {
        assert!(parsed("rtx 4070 in stock", &[]).constraints.in_stock);
        assert!(parsed("كرت شاشة متوفر", &[]).constraints.in_stock);
        assert_eq!(parsed("cheapest gpu", &[]).constraints.sort, Some(Sort::PriceAscending));
        assert_eq!(parsed("ارخص كرت شاشة", &[]).constraints.sort, Some(Sort::PriceAscending));
    }

    #[test]
    fn interpretation_that_the_user_removed_is_parsed_as_plain_words() {
        assert_eq!(parsed("under 200", &["under 200"]).constraints.price_max, None);
        let spans = parsed("graphics card", &["graphics card"]).spans;
        assert!(spans.iter().all(QuerySpan::is_plain) && spans.len() == 2);
    }

    #[test]
    fn longest_phrase_wins_over_shorter_ones() {
        for text in ["كرت شاشة", "كرت الشاشة", "case fan", "liquid cooler"] {
            assert_eq!(parsed(text, &[]).spans.len(), 1, "{text}");
        }
    }

    #[test]
    fn noise_words_are_dropped_unless_they_are_the_whole_query() {
        assert_eq!(parsed("سعر كرت شاشة في الكويت", &[]).spans.len(), 1);
        assert_eq!(parsed("the", &[]).spans.len(), 1);
    }
}
