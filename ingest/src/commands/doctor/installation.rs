//! Checks of the whole installation by `ingest doctor`: waiting work, backups, disk, and programs that are needed.

use std::path::Path;

use domain::{
    config::{Api, Config},
    store::{backups, clock, crawls::CrawlState, operations},
};
use rustix::fs::statvfs;
use sqlx::PgPool;
use time::Duration;

use super::{Finding, new_finding};
use crate::{backup, database};

/// Less free space than this is too little: an index is built beside the old one, and a full disk stops PostgreSQL.
const MIN_FREE_BYTES: u64 = 1_000_000_000;
/// A due job that waits for longer than this has no worker.
const MAX_WAIT_SECONDS: f64 = 900.0;
/// A backup is made each night.
const MAX_BACKUP_AGE: Duration = Duration::hours(48);

/// The cure of a bad finding.
pub(super) fn find_cure(what: &str) -> Option<&'static str> {
    Some(match what {
        "public address" => "set TAJMEEA_API__PUBLIC_URL to the public address of the site",
        "database" => "start PostgreSQL or set DATABASE_URL; `ingest migrate` updates the tables",
        "replica" => {
            "start the standby, or correct or empty database.replica_url; pg_stat_replication of the database says who \
             follows it. Reads go to the database meanwhile"
        }
        "clock" => "set this machine's clock (NTP), then `ingest history remove-future`",
        "mails" => {
            "correct TAJMEEA_MAIL__SMTP_URL and restart the api processes; mails are retried automatically"
        }
        "data folder" | "index folder" => {
            "make the folder writable for this user, or configure another folder"
        }
        "picture store" => "check `pictures.store`, `pictures.endpoint` and the access key",
        "disk" => {
            "free disk space (old backups, logs), or move data.directory and index.directory to a larger disk"
        }
        "index" => "read the log of the api; a damaged index is rebuilt automatically",
        "jobs" => "read `ingest jobs list --state parked`; check that `ingest work` runs",
        "crawls" => "read `ingest status` for the errors; test a retailer with `ingest retailer check SLUG`",
        "backups" => "run `ingest backup DIR --keep 14` every night (tajmeea-backup.timer)",
        "pg_dump" => "install the client programs of the server's version (Debian: postgresql-client)",
        "retailer files" => {
            "create one with `ingest retailer detect URL`; the folder is ingest.retailers_directory"
        }
        "retailer file" => "`ingest retailer list` shows file, line and key",
        _ => return None,
    })
}

/// Checks that links in mails and pages lead somewhere.
pub(super) fn check_public_url(api: &Api) -> Result<String, String> {
    match api.public_url.as_str() {
        "" if api.listen.ip().is_loopback() => Ok("not set: only this machine can use the site".to_owned()),
        "" => Err(format!("not set, though the api listens on {}", api.listen)),
        url => Ok(url.to_owned()),
    }
}

/// Checks that there is room for the files of this machine.
pub(super) fn check_disk(config: &Config) -> Result<String, String> {
    let mut free = Vec::new();
    for folder in [&config.data.directory, &config.index.directory] {
        let bytes = free_bytes(folder)?;
        if bytes < MIN_FREE_BYTES {
            return Err(format!("{} MB are free for {}", bytes / 1_000_000, folder.display()));
        }
        free.push(bytes);
    }
    let least = free.into_iter().min().unwrap_or_default();
    Ok(format!("{} GB are free", least / 1_000_000_000))
}

fn free_bytes(folder: &Path) -> Result<u64, String> {
    let disk = statvfs(folder)
        .map_err(|error| format!("cannot ask for the free space of {}: {error}", folder.display()))?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Jobs, crawls and backups, as the database tells of them.
pub(super) async fn check_work(config: &Config) -> Vec<Finding> {
    let Ok(db) = database::open(config).await else {
        let unknown = || Err("unknown without the database".to_owned());
        return ["jobs", "crawls", "backups"].map(|what| new_finding(what, unknown())).into();
    };
    vec![
        new_finding("jobs", check_jobs(&db).await),
        new_finding("crawls", check_crawls(&db).await),
        new_finding("backups", check_backups(&db).await),
    ]
}

async fn check_jobs(db: &PgPool) -> Result<String, String> {
    let counts = operations::count_jobs(db).await.map_err(|error| error.to_string())?;
    let waited = operations::oldest_due_job_age(db).await.map_err(|error| error.to_string())?;
    let says = format!("{} queued, {} running, {} parked", counts.queued, counts.running, counts.parked);
    if waited > MAX_WAIT_SECONDS {
        return Err(format!("{says}; one job has been due for {:.0} minutes", waited / 60.0));
    }
    if counts.parked > 0 { Err(says) } else { Ok(says) }
}

async fn check_crawls(db: &PgPool) -> Result<String, String> {
    let retailers = operations::list_retailers(db).await.map_err(|error| error.to_string())?;
    let failed: Vec<String> = retailers
        .iter()
        .filter(|retailer| retailer.is_crawled())
        .filter(|retailer| {
            let state = retailer.last.as_ref().map(|last| last.state);
            matches!(state, Some(CrawlState::Failed | CrawlState::Held))
        })
        .map(|retailer| retailer.slug.to_string())
        .collect();
    if failed.is_empty() {
        return Ok(format!("no crawl of {} retailers failed", retailers.len()));
    }
    Err(format!("failed or held back: {}", failed.join(", ")))
}

async fn check_backups(db: &PgPool) -> Result<String, String> {
    let newest = backups::find_newest_run(db).await.map_err(|error| error.to_string())?;
    let Some(newest) = newest else {
        return Ok("there is no backup: create one with `ingest backup DIR`".to_owned());
    };
    let now = clock::now(db).await.map_err(|error| error.to_string())?;
    let age = now - newest.taken_at;
    let says = format!("the newest is {} hours old: {}", age.whole_hours(), newest.place);
    if age > MAX_BACKUP_AGE { Err(says) } else { Ok(says) }
}

/// Checks that `pg_dump` is new enough for the server. A machine without it makes no backups, which another may.
pub(super) async fn check_pg_dump(config: &Config) -> Result<String, String> {
    let Ok(version) = backup::pg_dump_version().await else {
        return Ok("not installed here: backups run on another machine".to_owned());
    };
    let Ok(db) = database::connect(config).await else { return Ok(version) };
    let server = backups::server_version(&db).await.map_err(|error| error.to_string())?;
    match (find_major(&version), find_major(&server)) {
        (Some(client), Some(server)) if client < server => {
            Err(format!("{version} cannot dump a server of version {server}"))
        }
        _ => Ok(version),
    }
}

/// The first number of a version: 15 of `pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)`.
fn find_major(version: &str) -> Option<u32> {
    let digits = version.split(|letter: char| !letter.is_ascii_digit()).find(|digits| !digits.is_empty())?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn major_version_is_the_first_number() {
        assert_eq!(find_major("pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)"), Some(15));
        assert_eq!(find_major("17.2"), Some(17));
        assert_eq!(find_major("none"), None);
    }

    #[test]
    fn every_cure_belongs_to_a_finding() {
        assert!(find_cure("backups").is_some_and(|cure| cure.contains("ingest backup")));
        assert_eq!(find_cure("configuration"), None);
    }
}
