//! Products whose one stated price is that of their cheapest part, choice or variant.

use std::collections::BTreeMap;

use axum::{http::StatusCode, response::IntoResponse};
use domain::{
    model::{Fils, RejectReason},
    store::crawls::CrawlState,
};
use ingest::{
    crawl::{CrawlOptions, crawl},
    platforms::Coverage,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    platforms::{Found, read_shop},
    stored_data::texts,
    test_retailer::{ReceivedRequest, TestRetailer, json as json_answer},
};

/// Returns title and price of each offer by its id.
fn offers(found: &Found) -> BTreeMap<String, (String, Fils)> {
    let offers = found.drafts.iter().map(|draft| draft.draft());
    offers
        .map(|offer| (offer.external_id.clone(), (offer.title_en.clone().unwrap_or_default(), offer.price)))
        .collect()
}

fn refused(found: &Found, id: &str) -> RejectReason {
    let listing = found.rejected.iter().find(|listing| listing.id_or_url == id);
    listing.unwrap_or_else(|| panic!("{id} is not refused: {:?}", found.rejected)).rejection.reason
}

fn offer(title: &str, price: i64) -> (String, Fils) {
    (title.to_owned(), Fils(price))
}

#[tokio::test]
async fn magento_composites_have_no_price_of_their_own() -> anyhow::Result<()> {
    let item = |kind: &str, sku: &str, low: f64, high: f64| {
        json!({"__typename": kind, "sku": sku, "name": format!("Corsair iCUE LINK QX120 RGB Fan {sku}"), "url_key": sku,
            "stock_status": "IN_STOCK", "price_range": {
                "minimum_price": {"final_price": {"value": low, "currency": "KWD"}, "regular_price": {"value": low}},
                "maximum_price": {"final_price": {"value": high}}}})
    };
    let mut kit = item("ConfigurableProduct", "kit", 9.9, 24.9);
    kit["variants"] = json!([
        {"product": item("SimpleProduct", "kit-black", 9.9, 9.9)},
        {"product": null},
        {"product": item("SimpleProduct", "kit-white", 24.9, 24.9)},
    ]);
    let items = json!([
        item("SimpleProduct", "single", 12.75, 12.75),
        item("SimpleProduct", "float", 12.345, 12.345 + 1e-12),
        item("GroupedProduct", "group", 9.9, 31.5),
        item("GroupedProduct", "even-group", 9.9, 9.9),
        item("BundleProduct", "bundle", 40.0, 88.0),
        item("BundleProduct", "empty-bundle", 0.0, 0.0),
        item("ConfigurableProduct", "hollow", 9.9, 9.9),
        item("PluginProduct", "range", 7.5, 8.0),
        kit,
    ]);
    let shop = TestRetailer::open().await?;
    shop.answers(move |_| {
        json_answer(&json!({"data": {"products": {"items": items, "page_info": {"total_pages": 1}}}}))
    });
    let found = read_shop(&shop.file("platform = \"magento\"")).await?;
    let offers = offers(&found);
    let read: Vec<(&str, Fils)> = offers.iter().map(|(id, (_, price))| (id.as_str(), *price)).collect();
    let expected = [("float", 12_345), ("kit-black", 9_900), ("kit-white", 24_900), ("single", 12_750)];
    assert_eq!(read, expected.map(|(id, price)| (id, Fils(price))));
    for id in ["group", "even-group", "bundle", "hollow", "range"] {
        assert_eq!(refused(&found, id), RejectReason::SeveralPrices, "{id}");
    }
    assert_eq!(refused(&found, "empty-bundle"), RejectReason::Price);
    Ok(())
}

