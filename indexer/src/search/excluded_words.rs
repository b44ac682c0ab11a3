//! Words that no hit may have in its name: `4070 not ti`, `case without rgb`.

use crate::{
    collect::{clause::TermGroup, matches::Matches},
    config::SearchConfig,
    interface::{Result, UnderstoodKind, UnderstoodPart},
    query::{
        expander::{Expander, MatchRules},
        intent::query_intent::is_model_suffix,
        model_variant::models_of_variant,
        relax::MatchedQuery,
    },
    storage::view::View,
};

/// Returns the matches without the products that have an excluded word in their name, and the understood parts of the
/// words that any product has; `None` where no product is excluded. A name that excludes the word itself (`No RGB`,
/// `Non-ECC`) stays.
pub(crate) fn subtract(
    view: &View,
    config: &SearchConfig,
    matched: &MatchedQuery,
) -> Result<Option<(Matches, Vec<UnderstoodPart>)>> {
    let constraints = &matched.parsed.constraints;
    if constraints.excluded_words.is_empty() {
        return Ok(None);
    }
    let expander = Expander { view, config, rules: MatchRules::default() };
    let (mut excluded, mut understood) = (TermGroup::new(view), Vec::new());
    for word in &constraints.excluded_words {
        let is_variant = is_model_suffix(&word.text);
        // A letter alone is a word of other names too: `Gaming X Trio`.
        let is_letter = is_variant && word.text.len() == 1;
        let mut group = if is_letter { TermGroup::new(view) } else { expander.word_group(&word.text)? };
        if is_variant {
            for model in models_of_variant(view, &word.text)? {
                group.add(view, view.fields.word, &model)?;
            }
        }
        if group.doc_freq() == 0 {
            continue;
        }
        excluded.merge(group);
        if !word.is_understood {
            understood.push(UnderstoodPart {
                kind: UnderstoodKind::Word,
                label: word.text.clone(),
                words: word.phrase.clone(),
                filter: Vec::new(),
                excluded: true,
            });
        }
    }
    if excluded.doc_freq() == 0 || matched.clauses.is_empty() {
        return Ok(None);
    }
    let mut spared = TermGroup::new(view);
    for phrase in config.lexicon.intents.excluding_words() {
        spared.add(view, view.fields.word, phrase)?;
    }
    let matches = matched.matches.without_terms(view, &matched.clauses, &excluded, &spared)?;
    Ok(Some((matches, understood)))
}
