//! Things that a query does not want: `16gb not 8gb`, `psu without rgb`, `شاشة مو سامسونج`, `gpu except asus or msi`.
//!
//! A word such as "not" excludes only what it stands right before and what is understood there: a retailer, a
//! manufacturer, a fact, a category, the letters of a model's variant, or a word of the catalogue. Otherwise it is a word
//! of a name.
//!
//! A second thing is excluded too where a word or a comma joins it to the first, and a manufacturer right behind another
//! one: `psu not corsair seasonic`. Before a kind of part or a word of a name it is the wanted one: `not corsair seasonic
//! psu`. Where a query wants nothing but a kind with a bound, the "not" before them negates the bound: `no gpu over 200`.

use domain::model::{Category, SpecKey};

use super::{
    query_intent,
    query_subjects::{CARD_FAMILIES, QuerySubjects, is_card_number},
    retailer,
};
use crate::{
    collect::filter::ExcludedWord,
    config::{
        SearchConfig,
        facet_plan::category_index,
        intents::{price_words::PriceRoles, table::longest_phrase},
        lexicon::MAX_PHRASE_WORDS,
    },
    interface::{SpecFilter, UnderstoodKind, UnderstoodPart},
    query::{parsed_query::QuerySpan, query_parser::QueryParser},
    storage::vocabulary::{SlotValue, Vocabulary},
    text::{
        analyzer::number,
        fold::{fold, has_digit},
    },
};

/// Maximum number of words between the excluding word and the thing: `not from the`.
pub(super) const MAX_LINKS: usize = 2;
/// Minimum letters of an excluded word that nothing else is known about.
const MIN_WORD_LETTERS: usize = 2;
/// Families of graphics chips by their manufacturer, which many products do not state.
const CHIP_FAMILIES: [(&str, &str); 3] = [("nvidia", "geforce"), ("amd", "radeon"), ("intel", "arc")];

/// Things that one exclusion excludes.
#[derive(Debug, Default)]
struct ExcludedThing {
    length: usize,
    category: Option<Category>,
    manufacturer: Option<String>,
    retailer: Option<String>,
    /// By spec: the values of the catalogue.
    facts: Vec<(SpecKey, Vec<String>)>,
    /// Words that no name may have.
    words: Vec<String>,
}

impl ExcludedThing {
    fn is_understood(&self) -> bool {
        self.category.is_some()
            || self.manufacturer.is_some()
            || self.retailer.is_some()
            || !self.facts.is_empty()
    }

    /// Whether another thing is of the same kind, or a value of the same spec.
    fn is_like(&self, other: &Self) -> bool {
        let key = |thing: &Self| thing.facts.first().map(|(key, _)| *key);
        other.is_understood() && self.kind() == other.kind() && key(self) == key(other)
    }

    fn kind(&self) -> UnderstoodKind {
        if self.retailer.is_some() {
            UnderstoodKind::Retailer
        } else if self.manufacturer.is_some() {
            UnderstoodKind::Brand
        } else if self.category.is_some() {
            UnderstoodKind::Category
        } else {
            UnderstoodKind::Spec
        }
    }

    /// Returns the API's filters that say the same.
    fn filter(&self) -> Vec<(String, Vec<String>)> {
        let category = self.category.map(|category| ("-category", category.as_str().to_owned()));
        let manufacturer = self.manufacturer.clone().map(|name| ("-manufacturer", name));
        let retailer = self.retailer.clone().map(|slug| ("-retailer", slug));
        let named = [category, manufacturer, retailer].into_iter().flatten();
        let facts = self.facts.iter().map(|(key, values)| (format!("-spec.{key}"), values.clone()));
        named.map(|(name, value)| (name.to_owned(), vec![value])).chain(facts).collect()
    }
}

