//! Memory of a run beside a catalogue that is many times the reference.

use std::{fs, time::Instant};

use bench::MemoryUse;
use domain::config::Config;
use ingest::matching;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// Copies all products under other models and part numbers, and runs the matcher over all offers once more.
pub(crate) async fn measure(db: &PgPool, config: &Config, copies: usize) -> anyhow::Result<()> {
    for copy in 1..copies {
        // The new id is derived from the old one, so that part numbers find their product.
        sqlx::query(
            "insert into product (id, category, name, manufacturer, model, manufacturer_key, model_key, specs, source)
             select md5(id::text || $1)::uuid, category, name || ' M' || $1, manufacturer, model || ' M' || $1,
                    manufacturer_key, model_key || ' m' || $1, specs, source
             from product where source = 'reference' and removed_at is null and name !~ ' M[0-9]+$'",
        )
        .bind(copy.to_string())
        .execute(db)
        .await?;
        sqlx::query(
            "insert into product_part_number (product_id, part_number_key, part_number, shared)
             select copied.id, part_number_key || 'm' || $1, part_number || '-M' || $1, shared
             from product_part_number join product as copied on copied.id = md5(product_id::text || $1)::uuid",
        )
        .bind(copy.to_string())
        .execute(db)
        .await?;
    }
    if copies == 0 {
        return Ok(());
    }
    let products: i64 =
        sqlx::query_scalar("select count(*) from product where removed_at is null").fetch_one(db).await?;
    // Resets the peak.
    fs::write("/proc/self/clear_refs", "5")?;
    let began = Instant::now();
    let done = matching::run(db, config, true, &CancellationToken::new(), |_| ()).await?;
    println!(
        "memory with {products} products: {} MB at most; {:.0} s, {done:?}",
        MemoryUse::of_this_process()?.peak,
        began.elapsed().as_secs_f64()
    );
    Ok(())
}
