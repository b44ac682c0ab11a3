//! Nothing that a shop may send makes a reader panic, run for ever or fill the memory.

use std::time::{Duration, Instant};

use ingest::extract::{
    json_ld, microdata, page,
    product::{self, ProductRules},
};
use proptest::prelude::*;
use serde_json::Value;

fn read_all(html: &str) {
    let Ok(document) = page::parse(html) else { return };
    let rules =
        ProductRules { page_url: "https://shop.example/p", title_ar: Some("alternateName"), arabic: false };
    for found in json_ld::products(&document).iter().chain(&microdata::products(&document)) {
        // Either is fine: what matters is that it answers.
        let _ = product::offers(found, &rules);
    }
}

/// JSON that looks like schema.org here and there.
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
}

fn check_in_time(what: &str, html: &str) {
    let began = Instant::now();
    read_all(html);
    assert!(began.elapsed() < Duration::from_secs(30), "{what} took {:?}", began.elapsed());
}

#[test]
fn towers_of_five_megabytes_end_in_time() {
    const SIZE: usize = 5 * 1024 * 1024;
    let towers = [
        "<div>",
        "<div itemscope itemtype=\"https://schema.org/Product\">",
        "<b><i>",
        "<table><tr><td>",
        "<script type=\"application/ld+json\">[",
        "<!-- ",
    ];
    for tower in towers {
        check_in_time(tower, &tower.repeat(SIZE / tower.len()));
    }
    check_in_time("[", &format!("<script type=\"application/ld+json\">{}</script>", "[".repeat(SIZE)));
}

#[test]
fn loose_signs_end_in_time() {
    // One token each: slow to parse without optimisation, and never slower than their number.
    check_in_time("<", &"<".repeat(512 * 1024));
    check_in_time("&", &"&".repeat(512 * 1024));
}
