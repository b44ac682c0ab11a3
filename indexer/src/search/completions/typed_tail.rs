//! The last of the typed words, and the names that continue them.

use super::prefix_match::{PrefixMatch, match_prefix};
use crate::{
    collect::clause::TermGroup,
    config::{
        SearchConfig,
        lexicon::{Interpretation, ProperName},
    },
    interface::Result,
    storage::{schema::filter_term, view::View},
    text::fold::is_arabic,
};

/// Number of completions that are looked up in the catalogue.
const MAX_LOOKED_UP: usize = 48;

/// A name that continues the typed words.
pub(super) struct Completion {
    /// Number of typed words before those that the name completes.
    pub(super) words_before: usize,
    pub(super) prefix: PrefixMatch,
    /// Whether another spelling of the same thing is listed before this one.
    pub(super) is_variant: bool,
    /// Number of words of the name; a category behind an order counts as one.
    pub(super) words: usize,
    /// Number of products that have what the name says.
    pub(super) documents: u64,
    pub(super) text: String,
}

/// The last of the typed words, which a name is to continue.
pub(super) struct TypedTail<'a> {
    pub(super) view: &'a View,
    pub(super) config: &'a SearchConfig,
    pub(super) words: &'a [String],
    pub(super) text: String,
    /// Number of typed words before these.
    pub(super) words_before: usize,
}

/// Whether the words are one single letter.
pub(crate) fn is_letter(tail: &[String]) -> bool {
    matches!(tail, [word] if word.chars().count() == 1)
}

impl TypedTail<'_> {
    pub(super) fn complete(&self) -> Result<Vec<Completion>> {
        let mut found = Vec::new();
        if self.words.iter().all(|word| is_arabic(word)) {
            self.add_arabic_names(&mut found)?;
        } else {
            self.add_categories_and_facts(&mut found)?;
            self.add_brands(&mut found)?;
            self.add_english_names(&mut found)?;
            self.add_facts(&mut found)?;
        }
        self.add_sort_phrases(&mut found)?;
        Ok(found)
    }

    /// Returns the way in which a name continues the words. One letter behind other words begins too much to be
    /// looked for inside names.
    pub(super) fn match_name(&self, name: &str) -> Option<PrefixMatch> {
        match_prefix(name, self.words)
            .filter(|prefix| prefix.skipped == 0 || self.words_before == 0 || !is_letter(self.words))
    }

    pub(super) fn completion(
        &self,
        prefix: PrefixMatch,
        documents: u64,
        text: impl Into<String>,
    ) -> Completion {
        let text = text.into();
        let words = text.split(' ').count();
        Completion { words_before: self.words_before, prefix, is_variant: false, words, documents, text }
    }

    /// Adds names of the Arabic dictionary, properly written.
    fn add_arabic_names(&self, found: &mut Vec<Completion>) -> Result<()> {
        let lexicon = &self.config.lexicon;
        let mut names: Vec<(PrefixMatch, &ProperName)> = lexicon
            .proper_names
            .iter()
            .filter_map(|name| Some((self.match_name(&name.phrase)?, name)))
            .collect();
        names.sort_by_key(|(prefix, name)| (*prefix, !name.is_first));
        let mut senses: Vec<&Interpretation> = Vec::new();
        for (prefix, name) in names {
            let Some(interpretation) = lexicon.interpret(&name.phrase) else { continue };
            // One spelling of each thing: the first one in the dictionary.
            if senses.contains(&interpretation) {
                continue;
            }
            if senses.len() == MAX_LOOKED_UP {
                break;
            }
            senses.push(interpretation);
            let documents = count_documents(self.view, self.config, interpretation)?;
            let names_whole_pc = lexicon.intents.names_whole_pc(&name.phrase);
            if documents > 0 || names_whole_pc {
                let name = Completion {
                    is_variant: !name.is_first,
                    ..self.completion(prefix, documents.max(1), &name.text)
                };
                found.push(name);
            }
        }
        Ok(())
    }

    /// Adds names of categories and facts.
    fn add_categories_and_facts(&self, found: &mut Vec<Completion>) -> Result<()> {
        let lexicon = &self.config.lexicon;
        let exact = lexicon
            .phrases_with_prefix(&self.text)
            .map(|(phrase, interpretation)| (PrefixMatch::default(), phrase, interpretation));
        let mut names: Vec<_> = exact.take(MAX_LOOKED_UP).collect();
        if names.is_empty() && self.words.len() > 1 {
            let of_phrase =
                |(phrase, interpretation)| Some((self.match_name(phrase)?, phrase, interpretation));
            names = lexicon.phrases_with_prefix("").filter_map(of_phrase).take(MAX_LOOKED_UP).collect();
        }
        let mut concepts = Vec::new();
        for (prefix, phrase, interpretation) in names {
            let Some(concept) = interpretation.concept.filter(|concept| !concepts.contains(concept)) else {
                continue;
            };
            concepts.push(concept);
            let documents = count_documents(self.view, self.config, interpretation)?;
            if documents > 0 {
                let name = lexicon.concepts[concept].name.as_str();
                let text = if prefix.is_abbreviated || name.starts_with(&self.text) { name } else { phrase };
                found.push(self.completion(prefix, documents, text));
            }
        }
        Ok(())
    }

    /// Adds names of manufacturers. One-word names are suggested as brands already, so here they need words before
    /// them.
    fn add_brands(&self, found: &mut Vec<Completion>) -> Result<()> {
        let phrases = self.view.vocabulary.brand_phrases.iter();
        let phrases = phrases.filter(|(phrase, _)| phrase.contains(' ') || self.words_before > 0);
        for (phrase, number) in phrases {
            let Some(prefix) = self.match_name(phrase).filter(|prefix| prefix.skipped == 0) else { continue };
            let Some(name) = self.view.vocabulary.brands.get(usize::from(*number)) else { continue };
            let mut group = TermGroup::new(self.view);
            let documents = group.add(self.view, self.view.fields.filter, &filter_term("brand", name))?;
            if documents > 0 {
                found.push(self.completion(prefix, documents, name.to_lowercase()));
            }
        }
        Ok(())
    }

    /// Adds product lines and chipset manufacturers: `core i7`, `geforce`.
    fn add_english_names(&self, found: &mut Vec<Completion>) -> Result<()> {
        let lines = self.config.lexicon.english_names.iter();
        let lines = lines.filter_map(|line| Some((self.match_name(line)?, line)));
        for (prefix, text) in lines.take(MAX_LOOKED_UP) {
            let mut documents = u64::MAX;
            for word in text.split(' ') {
                let found = TermGroup::new(self.view).add(self.view, self.view.fields.word, word)?;
                documents = documents.min(found);
            }
            if documents > 0 && !found.iter().any(|other| other.text == *text) {
                found.push(self.completion(prefix, documents, text));
            }
        }
        Ok(())
    }

    /// Adds values of facts that are read from queries: chipsets, sockets, kinds of memory.
    fn add_facts(&self, found: &mut Vec<Completion>) -> Result<()> {
        let phrases = &self.view.vocabulary.fact_phrases;
        let mut matching: Vec<_> = phrases
            .iter()
            .filter_map(|(phrase, facts)| Some((self.match_name(phrase)?, phrase, facts)))
            .filter(|(prefix, phrase, _)| {
                // The same value without its manufacturer's name is a phrase of its own.
                prefix.skipped == 0 || !phrases.contains_key(&without_first(phrase, prefix.skipped))
            })
            .collect();
        matching.sort_unstable_by_key(|(prefix, phrase, _)| (*prefix, phrase.len(), *phrase));
        for (prefix, phrase, facts) in matching.into_iter().take(MAX_LOOKED_UP) {
            let mut group = TermGroup::new(self.view);
            for (key, value) in facts {
                group.add(self.view, self.view.fields.filter, &filter_term(key.as_str(), value))?;
            }
            if group.doc_freq() > 0 {
                found.push(self.completion(prefix, group.doc_freq(), phrase));
            }
        }
        Ok(())
    }
}

