//! The rule engine: whole builds, a table of cases for every rule, properties, and the lookup tables.

mod board_rules;
mod builds;
mod fit_rules;
mod messages;
mod power_rules;
mod properties;
mod random_parts;
mod tables;

use domain::{
    compat::{Build, BuildEntry, Check, Code, Outcome, Part, check},
    model::{Category, ProductId, Specs},
};
use serde_json::{Map, Value};
use uuid::Uuid;

/// Returns a part of a category with these specs; its id follows from its position in the build.
fn part(index: usize, category: Category, name: &str, specs: &Map<String, Value>) -> Part {
    let (specs, refused) = Specs::from_json(specs);
    assert_eq!(refused, [], "specs of {name}");
    let id = ProductId(Uuid::from_u128(index as u128 + 1));
    Part { id, category, name: name.to_owned(), specs }
}

/// Returns a build written as JSON: `{"CPU": {specs}, "RAM": [{specs}, {specs}]}`, with `name` and `quantity` among
/// the specs.
fn build(json: &Value) -> Build {
    let mut entries = Vec::new();
    for (slot, parts) in json.as_object().expect("slots") {
        let slot: Category = slot.parse().expect("a category");
        let parts = parts.as_array().cloned().unwrap_or_else(|| vec![parts.clone()]);
        for specs in parts {
            let mut specs = specs.as_object().expect("specs").clone();
            let name = specs
                .remove("name")
                .map_or_else(String::new, |name| name.as_str().expect("a name").to_owned());
            let quantity =
                specs.remove("quantity").map_or(1, |quantity| quantity.as_u64().expect("a number"));
            entries.push(BuildEntry { slot, part: part(entries.len(), slot, &name, &specs), quantity });
        }
    }
    let (build, refused) = Build::new(entries);
    assert_eq!(refused, []);
    build
}

fn checks_of(json: &Value, code: &str) -> Vec<Check> {
    check(&build(json)).checks.into_iter().filter(|check| check.code.as_str() == code).collect()
}

/// Returns the worst outcome of a code in a build; `None` where the rule does not apply.
fn outcome(json: &Value, code: &str) -> Option<Outcome> {
    assert!(Code::ALL.iter().any(|known| known.as_str() == code), "{code} is no code");
    checks_of(json, code).iter().map(|check| check.outcome).min()
}

/// Asserts a table of cases of one code.
fn assert_outcomes(code: &str, cases: &[(Value, Option<Outcome>)]) {
    for (json, expected) in cases {
        assert_eq!(outcome(json, code), *expected, "{code} over {json}");
    }
}
