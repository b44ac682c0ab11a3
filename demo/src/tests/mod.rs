//! Guarantees of the demo: enough products, no duplicates, formats that parse, prices that move.

mod general_store;
mod platforms;
mod products;
mod truth;

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use domain::model::{Category, Fils};
use time::{Date, Duration, macros::date};

use super::{reply::Ask, *};

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
    world.quotes(shop(world, kind)).map(|(offer, quote)| (offer.external_id.clone(), quote)).collect()
}

#[test]
fn demo_retailers_have_enough_offers_and_unique_ids() {
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
fn every_shop_has_two_habits_of_real_shops_or_more() {
    let world = world();
    let mut all = HashSet::new();
    for shop in &world.catalogue.shops {
        let habits: HashSet<Habit> = shop.offers.iter().filter_map(|offer| offer.habit).collect();
        assert!(habits.len() >= 2, "{}: {habits:?}", shop.kind.slug());
        all.extend(habits);
    }
    assert_eq!(all.len(), 11, "{all:?}");
    for offer in world.catalogue.shops.iter().flat_map(|shop| &shop.offers) {
        let part = &world.catalogue.parts[offer.part];
        let deposit = offer.habit == Some(Habit::Deposit);
        assert_eq!(deposit, part.kind == GoodsKind::Deposit, "{}", offer.title);
        assert!(!deposit || offer.quote(TODAY).price == Fils(50_000), "{}", offer.title);
    }
}

#[test]
fn titles_of_one_product_differ_between_retailers() {
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
fn demo_data_is_equal_for_one_day_and_differs_on_another() {
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
fn test_can_set_price_stock_and_absence() {
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

#[tokio::test]
async fn demo_server_answers_refuses_and_recovers() {
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
