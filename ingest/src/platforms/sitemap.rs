//! Reads product addresses from sitemaps and sitemap indexes, plain or gzipped.

use std::{collections::HashSet, io::Read};

use flate2::read::GzDecoder;
use quick_xml::{Reader, events::Event};
use url::Url;

use super::RetailerError;
use crate::fetch::RetailerClient;

/// Maximum size of one sitemap, in bytes after decompression; the protocol allows 50 MiB.
const SIZE_LIMIT: u64 = 50 * 1024 * 1024;
/// Maximum nesting depth of a sitemap's elements; the protocol has four levels.
const MAX_DEPTH: usize = 16;
/// Maximum number of sitemaps of one retailer.
const MAX_SITEMAPS: usize = 1_000;
/// Maximum number of addresses of one retailer.
const MAX_PAGES: usize = 500_000;

/// Addresses in one sitemap.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sitemap {
    pages: Vec<String>,
    sitemaps: Vec<String>,
}

/// Returns all page addresses that contain `filter`, in the order found, each once.
pub(super) async fn pages(
    client: &RetailerClient,
    start: &Url,
    filter: &str,
) -> Result<Vec<Url>, RetailerError> {
    let mut waiting = vec![start.clone()];
    let mut visited = HashSet::new();
    let mut known = HashSet::new();
    let mut pages = Vec::new();
    while let Some(url) = waiting.pop() {
        if !visited.insert(url.clone()) {
            continue;
        }
        if visited.len() > MAX_SITEMAPS {
            return Err(RetailerError::unreadable(
                start,
                format!("it leads to more than {MAX_SITEMAPS} sitemaps"),
            ));
        }
        let fetched = client.get(&url).await?;
        let xml = unpack(fetched.body).map_err(|what| RetailerError::unreadable(&url, what))?;
        let sitemap = parse(&xml).map_err(|what| RetailerError::unreadable(&url, what))?;
        waiting.extend(sitemap.sitemaps.iter().rev().filter_map(|address| url.join(address).ok()));
        for address in sitemap.pages.iter().filter(|address| address.contains(filter)) {
            if let Ok(page) = url.join(address)
                && known.insert(page.clone())
            {
                pages.push(page);
            }
        }
        if pages.len() > MAX_PAGES {
            return Err(RetailerError::unreadable(start, format!("it names more than {MAX_PAGES} pages")));
        }
    }
    Ok(pages)
}

/// Returns the pages of a few sitemaps; sitemaps with product words in their path come first.
pub async fn sitemap_pages(
    client: &RetailerClient,
    start: &Url,
    sitemaps: usize,
) -> Result<Vec<Url>, RetailerError> {
    let mut waiting = vec![start.clone()];
    let mut pages = Vec::new();
    for _ in 0..sitemaps {
        let Some(url) = waiting.pop() else { break };
        let fetched = client.get(&url).await?;
        let xml = unpack(fetched.body).map_err(|what| RetailerError::unreadable(&url, what))?;
        let sitemap = parse(&xml).map_err(|what| RetailerError::unreadable(&url, what))?;
        waiting.extend(sitemap.sitemaps.iter().rev().filter_map(|address| url.join(address).ok()));
        let is_of_products = |address: &Url| {
            ["product", "item", "catalog"].iter().any(|word| address.path().to_lowercase().contains(word))
        };
        waiting.sort_by_key(is_of_products);
        pages.extend(sitemap.pages.iter().filter_map(|address| url.join(address).ok()));
    }
    Ok(pages)
}

/// Decompresses by content, not by name: servers sometimes send `.xml.gz` already decompressed.
fn unpack(body: Vec<u8>) -> Result<Vec<u8>, String> {
    if !body.starts_with(&[0x1f, 0x8b]) {
        return Ok(body);
    }
    let mut xml = Vec::new();
    GzDecoder::new(body.as_slice())
        .take(SIZE_LIMIT + 1)
        .read_to_end(&mut xml)
        .map_err(|error| format!("its gzip is broken: {error}"))?;
    if xml.len() as u64 > SIZE_LIMIT {
        return Err(format!("it unpacks to more than {SIZE_LIMIT} bytes"));
    }
    Ok(xml)
}

fn parse(xml: &[u8]) -> Result<Sitemap, String> {
    let mut reader = Reader::from_reader(xml);
    let mut sitemap = Sitemap::default();
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
            Event::Text(text) => location.push_str(&text.xml_content().unwrap_or_default()),
            Event::CData(text) => location.push_str(&text.xml_content().unwrap_or_default()),
            Event::GeneralRef(entity) => location.push_str(entity_text(&entity).as_deref().unwrap_or("")),
            Event::End(_) => {
                let is_location = path.last().is_some_and(|name| name == b"loc");
                let address = location.trim().to_owned();
                match path.iter().rev().nth(1).map(Vec::as_slice) {
                    Some(b"url") if is_location => sitemap.pages.push(address),
                    Some(b"sitemap") if is_location => sitemap.sitemaps.push(address),
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
    if is_sitemap { Ok(sitemap) } else { Err("not a sitemap".to_owned()) }
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

    #[test]
    fn pages_are_distinguished_from_sitemaps_and_pictures() {
        let xml = br#"<?xml version="1.0"?><urlset xmlns="s" xmlns:image="i"><url><loc> https://a/p?x=1&amp;y=2 </loc>
            <image:image><image:loc>https://a/i.jpg</image:loc></image:image></url><url><loc><![CDATA[https://a/q]]></loc></url></urlset>"#;
        let sitemap = parse(xml).expect("a sitemap");
        assert_eq!(sitemap.pages, ["https://a/p?x=1&y=2", "https://a/q"]);
        let index = b"<sitemapindex><sitemap><loc>https://a/s1.xml</loc></sitemap></sitemapindex>";
        assert_eq!(parse(index).expect("an index").sitemaps, ["https://a/s1.xml"]);
        assert!(parse(b"<html><body>Error</body></html>").is_err());
        assert!(parse(b"").is_err());
        assert!(parse(b"<urlset><url>").is_ok());
        assert!(parse("<urlset>".repeat(20).as_bytes()).is_err());
    }

    #[test]
    fn a_gzip_bomb_is_refused() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        let zeros = vec![b' '; 1024 * 1024];
        for _ in 0..60 {
            packer.write_all(&zeros).expect("memory");
        }
        assert!(unpack(packer.finish().expect("memory")).expect_err("too large").contains("unpacks to more"));
        assert_eq!(unpack(b"<x/>".to_vec()), Ok(b"<x/>".to_vec()));
        assert!(unpack(vec![0x1f, 0x8b, 1, 2, 3]).is_err());
    }
}
