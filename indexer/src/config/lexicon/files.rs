//! Reads `words.toml` and `arabic_terms.tsv` into the lexicon.

use std::collections::BTreeMap;

use domain::model::{Category, SpecKey};
use serde::Deserialize;

use super::{
    Concept, Lexicon, Marker, QuantityFact,
    spelling_tables::{CorrectableName, SpellingShape, Spellings},
};
use crate::{
    config::intents::{
        intents_file::{IntentsFile, WordList},
        table::IntentTable,
    },
    interface::IndexError,
    text::fold::{fold, has_digit},
};

/// The file `words.toml` as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordsFile {
    units: BTreeMap<String, Vec<String>>,
    fused_units: BTreeMap<String, Vec<String>>,
    quantities: BTreeMap<String, Vec<QuantityEntry>>,
    facts: FactsSection,
    interpretations: Vec<ConceptEntry>,
    aliases: BTreeMap<String, Vec<String>>,
    stock: WordList,
    sorts: BTreeMap<String, Vec<String>>,
    noise: WordList,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuantityEntry {
    key: SpecKey,
    times: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactsSection {
    keys: Vec<SpecKey>,
    skip: Vec<String>,
    rounded: Vec<SpecKey>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConceptEntry {
    words: Vec<String>,
    category: Option<Category>,
    #[serde(default)]
    specs: Vec<SpecEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecEntry {
    key: SpecKey,
    value: String,
}

/// Rows of the Arabic terms whose words have another role in `words.toml`.
const NOT_SEARCHED: [&str; 9] =
    ["price", "cheap", "offer", "delivery", "in stock", "kwd", "kuwait", "new", "warranty"];

impl Lexicon {
    /// Builds the lexicon from the files of `config/search/`.
    pub(crate) fn build(
        words: WordsFile,
        arabic_terms: &str,
        intents: IntentsFile,
        spelt_right: &str,
    ) -> Result<Self, IndexError> {
        let mut lexicon = Self::default();
        add_words(&mut lexicon, words)?;
        add_arabic_terms(&mut lexicon, arabic_terms)?;
        lexicon.intents = IntentTable::build(intents, &lexicon.analyzer)?;
        let lines = spelt_right.lines().filter(|line| !line.starts_with('#'));
        lexicon.spelt_right.extend(lines.flat_map(str::split_whitespace).map(fold));
        lexicon.phrases = lexicon.interpretations.keys().cloned().collect();
        lexicon.phrases.sort_unstable();
        let names = lexicon.phrases.iter().filter(|phrase| !phrase.contains(' ') && !has_digit(phrase));
        lexicon.names = names
            .map(|text| CorrectableName { text: text.clone(), shape: SpellingShape::of(text) })
            .collect();
        lexicon.english_names = lexicon.collect_english_names();
        lexicon.mark_first_names();
        lexicon.category_names = lexicon.category_names();
        let phrases = lexicon.interpretations.keys().chain(lexicon.markers.keys());
        lexicon.spellings = Spellings::of(phrases, lexicon.long_category_names());
        Ok(lexicon)
    }
}

fn add_words(lexicon: &mut Lexicon, file: WordsFile) -> Result<(), IndexError> {
    for (unit, spellings) in &file.units {
        spellings.iter().for_each(|spelling| lexicon.analyzer.add_unit(spelling, unit, false));
    }
    for (unit, spellings) in &file.fused_units {
        spellings.iter().for_each(|spelling| lexicon.analyzer.add_unit(spelling, unit, true));
    }
    for (unit, entries) in file.quantities {
        let fact = |entry: QuantityEntry| QuantityFact { key: entry.key, times: entry.times.unwrap_or(1.0) };
        lexicon.quantities.insert(unit, entries.into_iter().map(fact).collect());
    }
    (lexicon.fact_keys, lexicon.rounded_keys) = (file.facts.keys, file.facts.rounded);
    lexicon.fact_skip = file.facts.skip.into_iter().collect();
    file.interpretations.into_iter().for_each(|entry| add_concept(lexicon, entry));
    for (name, aliases) in &file.aliases {
        let words = [lexicon.fold_words(name)];
        aliases.iter().for_each(|alias| lexicon.add_interpretation(alias, None, &words));
    }
    add_markers(lexicon, &file.stock, &file.noise);
    for (name, spellings) in &file.sorts {
        let sort = name
            .parse()
            .map_err(|_| IndexError::config("words.toml", format!("sorts.{name} is no order")))?;
        spellings.iter().for_each(|spelling| lexicon.add_marker(spelling, Marker::Sort(sort)));
    }
    Ok(())
}

fn add_concept(lexicon: &mut Lexicon, entry: ConceptEntry) {
    let specs = entry.specs.into_iter().map(|spec| (spec.key, spec.value)).collect();
    let index = lexicon.concepts.len();
    for spelling in &entry.words {
        let words = lexicon.fold_words(spelling);
        lexicon.add_interpretation(spelling, Some(index), &[words]);
    }
    let name = entry.words.into_iter().next().unwrap_or_default();
    lexicon.concepts.push(Concept { name, category: entry.category, specs });
}

fn add_markers(lexicon: &mut Lexicon, stock: &WordList, noise: &WordList) {
    for (spellings, marker) in [(&stock.words, Marker::Stock), (&noise.words, Marker::Noise)] {
        spellings.iter().for_each(|spelling| lexicon.add_marker(spelling, marker));
    }
}

/// Adds the rows of a table with four columns: English, kind, variants separated by `|`, further English words
/// separated by `|`.
fn add_arabic_terms(lexicon: &mut Lexicon, text: &str) -> Result<(), IndexError> {
    for (line, row) in text.lines().enumerate().skip(1).filter(|(_, row)| !row.trim().is_empty()) {
        let mut columns = row.split('\t');
        let (Some(english), Some(_kind), Some(variants)) = (columns.next(), columns.next(), columns.next())
        else {
            return Err(IndexError::config(
                "arabic_terms.tsv",
                format!("line {} has fewer than 3 columns", line + 1),
            ));
        };
        let others = columns.next().unwrap_or_default();
        if !NOT_SEARCHED.contains(&english) {
            add_term(lexicon, english, variants, others);
        }
    }
    Ok(())
}

fn add_term(lexicon: &mut Lexicon, english: &str, variants: &str, others: &str) {
    let unit = if english == "watt" {
        "w"
    } else if english == "cores" {
        "core"
    } else {
        english
    };
    let is_unit = lexicon.quantities.contains_key(unit);
    if is_unit {
        variants.split('|').for_each(|variant| lexicon.analyzer.add_unit(variant, unit, false));
    }
    let spellings = || {
        std::iter::once(english).chain(others.split('|').filter(|other| !other.is_empty() && *other != "\""))
    };
    let concept =
        spellings().find_map(|spelling| lexicon.interpret(&lexicon.fold_words(spelling).join(" "))?.concept);
    let words: Vec<Vec<String>> = spellings().map(|spelling| lexicon.fold_words(spelling)).collect();
    lexicon.spelt_right.extend(words.iter().flatten().cloned());
    // A unit alone says nothing (`جيجا` without a number); the brand Gigabyte has a row of its own.
    if !is_unit {
        variants.split('|').for_each(|variant| lexicon.add_interpretation(variant, concept, &words));
        variants.split('|').for_each(|variant| lexicon.add_proper_name(variant));
    }
    if spellings().count() > 1 {
        spellings().for_each(|spelling| lexicon.add_interpretation(spelling, concept, &words));
    }
}
