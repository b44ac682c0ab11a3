//! The words of a text joined by spaces. Any run of words is a slice of one string, so looking runs up allocates
//! nothing.

use super::analyzer::Word;

/// Words joined by single spaces.
#[derive(Debug, Clone, Default)]
pub(crate) struct JoinedWords {
    text: String,
    /// Start and end of each word in the text, in bytes.
    spans: Vec<(usize, usize)>,
}

impl JoinedWords {
    pub(crate) fn of(words: &[Word]) -> Self {
        let mut joined = Self::default();
        joined.text.reserve(words.iter().map(|word| word.text.len() + 1).sum());
        for word in words {
            if !joined.text.is_empty() {
                joined.text.push(' ');
            }
            let start = joined.text.len();
            joined.text.push_str(&word.text);
            joined.spans.push((start, joined.text.len()));
        }
        joined
    }

    /// Returns `length` words from an index on; `None` where there are fewer.
    pub(crate) fn run(&self, start: usize, length: usize) -> Option<&str> {
        let last = (start + length).checked_sub(1)?;
        self.text.get(self.spans.get(start)?.0..self.spans.get(last)?.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SearchConfig;

    #[test]
    fn run_returns_words_joined_by_spaces() {
        let config = SearchConfig::embedded().expect("config");
        let joined = JoinedWords::of(&config.lexicon.analyzer.words("كرت rtx 5070"));
        assert_eq!(joined.run(0, 2), Some("كرت rtx"));
        assert_eq!(joined.run(1, 2), Some("rtx 5070"));
        assert_eq!(joined.run(2, 2), None);
    }
}
