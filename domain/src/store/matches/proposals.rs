use sqlx::{PgTransaction, types::Json};

use crate::model::{Evidence, OfferId, ProductId};

/// The confidence from which the matcher's assessment is `MATCH`, and the one below which it is `NO_MATCH`.
const LIKELY_MATCH_FROM: f64 = 0.8;
const NO_MATCH_BELOW: f64 = 0.5;

/// A candidate match: an offer, and a product that it belongs or may belong to.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    pub offer_id: OfferId,
    pub product_id: ProductId,
    /// 0 to 1.
    pub confidence: f64,
    pub rationale: Vec<Evidence>,
}

/// The counters of a run of the matcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunCounters {
    pub compared: u64,
    /// Offers that moved to another product.
    pub matched: u64,
    /// Matches that now wait for an administrator, new ones or with another confidence.
    pub asked: u64,
    pub created: u64,
}

/// An offer that the matcher matched to another product than before.
pub(crate) struct MovedOffer {
    pub(crate) id: OfferId,
    pub(crate) previous_product: Option<ProductId>,
    pub(crate) product_id: ProductId,
}

/// Matches offers to the proposed products, and returns those that moved. An offer that an administrator matched
/// stays, and a match that an administrator rejected is not made.
pub(crate) async fn match_proposed(
    tx: &mut PgTransaction<'_>,
    proposals: &[Proposal],
) -> sqlx::Result<Vec<MovedOffer>> {
    let rows = sqlx::query!(
        r#"with before as (
               select offer.id, offer.product_id as page, found.product_id
               from unnest($1::uuid[], $2::uuid[]) as found (id, product_id) join offer on offer.id = found.id
               where offer.linked_by is distinct from 'ADMIN' and offer.product_id is distinct from found.product_id
                   and not exists (select from product_match as decided where decided.offer_id = found.id
                       and decided.product_id = found.product_id and decided.status = 'REJECTED')
               order by offer.retailer_id, offer.external_id for update of offer)
           update offer set product_id = before.product_id, linked_by = 'MATCHER', updated_at = now()
           from before where offer.id = before.id
           returning offer.id as "id: OfferId", before.page as "page?: ProductId", before.product_id as "product_id!: ProductId""#,
        &proposals.iter().map(|proposal| proposal.offer_id.0).collect::<Vec<_>>(),
        &proposals.iter().map(|proposal| proposal.product_id.0).collect::<Vec<_>>(),
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| MovedOffer { id: row.id, previous_product: row.page, product_id: row.product_id })
        .collect())
}

/// Stores proposed matches as questions to an administrator, and deletes the questions about these offers that are no
/// longer proposed. Returns the number of matches that are new or have another confidence. A match that an administrator
/// flagged, approved or rejected keeps that status.
pub async fn replace_questions(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
    asked: &[Proposal],
) -> sqlx::Result<u64> {
    let assessment = |confidence: f64| match confidence {
        likely if likely >= LIKELY_MATCH_FROM => "MATCH",
        unclear if unclear >= NO_MATCH_BELOW => "NEEDS_REVIEW",
        _ => "NO_MATCH",
    };
    let done = sqlx::query!(
        "insert into product_match (offer_id, product_id, decision, confidence, rationale)
         select offer_id, product_id, decision, confidence, rationale
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::real[], $5::jsonb[])
             as found (offer_id, product_id, decision, confidence, rationale)
         on conflict on constraint product_match_pair_key do update set
             decision = case when product_match.flagged_at is null then excluded.decision else product_match.decision end,
             confidence = excluded.confidence, rationale = excluded.rationale, updated_at = now()
         where product_match.status = 'PENDING' and (product_match.confidence, product_match.rationale)
             is distinct from (excluded.confidence, excluded.rationale)",
        &asked.iter().map(|ask| ask.offer_id.0).collect::<Vec<_>>(),
        &asked.iter().map(|ask| ask.product_id.0).collect::<Vec<_>>(),
        &asked.iter().map(|ask| assessment(ask.confidence).to_owned()).collect::<Vec<_>>(),
        &asked.iter().map(|ask| ask.confidence as f32).collect::<Vec<_>>(),
        &asked.iter().map(|ask| Json(&ask.rationale)).collect::<Vec<_>>() as _,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from product_match where offer_id = any($1::uuid[]) and status = 'PENDING' and flagged_at is null
             and not exists (select from unnest($2::uuid[], $3::uuid[]) as asked (offer_id, product_id)
                 where asked.offer_id = product_match.offer_id and asked.product_id = product_match.product_id)",
        offers as &[OfferId],
        &asked.iter().map(|ask| ask.offer_id.0).collect::<Vec<_>>(),
        &asked.iter().map(|ask| ask.product_id.0).collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected())
}

/// Marks offers as compared by the matcher.
pub async fn mark_compared(tx: &mut PgTransaction<'_>, offers: &[OfferId]) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set matched_at = now() where id = any($1::uuid[]) and matched_at is null",
        offers as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
