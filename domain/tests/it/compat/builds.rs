use std::collections::{BTreeMap, BTreeSet};

use domain::{
    compat::{Build, BuildEntry, Outcome, check},
    model::Category,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::part;

#[derive(Deserialize)]
struct PartText {
    category: String,
    name: String,
    #[serde(default)]
    specs: Map<String, Value>,
}

#[derive(Deserialize)]
struct Builds {
    build: Vec<BuildText>,
}

#[derive(Deserialize)]
struct BuildText {
    parts: String,
    #[serde(default)]
    errors: String,
    #[serde(default)]
    warnings: String,
    why: String,
}

fn parts() -> BTreeMap<String, PartText> {
    toml::from_str(include_str!("../../data/parts.toml")).expect("parts.toml")
}

fn assemble(text: &str, parts: &BTreeMap<String, PartText>) -> Build {
    let entries: Vec<BuildEntry> = text
        .split_whitespace()
        .map(|word| {
            let (key, quantity) = word.split_once('*').unwrap_or((word, "1"));
            let found = parts.get(key).unwrap_or_else(|| panic!("parts.toml has no {key}"));
            let slot: Category = found.category.parse().expect("a category");
            let index = parts.keys().position(|known| known == key).expect("found before");
            BuildEntry {
                slot,
                part: part(index, slot, &found.name, &found.specs),
                quantity: quantity.parse().expect("a number"),
            }
        })
        .collect();
    let (build, refused) = Build::new(entries);
    assert_eq!(refused, [], "{text}");
    build
}

#[test]
fn labelled_builds_have_their_expected_findings() {
    let parts = parts();
    let builds: Builds = toml::from_str(include_str!("../../data/builds.toml")).expect("builds.toml");
    assert!(builds.build.len() >= 60, "only {} builds", builds.build.len());
    let mut wrong = Vec::new();
    for text in &builds.build {
        let report = check(&assemble(&text.parts, &parts));
        report.checks.iter().for_each(super::messages::assert_sentence_has_values);
        for (outcome, expected) in [(Outcome::Error, &text.errors), (Outcome::Warning, &text.warnings)] {
            let found: BTreeSet<&str> = report
                .checks
                .iter()
                .filter(|check| check.outcome == outcome)
                .map(|check| check.code.as_str())
                .collect();
            let expected: BTreeSet<&str> = expected.split_whitespace().collect();
            if found != expected {
                wrong.push(format!(
                    "{}\n  {}\n  {outcome:?}: expected {expected:?}, found {found:?}",
                    text.parts, text.why
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), builds.build.len(), wrong.join("\n"));
}

#[test]
fn every_part_of_the_file_is_used_in_some_build() {
    let builds: Builds = toml::from_str(include_str!("../../data/builds.toml")).expect("builds.toml");
    let used: BTreeSet<String> = builds
        .build
        .iter()
        .flat_map(|build| build.parts.split_whitespace())
        .map(|word| word.split('*').next().unwrap_or(word).to_owned())
        .collect();
    let unused: Vec<String> = parts().into_keys().filter(|key| !used.contains(key)).collect();
    assert_eq!(unused, Vec::<String>::new());
}

#[test]
fn full_build_is_checked_within_the_time_limit() {
    let build = assemble(
        "r9-9950x x870e-carbon dominator-64 t705 990pro ironwolf*2 rtx5090-astral o11-evo hx1200i kraken-360 oled-4k240*2",
        &parts(),
    );
    check(&build);
    let rounds = 200;
    let start = std::time::Instant::now();
    for _ in 0..rounds {
        assert!(!check(&build).checks.is_empty());
    }
    let each = start.elapsed() / rounds;
    println!("a full build is judged in {each:?}");
    // The limit for unoptimised code on a busy machine; optimised, a check takes a few dozen microseconds.
    assert!(each < std::time::Duration::from_millis(20), "{each:?}");
}
