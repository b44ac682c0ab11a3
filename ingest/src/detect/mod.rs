//! Detects the platform of a retailer by requests to the retailer itself, and writes its retailer file with the
//! evidence beside each key.

pub(crate) mod columns;
mod front_page;
mod mend;
mod mend_selectors;
mod price_format;
mod probes;
mod sample;
mod write;

use domain::model::{PlatformKind, Slug};
use url::Url;

pub use mend::{Mend, propose};
pub(crate) use probes::{DetectedPlatform, Probe, RunProbe, text_at};
pub use sample::Sample;
pub use write::file_text;

use crate::{
    fetch::{FetchError, FetchSettings, RequestAdditions, RetailerAccess, RetailerClient},
    platforms::{self, RetailerError},
    retailer_file::{RetailerFile, read_text},
};

/// Requests per second to a retailer with which nothing was agreed.
const POLITE: f64 = 1.0;
/// Requests per second to a server of one's own.
const OWN: f64 = 100.0;

/// Options of a detection.
#[derive(Debug, Clone)]
pub struct DetectOptions {
    pub url: Url,
    /// Slug of the file; derived from the address where absent.
    pub slug: Option<Slug>,
    /// Approximate number of product pages to read, where each is a request.
    pub sample: usize,
    /// Whether the retailer lies in this network.
    pub allow_private_addresses: bool,
}

/// Findings about a retailer before its offers are read.
#[derive(Debug, Clone)]
pub struct Findings {
    pub slug: Slug,
    pub base_url: Url,
    pub platform: PlatformKind,
    pub name_en: Option<String>,
    pub name_ar: Option<String>,
    pub allow_private_addresses: bool,
    /// Evidence of the platform, as sentence parts.
    pub evidence: Vec<String>,
    /// Keys of the platform's section, each with a comment.
    pub options: Vec<OptionLine>,
    /// Columns for `[feed.columns]`: our field and the feed's name.
    pub columns: Vec<(&'static str, String)>,
    /// Addresses of the retailer by their language.
    pub languages: Vec<(String, String)>,
    /// Currency that the retailer names for all its products.
    pub currency: Option<String>,
}

/// Key of a platform's section.
#[derive(Debug, Clone)]
pub struct OptionLine {
    pub key: &'static str,
    /// In TOML syntax.
    pub value: String,
    pub comment: Option<String>,
}

impl OptionLine {
    pub(crate) fn text(key: &'static str, value: &str) -> Self {
        Self { key, value: write::quoted(value), comment: None }
    }

