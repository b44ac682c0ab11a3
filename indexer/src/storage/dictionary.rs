//! Walks of the whole dictionary of words: models and part numbers too, unlike `letter_words.rs`.

use tantivy_fst::Automaton;

use super::view::View;
use crate::interface::Result;

impl View {
    /// Returns the words of the catalogue that an automaton accepts, each once, in the order of their bytes.
    pub(crate) fn dictionary_words<A: Automaton>(&self, automaton: &A) -> Result<Vec<String>>
    where
        A::State: Clone,
    {
        let mut found = Vec::new();
        for segment in &self.segments {
            let inverted = segment.inverted(self.fields.word)?;
            let mut stream = inverted.terms().search(automaton).into_stream()?;
            while stream.advance() {
                found.extend(std::str::from_utf8(stream.key()).map(str::to_owned));
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}
