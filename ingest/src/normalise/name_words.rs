//! Words of a retailer's title that belong to the product's name. The title says more: the shop's name, offers of
//! delivery, the kind of product, facts, part numbers, Arabic words.
//!
//! 1. Cut the title into clauses, and take the one that names the manufacturer and a model (`clauses`).
//! 2. Leave out the words that the normaliser reads as something else: the manufacturer, generic words, measures, part
//!    numbers, the goods' condition, the retailer's own name.
//! 3. Mark the words that only describe: those that stand after a fact behind the model, unless a table knows them.

use domain::model::{
    Category,
    keys::{
        COLOUR_WORDS,
        fold::Folded,
        manufacturers::{AliasKind, manufacturer_aliases},
        model_words::{ModelWord, model_words},
    },
};

mod clauses;
mod lines;
mod owners;

use self::{
    clauses::Clauses,
    owners::{manufacturer_words, retailer_words},
};
use super::{
    condition, model,
    part_number::{self, PartNumber},
    title::cut_title,
    tokens::TitleTokens,
    transliterate::latinise,
};

/// A title and what is known about its product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameSource<'a> {
    pub(crate) category: Category,
    pub(crate) manufacturer: Option<&'a str>,
    /// The graphics chip in its canonical form, of a graphics card.
    pub(crate) chip: Option<&'a str>,
    /// The retailer's slug, whose words name no product: `dhow-digital`.
    pub(crate) retailer: &'a str,
    pub(crate) title: &'a str,
}

/// The words of one title that belong to the product's name.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TitleName {
    /// In the order of the title; empty where the title names nothing in Latin letters.
    pub(crate) words: Vec<NameWord>,
    /// Whether the words are written with lower-case letters, as the manufacturer writes them.
    pub(crate) mixed_case: bool,
    /// The clauses that say anything about the product, without the others and without Arabic words.
    pub(crate) cleaned: String,
}

/// A word of a product's name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NameWord {
    /// As the title spells it; a chip in its canonical form.
    pub(crate) text: String,
    /// The folded word, by which the words of several titles are compared.
    pub(crate) key: String,
    /// Text between it and the word before: a space, a dash, `&`.
    pub(crate) separator: String,
    /// Whether the word probably describes the product instead of naming it.
    pub(crate) is_description: bool,
    /// Whether it names a colour.
    pub(crate) is_colour: bool,
}

impl TitleName {
    /// Reads a title.
    pub(crate) fn read(of: &NameSource<'_>) -> TitleName {
        let source = latinise(cut_title(of.title));
        let text = Folded::new(&source);
        let tokens = TitleTokens::new(&source, &text);
        let title = Title::new(of, &tokens);
        let processor = tokens.cpu.as_ref().filter(|_| of.category == Category::Cpu);
        let words = match processor {
            Some((processor, _)) => vec![NameWord::of_processor(&processor.name)],
            None => title.words(),
        };
        let mixed_case =
            words.iter().any(|word| word.text.contains(|letter: char| letter.is_ascii_lowercase()));
        TitleName { words, mixed_case, cleaned: title.cleaned() }
    }
}

impl NameWord {
    fn of_processor(name: &str) -> NameWord {
        NameWord {
            text: name.to_owned(),
            key: name.to_lowercase(),
            separator: " ".to_owned(),
            is_description: false,
            is_colour: false,
        }
    }
}

/// A word that may belong to the name, with its place in the title.
#[derive(Debug, Clone)]
struct Candidate {
    key: String,
    first: usize,
    last: usize,
    is_chip: bool,
    /// Whether a table knows it: a variant (`oc`, `rgb`), a colour, a product line.
    known: bool,
    /// Whether it is a variant or a colour, which alone name nothing.
    is_variant: bool,
}

impl Candidate {
    fn names(&self) -> bool {
        !self.is_chip && !self.is_variant
    }

    fn has_digit(&self) -> bool {
        self.key.bytes().any(|byte| byte.is_ascii_digit())
    }
}

