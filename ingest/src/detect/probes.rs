//! Probes a retailer for one platform after the other.

mod commerce;
mod feed;
mod pages;

use domain::model::{PlatformKind, Slug};
use url::Url;

use super::{DetectError, DetectOptions, Findings, OptionLine, front_page::FrontPage};
use crate::fetch::{FetchError, Fetched, RetailerClient};

/// A platform whose interface answered.
pub(super) struct DetectedPlatform {
    platform: PlatformKind,
    evidence: Vec<String>,
    options: Vec<OptionLine>,
    columns: Vec<(&'static str, String)>,
    currency: Option<String>,
    name: Option<String>,
}

impl DetectedPlatform {
    fn new(platform: PlatformKind, evidence: impl Into<String>) -> Self {
        Self {
            platform,
            evidence: vec![evidence.into()],
            options: Vec::new(),
            columns: Vec::new(),
            currency: None,
            name: None,
        }
    }
}

/// Probes a retailer, and records the answers that led to nothing.
pub(super) struct Probe<'a> {
    client: &'a RetailerClient,
    base: &'a Url,
    front: FrontPage,
    tried: Vec<String>,
    forbidden: Vec<String>,
}

impl Probe<'_> {
    /// Returns an address under the base.
    fn at(&self, path: &str) -> Option<Url> {
        let base = self.base.as_str().trim_end_matches('/');
        format!("{base}/{}", path.trim_start_matches('/')).parse().ok()
    }

    /// Fetches a page; `None` where there is none.
    async fn get(&mut self, url: &Url) -> Result<Option<Fetched>, DetectError> {
        let answer = self.client.get(url).await;
        self.take(url, answer)
    }

    async fn post(&mut self, url: &Url, body: &serde_json::Value) -> Result<Option<Fetched>, DetectError> {
        let answer = self.client.post_json(url, &[], body).await;
        self.take(url, answer)
    }

    fn take<T>(&mut self, url: &Url, answer: Result<T, FetchError>) -> Result<Option<T>, DetectError> {
        match answer {
            Ok(fetched) => return Ok(Some(fetched)),
            Err(FetchError::PrivateAddress { host }) => return Err(DetectError::PrivateAddress { host }),
            Err(FetchError::Disallowed { path, .. }) => self.forbidden.push(path),
            Err(error) if error.is_fatal() => return Err(DetectError::OutOfReach(error)),
            Err(FetchError::Status { status, .. }) => {
                self.tried.push(format!("{} answered {status}", url.path()))
            }
            Err(error) => self.tried.push(error.to_string()),
        }
        Ok(None)
    }

    fn note(&mut self, url: &Url, what: &str) {
        self.tried.push(format!("{} is {what}", url.path()));
    }
}

/// Finds the platform of the retailer at an address.
pub(super) async fn find(
    client: &RetailerClient,
    base: &Url,
    options: &DetectOptions,
) -> Result<Findings, DetectError> {
    let mut asking =
        Probe { client, base, front: FrontPage::default(), tried: Vec::new(), forbidden: Vec::new() };
    // Every retailer has a front page: where it cannot be reached, nothing can.
    match client.get(base).await {
        Err(
            error @ (FetchError::Unreachable { .. }
            | FetchError::TimedOut { .. }
            | FetchError::LeavesDomain { .. }),
        ) => {
            return Err(DetectError::OutOfReach(error));
        }
        answer => {
            if let Some(page) = asking.take(base, answer)? {
                asking.front = FrontPage::read(base, &page.text());
            }
        }
    }
    if let Some(name) = asking.front.hosted_on {
        asking.tried.push(format!("the front page is a site of {name}"));
    }
    let found = match commerce::shopify(&mut asking).await? {
        Some(found) => Some(found),
        None => rest(&mut asking).await?,
    };
    match found {
        Some(found) => findings(&asking, found, options),
        None if !asking.forbidden.is_empty() => Err(DetectError::Forbidden {
            host: base.host_str().unwrap_or_default().to_owned(),
            paths: asking.forbidden,
        }),
        None => Err(DetectError::NoRetailer { url: base.clone(), tried: asking.tried }),
    }
}

async fn rest(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    if let Some(found) = commerce::woocommerce(asking).await? {
        return Ok(Some(found));
    }
    if let Some(found) = commerce::magento(asking).await? {
        return Ok(Some(found));
    }
    if let Some(found) = commerce::occ(asking).await? {
        return Ok(Some(found));
    }
    // Feeds are tried before pages: a feed is one request, pages are thousands.
    if let Some(found) = feed::find_linked(asking).await? {
        return Ok(Some(found));
    }
    if let Some(found) = pages::schema_org(asking).await? {
        return Ok(Some(found));
    }
    feed::find_at_usual_paths(asking).await
}

fn findings(
    asking: &Probe<'_>,
    found: DetectedPlatform,
    options: &DetectOptions,
) -> Result<Findings, DetectError> {
    let slug = match &options.slug {
        Some(slug) => slug.clone(),
        None => slug_of(asking.base).ok_or_else(|| DetectError::NoSlug(asking.base.clone()))?,
    };
    let name = found.name.or_else(|| asking.front.name.clone());
    let hosted = asking.front.hosted_on.map(|name| format!("the front page is a site of {name}"));
    let is_arabic = |text: &String| text.chars().any(|letter| matches!(letter, '\u{600}'..='\u{6ff}'));
    Ok(Findings {
        slug,
        base_url: asking.base.clone(),
        platform: found.platform,
        name_en: name.clone().filter(|name| !is_arabic(name)),
        name_ar: name.filter(is_arabic),
        allow_private_addresses: options.allow_private_addresses,
        evidence: hosted.into_iter().chain(found.evidence).collect(),
        options: found.options,
        columns: found.columns,
        languages: asking.front.languages.clone(),
        currency: found.currency,
    })
}

/// Derives a slug from the address: `https://www.x-cite.com/` → `x-cite`; below a path the last part counts.
fn slug_of(base: &Url) -> Option<Slug> {
    let last =
        base.path_segments().and_then(|mut parts| parts.rfind(|part| !part.is_empty()).map(str::to_owned));
    let host = base.domain().map(|host| {
        let host = host.trim_start_matches("www.");
        host.split('.').next().unwrap_or(host).to_owned()
    });
    let is_language = |part: &String| part.len() <= 2;
    let name = last.filter(|part| !is_language(part) && !part.contains('.')).or(host)?;
    let plain: String = name
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
        .collect();
    plain.trim_matches('-').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retailer_name_is_derived_from_its_address() {
        let slug = |url: &str| slug_of(&url.parse().expect("an address")).map(|slug| slug.to_string());
        assert_eq!(slug("https://www.x-cite.com/en").as_deref(), Some("x-cite"));
        assert_eq!(slug("https://pc_world.com.kw/").as_deref(), Some("pc-world"));
        assert_eq!(slug("http://127.0.0.1:8090/shops/dhow-digital").as_deref(), Some("dhow-digital"));
        assert_eq!(slug("http://127.0.0.1:8090/"), None);
    }
}
