use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use domain::compat::{Check, Code, Outcome};
use serde::Deserialize;

#[derive(Deserialize)]
struct Both {
    en: String,
    ar: String,
}

#[derive(Deserialize)]
struct Message {
    #[serde(flatten)]
    issue: Both,
    info: Option<Both>,
    check: Both,
}

const PLACEHOLDERS: [&str; 6] = ["part", "other", "asked", "allowed", "gap", "category"];

fn messages() -> BTreeMap<String, Message> {
    toml::from_str(include_str!("../../../../config/compat/messages.toml")).expect("messages.toml")
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// Asserts that the check has every value that its issue's sentence needs.
pub(super) fn assert_sentence_has_values(check: &Check) {
    static MESSAGES: LazyLock<BTreeMap<String, Message>> = LazyLock::new(messages);
    let message = MESSAGES.get(check.code.as_str()).expect("every code speaks");
    let both = match (check.outcome, &message.info) {
        (Outcome::Pass | Outcome::Unknown, _) => return,
        (Outcome::Info, Some(info)) => info,
        _ => &message.issue,
    };
    for name in placeholders(&both.en) {
        let there = match name {
            "part" => !check.parts.is_empty(),
            "other" => check.parts.len() > 1,
            "asked" | "allowed" => !check.evidence.is_empty(),
            "gap" => check.evidence.first().is_some_and(|evidence| evidence.gap.is_some()),
            "category" => !check.fixes.is_empty(),
            _ => false,
        };
        assert!(there, "{{{name}}} of {} is not in {check:?}", check.code.as_str());
    }
}

#[test]
fn every_code_has_texts_in_both_languages() {
    let known: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    let messages = messages();
    let spoken: BTreeSet<&str> = messages.keys().map(String::as_str).collect();
    assert_eq!(known, spoken);
}

#[test]
fn both_languages_hold_the_same_values() {
    for (code, message) in messages() {
        for both in [Some(&message.issue), message.info.as_ref(), Some(&message.check)].into_iter().flatten()
        {
            let (en, ar) = (placeholders(&both.en), placeholders(&both.ar));
            assert!(en.iter().all(|name| PLACEHOLDERS.contains(name)), "{code}: {en:?}");
            assert!(ar.iter().all(|name| PLACEHOLDERS.contains(name)), "{code}: {ar:?}");
            assert!(both.ar.chars().any(|c| ('\u{0600}'..='\u{06ff}').contains(&c)), "{code} has no Arabic");
            assert!(ar.is_subset(&en), "{code}: {en:?} and {ar:?}");
        }
        assert!(placeholders(&message.check.en).is_empty(), "{code}");
    }
}