/// A title with the roles of its words.
struct Title<'a> {
    of: &'a NameSource<'a>,
    tokens: &'a TitleTokens<'a>,
    clauses: Clauses,
    /// For each word: whether it names the manufacturer.
    is_manufacturer: Vec<bool>,
    /// For each word: whether it belongs to a part number.
    is_number: Vec<bool>,
    candidates: Vec<Candidate>,
}

impl<'a> Title<'a> {
    fn new(of: &'a NameSource<'a>, tokens: &'a TitleTokens<'a>) -> Title<'a> {
        let text = tokens.text;
        let numbers = part_number::find_part_numbers(tokens);
        let is_manufacturer = manufacturer_words(of.manufacturer, text);
        let clauses = Clauses::new(tokens.source, text, &is_manufacturer);
        let is_number =
            (0..text.len()).map(|index| numbers.iter().any(|n| n.words.contains(&index))).collect();
        let mut title = Title { of, tokens, clauses, is_manufacturer, is_number, candidates: Vec::new() };
        title.candidates = title.find_candidates(&numbers);
        title
    }

    /// Returns all words that may belong to the name, of all clauses.
    fn find_candidates(&self, numbers: &[PartNumber]) -> Vec<Candidate> {
        let (of, text) = (self.of, self.tokens.text);
        let (_, terms) = condition::of_title(text);
        let in_line = lines::line_words(of.category, of.manufacturer, text);
        let retailer = retailer_words(of, text);
        // The unit that follows its number as a word of its own.
        let is_unit = |index: usize| {
            self.tokens.measures.iter().any(|measure| {
                measure.at + 1 == index
                    && text.word(measure.at).bytes().all(|byte| !byte.is_ascii_alphabetic())
            })
        };
        let is_left_out = |index: usize| {
            self.is_manufacturer[index]
                || retailer[index]
                || is_unit(index)
                || terms.iter().any(|words| words.contains(&index))
        };
        let words = model_words(of.category, of.manufacturer.unwrap_or_default(), text);
        let mut covered = vec![false; text.len()];
        let mut found: Vec<Candidate> = Vec::new();
        for word in &words {
            covered[word.first..=word.last].fill(true);
            let keeps = word.text.is_ascii()
                && !is_left_out(word.first)
                && !self.is_number[word.first]
                && !model::is_denied(self.tokens, word);
            if keeps && !(word.text == "plus" && word.first == 0) {
                found.push(self.candidate(word, in_line[word.first]));
            }
        }
        // `Odyssey` and `UltraGear` tell no products apart, but belong to the name.
        for index in (0..text.len()).filter(|index| in_line[*index] && !covered[*index]) {
            if text.word(index).is_ascii() && !is_left_out(index) {
                found.push(plain(text.word(index), index, index, true));
            }
        }
        self.add_number(numbers, &mut found);
        found.sort_by_key(|candidate| candidate.first);
        found
    }

    fn candidate(&self, word: &ModelWord, in_line: bool) -> Candidate {
        let is_chip = self.of.chip.is_some_and(|chip| model::repeats(chip, word));
        Candidate {
            is_chip,
            is_variant: word.known && !in_line,
            ..plain(&word.text, word.first, word.last, word.known || in_line)
        }
    }

    /// Adds the part number where it is the whole name, as of many monitors.
    fn add_number(&self, numbers: &[PartNumber], found: &mut Vec<Candidate>) {
        let is_unnamed = !found.iter().any(Candidate::names);
        let is_unnumbered = self.of.category == Category::Monitor && !found.iter().any(Candidate::has_digit);
        let needed = found.iter().all(|candidate| !candidate.is_chip) && (is_unnamed || is_unnumbered);
        if let Some(number) = numbers.first().filter(|_| needed) {
            found.push(plain(&number.text.to_lowercase(), number.words.start, number.words.end - 1, true));
        }
    }

    /// Returns the words of the name: those of the main clause, and years in brackets.
    fn words(&self) -> Vec<NameWord> {
        let Some(clause) = self.main_clause() else { return Vec::new() };
        let all = self.candidates.iter().filter(|candidate| self.clauses.of(candidate.first) == clause);
        let mut main: Vec<&Candidate> = all.collect();
        self.drop_words_before_manufacturer(clause, &mut main);
        let mut words = self.with_descriptions(&main);
        words.extend(self.year_in_brackets(clause));
        words
    }

    /// Returns the first clause with the manufacturer and a word that names something; else the one whose words the
    /// tables know best.
    fn main_clause(&self) -> Option<usize> {
        let clause_of = |candidate: &Candidate| self.clauses.of(candidate.first);
        let with_manufacturer = (0..self.is_manufacturer.len())
            .filter(|index| self.is_manufacturer[*index])
            .map(|index| self.clauses.of(index))
            .find(|clause| {
                let mut words = self.candidates.iter().filter(|candidate| clause_of(candidate) == *clause);
                words.any(|candidate| candidate.names() || candidate.is_chip)
            });
        with_manufacturer.or_else(|| {
            let measures = |clause: usize| {
                self.tokens.measures.iter().filter(|measure| self.clauses.of(measure.at) == clause).count()
            };
            let weight = |clause: usize| {
                let words = self.candidates.iter().filter(|candidate| clause_of(candidate) == clause);
                let known = words.clone().filter(|word| word.known || word.is_chip || word.has_digit());
                // A clause with facts about the product is more likely to name it than one with many words.
                (known.count() + measures(clause), words.count())
            };
            let mut clauses: Vec<usize> = self.candidates.iter().map(clause_of).collect();
            clauses.dedup();
            clauses.into_iter().rev().max_by_key(|clause| weight(*clause))
        })
    }

    /// Leaves out what stands before the manufacturer (`Buy`), unless it is the model: `PRIME RTX 5080 16GB ASUS`.
    fn drop_words_before_manufacturer(&self, clause: usize, main: &mut Vec<&Candidate>) {
        let of_clause = |index: &usize| self.is_manufacturer[*index] && self.clauses.of(*index) == clause;
        let Some(manufacturer) = (0..self.is_manufacturer.len()).find(of_clause) else { return };
        let follows = main.iter().any(|word| word.first > manufacturer && (word.names() || word.is_chip));
        if follows {
            main.retain(|word| word.first > manufacturer || word.known);
        }
    }

    /// Writes the words of the main clause, and marks those that only describe.
    fn with_descriptions(&self, main: &[&Candidate]) -> Vec<NameWord> {
        let text = self.tokens.text;
        let mut words: Vec<NameWord> = Vec::new();
        let (mut is_named, mut has_number, mut is_tail, mut has_chip) = (false, false, false, false);
        let mut before: Option<usize> = None;
        for word in main {
            if word.is_chip && std::mem::replace(&mut has_chip, true) {
                before = Some(word.last);
                continue;
            }
            if word.key.len() > 1 && words.iter().any(|known| known.key == word.key) {
                before = Some(word.last);
                continue;
            }
            is_tail |= is_named && before.is_some_and(|end| self.has_fact_between(end, word.first));
            let is_number = word.has_digit() && word.key.bytes().any(|byte| byte.is_ascii_lowercase());
            let is_sure = word.known || word.is_chip || (is_number && !has_number);
            // "Online in Kuwait".
            let is_place = is_named && text.word(word.last + 1) == "in";
            words.push(NameWord {
                text: self.spelling(word),
                key: word.key.clone(),
                separator: before.map_or_else(|| " ".to_owned(), |end| self.separator(end, word.first)),
                is_description: !is_sure && (is_tail || is_place),
                is_colour: COLOUR_WORDS.contains(&word.key.as_str()),
            });
            before = Some(word.last);
            is_named |= word.names();
            has_number |= word.names() && word.has_digit();
        }
        words
    }

    /// Whether a fact or a generic word stands between two words of the name.
    fn has_fact_between(&self, end: usize, next: usize) -> bool {
        let text = self.tokens.text;
        let is_of_chip = |index: usize| {
            let of_name = self
                .of
                .chip
                .is_some_and(|chip| Folded::new(chip).iter().any(|word| word == text.word(index)));
            let maker = manufacturer_aliases().alias_at(text, index);
            of_name || maker.is_some_and(|(alias, _)| alias.kind == AliasKind::ChipMaker)
        };
        (end + 1..next).any(|index| {
            !self.is_manufacturer[index]
                && !self.is_number[index]
                && !is_connective(text.word(index))
                && !is_of_chip(index)
        })
    }

    fn spelling(&self, word: &Candidate) -> String {
        let chip = self.of.chip.filter(|_| word.is_chip);
        let original = self.slice(word.first, word.last);
        match chip {
            Some(chip) => chip.to_owned(),
            None if original.is_ascii() => original.to_owned(),
            None => word.key.to_uppercase(),
        }
    }

    /// Returns what stands between two words: a dash or a dot inside a code, a connective, or a space.
    fn separator(&self, end: usize, next: usize) -> String {
        let text = self.tokens.text;
        if end + 1 == next {
            let (from, to) = (text.source(end).end, text.source(next).start);
            let between = self.tokens.source.get(from..to).unwrap_or(" ");
            let is_glue =
                between.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'/' | b'+' | b'\'' | b'_'));
            return if is_glue { between.to_owned() } else { " ".to_owned() };
        }
        let joins = end < next && (end + 1..next).all(|index| is_connective(text.word(index)));
        if joins { format!(" {} ", self.slice(end + 1, next - 1)) } else { " ".to_owned() }
    }

    /// Returns the year that tells generations apart: `RM850x (2021)`.
    fn year_in_brackets(&self, clause: usize) -> Option<NameWord> {
        let text = self.tokens.text;
        let is_year = |word: &str| word.len() == 4 && word.starts_with("20") && word.parse::<u32>().is_ok();
        let year = (0..text.len()).find(|index| {
            is_year(text.word(*index)) && self.clauses.of(*index) != clause && self.clauses.is_alone(*index)
        })?;
        Some(NameWord {
            text: format!("({})", text.word(year)),
            key: text.word(year).to_owned(),
            separator: " ".to_owned(),
            is_description: false,
            is_colour: false,
        })
    }

    /// Returns the clauses that have a measure, a part number, or a word that a table knows.
    fn cleaned(&self) -> String {
        let text = self.tokens.text;
        let says_something = |clause: usize| {
            self.main_clause() == Some(clause)
                || self.tokens.measures.iter().any(|measure| self.clauses.of(measure.at) == clause)
                || self.candidates.iter().any(|word| self.clauses.of(word.first) == clause && word.known)
        };
        let is_kept = |index: &usize| text.word(*index).is_ascii() && says_something(self.clauses.of(*index));
        let retailer = retailer_words(self.of, text);
        let kept: Vec<usize> = (0..text.len()).filter(is_kept).filter(|index| !retailer[*index]).collect();
        let mut cleaned = String::new();
        for (place, index) in kept.iter().enumerate() {
            if let Some(before) = place.checked_sub(1).and_then(|place| kept.get(place)) {
                cleaned.push_str(&self.separator(*before, *index));
            }
            let word = self.slice(*index, *index);
            cleaned.push_str(if word.is_ascii() { word } else { text.word(*index) });
        }
        cleaned
    }

    fn slice(&self, first: usize, last: usize) -> &str {
        let text = self.tokens.text;
        self.tokens.source.get(text.source(first).start..text.source(last).end).unwrap_or_default()
    }
}

fn plain(key: &str, first: usize, last: usize, known: bool) -> Candidate {
    Candidate { key: key.to_owned(), first, last, is_chip: false, known, is_variant: false }
}

/// Whether a word joins two others in a name: `with Heatsink`, `Plug & Play`.
fn is_connective(word: &str) -> bool {
    matches!(word, "with" | "and" | "w")
}

#[cfg(test)]
mod tests;
