//! Alerts and the dashboard name families of metrics that exist, and each alert has its runbook.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{collections::BTreeSet, fs, path::PathBuf};

const FAMILIES: &str = include_str!("../src/families.rs");
const ALERTS: &str = include_str!("../../deploy/prometheus/alerts.yml");
const DASHBOARD: &str = include_str!("../../deploy/grafana/tajmeea.json");
/// Metrics of the library of process metrics, and of Prometheus itself.
const OTHERS: [&str; 6] = [
    "process_cpu_seconds_total",
    "process_max_fds",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "up",
];
/// Words of PromQL, and labels, that are no metrics.
const WORDS: [&str; 7] =
    ["histogram_quantile", "min_over_time", "max_over_time", "on", "by", "absent", "humanize"];

fn families() -> BTreeSet<&'static str> {
    // Long entries are wrapped: the name then stands on a line of its own.
    let quoted = FAMILIES
        .lines()
        .filter_map(|line| line.trim().trim_start_matches('(').strip_prefix('"')?.split('"').next());
    quoted.filter(|name| !name.contains(' ')).chain(OTHERS).collect()
}

/// Words with an underscore, which every metric but `jobs` and `up` has, outside quoted labels and calls.
fn named_metrics(expression: &str) -> Vec<String> {
    let unquoted: String = expression.split('"').step_by(2).collect();
    let words = unquoted.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words
        .filter(|word| word.contains('_') && !WORDS.contains(word))
        .map(|word| {
            let base = ["_bucket", "_sum", "_count"].iter().find_map(|end| word.strip_suffix(end));
            base.unwrap_or(word).to_owned()
        })
        .collect()
}

fn check(expressions: &[String], place: &str) {
    let families = families();
    assert!(expressions.len() > 15, "{place} has {} expressions", expressions.len());
    for expression in expressions {
        for metric in named_metrics(expression) {
            assert!(
                families.contains(metric.as_str()),
                "{place}: there is no metric {metric} ({expression})"
            );
        }
    }
}

#[test]
fn alerts_name_metrics_that_exist() {
    let lines: Vec<&str> = ALERTS.lines().collect();
    let expressions: Vec<String> = lines
        .windows(2)
        .filter(|pair| pair[0].trim() == "expr: >-")
        .map(|pair| pair[1].trim().to_owned())
        .collect();
    check(&expressions, "alerts.yml");
}

#[test]
fn dashboard_names_metrics_that_exist() {
    let expressions: Vec<String> = DASHBOARD
        .lines()
        .filter_map(|line| line.trim().strip_prefix("\"expr\": \"")?.strip_suffix("\","))
        .map(|expression| expression.replace("\\\"", "\""))
        .collect();
    check(&expressions, "tajmeea.json");
}

#[test]
fn each_alert_has_its_runbook() {
    let guide = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/operating.md");
    let guide = fs::read_to_string(guide).unwrap();
    let headings: BTreeSet<String> =
        guide.lines().filter_map(|line| line.strip_prefix("### ")).map(str::to_ascii_lowercase).collect();
    let names: Vec<&str> = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(names.len() > 15);
    for name in names {
        let anchor = name.to_ascii_lowercase();
        assert!(ALERTS.contains(&format!("runbook_url: docs/operating.md#{anchor}\n")), "{name} has no link");
        assert!(headings.contains(&anchor), "docs/operating.md has no runbook for {name}");
    }
}
