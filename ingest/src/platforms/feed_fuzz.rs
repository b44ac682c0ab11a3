//! Random inputs for the readers of feeds and sitemaps: none panics, runs for ever or holds more than it says.
//!
//! `FUZZ_INPUTS=10000000 cargo nextest run -p ingest --release feed_fuzz` tries ten million inputs a reader.

use std::{
    io::{self, BufReader, Cursor, Read},
    time::{Duration, Instant},
};

use super::{
    FeedFormat, FeedOptions, charset,
    feed_row::RowProblem,
    feed_rows::{Rows, StatedCharset},
    sitemap,
};

/// Number of inputs of one reader in a usual run.
const INPUTS: u64 = 20_000;
const SEED: u64 = 0x5eed_0039;
/// Maximum time for one small input, whatever else the machine does.
const IN_TIME: Duration = Duration::from_secs(10);
/// Size of a hostile file, and how much memory its reader may take, in bytes: a few segments, lines and buffers.
const HOSTILE_BYTES: usize = 12 * 1024 * 1024;
const MAX_HELD_BYTES: u64 = 10 * 1024 * 1024;

/// Parts of which inputs are made: what the formats are made of, whole and broken.
const PARTS: [&[u8]; 64] = [
    b"<rss><channel>",
    b"<item>",
    b"</item>",
    b"<entry>",
    b"</entry>",
    b"<g:id>",
    b"</g:id>",
    b"<g:price>",
    b"</g:price>",
    b"<title>",
    b"</title>",
    b"<link href=\"/p?a=1&b=2\"/>",
    b"<![CDATA[",
    b"]]>",
    b"<!--",
    b"-->",
    b"<!DOCTYPE r [<!ENTITY a \"b\">]>",
    b"<?xml version=\"1.0\" encoding=\"windows-1256\"?>",
    b"&",
    b"&amp;",
    b"&nbsp;",
    b"&#1;",
    b"&#xD800;",
    b"&#99999999999;",
    b"&made;",
    b"<",
    b">",
    b"</",
    b"/>",
    b"<b",
    b"\"",
    b"\"\"",
    b",",
    b"\t",
    b";",
    b"\n",
    b"\r\n",
    b"\r",
    b"id,title,price,link\n",
    b"id\ttitle\tprice\tlink\n",
    b"sep=;\n",
    b"1,A,9.500,/p/1\n",
    b"2\tB\t9.600\thttps://a/p/2\n",
    b"{\"id\":1,\"title\":\"A\"}",
    b"{",
    b"[",
    b"}",
    b"null",
    b"<urlset>",
    b"</urlset>",
    b"<url>",
    b"</url>",
    b"<loc>",
    b"</loc>",
    b"<sitemapindex><sitemap>",
    b"https://a/p",
    b"<s:url xmlns:s='x'>",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\0",
    b"\xd8\xd1\xca",
    "كرت".as_bytes(),
    b"\xf0\x9f",
    b" ",
];

/// Generates numbers: the same ones for the same seed (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 1).expect("64 bits") % below
    }

    fn input(&mut self) -> Vec<u8> {
        let mut input = Vec::new();
        for _ in 0..self.next(24) {
            match self.next(12) {
                0 => input.push(u8::try_from(self.next(256)).expect("a byte")),
                1 => {
                    let again = self.next(input.len() + 1);
                    input.extend_from_within(again..);
                }
                _ => input.extend_from_slice(PARTS[self.next(PARTS.len())]),
            }
        }
        input
    }
}

fn options(format: FeedFormat) -> FeedOptions {
    FeedOptions {
        path: None,
        file: None,
        handed_in: false,
        format,
        delimiter: None,
        encoding: None,
        title_language: Default::default(),
        columns: Default::default(),
        stock_words: Default::default(),
        categories: Default::default(),
    }
}

/// Reads a feed to its end, and returns the number of its rows, good or bad.
fn read_feed(options: &FeedOptions, source: impl Read + 'static) -> usize {
    let text = charset::open(Box::new(BufReader::new(source)), None).expect("memory");
    let Ok(mut rows) = Rows::open(options, text, StatedCharset::default()) else { return 0 };
    let mut number = 0;
    loop {
        match rows.next() {
            Ok(None) | Err(RowProblem::Source(_)) => return number,
            Ok(Some(_)) | Err(RowProblem::Row(..)) => number += 1,
        }
    }
}

/// Reads a sitemap, and returns the number of its addresses.
fn read_sitemap(source: impl Read + 'static) -> usize {
    let mut number = 0;
    let _ = sitemap::parse(BufReader::new(source), &mut |_| number += 1);
    number
}

