use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use domain::{
    compat::{Check, Code, Outcome, Value},
    model::ProductId,
};
use serde::Deserialize;

/// Messages by rule code. A test reads every code, so an unreadable file fails.
static MESSAGES: LazyLock<BTreeMap<String, Message>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../config/compat/messages.toml")).unwrap_or_default()
});

/// A sentence in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Sentence {
    pub en: String,
    pub ar: String,
}

#[derive(Deserialize)]
struct Message {
    #[serde(flatten)]
    issue: Sentence,
    /// Sentence for an outcome that is only a note.
    info: Option<Sentence>,
    /// Short name of the rule.
    check: Sentence,
}

/// Returns the sentence of a check about its parts.
pub fn sentence(check: &Check, names: &HashMap<ProductId, &str>) -> Sentence {
    let Some(message) = MESSAGES.get(check.code.as_str()) else { return Sentence::default() };
    let spoken = match (&message.info, check.outcome) {
        (Some(info), Outcome::Info) => info,
        _ => &message.issue,
    };
    Sentence { en: fill(&spoken.en, check, names, false), ar: fill(&spoken.ar, check, names, true) }
}

/// Returns the short name of a check's rule.
pub fn rule_name(check: &Check) -> Sentence {
    rule_name_of(check.code)
}

/// Returns the short name of a rule.
pub fn rule_name_of(code: Code) -> Sentence {
    MESSAGES.get(code.as_str()).map(|message| message.check.clone()).unwrap_or_default()
}

/// Fills the values into the sentence. In Arabic every value is isolated (U+2068, U+2069) and keeps its own direction;
/// without isolation Latin names and numbers would reorder the sentence.
fn fill(text: &str, check: &Check, names: &HashMap<ProductId, &str>, arabic: bool) -> String {
    let part = |index: usize| {
        check
            .parts
            .get(index)
            .and_then(|id| names.get(id))
            .map_or_else(String::new, |name| (*name).to_owned())
    };
    let evidence = check.evidence.first();
    let say = |value: Option<&Value>| value.map_or_else(String::new, |value| format_value(value, arabic));
    let category = check
        .fixes
        .first()
        .map_or("", |fix| if arabic { fix.category.label_ar() } else { fix.category.label_en() });
    let gap = evidence.and_then(|evidence| evidence.gap).map_or_else(String::new, |gap| gap.to_string());
    let isolated = |value: &str| if arabic { format!("\u{2068}{value}\u{2069}") } else { value.to_owned() };
    // Names are filled in last: a product's name may itself contain a placeholder such as {gap}.
    text.replace("{asked}", &isolated(&say(evidence.map(|evidence| &evidence.asked.value))))
        .replace("{allowed}", &isolated(&say(evidence.map(|evidence| &evidence.allowed.value))))
        .replace("{gap}", &isolated(&gap))
        .replace("{category}", category)
        .replace("{other}", &isolated(&part(1)))
        .replace("{part}", &isolated(&part(0)))
}

fn format_value(value: &Value, arabic: bool) -> String {
    match (value, arabic) {
        (Value::Number(number), _) => number.to_string(),
        (Value::Words(words), _) => words.join(" / "),
        (Value::Flag(true), false) => "yes".to_owned(),
        (Value::Flag(false), false) => "no".to_owned(),
        (Value::Flag(true), true) => "نعم".to_owned(),
        (Value::Flag(false), true) => "لا".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_issue_code_has_sentences() {
        assert!(Code::ALL.iter().all(|code| MESSAGES.contains_key(code.as_str())));
    }
}
