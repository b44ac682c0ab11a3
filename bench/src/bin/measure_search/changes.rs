//! Retailers' changes: fifty offers per second change price or stock, and the delay until searches show them is
//! measured.

use std::{
    error::Error,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use bench::Rng;
use sqlx::PgPool;
use tokio::{task::JoinHandle, time::interval};
use uuid::Uuid;

use crate::{catalogue::Catalogue, drive::Client};

/// Ten transactions per second with five offers each.
const EVERY: Duration = Duration::from_millis(100);
const AT_ONCE: usize = 5;

/// Writes what ingest writes for a changed price: the offer, its price point and the feed entry.
const CHANGE: &str = "with changed as (
    update offer set price_fils = asked.price, stock = asked.stock, updated_at = now()
    from unnest($1::uuid[], $2::bigint[], $3::text[]) as asked (id, price, stock) where offer.id = asked.id
    returning offer.id, product_id, price_fils, offer.stock
), noted as (
    insert into price_point (offer_id, observed_at, price_fils, stock) select id, now(), price_fils, stock from changed
) insert into product_change (product_id) select distinct product_id from changed";

pub(crate) struct Changes {
    stop: Arc<AtomicBool>,
    work: JoinHandle<Result<u64, sqlx::Error>>,
}

impl Changes {
    pub(crate) fn begin(db: PgPool, catalogue: Arc<Catalogue>, count: u64) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let work = tokio::spawn(async move {
            let mut rng = Rng::new(50);
            let mut clock = interval(EVERY);
            let mut changed = 0;
            while !stopped.load(Ordering::Relaxed) {
                clock.tick().await;
                let (mut ids, mut prices, mut stocks) = (Vec::new(), Vec::new(), Vec::new());
                while ids.len() < AT_ONCE {
                    let snapshot = catalogue.snapshot(rng.below(count));
                    let Some(listed) = snapshot.offers.first() else { continue };
                    ids.push(listed.offer.id.0);
                    prices.push((listed.offer.price.0 * (90 + rng.below(20) as i64) / 100).max(1));
                    stocks.push(if rng.percent(80) { "IN" } else { "OUT" });
                }
                changed += change(&db, &ids, &prices, &stocks).await?;
            }
            Ok(changed)
        });
        Self { stop, work }
    }

    /// Stops the changes and returns the number of changed offers.
    pub(crate) async fn end(self) -> Result<u64, Box<dyn Error>> {
        self.stop.store(true, Ordering::Relaxed);
        Ok(self.work.await??)
    }
}

async fn change(db: &PgPool, ids: &[Uuid], prices: &[i64], stocks: &[&str]) -> Result<u64, sqlx::Error> {
    sqlx::query(CHANGE).bind(ids).bind(prices).bind(stocks).execute(db).await?;
    Ok(ids.len() as u64)
}

/// Changes one offer after the other to a unique price, and measures the time until a search returns it.
pub(crate) async fn freshness(
    db: &PgPool,
    catalogue: &Catalogue,
    count: u64,
    address: SocketAddr,
    first_sample: u64,
    samples: u64,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut rng = Rng::new(99 + first_sample);
    let mut client = Client::connect(address)?;
    let mut times = Vec::new();
    while (times.len() as u64) < samples {
        let snapshot = catalogue.snapshot(rng.below(count));
        let (Some(listed), Some(number)) = (snapshot.offers.first(), snapshot.product.part_numbers.first())
        else {
            continue;
        };
        let price = 1_000_001 + 10 * (first_sample as i64 + times.len() as i64);
        // A card shows the cheapest offer in stock, so all offers of this product change.
        let ids: Vec<Uuid> = snapshot.offers.iter().map(|listed| listed.offer.id.0).collect();
        change(db, &ids, &vec![price; ids.len()], &vec!["IN"; ids.len()]).await?;
        let (started, path) = (Instant::now(), format!("/api/search?q={number}"));
        let said = format!("\"price\":{}.{:03}", price / 1000, price % 1000);
        loop {
            // Polls beside the other work of this process; an answer takes a millisecond at most.
            let body = client.get(&path)?;
            if body.windows(said.len()).any(|part| part == said.as_bytes()) {
                break;
            }
            if started.elapsed() > Duration::from_secs(20) {
                return Err(
                    format!("{path} does not say {said} after 20 s (offer {})", listed.offer.id).into()
                );
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        times.push(started.elapsed());
    }
    Ok(times)
}
