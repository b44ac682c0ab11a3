//! Things that no retailer here sells, found by what the catalogue's words say, not by a list of things.
//!
//! The head noun of the noun phrase (`noun_phrase.rs`) says what a query asks for: the last noun in English (`iphone
//! case`), the first in Arabic (`كيس ايفون`). A thing is unsold where no product has all the words, and one of these
//! holds:
//!
//! 1. The head is a listed item (`[[not_carried]]` of `intents.toml`), not a kind of part that the item only describes:
//!    `usb c monitor` asks for a monitor.
//! 2. The query names neither a kind of part nor a model, and all of its words are foreign: ordinary words that no
//!    product has, or words that nothing can be read as.
//! 3. The head is a generic name of a kind, and a noun beside it names another thing: `pencil case`. A name is generic if
//!    longer names of the kind end with it (`graphics card`), so that the word before it tells which thing is meant. No
//!    product of the kind has that word.

use domain::model::Category;

use super::{noun_phrase::NounPhrase, query_intent::category_of};
use crate::{
    collect::{
        clause::{Clause, TermGroup},
        matches::Matches,
    },
    config::SearchConfig,
    interface::Result,
    query::{
        correction::misspells_name,
        expander::{Expander, MatchRules},
        keyboard,
        parsed_query::{NotCarriedItem, PART_NAMING_SPECS, ParsedQuery, QuerySpan, span_has_digit},
        relax,
        rewrite::{self, Script},
    },
    storage::view::View,
    text::fold::is_arabic,
};

/// The Arabic "for the", written onto a noun: it names what a thing is for.
const FOR_THE: &str = "لل";
/// Maximum number of words of a query that names a thing; longer texts are titles and sentences.
const MAX_WORDS: usize = 8;
/// Maximum number of unknown words that are looked up in other spellings: each costs a walk over the dictionary.
const MAX_ABSENT_WORDS: usize = 2;
/// Minimum number of letters of a word that names a thing.
const MIN_LETTERS: usize = 3;
/// Minimum length of a number that is a model's.
const MIN_MODEL_LETTERS: usize = 3;

