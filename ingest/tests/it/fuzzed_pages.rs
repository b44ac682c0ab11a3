//! Changed pages and price texts, from a seed: whatever a retailer sends, a reader reads or refuses it, and never panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::model::Fils;
use ingest::{
    extract::{breadcrumb, page, page_fields::FieldRules, page_product, product},
    normalise::price::{self, PriceFormat},
    platforms::SchemaOrgOptions,
};
use time::macros::datetime;
use url::Url;

/// Number of inputs of each reader. `FUZZ_INPUTS=10000000` reads more; the same seed gives the same inputs.
const INPUTS: u64 = 20_000;
const SEED: u64 = 0x39;

const PAGES: [&str; 8] = [
    r#"<link rel=canonical href=/p/1><script type="application/ld+json">// <![CDATA[
{"@context":"https://schema.org","@type":"Product","name":"Corsair 4000D 27\" \u0643","sku":"C4","offers":{"@type":"Offer","price":"24.900",
"priceCurrency":"KWD","priceValidUntil":"2026-12-31T10:00:00+03:00","availability":["https://schema.org/InStock",{"@id":"x"}]},}}
// ]]&gt;</script><h1>Corsair 4000D</h1>"#,
    r##"<script type="application/ld+json; charset=utf-8"><!-- a -->{"@graph":[{"@type":"WebPage","mainEntity":{"@id":"#p"}},{"@id":"#p",
"@type":"ProductGroup","name":"Kit","variesBy":["size"],"hasVariant":[{"sku":"1","size":"32GB","offers":{"@id":"#o"}},{"sku":"2"}]},
{"@id":"#o","@type":"Offer","itemOffered":{"@type":"Product","name":"A"},"priceSpecification":[{"price":9.5,"validFrom":"2026-01-01",
"priceType":"ListPrice"},{"minPrice":"7","maxPrice":"7.000"}]}]}/* end */</script>"##,
    r#"<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">A</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
<span itemprop="price">1,029<sup>900</sup> KD</span><link itemprop="availability" href="https://schema.org/InStock"></div></div>"#,
    r#"<main vocab="https://schema.org/" typeof="Product"><b property="name">A</b><i property="offers" typeof="Offer"><b property="price">29</b></i></main>"#,
    r#"<meta property="og:title" content="A"><meta property="product:price:amount" content="24.900"><meta property="product:sale_price:amount"
content="20"><meta property="product:sale_price_dates:end" content="2026-12-01">"#,
    r#"<script id=__NEXT_DATA__ type="application/json">{"props":{"product":{"id":7,"name":"A","price":24900,"stock":3,"path":[{"name":"C"}]}}}</script>"#,
    r#"<b class="price"><span>24</span><span class="fraction">900</span> <del>30.000</del></b><nav class=breadcrumb><a>Home</a><a>Cases</a></nav>"#,
    r#"<script type="application/ld+json">{"@type":"AggregateOffer","lowPrice":"8","highPrice":"8","offers":[{"price":"8"},{"price":8.0}]}
{"@type":"BreadcrumbList","itemListElement":[{"position":1,"item":{"name":"Cases"}}]}</script>"#,
];
const AMOUNTS: [&str; 10] = [
    "KD 1,299.500",
    "د.ك. ١٬٢٩٩٫٥٠٠",
    "Was 15.000 Now 12.500 KD/pcs",
    "35 دينار و 500 فلس",
    "سعر العرض 12.500",
    "From KD 12.500 – 15.000",
    "1.899,-- KD",
    "12.349999999999999",
    "45 ر.س per piece",
    "\u{61c}9.990\u{a0}K . D.",
];
const PIECES: [&str; 42] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "\\u",
    "\\x",
    ",",
    ":",
    "//",
    "/*",
    "*/",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<sup>",
    "</sup>",
    "<script type=\"application/ld+json\">",
    "</script>",
    "null",
    "1e999",
    "-0",
    "99999999999999999999",
    "\"@type\":\"Product\",",
    "\"offers\":",
    "\"@id\":\"#p\",",
    "\u{0}",
    "\u{feff}",
    "\u{200f}",
    "٫",
    "٬",
    "𝟗",
    "ﷲ",
    "2026-02-30",
    "9999-12-31",
    "9999-12-31T23:59:59-01:00",
    "-009999001",
    ".",
    "-",
    "&quot;",
];

