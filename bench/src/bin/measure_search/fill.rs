//! Fills Postgres as ingest would, and an index with the feed position from which the api follows.

use std::{error::Error, fmt::Write as _, path::Path, time::Instant};

use api::services::follow::{FeedPosition, RebuildKey, build_document};
use domain::{
    model::{Fils, keys},
    store::{feed, snapshots::Snapshot},
};
use indexer::{Document, Engine, SearchConfig};
use sqlx::{PgConnection, PgPool};

use crate::catalogue::Catalogue;

/// Number of products per COPY.
const CHUNK: u64 = 20_000;

/// Rows of every table for a chunk of products, in COPY's text format.
#[derive(Default)]
struct Rows {
    products: String,
    numbers: String,
    offers: String,
    points: String,
}

pub(crate) async fn database(db: &PgPool, catalogue: &Catalogue, count: u64) -> Result<(), Box<dyn Error>> {
    let mut connection = db.acquire().await?;
    sqlx::raw_sql("set synchronous_commit = off").execute(&mut *connection).await?;
    for (position, retailer) in catalogue.retailers.iter().enumerate() {
        sqlx::query("insert into retailer (id, slug, name_en, name_ar, base_url, platform, tabby, position, crawled_at) values ($1, $2, $3, $3, 'https://example.com', 'shopify', $4, $5, now())")
            .bind(retailer.id.0).bind(retailer.slug.as_str()).bind(&retailer.name).bind(position % 3 == 0).bind(position as i32)
            .execute(&mut *connection).await?;
    }
    sqlx::query("select ensure_price_point_partitions($1, now())")
        .bind(catalogue.first_seen())
        .execute(&mut *connection)
        .await?;
    // Built in one go at the end, as restoring a dump does.
    let later = [
        "product_model_idx",
        "product_part_number_key_idx",
        "offer_unmatched_idx",
        "offer_unmatched_part_number_idx",
        "offer_product_idx",
    ];
    let mut definitions = Vec::new();
    for index in later {
        let definition: String = sqlx::query_scalar("select pg_get_indexdef($1::text::regclass)")
            .bind(index)
            .fetch_one(&mut *connection)
            .await?;
        definitions.push(definition);
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("drop index {index}"))).execute(&mut *connection).await?;
    }
    sqlx::raw_sql("set session_replication_role = replica").execute(&mut *connection).await?;
    let mut next = 0;
    while next < count {
        let end = (next + CHUNK).min(count);
        let mut rows = Rows::default();
        for number in next..end {
            rows.add(&catalogue.snapshot(number), catalogue)?;
        }
        rows.copy(&mut connection).await?;
        next = end;
    }
    sqlx::raw_sql("set session_replication_role = default").execute(&mut *connection).await?;
    for definition in definitions {
        sqlx::raw_sql(sqlx::AssertSqlSafe(definition)).execute(&mut *connection).await?;
    }
    sqlx::raw_sql("vacuum analyze").execute(&mut *connection).await?;
    Ok(())
}

impl Rows {
    fn add(&mut self, snapshot: &Snapshot, catalogue: &Catalogue) -> Result<(), Box<dyn Error>> {
        let product = &snapshot.product;
        let id = product.id;
        let specs = serde_json::to_string(&product.specs)?;
        let maker_key = keys::manufacturer_key(&product.manufacturer);
        writeln!(
            self.products,
            "{id}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            product.category,
            escaped(&product.name),
            product.name_ar.as_deref().map_or("\\N".to_owned(), escaped),
            escaped(&product.manufacturer),
            escaped(&product.model),
            escaped(&maker_key),
            escaped(&product.model.to_lowercase()),
            escaped(&specs),
            product.popularity,
        )?;
        for number in &product.part_numbers {
            writeln!(self.numbers, "{id}\t{}\t{number}", number.replace('-', ""))?;
        }
        for listed in &snapshot.offers {
            let offer = &listed.offer;
            let stock = if offer.stock == domain::model::Stock::In { "IN" } else { "OUT" };
            let Fils(price) = offer.price;
            writeln!(
                self.offers,
                "{}\t{}\t{}\t{id}\tPART_NUMBER\t{}\t{}\t{price}\t{stock}\t\\\\x00\t{}",
                offer.id,
                offer.retailer_id,
                offer.external_id,
                escaped(&product.name),
                offer.url,
                catalogue.first_seen(),
            )?;
            writeln!(self.points, "{}\t{}\t{price}\t{stock}", offer.id, catalogue.first_seen())?;
        }
        Ok(())
    }

    async fn copy(self, connection: &mut PgConnection) -> Result<(), Box<dyn Error>> {
        for (into, rows) in [
            (
                "product (id, category, name, name_ar, manufacturer, model, manufacturer_key, model_key, specs, popularity)",
                self.products,
            ),
            ("product_part_number (product_id, part_number_key, part_number)", self.numbers),
            (
                "offer (id, retailer_id, external_id, product_id, linked_by, title_en, url, price_fils, stock, content_digest, updated_at)",
                self.offers,
            ),
            ("price_point (offer_id, observed_at, price_fils, stock)", self.points),
        ] {
            let mut copy = connection.copy_in_raw(&format!("copy {into} from stdin")).await?;
            copy.send(rows.as_bytes()).await?;
            copy.finish().await?;
        }
        Ok(())
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', " ")
}

/// Time and size of an indexing run.
pub(crate) struct Indexed {
    pub(crate) seconds: f64,
    /// Size on disk.
    pub(crate) bytes: u64,
}

/// Builds the index that the api follows on from. Only the engine is timed; the documents are built before.
pub(crate) async fn index(
    db: &PgPool,
    catalogue: &Catalogue,
    count: u64,
    directory: &Path,
) -> Result<Indexed, Box<dyn Error>> {
    let place = FeedPosition {
        cursor: feed::start_cursor(db).await?,
        rebuild_key: RebuildKey::new(catalogue.today, feed::identity(db).await?),
    };
    let mut documents = (0..count)
        .map(|number| build_document(&catalogue.snapshot(number), catalogue.today))
        .collect::<Result<Vec<Document>, _>>()?;
    // The order in which the api reads products from the database.
    documents.sort_by(|left, right| right.popularity.total_cmp(&left.popularity));
    let engine = Engine::open(directory, SearchConfig::embedded()?)?.engine;
    let started = Instant::now();
    let mut rebuild = engine.rebuild()?;
    for build_document in documents {
        rebuild.add(build_document)?;
    }
    rebuild.finish(&place.to_string())?;
    let seconds = started.elapsed().as_secs_f64();
    Ok(Indexed { seconds, bytes: engine.stats().bytes })
}
