//! No response of a retailer makes a reader panic, run for ever or fill the memory.

use std::time::{Duration, Instant};

use std::io::Write;

use axum::response::IntoResponse;
use domain::model::Fils;
use ingest::{
    extract::{
        field::Field,
        microdata::{self, Markup},
        page, page_product,
        product::{self, ProductRules},
    },
    normalise::{
        RawTitle, normalise_title,
        price::{self, PriceFormat},
    },
    retailer_file::FieldRule,
};
use proptest::prelude::*;
use serde_json::Value;
use time::macros::datetime;

use crate::{platforms::read_shop, test_retailer::TestRetailer};

/// Size of input that must be read or refused in bounded time.
const FIVE_MEGABYTES: usize = 5 * 1024 * 1024;
/// Time limit. Tests are not optimised; the released programs are some ten times as fast.
const IN_TIME: Duration = Duration::from_secs(30);

/// Measures elapsed time and CPU time of this process, and reports the smaller one: other tests run at the same time,
/// as processes or as threads of this one.
struct Stopwatch {
    began: Instant,
    used: Duration,
}

impl Stopwatch {
    fn start() -> Self {
        Self { began: Instant::now(), used: Self::cpu_time() }
    }

    fn read(&self) -> Duration {
        self.began.elapsed().min(Self::cpu_time() - self.used)
    }

    /// Returns user and system time from proc(5), the 14th and 15th field, in hundredths of a second.
    fn cpu_time() -> Duration {
        let stat = std::fs::read_to_string("/proc/self/stat").expect("proc");
        // The second field is a name, which may contain spaces.
        let (_, fields) = stat.rsplit_once(") ").expect("a name");
        let ticks = fields.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("ticks"));
        Duration::from_millis(ticks.sum::<u64>() * 10)
    }
}

fn read_all(html: &str) {
    let Ok(document) = page::parse(html) else { return };
    let address = "https://shop.example/p/rtx-5070";
    let rules = ProductRules {
        page_url: address,
        title_ar: Some("alternateName"),
        arabic: false,
        now: datetime!(2026-11-30 09:00 UTC),
    };
    let found = page_product::find(&document, &address.parse().expect("an address"));
    let marked =
        [Markup::Microdata, Markup::Rdfa].into_iter().flat_map(|it| microdata::products(&document, it));
    for found in &found.products.into_iter().chain(marked).collect::<Vec<_>>() {
        // Success and rejection are both fine; the call only has to return.
        let _ = product::offers(found, &rules);
    }
    for field in fields() {
        let _ = field.first(&document);
        let _ = field.all(&document).count();
    }
}

/// Compiles selectors as in retailer files.
fn fields() -> Vec<Field> {
    let rules = [
        ("h1", None, None),
        ("a[href]", Some("href"), None),
        ("main > div .buy:not(.old) .price-now", None, Some("KD\\s*([0-9.,]+)")),
        ("div div span, td + td", None, Some("(a|aa)*(b)")),
    ];
    let own = |text: &str| text.to_owned();
    let rule = |(select, attribute, pattern): (&str, Option<&str>, Option<&str>)| FieldRule {
        select: own(select),
        attribute: attribute.map(own),
        pattern: pattern.map(own),
    };
    rules.into_iter().map(|it| Field::new(&rule(it)).expect("a rule")).collect()
}

/// Generates JSON that resembles schema.org in places.
fn json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "Product",
        "Offer",
        "AggregateOffer",
        "ProductGroup",
        "KWD",
        "12.500",
        "-1",
        "InStock",
        "",
        "ا",
        "https://schema.org/InStock",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        let key = prop::sample::select(vec![
            "@type",
            "@graph",
            "name",
            "sku",
            "offers",
            "price",
            "lowPrice",
            "highPrice",
            "offerCount",
            "hasVariant",
            "brand",
            "image",
            "availability",
            "itemCondition",
            "priceSpecification",
            "mainEntity",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..8).prop_map(|pairs| pairs
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<Value>()),
        ]
    })
}

