//! Half-typed words: the words, part numbers and names that they may become.

use super::{
    expander::{Expander, MAX_PART_NUMBERS, MIN_PART_NUMBER_LENGTH},
    parsed_query::{ParsedQuery, QuerySpan},
};
use crate::{
    collect::clause::{Clause, ClauseOption, TermGroup},
    config::lexicon::Interpretation,
    interface::Result,
    storage::frequent_words,
    text::fold::{has_digit, is_arabic},
};

/// Minimum letters of a half-typed Arabic name, and the maximum number of names that it is completed to.
const MIN_HALF_TYPED_ARABIC: usize = 3;
const MAX_HALF_TYPED_NAMES: usize = 8;
/// Minimum letters of a half-typed word at the end of a text whose words find nothing as they stand.
const MIN_HALF_TYPED: usize = 2;
/// Minimum letters of a half-typed Latin name, with which more words begin.
const MIN_HALF_TYPED_LATIN: usize = 5;

impl Expander<'_> {
    /// Returns a clause of all words that begin with a word.
    pub(crate) fn prefix_clause(&self, word: &str) -> Result<Clause> {
        let mut group = TermGroup::new(self.view);
        self.add_prefix_words(&mut group, word)?;
        let options = vec![ClauseOption::of_group(group)];
        Ok(Clause { text: word.to_owned(), has_digit: has_digit(word), options, ..Clause::default() })
    }

    /// Adds the words that a half-typed word begins, and the part numbers.
    pub(super) fn add_prefix_words(&self, group: &mut TermGroup, word: &str) -> Result<()> {
        let fields = &self.view.fields;
        let limit = self.config.ranking.limits.prefix_terms;
        let quality = self.config.ranking.quality.prefix;
        // A short beginning is shared by too many words to walk them: such a beginning is a term of its own, and
        // the hashes are those of the most frequent words.
        if word.chars().count() <= frequent_words::MAX_LETTERS
            && group.add_frequent(self.view, word, quality)?
        {
            group.add(self.view, fields.edge, word)?;
        } else {
            group.add_prefix(self.view, fields.word, word, limit, Some(quality))?;
        }
        if has_digit(word) && word.len() >= MIN_PART_NUMBER_LENGTH {
            group.add_prefix(self.view, fields.number, word, MAX_PART_NUMBERS, None)?;
        }
        Ok(())
    }

    /// Adds the interpretations of half-typed names: Arabic names that the catalogue has in English, and names of
    /// categories.
    pub(super) fn add_half_typed_names(
        &self,
        clause: &mut Clause,
        word: &str,
        allow_half_typed: bool,
    ) -> Result<()> {
        let least = match (is_arabic(word), allow_half_typed) {
            (true, true) => MIN_HALF_TYPED,
            (true, false) => MIN_HALF_TYPED_ARABIC,
            (false, _) => MIN_HALF_TYPED_LATIN,
        };
        if word.chars().count() < least {
            return Ok(());
        }
        let lexicon = &self.config.lexicon;
        // Names with the word as their first whole word are nearer than names whose first word it begins: `كور` is
        // of `كور اي 7`.
        let whole = format!("{word} ");
        let is_whole = !allow_half_typed && lexicon.phrases_with_prefix(&whole).next().is_some();
        let mut begun: Vec<&Interpretation> = Vec::new();
        for (_, interpretation) in lexicon.phrases_with_prefix(if is_whole { &whole } else { word }) {
            let is_meant = is_arabic(word) || lexicon.category_of(interpretation).is_some();
            if is_meant && begun.len() < MAX_HALF_TYPED_NAMES && !begun.contains(&interpretation) {
                begun.push(interpretation);
            }
        }
        for interpretation in begun {
            self.add_interpretation(
                clause,
                &QuerySpan { interpretation: Some(interpretation.clone()), ..QuerySpan::default() },
            )?;
        }
        Ok(())
    }
}

/// Whether a single letter stands behind a word without an interpretation: `990 p`, `lian l`. Some name may have
/// the letter as a word, but more names have words that begin with it. Behind a brand it is a word: `msi x`.
pub(super) fn is_half_typed_letter(parsed: &ParsedQuery, span: &QuerySpan) -> bool {
    let preceding = parsed.spans.iter().find(|other| other.end == span.start);
    let word = parsed.words.get(span.start).filter(|word| !word.is_attached_to_previous);
    preceding.is_some_and(QuerySpan::is_plain)
        && word
            .is_some_and(|word| word.text.chars().count() == 1 && word.text.chars().all(char::is_alphabetic))
}
