//! Misspelt words: spellings of the catalogue and of the lexicon within one or two edits, a swap counting as one.

use tantivy::{Term, query::FuzzyTermQuery};
use tantivy_fst::Automaton;

use super::{anagram::AnagramAutomaton, expander::Expander, parsed_query::QuerySpan};
use crate::{
    collect::clause::{Clause, ClauseOption, TermGroup},
    config::ranking::MatchQuality,
    interface::Result,
    text::{edits::is_within, fold::has_digit, sound},
};

/// Maximum number of words of the lexicon that a word is corrected to.
const MAX_NAMES: usize = 4;
/// Maximum number of spellings that are tried with the words around them.
const MAX_TRIED: usize = 6;
/// Minimum letters of a spelling: shorter words are within an edit of too many.
const MIN_LETTERS: usize = 4;
/// Minimum letters of a rare word that may be misspelt: a shorter one is a model's.
const MIN_RARE_LETTERS: usize = 5;
/// A frequent spelling replaces a rare word if this many times as many products have it.
const FREQUENT_FACTOR: u64 = 30;
/// Numbers of letters of words whose letters may be in another order.
const ANAGRAM_LETTERS: std::ops::RangeInclusive<usize> = 5..=9;
/// Minimum letters of words that may sound alike though two letters differ.
const MIN_ALIKE_LETTERS: usize = 6;
/// Longer words are nonsense rather than misspelt, and comparing them with a dictionary takes long.
const MAX_LETTERS: usize = 20;

