//! Reads product addresses from sitemaps and sitemap indexes, plain or gzipped. Each file is read as a stream, and what
//! is kept of all of them is bounded: whoever writes a sitemap decides how many addresses it has.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    io::{self, BufRead, BufReader, Read},
};

use flate2::read::GzDecoder;
use quick_xml::{Reader, events::Event};
use url::Url;

use super::{Failures, RetailerError, product_pages::MAX_PRODUCT_PAGES};
use crate::fetch::RetailerClient;

/// Maximum size of one sitemap, in bytes after decompression; the protocol allows 50 MiB.
const SIZE_LIMIT: u64 = 50 * 1024 * 1024;
/// Maximum nesting depth of a sitemap's elements; the protocol has four levels.
const MAX_DEPTH: usize = 16;
/// Maximum number of sitemaps of one retailer; the first ones are read.
const MAX_SITEMAPS: usize = 1_000;
/// Maximum length of an address, in bytes, as in the protocol; longer ones are left out.
const MAX_ADDRESS_BYTES: usize = 2_048;
/// Maximum size of all addresses of one retailer, in bytes.
const MAX_ADDRESSES_BYTES: usize = 64 * 1024 * 1024;

/// An address in a sitemap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Location<'a> {
    Page(&'a str),
    Sitemap(&'a str),
}

/// Addresses found so far, each once.
#[derive(Default)]
struct FoundAddresses {
    pages: Vec<Url>,
    /// Hashes of `pages`: half a million addresses are held once, and two of them share a hash about never.
    page_hashes: HashSet<u64>,
    hasher: RandomState,
    page_bytes: usize,
    /// Sitemaps to be read, the next one last.
    waiting: Vec<Url>,
    /// Sitemaps that were read, or wait.
    sitemaps: HashSet<Url>,
    /// The bound beyond which addresses were left out, as a sentence part.
    limit: Option<String>,
}

/// Returns all page addresses that contain `filter`, in the order found, each once. A sitemap that fails, except the
/// first, is recorded, and so are the bounds that were reached.
///
/// # Errors
/// When the first sitemap cannot be read, or the retailer at all.
pub(super) async fn pages(
    client: &RetailerClient,
    start: &Url,
    filter: &str,
    failures: &mut Failures,
) -> Result<Vec<Url>, RetailerError> {
    let mut found = FoundAddresses::starting_at(start);
    while let Some(url) = found.waiting.pop() {
        match found.read(client, &url, filter).await {
            Err(error) if url == *start => return Err(error),
            Err(error) => failures.record_listing(error)?,
            Ok(()) => {}
        }
    }
    if let Some(limit) = found.limit {
        failures.reach_limit(limit);
    }
    Ok(found.pages)
}

/// Returns the pages of a few sitemaps; sitemaps with product words in their path come first.
pub async fn sitemap_pages(
    client: &RetailerClient,
    start: &Url,
    sitemaps: usize,
) -> Result<Vec<Url>, RetailerError> {
    let mut found = FoundAddresses::starting_at(start);
    for _ in 0..sitemaps {
        let Some(url) = found.waiting.pop() else { break };
        found.read(client, &url, "").await?;
        let is_of_products = |address: &Url| {
            ["product", "item", "catalog"].iter().any(|word| address.path().to_lowercase().contains(word))
        };
        found.waiting.sort_by_key(is_of_products);
    }
    Ok(found.pages)
}

impl FoundAddresses {
    fn starting_at(start: &Url) -> Self {
        let waiting = vec![start.clone()];
        FoundAddresses { sitemaps: waiting.iter().cloned().collect(), waiting, ..FoundAddresses::default() }
    }

    /// Reads one sitemap, and adds its pages whose address contains `filter`. What stands before a broken part counts.
    async fn read(&mut self, client: &RetailerClient, url: &Url, filter: &str) -> Result<(), RetailerError> {
        let fetched = client.get(url).await?;
        let mut nested = Vec::new();
        let parsed = parse(unpacked(&fetched.body), &mut |location| match location {
            Location::Page(address) if address.contains(filter) => self.add_page(url, address),
            Location::Page(_) => {}
            Location::Sitemap(address) => nested.extend(self.new_sitemap(url, address)),
        });
        self.waiting.extend(nested.into_iter().rev());
        parsed.map_err(|what| RetailerError::unreadable(url, what))
    }

    fn add_page(&mut self, base: &Url, address: &str) {
        if self.pages.len() >= MAX_PRODUCT_PAGES || self.page_bytes >= MAX_ADDRESSES_BYTES {
            let stopped =
                || format!("the sitemap names more pages than the {} that are read", self.pages.len());
            self.limit.get_or_insert_with(stopped);
            return;
        }
        let Ok(page) = base.join(address) else { return };
        if self.page_hashes.insert(self.hasher.hash_one(&page)) {
            self.page_bytes += page.as_str().len();
            self.pages.push(page);
        }
    }

    /// Returns the address of a sitemap that was not named before.
    fn new_sitemap(&mut self, base: &Url, address: &str) -> Option<Url> {
        let sitemap = base.join(address).ok()?;
        if self.sitemaps.contains(&sitemap) {
            return None;
        }
        if self.sitemaps.len() >= MAX_SITEMAPS {
            let stopped = || format!("the sitemap names more sitemaps than the {MAX_SITEMAPS} that are read");
            self.limit.get_or_insert_with(stopped);
            return None;
        }
        self.sitemaps.insert(sitemap.clone());
        Some(sitemap)
    }
}

/// Decompresses by content, not by name: servers sometimes send `.xml.gz` already decompressed.
fn unpacked(body: &[u8]) -> Box<dyn BufRead + '_> {
    if body.starts_with(&[0x1f, 0x8b]) {
        Box::new(BufReader::new(Bounded { source: GzDecoder::new(body), left: SIZE_LIMIT }))
    } else {
        Box::new(body)
    }
}

