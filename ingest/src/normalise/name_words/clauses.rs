//! Clauses of a title: between bars, commas, dashes with spaces, exclamation marks, and in brackets.

use domain::model::keys::fold::{Break, Folded};

const OPENING: [char; 4] = ['(', '[', '{', '【'];
const CLOSING: [char; 4] = [')', ']', '}', '】'];
/// Signs that begin another clause, also where they stand beside a bracket.
const SEPARATORS: [char; 11] = ['|', ',', ';', ':', '!', '*', '•', '·', '~', '،', '؛'];

/// The clause of each word of a title.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    clauses: Vec<usize>,
}

impl Clauses {
    /// Cuts a title into clauses. A clause goes on behind a bracket. The sign after the manufacturer belongs to its name
    /// (`be quiet!`) or leads to the model (`Corsair - Vengeance`).
    pub(super) fn new(source: &str, text: &Folded, is_manufacturer: &[bool]) -> Clauses {
        let mut clauses: Vec<usize> = Vec::with_capacity(text.len());
        let (mut current, mut last) = (0, 0);
        let mut outside: Option<usize> = None;
        let mut end = 0;
        for index in 0..text.len() {
            let gap = source.get(end..text.source(index).start).unwrap_or_default();
            end = text.source(index).end;
            let mut rest = gap;
            if let Some(at) = gap.rfind(CLOSING) {
                current = outside.take().unwrap_or(current);
                rest = gap.get(at..).unwrap_or_default();
            }
            let follows_manufacturer = index > 0 && is_manufacturer.get(index - 1) == Some(&true);
            if index > 0 && !follows_manufacturer && begins_clause(text.before(index), rest) {
                last += 1;
                (current, outside) = (last, None);
            }
            if rest.contains(OPENING) {
                outside = outside.or(Some(current));
                last += 1;
                current = last;
            }
            clauses.push(current);
        }
        Clauses { clauses }
    }

    /// Returns the clause of a word.
    pub(super) fn of(&self, index: usize) -> usize {
        self.clauses.get(index).copied().unwrap_or(usize::MAX)
    }

    /// Whether the word is a clause by itself.
    pub(super) fn is_alone(&self, index: usize) -> bool {
        self.clauses.iter().filter(|clause| **clause == self.of(index)).count() == 1
    }
}

fn begins_clause(sign: Break, gap: &str) -> bool {
    sign == Break::Clause
        || gap.contains(SEPARATORS)
        || (sign == Break::Bracket && [" - ", " – ", " — "].iter().any(|dash| gap.contains(dash)))
}
