use std::path::Path;

use domain::config::Config;
use serde::Serialize;

use super::{
    Outcome, database,
    run::{fetch_settings, read_files},
};
use crate::{
    fetch::{FetchError, ShopClient},
    output::{self, Output},
    retailer_file::RetailerFile,
};

/// What was looked at.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub what: String,
    pub good: bool,
    /// What is so, or what is wrong and where.
    pub says: String,
}

/// `ingest doctor`
pub(super) async fn run(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    // Config::load came this far, so the configuration is readable.
    let mut findings = vec![finding("configuration", Ok("every key is readable".to_owned()))];
    findings.push(finding("database", database_says(config).await));
    findings.push(finding("data folder", writable(&config.data.directory)));
    match read_files(config) {
        Err(error) => findings.push(finding("shops' files", Err(format!("{error:#}")))),
        Ok(directory) => {
            let says = format!("{} shops", directory.retailers.len());
            findings.push(finding(
                "shops' files",
                if directory.retailers.is_empty() { Err(says) } else { Ok(says) },
            ));
            findings.extend(
                directory.problems.iter().map(|problem| finding("shop's file", Err(problem.to_string()))),
            );
            let enabled = directory.retailers.iter().filter(|file| file.enabled);
            findings.extend(futures::future::join_all(enabled.map(|file| reach(config, file))).await);
        }
    }
    output.answer(&findings, || {
        let rows = findings.iter().map(|finding| {
            let mark = if finding.good { "good" } else { "BAD" };
            vec![mark.to_owned(), finding.what.clone(), finding.says.clone()]
        });
        output::table(&["", "what", "says"], 0..0, rows.collect())
    });
    let bad = findings.iter().filter(|finding| !finding.good).count();
    Ok(if bad == 0 { Outcome::Done } else { Outcome::PartlyFailed })
}

fn finding(what: &str, says: Result<String, String>) -> Finding {
    let good = says.is_ok();
    Finding { what: what.to_owned(), good, says: says.unwrap_or_else(|wrong| wrong) }
}

async fn database_says(config: &Config) -> Result<String, String> {
    match database::open(config).await {
        Ok(_) => Ok(format!("{} is of this version", database::place(&config.database.url))),
        Err(problem) => Err(problem.to_string()),
    }
}

fn writable(directory: &Path) -> Result<String, String> {
    let place = directory.display();
    let probe = directory.join(format!(".doctor-{}", std::process::id()));
    std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(&probe, b"written by ingest doctor"))
        .and_then(|()| std::fs::remove_file(&probe))
        .map(|()| format!("{place} can be written"))
        .map_err(|error| format!("{place} cannot be written: {error}"))
}

async fn reach(config: &Config, file: &RetailerFile) -> Finding {
    let what = format!("shop {}", file.slug);
    let client = match ShopClient::new(&fetch_settings(config), file.access()) {
        Ok(client) => client,
        Err(error) => return finding(&what, Err(error.to_string())),
    };
    let says = match client.get(&file.base_url).await {
        Ok(_) => Ok(format!("{} answers", file.base_url)),
        // It answers, if not at this very address: the adapters ask for others.
        Err(FetchError::Status { status: status @ 400..=499, .. }) if status != 429 => {
            Ok(format!("{} answers ({status} at its root)", file.base_url))
        }
        Err(error) => Err(error.to_string()),
    };
    finding(&what, says)
}