/// A generator of numbers that look random (xorshift).
struct Noise(u64);

impl Noise {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit.max(1)).expect("a limit")).expect("a number")
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// Returns one of the texts with up to eight changes: pieces put in, left out, doubled, taken from another text, cut off.
    fn changed(&mut self, all: &[&str]) -> String {
        let mut text: Vec<char> = self.pick(all).chars().collect();
        for _ in 0..self.below(9) {
            let (one, other) = (self.below(text.len() + 1), self.below(text.len() + 1));
            let (start, end) = (one.min(other), one.max(other));
            let near = end.min(start + self.below(12));
            match self.below(7) {
                0 => drop(text.drain(start..near)),
                1 => text.truncate(end),
                2 => drop(text.splice(start..near, self.pick(&PIECES).chars())),
                3 => drop(text.splice(start..start, self.pick(&PIECES).chars().cycle().take(20))),
                4 => {
                    let again: Vec<char> = text[start..end].to_vec();
                    drop(text.splice(start..start, again));
                }
                5 => {
                    let letter = char::from_u32(u32::try_from(self.below(0x2_0000)).expect("a code"));
                    drop(text.splice(start..near, letter));
                }
                _ => {
                    let more: Vec<char> = self.pick(all).chars().collect();
                    let from = self.below(more.len());
                    drop(text.splice(start..near, more[from..].iter().copied()));
                }
            }
            text.truncate(20_000);
        }
        text.into_iter().collect()
    }
}

fn inputs() -> u64 {
    std::env::var("FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(INPUTS)
}

/// Reads changed texts, and names the one at which the reader panics.
fn check(texts: &[&str], read: impl Fn(&str)) {
    let mut noise = Noise(SEED);
    for number in 0..inputs() {
        let text = noise.changed(texts);
        if catch_unwind(AssertUnwindSafe(|| read(&text))).is_err() {
            panic!("input {number} of seed {SEED}: {text:?}");
        }
    }
}

#[test]
fn no_changed_page_makes_the_reader_panic() {
    let options: SchemaOrgOptions = toml::from_str(
        "fields = { price = { select = \".price\" } }\n[embedded]\nproduct = \"props.product\"\n\
         fields = { title = \"name\", price = \"price\", stock = \"stock\", category = \"path\" }",
    )
    .expect("options");
    let rules = FieldRules::new(&options).expect("rules");
    let url: Url = "https://shop.example/p/corsair-4000d?id=C4".parse().expect("an address");
    let product_rules = product::ProductRules {
        page_url: url.as_str(),
        title_ar: Some("alternateName"),
        arabic: false,
        now: datetime!(2026-11-30 09:00 UTC),
    };
    check(&PAGES, |html| {
        let Ok(document) = page::parse(html) else { return };
        let found = page_product::find(&document, &url);
        for product in &found.products {
            let _ = product::offers(product, &product_rules);
        }
        let _ = rules.read(&document, &url);
        let _ = breadcrumb::category(&document, &found.products);
    });
}

#[test]
fn no_changed_price_makes_the_reader_panic() {
    let formats =
        [('.', Some(',')), (',', Some('.')), ('.', None), (',', None), ('.', Some(' ')), ('.', Some('\''))];
    check(&AMOUNTS, |text| {
        let read = formats.map(|(decimal, thousands)| price::parse(text, PriceFormat { decimal, thousands }));
        for price in
            read.into_iter().chain([price::parse_decimal(text), price::parse_minor_units(text, 3)]).flatten()
        {
            assert!(price > Fils::ZERO && price <= Fils::MAX_PRICE, "{text:?} is {price:?}");
        }
    });
}
