//! Completions of half-typed words: names of categories, brands and attributes in both languages, chips and other
//! facts, orders, and words of products.

mod begun;
mod beside;
mod orders;

use crate::{
    SearchConfig, SearchError, SuggestedProduct,
    entry::filter_term,
    lexicon::{Lexicon, Meaning, ProperName},
    query::unit::Group,
    text::fold::is_arabic,
    view::View,
};

pub use begun::typed_of_name;
use begun::{Begun, begun};

/// Number of completions that are looked up in the catalogue.
const MAX_LOOKED_UP: usize = 48;
/// Number of completions that are returned.
const MAX_NAMES: usize = 6;

/// A name that continues the typed words.
struct Completion {
    /// Number of typed words before those that the name completes.
    before: usize,
    begun: Begun,
    /// Whether another spelling of the same thing is listed before this one.
    is_variant: bool,
    /// Number of words of the name; a category behind an order counts as one.
    words: usize,
    /// Number of products that have what the name says.
    documents: u64,
    text: String,
}

/// Returns the text as typed up to the word of an index: the part that stands before a completed word.
pub(crate) type Before<'a> = &'a dyn Fn(usize) -> String;

/// The last of the typed words, which a name is to continue.
struct Tail<'a> {
    view: &'a View,
    config: &'a SearchConfig,
    words: &'a [String],
    text: String,
    /// Number of typed words before these.
    before: usize,
}