#[tokio::test]
async fn occ_price_of_the_cheapest_variant_is_refused() -> anyhow::Result<()> {
    let product = |code: &str, kind: &str, high: f64| {
        json!({"code": code, "name": format!("Arctic P12 PWM {code}"), "url": format!("/p/{code}"),
            "price": {"value": 3.5, "currencyIso": "KWD", "priceType": kind},
            "priceRange": {"minPrice": {"value": 3.5}, "maxPrice": {"value": high}}})
    };
    let products =
        json!([product("one", "BUY", 3.5), product("from", "FROM", 3.5), product("range", "BUY", 5.0)]);
    let shop = TestRetailer::open().await?;
    shop.answers(move |_| json_answer(&json!({"products": products, "pagination": {"totalPages": 1}})));
    let found = read_shop(&shop.file("platform = \"occ\"\n[occ]\nsite = \"kw\"")).await?;
    assert_eq!(offers(&found).into_keys().collect::<Vec<_>>(), ["one"]);
    assert_eq!(refused(&found, "from"), RejectReason::SeveralPrices);
    assert_eq!(refused(&found, "range"), RejectReason::SeveralPrices);
    Ok(())
}

/// A product of a WooCommerce retailer with one price.
fn product(id: u64, kind: &str, name: &str, price: &str) -> Value {
    json!({"id": id, "type": kind, "name": name, "permalink": format!("https://shop.example/p/{id}"), "is_in_stock": true,
        "is_purchasable": true, "sku": format!("S{id}"), "categories": [{"id": 4, "name": "Memory"}],
        "prices": {"price": price, "price_range": null, "currency_code": "KWD", "currency_minor_unit": 3}})
}

fn variable(id: u64, name: &str) -> Value {
    let mut product = product(id, "variable", name, "19900");
    product["prices"]["price_range"] = json!({"min_amount": "19900", "max_amount": "79900"});
    product["has_options"] = json!(true);
    product
}

fn variation(id: u64, parent: u64, name: &str, price: &str) -> Value {
    let mut product = product(id, "variation", name, price);
    product["parent"] = json!(parent);
    product["permalink"] = json!(format!("https://shop.example/p/{parent}?variation={id}"));
    product["categories"] = json!([]);
    product
}

fn parent_of(asked: &ReceivedRequest) -> Option<u64> {
    asked.path.contains("type=variation").then_some(())?;
    asked.path.split("parent=").nth(1)?.split('&').next()?.parse().ok()
}

/// Answers with these products, and with these variations by their product.
fn woocommerce(
    products: Vec<Value>,
    variations: BTreeMap<u64, Vec<Value>>,
) -> impl Fn(&ReceivedRequest) -> axum::response::Response {
    move |asked| match parent_of(asked) {
        _ if asked.path.contains("/categories") => json_answer(&json!([])),
        Some(parent) => variations.get(&parent).map_or_else(
            || StatusCode::NOT_FOUND.into_response(),
            |variations| json_answer(&json!(variations)),
        ),
        None if asked.path.ends_with("page=1") => json_answer(&json!(products)),
        None => json_answer(&json!([])),
    }
}

/// A plain product, a variable one of one price, one that is sold in fives only, and a group.
fn products_without_variations() -> Vec<Value> {
    let mut even = variable(90, "Arctic P12 PWM PST");
    even["prices"]["price_range"]["max_amount"] = json!("19900");
    let mut fives = product(95, "simple", "Arctic MX-6 4g", "1500");
    fives["add_to_cart"] = json!({"minimum": 5, "maximum": 50, "multiple_of": 5});
    let group = product(96, "grouped", "Noctua NF-A12x25 set", "9900");
    vec![product(60, "simple", "Crucial Pro DDR5 32GB", "29900"), even, fives, group]
}

