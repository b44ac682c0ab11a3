//! The settings, read from three sources; a later one wins: `config/default.toml`, the file named by
//! `TAJMEEA_CONFIG`, the environment.

mod crawls;
mod load;
mod optional;
mod upkeep;

pub use crawls::{Offers, PriceScreen, Refresh};
pub use upkeep::{Expiry, History, Popularity, Schedule};

use std::{fmt, net::SocketAddr, num::NonZeroU32, path::PathBuf};

use ipnet::IpNet;
use serde::Deserialize;

/// Every key with its default and its meaning. Embedded, so that a binary runs without files beside it.
pub const DEFAULTS: &str = include_str!("../../config/default.toml");

/// All settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub database: Database,
    pub data: Data,
    pub api: Api,
    pub mail: Mail,
    pub channels: Channels,
    pub telegram: Telegram,
    pub site: Site,
    pub bot_check: BotCheck,
    pub security: Security,
    pub limits: RateLimitSettings,
    pub search: Search,
    pub budget_builds: BudgetBuilds,
    pub load: Load,
    pub index: Index,
    pub ingest: Ingest,
    pub telemetry: Telemetry,
    pub price_screen: PriceScreen,
    pub matching: Matching,
    pub pictures: Pictures,
    pub schedule: Schedule,
    pub refresh: Refresh,
    pub offers: Offers,
    pub history: History,
    pub popularity: Popularity,
    pub expiry: Expiry,
    pub demo: Demo,
}

/// The Postgres database.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    pub url: String,
    pub max_connections: u32,
    /// A streaming replica of the database. Empty: none.
    pub replica_url: String,
    /// The replica answers no reads while it is further behind than this many seconds.
    pub replica_max_lag_seconds: NonZeroU32,
}

/// The folder for a process's own files: logs, mails, the private cluster of `make run`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    pub directory: PathBuf,
}

/// Traces for OpenTelemetry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telemetry {
    /// The collector's address. Empty: no traces.
    pub otlp_endpoint: String,
    /// Percentage of requests and jobs that are traced.
    pub trace_percent: u8,
}

/// The web server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Api {
    pub listen: SocketAddr,
    pub metrics_listen: SocketAddr,
    pub web_root: PathBuf,
    /// The address under which users reach the server, without a slash at the end. Empty: the address listened on.
    pub public_url: String,
    /// The most connections open at once.
    pub max_connections: NonZeroU32,
    /// Seconds within which the head of a request must arrive.
    pub max_head_seconds: NonZeroU32,
    /// Seconds within which the body of a request must arrive.
    pub max_body_seconds: NonZeroU32,
    /// Seconds within which the body of a list that a retailer hands in must arrive.
    pub max_list_seconds: NonZeroU32,
    /// Seconds that a connection may stay open without a request.
    pub max_idle_seconds: NonZeroU32,
    /// Seconds between the signal to stop and the closing of the listener.
    pub drain_seconds: u32,
    /// Number of requests of which one is logged; those with a server error or of more than a second always are.
    pub log_one_request_in: NonZeroU32,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
}

/// Outgoing mail.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// The SMTP server with its password. Empty: mails are written as files.
    pub smtp_url: String,
    pub from: String,
    /// The longest that sending one mail may take, in seconds.
    pub max_seconds: NonZeroU32,
    /// Whether links of mails that are written as files also go into the log.
    pub links_in_log: bool,
}

/// Channels of alerts beside mails: browsers, webhooks and ntfy.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channels {
    /// The key by which browsers' push services know this installation, in base64url; `None`: one that is made and stored.
    #[serde(deserialize_with = "optional::vapid_key")]
    pub vapid_private_key: Option<String>,
    /// Whether channels may lead to private addresses, and without TLS: for tests.
    pub allow_private_addresses: bool,
}

/// The bot by which users get their price alerts in Telegram.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telegram {
    /// The bot's token; `None`: no Telegram.
    #[serde(deserialize_with = "optional::bot_token")]
    pub bot_token: Option<String>,
    /// The address of the Bot API, without a slash at the end.
    #[serde(deserialize_with = "optional::web_address")]
    pub api_address: String,
}

/// What the pages about the site say of its operator.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Who runs the installation. Empty: not stated.
    pub operator: String,
    /// A mail address or the address of a page; `None`: not stated.
    #[serde(deserialize_with = "optional::contact")]
    pub contact: Option<String>,
}

/// The bot check on sign-up.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotCheck {
    pub turnstile_site_key: String,
    pub turnstile_secret: String,
    pub turnstile_verify_url: String,
}

/// Protection of accounts that an operator may switch on.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Security {
    /// The list of breached passwords. Empty: no list.
    pub breached_passwords: PathBuf,
    /// Whether administrators' calls are refused until the administrator has a second factor.
    pub admins_need_second_factor: bool,
}

/// Hides the secrets, which must not reach a log by accident.
impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("from", &self.from).finish_non_exhaustive()
    }
}

impl fmt::Debug for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channels")
            .field("allow_private_addresses", &self.allow_private_addresses)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Telegram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Telegram").field("api_address", &self.api_address).finish_non_exhaustive()
    }
}

impl fmt::Debug for BotCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotCheck")
            .field("turnstile_site_key", &self.turnstile_site_key)
            .finish_non_exhaustive()
    }
}

