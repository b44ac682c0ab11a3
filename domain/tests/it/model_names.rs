//! Part numbers of a reference that are the names of models: no offer is matched by them.

use domain::{
    model::{OfferDraft, ProductId},
    store::sources,
};
use sqlx::PgPool;

use super::fixtures::{NOW, draft, facts, import, retailer, store};

async fn products(db: &PgPool) -> Vec<Option<ProductId>> {
    sqlx::query_scalar("select product_id from offer order by external_id").fetch_all(db).await.unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn names_of_models_match_no_offer(db: PgPool) {
    let cards = [
        facts("Phoenix PH-5060 8GB", "PH-5060"),
        facts("Strix STX-90100 12GB", "STX90100"),
        facts("Strix STX90100 16GB White", "PART-0003"),
        facts("Turbo TRB-5070-O12G", "TRB-5070-O12G"),
        facts("Dual 8GB", "BK036"),
    ];
    import(&db, &cards).await;
    let shop = retailer(&db, "north").await;
    let two_numbers =
        OfferDraft { part_numbers: vec!["PH5060".into(), "BK036".into()], ..draft("f", "", 90_000) };
    let drafts = [
        draft("a", "PH5060", 90_000),
        draft("b", "STX90100", 90_000),
        draft("c", "PART-0003", 90_000),
        draft("d", "TRB-5070-O12G", 90_000),
        draft("e", "BK-036", 90_000),
        two_numbers,
    ];
    store(&db, shop, &drafts, NOW).await;
    let [_, _, strix, turbo, dual] = cards.map(|card| Some(card.id));
    assert_eq!(products(&db).await, [None, None, strix, turbo, dual, dual]);
}

/// The pages of offers repeat a number in their names, so that they say nothing about it.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn names_of_pages_made_of_offers_are_not_counted(db: PgPool) {
    let card = facts("Turbo TRB-5070-O12G", "TRB-5070-O12G");
    let page = facts("Turbo TRB-5070-O12G graphics card", "PART-0002");
    import(&db, &[card.clone(), page.clone()]).await;
    sources::upsert(&db, &sources::retailers()).await.unwrap();
    sqlx::query("update product set source = $1 where id = $2")
        .bind(sources::RETAILERS)
        .bind(page.id)
        .execute(&db)
        .await
        .unwrap();
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "TRB-5070-O12G", 90_000)], NOW).await;
    assert_eq!(products(&db).await, [Some(card.id)]);
}
