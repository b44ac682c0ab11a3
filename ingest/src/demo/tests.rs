//! What the demo promises to the rest: enough products, no doubles, shapes that parse, prices that move.

use std::{
    collections::{BTreeMap, HashSet},
    io::Read,
    sync::Arc,
};

use domain::model::{Category, Fils, Specs, keys};
use flate2::read::GzDecoder;
use serde_json::Value;
use time::{Date, Duration, macros::date};

use super::{facts, market, reply::Ask, world::Listing, *};

const TODAY: Date = date!(2026 - 11 - 21);

fn world() -> World {
    World::open(Some(TODAY)).unwrap()
}

fn ask(slug: &str, path: &str, query: &[(&str, &str)]) -> Ask {
    Ask {
        path: path.to_owned(),
        query: query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        base: format!("http://shop.test/shops/{slug}"),
    }
}

fn shop(world: &World, kind: ShopKind) -> &Shop {
    world.catalogue.shop(kind.slug()).unwrap()
}

fn quotes(world: &World, kind: ShopKind) -> BTreeMap<String, Quote> {
    let listings: Vec<Listing<'_>> = world.listings(shop(world, kind));
    listings.iter().map(|listing| (listing.offer.external_id.clone(), listing.quote)).collect()
}

#[test]
fn there_are_enough_real_products_of_every_category() {
    let parts = facts::parts().unwrap();
    assert!(parts.len() >= 800, "{} products", parts.len());
    let at_least = |category| match category {
        Category::Other => 0,
        Category::Keyboard | Category::Mouse | Category::Headset => 20,
        Category::CaseFan => 30,
        _ => 50,
    };
    for category in Category::ALL {
        let count = parts.iter().filter(|part| part.category == category).count();
        assert!(count >= at_least(category), "{count} of {category}");
    }
}

#[test]
fn no_product_is_there_twice() {
    let mut parts = facts::parts().unwrap();
    parts.extend(facts::accessories().unwrap());
    let (mut ids, mut names, mut slugs) = (HashSet::new(), HashSet::new(), HashSet::new());
    let (mut numbers, mut models) = (HashSet::new(), HashSet::new());
    for part in &parts {
        assert!(ids.insert(part.id), "id of {}", part.name);
        assert!(names.insert(part.name.to_lowercase()), "name {}", part.name);
        assert!(slugs.insert(part.slug.clone()), "slug of {}", part.name);
        let key = keys::model_key(part.category, &part.manufacturer, &part.model, &part.specs);
        // A name too plain to have a key ("Crucial Laptop") joins by part number only.
        if let Some(key) = key {
            let key = (part.category, keys::manufacturer_key(&part.manufacturer), key);
            assert!(models.insert(key.clone()), "model of {}: {key:?}", part.name);
        }
        if let Some(number) = &part.part_number {
            assert!(numbers.insert(number.to_lowercase()), "part number of {}: {number}", part.name);
        }
    }
    assert!(models.len() + 30 >= parts.len(), "only {} model keys", models.len());
    assert!(numbers.len() * 10 >= parts.len() * 5, "only {} part numbers", numbers.len());
}

#[test]
fn the_generations_that_shoppers_ask_for_are_there() {
    let parts = facts::parts().unwrap();
    for (words, at_least) in [
        ("Ryzen 5 5", 5),
        ("Ryzen 7 7", 3),
        ("Ryzen 7 8", 2),
        ("Ryzen 9 9", 4),
        ("Core i5-12", 3),
        ("Core i5-13", 4),
        ("Core i7-14", 3),
        ("Core Ultra", 10),
        ("RTX 30", 5),
        ("RTX 40", 20),
        ("RTX 50", 50),
        ("RX 66", 4),
        ("RX 7", 15),
        ("RX 90", 15),
        ("Arc ", 6),
        ("DDR4-", 30),
        ("DDR5-", 40),
    ] {
        let count = parts.iter().filter(|part| part.model.contains(words)).count();
        assert!(count >= at_least, "{count} of {words:?}");
    }
    for socket in ["AM4", "AM5", "LGA1700", "LGA1851"] {
        let boards = parts.iter().filter(|part| {
            part.category == Category::Motherboard
                && part.specs.text(domain::model::SpecKey::Socket) == Some(socket)
        });
        assert!(boards.count() >= 15, "boards for {socket}");
    }
}

#[test]
fn the_reference_lines_carry_facts_that_the_import_takes() {
    let mut out = Vec::new();
    let count = write_reference(&mut out).unwrap();
    let lines: Vec<Value> = out
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(lines.len(), count);
    for line in &lines {
        let (specs, refused) = Specs::from_json(line["specs"].as_object().unwrap());
        assert!(refused.is_empty() && !specs.is_empty(), "{line}");
        assert!(
            line["name"].is_string() && line["manufacturer"].is_string() && line["partNumbers"].is_array()
        );
    }
}

#[test]
fn the_shops_offer_enough_and_no_id_twice() {
    let world = world();
    let total: usize = world.catalogue.shops.iter().map(|shop| shop.offers.len()).sum();
    assert!(total >= 2_400, "{total} offers");
    for shop in &world.catalogue.shops {
        let ids: HashSet<&str> = shop.offers.iter().map(|offer| offer.external_id.as_str()).collect();
        assert_eq!(ids.len(), shop.offers.len(), "{}", shop.kind.slug());
        for category in Category::ALL.into_iter().filter(|category| *category != Category::Other) {
            let in_stock = world.listings(shop).iter().any(|listing| {
                listing.part.category == category && matches!(listing.quote.stock, Stock::In { .. })
            });
            assert!(in_stock, "{} has no {category} in stock", shop.kind.slug());
        }
    }
}

