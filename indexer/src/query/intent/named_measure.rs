//! Numbers with the name of the thing that they count or measure: `4 ram slots`, `3 fans`, `400mm gpu`, `192 bit`,
//! `2 x 16gb`.

use domain::model::{Category, SpecKey};

use crate::{
    config::{
        SearchConfig,
        facet_plan::category_index,
        intents::{
            intents_file::MeasureSense,
            measure::Measure,
            table::{IntentTable, longest_phrase},
        },
        lexicon::Lexicon,
    },
    query::{parsed_query::QuerySpan, query_parser::QueryParser},
    storage::vocabulary::Vocabulary,
    text::{
        analyzer::{Analyzer, Word, number},
        joined::JoinedWords,
    },
};

/// Maximum number of modules in a kit of memory.
const MAX_MODULES: f64 = 8.0;
/// Size of the largest module, in gigabytes.
const MAX_MODULE_GIGABYTES: f64 = 256.0;
/// Minimum letters of a name that is written onto its number: fewer are of a model.
const MIN_GLUED_NAME: usize = 3;
/// Largest number that counts something; larger ones are of models.
const MAX_COUNT: f64 = 99_999.0;

/// A number with its name, as read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamedMeasure<'a> {
    /// Number of words.
    pub(crate) length: usize,
    pub(crate) measure: &'a Measure,
    pub(crate) amount: f64,
}

/// Returns the number with its name that begins at a word. A name that measures of several categories have, or that
/// is a category's own name, needs its category among the requested ones.
pub(crate) fn named_measure_at<'a>(
    words: &[Word],
    joined: &JoinedWords,
    index: usize,
    lexicon: &'a Lexicon,
    subjects: Option<&[Category]>,
) -> Option<NamedMeasure<'a>> {
    let table = &lexicon.intents;
    named_behind(words, joined, index, table)
        .into_iter()
        .chain(glued_measures(words, index, table))
        .chain(named_before(words, joined, index, table))
        .find(|(found, name)| {
            let Some(subjects) = subjects else { return true };
            let is_category =
                lexicon.interpret(name).is_some_and(|interpretation| interpretation.concept.is_some());
            subjects.contains(&found.measure.category)
                || (!is_category && table.measures_named(name).nth(1).is_none())
        })
        .map(|(found, _)| found)
}

/// Returns numbers with the name behind: `4 ram slots`, `4x m.2`, `400mm gpu`.
fn named_behind<'a>(
    words: &[Word],
    joined: &JoinedWords,
    index: usize,
    table: &'a IntentTable,
) -> Vec<(NamedMeasure<'a>, String)> {
    let Some((amount, unit, length)) = count_at(words, index, table) else { return Vec::new() };
    let Some((name, name_length)) = name_at(joined, index + length, table) else { return Vec::new() };
    let is_fitting = |measure: &&Measure| {
        let is_bare = unit.is_none() && measure.is_said_bare() && measure.is_plausible(amount);
        measure.unit == unit || is_bare
    };
    let fitting = table.measures_named(name).filter(is_fitting);
    let length = length + name_length;
    fitting.map(|measure| (NamedMeasure { length, measure, amount }, name.to_owned())).collect()
}

/// Returns numbers written onto the name: `3pack`, `2fan`. In Arabic two of something are one word: `مروحتين`.
fn glued_measures<'a>(
    words: &[Word],
    index: usize,
    table: &'a IntentTable,
) -> Vec<(NamedMeasure<'a>, String)> {
    let Some(word) = words.get(index).filter(|word| word.quantity.is_none()) else { return Vec::new() };
    if let Some(stem) = word.text.strip_suffix("تين") {
        let name = format!("{stem}ه");
        let fitting = table.measures_named(&name).filter(|measure| measure.unit.is_none());
        return fitting
            .map(|measure| (NamedMeasure { length: 1, measure, amount: 2.0 }, name.to_owned()))
            .collect();
    }
    let digits = word.text.bytes().take_while(u8::is_ascii_digit).count();
    let (amount, name) = word.text.split_at(digits);
    let Some(amount) = number(amount).filter(|_| name.len() >= MIN_GLUED_NAME) else { return Vec::new() };
    let fitting = table.measures_named(name).filter(|measure| measure.unit.is_none());
    fitting.map(|measure| (NamedMeasure { length: 1, measure, amount }, name.to_owned())).collect()
}

