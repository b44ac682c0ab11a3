//! The words of names for indexing, each analysed once: most words of a catalogue stand in thousands of names.
//! Words, their forms and their sounds are numbers until they are written. The result equals `Analyzer::words`,
//! without positions.

use rustc_hash::FxHashMap;

use super::{
    analyzer::{Analyzer, PER_SECOND, may_begin_resolution, number, quantity_text},
    forms,
    resolution::resolution_at,
    sound,
    token::tokenize,
    word_hash::word_hash,
};

/// Number of texts that are remembered; beyond it all are forgotten, before the next product.
const MAX_TEXTS: usize = 150_000;

/// A text's number in an [`AnalysisCache`], until the cache forgets.
pub(crate) type TextId = u32;

/// Words that were analysed before.
pub(crate) struct AnalysisCache<'a> {
    analyzer: &'a Analyzer,
    ids: FxHashMap<Box<str>, TextId>,
    texts: Vec<Box<str>>,
    /// By text: its analysis as a word.
    analyses: Vec<Option<Box<AnalysedWord>>>,
    /// Text between two spaces, as words.
    chunks: FxHashMap<Box<str>, Box<[WordOccurrence]>>,
    tokens: Vec<WordOccurrence>,
}

/// A word where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WordOccurrence {
    pub(crate) id: TextId,
    /// Whether no space stands between it and the word before, as in `Token`.
    pub(crate) is_attached_to_previous: bool,
}

/// The analysis of one word.
#[derive(Debug, Clone)]
pub(crate) struct AnalysedWord {
    /// Hash in the `tokens` column.
    pub(crate) hash: u32,
    pub(crate) sound: Option<TextId>,
    /// Parts, stem and singular.
    pub(crate) forms: Box<[TextId]>,
    /// The first one, two and three characters.
    pub(crate) edges: Box<[TextId]>,
    /// The word behind `^`.
    pub(crate) first_term: TextId,
    number: Option<f64>,
    /// For a number with its unit written onto it: the canonical word.
    fused: Option<TextId>,
}

impl<'a> AnalysisCache<'a> {
    pub(crate) fn new(analyzer: &'a Analyzer) -> Self {
        Self {
            analyzer,
            ids: FxHashMap::default(),
            texts: Vec::new(),
            analyses: Vec::new(),
            chunks: FxHashMap::default(),
            tokens: Vec::new(),
        }
    }

    /// Forgets everything when there is too much of it. Earlier numbers are invalid afterwards.
    pub(crate) fn forget_if_full(&mut self) {
        if self.texts.len() > MAX_TEXTS {
            *self = Self::new(self.analyzer);
        }
    }

    /// Appends the first words of a text, at most `max`.
    pub(crate) fn words(&mut self, text: &str, max: usize, words: &mut Vec<WordOccurrence>) {
        let mut tokens = std::mem::take(&mut self.tokens);
        tokens.clear();
        for chunk in text.split_whitespace() {
            match self.chunks.get(chunk) {
                Some(known) => tokens.extend_from_slice(known),
                None => {
                    let analysed = self.analyse_chunk(chunk);
                    tokens.extend_from_slice(&analysed);
                    self.chunks.insert(chunk.into(), analysed);
                }
            }
        }
        let mut index = 0;
        let mut left = max;
        while index < tokens.len() && left > 0 {
            let (id, taken) = self.word_at(&tokens, index);
            words.push(WordOccurrence { id, is_attached_to_previous: tokens[index].is_attached_to_previous });
            index += taken;
            left -= 1;
        }
        self.tokens = tokens;
    }

    fn analyse_chunk(&mut self, chunk: &str) -> Box<[WordOccurrence]> {
        tokenize(chunk)
            .into_iter()
            .map(|token| WordOccurrence {
                id: self.id(&token.text),
                is_attached_to_previous: token.is_attached_to_previous,
            })
            .collect()
    }

    fn word_at(&mut self, tokens: &[WordOccurrence], index: usize) -> (TextId, usize) {
        let token = tokens[index].id;
        let AnalysedWord { number, fused, .. } = *self.analysis(token);
        let text_at = |offset: usize| tokens.get(index + offset).map(|word| &*self.texts[word.id as usize]);
        if text_at(0).is_some_and(may_begin_resolution)
            && let Some((text, taken)) = resolution_at(text_at)
        {
            return (self.id(&text), taken);
        }
        let is_rate = number.is_none()
            && tokens.get(index + 1).is_some_and(|next| next.is_attached_to_previous)
            && text_at(1) == Some(PER_SECOND);
        if is_rate && let Some((amount, unit)) = text_at(0).and_then(|text| self.analyzer.fused_rate(text)) {
            let word = quantity_text(amount, unit);
            return (self.id(&word), 2);
        }
        let Some(amount) = number else { return (fused.unwrap_or(token), 1) };
        for taken in [2, 1] {
            let Some(following) = tokens.get(index + 1..index + 1 + taken) else { continue };
            let text = |word: &WordOccurrence| &*self.texts[word.id as usize];
            let unit = match following {
                [one] => self.analyzer.unit(text(one)),
                _ => self.analyzer.unit(&following.iter().map(text).collect::<Vec<_>>().join(" ")),
            };
            if let Some(unit) = unit {
                let word = quantity_text(amount, unit);
                return (self.id(&word), 1 + taken);
            }
        }
        (token, 1)
    }

