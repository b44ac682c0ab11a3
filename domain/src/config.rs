//! What an operator may set: `config/default.toml`, then the file named by `TAJMEEA_CONFIG`, then the environment.

mod load;

use std::{fmt, net::SocketAddr, num::NonZeroU32, path::PathBuf};

use ipnet::IpNet;
use serde::Deserialize;

/// Every key with its default and its meaning; embedded, so that a binary runs without files beside it.
pub const DEFAULTS: &str = include_str!("../../config/default.toml");

/// All settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub database: Database,
    pub data: Data,
    pub api: Api,
    pub mail: Mail,
    pub bot_check: BotCheck,
    pub limits: Limits,
    pub index: Index,
    pub ingest: Ingest,
    pub guard: PriceScreen,
    pub matching: Matching,
    pub pictures: Pictures,
    pub schedule: Schedule,
    pub refresh: Refresh,
    pub history: History,
    pub popularity: Popularity,
    pub expiry: Expiry,
    pub demo: Demo,
}

/// Where the truth is kept.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    pub url: String,
    pub max_connections: u32,
}

/// Where files are kept.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    pub directory: PathBuf,
}

/// The web server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Api {
    pub listen: SocketAddr,
    pub metrics_listen: SocketAddr,
    pub web_root: PathBuf,
    /// The address under which shoppers reach it, without a slash at the end; empty: as listened.
    pub public_url: String,
    /// Connections held at once.
    pub max_connections: NonZeroU32,
    /// Seconds in which the head of a request must have come.
    pub max_head_seconds: NonZeroU32,
    /// Seconds in which the body of a request must have come.
    pub max_body_seconds: NonZeroU32,
    /// Seconds that a connection may be without a request.
    pub max_idle_seconds: NonZeroU32,
    /// Seconds between the sign to stop and the closing of the listener.
    pub drain_seconds: u32,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
}

/// How mails leave.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// With its password; empty: mails are written as files.
    pub smtp_url: String,
    pub from: String,
    /// The longest that sending one mail may take.
    pub max_seconds: NonZeroU32,
    /// Whether links of mails that are files go into the log too.
    pub links_in_log: bool,
}

/// The check on sign-up.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotCheck {
    pub turnstile_site_key: String,
    pub turnstile_secret: String,
    pub turnstile_verify_url: String,
}

/// Secrets stay out of logs, also by accident.
impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("from", &self.from).finish_non_exhaustive()
    }
}

impl fmt::Debug for BotCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotCheck")
            .field("turnstile_site_key", &self.turnstile_site_key)
            .finish_non_exhaustive()
    }
}

/// How often something may be tried.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub sign_in_pair: Limit,
    pub sign_in_account: Limit,
    pub sign_in_address: Limit,
    pub sign_in_device: Limit,
    pub password_checks: Limit,
    pub sign_up_address: Limit,
    pub mail_address: Limit,
    pub mail_account: Limit,
    pub writes: Limit,
    pub reviews: Limit,
    pub alerts: Limit,
    pub build_views: Limit,
    pub budget_builds: Limit,
}

/// So many times at once, then once more every so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    pub burst: NonZeroU32,
    pub seconds: NonZeroU32,
}

/// The search index of an api process.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    pub directory: PathBuf,
}

/// The worker that reads shops.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ingest {
    pub retailers_directory: PathBuf,
    pub user_agent: String,
    /// Offers stored in one transaction.
    pub batch_size: usize,
    /// Shops read at once by `ingest run`.
    pub concurrent_retailers: usize,
    /// Time from a crawl's end to the matcher's run: crawls that end meanwhile share its run.
    pub match_delay_seconds: u32,
    /// The longest that one page may take, with its body.
    pub request_timeout_seconds: u64,
    /// Further tries after a failure that may pass.
    pub retries: u32,
    /// The first pause between tries; it doubles.
    pub retry_pause_milliseconds: u64,
    /// Larger pages are refused.
    pub page_limit_megabytes: u64,
    /// Larger feeds are refused.
    pub feed_limit_megabytes: u64,
    /// Pages remembered of each shop, packed, so that unchanged ones need not be sent again.
    pub page_memory_megabytes: u64,
}

