use demo::ShopKind;
use sqlx::PgPool;

use crate::{
    demo_server::{DemoRetailers, context, crawl_all, import_reference},
    stored_data::{StoredData, assert_same, forget_crawls},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_runs_store_the_same_as_one(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    forget_crawls(&db).await?;
    let context = context(&db);
    let files = [street.file(ShopKind::DhowDigital), street.file(ShopKind::SidraStore)];
    crawl_all(&context, &files).await?;
    let alone = StoredData::read(&db).await?;
    forget_crawls(&db).await?;

    let (first, second) = tokio::join!(crawl_all(&context, &files), crawl_all(&context, &files));
    let new: i32 = first?.iter().chain(&second?).map(|report| report.counters.new).sum();
    let together = StoredData::read(&db).await?;
    assert_same(&together, &alone);
    assert_eq!(usize::try_from(new)?, alone.offers.len(), "each offer was new once");
    Ok(())
}