/// Returns completions of the typed text that products of the catalogue have, the likeliest first. The whole text
/// is completed first; then the longest of its ends that some name continues, to names that products have beside
/// the words before it.
pub(crate) fn names(
    view: &View,
    config: &SearchConfig,
    typed: &[String],
    before: Before<'_>,
) -> Result<Vec<String>, SearchError> {
    let mut found: Vec<Completion> = Vec::new();
    for start in 0..typed.len() {
        let words = &typed[start..];
        let tail = Tail { view, config, words, text: words.join(" "), before: start };
        let mut names = tail.names()?;
        if start == 0 {
            found = names;
            if found.len() >= MAX_NAMES {
                break;
            }
            continue;
        }
        // Behind a name that the whole text begins, completing a name's second word would repeat its first.
        names.retain(|name| found.is_empty() || name.begun.skipped == 0);
        sort(&mut names);
        names = beside::counted(view, config, &before(start), names)?;
        if !names.is_empty() {
            found.extend(names);
            break;
        }
    }
    sort(&mut found);
    let mut texts: Vec<String> = Vec::new();
    for name in found.into_iter().take(MAX_NAMES) {
        let text = format!("{}{}", before(name.before), name.text);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.len() < MAX_NAMES {
        texts.extend(beside::following(view, config, &before(typed.len()))?);
    }
    Ok(texts)
}

/// Sorts the likeliest names first: those that complete most of the text, have few words and belong to many
/// products.
fn sort(names: &mut [Completion]) {
    names.sort_by(|left, right| {
        (left.before, left.begun, left.is_variant, left.words, right.documents)
            .cmp(&(right.before, right.begun, right.is_variant, right.words, left.documents))
            .then_with(|| left.text.len().cmp(&right.text.len()))
    });
}

/// Whether the words are one single letter.
pub(crate) fn is_letter(tail: &[String]) -> bool {
    matches!(tail, [word] if word.chars().count() == 1)
}

impl Tail<'_> {
    fn names(&self) -> Result<Vec<Completion>, SearchError> {
        let mut found = Vec::new();
        if self.words.iter().all(|word| is_arabic(word)) {
            self.add_arabic(&mut found)?;
        } else {
            self.add_english(&mut found)?;
            self.add_brands(&mut found)?;
            self.add_lines(&mut found)?;
            self.add_facts(&mut found)?;
        }
        self.add_orders(&mut found)?;
        Ok(found)
    }

    /// Returns the way in which a name continues the words. One letter behind other words begins too much to be
    /// looked for inside names.
    fn begun(&self, name: &str) -> Option<Begun> {
        begun(name, self.words)
            .filter(|begun| begun.skipped == 0 || self.before == 0 || !is_letter(self.words))
    }

    fn completion(&self, begun: Begun, documents: u64, text: impl Into<String>) -> Completion {
        let text = text.into();
        let words = text.split(' ').count();
        Completion { before: self.before, begun, is_variant: false, words, documents, text }
    }

    /// Adds names of the Arabic dictionary, properly written.
    fn add_arabic(&self, found: &mut Vec<Completion>) -> Result<(), SearchError> {
        let lexicon = &self.config.lexicon;
        let mut names: Vec<(Begun, &ProperName)> =
            lexicon.proper.iter().filter_map(|name| Some((self.begun(&name.window)?, name))).collect();
        names.sort_by_key(|(begun, name)| (*begun, !name.is_first));
        let mut senses: Vec<&Meaning> = Vec::new();
        for (begun, name) in names {
            let Some(meaning) = lexicon.meaning(&name.window) else { continue };
            // One spelling of each thing: the first one in the dictionary.
            if senses.contains(&meaning) {
                continue;
            }
            if senses.len() == MAX_LOOKED_UP {
                break;
            }
            senses.push(meaning);
            let documents = documents(self.view, self.config, meaning)?;
            let is_build = lexicon.intents.is_build(&name.window);
            if documents > 0 || is_build {
                let name = Completion {
                    is_variant: !name.is_first,
                    ..self.completion(begun, documents.max(1), &name.text)
                };
                found.push(name);
            }
        }
        Ok(())
    }

    /// Adds names of categories and facts.
    fn add_english(&self, found: &mut Vec<Completion>) -> Result<(), SearchError> {
        let lexicon = &self.config.lexicon;
        let exact =
            lexicon.beginning_with(&self.text).map(|(window, meaning)| (Begun::default(), window, meaning));
        let mut names: Vec<_> = exact.take(MAX_LOOKED_UP).collect();
        if names.is_empty() && self.words.len() > 1 {
            let of_window = |(window, meaning)| Some((self.begun(window)?, window, meaning));
            names = lexicon.beginning_with("").filter_map(of_window).take(MAX_LOOKED_UP).collect();
        }
        let mut readings = Vec::new();
        for (begun, window, meaning) in names {
            let Some(reading) = meaning.reading.filter(|reading| !readings.contains(reading)) else {
                continue;
            };
            readings.push(reading);
            let documents = documents(self.view, self.config, meaning)?;
            if documents > 0 {
                let name = lexicon.readings.get(reading).map_or("", |reading| &reading.name);
                let text = if begun.is_abbreviated || name.starts_with(&self.text) { name } else { window };
                found.push(self.completion(begun, documents, text));
            }
        }
        Ok(())
    }

    /// Adds names of manufacturers. One-word names are suggested as brands already, so here they need words before
    /// them.
    fn add_brands(&self, found: &mut Vec<Completion>) -> Result<(), SearchError> {
        let windows = self.view.vocabulary.brand_windows.iter();
        let windows = windows.filter(|(window, _)| window.contains(' ') || self.before > 0);
        for (window, number) in windows {
            let Some(begun) = self.begun(window).filter(|begun| begun.skipped == 0) else { continue };
            let Some(name) = self.view.vocabulary.brands.get(usize::from(*number)) else { continue };
            let mut group = Group::new(self.view);
            let documents = group.add(self.view, self.view.fields.filter, &filter_term("brand", name))?;
            if documents > 0 {
                found.push(self.completion(begun, documents, name.to_lowercase()));
            }
        }
        Ok(())
    }

    /// Adds product lines and chip manufacturers: `core i7`, `geforce`.
    fn add_lines(&self, found: &mut Vec<Completion>) -> Result<(), SearchError> {
        let lines = self.config.lexicon.lines.iter();
        let lines = lines.filter_map(|line| Some((self.begun(line)?, line)));
        for (begun, text) in lines.take(MAX_LOOKED_UP) {
            let mut documents = u64::MAX;
            for word in text.split(' ') {
                let found = Group::new(self.view).add(self.view, self.view.fields.word, word)?;
                documents = documents.min(found);
            }
            if documents > 0 && !found.iter().any(|other| other.text == *text) {
                found.push(self.completion(begun, documents, text));
            }
        }
        Ok(())
    }

    /// Adds values of facts that are read from queries: chips, sockets, kinds of memory.
    fn add_facts(&self, found: &mut Vec<Completion>) -> Result<(), SearchError> {
        let windows = &self.view.vocabulary.fact_windows;
        let mut matching: Vec<_> = windows
            .iter()
            .filter_map(|(window, facts)| Some((self.begun(window)?, window, facts)))
            .filter(|(begun, window, _)| {
                // The same value without its manufacturer's name is a window of its own.
                begun.skipped == 0 || !windows.contains_key(&without_first(window, begun.skipped))
            })
            .collect();
        matching.sort_unstable_by_key(|(begun, window, _)| (*begun, window.len(), *window));
        for (begun, window, facts) in matching.into_iter().take(MAX_LOOKED_UP) {
            let mut group = Group::new(self.view);
            for (key, value) in facts {
                group.add(self.view, self.view.fields.filter, &filter_term(key.as_str(), value))?;
            }
            if group.documents() > 0 {
                found.push(self.completion(begun, group.documents(), window));
            }
        }
        Ok(())
    }
}