/// Gives a reader its share of inputs. A reader gives out no more rows than its input has bytes.
fn fuzz(seed: u64, read: impl Fn(Vec<u8>) -> usize) {
    let inputs = std::env::var("FUZZ_INPUTS").ok().and_then(|number| number.parse().ok()).unwrap_or(INPUTS);
    let mut numbers = Numbers(SEED ^ seed);
    for number in 0..inputs {
        let input = numbers.input();
        let began = Instant::now();
        let rows = read(input.clone());
        let shown = || String::from_utf8_lossy(&input).into_owned();
        assert!(rows <= input.len(), "input {number} of seed {seed} gives {rows} rows: {:?}", shown());
        assert!(began.elapsed() < IN_TIME, "input {number} of seed {seed}: {:?}", shown());
    }
}

#[test]
fn random_xml_feeds_never_panic() {
    let options = options(FeedFormat::MerchantXml);
    fuzz(1, |input| read_feed(&options, Cursor::new([b"<rss>", input.as_slice()].concat())));
}

#[test]
fn random_csv_feeds_never_panic() {
    let options = options(FeedFormat::Csv);
    fuzz(2, |input| read_feed(&options, Cursor::new([b"id,title,price,link\n", input.as_slice()].concat())));
}

#[test]
fn random_tsv_feeds_never_panic() {
    let options = options(FeedFormat::Tsv);
    fuzz(3, |input| read_feed(&options, Cursor::new(input)));
}

#[test]
fn random_json_feeds_never_panic() {
    let options = options(FeedFormat::JsonLines);
    fuzz(4, |input| read_feed(&options, Cursor::new(input)));
}

#[test]
fn random_sitemaps_never_panic() {
    fuzz(5, |input| read_sitemap(Cursor::new(input)));
}

/// A good row behind any that is wrong is read, unless the reader says that it stopped.
#[test]
fn good_item_behind_a_broken_one_is_read() {
    let mut numbers = Numbers(SEED);
    for _ in 0..INPUTS {
        let inside = numbers.input();
        let good = b"</item><item><g:id>good</g:id></item><item><g:id>last</g:id></item></rss>";
        let feed = [b"<rss><item>", inside.as_slice(), good].concat();
        let source = Box::new(BufReader::new(Cursor::new(feed)));
        let options = options(FeedFormat::MerchantXml);
        let mut rows = Rows::open(&options, source, StatedCharset::default()).expect("a feed");
        let mut last = None;
        let stopped = loop {
            match rows.next() {
                Ok(None) => break false,
                Err(RowProblem::Source(_)) => break true,
                Ok(Some(row)) => last = row.get("id").map(str::to_owned),
                Err(RowProblem::Row(..)) => {}
            }
        };
        // An item element of another name may be open around it.
        let is_other = inside.windows(6).any(|it| it == b"<entry" || it == b"<!DOCT");
        let said = String::from_utf8_lossy(&inside).into_owned();
        assert!(stopped || is_other || last.as_deref() == Some("last"), "{said:?}");
    }
}

/// The same bytes, over and over, up to a size.
struct Repeated {
    head: Vec<u8>,
    unit: &'static [u8],
    at: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(HOSTILE_BYTES.saturating_sub(self.at));
        for (place, byte) in buffer.iter_mut().take(length).enumerate() {
            let at = self.at + place;
            let in_unit = at.saturating_sub(self.head.len()) % self.unit.len();
            *byte = self.head.get(at).copied().unwrap_or(self.unit[in_unit]);
        }
        self.at += length;
        Ok(length)
    }
}

/// Returns the most memory that this process ever held, in bytes (proc(5)).
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("proc");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
}

/// Meant for a process of its own, as nextest starts it: other tests take memory too.
#[test]
fn hostile_files_take_bounded_memory() {
    let before = peak_memory();
    let check = |read: &dyn Fn(Repeated) -> usize, head: &str, units: &[&'static [u8]]| {
        for unit in units {
            read(Repeated { head: head.into(), unit, at: 0 });
            let held = peak_memory() - before;
            assert!(held < MAX_HELD_BYTES, "{head} {:?}: {held} bytes", String::from_utf8_lossy(unit));
        }
    };
    let feed = |format| move |source| read_feed(&options(format), source);
    check(
        &feed(FeedFormat::MerchantXml),
        "<rss><item><g:title>",
        &[b"x", b"<![CDATA[", b"<item><g:id>1</g:id>"],
    );
    check(&feed(FeedFormat::Csv), "id,title,price,link\n1,\"", &[b"x", b"\"", b"1,\"a\n"]);
    check(&feed(FeedFormat::JsonLines), "{\"id\":", &[b"1"]);
    check(&|source| read_sitemap(source), "<urlset><url><loc>", &[b"x", b"<url><loc>https://a/p/1</loc>"]);
}
