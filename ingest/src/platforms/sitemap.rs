//! Reads product addresses from sitemaps and sitemap indexes: XML or a plain list, gzipped or not. Each file is read as a
//! stream, and what is kept of all of them is bounded: whoever writes a sitemap decides how many addresses it has.
//!
//! Memory: the body of one file as it was sent (`fetch.page_limit`), what `markup.rs` holds, and [`MAX_ADDRESSES_BYTES`].

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    io::{self, BufRead, BufReader, Read},
};

use flate2::read::GzDecoder;
use url::Url;

use super::{
    Failures, RetailerError, charset,
    entities::{decode_entities, local_name},
    feed_lines::FeedLines,
    markup::{Markup, Piece},
    product_pages::MAX_PRODUCT_PAGES,
};
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
pub(super) enum Location<'a> {
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

/// Returns all page addresses that contain `filter`, in the order found, each once. A sitemap that fails is recorded, with
/// its address, and so are the bounds that were reached; what stands before the failure counts.
///
/// # Errors
/// When nothing can be read of the first sitemap, or of the retailer.
pub(super) async fn pages(
    client: &RetailerClient,
    start: &Url,
    filter: &str,
    failures: &mut Failures,
) -> Result<Vec<Url>, RetailerError> {
    let mut found = FoundAddresses::starting_at(start);
    while let Some(url) = found.waiting.pop() {
        match found.read(client, &url, filter).await {
            Err(error) if url == *start && found.is_empty() => return Err(error),
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
        match found.read(client, &url, "").await {
            Err(error) if found.is_empty() || error.is_fatal() => return Err(error),
            Err(error) => tracing::debug!(%url, %error, "Cannot read a sitemap"),
            Ok(()) => {}
        }
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

    /// Whether no address of a page or of a further sitemap was found.
    fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.sitemaps.len() <= 1
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
        // An empty address is the sitemap's own.
        if address.is_empty() {
            return;
        }
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
pub(super) fn parse<'a>(
    source: impl BufRead + 'a,
    found: &mut impl FnMut(Location<'_>),
) -> Result<(), String> {
    let unreadable = |error: io::Error| error.to_string();
    let mut source = charset::open(Box::new(source), None).map_err(unreadable)?;
    let first = loop {
        let buffer = source.fill_buf().map_err(unreadable)?;
        let blanks = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match buffer.get(blanks) {
            None if buffer.is_empty() => break None,
            Some(first) => break Some(*first),
            None => source.consume(blanks),
        }
    };
    match first {
        None => Err("it is empty, not a sitemap".to_owned()),
        Some(b'<') => parse_xml(source, found),
        Some(_) => parse_list(source, found),
    }
}

/// Parses a sitemap in its text form: one address a line.
fn parse_list(source: impl BufRead, found: &mut impl FnMut(Location<'_>)) -> Result<(), String> {
    let mut lines = FeedLines::new(source);
    let mut is_sitemap = false;
    while let Some(line) = lines.next().map_err(|error| error.to_string())? {
        let bytes = line.bytes.unwrap_or_default();
        let text = charset::decode(&bytes, None);
        let address = text.trim();
        let is_address = ["http://", "https://"].iter().any(|scheme| address.starts_with(scheme));
        if is_address && address.len() <= MAX_ADDRESS_BYTES && !address.contains(char::is_whitespace) {
            found(Location::Page(address));
            is_sitemap = true;
        } else if !is_sitemap {
            break;
        }
    }
    if is_sitemap { Ok(()) } else { Err("it is not a sitemap".to_owned()) }
}

/// Parses a sitemap in XML. Elements may have any prefix; those of pictures and videos have another one than the pages.
fn parse_xml(source: impl BufRead, found: &mut impl FnMut(Location<'_>)) -> Result<(), String> {
    let mut markup = Markup::new(source, &["url", "sitemap"]);
    let (mut path, mut location): (Vec<String>, String) = (Vec::new(), String::new());
    let mut root: Option<String> = None;
    loop {
        match markup.next().map_err(|error| format!("it breaks off: {error}"))? {
            Piece::Start { name, is_empty, .. } => {
                root.get_or_insert_with(|| local_name(name).to_lowercase());
                location.clear();
                // A page or sitemap whose element does not close ends where the next one begins.
                if matches!(local_name(name), "url" | "sitemap")
                    && let Some(open) = path.iter().position(|open| open == name)
                {
                    path.truncate(open);
                }
                if !is_empty {
                    path.push(name.to_owned());
                }
                if path.len() > MAX_DEPTH {
                    return Err(format!("it nests more than {MAX_DEPTH} elements"));
                }
            }
            Piece::Text(text) => push(&mut location, &decode_entities(&charset::decode(cut(text), None))),
            Piece::Data(text) => push(&mut location, &charset::decode(cut(text), None)),
            Piece::End(name) => {
                if let Some(at) = path.iter().rposition(|open| open == name) {
                    path.truncate(at + 1);
                    if let Some(location) = location_of(&path, location.trim()) {
                        found(location);
                    }
                    path.pop();
                }
                location.clear();
            }
            Piece::Broken(_) => location.clear(),
            Piece::Eof(open) => {
                if !matches!(root.as_deref(), Some("urlset" | "sitemapindex")) {
                    let page = root.is_some_and(|root| root == "html");
                    let what = if page { "a web page, not a sitemap" } else { "not a sitemap" };
                    return Err(format!("it is {what}"));
                }
                let open = open.map(str::to_owned).or(path.pop().map(|open| format!("<{open}>")));
                return open.map_or(Ok(()), |open| Err(format!("it breaks off inside {open}")));
            }
        }
    }
}

/// Returns the address that an element holds, where it is the address of a page or a sitemap.
fn location_of<'a>(path: &[String], address: &'a str) -> Option<Location<'a>> {
    let [.., parent, name] = path else { return None };
    let (parent_prefix, parent) = parent.rsplit_once(':').unwrap_or(("", parent));
    let (prefix, name) = name.rsplit_once(':').unwrap_or(("", name));
    if name != "loc" || prefix != parent_prefix || address.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    match parent {
        "url" => Some(Location::Page(address)),
        "sitemap" => Some(Location::Sitemap(address)),
        _ => None,
    }
}

/// Returns as much of a text as an address can be, with blanks around it.
fn cut(text: &[u8]) -> &[u8] {
    text.get(..4 * MAX_ADDRESS_BYTES).unwrap_or(text)
}

/// Appends a text, unless the address is too long already.
fn push(location: &mut String, text: &str) {
    if location.len() <= MAX_ADDRESS_BYTES {
        location.push_str(text);
    }
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
        assert!(read(&b"<urlset><url><loc>https://a/p</loc></url>"[..]).is_err());
        assert!(read("<urlset>".repeat(20).as_bytes()).is_err());
        let long =
            format!("<urlset><url><loc>https://a/{}</loc></url></urlset>", "x".repeat(5 * MAX_ADDRESS_BYTES));
        assert_eq!(read(long.as_bytes()).expect("a sitemap").0, Vec::<String>::new());
    }

    #[test]
    fn sitemap_is_read_in_every_form() {
        let two = ["https://a/p?x=1&y=2", "https://a/q"];
        for text in [
            "<s:urlset xmlns:s='x'><s:url><s:loc>https://a/p?x=1&y=2</s:loc><image:loc>https://a/i</image:loc></s:url>\
             <s:url><s:loc>https://a/q</s:loc></s:url></s:urlset>",
            "\n\n<?xml version='1.0'?><urlset><url><loc>https://a/p?x=1&amp;y=2</loc><priority>1</url>\
             <url><loc>https://a/q</loc></url></urlset>",
            "<urlset><urlset><url><loc>https://a/p?x=1&y=2</loc><note>< 5 &nbsp;</note></url>\
             <url><loc>https://a/q</loc></url></urlset></urlset>",
            "<urlset><url><loc>https://a/p?x=1&y=2</loc><url><loc>https://a/q</loc></url></urlset>",
            "\u{feff}https://a/p?x=1&y=2\r\n\r\nhttps://a/q\r\n",
        ] {
            assert_eq!(read(text.as_bytes()).expect("a sitemap").0, two, "{text}");
            let wide = text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
            let marked = [&b"\xff\xfe"[..], &wide].concat();
            assert_eq!(read(&marked[..]).expect("a sitemap").0, two, "{text}");
        }
        for (none, what) in [
            ("<!DOCTYPE html><html><body>Sorry</body></html>", "a web page"),
            ("Not found", "not a sitemap"),
            ("{\"error\": true}", "not a sitemap"),
            (" \n", "empty"),
            ("<urlset><!-- <url><loc>https://a/p</loc></url></urlset>", "a comment"),
        ] {
            let said = read(none.as_bytes()).expect_err(none);
            assert!(said.contains(what), "{none}: {said}");
        }
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