impl QueryParser<'_> {
    /// Reads an exclusion; returns the number of words that it took.
    pub(crate) fn parse_exclusion(&mut self, index: usize) -> Option<usize> {
        let intents = &self.lexicon.intents;
        let word = longest_phrase(intents, self.joined, index, |phrase| intents.excluding.contains(phrase))?;
        let is_phrase = |phrase: &str| intents.use_of(phrase).is_some() || intents.is_filler(phrase);
        let longest = longest_phrase(intents, self.joined, index, is_phrase).unwrap_or(0);
        // `non-ecc` and `non modular` are names and `non-x` is none; `no noise` is a use.
        let behind = self.words.get(index + word)?.text.as_str();
        let is_joined = query_intent::is_punctuated(self.words, index + word);
        let is_name = longest > word
            || query_intent::is_punctuated(self.words, index)
            || (is_joined && !query_intent::is_model_suffix(behind))
            || self.interpretation_length(index) > word;
        if is_name {
            return None;
        }
        let (mut at, mut thing) = self.thing_behind(index + word)?;
        let mut start = index;
        if self.negates_bound(index, at, at + thing.length) {
            self.negated_bound = Some(index + word - 1);
            self.noise.extend((index..at).map(QuerySpan::plain));
            return Some(at - index);
        }
        loop {
            let end = at + thing.length;
            let joined = self.joined_thing(end, &thing);
            self.exclude(start, end, thing);
            match joined {
                Some((next, other)) => (start, at, thing) = (next, next, other),
                None => return Some(end - index),
            }
        }
    }

    /// Whether a "not" at a word negates a bound behind the name of a kind that begins at another word, because the query
    /// wants nothing else.
    fn negates_bound(&self, not: usize, kind: usize, bound: usize) -> bool {
        let wants_more =
            self.whole_pc_words.is_some() || self.parsed.spans.iter().any(|span| !span.is_optional);
        let has =
            |index: usize, role: PriceRoles| self.roles_at(index).is_some_and(|(roles, _)| roles.has(role));
        !wants_more
            && self.begins_kind(kind)
            && self.may_begin_amount(bound)
            && has(not, PriceRoles::NOT)
            && has(bound, PriceRoles::LESS | PriceRoles::MORE)
            && self.stated_amount(bound).is_some()
    }

    /// Whether the name of a kind of part begins at a word.
    fn begins_kind(&self, index: usize) -> bool {
        let longest = MAX_PHRASE_WORDS.min(self.words.len().saturating_sub(index));
        (1..=longest).any(|length| {
            let concept = self.lexicon.concept_named(self.phrase(index, length));
            concept.is_some_and(|concept| concept.category.is_some())
        })
    }

    /// Whether a kind of part or a word of a name begins at a word, so that a manufacturer before it is the wanted one.
    fn begins_wanted_thing(&self, index: usize) -> bool {
        let Some(word) = self.words.get(index) else { return false };
        let text = word.text.as_str();
        let is_plain = word.quantity.is_none()
            && number(text).is_none()
            && self.interpretation_length(index) == 0
            && !self.lexicon.intents.begins_phrase(text)
            && self.lexicon.markers(text).is_empty();
        is_plain || self.begins_kind(index)
    }

    /// Returns what is excluded beside a thing that ends at a word, with its index: any thing behind "or", one like the
    /// first behind "and" or a comma, and a manufacturer right behind another. `not white and 2 fans` asks for the fans.
    fn joined_thing(&self, end: usize, thing: &ExcludedThing) -> Option<(usize, ExcludedThing)> {
        let joiner = self.words.get(end)?.text.as_str();
        let last = self.words.get(end.checked_sub(1)?)?;
        let is_listed = self.characters.get(last.end).is_some_and(|mark| matches!(mark, ',' | '،'));
        let has_joiner = is_or(joiner) || is_and(joiner);
        let (next, other) = self.thing_behind(end + usize::from(has_joiner))?;
        let other = Some(other).filter(ExcludedThing::is_understood)?;
        let is_row = || {
            let are_manufacturers = thing.manufacturer.is_some() && other.manufacturer.is_some();
            next == end && are_manufacturers && !self.begins_wanted_thing(next + other.length)
        };
        let is_joined = is_or(joiner) || ((has_joiner || is_listed || is_row()) && other.is_like(thing));
        is_joined.then_some((next, other))
    }

    /// Adds an exclusion that some words state.
    fn exclude(&mut self, start: usize, end: usize, thing: ExcludedThing) {
        let words = self.phrase(start, end - start).to_owned();
        if self.literal.contains(&words) {
            self.parsed.spans.extend((start..end).map(QuerySpan::plain));
            return;
        }
        self.exclusions.push((start, end));
        let is_understood = thing.is_understood();
        let excluded_words = thing.words.iter().map(|text| ExcludedWord {
            text: text.clone(),
            phrase: words.clone(),
            is_understood,
        });
        self.parsed.constraints.excluded_words.extend(excluded_words);
        if is_understood {
            let label = self.phrase(end - thing.length, thing.length).to_owned();
            let (kind, filter) = (thing.kind(), thing.filter());
            self.parsed.understood.push(UnderstoodPart { kind, label, words, filter, excluded: true });
        }
        let constraints = &mut self.parsed.constraints;
        constraints.excluded.categories.extend(thing.category);
        constraints.excluded.manufacturers.extend(thing.manufacturer);
        constraints.excluded.retailers.extend(thing.retailer);
        let facts = thing.facts.into_iter().map(|(key, values)| (key, SpecFilter::NoneOf(values)));
        constraints.specs.extend(facts);
    }

    /// Returns the thing that is named behind links at a word, with its index. The article of `ال جي` is no link.
    fn thing_behind(&self, index: usize) -> Option<(usize, ExcludedThing)> {
        let named = self.excluded_thing(index).filter(|thing| thing.manufacturer.is_some());
        if let Some(thing) = named {
            return Some((index, thing));
        }
        let at = self.skip_links(index);
        Some((at, self.excluded_thing(at)?))
    }

    fn skip_links(&self, index: usize) -> usize {
        let is_link = |at: &usize| {
            let word = self.words.get(*at).map(|word| word.text.as_str()).unwrap_or_default();
            let roles = self.lexicon.intents.price.roles(word);
            word == "from" || roles.is_some_and(|roles| roles.has(PriceRoles::LINK))
        };
        index + (index..index + MAX_LINKS).take_while(is_link).count()
    }

    /// Returns the thing that is named at a word.
    fn excluded_thing(&self, index: usize) -> Option<ExcludedThing> {
        if let Some((slug, length)) =
            retailer::retailer_at(self.words, index, self.lexicon, self.vocabulary, self.retailers)
        {
            return Some(ExcludedThing { length, retailer: Some(slug), ..ExcludedThing::default() });
        }
        let longest = MAX_PHRASE_WORDS.min(self.words.len().saturating_sub(index));
        let named = (1..=longest).rev().find_map(|length| self.named_thing(index, length));
        named.or_else(|| self.plain_word(index))
    }

    /// Returns what `length` words name, if it is anything that products have.
    fn named_thing(&self, index: usize, length: usize) -> Option<ExcludedThing> {
        let phrase = self.phrase(index, length);
        let (lexicon, vocabulary) = (self.lexicon, self.vocabulary);
        let interpretation = lexicon.interpret(phrase);
        let english = interpretation.into_iter().flat_map(|interpretation| &interpretation.english);
        let english: Vec<String> = english.map(|words| words.join(" ")).collect();
        let concept = interpretation.and_then(|interpretation| lexicon.concept_of(interpretation));
        let names: Vec<&str> = std::iter::once(phrase).chain(english.iter().map(String::as_str)).collect();
        let brand = names.iter().find_map(|name| vocabulary.brand_phrases.get(*name).copied());
        let mut facts: Vec<(SpecKey, String)> =
            concept.map(|concept| concept.specs.clone()).unwrap_or_default();
        for name in &names {
            facts.extend(vocabulary.fact_phrases.get(*name).into_iter().flatten().cloned());
            let glued = Some(name.replace(' ', "")).filter(|_| query_intent::is_letters_and_number(name));
            facts.extend(
                glued.and_then(|glued| vocabulary.fact_phrases.get(&glued)).into_iter().flatten().cloned(),
            );
            if is_card_number(name, vocabulary) {
                facts.extend(card_facts(name, vocabulary));
            }
            facts.extend(chips_of_manufacturer(name, &self.subjects));
        }
        if length == 1 {
            facts.extend(self.quantity_facts(index));
        }
        let facts = catalogue_values(&facts, self.config, vocabulary, &self.subjects);
        let category =
            concept.filter(|concept| concept.specs.is_empty()).and_then(|concept| concept.category);
        let manufacturer = brand.and_then(|brand| vocabulary.brands.get(usize::from(brand)).cloned());
        // Products that state no such fact may have the word in their name: `RGB`, `WiFi`, not the size of a kit.
        let is_word = |name: &&&str| category.is_none() && !name.contains(' ') && !has_digit(name);
        let words = names.iter().filter(is_word).map(|name| (*name).to_owned());
        let words = if manufacturer.is_some() { Vec::new() } else { words.collect() };
        let thing = ExcludedThing { length, category, manufacturer, facts, words, retailer: None };
        let is_known = thing.is_understood() || (interpretation.is_some() && !thing.words.is_empty());
        is_known.then_some(thing)
    }

    /// Returns a word that is only known to the catalogue, such as the `ti` of a card.
    fn plain_word(&self, index: usize) -> Option<ExcludedThing> {
        let word = self.words.get(index).filter(|word| word.quantity.is_none())?;
        let text = word.text.as_str();
        let intents = &self.lexicon.intents;
        let is_of_sentence = intents.is_filler(text)
            || intents.for_words.contains(text)
            || intents.price.roles(text).is_some()
            || !self.lexicon.markers(text).is_empty()
            || text.bytes().all(|byte| byte.is_ascii_digit())
            || (text.chars().count() < MIN_WORD_LETTERS && !query_intent::is_model_suffix(text));
        let words = vec![text.to_owned()];
        (!is_of_sentence).then(|| ExcludedThing { length: 1, words, ..ExcludedThing::default() })
    }
}

