mod installation;
mod replica;

use std::path::Path;

use ::pictures::PictureStore;
use domain::{
    config::Config,
    model::{PICTURE_WIDTHS, PictureFile, PictureHash},
    store::{clock, mails},
};
use serde::Serialize;

use super::{context::fetch_settings, moment::format_time, outcome::Outcome};
use crate::{
    database,
    fetch::{FetchError, RetailerClient},
    output::{self, Output},
    retailer_file::{RetailerFile, read_files},
};

/// Maximum time for the health report of the api.
const MAX_API_WAIT: std::time::Duration = std::time::Duration::from_secs(5);

/// Result of one check.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub what: String,
    pub good: bool,
    /// The good result, or the problem and its place.
    pub says: String,
    /// The way to put right what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cure: Option<&'static str>,
}

/// `ingest doctor`
pub(super) async fn run(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    // `Config::load` succeeded before this command, so the configuration is readable.
    let mut findings = vec![new_finding("configuration", Ok("every key is valid".to_owned()))];
    findings.push(new_finding("public address", installation::check_public_url(&config.api)));
    findings.push(new_finding("database", check_database(config).await));
    findings.push(new_finding("replica", replica::check(config).await));
    findings.push(new_finding("clock", check_clock(config).await));
    findings.push(new_finding("mails", check_mails(config).await));
    findings.push(new_finding("data folder", writable(&config.data.directory)));
    findings.push(new_finding("picture store", check_pictures(config).await));
    findings.push(new_finding("index folder", writable(&config.index.directory)));
    findings.push(new_finding("disk", installation::check_disk(config)));
    findings.push(new_finding("index", check_index(config).await));
    findings.extend(installation::check_work(config).await);
    findings.push(new_finding("pg_dump", installation::check_pg_dump(config).await));
    match read_files(config) {
        Err(error) => findings.push(new_finding("retailer files", Err(format!("{error:#}")))),
        Ok(directory) => {
            let says = format!("{} retailers", directory.retailers.len());
            findings.push(new_finding(
                "retailer files",
                if directory.retailers.is_empty() { Err(says) } else { Ok(says) },
            ));
            findings.extend(
                directory
                    .problems
                    .iter()
                    .map(|problem| new_finding("retailer file", Err(problem.to_string()))),
            );
            let enabled = directory.retailers.iter().filter(|file| file.enabled && !file.is_handed_in());
            findings
                .extend(futures::future::join_all(enabled.map(|file| check_retailer(config, file))).await);
        }
    }
    output.print(&findings, || {
        let rows = findings.iter().map(|finding| {
            let mark = if finding.good { "good" } else { "BAD" };
            vec![mark.to_owned(), finding.what.clone(), finding.says.clone()]
        });
        let mut text = output::format_table(&["", "check", "result"], 0..0, rows.collect());
        for finding in &findings {
            if let Some(cure) = finding.cure {
                text.push_str(&format!("\n{}: {cure}", finding.what));
            }
        }
        text
    });
    let bad = findings.iter().filter(|finding| !finding.good).count();
    Ok(if bad == 0 { Outcome::Done } else { Outcome::PartlyFailed })
}

fn new_finding(what: &str, says: Result<String, String>) -> Finding {
    let good = says.is_ok();
    let cure = if good { None } else { installation::find_cure(what) };
    Finding { what: what.to_owned(), good, says: says.unwrap_or_else(|wrong| wrong), cure }
}

async fn check_database(config: &Config) -> Result<String, String> {
    match database::open(config).await {
        Ok(_) => {
            Ok(format!("{} has the version of this program", database::redact_password(&config.database.url)))
        }
        Err(problem) => Err(problem.to_string()),
    }
}

