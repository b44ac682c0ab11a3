//! Offers made from titles alone, for tests and measurements of the matcher.

use domain::model::{Category, OfferDraft};
use ingest::{
    crawl::{ParsedDraft, parse_draft},
    raw_offer::{RawOffer, RawPrice, RawStock},
    retailer_file::RetailerFile,
};
use sqlx::PgPool;

/// Returns the offer that a crawl would store for a title; `None` where the title would be refused, or is no part.
pub(crate) fn draft(title: &str, file: &RetailerFile) -> Option<OfferDraft> {
    let raw = RawOffer {
        external_id: title.to_owned(),
        title_en: Some(title.to_owned()),
        url: format!("{}p/1", file.base_url),
        price: RawPrice::Decimal("50.000".to_owned()),
        stock: RawStock::Flag(true),
        ..RawOffer::default()
    };
    let Ok(ParsedDraft::Priced(draft)) = parse_draft(file, raw) else { return None };
    let is_part =
        draft.non_part_reason.is_none() && draft.category.is_some_and(|category| category != Category::Other);
    is_part.then_some(draft)
}

/// Removes all offers, and the pages that were created from them.
pub(crate) async fn forget_offers(db: &PgPool) -> anyhow::Result<()> {
    for statement in [
        "delete from product_match",
        "delete from price_point",
        "delete from offer",
        "delete from product where source = 'shops'",
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(db).await?;
    }
    Ok(())
}
