use serde_json::json;

use super::*;

fn block(product: &Value) -> String {
    format!("<script type=\"application/ld+json\">{product}</script>")
}

fn product(name: &str, price: &str) -> Value {
    json!({"@type": "Product", "name": name, "offers": {"@type": "Offer", "price": price}})
}

fn with(mut product: Value, more: Value) -> Value {
    product.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
    product
}

fn read(url: &str, html: &str) -> PageProduct {
    find(&Html::parse_document(html), &url.parse().expect("an address"))
}

fn names(url: &str, html: &str) -> Vec<String> {
    read(url, html).products.iter().map(|product| text(product, "name").unwrap_or_default()).collect()
}

const URL: &str = "https://shop.example/item/kraken-280-elite";

#[test]
fn product_of_the_page_is_told_by_address_id_or_name() {
    let (own, other) = (product("NZXT Kraken 280", "51.250"), product("Intel Core i5-14400F", "48.500"));
    let both = |own: Value, other: Value| format!("{}{}", block(&other), block(&own));
    for (url, html) in [
        (URL, both(with(own.clone(), json!({"url": URL})), other.clone())),
        (URL, both(with(own.clone(), json!({"url": "/ar/cooling/kraken-280-elite/"})), other.clone())),
        (URL, both(own.clone(), with(other.clone(), json!({"url": "/item/i5-14400f"})))),
        (URL, both(with(own.clone(), json!({"mainEntityOfPage": {"@id": URL}})), other.clone())),
        (URL, format!("<h1>NZXT Kraken 280</h1>{}", both(own.clone(), other.clone()))),
        (
            "https://shop.example/p/1",
            format!("<title>NZXT Kraken 280 - Shop</title>{}", both(own.clone(), other.clone())),
        ),
        ("https://shop.example/p/kr-280", both(with(own.clone(), json!({"sku": "KR-280"})), other.clone())),
        (
            "https://shop.example/p?id=77",
            both(with(own.clone(), json!({"productID": "id:77"})), other.clone()),
        ),
        ("https://shop.example/nzxt-kraken-280-cooler", both(own.clone(), other.clone())),
        (
            "https://shop.example/p/1",
            format!(
                "<link rel=canonical href=/kraken>{}",
                both(with(own.clone(), json!({"url": "/kraken"})), other.clone())
            ),
        ),
        ("https://shop.example/p/1", both(json!({"@type": "WebPage", "mainEntity": own}), other.clone())),
    ] {
        assert_eq!(names(url, &html), ["NZXT Kraken 280"], "{url} {html}");
    }
}

#[test]
fn first_product_with_an_offer_is_the_pages_without_evidence() {
    let review = json!({"@type": "Product", "name": "Review of it", "aggregateRating": {"ratingValue": 5}});
    let html = format!(
        "{}{}{}",
        block(&review),
        block(&product("NZXT Kraken 280", "51.250")),
        block(&product("Intel Core i5-14400F", "48.500"))
    );
    assert_eq!(names("https://shop.example/p/1", &html), ["NZXT Kraken 280"]);
}

#[test]
fn product_stated_twice_is_one() {
    let own = product("NZXT Kraken 280", "51.250");
    let review = json!({"@type": "Product", "name": "NZXT KRAKEN 280", "review": {"author": "A"}});
    for blocks in [
        vec![own.clone(), own.clone()],
        vec![own.clone(), with(own.clone(), json!({"sku": "K1"}))],
        vec![review.clone(), own.clone()],
        vec![own.clone(), review],
    ] {
        let html: String = blocks.iter().map(block).collect();
        let found = read(URL, &html).products;
        assert_eq!(found.len(), 1, "{html}");
        assert_eq!(found[0]["offers"]["price"], "51.250", "{html}");
    }
    let other = block(&product("NZXT Kraken 280", "46.000"));
    let found = read(URL, &format!("{}{other}", block(&own))).products;
    assert_eq!(found[0]["offers"].as_array().map(Vec::len), Some(2), "both prices are kept, to be refused");
}

#[test]
fn variants_with_the_address_of_the_page_are_all_kept() {
    let variant =
        |sku: &str| with(product("Kit", "20.000"), json!({"sku": sku, "url": format!("{URL}?v={sku}")}));
    assert_eq!(names(URL, &format!("{}{}", block(&variant("A1")), block(&variant("B2")))).len(), 2);
}

#[test]
fn block_of_another_page_alone_is_no_product() {
    let other = with(product("Intel Core i5-14400F", "48.500"), json!({"url": "/item/i5-14400f"}));
    assert!(names(URL, &format!("<h1>NZXT Kraken 280</h1>{}", block(&other))).is_empty());
    let meta = "<meta property=\"product:price:amount\" content=\"51.250\">";
    assert_eq!(names(URL, &format!("{meta}<h1>NZXT Kraken 280</h1>{}", block(&other))), ["NZXT Kraken 280"]);
}

#[test]
fn broken_block_of_the_page_is_not_replaced_by_a_related_product() {
    let related = block(&product("Intel Core i5-14400F", "48.500"));
    let broken = "<script type=\"application/ld+json\">{\"@type\":\"Product\",\"name\":\"NZXT</script>";
    let found = read(URL, &format!("<h1>NZXT Kraken 280</h1>{broken}{related}"));
    assert!(found.products.is_empty() && found.broken.is_some());
    // Another markup of the same page still counts.
    let microdata = "<div itemscope itemtype=\"https://schema.org/Product\"><h1 itemprop=name>NZXT Kraken 280</h1>
        <div itemprop=offers itemscope itemtype=\"https://schema.org/Offer\"><b itemprop=price>51<sup>250</sup></b></div></div>";
    let found = read(URL, &format!("{broken}{related}{microdata}")).products;
    assert_eq!(found[0]["offers"]["price"], "51٫250");
}

#[test]
fn product_without_offers_is_completed_by_other_markup() {
    let review = block(&json!({"@type": "Product", "name": "NZXT Kraken 280", "sku": "K1"}));
    let meta = "<meta property=\"product:price:amount\" content=\"51.250\">";
    let found = read(URL, &format!("{meta}{review}")).products;
    assert_eq!((&found[0]["sku"], &found[0]["offers"]["price"]), (&json!("K1"), &json!("51.250")));
    // A range in structured data is never replaced by the lowest price of a tag.
    let range = json!({"@type": "Product", "name": "Kit", "offers": {"@type": "AggregateOffer", "lowPrice": "51.250"}});
    let found = read(URL, &format!("{meta}{}", block(&range))).products;
    assert_eq!(found[0]["offers"]["lowPrice"], "51.250");
}

#[test]
fn list_of_products_has_no_product_of_its_own() {
    let all: String =
        (1..=9).map(|number| block(&product(&format!("Arctic P12 {number}"), "3.250"))).collect();
    assert!(names("https://shop.example/fans", &all).is_empty());
    assert_eq!(names("https://shop.example/p/1", &format!("<h1>Arctic P12 7</h1>{all}")), ["Arctic P12 7"]);
}