proptest! {
    #[test]
    fn any_structured_data_is_read_or_refused(value in json()) {
        read_all(&format!("<script type=\"application/ld+json\">{value}</script>"));
    }

    #[test]
    fn any_markup_is_read_or_refused(
        html in "(<(div|span|/div|meta itemprop=price content=1|div itemscope itemtype=http://schema.org/Product)>|\\PC){0,60}"
    ) {
        read_all(&html);
    }

    #[test]
    fn any_bytes_are_read_or_refused_as_a_page(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        read_all(&String::from_utf8_lossy(&bytes));
        read_all(&encoding_rs::WINDOWS_1256.decode(&bytes).0);
    }
}

fn check_in_time(what: &str, work: impl FnOnce()) {
    let watch = Stopwatch::start();
    work();
    let took = watch.read();
    assert!(took < IN_TIME, "{what} took {took:?}");
}

fn check_page(what: &str, html: &str) {
    check_in_time(what, || read_all(html));
}

#[test]
fn deeply_nested_input_ends_in_time() {
    let towers = [
        "<div>",
        "<p>",
        "<h1><a href=x>",
        "<div itemscope itemtype=\"https://schema.org/Product\">",
        "<div itemscope itemtype=\"https://schema.org/Product\"><b itemprop=price>1</b></div>",
        "<b><i>",
        "<table><tr><td>",
        "<script type=\"application/ld+json\">[",
        "<script type=\"application/ld+json\">{\"@type\":\"Product\"}</script>",
        "<!-- ",
    ];
    for tower in towers {
        check_page(tower, &tower.repeat(FIVE_MEGABYTES / tower.len()));
    }
    for tower in ["[", "{\"@graph\":[", "{\"@type\":\"Product\",\"offers\":["] {
        let block = tower.repeat(FIVE_MEGABYTES / tower.len());
        check_page(tower, &format!("<script type=\"application/ld+json\">{block}</script>"));
    }
    let many = "{\"@type\":\"Product\",\"name\":\"A\",\"offers\":{\"price\":1}},";
    let list = many.repeat(FIVE_MEGABYTES / many.len());
    check_page(
        "many",
        &format!("<script type=\"application/ld+json\">[{}]</script>", list.trim_end_matches(',')),
    );
}

#[test]
fn unbalanced_markup_ends_in_time() {
    // A token each: slow to parse without optimisation, but in time proportional to their number.
    check_page("<", &"<".repeat(512 * 1024));
    check_page("&", &"&".repeat(512 * 1024));
}

#[test]
fn prices_and_titles_of_five_megabytes_end_in_time() {
    let format = PriceFormat { decimal: '.', thousands: Some(',') };
    for unit in
        ["9", "-", ",000", "KD ", "١", "a", " to ", "\u{200f}", "RTX 5070 ", "16GB", "كرت ", "(", "AMD-"]
    {
        let text = unit.repeat(FIVE_MEGABYTES / unit.len());
        check_in_time(unit, || {
            assert!(price::parse(&text, format).is_err(), "{unit}");
            assert!(price::parse_minor_units(&text, 3).is_err(), "{unit}");
        });
        // Titles arrive cut to 500 characters; half a megabyte is far more than that.
        let cut: String = text.chars().take(512 * 1024 / 8).collect();
        check_in_time(unit, || {
            normalise_title(&RawTitle { en: Some(&cut), ar: Some(&cut), ..RawTitle::default() });
        });
    }
    assert_eq!(price::parse("1,000.500", format), Ok(Fils(1_000_500)));
}

