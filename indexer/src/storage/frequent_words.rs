//! The most frequent words of a segment for each short beginning: `p` begins thousands of words, and `990 p` mostly
//! means `pro`. They are found once, when a segment is opened, because walking all of them takes longer than the
//! rest of a query.

use rustc_hash::FxHashMap;
use tantivy::SegmentReader;

use super::schema::Fields;
use crate::{interface::Result, text::word_hash::word_hash};

/// Maximum length of a beginning whose words are listed, in letters.
pub(crate) const MAX_LETTERS: usize = 3;
/// Marks the first word of a name or a model.
const FIRST_WORD_MARK: u8 = b'^';

/// Hashes of the most frequent words by their beginning, only for beginnings of more words than are listed.
#[derive(Debug, Default)]
pub(crate) struct FrequentWords(FxHashMap<String, Vec<u32>>);

/// The words of one beginning while the dictionary is read.
#[derive(Default)]
struct PrefixWords {
    beginning: String,
    /// Number of documents of each word, and the word's hash.
    words: Vec<(u32, u32)>,
}

impl FrequentWords {
    /// Reads the dictionary of a segment's words; lists at most `listed` words per beginning. `visit` is called with each
    /// word and its number of documents, in order: reading a dictionary twice would take twice as long.
    pub(crate) fn load(
        reader: &SegmentReader,
        fields: &Fields,
        listed: usize,
        mut visit: impl FnMut(&str, u32),
    ) -> Result<Self> {
        let mut frequent = Self::default();
        let mut open: [PrefixWords; MAX_LETTERS] = Default::default();
        let inverted = reader.inverted_index(fields.word)?;
        let mut stream = inverted.terms().stream()?;
        while stream.advance() {
            let Ok(word) = std::str::from_utf8(stream.key()) else { continue };
            visit(word, stream.value().doc_freq);
            if word.as_bytes().first() == Some(&FIRST_WORD_MARK) {
                continue;
            }
            let (documents, hash) = (stream.value().doc_freq, word_hash(word));
            let ends = word.char_indices().map(|(start, letter)| start + letter.len_utf8());
            for (prefix_words, end) in open.iter_mut().zip(ends) {
                let beginning = &word[..end];
                if prefix_words.beginning != beginning {
                    frequent.list_words(prefix_words, listed);
                    beginning.clone_into(&mut prefix_words.beginning);
                }
                prefix_words.words.push((documents, hash));
            }
        }
        open.iter_mut().for_each(|prefix_words| frequent.list_words(prefix_words, listed));
        Ok(frequent)
    }

    /// Lists the words of a beginning after its last word was read.
    fn list_words(&mut self, prefix_words: &mut PrefixWords, listed: usize) {
        let mut words = std::mem::take(&mut prefix_words.words);
        if words.len() <= listed {
            return;
        }
        words.sort_unstable_by(|left, right| right.cmp(left));
        let hashes = words.into_iter().take(listed).map(|(_, hash)| hash).collect();
        self.0.insert(prefix_words.beginning.clone(), hashes);
    }

    /// Returns the hashes of the most frequent words with a beginning; `None` where it has few words or is longer
    /// than [`MAX_LETTERS`].
    pub(crate) fn beginning_with(&self, beginning: &str) -> Option<&[u32]> {
        self.0.get(beginning).map(Vec::as_slice)
    }
}