#[test]
fn titles_of_one_product_differ_from_shop_to_shop() {
    let world = world();
    let mut titles: BTreeMap<usize, HashSet<&str>> = BTreeMap::new();
    let mut count = 0;
    for offer in world.catalogue.shops.iter().flat_map(|shop| &shop.offers) {
        titles.entry(offer.part).or_default().insert(&offer.title);
        count += 1;
    }
    let distinct: usize = titles.values().map(HashSet::len).sum();
    assert!(distinct * 10 > count * 8, "{distinct} different titles of {count}");
}

#[test]
fn two_runs_are_alike_and_another_day_is_not() {
    let (first, second) = (world(), world());
    for kind in ShopKind::ALL {
        let today = quotes(&first, kind);
        assert_eq!(today, quotes(&second, kind));
        second.set_date(TODAY + Duration::days(7));
        let later = quotes(&second, kind);
        let moved = today.iter().filter(|(id, quote)| later[*id].price != quote.price).count();
        assert!(
            moved * 5 > today.len(),
            "{}: {moved} of {} prices moved in a week",
            kind.slug(),
            today.len()
        );
        second.set_date(TODAY);
    }
}

#[test]
fn a_test_can_set_price_stock_and_absence() {
    let world = world();
    let kind = ShopKind::SidraStore;
    let id = shop(&world, kind).offers[0].external_id.clone();
    let path = format!("/shops/{}/offers/{id}", kind.slug());
    let said = admin::answer(&world, &path, br#"{"price": "12.345", "stock": "out"}"#);
    assert_eq!(said.status.as_u16(), 200, "{}", said.body_text());
    let quote = quotes(&world, kind)[&id];
    assert_eq!((quote.price, quote.stock), (Fils(12_345), Stock::Out));
    admin::answer(&world, &path, br#"{"stock": "gone"}"#);
    assert!(!quotes(&world, kind).contains_key(&id));
    for (path, body) in [
        ("/clock", r#"{"date": "soon"}"#),
        (&path, r#"{"price": "1.23456"}"#),
        ("/shops/none/fault", r#"{"kind": "down"}"#),
    ] {
        let refused = admin::answer(&world, path, body.as_bytes());
        assert_eq!(refused.status.as_u16(), 400, "{path}");
    }
}

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
fn woocommerce_prices_mean_their_own_scale() {
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
        assert_eq!(reply.header("x-wp-total"), Some(expected.len().to_string().as_str()));
        let body: Value = serde_json::from_slice(reply.body()).unwrap();
        for product in body.as_array().unwrap() {
            let unit = product["prices"]["currency_minor_unit"].as_u64().unwrap();
            let minor: i64 = product["prices"]["price"].as_str().unwrap().parse().unwrap();
            scales.insert(unit);
            let fils = minor * 10_i64.pow(3 - u32::try_from(unit).unwrap());
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
fn the_sitemaps_lead_to_pages_with_json_ld() {
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
            assert!(serde_json::from_str::<Value>(blocks[1]).unwrap().to_string().contains("alternateName"));
        }
    }
    assert_eq!(pages, world.listings(shop).len());
    assert!(
        errors <= 6 && broken > 10 && aggregate > 10,
        "{errors} error pages, {broken} broken blocks, {aggregate} aggregates"
    );
}

#[test]
fn the_listing_pages_lead_to_every_product_and_its_real_price() {
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
fn the_feed_has_a_row_for_every_offer() {
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
fn past_prices_lead_up_to_todays() {
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

#[test]
fn every_product_has_a_picture_with_its_maker() {
    for part in facts::parts().unwrap().into_iter().chain(facts::accessories().unwrap()) {
        let svg = picture::draw(&part);
        assert!(
            svg.starts_with("<svg")
                && svg.ends_with("</svg>")
                && svg.contains(&page::escape(&part.manufacturer)),
            "{}",
            part.name
        );
    }
}

#[tokio::test]
async fn the_listener_answers_refuses_and_forgives() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(serve_on(listener, Arc::new(world()), async {
        let _ = stopped.await;
    }));
    let get = async |path: &str, tag: &str| {
        let text = exchange(
            address,
            &format!(
                "GET {path} HTTP/1.1\r\nhost: {address}\r\nif-none-match: {tag}\r\nconnection: close\r\n\r\n"
            ),
        )
        .await;
        (text[9..12].to_owned(), text)
    };
    let (status, robots) = get("/robots.txt", "").await;
    assert!(status == "200" && robots.contains("Disallow: /shops/*/compare"));
    let feed = "/shops/sidra-store/feed/products.csv";
    let (status, text) = get(feed, "").await;
    let tag = text.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().trim().to_owned();
    assert_eq!(status, "200");
    assert_eq!(get(feed, &tag).await.0, "304");
    let second = "/shops/dhow-digital/products.json?limit=250&page=2";
    let (status, text) = get(second, "").await;
    assert!(status == "429" && text.contains("retry-after: 1"));
    assert_eq!(get(second, "").await.0, "200");
    let body = r#"{"kind": "500"}"#;
    let post = format!(
        "POST /shops/sidra-store/fault HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    assert!(exchange(address, &post).await.starts_with("HTTP/1.1 200"));
    assert_eq!(get(feed, "").await.0, "500");
    assert_eq!(get("/shops/nowhere/", "").await.0, "404");
    stop.send(()).unwrap();
    served.await.unwrap().unwrap();
}

async fn exchange(address: std::net::SocketAddr, request: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}