    /// Returns the analysis of a word.
    pub(crate) fn analysis(&mut self, id: TextId) -> &AnalysedWord {
        let known = self.analyses[id as usize].take();
        let analysis = known.unwrap_or_else(|| Box::new(self.analyse(id)));
        self.analyses[id as usize].insert(analysis)
    }

    fn analyse(&mut self, id: TextId) -> AnalysedWord {
        let text = self.texts[id as usize].clone();
        let mut others = Vec::new();
        forms::forms_of_word(&text, &mut others);
        let fused = match number(&text) {
            Some(_) => None,
            None => self.analyzer.fused_quantity(&text).map(|(amount, unit)| quantity_text(amount, unit)),
        };
        let ends = text.char_indices().map(|(index, character)| index + character.len_utf8()).take(3);
        AnalysedWord {
            hash: word_hash(&text),
            sound: sound::sound_key(&text).map(|key| self.id(&key)),
            forms: others.iter().map(|form| self.id(form)).collect(),
            edges: ends.map(|end| self.id(&text[..end])).collect(),
            first_term: self.id(&forms::first_word_term(&text)),
            number: number(&text),
            fused: fused.map(|word| self.id(&word)),
        }
    }

    /// Appends the other forms of the words in a row.
    pub(crate) fn forms(&mut self, words: &[WordOccurrence], out: &mut Vec<TextId>) {
        let mut start = 0;
        while start < words.len() {
            let length =
                1 + words[start + 1..].iter().take_while(|word| word.is_attached_to_previous).count();
            let run = &words[start..start + length];
            for pair in run.windows(2) {
                self.glue(pair, out);
            }
            if length > 2 {
                self.glue(run, out);
            }
            start += length;
        }
        for word in words {
            out.extend_from_slice(&self.analysis(word.id).forms);
        }
    }

    fn glue(&mut self, words: &[WordOccurrence], out: &mut Vec<TextId>) {
        let glued: String = words.iter().map(|word| &*self.texts[word.id as usize]).collect();
        if glued.len() <= forms::MAX_GLUED {
            out.push(self.id(&glued));
        }
    }

    /// Returns the text of a number.
    pub(crate) fn text(&self, id: TextId) -> &str {
        &self.texts[id as usize]
    }

    fn id(&mut self, text: &str) -> TextId {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = self.texts.len() as TextId;
        self.texts.push(text.into());
        self.analyses.push(None);
        self.ids.insert(text.into(), id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::analyzer::test_analyzer;
    use proptest::prelude::*;

    /// Returns the words, whether each is joined, and all other forms.
    fn plain(analyzer: &Analyzer, text: &str) -> (Vec<(String, bool)>, Vec<String>) {
        let words = analyzer.words(text);
        let forms = forms::forms(&words);
        (words.into_iter().map(|word| (word.text, word.is_attached_to_previous)).collect(), forms)
    }

    fn remembered(cache: &mut AnalysisCache<'_>, text: &str) -> (Vec<(String, bool)>, Vec<String>) {
        let (mut words, mut forms) = (Vec::new(), Vec::new());
        cache.words(text, usize::MAX, &mut words);
        cache.forms(&words, &mut forms);
        let mut forms: Vec<String> = forms.into_iter().map(|form| cache.text(form).to_owned()).collect();
        forms.sort_unstable();
        forms.dedup();
        (
            words.iter().map(|word| (cache.text(word.id).to_owned(), word.is_attached_to_previous)).collect(),
            forms,
        )
    }

    #[test]
    fn edges_end_at_character_boundaries() {
        let analyzer = test_analyzer();
        let mut cache = AnalysisCache::new(&analyzer);
        for (text, expected) in [("شاشه", vec!["ش", "شا", "شاش"]), ("pc", vec!["p", "pc"])] {
            let id = cache.id(text);
            let edges = cache.analysis(id).edges.clone();
            assert_eq!(edges.iter().map(|edge| cache.text(*edge)).collect::<Vec<_>>(), expected);
        }
    }

    proptest! {
        #[test]
        fn cached_analysis_equals_the_analyzer(
            texts in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![
                "32", "GB", "GB)", "x", "جيجا", "بايت", "٢٧", "\"", "27\"", "'", "'s", "Corsair's", "M.2", "B650M-A", "1,200", "RTX4070Ti", "™", "6000", "MT/s",
                "80+", "Fans", "الشاشات", "2x16GB", "-", ".", "ﷺ", "\u{a0}", "\u{200f}", " ", "  ", "16G", "in", "(", "G.Skill",
            ]), 0..14), 1..4),
            wild in "\\PC{0,24}",
        ) {
            let analyzer = test_analyzer();
            let mut cache = AnalysisCache::new(&analyzer);
            for text in texts.iter().flat_map(|parts| [parts.concat(), parts.join(" ")]).chain([wild]) {
                prop_assert_eq!(remembered(&mut cache, &text), plain(&analyzer, &text), "{:?}", text);
            }
        }
    }
}
