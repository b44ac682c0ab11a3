//! The build as a whole: the parts that every build needs, and the parts that chosen parts depend on.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        verdict::{Check, Code, Fact, Fix, Outcome},
    },
    model::{Category, SpecKey},
};

/// The categories that a build must have, each with the categories that depend on it.
const REQUIRED: [(Category, &[Category]); 4] = [
    (Category::Cpu, &[Category::Motherboard]),
    (Category::Motherboard, &[Category::Cpu, Category::Gpu, Category::Ram, Category::Storage]),
    (Category::Ram, &[Category::Motherboard]),
    (Category::Psu, &[Category::Gpu, Category::Motherboard]),
];

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    for (category, needed_by) in REQUIRED {
        if build.one(category).is_some() {
            checks.push(Check::new(Code::MissingRequired, Outcome::Pass, &all(build, &[category])));
            continue;
        }
        let with_case = super::power::supply(build).filter(|_| category == Category::Psu);
        checks.push(match with_case {
            Some((case, key)) => {
                let watts = Fact::computed("psuWattage", 0.0);
                Check::new(Code::CaseIncludesPsu, Outcome::Info, &[case])
                    .evidence(Some(watts), Fact::of(case, key), Some("W"))
                    .fix(Fix::listing(Category::Psu))
            }
            None => missing(build, category, needed_by),
        });
    }
}

fn missing(build: &Build, category: Category, needed_by: &[Category]) -> Check {
    let parts = all(build, needed_by);
    let fix = match (category, socket(build)) {
        (Category::Cpu | Category::Motherboard, Some(socket)) => Fix::of(category, "spec.socket", socket),
        _ => Fix::listing(category),
    };
    Check::new(Code::MissingRequired, Outcome::Error, &parts).fix(fix)
}

fn all<'b>(build: &'b Build, categories: &[Category]) -> Vec<&'b ParsedPart> {
    categories.iter().flat_map(|category| build.all(*category)).collect()
}

/// Returns the socket, where the processor or the board already decides it.
fn socket(build: &Build) -> Option<&str> {
    [Category::Cpu, Category::Motherboard]
        .into_iter()
        .find_map(|category| build.one(category)?.facts.word(SpecKey::Socket))
}