/// Reader that fails past a number of bytes: a sitemap that is cut off must not pass as a whole one.
struct Bounded<R> {
    source: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::other(format!("it unpacks to more than {SIZE_LIMIT} bytes")))?;
        Ok(read)
    }
}

/// Parses a sitemap, and passes on each address as it is read.
///
/// # Errors
/// A sentence part, when the file is no sitemap or breaks off.
fn parse(xml: impl BufRead, found: &mut impl FnMut(Location<'_>)) -> Result<(), String> {
    let mut reader = Reader::from_reader(xml);
    let mut path: Vec<Vec<u8>> = Vec::new();
    let mut location = String::new();
    let mut is_sitemap = false;
    let mut buffer = Vec::new();
    loop {
        match reader.read_event_into(&mut buffer).map_err(|error| format!("invalid XML: {error}"))? {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_vec();
                is_sitemap |= path.is_empty() && matches!(name.as_slice(), b"urlset" | b"sitemapindex");
                location.clear();
                path.push(name);
                if path.len() > MAX_DEPTH {
                    return Err(format!("it nests more than {MAX_DEPTH} elements"));
                }
            }
            Event::Text(text) => push(&mut location, &text.xml_content().unwrap_or_default()),
            Event::CData(text) => push(&mut location, &text.xml_content().unwrap_or_default()),
            Event::GeneralRef(entity) => push(&mut location, &entity_text(&entity).unwrap_or_default()),
            Event::End(_) => {
                let address = Some(location.trim()).filter(|address| address.len() <= MAX_ADDRESS_BYTES);
                let is_location = path.last().is_some_and(|name| name == b"loc");
                match (path.iter().rev().nth(1).map(Vec::as_slice), address) {
                    (Some(b"url"), Some(address)) if is_location => found(Location::Page(address)),
                    (Some(b"sitemap"), Some(address)) if is_location => found(Location::Sitemap(address)),
                    _ => {}
                }
                location.clear();
                path.pop();
            }
            Event::Eof => break,
            _ => {}
        }
        buffer.clear();
    }
    if is_sitemap { Ok(()) } else { Err("not a sitemap".to_owned()) }
}