/// Checks that this machine's clock agrees with the database's.
async fn check_clock(config: &Config) -> Result<String, String> {
    let db = database::open(config).await.map_err(|_| "unknown without the database".to_owned())?;
    let skew = clock::skew(&db).await.map_err(|error| error.to_string())?;
    clock::check(skew).map_err(|wrong| wrong.to_string())?;
    Ok(format!("{} s from the database's", skew.whole_seconds().abs()))
}

/// Checks that mails are sent. Failed mails stay in the queue and are retried, after six hours at the latest.
async fn check_mails(config: &Config) -> Result<String, String> {
    let db = database::open(config).await.map_err(|_| "unknown without the database".to_owned())?;
    let mails = mails::count_waiting(&db).await.map_err(|error| error.to_string())?;
    match (mails.failing, mails.failing_since, mails.last_error) {
        (1.., Some(since), Some(error)) => Err(format!(
            "{} mails are waiting, {} of them failed, the first at {}: {error}",
            mails.waiting,
            mails.failing,
            format_time(since)
        )),
        _ => Ok(format!("{} mails are waiting", mails.waiting)),
    }
}

/// Checks that a remote picture store answers, by a request for a file that does not exist.
async fn check_pictures(config: &Config) -> Result<String, String> {
    if config.pictures.store.is_empty() {
        return Ok("a folder in the data folder".to_owned());
    }
    let store =
        PictureStore::open(&config.pictures, &config.data.directory).map_err(|error| error.to_string())?;
    let file = PictureFile { hash: PictureHash::of(b"ingest doctor"), width: PICTURE_WIDTHS[0] };
    store.get(&file).await.map_err(|error| error.to_string())?;
    Ok("it answers".to_owned())
}

/// Checks the index by the health report of the api process on this machine. No such process means no index to check.
async fn check_index(config: &Config) -> Result<String, String> {
    let mut address = config.api.listen;
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    let ask = async {
        let client = reqwest::Client::builder().no_proxy().timeout(MAX_API_WAIT).build()?;
        client.get(format!("http://{address}/api/health")).send().await?.json::<serde_json::Value>().await
    };
    let health: serde_json::Value = match ask.await {
        Ok(health) => health,
        Err(error) if error.is_connect() => {
            return Ok(format!("no api runs at {address}: each api process builds its own"));
        }
        Err(error) => {
            return Err(format!("cannot read the state of the index from the api at {address}: {error}"));
        }
    };
    let index = &health["index"];
    let Some(documents) = index["documents"].as_u64() else {
        return Err(format!("the program at {address} is not a Tajmeea api"));
    };
    let lag = index["lagSeconds"].as_f64();
    let says = match lag {
        Some(lag) => format!("{documents} products, {lag:.1} s behind the database ({address})"),
        None => format!("{documents} products, lag unknown ({address})"),
    };
    if health["status"] == "ok" {
        Ok(says)
    } else {
        Err(format!("{says}: the api reports {}", health["status"]))
    }
}

fn writable(directory: &Path) -> Result<String, String> {
    let place = directory.display();
    let probe = directory.join(format!(".doctor-{}", std::process::id()));
    std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(&probe, b"written by ingest doctor"))
        .and_then(|()| std::fs::remove_file(&probe))
        .map(|()| format!("{place} is writable"))
        .map_err(|error| format!("cannot write {place}: {error}"))
}

async fn check_retailer(config: &Config, file: &RetailerFile) -> Finding {
    let what = format!("retailer {}", file.slug);
    let client = match RetailerClient::new(&fetch_settings(config), file.access()) {
        Ok(client) => client,
        Err(error) => return new_finding(&what, Err(error.to_string())),
    };
    let says = match client.get(&file.base_url).await {
        Ok(_) => Ok(format!("{} answers", file.base_url)),
        // The retailer answers, though not at this address: adapters request other addresses.
        Err(FetchError::Status { status: status @ 400..=499, .. }) if status != 429 => {
            Ok(format!("{} answers ({status} at its root)", file.base_url))
        }
        Err(error) => Err(error.to_string()),
    };
    new_finding(&what, says)
}
