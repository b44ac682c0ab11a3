use sqlx::{PgTransaction, types::Json};

use super::ReassignableOffer;
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
    /// Offers that got their first product, with a price that is held.
    pub held: u64,
}

/// An offer that the matcher matched to another product than before.
pub(crate) struct MovedOffer {
    pub(crate) id: OfferId,
    pub(crate) previous_product: Option<ProductId>,
    pub(crate) product_id: ProductId,
}

/// Matches offers to the proposed products, and returns those that moved. A product that was merged since the proposal was
/// made stands for the other one. An offer that an administrator matched stays, and a match that an administrator
/// rejected is not made.
pub(crate) async fn assign(
    tx: &mut PgTransaction<'_>,
    proposals: &[Proposal],
) -> sqlx::Result<Vec<MovedOffer>> {
    // Before the offers, as in merges: from now on no merge changes what these products stand for.
    sqlx::query!(
        "select 1 as one from product where id = any($1::uuid[]) order by id for key share",
        &proposals.iter().map(|proposal| proposal.product_id.0).collect::<Vec<_>>(),
    )
    .fetch_all(&mut **tx)
    .await?;
    let rows = sqlx::query!(
        r#"with moving as (
               select offer.id, offer.product_id as previous_product, proposal.product_id
               from (select requested.id, coalesce(merged_into, product.id) as product_id
                     from unnest($1::uuid[], $2::uuid[]) as requested (id, product_id)
                     join product on product.id = requested.product_id) as proposal
               join offer on offer.id = proposal.id
               where offer.linked_by is distinct from 'ADMIN' and offer.product_id is distinct from proposal.product_id
                   and not exists (select from product_match as decided where decided.offer_id = proposal.id
                       and decided.product_id = proposal.product_id and decided.status = 'REJECTED')
               order by offer.retailer_id, offer.external_id collate "C" for update of offer)
           update offer set product_id = moving.product_id, linked_by = 'MATCHER', updated_at = now()
           from moving where offer.id = moving.id
           returning offer.id as "id: OfferId", moving.previous_product as "previous_product?: ProductId",
               moving.product_id as "product_id!: ProductId""#,
        &proposals.iter().map(|proposal| proposal.offer_id.0).collect::<Vec<_>>(),
        &proposals.iter().map(|proposal| proposal.product_id.0).collect::<Vec<_>>(),
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| MovedOffer {
            id: row.id,
            previous_product: row.previous_product,
            product_id: row.product_id,
        })
        .collect())
}

/// Takes offers out of their products, except those that an administrator matched. Returns those that had a product, each
/// with the product.
pub(crate) async fn release(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
) -> sqlx::Result<Vec<(OfferId, ProductId)>> {
    let rows = sqlx::query!(
        r#"with released as (
               select id, product_id from offer
               where id = any($1::uuid[]) and product_id is not null and linked_by is distinct from 'ADMIN'
               order by retailer_id, external_id collate "C" for update)
           update offer set product_id = null, linked_by = null, updated_at = now()
           from released where offer.id = released.id
           returning offer.id as "id: OfferId", released.product_id as "product_id!: ProductId""#,
        offers as &[OfferId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.product_id)).collect())
}

/// Stores proposed matches as pending, except those of offers that an administrator has
/// matched, and of products that were merged meanwhile, and deletes
/// the pending matches of `offers` that are no longer proposed. Returns
/// the number of matches that are new or have another confidence or rationale. A match that an administrator approved or
/// rejected does not change. One that an administrator flagged keeps its assessment, and is not deleted.
pub async fn replace_pending_matches(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
    proposals: &[Proposal],
) -> sqlx::Result<u64> {
    let assessment = |confidence: f64| match confidence {
        likely if likely >= LIKELY_MATCH_FROM => "MATCH",
        unclear if unclear >= NO_MATCH_BELOW => "NEEDS_REVIEW",
        _ => "NO_MATCH",
    };
    let done = sqlx::query!(
        "insert into product_match (offer_id, product_id, decision, confidence, rationale)
         select proposal.offer_id, proposal.product_id, decision, confidence, rationale
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::real[], $5::jsonb[])
             as proposal (offer_id, product_id, decision, confidence, rationale)
         join offer on offer.id = proposal.offer_id and offer.linked_by is distinct from 'ADMIN'
         join product on product.id = proposal.product_id and product.removed_at is null
         on conflict on constraint product_match_pair_key do update set
             decision = case when product_match.flagged_at is null then excluded.decision else product_match.decision end,
             confidence = excluded.confidence, rationale = excluded.rationale, updated_at = now()
         where product_match.status = 'PENDING' and (product_match.confidence, product_match.rationale)
             is distinct from (excluded.confidence, excluded.rationale)",
        &proposals.iter().map(|proposal| proposal.offer_id.0).collect::<Vec<_>>(),
        &proposals.iter().map(|proposal| proposal.product_id.0).collect::<Vec<_>>(),
        &proposals.iter().map(|proposal| assessment(proposal.confidence).to_owned()).collect::<Vec<_>>(),
        &proposals.iter().map(|proposal| proposal.confidence as f32).collect::<Vec<_>>(),
        &proposals.iter().map(|proposal| Json(&proposal.rationale)).collect::<Vec<_>>() as _,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from product_match where offer_id = any($1::uuid[]) and status = 'PENDING' and flagged_at is null
             and not exists (select from unnest($2::uuid[], $3::uuid[]) as proposal (offer_id, product_id)
                 where proposal.offer_id = product_match.offer_id
                     and proposal.product_id = product_match.product_id)",
        offers as &[OfferId],
        &proposals.iter().map(|proposal| proposal.offer_id.0).collect::<Vec<_>>(),
        &proposals.iter().map(|proposal| proposal.product_id.0).collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected())
}

/// Marks offers as compared by the matcher, except those whose content a crawl has changed since they were loaded.
pub async fn mark_compared(tx: &mut PgTransaction<'_>, offers: &[ReassignableOffer]) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set matched_at = now() from unnest($1::uuid[], $2::bytea[]) as compared (id, content_digest)
         where offer.id = compared.id and offer.content_digest = compared.content_digest and matched_at is null",
        &offers.iter().map(|offer| offer.id.0).collect::<Vec<_>>(),
        &offers.iter().map(|offer| offer.content_digest.clone()).collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
