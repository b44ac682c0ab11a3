//! Reads a retailer's front page.

use scraper::{Html, Selector};
use url::Url;

/// Maximum number of characters of a page that are read.
const LOOKED_AT: usize = 1_000_000;

/// Facts of a front page.
#[derive(Debug, Clone, Default)]
pub(crate) struct FrontPage {
    pub(crate) name: Option<String>,
    /// Addresses of the same page by language.
    pub(crate) languages: Vec<(String, String)>,
    /// Feed files that the page links.
    pub(crate) feeds: Vec<Url>,
    /// Address of the SAP Commerce interface, where the page names it.
    pub(crate) occ: Option<Url>,
    /// Name of the hosted platform that serves the page, where it is one without an interface of its own for us.
    pub(crate) hosted_on: Option<&'static str>,
    pub(crate) html: String,
}

/// Hosted platforms of the Gulf whose sites are read by their sitemaps: the name, and the domains from which their pages
/// load scripts, styles and pictures.
const HOSTED: [(&str, &[&str]); 2] =
    [("Salla", &["salla.sa", "salla.network", "salla.dev"]), ("Zid", &["zid.store", "zid.sa"])];

impl FrontPage {
    pub(crate) fn read(url: &Url, html: &str) -> FrontPage {
        let cut: String = html.chars().take(LOOKED_AT).collect();
        let Ok(page) = crate::extract::page::parse(&cut) else {
            return FrontPage { html: cut, ..FrontPage::default() };
        };
        let first = |select: &str, attribute: &str| {
            let found = page.select(&Selector::parse(select).ok()?).next()?;
            found.attr(attribute).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let occ = first("meta[name=occ-backend-base-url]", "content");
        FrontPage {
            name: first("meta[property='og:site_name']", "content").or_else(|| title(&page)),
            languages: languages(&page, url),
            feeds: feeds(&page, url),
            hosted_on: hosted_on(&page, url),
            occ: occ.and_then(|address| url.join(&address).ok()).filter(Url::has_host),
            html: cut,
        }
    }
}

/// Returns the last part of a title such as `Best prices | Shop`.
fn title(page: &Html) -> Option<String> {
    let title = page.select(&Selector::parse("title").ok()?).next()?.text().collect::<String>();
    let mut parts = title.split(['|', '–', '—']).map(str::trim).filter(|part| !part.is_empty());
    parts.next_back().map(|part| part.chars().take(60).collect())
}

/// Returns the hosted platform that says so as the generator of the page, is the page's own host, or serves what the page
/// loads; a mere link to it says nothing.
fn hosted_on(page: &Html, url: &Url) -> Option<&'static str> {
    let loaded =
        Selector::parse("script[src], img[src], link[href]:not([rel=alternate]):not([rel=canonical])")
            .ok()?;
    let addresses = page.select(&loaded).filter_map(|element| {
        let address = element.attr("src").or_else(|| element.attr("href"))?;
        url.join(address).ok()
    });
    let hosts: Vec<String> =
        addresses.chain([url.clone()]).filter_map(|address| address.host_str().map(str::to_owned)).collect();
    let generator = Selector::parse("meta[name=generator i]").ok()?;
    let generators: Vec<&str> = page.select(&generator).filter_map(|meta| meta.attr("content")).collect();
    let is_of = |host: &str, domain: &str| {
        host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
    };
    let found = HOSTED.into_iter().find(|(name, domains)| {
        let says_so = generators.iter().any(|text| {
            text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(name))
        });
        says_so || domains.iter().any(|domain| hosts.iter().any(|host| is_of(host, domain)))
    });
    found.map(|(name, _)| name)
}

fn short(language: &str) -> String {
    language.split(['-', '_']).next().unwrap_or(language).to_lowercase()
}

fn languages(page: &Html, url: &Url) -> Vec<(String, String)> {
    let Ok(select) = Selector::parse("link[rel=alternate][hreflang][href]") else { return Vec::new() };
    let mut found: Vec<(String, String)> = Vec::new();
    for link in page.select(&select) {
        let (Some(language), Some(href)) = (link.attr("hreflang"), link.attr("href")) else { continue };
        let language = short(language);
        let known = found.iter().any(|(other, _)| *other == language);
        if let Ok(address) = url.join(href)
            && matches!(language.as_str(), "en" | "ar")
            && !known
        {
            found.push((language, address.to_string()));
        }
    }
    found
}

/// Returns links to files of the types that product feeds have; news feeds are left out.
fn feeds(page: &Html, url: &Url) -> Vec<Url> {
    let Ok(select) = Selector::parse("a[href], link[rel=alternate][href]") else { return Vec::new() };
    let is_feed = |address: &Url| {
        let path = address.path().to_lowercase();
        let file =
            [".csv", ".tsv", ".jsonl", ".ndjson", ".csv.gz", ".xml.gz"].iter().any(|end| path.ends_with(end));
        let xml = path.ends_with(".xml")
            && ["feed", "product", "merchant", "google"].iter().any(|word| path.contains(word));
        file || (xml && !path.contains("sitemap"))
    };
    let mut found: Vec<Url> = page
        .select(&select)
        .filter_map(|link| url.join(link.attr("href")?).ok())
        .filter(|address| is_feed(address) && address.host_str() == url.host_str())
        .collect();
    found.dedup();
    found.truncate(5);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosted_platform_is_recognised_by_what_the_page_loads() {
        let hosted =
            |url: &str, html: &str| FrontPage::read(&url.parse().expect("an address"), html).hosted_on;
        let own = "https://shop.example/";
        assert_eq!(
            hosted(own, "<script src='https://cdn.salla.network/js/twilight.js'></script>"),
            Some("Salla")
        );
        assert_eq!(hosted(own, "<meta name=Generator content='Salla 2.0'>"), Some("Salla"));
        assert_eq!(hosted(own, "<link rel=stylesheet href='//media.zid.store/theme.css'>"), Some("Zid"));
        assert_eq!(hosted("https://a-shop.zid.store/", "<p>متجر</p>"), Some("Zid"));
        assert_eq!(hosted(own, "<a href='https://salla.sa/'>made with Salla</a>"), None);
        assert_eq!(hosted(own, "<script src='https://notsalla.sa/x.js'></script>"), None);
    }

    #[test]
    fn name_languages_and_feeds_are_read_from_the_front_page() {
        let url: Url = "https://shop.example/".parse().expect("an address");
        let html = r#"<html lang="ar-KW"><head><title>عروض | متجر</title>
            <link rel=alternate hreflang=en href="/en"><link rel=alternate hreflang=ar-kw href="/ar">
            <link rel=alternate type="application/rss+xml" href="/blog/rss"></head>
            <body><a href="/feeds/products.xml">x</a><a href="/list.csv">y</a><a href="https://else.example/a.csv">z</a></body>"#;
        let page = FrontPage::read(&url, html);
        assert_eq!(page.name.as_deref(), Some("متجر"));
        assert_eq!(page.languages.len(), 2);
        let feeds: Vec<&str> = page.feeds.iter().map(Url::path).collect();
        assert_eq!(feeds, ["/feeds/products.xml", "/list.csv"]);
    }
}