    pub(crate) fn because(mut self, comment: impl Into<String>) -> Self {
        self.comment = Some(comment.into());
        self
    }
}

/// Why no retailer file was written.
#[derive(Debug, thiserror::Error)]
pub enum DetectError {
    #[error(
        "{host} is a private or loopback address; for your own retailer in this network use --allow-private-addresses"
    )]
    PrivateAddress { host: String },
    #[error("{0}")]
    OutOfReach(FetchError),
    #[error("robots.txt of {host} forbids the pages that detection reads: {}", paths.join(", "))]
    Forbidden { host: String, paths: Vec<String> },
    #[error("no supported retailer was found at {url}. Tried: {}. If it is a retailer, write a [selectors] section by hand: see config/retailers/README.md", tried.join("; "))]
    NoRetailer { url: Url, tried: Vec<String> },
    #[error("the retailer at {url} states its prices in {currency}, and only KWD is supported")]
    OtherCurrency { url: Url, currency: String },
    #[error("{platform} was found at {url}, but its offers are unreadable: {why}")]
    Unreadable { platform: &'static str, url: Box<Url>, why: String },
    #[error("cannot derive a file name from {0}: set --slug")]
    NoSlug(Url),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

/// A retailer with its file and a sample of its offers.
pub struct Detected {
    pub findings: Findings,
    pub sample: Sample,
    /// Text of the file.
    pub text: String,
    /// The same file, parsed.
    pub file: RetailerFile,
}

/// Detects how a retailer can be read, reads a sample, and writes the text of its file.
///
/// # Errors
/// When nothing can be read there, and why.
pub async fn detect(settings: &FetchSettings, options: &DetectOptions) -> Result<Detected, DetectError> {
    let mut last = None;
    for base in bases(&options.url) {
        let client = client(settings, &base, options.allow_private_addresses)?;
        match probes::find(&client, &base, options).await {
            Ok(findings) => return read(settings, findings, options).await,
            // An error of the whole host is the same from its root.
            Err(error @ (DetectError::PrivateAddress { .. } | DetectError::OutOfReach(_))) => {
                return Err(error);
            }
            Err(error) => last = Some(last.unwrap_or(error)),
        }
    }
    Err(last.unwrap_or_else(|| DetectError::NoRetailer { url: options.url.clone(), tried: Vec::new() }))
}

/// First path segments that lead to a page of the retailer and are no part of its base address.
const PAGE_SEGMENTS: [&str; 14] = [
    "en",
    "ar",
    "kw",
    "collections",
    "products",
    "product",
    "shop",
    "store",
    "category",
    "categories",
    "item",
    "p",
    "c",
    "index.php",
];

/// Returns the addresses to try: the one given, then the root of the host where the given one leads to a page. The
/// root is not tried otherwise, because several retailers may share a host.
fn bases(url: &Url) -> Vec<Url> {
    let mut given = url.clone();
    given.set_query(None);
    given.set_fragment(None);
    let mut root = given.clone();
    root.set_path("/");
    let first = given.path_segments().and_then(|mut parts| parts.next()).unwrap_or_default().to_lowercase();
    let language = first.split(['-', '_']).next().unwrap_or_default();
    let is_page = PAGE_SEGMENTS.contains(&first.as_str())
        || (first.len() <= 5 && PAGE_SEGMENTS.contains(&language))
        || first.ends_with(".html");
    match (given == root, is_page) {
        (true, _) => vec![root],
        (false, true) => vec![given, root],
        (false, false) => vec![given],
    }
}

fn client(settings: &FetchSettings, base: &Url, allow_private: bool) -> Result<RetailerClient, DetectError> {
    // A single retry at most: a probe often asks for pages that do not exist.
    let settings = FetchSettings { retries: settings.retries.min(1), ..settings.clone() };
    let access = RetailerAccess {
        base_url: base.clone(),
        extra_domains: Vec::new(),
        allow_private_addresses: allow_private,
        requests_per_second: if allow_private { OWN } else { POLITE },
        concurrency: 1,
        additions: RequestAdditions::default(),
    };
    Ok(RetailerClient::new(&settings, access)?)
}

async fn read(
    settings: &FetchSettings,
    findings: Findings,
    options: &DetectOptions,
) -> Result<Detected, DetectError> {
    if let Some(currency) = findings.currency.clone().filter(|currency| !currency.eq_ignore_ascii_case("KWD"))
    {
        return Err(DetectError::OtherCurrency { url: findings.base_url, currency });
    }
    let first = parse(&findings, &write::file_text(&findings, None))?;
    let client = client(settings, &findings.base_url, options.allow_private_addresses)?;
    let sample = sample::read(client, &first, options.sample).await.map_err(|error| match error {
        RetailerError::Fetch(FetchError::Disallowed { host, path }) => {
            DetectError::Forbidden { host, paths: vec![path] }
        }
        RetailerError::Fetch(error) => DetectError::OutOfReach(error),
        error => unreadable(&findings, error.to_string()),
    })?;
    if sample.offers.is_empty() {
        let why = sample.rejected.first().map_or_else(
            || "it lists no offers".to_owned(),
            |rejected| format!("{}: {}", rejected.id_or_url, rejected.rejection),
        );
        return Err(unreadable(&findings, why));
    }
    if let Some(currency) = sample.other_currency() {
        return Err(DetectError::OtherCurrency { url: findings.base_url, currency });
    }
    let text = write::file_text(&findings, Some(&sample));
    let file = parse(&findings, &text)?;
    Ok(Detected { findings, sample, text, file })
}

fn parse(findings: &Findings, text: &str) -> Result<RetailerFile, DetectError> {
    let path = std::path::PathBuf::from(format!("{}.toml", findings.slug));
    read_text(&path, text)
        .map_err(|problem| unreadable(findings, format!("its file would be wrong: {problem}")))
}

fn unreadable(findings: &Findings, why: String) -> DetectError {
    DetectError::Unreadable {
        platform: platforms::for_kind(findings.platform).name,
        url: Box::new(findings.base_url.clone()),
        why,
    }
}