fn without_first(window: &str, count: usize) -> String {
    window.split(' ').skip(count).collect::<Vec<_>>().join(" ")
}

/// Counts the products that have a meaning's category, brand, facts or words.
fn documents(view: &View, config: &SearchConfig, meaning: &Meaning) -> Result<u64, SearchError> {
    let mut group = Group::new(view);
    let reading = meaning.reading.and_then(|reading| config.lexicon.readings.get(reading));
    if let Some(category) = reading.and_then(|reading| reading.category) {
        return group.add(view, view.fields.filter, &filter_term("category", category.as_str()));
    }
    for (key, value) in reading.iter().flat_map(|reading| &reading.specs) {
        group.add(view, view.fields.filter, &filter_term(key.as_str(), value))?;
    }
    for words in &meaning.english {
        let window = words.join(" ");
        match words.as_slice() {
            [word] => _ = group.add(view, view.fields.word, word)?,
            // Of several words, as many products as the rarest word has.
            several => {
                let mut rarest = Group::new(view);
                for (index, word) in several.iter().enumerate() {
                    let mut of_word = Group::new(view);
                    of_word.add(view, view.fields.word, word)?;
                    if index == 0 || of_word.documents() < rarest.documents() {
                        rarest = of_word;
                    }
                }
                group.absorb(rarest);
            }
        }
        let name = view.vocabulary.brand_windows.get(&window);
        if let Some(name) = name.and_then(|number| view.vocabulary.brands.get(usize::from(*number))) {
            group.add(view, view.fields.filter, &filter_term("brand", name))?;
        }
        for (key, value) in view.vocabulary.fact_windows.get(&window).into_iter().flatten() {
            group.add(view, view.fields.filter, &filter_term(key.as_str(), value))?;
        }
    }
    Ok(group.documents())
}

/// Returns the typed words completed from the names of products, word by word up to a model's number.
pub(crate) fn product_words(
    products: &[SuggestedProduct],
    typed: &[String],
    before: Before<'_>,
    lexicon: &Lexicon,
) -> Vec<String> {
    let Some((last, words_before)) = typed.split_last() else { return Vec::new() };
    let of_product = |product: &SuggestedProduct| {
        let words = lexicon.split(&product.name);
        let at = words.iter().position(|word| word.starts_with(last.as_str()))?;
        let follows = words_before.last().is_some_and(|before| at > 0 && words[at - 1] == *before);
        let mut text = before(words_before.len()) + &words[at];
        // A finished word, or one behind the same word as in the name, is completed with the word behind it; any
        // other half-typed word only to its own end.
        if words[at] == *last || follows {
            text.extend(words.get(at + 1).map(|next| format!(" {next}")));
        }
        Some(text)
    };
    products.iter().filter_map(of_product).collect()
}