/// Returns numbers with the name before: `gpu length 400mm`, `cl 30`.
fn named_before<'a>(
    words: &[Word],
    joined: &JoinedWords,
    index: usize,
    table: &'a IntentTable,
) -> Vec<(NamedMeasure<'a>, String)> {
    let Some((name, name_length)) = name_at(joined, index, table) else { return Vec::new() };
    let Some((amount, unit, length)) = count_at(words, index + name_length, table) else { return Vec::new() };
    let is_fitting = |measure: &&Measure| measure.unit == unit && (unit.is_some() || measure.may_lead);
    let length = length + name_length;
    let fitting = table.measures_named(name).filter(is_fitting);
    fitting.map(|measure| (NamedMeasure { length, measure, amount }, name.to_owned())).collect()
}

/// Returns the longest name of a measure at a word, and its number of words.
fn name_at<'w>(words: &'w JoinedWords, index: usize, table: &IntentTable) -> Option<(&'w str, usize)> {
    let is_name = |phrase: &str| table.measures_named(phrase).next().is_some();
    let length = longest_phrase(table, words, index, is_name)?;
    Some((words.run(index, length)?, length))
}

/// Returns a number, its unit and their number of words, including a multiplication sign behind the number.
pub(super) fn count_at(
    words: &[Word],
    index: usize,
    table: &IntentTable,
) -> Option<(f64, Option<String>, usize)> {
    let word = words.get(index)?;
    if let Some(quantity) = &word.quantity {
        return Some((quantity.amount, Some(quantity.unit.clone()), 1));
    }
    if let Some(amount) = table.count_words.get(&word.text) {
        return Some((*amount, None, 1));
    }
    let times = word.text.strip_suffix('x');
    let amount = number(times.unwrap_or(&word.text)).filter(|amount| *amount <= MAX_COUNT)?;
    let is_times = times.is_none() && words.get(index + 1).is_some_and(|word| word.text == "x");
    Some((amount, None, 1 + usize::from(is_times)))
}

/// Returns the values of the catalogue that a number asks for; none where no product states the fact.
pub(crate) fn catalogue_values(
    config: &SearchConfig,
    vocabulary: &Vocabulary,
    found: &NamedMeasure<'_>,
) -> Vec<(SpecKey, String)> {
    let (measure, amount) = (found.measure, found.amount * found.measure.times);
    let index = category_index(measure.category);
    let position = config.facets.slots_of_spec(measure.key).find(|(category, _)| *category == index);
    let slot = position.and_then(|(category, slot)| vocabulary.slot(category, slot));
    let is_asked = |value: f64| match measure.sense_without_bound {
        MeasureSense::Exact => value == amount,
        MeasureSense::Min => value >= amount,
        MeasureSense::Max => value <= amount,
    };
    let values = slot.into_iter().flat_map(|slot| &slot.values);
    let asked = values.filter(|value| value.number.or_else(|| number_in(&value.text)).is_some_and(is_asked));
    let mut facts: Vec<(SpecKey, String)> = asked.map(|value| (measure.key, value.text.clone())).collect();
    // A fact that no product has is still a fact, and may be dropped as one.
    if facts.is_empty() && slot.is_some_and(|slot| !slot.values.is_empty()) {
        facts.push((measure.key, amount.to_string()));
    }
    facts
}

/// Returns the first number of a value: `3 Fans`, `2.5 Gb/s`, `front 360`.
fn number_in(text: &str) -> Option<f64> {
    text.split(' ').find_map(number)
}

