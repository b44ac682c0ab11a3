//! Each shop's platform, read as a crawler reads it.

use std::{
    collections::{BTreeMap, HashSet},
    io::Read,
};

use domain::model::Fils;
use flate2::read::GzDecoder;
use serde_json::Value;
use time::Duration;

use super::{
    super::{ShopKind, Stock, feed, history, listing, market, schema_org, shopify, woocommerce},
    TODAY, ask, quotes, shop, world,
};

#[test]
fn shopify_pages_hold_every_variant_once() {
    let world = world();
    let shop = shop(&world, ShopKind::DhowDigital);
    let mut found = BTreeMap::new();
    for page in 1.. {
        let reply = shopify::answer(
            &world,
            shop,
            &ask("dhow-digital", "/products.json", &[("limit", "250"), ("page", &page.to_string())]),
        )
        .unwrap();
        let body: Value = serde_json::from_slice(reply.body()).unwrap();
        let products = body["products"].as_array().unwrap();
        if products.is_empty() {
            break;
        }
        for variant in products.iter().flat_map(|product| product["variants"].as_array().unwrap()) {
            let price: Fils = variant["price"].as_str().unwrap().parse().unwrap();
            found.insert(variant["id"].to_string(), (price, variant["available"].as_bool().unwrap()));
        }
    }
    let expected: BTreeMap<String, (Fils, bool)> = quotes(&world, ShopKind::DhowDigital)
        .into_iter()
        .map(|(id, quote)| (id, (quote.price, matches!(quote.stock, Stock::In { .. }))))
        .collect();
    assert_eq!(found, expected);
    let deep = shopify::answer(
        &world,
        shop,
        &ask("dhow-digital", "/products.json", &[("limit", "250"), ("page", "101")]),
    )
    .unwrap();
    assert_eq!(deep.status.as_u16(), 400);
}

#[test]
fn woocommerce_prices_use_their_stated_scale() {
    let world = world();
    let shop = shop(&world, ShopKind::SafatTech);
    let expected = quotes(&world, ShopKind::SafatTech);
    let (mut scales, mut seen, mut page) = (HashSet::new(), 0, 1);
    loop {
        let path = "/wp-json/wc/store/v1/products";
        let reply = woocommerce::answer(
            &world,
            shop,
            &ask("safat-tech", path, &[("per_page", "100"), ("page", &page.to_string())]),
        )
        .unwrap();
        // Two colours are one product of the list.
        assert_eq!(reply.header("x-wp-total"), Some((expected.len() - 1).to_string().as_str()));
        let body: Value = serde_json::from_slice(reply.body()).unwrap();
        let colours = |product: &Value| match product["type"].as_str() {
            Some("variable") => {
                let id = product["id"].to_string();
                let query: [(&str, &str); 2] = [("type", "variation"), ("parent", &id)];
                let reply = woocommerce::answer(&world, shop, &ask("safat-tech", path, &query)).unwrap();
                serde_json::from_slice::<Vec<Value>>(reply.body()).unwrap()
            }
            _ => vec![product.clone()],
        };
        for product in body.as_array().unwrap().iter().flat_map(colours) {
            let unit = product["prices"]["currency_minor_unit"].to_string();
            let unit: u32 = unit.trim_matches('"').parse().unwrap();
            let minor: i64 = product["prices"]["price"].as_str().unwrap().parse().unwrap();
            scales.insert(unit);
            let fils = minor * 10_i64.pow(3 - unit);
            assert_eq!(Fils(fils), expected[&product["id"].to_string()].price);
            assert!(
                product["name"]
                    .as_str()
                    .unwrap()
                    .chars()
                    .any(|letter| ('\u{600}'..'\u{700}').contains(&letter))
            );
            seen += 1;
        }
        if reply.header("link").is_none() {
            break;
        }
        page += 1;
    }
    assert_eq!((seen, scales.len()), (expected.len(), 2));
}

