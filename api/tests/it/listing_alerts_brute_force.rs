//! Alerts on listings against brute force: random prices and stock, two processes at a time, and what should fire computed
//! from the prices themselves.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    model::{Category, Fils, OfferDraft, ProductFacts, ProductId, Stock},
    transactions::alert_mails,
};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    app::TestApp,
    browsers::signed_in_user,
    fixtures::{offer, store, world},
    listing_alerts::{ALERTS, pass_day, settle},
};

const ROUNDS: usize = 25;

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A watched listing, and what its alert saw.
struct Watched {
    kind: &'static str,
    category: Option<Category>,
    max_price: i64,
    target: i64,
    /// Whether only the retailer with Tabby counts.
    tabby: bool,
    id: Uuid,
    matches: BTreeSet<ProductId>,
    told: BTreeMap<ProductId, i64>,
}

/// The prices in stock by product: those of the retailer without Tabby, and of the one with it.
type Market = BTreeMap<ProductId, (Category, [Option<i64>; 2])>;

impl Watched {
    fn new(kind: &'static str, category: Option<Category>, max_price: i64, target: i64, tabby: bool) -> Self {
        let (matches, told) = Default::default();
        Self { kind, category, max_price, target, tabby, id: Uuid::nil(), matches, told }
    }

    fn listing(&self) -> String {
        let category =
            self.category.map_or_else(String::new, |category| format!("category={}&", category.as_str()));
        let tabby = if self.tabby { "&tabby=true" } else { "" };
        format!("{category}maxPrice={}{tabby}", Fils(self.max_price))
    }

    fn find_matches(&self, market: &Market) -> BTreeMap<ProductId, i64> {
        let price = |prices: &[Option<i64>; 2]| {
            let counted = if self.tabby { &prices[1..] } else { &prices[..] };
            counted.iter().flatten().copied().filter(|price| *price <= self.max_price.min(self.target)).min()
        };
        let of_category = market.iter().filter(|(_, (kind, _))| self.category.is_none_or(|own| own == *kind));
        of_category.filter_map(|(id, (_, prices))| Some((*id, price(prices)?))).collect()
    }

    /// Returns what should fire now.
    fn expect(&mut self, market: &Market) -> BTreeMap<ProductId, i64> {
        let now = self.find_matches(market);
        let mut due = BTreeMap::new();
        for (id, price) in &now {
            let is_new = !self.matches.contains(id);
            let is_due = match self.told.get(id) {
                None => is_new,
                Some(told) => {
                    let least = ((told + 99) / 100).max(500);
                    match self.kind {
                        "LISTING_AT_OR_BELOW" => *price <= told - least,
                        _ => is_new && (price - told).abs() >= least,
                    }
                }
            };
            if is_due {
                due.insert(*id, *price);
            }
        }
        self.matches = now.into_keys().collect();
        self.told.extend(due.clone());
        due
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alerts_fire_exactly_what_brute_force_finds(db: PgPool) {
    let world = world(&db).await;
    let one = TestApp::new(db.clone()).await;
    let other = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&one, &db, "sara").await;
    let products: [(&ProductFacts, i64); 3] =
        [(&world.ryzen, 147_000), (&world.core, 118_500), (&world.card, 231_750)];
    let mut market: Market = BTreeMap::from([
        (world.ryzen.id, (Category::Cpu, [Some(145_000), Some(149_900)])),
        (world.core.id, (Category::Cpu, [Some(118_500), None])),
        (world.card.id, (Category::Gpu, [None, Some(231_750)])),
    ]);
    let (at, new) = ("LISTING_AT_OR_BELOW", "LISTING_NEW_MATCH");
    let no_target = Fils::MAX_PRICE.0;
    let mut watched = [
        Watched::new(new, Some(Category::Gpu), 235_000, no_target, false),
        Watched::new(new, None, 150_000, no_target, true),
        Watched::new(new, Some(Category::Cpu), 146_000, no_target, false),
        Watched::new(at, None, 300_000, 114_000, false),
        Watched::new(at, Some(Category::Gpu), 300_000, 228_000, true),
        Watched::new(at, Some(Category::Cpu), 300_000, 112_000, false),
    ];
    for alert in &mut watched {
        let mut request = json!({ "alertType": alert.kind, "listing": alert.listing(), "repeats": true });
        if alert.kind == at {
            request["targetPrice"] = json!(alert.target as f64 / 1000.0);
        }
        let made = sara.post(ALERTS, request).await;
        assert_eq!(made.status.as_u16(), 201, "{}: {}", alert.listing(), made.text());
        alert.id = made.json()["id"].as_str().unwrap().parse().unwrap();
        alert.matches = alert.find_matches(&market).into_keys().collect();
    }

    let mut random = Random(43);
    for round in 0..ROUNDS {
        for (shop, retailer) in [(0, world.alpha), (1, world.beta)] {
            let mut drafts = Vec::new();
            for (facts, base) in products {
                if random.below(2) == 0 {
                    continue;
                }
                let price = base * (940 + random.below(120) as i64) / 1000;
                let stock = if random.below(3) == 0 { Stock::Out } else { Stock::In };
                drafts.push(OfferDraft { stock, ..offer(facts, price) });
                if let Some((_, prices)) = market.get_mut(&facts.id) {
                    prices[shop] = (stock == Stock::In).then_some(price);
                }
            }
            store(&db, retailer, &drafts).await;
        }
        tokio::join!(settle(&one, &db), settle(&other, &db));
        let (first, second) =
            tokio::join!(alert_mails::fire_and_queue_mails(&db), alert_mails::fire_and_queue_mails(&db));
        first.unwrap();
        second.unwrap();
        let fired: Vec<(Uuid, Uuid, i64)> =
            sqlx::query_as("delete from fired_alert returning price_alert_id, product_id, price_fils")
                .fetch_all(&db)
                .await
                .unwrap();
        let mut expected: Vec<(Uuid, Uuid, i64)> = Vec::new();
        for alert in &mut watched {
            let id = alert.id;
            expected.extend(alert.expect(&market).into_iter().map(|(product, price)| (id, product.0, price)));
        }
        let (mut fired, mut wanted) = (fired, expected);
        fired.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(fired, wanted, "round {round}");
        pass_day(&db).await;
    }
}
