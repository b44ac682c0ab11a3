//! Short sentences about a candidate, for product cards and for the switch that hides incompatible products.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::{
    compat::{Check, Code, Condition, Exclusion, Outcome, Value},
    model::ProductId,
};
use serde::Deserialize;

use super::words::{self, Sentence};

/// Short sentences by rule code. A test fails when the file cannot be read.
static SHORT_TEXTS: LazyLock<BTreeMap<String, ShortTexts>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../config/compat/short.toml")).unwrap_or_default()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShortTexts {
    short: Sentence,
    allows: Option<Sentence>,
    unknown: Option<Sentence>,
    hides: Option<Sentence>,
    hides_below: Option<Sentence>,
}

/// Returns the sentence of a check about a candidate; `None` when the check passes. `supply`: the power supply that the
/// build needs with the candidate, in W.
pub fn candidate_sentence(check: &Check, candidate: ProductId, supply: Option<u32>) -> Option<Sentence> {
    let short = SHORT_TEXTS.get(check.code.as_str());
    if check.outcome == Outcome::Pass {
        return None;
    }
    if check.outcome == Outcome::Unknown {
        return Some(not_stated(check, candidate, short));
    }
    let short = short?;
    let evidence = check.evidence.first();
    let is_limit = evidence.is_some_and(|evidence| evidence.allowed.part == Some(candidate));
    let sentence = short.allows.as_ref().filter(|_| is_limit).unwrap_or(&short.short);
    let value = |value: Option<&Value>| value.map(format_value).unwrap_or_default();
    let gap = evidence.and_then(|evidence| evidence.gap).map(|gap| gap.abs().to_string());
    let values = [
        ("{gap}", gap.unwrap_or_default()),
        ("{asked}", value(evidence.map(|evidence| &evidence.asked.value))),
        ("{allowed}", value(evidence.map(|evidence| &evidence.allowed.value))),
        ("{supply}", supply.map(|watts| watts.to_string()).unwrap_or_default()),
    ];
    Some(fill_values(sentence, &values))
}

/// Sentence about a candidate that passes every rule which the facts of the build let be checked.
pub fn fits_as_far_as_known() -> Sentence {
    Sentence { en: "Fits as far as we know".to_owned(), ar: "يركب حسب اللي نعرفه".to_owned() }
}

/// Sentence about the trait that the products hidden by an exclusion share.
pub fn hidden_sentence(exclusion: &Exclusion) -> Sentence {
    let name = || words::rule_name_of(exclusion.code);
    let Some(short) = SHORT_TEXTS.get(exclusion.code.as_str()) else { return name() };
    // Slots are shown as whole numbers; the rule itself tolerates fractions above them.
    let whole = exclusion.code == Code::GpuTooWide;
    let (sentence, limit) = match exclusion.conditions.first() {
        Some(Condition::Above { limit, .. }) => {
            (short.hides.as_ref(), Some(if whole { limit.floor() } else { *limit }))
        }
        Some(Condition::Below { limit, .. }) => {
            let sentence = short.hides_below.as_ref().or(short.hides.as_ref());
            (sentence, Some(if whole { limit.ceil() } else { *limit }))
        }
        _ => (short.hides.as_ref(), None),
    };
    match (sentence, limit) {
        (Some(sentence), Some(limit)) => {
            // Round to one decimal: power limits have longer fractions of a watt, which would only distract.
            let limit = (limit * 10.0).round() / 10.0;
            fill_values(sentence, &[("{limit}", limit.to_string())])
        }
        (Some(sentence), None) if !sentence.en.contains("{limit}") => sentence.clone(),
        _ => name(),
    }
}

fn not_stated(check: &Check, candidate: ProductId, short: Option<&ShortTexts>) -> Sentence {
    let own = check.missing.iter().any(|missing| missing.part == candidate);
    if let Some(unknown) = short.and_then(|short| short.unknown.as_ref()).filter(|_| own) {
        return unknown.clone();
    }
    let Sentence { en, ar } = words::rule_name_of(check.code);
    Sentence { en: format!("Couldn't check: {en}"), ar: format!("ما قدرنا نفحص: {ar}") }
}

/// Fills the values into the sentence. In Arabic each value is isolated, so that it keeps its own text direction.
fn fill_values(sentence: &Sentence, values: &[(&str, String)]) -> Sentence {
    let fill = |text: &str, isolate: bool| {
        values.iter().fold(text.to_owned(), |text, (name, value)| {
            let value = if isolate { format!("\u{2068}{value}\u{2069}") } else { value.clone() };
            text.replace(name, &value)
        })
    };
    Sentence { en: fill(&sentence.en, false), ar: fill(&sentence.ar, true) }
}

fn format_value(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Words(words) => words.join(" / "),
        Value::Flag(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_conflict_has_short_sentences_in_both_languages() {
        let notes = [
            Code::StorageM2Info,
            Code::StorageSataInfo,
            Code::StorageHddInfo,
            Code::GpuTransients,
            Code::CaseIncludesPsu,
        ];
        let silent: Vec<&str> = Code::ALL
            .iter()
            .filter(|code| {
                !code.is_about_missing_part()
                    && !notes.contains(code)
                    && !SHORT_TEXTS.contains_key(code.as_str())
            })
            .map(|code| code.as_str())
            .collect();
        assert!(silent.is_empty(), "{silent:?}");
        for (code, short) in SHORT_TEXTS.iter() {
            assert!(Code::ALL.iter().any(|code_of_rule| code_of_rule.as_str() == code), "{code} is no code");
            let all = [
                Some(&short.short),
                short.allows.as_ref(),
                short.unknown.as_ref(),
                short.hides.as_ref(),
                short.hides_below.as_ref(),
            ];
            for sentence in all.into_iter().flatten() {
                assert!(!sentence.en.is_empty() && !sentence.ar.is_empty(), "{code}");
                for name in ["{gap}", "{asked}", "{allowed}", "{supply}", "{limit}"] {
                    assert_eq!(sentence.en.contains(name), sentence.ar.contains(name), "{code} {name}");
                }
            }
        }
    }
}
