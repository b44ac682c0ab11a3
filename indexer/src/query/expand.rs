//! Turns the pieces of a query into units: every form of each piece that the index knows.

use super::{
    frequent, fuzzy,
    intent::reading::SUBJECT_FACTS,
    read::{Piece, Reading, piece_has_digit},
    split,
    unit::{Alternative, Group, Unit},
};
use crate::{
    SearchConfig, SearchError,
    lexicon::Meaning,
    text::{
        analyzer::number,
        fold::{has_digit, is_arabic},
        forms, sound,
    },
    view::View,
};

/// Tolerance of a search: how far it may depart from the typed letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Bare numbers may be facts: `27` inches, `850` watts.
    pub(crate) bare_numbers: bool,
    /// The last word may be half-typed even where it is a known word.
    pub(crate) typing: bool,
    /// Unknown words may be misspelt.
    pub(crate) unknown_misspelt: bool,
    /// Every word without a digit may be misspelt.
    pub(crate) all_misspelt: bool,
    /// A rounded size means every size that rounds to it, however few products have that size.
    pub(crate) all_rounded: bool,
    /// Words that hardly any product has may be misspelt, and so may the product's name.
    pub(crate) rare_misspelt: bool,
    /// Readings that are required, so that the words alone are not enough.
    pub(crate) required: RequiredReadings,
}

/// Readings that must hold for products.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RequiredReadings {
    #[default]
    None,
    Categories,
    /// Categories, chips, sockets and capacities.
    Facts,
}

/// Minimum length of a part number whose words are written together.
pub(super) const MIN_PART_NUMBER: usize = 5;
/// Maximum number of part numbers with a common beginning that are still offered.
pub(super) const MAX_PART_NUMBERS: usize = 50;

/// A word of at most this many products may be several words written as one.
const MAX_RARE: u64 = 2;
/// A word of at most this many products at the end may be the beginning of a category's name: `graph`.
const MAX_RARE_BEGUN: u64 = 10;
/// Minimum length of several words written as one without a digit.
const MIN_SEVERAL_WORDS: usize = 9;

/// Minimum letters of a half-typed Arabic name, and the maximum number of names that it is completed to.
const MIN_BEGUN: usize = 3;
const MAX_BEGUN: usize = 8;
/// Minimum letters of a half-typed word at the end of a text whose words find nothing as they stand.
const MIN_TYPED: usize = 2;
/// Minimum letters of a half-typed Latin name, with which more words begin.
const MIN_BEGUN_LATIN: usize = 5;
/// Series numbers in both ways of writing.
const NUMERALS: [[&str; 2]; 4] = [["2", "ii"], ["3", "iii"], ["4", "iv"], ["5", "v"]];

/// Makes units in a view.
pub(crate) struct Expander<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    pub(crate) reach: Reach,
}

