use std::collections::HashMap;

use domain::{
    compat::{Check, Fact, Outcome, Value},
    model::{Category, ProductId},
};
use indexer::{FitAnswer, FitVerdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    routes::compatibility::words::{self, Sentence},
    wire::{category::CategoryName, kwd::Kwd},
};

/// Intent of a query beyond a list of products.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SearchIntent {
    /// A comparison of several things; the best product of each side leads the list.
    Comparison { sides: Vec<ComparisonSide> },
    /// A request for a whole computer; `uses` are wire names such as `gaming`.
    #[serde(rename = "build")]
    WholePc {
        /// Budget in dinars.
        budget: Option<Kwd>,
        uses: Vec<String>,
    },
    /// A thing that no compared retailer carries; `nearby` holds products of the closest category (`near`).
    NotCarried {
        words: String,
        #[schema(value_type = Option<CategoryName>)]
        near: Option<Category>,
    },
    /// Things of different kinds, and whether they fit together; the best product of each side leads the list.
    Fit {
        sides: Vec<ComparisonSide>,
        answer: FitAnswerName,
        /// The rule that decides; null where no rule compares the things.
        reason: Option<FitReason>,
    },
}

/// Answer to the question whether things fit together.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FitAnswerName {
    Yes,
    /// They fit, but a rule warns.
    Caution,
    No,
    /// A fact that decides is not known, or no rule compares the things.
    Unknown,
}

/// The rule that decides whether things fit, and the facts that it compares.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FitReason {
    #[schema(example = "SOCKET_MISMATCH")]
    pub code: &'static str,
    /// The finding in words; of a rule that passes or lacks a fact, its name.
    pub message: String,
    pub message_ar: String,
    /// The facts compared.
    pub facts: Vec<ComparedFacts>,
    /// Unknown facts, with the thing that they are of.
    pub missing: Vec<UnknownFact>,
}

/// The fact that one thing asks for, and the fact that allows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComparedFacts {
    pub asked: NamedFact,
    pub allowed: NamedFact,
    #[schema(example = "mm")]
    pub unit: Option<&'static str>,
}

/// A fact of a thing.
#[derive(Debug, Serialize, ToSchema)]
pub struct NamedFact {
    /// The thing's words or name; null where the figure is computed from several things.
    pub thing: Option<String>,
    /// Name of a spec or a derived fact.
    #[schema(example = "ramType")]
    pub key: &'static str,
    /// The values; one, unless the fact is a list.
    pub values: Vec<String>,
}

/// An unknown fact.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnknownFact {
    pub thing: String,
    /// Name of a spec or a derived fact.
    pub key: &'static str,
}

/// One side of a comparison.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComparisonSide {
    pub words: String,
    /// Best product of the side; null if it has none.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub product: Option<ProductId>,
}

/// Words of the query and their role in its interpretation.
#[derive(Debug, Serialize, ToSchema)]
pub struct WordRole {
    pub words: String,
    /// `required`, `optional`, or the kind of filter.
    pub role: &'static str,
    pub meaning: String,
}

impl From<indexer::SearchIntent> for SearchIntent {
    fn from(intent: indexer::SearchIntent) -> Self {
        match intent {
            indexer::SearchIntent::Comparison { sides } => {
                Self::Comparison { sides: sides.into_iter().map(ComparisonSide::from).collect() }
            }
            indexer::SearchIntent::WholePc { budget, uses } => {
                Self::WholePc { budget: budget.map(Kwd), uses }
            }
            indexer::SearchIntent::NotCarried { words, near } => Self::NotCarried { words, near },
            indexer::SearchIntent::Fit { sides, verdict } => Self::Fit {
                sides: sides.into_iter().map(ComparisonSide::from).collect(),
                answer: verdict.answer.into(),
                reason: FitReason::of(&verdict),
            },
        }
    }
}

impl From<FitAnswer> for FitAnswerName {
    fn from(answer: FitAnswer) -> Self {
        match answer {
            FitAnswer::Yes => Self::Yes,
            FitAnswer::Caution => Self::Caution,
            FitAnswer::No => Self::No,
            FitAnswer::Unknown => Self::Unknown,
        }
    }
}

impl FitReason {
    fn of(verdict: &FitVerdict) -> Option<Self> {
        let check = verdict.check.as_ref()?;
        let Sentence { en, ar } = sentence(check, verdict);
        let name = |id: Option<ProductId>| verdict.names.get(&id?).cloned();
        let fact =
            |fact: &Fact| NamedFact { thing: name(fact.part), key: fact.key, values: values_of(&fact.value) };
        let facts = check.evidence.iter().map(|evidence| ComparedFacts {
            asked: fact(&evidence.asked),
            allowed: fact(&evidence.allowed),
            unit: evidence.unit,
        });
        let missing = check.missing.iter().filter_map(|missing| {
            Some(UnknownFact { thing: name(Some(missing.part))?, key: missing.key.as_str() })
        });
        Some(Self {
            code: check.code.as_str(),
            message: en,
            message_ar: ar,
            facts: facts.collect(),
            missing: missing.collect(),
        })
    }
}

/// Returns the finding of an error or a warning; the name of any other rule.
fn sentence(check: &Check, verdict: &FitVerdict) -> Sentence {
    let names: HashMap<ProductId, &str> =
        verdict.names.iter().map(|(id, name)| (*id, name.as_str())).collect();
    match check.outcome {
        Outcome::Error | Outcome::Warning => words::sentence(check, &names),
        Outcome::Info | Outcome::Unknown | Outcome::Pass => words::rule_name(check),
    }
}

fn values_of(value: &Value) -> Vec<String> {
    match value {
        Value::Flag(flag) => vec![flag.to_string()],
        Value::Number(number) => vec![number.to_string()],
        Value::Words(words) => words.clone(),
    }
}

impl From<indexer::ComparisonSide> for ComparisonSide {
    fn from(side: indexer::ComparisonSide) -> Self {
        Self { words: side.words, product: side.product }
    }
}

impl From<indexer::WordRole> for WordRole {
    fn from(part: indexer::WordRole) -> Self {
        Self { words: part.words, role: part.role, meaning: part.meaning }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use domain::{
        compat::{self, Build, ParsedPart, Part},
        model::{SpecKey, Specs},
    };
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn part(number: u128, category: Category, key: SpecKey, value: serde_json::Value) -> ParsedPart {
        let mut specs = Specs::new();
        specs.insert_json(key, &value).unwrap();
        let id = ProductId(Uuid::from_u128(number));
        ParsedPart::new(&Part { id, category, name: String::new(), specs })
    }

    #[test]
    fn refusal_names_the_things_and_their_facts() {
        let kit = part(1, Category::Ram, SpecKey::RamType, json!("DDR5"));
        let board = part(2, Category::Motherboard, SpecKey::RamType, json!(["DDR4"]));
        let names = BTreeMap::from([(kit.id, "ddr5 kit".to_owned()), (board.id, "old board".to_owned())]);
        let checks = compat::check(&Build::from_parsed([kit, board])).checks;
        let check = checks.into_iter().next();
        let reason = FitReason::of(&FitVerdict { answer: FitAnswer::No, check, names }).unwrap();
        assert_eq!(reason.code, "RAM_TYPE_INCOMPATIBLE");
        assert!(reason.message.contains("old board") && reason.message_ar.contains("old board"));
        let sides = reason.facts.iter().flat_map(|facts| [&facts.asked, &facts.allowed]);
        let values: Vec<&str> = sides.flat_map(|fact| &fact.values).map(String::as_str).collect();
        assert!(values.contains(&"DDR5") && values.contains(&"DDR4"), "{values:?}");
    }
}