/// How long builds for a budget are searched.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetBuilds {
    /// The longest that builds are searched for one answer.
    pub max_milliseconds: NonZeroU32,
    /// The longest that a first build is searched where that time has ended without any.
    pub first_build_milliseconds: NonZeroU32,
}

/// Searches of visitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Whether texts of searches are counted.
    pub log: bool,
    /// Points of a product that everybody chose who searched a text. 0: choices order nothing.
    pub choice_points: u8,
    /// Clicks of a text from which on its products have such points.
    pub choice_clicks: NonZeroU32,
}

/// Rate limits: how often each action may be tried.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimitSettings {
    pub sign_in_pair: RateLimit,
    pub sign_in_account: RateLimit,
    pub sign_in_address: RateLimit,
    pub sign_in_device: RateLimit,
    pub password_checks: RateLimit,
    pub second_factor: RateLimit,
    pub sign_up_address: RateLimit,
    pub sign_up_network: RateLimit,
    pub challenges: RateLimit,
    pub mail_address: RateLimit,
    pub mail_account: RateLimit,
    pub writes: RateLimit,
    pub reviews: RateLimit,
    pub alerts: RateLimit,
    pub channel_tests: RateLimit,
    pub build_views: RateLimit,
    pub guest_builds: RateLimit,
    pub guest_builds_network: RateLimit,
    pub unknown_links: RateLimit,
    pub suggestions: RateLimit,
    pub suggestions_network: RateLimit,
    pub counted_searches: RateLimit,
    pub click_outs: RateLimit,
    pub parts_lists: RateLimit,
    pub offer_addresses: RateLimit,
    pub handed_lists: RateLimit,
    /// Seconds that solvers of builds for a budget work for an address, not tries.
    pub solver_seconds: RateLimit,
}

/// A token bucket: `burst` tries at once, then one more every `seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimit {
    pub burst: NonZeroU32,
    pub seconds: NonZeroU32,
}

/// Load shedding: how many requests of each class are answered at once.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    pub search: LoadLimit,
    pub budget: LoadLimit,
    pub compatibility: LoadLimit,
    pub pages: LoadLimit,
    pub passwords: LoadLimit,
    pub admin: LoadLimit,
    pub writes: LoadLimit,
}

/// Limit of one class of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadLimit {
    /// Number of slots: requests that are answered at the same time. 0: four for each processor.
    #[serde(rename = "at_once")]
    pub slots: u32,
    /// The longest that a further request waits for its turn before it is refused.
    pub wait_milliseconds: u32,
}

/// The search index of an api process.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    pub directory: PathBuf,
}

/// The worker that reads retailers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ingest {
    pub retailers_directory: PathBuf,
    pub user_agent: String,
    /// Offers stored in one transaction.
    pub batch_size: usize,
    /// Retailers read at once by `ingest run`.
    pub concurrent_retailers: usize,
    /// Seconds from a crawl's end to the matcher's run. Crawls that end meanwhile share that run.
    pub match_delay_seconds: u32,
    /// The longest that fetching one page with its body may take, in seconds.
    pub request_timeout_seconds: u64,
    /// Further tries after a failure that may be temporary.
    pub retries: u32,
    /// The first pause between tries; each later pause is twice as long.
    pub retry_pause_milliseconds: u64,
    /// Larger pages are refused.
    pub page_limit_megabytes: u64,
    /// Larger feeds are refused.
    pub feed_limit_megabytes: u64,
    /// The size of one retailer's response cache (compressed). A cached page that has not changed is not sent again.
    pub page_memory_megabytes: u64,
    /// Address of the metrics of a worker or scheduler; empty: none.
    #[serde(deserialize_with = "optional::address")]
    pub metrics_listen: Option<SocketAddr>,
}

/// Thresholds at which an offer is matched to a product, is proposed to an administrator, or becomes a product
/// of its own.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matching {
    /// The confidence (0 to 1) from which an administrator is asked.
    pub ask_from: f64,
    /// The confidence from which an offer is matched without an administrator, and then only by a key that the
    /// `match_by_…` settings allow; and from which two offers become one product.
    pub match_from: f64,
    pub match_by_barcode: bool,
    pub match_by_part_number: bool,
    pub match_by_model: bool,
    /// The most products that are proposed at a time: for one offer, and for all offers of one group together.
    pub asked_at_once: usize,
    /// Whether offers that match no product become products of their own.
    pub create_products: bool,
    #[serde(rename = "worth")]
    pub review_priority: ReviewPriorityWeights,
}

/// Weights of the review priority, the order of the review queue: see
/// [`update_review_priorities`](crate::store::matches::update_review_priorities).
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewPriorityWeights {
    /// Only the views of this many days count.
    pub days: i32,
    pub view: f64,
    pub offer: f64,
    pub spread: f64,
}

/// The picture store, and the limits on pictures.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pictures {
    /// `s3://bucket/prefix`. Empty: the folder "pictures" of `data.directory`.
    pub store: String,
    /// The address of an S3-compatible service. Empty: Amazon's.
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
    /// A picture that more products than this show is a placeholder for "no picture".
    pub max_shared_products: i64,
    /// Days after which a picture's address is fetched again.
    pub refresh_days: i32,
    /// Days after which pictures and addresses that nothing shows are deleted.
    pub forget_days: i32,
}

/// Hides the secrets, which must not reach a log by accident.
impl fmt::Debug for Pictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pictures").field("store", &self.store).finish_non_exhaustive()
    }
}

/// The demo retailers' web server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demo {
    pub listen: SocketAddr,
}