/// Appends a text, unless the address is too long already.
fn push(location: &mut String, text: &str) {
    if location.len() <= MAX_ADDRESS_BYTES {
        location.push_str(text);
    }
}

/// Returns the text of an entity such as `&amp;`, which quick-xml reports apart from the text around it.
pub(super) fn entity_text(entity: &quick_xml::events::BytesRef<'_>) -> Option<String> {
    if let Ok(Some(letter)) = entity.resolve_char_ref() {
        return Some(letter.to_string());
    }
    let name = entity.decode().ok()?;
    quick_xml::escape::resolve_xml_entity(&name).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Returns the page addresses and the addresses of sitemaps.
    fn read(xml: impl BufRead) -> Result<(Vec<String>, Vec<String>), String> {
        let (mut pages, mut sitemaps) = (Vec::new(), Vec::new());
        parse(xml, &mut |location| match location {
            Location::Page(address) => pages.push(address.to_owned()),
            Location::Sitemap(address) => sitemaps.push(address.to_owned()),
        })?;
        Ok((pages, sitemaps))
    }

    #[test]
    fn pages_are_distinguished_from_sitemaps_and_pictures() {
        let xml = br#"<?xml version="1.0"?><urlset xmlns="s" xmlns:image="i"><url><loc> https://a/p?x=1&amp;y=2 </loc>
            <image:image><image:loc>https://a/i.jpg</image:loc></image:image></url><url><loc><![CDATA[https://a/q]]></loc></url></urlset>"#;
        assert_eq!(read(&xml[..]).expect("a sitemap").0, ["https://a/p?x=1&y=2", "https://a/q"]);
        let index = b"<sitemapindex><sitemap><loc>https://a/s1.xml</loc></sitemap></sitemapindex>";
        assert_eq!(read(&index[..]).expect("an index").1, ["https://a/s1.xml"]);
        assert!(read(&b"<html><body>Error</body></html>"[..]).is_err());
        assert!(read(&b""[..]).is_err());
        assert!(read(&b"<urlset><url>"[..]).is_ok());
        assert!(read("<urlset>".repeat(20).as_bytes()).is_err());
        let long =
            format!("<urlset><url><loc>https://a/{}</loc></url></urlset>", "x".repeat(MAX_ADDRESS_BYTES));
        assert_eq!(read(long.as_bytes()).expect("a sitemap").0, Vec::<String>::new());
    }

    #[test]
    fn a_gzip_bomb_is_refused() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        let zeros = vec![b' '; 1024 * 1024];
        for _ in 0..60 {
            packer.write_all(&zeros).expect("memory");
        }
        let bomb = packer.finish().expect("memory");
        assert!(read(unpacked(&bomb)).expect_err("too large").contains("unpacks to more"));
        assert!(read(unpacked(b"<urlset></urlset>")).is_ok());
        assert!(read(unpacked(&[0x1f, 0x8b, 1, 2, 3])).is_err());
    }

    #[test]
    fn addresses_of_a_malicious_index_are_bounded() {
        let base = "https://shop.example/sitemap.xml".parse().expect("an address");
        let mut found = FoundAddresses::starting_at(&base);
        let waits: Vec<Url> =
            (0..5_000).filter_map(|number| found.new_sitemap(&base, &format!("/s{number}.xml"))).collect();
        assert_eq!((waits.len(), found.sitemaps.len()), (MAX_SITEMAPS - 1, MAX_SITEMAPS));
        assert!(found.limit.take().expect("a limit").contains("more sitemaps"));
        let long = "x".repeat(MAX_ADDRESS_BYTES - 50);
        for number in 0..40_000 {
            found.add_page(&base, &format!("/{long}{number}"));
        }
        assert!(found.pages.len() < 40_000 && found.page_bytes < MAX_ADDRESSES_BYTES + MAX_ADDRESS_BYTES);
        assert!(found.limit.expect("a limit").contains("more pages"));
    }
}
