//! The program `demo`: its answers and exit codes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::process::{Command, Output};

fn demo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_demo")).args(arguments).env("RUST_LOG", "off").output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn facts_and_truth_go_to_standard_output_or_into_a_file() {
    let directory = tempfile::tempdir().unwrap();
    for (command, what) in [("reference", "products"), ("truth", "listings")] {
        let printed = demo(&[command, "-"]);
        assert_eq!(printed.status.code(), Some(0), "{}", text(&printed.stderr));
        let file = directory.path().join(command);
        let path = file.to_str().unwrap();
        let written = demo(&[command, path]);
        let sentence = text(&written.stdout);
        assert!(
            sentence.starts_with("Wrote ") && sentence.contains(&format!(" {what} to {path}.")),
            "{sentence}"
        );
        assert_eq!(std::fs::read(&file).unwrap(), printed.stdout);
        let answer: serde_json::Value =
            serde_json::from_slice(&demo(&["--json", command, path]).stdout).unwrap();
        assert!(answer[what].as_u64().unwrap() > 800, "{answer}");
    }
}

#[test]
fn failed_command_ends_with_1_and_wrong_usage_with_2() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing/facts.jsonl");
    for (arguments, reason) in [
        (["reference", missing.to_str().unwrap(), "--json"], "cannot write"),
        (["serve", "--listen", "0.0.0.0:0"], "listen on loopback only"),
    ] {
        let failed = demo(&arguments);
        assert_eq!(failed.status.code(), Some(1));
        assert!(text(&failed.stderr).starts_with("demo: ") && text(&failed.stderr).contains(reason));
    }
    assert_eq!(demo(&["serve", "--clock", "soon"]).status.code(), Some(2));
    assert_eq!(demo(&["fly"]).status.code(), Some(2));
}