/// Whether a word joins two things that are both excluded.
fn is_or(word: &str) -> bool {
    matches!(word, "or" | "nor" | "او" | "ولا")
}

/// Whether a word joins two things, of which the second may be wanted.
fn is_and(word: &str) -> bool {
    matches!(word, "and" | "و")
}

/// Returns the chips with the number of a card.
fn card_facts(number: &str, vocabulary: &Vocabulary) -> Vec<(SpecKey, String)> {
    let families = CARD_FAMILIES.iter();
    families
        .filter_map(|family| vocabulary.fact_phrases.get(&format!("{family} {number}")))
        .flatten()
        .cloned()
        .collect()
}

/// Returns the chips of cards and boards that a manufacturer's name excludes, as beginnings of values.
fn chips_of_manufacturer(name: &str, subjects: &QuerySubjects) -> Vec<(SpecKey, String)> {
    let family =
        CHIP_FAMILIES.iter().find(|(manufacturer, _)| *manufacturer == name).map(|(_, family)| family);
    let asked = subjects.requested_categories();
    let boards =
        asked.contains(&Category::Motherboard).then(|| (SpecKey::MotherboardChipset, format!("{name} *")));
    let cards = asked
        .contains(&Category::Gpu)
        .then(|| family.map(|family| (SpecKey::GpuChipset, format!("{family} *"))));
    boards.filter(|_| family.is_some()).into_iter().chain(cards.flatten()).collect()
}