/// Finds the thing that the query asks for and no retailer sells; `None` where it asks for a part. The caller has found no
/// product with all the words.
pub(crate) fn find_unsold_thing(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<Option<NotCarriedItem>> {
    let phrase = NounPhrase::of(view, config, parsed);
    let item = parsed.intent.not_carried.as_ref().filter(|item| phrase.is_head(&item.words));
    if let Some(item) = phrase.converter.clone().or_else(|| item.cloned()) {
        return Ok(Some(item));
    }
    if parsed.words.len() > MAX_WORDS || !parsed.literal.is_empty() || parsed.intent.whole_pc.is_some() {
        return Ok(None);
    }
    if phrase.names_category() { phrase.find_compound() } else { phrase.find_foreign() }
}

/// Whether the query asks for something that converts one thing to another: `hdmi to vga adapter`. Products that have all
/// the words prove nothing.
pub(crate) fn names_converter(view: &View, config: &SearchConfig, parsed: &ParsedQuery) -> bool {
    NounPhrase::of(view, config, parsed).converter.is_some()
}

/// Finds a listed item that a use stands for before the generic name of a kind, which has no such use: `laptop case`. The
/// use excludes no product, so products with all the words prove nothing.
pub(crate) fn find_compound_of_use(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<Option<NotCarriedItem>> {
    let phrase = NounPhrase::of(view, config, parsed);
    let Some((kind, beside)) = phrase.generic_kind() else { return Ok(None) };
    let words = phrase.words_of(beside);
    let intents = &config.lexicon.intents;
    let usage =
        intents.use_of(words).and_then(|usage| intents.uses.get(usage)).filter(|_| beside.is_optional);
    let suits_kind = |category: Category| {
        usage.is_none_or(|usage| usage.preferences.iter().any(|preference| preference.category == category))
    };
    let is_listed = intents.find_not_carried_item(words).is_some();
    let Some(category) =
        category_of(kind, &config.lexicon).filter(|category| is_listed && !suits_kind(*category))
    else {
        return Ok(None);
    };
    if phrase.has_product_of(category, beside)? {
        return Ok(None);
    }
    Ok(Some(phrase.unsold(kind, beside)))
}

/// A required span of a query that names no kind of part, as a word of the thing that it asks for.
enum WordOfThing {
    /// A model, a chip, or a word of products' names: a part is asked for.
    Part,
    /// An ordinary word that no product has.
    Ordinary,
    /// Another word that no product has; it may be misspelt.
    Absent,
    /// A manufacturer or a fact.
    Attribute,
    /// An ordinary word that products have too.
    Common,
    /// Tells nothing: a count, a letter.
    Neutral,
}

impl<'a> NounPhrase<'a> {
    /// Finds a thing that is named by a generic name of a kind and a foreign noun.
    fn find_compound(&self) -> Result<Option<NotCarriedItem>> {
        let Some((kind, beside)) = self.generic_kind() else { return Ok(None) };
        if misspells_name(&self.config.lexicon, &self.joined, self.parsed.words.len()) {
            return Ok(None);
        }
        let is_listed = self.config.lexicon.intents.find_not_carried_item(self.words_of(beside)).is_some();
        let is_noun = is_listed || self.is_foreign_noun(beside)?;
        let Some(category) = category_of(kind, &self.config.lexicon).filter(|_| is_noun) else {
            return Ok(None);
        };
        // A model or a manufacturer beside them is of a part.
        let is_other = |span: &&QuerySpan| !span.is_optional && *span != kind && *span != beside;
        let names_part = |span: &QuerySpan| {
            let is_chip = span.facts.iter().any(|(key, _)| PART_NAMING_SPECS.contains(key));
            span.is_plain()
                || span.brand.is_some()
                || is_chip
                || category_of(span, &self.config.lexicon).is_some()
        };
        if self.parsed.spans.iter().filter(is_other).any(names_part)
            || self.has_product_of(category, beside)?
        {
            return Ok(None);
        }
        Ok(Some(self.unsold(kind, beside)))
    }

    /// Whether a span is an ordinary word that names a thing, or a word that nothing can be read as.
    fn is_foreign_noun(&self, span: &QuerySpan) -> Result<bool> {
        let word = self.words_of(span);
        let is_word = span.is_plain()
            && !span.is_optional
            && word.chars().count() >= MIN_LETTERS
            && !word.starts_with(FOR_THE)
            && !span_has_digit(&self.parsed.words, span);
        if !is_word || self.config.lexicon.intents.is_describing(word) {
            return Ok(false);
        }
        Ok(self.config.lexicon.is_spelt_right(word) || self.is_unreadable(span)?)
    }

    /// Whether any product of the category has the words of a span.
    fn has_product_of(&self, category: Category, span: &QuerySpan) -> Result<bool> {
        let view = self.view;
        let of_category = Clause::of_group(TermGroup::of_category(view, category)?);
        let mut of_words = Clause::default();
        let words: Vec<String> = self.words_of(span).split(' ').map(str::to_owned).collect();
        self.expander(MatchRules::default()).add_words(&mut of_words, &words)?;
        Ok(Matches::find(view, &[&of_category, &of_words], Some(1))?.any(view))
    }

    /// Finds a thing whose words are all foreign. Without an ordinary word among them that no product has, unknown
    /// words beside a manufacturer, a fact or a word of products may be a product's name, and no word may have another reading.
    fn find_foreign(&self) -> Result<Option<NotCarriedItem>> {
        let required: Vec<&QuerySpan> = self.parsed.spans.iter().filter(|span| !span.is_optional).collect();
        let Some((first, last)) = required.first().copied().zip(required.last().copied()) else {
            return Ok(None);
        };
        let head = if is_arabic(self.words_of(first)) { first } else { last };
        if self.begins_kind(self.words_of(head)) {
            return Ok(None);
        }
        let (mut has_ordinary, mut may_be_name, mut absent) = (false, false, Vec::new());
        for span in &required {
            match self.word_of_thing(span)? {
                WordOfThing::Part => return Ok(None),
                WordOfThing::Ordinary => has_ordinary = true,
                WordOfThing::Absent => absent.push(*span),
                WordOfThing::Attribute | WordOfThing::Common => may_be_name = true,
                WordOfThing::Neutral => {}
            }
        }
        let may_be_part = !absent.is_empty() && (self.is_arabizi()? || self.is_other_layout()?);
        if may_be_part || misspells_name(&self.config.lexicon, &self.joined, self.parsed.words.len()) {
            return Ok(None);
        }
        if !has_ordinary {
            let may_be_thing = !may_be_name && (1..=MAX_ABSENT_WORDS).contains(&absent.len());
            if !may_be_thing {
                return Ok(None);
            }
            for span in absent {
                if !self.is_unreadable(span)? {
                    return Ok(None);
                }
            }
        }
        // `seagate iron`: the last word is half-typed.
        let half_typed = relax::match_as_typed(self.view, self.config, self.parsed.clone(), true, Some(1))?;
        if half_typed.matches.any(self.view) {
            return Ok(None);
        }
        let words = self.parsed.typed_text(first.start, last.end);
        Ok((!words.is_empty()).then_some(NotCarriedItem { words, near: None }))
    }

    /// Returns what a required span tells of the thing.
    fn word_of_thing(&self, span: &QuerySpan) -> Result<WordOfThing> {
        let word = self.words_of(span);
        let is_absent = || self.is_in_no_product(word);
        if span.is_plain()
            && !span_has_digit(&self.parsed.words, span)
            && self.config.lexicon.is_spelt_right(word)
        {
            return Ok(if is_absent()? { WordOfThing::Ordinary } else { WordOfThing::Common });
        }
        let is_chip = span.facts.iter().any(|(key, _)| PART_NAMING_SPECS.contains(key));
        // The name of a line in another script is of a part.
        let is_name = span.interpretation.as_ref().is_some_and(|found| found.concept.is_none());
        if is_chip || is_name || self.is_model_number(span) {
            return Ok(WordOfThing::Part);
        }
        if !span.is_plain() {
            return Ok(WordOfThing::Attribute);
        }
        if span_has_digit(&self.parsed.words, span) || word.chars().count() < MIN_LETTERS {
            // `i5`, `g7`: a short model.
            let is_model = word.starts_with(char::is_alphabetic)
                && word.contains(|letter: char| letter.is_ascii_digit());
            return Ok(if is_model && !is_absent()? { WordOfThing::Common } else { WordOfThing::Neutral });
        }
        Ok(if is_absent()? { WordOfThing::Absent } else { WordOfThing::Part })
    }

    /// Whether the name of a kind of part begins with the word: `لوحة` of `لوحة أم`.
    fn begins_kind(&self, word: &str) -> bool {
        let lexicon = &self.config.lexicon;
        lexicon
            .phrases_with_prefix(&format!("{word} "))
            .any(|(_, found)| lexicon.category_of(found).is_some())
    }

    /// Whether the same keys on the other layout are known words.
    fn is_other_layout(&self) -> Result<bool> {
        let expander = self.expander(MatchRules::default());
        for switched in keyboard::switch_layout(&self.parsed.text) {
            let switched = rewrite::parse_again(&expander, &switched, self.parsed);
            if keyboard::are_known_words(&expander, &switched)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the words are Arabic in Latin letters.
    fn is_arabizi(&self) -> Result<bool> {
        let expander = self.expander(MatchRules::default());
        Ok(rewrite::rewrite(&expander, self.parsed, Script::Latin)?.is_some())
    }

    fn is_in_no_product(&self, word: &str) -> Result<bool> {
        Ok(self.expander(MatchRules::default()).word_group(word)?.doc_freq() == 0)
    }

    fn is_model_number(&self, span: &QuerySpan) -> bool {
        let words = self.parsed.words.get(span.start..span.end).unwrap_or_default();
        span_has_digit(&self.parsed.words, span)
            && words.iter().any(|word| word.quantity.is_none() && word.text.len() >= MIN_MODEL_LETTERS)
    }

    /// Whether the catalogue and the lexicon have nothing that a word can be read as: neither as it stands, nor half-typed,
    /// misspelt, written apart or by its sound.
    fn is_unreadable(&self, span: &QuerySpan) -> Result<bool> {
        let rules = MatchRules { allow_half_typed: true, unknown_misspelt: true, ..MatchRules::default() };
        let (spans, words) = (vec![span.clone()], self.parsed.words.clone());
        let alone = ParsedQuery { spans, words, ..ParsedQuery::default() };
        let clauses = self.expander(rules).expand(&alone)?;
        Ok(clauses.iter().all(|clause| clause.options.is_empty()))
    }

    fn expander(&self, rules: MatchRules) -> Expander<'a> {
        Expander { view: self.view, config: self.config, rules }
    }

    /// Returns the thing that a kind's name and the word beside it name. Near it lies what lies near a listed item, else the
    /// kind.
    fn unsold(&self, kind: &QuerySpan, beside: &QuerySpan) -> NotCarriedItem {
        let words = self.parsed.typed_text(kind.start.min(beside.start), kind.end.max(beside.end));
        let listed = self.config.lexicon.intents.find_not_carried_item(self.words_of(beside));
        let near = listed.unwrap_or_else(|| category_of(kind, &self.config.lexicon));
        NotCarriedItem { words, near }
    }
}