#[tokio::test]
async fn woocommerce_variations_are_offers_with_their_attributes() -> anyhow::Result<()> {
    let name = "Kingston FURY Beast DDR5 6000 CL36";
    let mut small = variation(71, 70, name, "19900");
    small["variation"] = json!("Capacity: 16GB (2x8GB), Colour: Black");
    let mut named = variation(72, 70, &format!("{name} - 32GB (2x16GB), White"), "39900");
    named["variation"] = json!("Capacity: 32GB (2x16GB), Colour: White");
    let mut worn = variation(73, 70, name, "9900");
    worn["variation"] = json!("Capacity: 16GB (2x8GB), Condition: Used");
    worn["sku"] = json!("S70");
    // Old versions give no words with the variation, and its values as slugs with the product.
    let mut listed = variable(80, "Corsair iCUE LINK QX120 RGB Fan");
    listed["attributes"] = json!([{"name": "Colour", "terms": [{"name": "Black", "slug": "black"}, {"name": "Off White", "slug": "off-white"}]}]);
    listed["variations"] = json!([{"id": 81, "attributes": [{"name": "Colour", "value": "off-white"}]}, {"id": 82, "attributes": [{"name": "Colour", "value": null}]}]);
    let mut bare = variation(81, 80, "", "12500");
    bare["parent"] = json!(0);
    let shop = TestRetailer::open().await?;
    let other = variation(99, 98, "Noctua NH-D15", "39900");
    shop.answers(woocommerce(
        [vec![variable(70, name), listed], products_without_variations()].concat(),
        BTreeMap::from([
            (70, vec![small, named, worn, other]),
            (80, vec![bare, variation(82, 80, "Corsair iCUE LINK QX120 RGB Fan Black", "13500")]),
        ]),
    ));
    let found = read_shop(&shop.file("platform = \"woocommerce\"")).await?;
    assert_eq!(found.coverage.as_ref().expect("read"), &Coverage::Complete);
    let expected = BTreeMap::from(
        [
            ("60", offer("Crucial Pro DDR5 32GB", 29_900)),
            ("71", offer("Kingston FURY Beast DDR5 6000 CL36 16GB (2x8GB) Black", 19_900)),
            ("72", offer("Kingston FURY Beast DDR5 6000 CL36 - 32GB (2x16GB), White", 39_900)),
            ("81", offer("Corsair iCUE LINK QX120 RGB Fan Off White", 12_500)),
            ("82", offer("Corsair iCUE LINK QX120 RGB Fan Black", 13_500)),
            ("90", offer("Arctic P12 PWM PST", 19_900)),
        ]
        .map(|(id, offer)| (id.to_owned(), offer)),
    );
    assert_eq!(offers(&found), expected);
    assert_eq!(refused(&found, "73"), RejectReason::NotNew);
    assert_eq!(refused(&found, "95"), RejectReason::Price);
    assert_eq!(refused(&found, "96"), RejectReason::SeveralPrices);
    assert_eq!(found.rejected.len(), 3, "{:?}", found.rejected);
    let drafts: Vec<_> = found.drafts.iter().map(|draft| draft.draft()).collect();
    let small = drafts.iter().find(|draft| draft.external_id == "71").expect("a draft");
    assert_eq!(small.url, "https://shop.example/p/70?variation=71");
    assert_eq!(small.page_url.as_deref(), Some("https://shop.example/p/70"));
    assert_eq!(small.retailer_categories, ["Memory"], "the product's category");
    assert_eq!(shop.asked().iter().filter(|asked| parent_of(asked).is_some()).count(), 2);
    Ok(())
}

