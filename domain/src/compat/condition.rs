use serde::Serialize;

use super::{
    facts::{FactKey, Facts, Value},
    verdict::Code,
};

/// A condition on a candidate's own facts, which an index of these facts can evaluate without the rules.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum Condition {
    /// The fact is known and has one of these words.
    AnyOf { key: FactKey, words: Vec<String> },
    /// The fact is known and has none of these words.
    NoneOf { key: FactKey, words: Vec<String> },
    /// The fact is a number above the limit.
    Above { key: FactKey, limit: f64 },
    /// The fact is a number below the limit.
    Below { key: FactKey, limit: f64 },
    /// The fact is known and has this value.
    Flag { key: FactKey, flag: bool },
    /// The fact is not known.
    Unknown { key: FactKey },
}

/// A set of conditions that hide a candidate when all of them hold. Without conditions, every candidate is hidden.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exclusion {
    /// The code of the rule that would report an error.
    pub code: Code,
    pub conditions: Vec<Condition>,
}

impl Exclusion {
    /// Whether every condition holds for a candidate.
    pub fn holds(&self, facts: &Facts) -> bool {
        self.conditions.iter().all(|condition| condition.holds(facts))
    }
}

impl Condition {
    /// Whether the condition holds for a candidate.
    pub fn holds(&self, facts: &Facts) -> bool {
        self.holds_for(facts.get(self.key()).map(|known| &known.value))
    }

    /// Returns the one fact that the condition reads.
    pub fn key(&self) -> FactKey {
        match self {
            Condition::AnyOf { key, .. }
            | Condition::NoneOf { key, .. }
            | Condition::Above { key, .. }
            | Condition::Below { key, .. }
            | Condition::Flag { key, .. }
            | Condition::Unknown { key } => *key,
        }
    }

    /// Whether the condition holds for this value of its fact; `None` is a fact that is not known.
    pub fn holds_for(&self, value: Option<&Value>) -> bool {
        match (self, value) {
            (Condition::AnyOf { words, .. }, Some(Value::Words(own))) => {
                own.iter().any(|word| words.contains(word))
            }
            (Condition::NoneOf { words, .. }, Some(Value::Words(own))) => {
                !own.iter().any(|word| words.contains(word))
            }
            (Condition::Above { limit, .. }, Some(Value::Number(number))) => number > limit,
            (Condition::Below { limit, .. }, Some(Value::Number(number))) => number < limit,
            (Condition::Flag { flag, .. }, Some(Value::Flag(own))) => own == flag,
            (Condition::Unknown { .. }, None) => true,
            _ => false,
        }
    }

    pub(super) fn any_of(
        key: impl Into<FactKey>,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Condition::AnyOf { key: key.into(), words: words.into_iter().map(Into::into).collect() }
    }

    pub(super) fn none_of(
        key: impl Into<FactKey>,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Condition::NoneOf { key: key.into(), words: words.into_iter().map(Into::into).collect() }
    }

    pub(super) fn above(key: impl Into<FactKey>, limit: f64) -> Self {
        Condition::Above { key: key.into(), limit }
    }

    pub(super) fn below(key: impl Into<FactKey>, limit: f64) -> Self {
        Condition::Below { key: key.into(), limit }
    }

    pub(super) fn flag(key: impl Into<FactKey>, flag: bool) -> Self {
        Condition::Flag { key: key.into(), flag }
    }
}