impl Expander<'_> {
    /// Returns the units of a query, in the query's order.
    pub(crate) fn units(&self, reading: &Reading) -> Result<Vec<Unit>, SearchError> {
        let mut units = Vec::with_capacity(reading.pieces.len());
        // A query of optional words only asks for these words.
        if !reading.pieces.is_empty() && reading.pieces.iter().all(|piece| piece.is_optional) {
            let last = reading.pieces.len() - 1;
            let named = reading.pieces.iter().map(|piece| self.named(reading, piece)).enumerate();
            return named.map(|(index, piece)| self.piece(reading, &piece, index == last)).collect();
        }
        let mut index = 0;
        while index < reading.pieces.len() {
            let rest = &reading.pieces[index..];
            if rest[0].is_optional {
                units.push(self.optional(reading, &rest[0], rest.len() == 1)?);
                index += 1;
                continue;
            }
            if let Some((unit, taken)) = self.part_number_run(reading, rest)? {
                units.push(unit);
                index += taken;
                continue;
            }
            if let Some((unit, taken)) = self.glued_run(reading, rest)? {
                units.push(unit);
                index += taken;
                continue;
            }
            let is_last = index + 1 == reading.pieces.len();
            units.push(self.piece(reading, &reading.pieces[index], is_last)?);
            index += 1;
        }
        Ok(units)
    }

    /// Returns an optional piece as required words of a name, with their meaning.
    pub(crate) fn named(&self, reading: &Reading, piece: &Piece) -> Piece {
        let vocabulary = &self.view.vocabulary;
        let joined = words_of(reading, piece).join(" ");
        Piece {
            meaning: self.config.lexicon.meaning(&joined).cloned(),
            brand: vocabulary.brand_windows.get(&joined).copied(),
            facts: vocabulary.fact_windows.get(&joined).cloned().unwrap_or_default(),
            ..Piece { is_optional: false, ..piece.clone() }
        }
    }

    /// Returns a unit that only orders: the words as they stand, or in English. An Arabic word at the end may also
    /// be the beginning of a name: `كيس ابي` continues to `كيس ابيض`, although `ابي` is "I want".
    fn optional(&self, reading: &Reading, piece: &Piece, is_last: bool) -> Result<Unit, SearchError> {
        let words: Vec<String> = words_of(reading, piece).into_iter().map(str::to_owned).collect();
        let span = (piece.start, piece.end);
        let mut unit = Unit { text: words.join(" "), span, is_optional: true, ..Unit::default() };
        self.add_words(&mut unit, &words)?;
        for english in self.named(reading, piece).meaning.iter().flat_map(|meaning| &meaning.english) {
            self.add_words(&mut unit, english)?;
        }
        if is_last && piece.start > 0 && words.len() == 1 && is_arabic(&words[0]) {
            self.add_begun_meanings(&mut unit, &words[0], false)?;
        }
        Ok(unit)
    }

    fn piece(&self, reading: &Reading, piece: &Piece, is_last: bool) -> Result<Unit, SearchError> {
        let words = words_of(reading, piece);
        let text = words.join(" ");
        let has_digit = piece_has_digit(&reading.words, piece);
        let mut unit = Unit { text, has_digit, span: (piece.start, piece.end), ..Unit::default() };
        self.add_meaning(&mut unit, piece)?;
        if let [word] = words.as_slice()
            && let Some(amount) = number(word)
        {
            self.add_plausible_number(&mut unit, &reading.subjects, amount)?;
        }
        self.add_platform(&mut unit, &reading.subjects)?;
        unit.is_measure = piece.is_measure
            || reading
                .words
                .get(piece.start..piece.end)
                .unwrap_or_default()
                .iter()
                .all(|word| word.quantity.is_some());
        unit.says_fact = !piece.facts.is_empty()
            || piece.meaning.as_ref().is_some_and(|meaning| meaning.reading.is_some());
        unit.is_attribute = unit.says_fact
            && unit.category().is_none()
            && !piece.facts.iter().any(|(key, _)| SUBJECT_FACTS.contains(key));
        if words.len() == 1 {
            let typing = is_last && (self.reach.typing || is_begun_letter(reading, piece));
            self.add_word(&mut unit, words[0], typing)?;
            // In the middle of a query, a word that only begins other words is misspelt rather than half-typed.
            if self.reach.unknown_misspelt && unit.is_guess && !is_last && !has_digit {
                fuzzy::add_misspelt(self, &mut unit, words[0], &self.config.ranking.quality)?;
            }
            // `motherbo` at the end is half-typed.
            let is_begun = unit.is_guess || unit.documents() <= MAX_RARE_BEGUN;
            if is_last && is_begun && !has_digit && !is_arabic(words[0]) {
                self.add_begun_meanings(&mut unit, words[0], false)?;
            }
        } else {
            let owned: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            self.add_words(&mut unit, &owned)?;
        }
        let is_required = match self.reach.required {
            RequiredReadings::None => false,
            RequiredReadings::Categories => unit.category().is_some(),
            RequiredReadings::Facts => unit.names_kind(),
        };
        if is_required {
            unit.alternatives.retain(|alternative| alternative.is_reading);
        }
        // The unit is returned even when it is empty, so that relaxing knows what to drop.
        Ok(unit)
    }

    /// Adds several words as they stand, all of them required.
    pub(crate) fn add_words(&self, unit: &mut Unit, words: &[String]) -> Result<(), SearchError> {
        let mut alternative = Alternative::default();
        for word in words {
            alternative.groups.push(self.whole_word(word)?);
        }
        if alternative.is_possible() {
            unit.alternatives.push(alternative);
            unit.heads.extend(words.first().cloned());
        }
        Ok(())
    }

    /// Adds one word: as it stands, else half-typed, written apart, or by its sound.
    fn add_word(&self, unit: &mut Unit, word: &str, typing: bool) -> Result<(), SearchError> {
        let quality = &self.config.ranking.quality;
        let mut group = self.whole_word(word)?;
        if has_digit(word) && word.len() >= MIN_PART_NUMBER {
            group.add(self.view, self.view.fields.number, word)?;
        }
        self.add_model_parts(unit, word)?;
        if self.reach.bare_numbers
            && let Some(amount) = number(word)
        {
            self.add_bare_number(unit, amount)?;
        }
        let is_known = group.documents() > 0 || !unit.alternatives.is_empty();
        if typing || !is_known {
            self.add_half_typed(&mut group, word)?;
        }
        if self.reach.bare_numbers {
            self.add_numeral(&mut group, word)?;
        }
        unit.is_guess = !is_known;
        let group_documents = group.documents();
        let found = group_documents > 0;
        if found {
            unit.heads.push(word.to_owned());
            unit.alternatives.push(Alternative::one(group));
        }
        // A user may write as one word what everybody else writes as several: `4070tisuper`, `darkrock`.
        let is_rare =
            found && group_documents <= MAX_RARE && (has_digit(word) || word.len() >= MIN_SEVERAL_WORDS);
        if self.reach.rare_misspelt && group_documents <= MAX_RARE {
            fuzzy::add_frequent(self, unit, word, group_documents)?;
        }
        if is_known && typing && is_arabic(word) {
            self.add_begun_meanings(unit, word, typing)?;
        }
        if is_known && !self.reach.all_misspelt && !is_rare {
            return Ok(());
        }
        if !found || is_rare {
            unit.alternatives.extend(split::split(self, word)?);
        }
        if is_rare && is_known && !self.reach.all_misspelt {
            return Ok(());
        }
        if !found && is_arabic(word) {
            self.add_begun_meanings(unit, word, typing)?;
            self.add_sound(unit, word)?;
        }
        let misspelt = (self.reach.all_misspelt && unit.readings.is_empty())
            || (self.reach.unknown_misspelt && unit.alternatives.is_empty());
        if misspelt && !has_digit(word) {
            fuzzy::add_misspelt(self, unit, word, quality)?;
        }
        Ok(())
    }

    /// Returns the terms of a word, its stem, and their other forms.
    pub(crate) fn whole_word(&self, word: &str) -> Result<Group, SearchError> {
        let quality = &self.config.ranking.quality;
        let fields = &self.view.fields;
        let mut group = Group::new(self.view);
        group.add_word(self.view, word, quality.exact)?;
        group.add(self.view, fields.form, word)?;
        if let Some(stem) = forms::stem(word) {
            group.add_word(self.view, stem, quality.form)?;
            group.add(self.view, fields.form, stem)?;
        }
        Ok(group)
    }

    /// Returns a unit of all words that begin with a word.
    pub(crate) fn half_typed(&self, word: &str) -> Result<Unit, SearchError> {
        let mut group = Group::new(self.view);
        self.add_half_typed(&mut group, word)?;
        let alternatives = vec![Alternative::one(group)];
        Ok(Unit { text: word.to_owned(), has_digit: has_digit(word), alternatives, ..Unit::default() })
    }

    /// Returns a unit of names and models that begin with the unit's words; `None` where there are none.
    pub(crate) fn heads(&self, unit: &Unit) -> Result<Option<Unit>, SearchError> {
        let mut group = Group::new(self.view);
        for head in &unit.heads {
            group.add(self.view, self.view.fields.word, &format!("^{head}"))?;
        }
        let is_empty = group.documents() == 0;
        Ok((!is_empty).then(|| Unit { alternatives: vec![Alternative::one(group)], ..Unit::default() }))
    }

    pub(super) fn add_half_typed(&self, group: &mut Group, word: &str) -> Result<(), SearchError> {
        let fields = &self.view.fields;
        let limit = self.config.ranking.limits.prefix_terms;
        let quality = self.config.ranking.quality.prefix;
        // A short beginning is shared by too many words to walk them: such a beginning is a term of its own, and
        // the hashes are those of the most frequent words.
        if word.chars().count() <= frequent::MAX_LETTERS && group.add_frequent(self.view, word, quality)? {
            group.add(self.view, fields.edge, word)?;
        } else {
            group.add_prefix(self.view, fields.word, word, limit, Some(quality))?;
        }
        if has_digit(word) && word.len() >= MIN_PART_NUMBER {
            group.add_prefix(self.view, fields.number, word, MAX_PART_NUMBERS, None)?;
        }
        Ok(())
    }

    /// Adds the parts of a word that joins a model's number with other words, which the catalogue may write apart:
    /// `rtx4070`.
    fn add_model_parts(&self, unit: &mut Unit, word: &str) -> Result<(), SearchError> {
        let parts = forms::model_parts(word);
        if parts.concat() == word { self.add_words(unit, &parts) } else { Ok(()) }
    }

    /// Adds a number as the Roman numeral that manufacturers write, and the reverse: `cloud 3` is the Cloud III.
    fn add_numeral(&self, group: &mut Group, word: &str) -> Result<(), SearchError> {
        let pair = NUMERALS.iter().find(|pair| pair.contains(&word));
        for other in pair.into_iter().flatten().filter(|other| **other != word) {
            group.add_word(self.view, other, self.config.ranking.quality.form)?;
        }
        Ok(())
    }

    /// Adds the meanings of half-typed names: Arabic names that the catalogue has in English, and names of
    /// categories.
    fn add_begun_meanings(&self, unit: &mut Unit, word: &str, typing: bool) -> Result<(), SearchError> {
        let least = match (is_arabic(word), typing) {
            (true, true) => MIN_TYPED,
            (true, false) => MIN_BEGUN,
            (false, _) => MIN_BEGUN_LATIN,
        };
        if word.chars().count() < least {
            return Ok(());
        }
        let lexicon = &self.config.lexicon;
        let names_category = |meaning: &Meaning| {
            let reading = meaning.reading.and_then(|reading| lexicon.readings.get(reading));
            reading.is_some_and(|reading| reading.category.is_some())
        };
        // Names with the word as their first whole word are nearer than names whose first word it begins: `كور` is
        // of `كور اي 7`.
        let whole = format!("{word} ");
        let is_whole = !typing && lexicon.beginning_with(&whole).next().is_some();
        let mut begun: Vec<&Meaning> = Vec::new();
        for (_, meaning) in lexicon.beginning_with(if is_whole { &whole } else { word }) {
            let is_meant = is_arabic(word) || names_category(meaning);
            if is_meant && begun.len() < MAX_BEGUN && !begun.contains(&meaning) {
                begun.push(meaning);
            }
        }
        for meaning in begun {
            self.add_meaning(unit, &Piece { meaning: Some(meaning.clone()), ..Piece::default() })?;
        }
        Ok(())
    }

    /// Adds another transliteration of a listed word, or of a word of the catalogue.
    fn add_sound(&self, unit: &mut Unit, word: &str) -> Result<(), SearchError> {
        if let Some(meaning) = self.config.lexicon.sounds_like(&[word]) {
            self.add_meaning(unit, &Piece { meaning: Some(meaning.clone()), ..Piece::default() })?;
        }
        if let Some(key) = sound::key(word) {
            let mut group = Group::new(self.view);
            if group.add(self.view, self.view.fields.sound, &key)? > 0 {
                unit.alternatives.push(Alternative::one(group));
            }
        }
        Ok(())
    }
}

/// Whether a single letter stands behind a word without a meaning of its own: `990 p`, `lian l`. Some name may have
/// the letter as a word, but more names have words that begin with it. Behind a brand it is a word: `msi x`.
pub(super) fn is_begun_letter(reading: &Reading, piece: &Piece) -> bool {
    let before = reading.pieces.iter().find(|before| before.end == piece.start);
    let word = reading.words.get(piece.start).filter(|word| !word.joined);
    before.is_some_and(Piece::is_plain)
        && word
            .is_some_and(|word| word.text.chars().count() == 1 && word.text.chars().all(char::is_alphabetic))
}

pub(super) fn words_of<'r>(reading: &'r Reading, piece: &Piece) -> Vec<&'r str> {
    reading
        .words
        .get(piece.start..piece.end)
        .unwrap_or_default()
        .iter()
        .map(|word| word.text.as_str())
        .collect()
}