#[tokio::test]
async fn product_whose_variations_are_not_given_is_refused_and_few_are_asked_for() -> anyhow::Result<()> {
    let products: Vec<Value> = (100..140).map(|id| variable(id, &format!("Arctic P14 PWM {id}"))).collect();
    let list = products.clone();
    let shop = TestRetailer::open().await?;
    for ignores_parameters in [false, true] {
        let list = list.clone();
        shop.answers(move |asked| match parent_of(asked) {
            Some(_) if ignores_parameters => json_answer(&json!(list)),
            Some(_) => StatusCode::BAD_REQUEST.into_response(),
            None if asked.path.ends_with("page=1") => json_answer(&json!(list)),
            None => json_answer(&json!([])),
        });
        let found = read_shop(&shop.file("platform = \"woocommerce\"")).await?;
        assert_eq!(found.coverage.as_ref().expect("read"), &Coverage::Complete);
        assert_eq!((found.drafts.len(), found.rejected.len()), (0, products.len()));
        assert_eq!(refused(&found, "100"), RejectReason::SeveralPrices);
        assert_eq!(refused(&found, "139"), RejectReason::SeveralPrices);
        assert_eq!(shop.asked().iter().filter(|asked| parent_of(asked).is_some()).count(), 3);
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn variations_that_fail_once_are_kept(db: PgPool) -> anyhow::Result<()> {
    const STATES: &str = "select external_id || case when ended_at is not null then ' ended'
        when unconfirmed_since is not null then ' unconfirmed' else '' end from offer order by 1";
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file("platform = \"woocommerce\""));
    let products: Vec<Value> = (1..=8)
        .map(|id| variable(10 * id, &format!("MSI GeForce RTX 5070 Gaming {id}")))
        .chain(
            (101..=112)
                .map(|id| product(id, "simple", &format!("MSI GeForce RTX 5080 Gaming {id}"), "399900")),
        )
        .collect();
    let variations: BTreeMap<u64, Vec<Value>> = (1..=8)
        .map(|id| {
            let one = |of: u64, colour: &str| {
                let mut one =
                    variation(10 * id + of, 10 * id, &format!("MSI GeForce RTX 5070 Gaming {id}"), "199900");
                one["variation"] = json!(format!("Colour: {colour}"));
                one
            };
            (10 * id, vec![one(1, "Black"), one(2, "White")])
        })
        .collect();
    shop.answers(woocommerce(products.clone(), variations.clone()));
    let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    assert_eq!((report.state, report.counters.new), (CrawlState::Complete, 28), "{report:?}");

    // The variations of one product fail, and one of another is gone.
    let (good, mut fewer) = (woocommerce(products.clone(), variations.clone()), variations);
    fewer.entry(20).or_default().pop();
    let fewer = woocommerce(products, fewer);
    shop.answers(move |asked| match parent_of(asked) {
        Some(30) => StatusCode::BAD_GATEWAY.into_response(),
        Some(20) => fewer(asked),
        _ => good(asked),
    });
    for _ in 0..2 {
        let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
        assert_eq!((report.state, report.counters.accepted), (CrawlState::Complete, 25), "{report:?}");
    }
    let mut states = texts(&db, STATES).await?;
    states.retain(|state| state.contains(' '));
    assert_eq!(states, ["22 ended", "31 unconfirmed", "32 unconfirmed"]);
    Ok(())
}

#[tokio::test]
async fn shopify_variants_have_their_words_in_the_title_and_default_names_have_not() -> anyhow::Result<()> {
    let product = |id: u64, title: &str, options: Value, variants: &[&str]| {
        let variants = variants.iter().zip(1..).map(|(words, index)| {
            json!({"id": 10 * id + index, "title": words, "price": "24.500", "available": true})
        });
        json!({"id": id, "title": title, "handle": id.to_string(), "product_type": "Fans", "options": options,
            "variants": variants.collect::<Vec<_>>()})
    };
    let option = |name: &str| json!([{"name": name, "position": 1}]);
    let products = json!([
        product(1, "Lian Li UNI FAN TL 120", option("Colour"), &["Black", "White"]),
        product(2, "Lian Li UNI FAN SL 120", option("Colour"), &["Black"]),
        product(3, "Lian Li UNI FAN AL 120", option("Title"), &["Default Title"]),
        product(4, "Lian Li UNI FAN CL 120", option("العنوان"), &["العنوان الافتراضي"]),
        product(5, "Lian Li UNI FAN P28 120", option("Titel"), &["Standardtitel"]),
        product(6, "Lian Li UNI FAN TL 140", json!([]), &["Título predeterminado"]),
        product(7, "Lian Li UNI FAN SL 140", json!([]), &["3 Pack"]),
        product(8, "Lian Li UNI FAN AL 140", json!(null), &["Default Title"]),
    ]);
    let shop = TestRetailer::open().await?;
    shop.answers(move |asked| {
        let is_first = asked.path.ends_with("page=1");
        json_answer(&json!({"products": if is_first { products.clone() } else { json!([]) }}))
    });
    let found = read_shop(&shop.file("platform = \"shopify\"")).await?;
    let titles: Vec<String> = offers(&found).into_values().map(|(title, _)| title).collect();
    assert_eq!(
        titles,
        [
            "Lian Li UNI FAN TL 120 Black",
            "Lian Li UNI FAN TL 120 White",
            "Lian Li UNI FAN SL 120 Black",
            "Lian Li UNI FAN AL 120",
            "Lian Li UNI FAN CL 120",
            "Lian Li UNI FAN P28 120",
            "Lian Li UNI FAN TL 140",
            "Lian Li UNI FAN SL 140 3 Pack",
            "Lian Li UNI FAN AL 140",
        ]
    );
    Ok(())
}
