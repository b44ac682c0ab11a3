//! Probes a retailer for one platform after the other.

use domain::model::{PlatformKind, Slug};
use futures::future::BoxFuture;
use serde_json::Value;
use url::Url;

use super::{DetectError, DetectOptions, Findings, OptionLine, front_page::FrontPage};
use crate::{
    fetch::{FetchError, Fetched, RetailerClient},
    platforms,
};

/// Looks for one platform; `None` where the retailer's answers are not its.
pub(crate) type RunProbe =
    for<'a> fn(&'a mut Probe<'_>) -> BoxFuture<'a, Result<Option<DetectedPlatform>, DetectError>>;

/// A platform whose interface answered.
pub(crate) struct DetectedPlatform {
    platform: PlatformKind,
    pub(crate) evidence: Vec<String>,
    pub(crate) options: Vec<OptionLine>,
    pub(crate) columns: Vec<(&'static str, String)>,
    pub(crate) currency: Option<String>,
    pub(crate) name: Option<String>,
}

impl DetectedPlatform {
    pub(crate) fn new(platform: PlatformKind, evidence: impl Into<String>) -> Self {
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
pub(crate) struct Probe<'a> {
    pub(crate) client: &'a RetailerClient,
    pub(crate) base: &'a Url,
    pub(crate) front: FrontPage,
    pub(crate) tried: Vec<String>,
    forbidden: Vec<String>,
}

impl Probe<'_> {
    /// Returns an address under the base.
    pub(crate) fn at(&self, path: &str) -> Option<Url> {
        let base = self.base.as_str().trim_end_matches('/');
        format!("{base}/{}", path.trim_start_matches('/')).parse().ok()
    }

    /// Fetches a page; `None` where there is none.
    pub(crate) async fn get(&mut self, url: &Url) -> Result<Option<Fetched>, DetectError> {
        let answer = self.client.get(url).await;
        self.take(url, answer)
    }

    pub(crate) async fn post(
        &mut self,
        url: &Url,
        body: &serde_json::Value,
    ) -> Result<Option<Fetched>, DetectError> {
        let answer = self.client.post_json(url, &[], body).await;
        self.take(url, answer)
    }

    pub(crate) fn take<T>(
        &mut self,
        url: &Url,
        answer: Result<T, FetchError>,
    ) -> Result<Option<T>, DetectError> {
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

    pub(crate) fn note(&mut self, url: &Url, what: &str) {
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
    let mut probes: Vec<_> = platforms::ALL.iter().flat_map(|platform| platform.probes).collect();
    probes.sort_by_key(|(place, _)| *place);
    let mut found = None;
    for (_, probe) in probes {
        found = probe(&mut asking).await?;
        if found.is_some() {
            break;
        }
    }
    match found {
        Some(found) => findings(&asking, found, options),
        None if !asking.forbidden.is_empty() => Err(DetectError::Forbidden {
            host: base.host_str().unwrap_or_default().to_owned(),
            paths: asking.forbidden,
        }),
        None => Err(DetectError::NoRetailer { url: base.clone(), tried: asking.tried }),
    }
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

/// Returns a text in the JSON of an answer; `None` where it is empty.
pub(crate) fn text_at(value: &Value, pointer: &str) -> Option<String> {
    value.pointer(pointer)?.as_str().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
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
