//! Measures what shoppers see of builds for a budget while somebody attacks them:
//! `measure_budget_attack ADDRESS EMAIL SECONDS`. `scripts/bench-budget-attack` starts all of it.
//!
//! The attackers send the hardest requests that we know, from one address and from several, without a pause; prices change
//! every second; and the user EMAIL has 20 alerts on budgets that are as hard. Meanwhile shoppers ask from addresses of
//! their own. Exit code 1 where they wait too long, or where too few are answered.

#![allow(clippy::print_stdout, reason = "the figures are its output")]

use std::{
    env,
    error::Error,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use bench::{Client, NamedProducts, Request, Rng, percentiles, to_body, worst_request};
use domain::{
    budget::{BudgetRequest, UseKey, WatchedBudget},
    model::{Category, Fils, UserId},
    store::price_alerts,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::task::JoinSet;

const SHOPPERS: u8 = 4;
const ALERTS: usize = 20;
/// The most that 99 of 100 shoppers may wait, and the least share of them that is answered.
const MAX_P99_MS: f64 = 300.0;
const MIN_ANSWERED: f64 = 0.99;

/// How many attackers there are: addresses, and requests in flight from each.
const ATTACKS: [(u8, usize); 4] = [(0, 0), (1, 2), (1, 32), (16, 4)];

/// Responses that shoppers got to one kind of request.
#[derive(Default)]
struct Answers {
    times: Vec<Duration>,
    asked: usize,
    /// Answers whose first build is proved to be the best.
    optimal: usize,
    refused: Vec<u16>,
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, address, email, seconds] = arguments.as_slice() else {
        return Err("say address, email and seconds".into());
    };
    let address: SocketAddr = address.parse()?;
    let stage = Duration::from_secs(seconds.parse()?) / u32::try_from(ATTACKS.len())?;
    let db = PgPool::connect(&env::var("DATABASE_URL")?).await?;
    let products = Arc::new(list_products(&db).await?);
    store_alerts(&db, email, &products).await?;
    let mut is_kept = true;
    for (addresses, in_flight) in ATTACKS {
        let mut attack = JoinSet::new();
        for number in 0..usize::from(addresses) * in_flight {
            let from = IpAddr::V4(Ipv4Addr::new(127, 0, 1, u8::try_from(number / in_flight.max(1))? + 1));
            attack.spawn(attack_on(address, from, number as u64, Arc::clone(&products)));
        }
        if addresses > 0 {
            attack.spawn(change_prices(db.clone()));
        }
        let [budgets, others] = measure(address, stage).await;
        attack.shutdown().await;
        println!("{addresses} attackers with {in_flight} requests in flight each, {} s", stage.as_secs());
        is_kept &= budgets.print("builds for a budget");
        is_kept &= others.print("searches and pages");
    }
    Ok(if is_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns products of each category that a build may hold: some thousand that are sold, and some that are not.
async fn list_products(db: &PgPool) -> Result<NamedProducts, Box<dyn Error>> {
    let mut products = NamedProducts::default();
    for category in Category::ALL {
        let ids: Vec<uuid::Uuid> = sqlx::query_scalar(
            "select id from product where category = $1 and removed_at is null order by popularity desc, id limit 2000",
        )
        .bind(category.as_str())
        .fetch_all(db)
        .await?;
        products.0.push((category, ids.into_iter().map(domain::model::ProductId).collect()));
    }
    Ok(products)
}

async fn store_alerts(db: &PgPool, email: &str, products: &NamedProducts) -> Result<(), Box<dyn Error>> {
    let user =
        sqlx::query_scalar("select id from app_user where email = $1").bind(email).fetch_one(db).await?;
    sqlx::query("delete from price_alert where user_id = $1").bind(user).execute(db).await?;
    let mut rng = Rng::new(7);
    for _ in 0..ALERTS {
        let BudgetRequest { scope, use_key, constraints, policy, .. } = worst_request(&mut rng, products);
        let watched = WatchedBudget {
            // No build is so cheap, so the alert never fires.
            budget: Fils(1_000),
            use_key,
            scope,
            allow_unknown: policy.allow_unknown,
            min_utility: i64::try_from(rng.below(60_000))?,
            retailers: Vec::new(),
            constraints,
        };
        let mut tx = db.begin().await?;
        price_alerts::insert_for_budget(&mut tx, UserId(user), &watched, None).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Sends one hard request after the other, until it is aborted.
async fn attack_on(address: SocketAddr, from: IpAddr, seed: u64, products: Arc<NamedProducts>) {
    let mut client = Client::from_address(address, from);
    let mut rng = Rng::new(1_000 + seed);
    loop {
        let request = worst_request(&mut rng, &products);
        let body = to_body(&request);
        let sent = match rng.below(12) {
            0 => Request::get(format!("/api/budget-builds/curve?use={}", request.use_key)),
            1 => {
                Request::get(format!("/build-for?budget={}&use={}", 200 + rng.below(5_000), request.use_key))
            }
            2 | 3 if !request.constraints.keep.is_empty() => {
                let part = |part: &domain::budget::FixedPart| json!({ "productId": part.product_id, "quantity": part.quantity });
                let parts: Vec<Value> = request.constraints.keep.iter().map(part).collect();
                let body = json!({ "budget": body["budget"], "use": body["use"], "allowUnknown": true, "parts": parts });
                Request::post("/api/budget-upgrades", body.to_string())
            }
            _ => Request::post("/api/budget-builds", body.to_string()),
        };
        // Refused or not: the next one follows at once.
        if client.ask(&sent).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Changes a price every second, as a crawl does: all alerts are evaluated again, and no answer is cached for long.
async fn change_prices(db: PgPool) {
    loop {
        let changed = sqlx::query(
            "with chosen as (
                 select offer.id from offer join product on product.id = offer.product_id
                 where offer.ended_at is null and stock = 'IN' and product.category = 'GPU' order by random() limit 1),
             priced as (
                 update offer set price_fils = price_fils + 250 from chosen where offer.id = chosen.id returning product_id)
             insert into product_change (product_id) select product_id from priced",
        )
        .execute(&db)
        .await;
        if let Err(error) = changed {
            println!("Cannot change a price: {error}");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Asks as shoppers do, and returns the answers about budgets, and about everything else.
async fn measure(address: SocketAddr, length: Duration) -> [Answers; 2] {
    let end = Instant::now() + length;
    let mut shoppers = JoinSet::new();
    for number in 0..SHOPPERS {
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 2, number + 1));
        shoppers.spawn(ask_until(end, Client::from_address(address, from), u64::from(number), true));
        shoppers.spawn(ask_until(end, Client::from_address(address, from), u64::from(number), false));
    }
    let mut all = [Answers::default(), Answers::default()];
    while let Some(done) = shoppers.join_next().await {
        let Ok((asks_for_budgets, answers)) = done else { continue };
        let Some(sum) = all.get_mut(usize::from(!asks_for_budgets)) else { continue };
        sum.times.extend(answers.times);
        sum.asked += answers.asked;
        sum.optimal += answers.optimal;
        sum.refused.extend(answers.refused);
    }
    all
}

async fn ask_until(end: Instant, mut client: Client, number: u64, asks_for_budgets: bool) -> (bool, Answers) {
    let mut rng = Rng::new(77 + number);
    let mut answers = Answers::default();
    while Instant::now() < end {
        let budget = 250 + 5 * rng.below(400);
        let use_key = rng.pick(&UseKey::ALL);
        let request = match asks_for_budgets {
            true => {
                let body = json!({ "budget": budget, "use": use_key.as_str(), "allowUnknown": true });
                Request::post("/api/budget-builds", body.to_string())
            }
            false => {
                Request::get(rng.pick(&["/api/search?q=rtx", "/api/products/list?category=CPU", "/gpu"]))
            }
        };
        let asked = Instant::now();
        let answered = client.ask(&request).await;
        answers.asked += 1;
        match answered {
            Ok(answer) if answer.status == 200 => {
                answers.times.push(asked.elapsed());
                answers.optimal += usize::from(asks_for_budgets && is_optimal(&answer.body));
            }
            Ok(answer) => answers.refused.push(answer.status),
            Err(_) => answers.refused.push(0),
        }
        // A shopper looks at the answer, or moves the slider on.
        tokio::time::sleep(Duration::from_millis(200 + rng.below(400))).await;
    }
    (asks_for_budgets, answers)
}

/// Whether the first build of an answer, or the least one, is proved.
fn is_optimal(body: &[u8]) -> bool {
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    answer["builds"][0]["optimal"] == json!(true) || answer["least"]["optimal"] == json!(true)
}

impl Answers {
    /// Prints the figures, and returns whether they keep what is promised.
    fn print(&self, what: &str) -> bool {
        let [p50, p95, p99] = percentiles(&self.times);
        let share = self.times.len() as f64 / self.asked.max(1) as f64;
        let is_kept = p99 <= MAX_P99_MS && share >= MIN_ANSWERED;
        println!(
            "{} {what}: p50 {p50:.0}  p95 {p95:.0}  p99 {p99:.0} ms, {} of {} answered, {} proved to be the best{}",
            if is_kept { "ok    " } else { "MISSED" },
            self.times.len(),
            self.asked,
            self.optimal,
            if self.refused.is_empty() {
                String::new()
            } else {
                format!(", refused with {:?}", self.refused)
            },
        );
        is_kept
    }
}