/// Returns garbage of several kinds, mostly of five megabytes each.
fn garbage() -> Vec<(&'static str, Vec<u8>)> {
    let many = |unit: &str| unit.repeat(FIVE_MEGABYTES / unit.len()).into_bytes();
    let head = "id,title,price,link\n";
    let mut noise = 7_u64;
    let random = (0..FIVE_MEGABYTES).map(|_| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (noise >> 56) as u8
    });
    let random: Vec<u8> = random.collect();
    let mut found = vec![
        ("random bytes", random.clone()),
        ("random rows", [head.as_bytes(), &random].concat()),
        ("an open quote", [head.as_bytes(), b"1,\"", &many("a")].concat()),
        ("quotes", [head.as_bytes(), &many("\"")].concat()),
        ("commas", [head.as_bytes(), &many(",")].concat()),
        ("empty lines", many("\n")),
        ("one long line", many("x")),
        ("rows without sense", [head.as_bytes(), &many("1,2,x,4\n")].concat()),
        ("objects in objects", many("{\"id\":")),
        ("lists in lists", many("[")),
        ("empty objects", many("{}\n")),
        ("items in items", many("<item>")),
        ("items without end", [&b"<rss>"[..], &many("<item><id>1</id>")].concat()),
        ("empty items", [&b"<rss>"[..], &many("<item></item>")].concat()),
        ("a field without end", [&b"<rss><item><id>"[..], &many("a")].concat()),
        ("entities", [&b"<rss><item><id>"[..], &many("&amp;")].concat()),
        (
            "entities of its own",
            [&b"<!DOCTYPE x [<!ENTITY a \"aaaa\">]><rss><item><id>"[..], &many("&a;")].concat(),
        ),
        ("attributes", [&b"<rss><item><link "[..], &many("href=\"x\" ")].concat()),
        ("comments", many("<!--")),
        ("addresses", [&b"<urlset>"[..], &many("<url><loc>/p/1</loc></url>")].concat()),
        ("sitemaps", [&b"<sitemapindex>"[..], &many("<sitemap><loc>/sitemap.xml</loc></sitemap>")].concat()),
    ];
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(&random).expect("memory");
    let packed = packer.finish().expect("memory");
    found.push(("gzip broken off", packed[..packed.len() / 2].to_vec()));
    found.push(("gzip of noise", packed));
    found
}

/// Reads garbage as the data of a platform, sent by a retailer.
async fn check_shop(options: &str) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    for (what, bytes) in garbage() {
        shop.answers(move |asked| match asked.path.as_str() {
            path if path == "/data" || path == "/sitemap.xml" || path.starts_with("/occ/") => {
                bytes.clone().into_response()
            }
            _ => axum::http::StatusCode::NOT_FOUND.into_response(),
        });
        let watch = Stopwatch::start();
        let found = read_shop(&shop.file(options)).await?;
        let took = watch.read();
        assert!(took < IN_TIME, "{what} took {took:?}");
        assert!(found.drafts.is_empty(), "{what}: {:?}", found.drafts.first());
    }
    Ok(())
}

#[tokio::test]
async fn garbage_of_five_megabytes_is_refused_as_csv() -> anyhow::Result<()> {
    check_shop("platform = \"feed\"\n[feed]\npath = \"/data\"\nformat = \"csv\"").await
}

#[tokio::test]
async fn garbage_of_five_megabytes_is_refused_as_tsv() -> anyhow::Result<()> {
    check_shop("platform = \"feed\"\n[feed]\npath = \"/data\"\nformat = \"tsv\"").await
}

#[tokio::test]
async fn garbage_of_five_megabytes_is_refused_as_json_lines() -> anyhow::Result<()> {
    check_shop("platform = \"feed\"\n[feed]\npath = \"/data\"\nformat = \"json_lines\"").await
}

#[tokio::test]
async fn garbage_of_five_megabytes_is_refused_as_merchant_xml() -> anyhow::Result<()> {
    check_shop("platform = \"feed\"\n[feed]\npath = \"/data\"\nformat = \"merchant_xml\"").await
}

#[tokio::test]
async fn garbage_of_five_megabytes_is_refused_as_sitemap() -> anyhow::Result<()> {
    check_shop("platform = \"schema_org\"").await
}

#[tokio::test]
async fn garbage_of_five_megabytes_is_refused_as_json_page() -> anyhow::Result<()> {
    // The readers of JSON platforms share one function that parses a response.
    check_shop("platform = \"occ\"\n[occ]\nsite = \"kw\"").await
}
