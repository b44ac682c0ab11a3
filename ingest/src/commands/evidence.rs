//! The evidence of the matcher in English, by the sentences that the review queue shows too.

use std::{collections::HashMap, sync::LazyLock};

use domain::model::{Evidence, EvidenceCode};
use serde::Deserialize;

#[derive(Deserialize)]
struct Sentences {
    en: String,
}

static SENTENCES: LazyLock<HashMap<String, Sentences>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../config/matching/messages.toml")).unwrap_or_default()
});

/// Returns the name of a code as stored, such as `BARCODE_SAME`.
pub(super) fn code_name(code: EvidenceCode) -> String {
    serde_json::to_value(code).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Words one piece of evidence, such as `The barcode 04711081234562 is the same.`
pub(super) fn describe(evidence: &Evidence) -> String {
    let name = code_name(evidence.code);
    let Some(sentences) = SENTENCES.get(&name) else { return name };
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
    let key = evidence.key.as_deref().map(spaced).unwrap_or_default();
    // Filled in from start to end, once: a value of a shop may hold braces too.
    let mut text = String::with_capacity(sentences.en.len());
    let mut rest = sentences.en.as_str();
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        text.push_str(before);
        match name {
            "key" => text.push_str(&key),
            "offer" => text.push_str(&value(&evidence.offer)),
            "product" => text.push_str(&value(&evidence.product)),
            other => text.push_str(other),
        }
        rest = after;
    }
    text + rest
}

/// Words the stored name of a fact: `memoryType` becomes `memory type`.
fn spaced(key: &str) -> String {
    let mut words = String::with_capacity(key.len() + 4);
    for letter in key.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_worded() {
        for &code in EvidenceCode::ALL {
            let evidence = Evidence {
                code,
                key: Some("memoryType".to_owned()),
                offer: Some("{product}".to_owned()),
                product: Some("DDR5".to_owned()),
            };
            let text = describe(&evidence);
            assert!(text.ends_with('.') && !text.contains("{key}"), "{text}");
        }
        let differs = Evidence {
            code: EvidenceCode::FactDiffers,
            key: Some("memoryType".to_owned()),
            offer: Some("{product}".to_owned()),
            product: Some("DDR5".to_owned()),
        };
        assert_eq!(describe(&differs), "memory type differs: {product} in the shop, DDR5 here.");
    }
}
