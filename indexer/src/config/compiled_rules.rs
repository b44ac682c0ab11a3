use std::collections::HashMap;

use super::SearchConfig;
use crate::{
    interface::{SearchRequest, SearchRules, TextRules},
    text::query_key::normalize_query,
};

/// Rules of administrators, ready to search by.
#[derive(Debug, Clone)]
pub struct CompiledRules {
    /// The configuration with the synonyms among its phrases. Only parsing differs: documents are written without them.
    pub(crate) config: SearchConfig,
    texts: HashMap<String, TextRules>,
}

impl CompiledRules {
    /// Adds the synonyms to a copy of the configuration. Each synonym means what the other words mean without any rule, so
    /// that the order of the rules does not matter.
    pub(crate) fn compile(base: &SearchConfig, rules: SearchRules) -> Self {
        let mut config = base.clone();
        for synonym in &rules.synonyms {
            config.lexicon.add_synonym(&synonym.words, &base.lexicon.meaning(&synonym.other));
        }
        Self { config, texts: rules.texts }
    }

    /// Returns the rules for the text of a request; `None` where there are none, or the user has removed an understood part.
    pub(crate) fn of_text(&self, request: &SearchRequest) -> Option<&TextRules> {
        if self.texts.is_empty() || !request.literal.is_empty() {
            return None;
        }
        self.texts.get(&normalize_query(&request.text))
    }

    /// Returns the path to which the text of a request leads.
    pub fn find_redirect(&self, request: &SearchRequest) -> Option<&str> {
        self.of_text(request)?.redirect.as_deref()
    }
}