#[test]
fn sitemaps_link_pages_with_json_ld() {
    let world = world();
    let shop = shop(&world, ShopKind::NoorComputers);
    let get = |path: &str| schema_org::answer(&world, shop, &ask("noor-computers", path, &[])).unwrap();
    let index = get("/sitemap.xml").body_text();
    let locations = |xml: &str| -> Vec<String> {
        xml.split("<loc>")
            .skip(1)
            .filter_map(|rest| rest.split("</loc>").next())
            .map(|url| url.replace("http://shop.test/shops/noor-computers", ""))
            .collect()
    };
    let (mut pages, mut errors, mut broken, mut aggregate) = (0, 0, 0, 0);
    for sitemap in locations(&index) {
        let mut xml = String::new();
        GzDecoder::new(get(&sitemap).body()).read_to_string(&mut xml).unwrap();
        for path in locations(&xml).iter().filter(|path| path.starts_with("/en/item/")) {
            let html = get(path).body_text();
            let blocks: Vec<&str> = html
                .split("application/ld+json\">")
                .skip(1)
                .filter_map(|rest| rest.split("</script>").next())
                .collect();
            pages += 1;
            if blocks.is_empty() {
                errors += 1;
                continue;
            }
            broken += blocks.iter().filter(|block| serde_json::from_str::<Value>(block).is_err()).count();
            aggregate += usize::from(html.contains("AggregateOffer"));
            // A single page states its product in JSON that a strict reader refuses.
            let is_strict = serde_json::from_str::<Value>(blocks[1]).is_ok();
            assert!(blocks[1].contains("alternateName") && (is_strict || blocks[1].starts_with("/* ")));
        }
    }
    assert_eq!(pages, world.listings(shop).len());
    assert!(
        errors <= 6 && broken > 10 && aggregate > 10,
        "{errors} error pages, {broken} broken blocks, {aggregate} aggregates"
    );
}

#[test]
fn listing_pages_link_every_product_with_its_current_price() {
    let world = world();
    let shop = shop(&world, ShopKind::BandarPc);
    let expected = quotes(&world, ShopKind::BandarPc);
    let attribute = |html: &str, before: &str| -> Vec<String> {
        html.split(before).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    let mut found = HashSet::new();
    for section in [
        "processors",
        "coolers",
        "fans",
        "graphics-cards",
        "motherboards",
        "memory",
        "power-supplies",
        "cases",
        "storage",
        "monitors",
        "keyboards",
        "mice",
        "headsets",
        "accessories",
    ] {
        for page in 1.. {
            let reply = listing::answer(
                &world,
                shop,
                &ask("bandar-pc", &format!("/c/{section}"), &[("page", &page.to_string())]),
            )
            .unwrap();
            let html = reply.body_text();
            found.extend(
                attribute(&html, "class=\"tile-name\" href=\"http://shop.test/shops/bandar-pc/item/")
                    .iter()
                    .filter_map(|rest| rest.split('/').next().map(str::to_owned)),
            );
            if !html.contains("rel=\"next\"") {
                break;
            }
        }
    }
    assert_eq!(found.len(), expected.len());
    for (id, quote) in expected.iter().filter(|(_, quote)| quote.stock != Stock::Out) {
        let html = listing::answer(&world, shop, &ask("bandar-pc", &format!("/item/{id}/x"), &[]))
            .unwrap()
            .body_text();
        let shown = html.split("class=\"price-now\">KD ").nth(1).and_then(|rest| rest.split('<').next());
        let price = listing::grouped_thousands(quote.price);
        assert!(
            shown == Some(price.as_str()) || html.contains("Something went wrong"),
            "{id}: {shown:?}, not {price}"
        );
    }
}

#[test]
fn demo_feed_has_a_row_for_every_offer() {
    let world = world();
    let reply = feed::answer(
        &world,
        shop(&world, ShopKind::SidraStore),
        &ask("sidra-store", "/feed/products.csv", &[]),
    )
    .unwrap();
    let body = reply.body_text();
    let mut reader = csv::Reader::from_reader(body.trim_start_matches('\u{feff}').as_bytes());
    let expected = quotes(&world, ShopKind::SidraStore);
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), expected.len());
    for row in rows {
        assert_eq!(row[5], format!("{} KWD", listing::grouped_thousands(expected[&row[0]].price)));
    }
}

#[test]
fn past_prices_end_at_the_current_price() {
    let world = world();
    for shop in &world.catalogue.shops {
        let body = history::answer(&world, shop).body_text();
        let mut rows: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        let mut reader = csv::Reader::from_reader(body.as_bytes());
        for row in reader.records() {
            let row = row.unwrap();
            rows.entry(row[0].to_owned()).or_default().push((row[1].to_owned(), row[2].to_owned()));
        }
        assert_eq!(rows.len(), shop.offers.len());
        for offer in &shop.offers {
            let points = &rows[&offer.external_id];
            assert_eq!(points[0].0, (TODAY - Duration::days(history::DAYS)).to_string());
            assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0));
            let yesterday = market::quote(offer.level, TODAY - Duration::days(1));
            assert_eq!(points[points.len() - 1].1, yesterday.price.to_string());
        }
    }
}