fn without_first(phrase: &str, count: usize) -> String {
    phrase.split(' ').skip(count).collect::<Vec<_>>().join(" ")
}

/// Counts the products that have an interpretation's category, brand, facts or words.
fn count_documents(view: &View, config: &SearchConfig, interpretation: &Interpretation) -> Result<u64> {
    let mut group = TermGroup::new(view);
    let concept = config.lexicon.concept_of(interpretation);
    if let Some(category) = concept.and_then(|concept| concept.category) {
        return Ok(TermGroup::of_category(view, category)?.doc_freq());
    }
    for (key, value) in concept.iter().flat_map(|concept| &concept.specs) {
        group.add(view, view.fields.filter, &filter_term(key.as_str(), value))?;
    }
    for words in &interpretation.english {
        let phrase = words.join(" ");
        match words.as_slice() {
            [word] => _ = group.add(view, view.fields.word, word)?,
            // Of several words, as many products as the rarest word has.
            several => {
                let mut rarest = TermGroup::new(view);
                for (index, word) in several.iter().enumerate() {
                    let mut of_word = TermGroup::new(view);
                    of_word.add(view, view.fields.word, word)?;
                    if index == 0 || of_word.doc_freq() < rarest.doc_freq() {
                        rarest = of_word;
                    }
                }
                group.merge(rarest);
            }
        }
        let name = view.vocabulary.brand_phrases.get(&phrase);
        if let Some(name) = name.and_then(|number| view.vocabulary.brands.get(usize::from(*number))) {
            group.add(view, view.fields.filter, &filter_term("brand", name))?;
        }
        for (key, value) in view.vocabulary.fact_phrases.get(&phrase).into_iter().flatten() {
            group.add(view, view.fields.filter, &filter_term(key.as_str(), value))?;
        }
    }
    Ok(group.doc_freq())
}