/// Returns the catalogue's values that facts mean, by spec. A query for some categories excludes facts of these only.
fn catalogue_values(
    facts: &[(SpecKey, String)],
    config: &SearchConfig,
    vocabulary: &Vocabulary,
    subjects: &QuerySubjects,
) -> Vec<(SpecKey, Vec<String>)> {
    let asked: Vec<usize> =
        subjects.requested_categories().iter().map(|category| category_index(*category)).collect();
    let values_in = |is_asked: &dyn Fn(usize) -> bool| {
        let mut out: Vec<(SpecKey, Vec<String>)> = Vec::new();
        for (key, meant) in facts {
            let is_rounded = config.lexicon.rounded_keys.contains(key);
            let slots = config.facets.slots_of_spec(*key).filter(|(category, _)| is_asked(*category));
            let slots = slots.filter_map(|(category, slot)| vocabulary.slot(category, slot));
            for value in
                slots.flat_map(|slot| &slot.values).filter(|value| is_meant(value, meant, is_rounded))
            {
                let position = out.iter().position(|(other, _)| other == key).unwrap_or_else(|| {
                    out.push((*key, Vec::new()));
                    out.len() - 1
                });
                if let Some((_, texts)) = out.get_mut(position)
                    && !texts.contains(&value.text)
                {
                    texts.push(value.text.clone());
                }
            }
        }
        out
    };
    let of_asked = values_in(&|category| asked.contains(&category));
    if of_asked.is_empty() { values_in(&|_| true) } else { of_asked }
}

/// Whether a value of the catalogue is meant by another one: an equal one, one that begins so (`*`), or a number that
/// rounds to it.
fn is_meant(value: &SlotValue, meant: &str, is_rounded: bool) -> bool {
    if let Some(begun) = meant.strip_suffix('*') {
        return fold(&value.text).starts_with(&fold(begun));
    }
    let number = meant.parse::<f64>().ok();
    fold(&value.text) == fold(meant)
        || number.zip(value.number).is_some_and(|(meant, own)| {
            own == meant || (is_rounded && meant.fract() == 0.0 && own.round() == meant)
        })
}