/// Returns a kit of memory: the number of modules, their size in gigabytes, and the number of words.
fn kit_at(words: &[Word], index: usize, characters: &[char], analyzer: &Analyzer) -> Option<Kit> {
    let word = words.get(index)?;
    if let Some(kit) = glued_kit(&word.text) {
        // `4x8 gb`: the unit is a word of its own.
        let next = words.get(index + 1).filter(|_| !kit.has_unit);
        let has_unit_behind = next.is_some_and(|next| analyzer.unit(&next.text) == Some("gb"));
        return Some(if has_unit_behind { Kit { has_unit: true, length: 2, ..kit } } else { kit });
    }
    // `4 x8gb`
    let module = words.get(index + 1).and_then(|behind| module_size(behind.text.strip_prefix('x')?));
    if let (Some(modules), Some((size, true))) = (number(&word.text), module) {
        return Some(Kit { modules, size, has_unit: true, length: 2 });
    }
    let is_times = |at: usize| {
        let sign = words.get(at).map(|word| word.text.as_str());
        match (at.checked_sub(1).and_then(|before| words.get(before)), words.get(at)) {
            _ if sign == Some("x") => Some(1),
            (Some(before), Some(word)) => {
                let between = characters.get(before.end..word.start).unwrap_or_default();
                let mut signs = between.iter().filter(|character| !character.is_whitespace());
                (matches!(signs.next(), Some('*' | '×')) && signs.next().is_none()).then_some(0)
            }
            _ => None,
        }
    };
    // `2x 16gb`, `2 x 16gb`, `2*16gb`, `2×16`.
    let (modules, sign) = match word.text.strip_suffix('x').and_then(number) {
        Some(modules) => (Some(modules), Some(0)),
        None => (number(&word.text), is_times(index + 1)),
    };
    if let (Some(modules), Some(sign)) = (modules, sign) {
        let module = words.get(index + 1 + sign)?;
        let gigabytes = module.quantity.as_ref().filter(|quantity| quantity.unit == "gb");
        let size = gigabytes.map(|quantity| quantity.amount).or_else(|| number(&module.text))?;
        return Some(Kit { modules, size, has_unit: gigabytes.is_some(), length: 2 + sign });
    }
    // `16gb x2`, `16gb x 2`.
    let size = word.quantity.as_ref().filter(|quantity| quantity.unit == "gb")?.amount;
    let behind = words.get(index + 1)?;
    if let Some(modules) = behind.text.strip_prefix('x').and_then(number) {
        return Some(Kit { modules, size, has_unit: true, length: 2 });
    }
    let sign = is_times(index + 1)?;
    let modules = number(&words.get(index + 1 + sign)?.text)?;
    Some(Kit { modules, size, has_unit: true, length: 2 + sign })
}

/// Reads a kit of one word: `2x16gb`, `2x16`.
fn glued_kit(text: &str) -> Option<Kit> {
    let (modules, module) = text.split_once('x')?;
    let (modules, (size, has_unit)) = (number(modules)?, module_size(module)?);
    Some(Kit { modules, size, has_unit, length: 1 })
}

/// Returns the size of a module, and whether it has its unit: `16gb`, `16`.
fn module_size(text: &str) -> Option<(f64, bool)> {
    let size = text.strip_suffix("gb").or_else(|| text.strip_suffix('g'));
    Some((number(size.unwrap_or(text))?, size.is_some()))
}

/// A kit of memory.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Kit {
    modules: f64,
    /// Size of one module, in gigabytes.
    size: f64,
    has_unit: bool,
    length: usize,
}

impl Kit {
    fn is_plausible(self) -> bool {
        let is_whole = |number: f64| number.fract() == 0.0 && number >= 1.0;
        is_whole(self.modules)
            && is_whole(self.size)
            && self.modules <= MAX_MODULES
            && self.size <= MAX_MODULE_GIGABYTES
    }
}

