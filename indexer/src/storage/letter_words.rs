//! The words of a segment that may be the right spelling of a misspelt one: words of letters alone, in the order of their
//! bytes.
//!
//! Most words of a dictionary are models and part numbers, which correct nothing. The few others are read from it once, when
//! the segment is opened, and lie side by side, each with the number of bytes that it shares with the word before it. An
//! automaton walks them like a tree:
//!
//! 1. The states of the shared bytes are kept from the word before; only the other bytes are read.
//! 2. Where the automaton can match nothing any more, the following words are skipped as long as they share those bytes: a
//!    comparison of two numbers each.
//!
//! Worked example: `corsair` within an edit. `cable` shares nothing; the automaton gives up at `cab`, and `cabinet` is skipped,
//! because it shares these three bytes. `corsairs` shares seven bytes with `corsair`, so only its `s` is read.

use tantivy_fst::Automaton;

use crate::text::fold::has_digit;

/// Minimum letters of a word: shorter words are within an edit of too many.
pub(crate) const MIN_LETTERS: usize = 4;
/// Marks the first word of a name or a model.
const FIRST_WORD_MARK: char = '^';

/// The words of one segment.
#[derive(Debug, Default)]
pub(crate) struct LetterWords {
    /// All words, one after the other.
    text: String,
    words: Vec<LetterWord>,
}

#[derive(Debug, Clone, Copy)]
struct LetterWord {
    /// End of the word in the text; it starts where the word before it ends.
    end: u32,
    /// Number of bytes that it shares with the word before it; a larger number counts as the largest.
    shared: u8,
    /// Number of documents that have the word.
    documents: u32,
}

impl LetterWords {
    /// Adds a word of the dictionary, if it is of letters alone. Words arrive in the order of their bytes.
    pub(crate) fn push(&mut self, word: &str, documents: u32) {
        let is_wanted = !word.starts_with(FIRST_WORD_MARK)
            && !has_digit(word)
            && word.chars().take(MIN_LETTERS).count() == MIN_LETTERS;
        let Ok(end) = u32::try_from(self.text.len() + word.len()) else { return };
        if !is_wanted {
            return;
        }
        let before = self.words.len().checked_sub(1).map_or("", |last| self.word(last));
        let shared = before.bytes().zip(word.bytes()).take_while(|(left, right)| left == right).count();
        let shared = u8::try_from(shared).unwrap_or(u8::MAX);
        self.text.push_str(word);
        self.words.push(LetterWord { end, shared, documents });
    }

    /// Visits the words that an automaton accepts, with their numbers of documents.
    pub(crate) fn for_each_accepted<A: Automaton>(&self, automaton: &A, mut visit: impl FnMut(&str, u32))
    where
        A::State: Clone,
    {
        // By number of bytes read of the current word.
        let mut states = vec![automaton.start()];
        // Number of bytes after which the automaton can match nothing.
        let mut dead = usize::MAX;
        let mut start = 0;
        for LetterWord { end, shared, documents } in &self.words {
            let (word, shared) = (start..*end as usize, usize::from(*shared));
            start = word.end;
            if shared >= dead {
                continue;
            }
            dead = usize::MAX;
            let text = &self.text[word];
            states.truncate(shared + 1);
            for (read, byte) in text.bytes().enumerate().skip(shared) {
                let Some(state) = states.last().map(|state| automaton.accept(state, byte)) else { break };
                if !automaton.can_match(&state) {
                    dead = read + 1;
                    break;
                }
                states.push(state);
            }
            if dead == usize::MAX && states.last().is_some_and(|state| automaton.is_match(state)) {
                visit(text, *documents);
            }
        }
    }

    fn word(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.words[before].end as usize);
        &self.text[start..self.words[index].end as usize]
    }
}

#[cfg(test)]
mod tests {
    use tantivy::{Term, query::FuzzyTermQuery, schema::Field};

    use super::*;
    use crate::text::edits::is_within;

    const WORDS: [&str; 24] = [
        "cab",
        "cable",
        "cables",
        "cabinet",
        "corsair",
        "corsairs",
        "corsiar",
        "cosair",
        "crosair",
        "korsair",
        "mouse",
        "mousepad",
        "mouses",
        "noctua",
        "nocuta",
        "strix",
        "tomahawk",
        "tomahwak",
        "vengeance",
        "venegance",
        "wireless",
        "شاشات",
        "شاشه",
        "كورسير",
    ];

    fn letter_words(words: &[&str]) -> LetterWords {
        let mut letter_words = LetterWords::default();
        let mut sorted = words.to_vec();
        sorted.sort_unstable();
        (1..).zip(sorted).for_each(|(documents, word)| letter_words.push(word, documents));
        letter_words
    }

    fn accepted(words: &LetterWords, word: &str, distance: u8) -> Vec<String> {
        let query = FuzzyTermQuery::new(Term::from_field_text(Field::from_field_id(0), word), distance, true);
        let mut found = Vec::new();
        words.for_each_accepted(&query.automaton().expect("short"), |word, _| found.push(word.to_owned()));
        found
    }

    #[test]
    fn only_words_of_letters_are_kept_with_their_documents() {
        let words = letter_words(&["4070", "^corsair", "b650", "corsair", "cpu", "rtx4070", "قدر", "شاشه"]);
        let kept: Vec<(&str, u32)> =
            (0..words.words.len()).map(|index| (words.word(index), words.words[index].documents)).collect();
        assert_eq!(kept, [("corsair", 4), ("شاشه", 7)]);
    }

    #[test]
    fn walk_finds_every_word_within_the_edits() {
        let words = letter_words(&WORDS);
        for word in
            WORDS.into_iter().chain(["corsar", "mosue", "zzzz", "", "tomahawks", "شاشة", "venngeance"])
        {
            for distance in [1, 2] {
                let mut expected: Vec<&str> = WORDS
                    .into_iter()
                    .filter(|other| other.chars().count() >= MIN_LETTERS)
                    .filter(|other| is_within(word, other, usize::from(distance)))
                    .collect();
                expected.sort_unstable();
                assert_eq!(accepted(&words, word, distance), expected, "{word} within {distance}");
            }
        }
    }

    #[test]
    fn words_that_share_more_bytes_than_a_byte_counts_are_found() {
        let long = "a".repeat(300);
        let (one, two) = (format!("{long}b"), format!("{long}bc"));
        let words = letter_words(&[&long, &one, &two]);
        assert_eq!(accepted(&words, &one, 1), [long.clone(), one.clone(), two.clone()]);
        assert_eq!(accepted(&words, "aaaa", 1), [""; 0]);
    }
}