/// Which prices and crawls are held back until an operator has looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceScreen {
    /// A price that moved by more than this many percent of the offer's last price is held.
    pub own_move_percent: i64,
    /// A price under this many percent of the other shops' median is held.
    pub market_low_percent: i64,
    /// A price over this many percent of the other shops' median is held.
    pub market_high_percent: i64,
    /// Against fewer shops than can outvote a wrong one, a price must be this many times as far to be held.
    pub market_few_factor: i64,
    /// A move is believed all the same when it ends this near (percent) to the other shops' median.
    pub market_near_percent: i64,
    /// A crawl that misses more than this many percent of a shop's live offers ends none of them.
    pub crawl_lost_percent: i64,
    /// A crawl with more than this many percent of its known prices held is marked as held.
    pub crawl_moved_percent: i64,
    /// Shops with fewer live offers than this are too small for the two percentages above.
    pub crawl_least_offers: i64,
}

/// When an offer is joined to a product, asked about, or made a product of its own.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matching {
    /// A confidence (0 to 1) from which a person is asked.
    pub ask_from: f64,
    /// Without a person only from this confidence on, and only by what follows.
    pub link_from: f64,
    pub link_by_barcode: bool,
    pub link_by_part_number: bool,
    pub link_by_model: bool,
    /// From this confidence on two offers are put on one page.
    pub join_offers_from: f64,
    /// How many products are asked about for one offer.
    pub asked_at_once: usize,
    /// Whether offers that match nothing become products, where their facts suffice.
    pub create_products: bool,
    pub worth: Worth,
}

/// Weights of an answer's worth, for the order of the review queue: see
/// [`update_question_worth`](crate::store::matches::update_question_worth).
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// Views of so many days count.
    pub days: i32,
    pub view: f64,
    pub offer: f64,
    pub spread: f64,
}

/// Where pictures are kept, and which are taken.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pictures {
    /// `s3://bucket/prefix`; empty: the folder "pictures" of `data.directory`.
    pub store: String,
    /// Of an S3-compatible service other than Amazon's; empty: Amazon's.
    pub endpoint: String,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: String,
    /// Larger files are refused.
    pub max_megabytes: u64,
    /// Pictures with more pixels are refused before they are decoded.
    pub max_megapixels: u64,
    /// Pictures whose sides are both shorter than this are refused.
    pub min_side: u32,
    /// A picture that more products show than this stands for "no picture".
    pub max_shared_products: i64,
    /// Pictures are asked about again after so many days.
    pub refresh_days: i32,
    /// Pictures and addresses that nothing shows go after so many days.
    pub forget_days: i32,
}

/// Secrets stay out of logs, also by accident.
impl fmt::Debug for Pictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pictures").field("store", &self.store).finish_non_exhaustive()
    }
}

/// When the jobs that belong to no shop are queued: cron expressions (UTC, seconds first); empty is never.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    pub refresh: String,
    pub link: String,
    pub history: String,
    pub popularity: String,
    pub figures: String,
    pub upkeep: String,
    pub expiry: String,
    pub pictures: String,
}

/// How much of a shop is read again between its crawls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    /// Pages read of a shop at a time.
    pub pages: i64,
    /// Offers whose price was confirmed within so many hours are left alone.
    pub fresh_hours: u32,
}

/// What becomes of old price points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    /// Months that are over for more than so many days keep only their changes.
    pub thin_after_days: u32,
}

/// What a shopper's interest is worth.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Popularity {
    pub view: f64,
    pub favourite: f64,
    pub build: f64,
    pub review: f64,
    /// Days after which interest is worth half.
    pub half_life_days: f64,
    /// A popularity that moved by less than this many percent is left as it is.
    pub noticeable_percent: f64,
}

/// After how many days rows go that nobody needs any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expiry {
    pub finished_jobs_days: i32,
    pub crawl_reports_days: i32,
    pub decided_offers_days: i32,
    pub feed_days: i32,
    pub interest_days: u32,
}

/// The demo shops.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demo {
    pub listen: SocketAddr,
}