impl QueryParser<'_> {
    /// Reads a number with its name, or a kit of memory; returns the number of words that it took.
    pub(crate) fn parse_named_measure(&mut self, index: usize) -> Option<usize> {
        if let Some(length) = self.parse_kit(index) {
            return Some(length);
        }
        let found = named_measure_at(
            self.words,
            self.joined,
            index,
            self.lexicon,
            Some(self.subjects.requested_categories()),
        )?;
        if self.literal.contains(self.phrase(index, found.length)) {
            return None;
        }
        let facts = catalogue_values(self.config, self.vocabulary, &found);
        self.parsed.spans.push(QuerySpan {
            start: index,
            end: index + found.length,
            // A number that no product states can only order the products.
            is_optional: facts.is_empty(),
            facts,
            is_measure: true,
            ..QuerySpan::default()
        });
        Some(found.length)
    }

    fn parse_kit(&mut self, index: usize) -> Option<usize> {
        let kit = kit_at(self.words, index, &self.characters, &self.lexicon.analyzer)?;
        if !kit.is_plausible() {
            return None;
        }
        let asked = self.subjects.requested_categories();
        let is_type = |word: &Word| {
            let facts = self.vocabulary.fact_phrases.get(&word.text).into_iter().flatten();
            facts.into_iter().any(|(key, _)| *key == SpecKey::RamType)
        };
        let is_memory =
            asked.contains(&Category::Ram) || (asked.is_empty() && self.words.iter().any(is_type));
        // `32gb 2x16`: the total is named too.
        let is_whole = |word: &Word| {
            word.quantity
                .as_ref()
                .is_some_and(|whole| whole.unit == "gb" && whole.amount == kit.modules * kit.size)
        };
        let is_sized = kit.has_unit || self.words.iter().any(is_whole);
        if !(is_memory || (asked.is_empty() && is_sized))
            || self.literal.contains(self.phrase(index, kit.length))
        {
            return None;
        }
        for (key, value) in [(SpecKey::Modules, kit.modules), (SpecKey::RamCapacity, kit.modules * kit.size)]
        {
            self.parsed.spans.push(QuerySpan {
                start: index,
                end: index + kit.length,
                facts: vec![(key, value.to_string())],
                is_measure: true,
                ..QuerySpan::default()
            });
        }
        Some(kit.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, index: usize, subjects: Option<&[Category]>) -> Option<(SpecKey, f64, usize)> {
        let config = SearchConfig::embedded().expect("config");
        let words = config.lexicon.analyzer.words(text);
        let found = named_measure_at(&words, &JoinedWords::of(&words), index, &config.lexicon, subjects)?;
        Some((found.measure.key, found.amount, found.length))
    }

    #[test]
    fn number_with_a_measure_name_is_a_measure() {
        for (text, subjects, expected) in [
            ("4 ram slots", [].as_slice(), Some((SpecKey::MemorySlots, 4.0, 3))),
            ("4x dimm slots", &[], Some((SpecKey::MemorySlots, 4.0, 3))),
            ("192 bit", &[], Some((SpecKey::MemoryBus, 192.0, 2))),
            ("400mm gpu", &[Category::Case], Some((SpecKey::MaxGpuLength, 400.0, 2))),
            ("triple fan", &[Category::Gpu], Some((SpecKey::Cooling, 3.0, 2))),
            ("3pack", &[Category::CaseFan], Some((SpecKey::FanQuantity, 3.0, 1))),
            ("cl 30", &[Category::Ram], Some((SpecKey::CasLatency, 30.0, 2))),
            ("مروحتين", &[Category::Gpu], Some((SpecKey::Cooling, 2.0, 1))),
            // Names that several categories have, or that are a category's name, need the category.
            ("3 fan", &[], None),
            ("400mm gpu", &[Category::Gpu], None),
            ("rtx 4070", &[], None),
        ] {
            assert_eq!(read(text, 0, Some(subjects)), expected, "{text}");
        }
    }

    #[test]
    fn kits_are_parsed_as_module_count_and_size() {
        let config = SearchConfig::embedded().expect("config");
        for (text, expected) in [
            ("2x16gb", Some((2.0, 16.0, 1))),
            ("2 x 16gb", Some((2.0, 16.0, 3))),
            ("2x 16 GB", Some((2.0, 16.0, 2))),
            ("2*16gb", Some((2.0, 16.0, 2))),
            ("16gb x2", Some((2.0, 16.0, 2))),
            ("16gb x 2", Some((2.0, 16.0, 3))),
            ("4x8 gb", Some((4.0, 8.0, 2))),
            ("4 x8gb", Some((4.0, 8.0, 2))),
            ("4x8 جيجا", Some((4.0, 8.0, 2))),
            ("4 x8", None),
            ("16gb ddr5", None),
            ("x 16", None),
        ] {
            let words = config.lexicon.analyzer.words(text);
            let characters: Vec<char> = text.chars().collect();
            let kit = kit_at(&words, 0, &characters, &config.lexicon.analyzer);
            let kit = kit.map(|kit| (kit.modules, kit.size, kit.length));
            assert_eq!(kit, expected, "{text}");
        }
    }
}