/// Adds the spellings that the word may stand for; spellings two edits away only where there are none within one.
pub(crate) fn add_misspelt(
    expander: &Expander<'_>,
    clause: &mut Clause,
    word: &str,
    quality: &MatchQuality,
) -> Result<()> {
    let letters = word.chars().count();
    if letters > MAX_LETTERS || expander.config.lexicon.is_spelt_right(word) {
        return Ok(());
    }
    let typos = &expander.config.ranking.typos;
    let (one, two) = (typos.one_edit_from, typos.two_edits_from);
    for (distance, from, quality) in [(1_u8, one, quality.typo_one), (2, two, quality.typo_two)] {
        if letters < from || (distance > 1 && expander.rules.one_edit_only) {
            return Ok(());
        }
        let options_before = clause.options.len();
        add_lexicon_spellings(expander, clause, word, usize::from(distance))?;
        let mut spellings = spellings(expander, word, distance)?;
        if distance == 1 && ANAGRAM_LETTERS.contains(&letters) {
            let has_nearer = !spellings.is_empty() || clause.options.len() > options_before;
            spellings.extend(farther_spellings(expander, word, has_nearer)?);
            spellings.sort_by_key(|(_, documents)| std::cmp::Reverse(*documents));
            spellings.dedup();
        }
        let mut group = TermGroup::new(expander.view);
        for (spelling, _) in spellings.iter().take(expander.config.ranking.limits.fuzzy_terms) {
            group.add_word(expander.view, spelling, quality)?;
        }
        if group.doc_freq() > 0 {
            clause.options.push(ClauseOption::of_group(group));
            clause.first_words.extend(spellings.iter().take(2).map(|(spelling, _)| spelling.clone()));
            // A word of the catalogue is a likelier correction than a word of the lexicon.
            let mut tried: Vec<String> =
                spellings.into_iter().take(MAX_TRIED).map(|(spelling, _)| spelling).collect();
            tried.append(&mut clause.spellings);
            clause.spellings = tried;
        }
        if clause.options.len() > options_before {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns words of the catalogue two edits away that are likelier than other such words: of the same letters or,
/// where nothing is nearer, of the same sound.
fn farther_spellings(expander: &Expander<'_>, word: &str, has_nearer: bool) -> Result<Vec<(String, u64)>> {
    if has_nearer {
        return anagram_spellings(expander, word);
    }
    let Some(first) = word.chars().next().filter(|_| !expander.rules.one_edit_only) else {
        return Ok(Vec::new());
    };
    let two_edits = FuzzyTermQuery::new(Term::from_field_text(expander.view.fields.word, word), 2, true);
    let alike = SameFirstLetter { first: first.to_string().into_bytes(), others: two_edits.automaton()? };
    let mut farther = accepted_words(expander, word, &alike)?;
    farther.retain(|(spelling, _)| is_anagram(word, spelling) || sounds_alike(word, spelling));
    Ok(farther)
}

/// Returns words of the catalogue with the same letters in another order, at most two edits away.
fn anagram_spellings(expander: &Expander<'_>, word: &str) -> Result<Vec<(String, u64)>> {
    let Some(automaton) = AnagramAutomaton::of(word) else { return Ok(Vec::new()) };
    let mut found = accepted_words(expander, word, &automaton)?;
    found.retain(|(spelling, _)| is_anagram(word, spelling) && is_within(word, spelling, 2));
    Ok(found)
}

/// Adds spellings within an edit that many times as many products have: `tomahwak` of one name beside `tomahawk` of
/// a hundred.
pub(crate) fn add_more_frequent_spellings(
    expander: &Expander<'_>,
    clause: &mut Clause,
    word: &str,
    documents: u64,
) -> Result<()> {
    let letters = word.chars().count();
    let is_plain = !has_digit(word) && (MIN_RARE_LETTERS..=MAX_LETTERS).contains(&letters);
    if !is_plain || documents == 0 || expander.config.lexicon.is_spelt_right(word) {
        return Ok(());
    }
    let mut group = TermGroup::new(expander.view);
    for (spelling, frequency) in spellings(expander, word, 1)? {
        if frequency >= documents * FREQUENT_FACTOR {
            group.add_word(expander.view, &spelling, expander.config.ranking.quality.typo_one)?;
        }
    }
    if group.doc_freq() > 0 {
        clause.options.push(ClauseOption::of_group(group));
    }
    Ok(())
}

/// Whether two words have the same letters in another order, with the same first letter: `could` for `cloud`.
fn is_anagram(word: &str, other: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    word.chars().next() == other.chars().next() && letters(word) == letters(other)
}

/// Whether two words sound alike and begin with the same letter: `tomahok` and `tomahawk`.
fn sounds_alike(word: &str, other: &str) -> bool {
    word.chars().next() == other.chars().next()
        && word.chars().count() >= MIN_ALIKE_LETTERS
        && sound::sound_key(word).is_some_and(|key| sound::sound_key(other).is_some_and(|other| other == key))
}

/// Returns words of the catalogue within the distance, most frequent first.
pub(crate) fn spellings(expander: &Expander<'_>, word: &str, distance: u8) -> Result<Vec<(String, u64)>> {
    let field = expander.view.fields.word;
    let query = FuzzyTermQuery::new(Term::from_field_text(field, word), distance, true);
    accepted_words(expander, word, &query.automaton()?)
}

/// Returns words of the catalogue that an automaton accepts, without the word itself, most frequent first.
fn accepted_words<A: Automaton>(
    expander: &Expander<'_>,
    word: &str,
    automaton: &A,
) -> Result<Vec<(String, u64)>>
where
    A::State: Clone,
{
    let is_name = |spelling: &str| !has_digit(spelling) && !spelling.starts_with('^');
    let found = expander.view.words_accepted_by(automaton, |spelling| {
        spelling != word && is_name(spelling) && spelling.chars().count() >= MIN_LETTERS
    })?;
    let mut found: Vec<(String, u64)> = found.into_iter().collect();
    found.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
    Ok(found)
}

/// Accepts the words of another automaton that begin with one letter, so that a walk of the dictionary sees these alone.
struct SameFirstLetter<A> {
    first: Vec<u8>,
    others: A,
}

impl<A: Automaton> Automaton for SameFirstLetter<A> {
    /// The number of bytes read, up to the length of the letter, and the other automaton's state.
    type State = Option<(usize, A::State)>;

    fn start(&self) -> Self::State {
        Some((0, self.others.start()))
    }

    fn is_match(&self, state: &Self::State) -> bool {
        state.as_ref().is_some_and(|(read, other)| *read == self.first.len() && self.others.is_match(other))
    }

    fn can_match(&self, state: &Self::State) -> bool {
        state.as_ref().is_some_and(|(_, other)| self.others.can_match(other))
    }

    fn accept(&self, state: &Self::State, byte: u8) -> Self::State {
        let (read, other) = state.as_ref()?;
        if self.first.get(*read).is_some_and(|first| *first != byte) {
            return None;
        }
        Some(((read + 1).min(self.first.len()), self.others.accept(other, byte)))
    }
}

/// Adds categories and names of the lexicon within the distance.
fn add_lexicon_spellings(
    expander: &Expander<'_>,
    clause: &mut Clause,
    word: &str,
    distance: usize,
) -> Result<()> {
    let (lexicon, vocabulary) = (&expander.config.lexicon, &expander.view.vocabulary);
    let listed = lexicon.spelt_like(word, distance).chain(vocabulary.spelt_like(word, distance));
    let long_enough = listed.filter(|phrase| phrase.chars().count() >= MIN_LETTERS);
    for phrase in long_enough.take(MAX_NAMES) {
        let span = QuerySpan::of_phrase(lexicon, vocabulary, phrase);
        let options_before = clause.options.len();
        expander.add_interpretation(clause, &span)?;
        if clause.options.len() > options_before {
            clause.spellings.push(phrase.to_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tantivy_fst::automaton::AlwaysMatch;

    use super::*;

    #[test]
    fn only_words_with_the_first_letter_are_accepted() {
        for (first, word, expected) in [
            ("a", "arctic", true),
            ("a", "brctic", false),
            ("a", "", false),
            ("ش", "شاشه", true),
            ("ش", "ساشه", false),
        ] {
            let alike = SameFirstLetter { first: first.into(), others: AlwaysMatch };
            let end = word.bytes().fold(alike.start(), |state, byte| alike.accept(&state, byte));
            assert_eq!(alike.is_match(&end), expected, "{first} {word}");
        }
    }
}
