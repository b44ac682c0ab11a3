use std::collections::BTreeSet;

use serde_json::json;
use sqlx::{PgTransaction, types::Json};

use crate::{
    model::{Evidence, OfferId, ProductId},
    store::{
        audit::{self, Actor, Deed},
        feed, price_alerts,
    },
};

/// From this confidence on the matcher's own opinion is that they are one; under the second that they are not.
const MATCH_FROM: f64 = 0.8;
const NO_MATCH_BELOW: f64 = 0.5;

/// A product that an offer may be of.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    pub product_id: ProductId,
    /// 0 to 1.
    pub confidence: f64,
    pub rationale: Vec<Evidence>,
}

/// What the matcher found for an offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub offer_id: OfferId,
    /// Sure enough to be joined without a person.
    pub link: Option<Proposal>,
    /// What a person is asked about.
    pub ask: Vec<Proposal>,
}

/// What a run of the matcher did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunCounters {
    pub compared: u64,
    pub joined: u64,
    /// Pairs that now wait for a person, new or judged anew.
    pub asked: u64,
    pub created: u64,
}

/// Stores what was found for some offers: joins the sure ones, asks about others, and forgets questions that are none
/// any more. What a person decided stays, and a pair once rejected is neither joined nor asked again.
pub async fn store_findings(tx: &mut PgTransaction<'_>, findings: &[Finding]) -> sqlx::Result<RunCounters> {
    let offers: Vec<OfferId> = findings.iter().map(|finding| finding.offer_id).collect();
    let links: Vec<(OfferId, &Proposal)> =
        findings.iter().filter_map(|finding| Some((finding.offer_id, finding.link.as_ref()?))).collect();
    let joined = join(tx, &links).await?;
    let asked: Vec<(OfferId, &Proposal)> = findings
        .iter()
        .filter(|finding| !joined.contains(&finding.offer_id))
        .flat_map(|finding| finding.link.iter().chain(&finding.ask).map(|ask| (finding.offer_id, ask)))
        .collect();
    let asked_now = ask(tx, &asked).await?;
    forget_questions(tx, &offers, &asked).await?;
    sqlx::query!("update offer set matched_at = now() where id = any($1::uuid[])", &offers as &[OfferId])
        .execute(&mut **tx)
        .await?;
    Ok(RunCounters {
        compared: findings.len() as u64,
        joined: joined.len() as u64,
        asked: asked_now,
        created: 0,
    })
}

/// Joins offers that wait still, and writes down that it was done without a person.
async fn join(tx: &mut PgTransaction<'_>, links: &[(OfferId, &Proposal)]) -> sqlx::Result<BTreeSet<OfferId>> {
    if links.is_empty() {
        return Ok(BTreeSet::new());
    }
    let rows = sqlx::query!(
        r#"update offer set product_id = found.product_id, linked_by = 'MATCHER'
           from unnest($1::uuid[], $2::uuid[]) as found (id, product_id)
           where offer.id = found.id and offer.product_id is null
               and not exists (select from product_match as decided where decided.offer_id = found.id
                   and decided.product_id = found.product_id and decided.status = 'REJECTED')
           returning offer.id as "id: OfferId", offer.product_id as "product_id!: ProductId""#,
        &links.iter().map(|(offer, _)| offer.0).collect::<Vec<_>>(),
        &links.iter().map(|(_, link)| link.product_id.0).collect::<Vec<_>>(),
    )
    .fetch_all(&mut **tx)
    .await?;
    let joined: BTreeSet<OfferId> = rows.iter().map(|row| row.id).collect();
    let deeds: Vec<Deed> = links
        .iter()
        .filter(|(offer, _)| joined.contains(offer))
        .map(|(offer, link)| Deed {
            action_type: "LINK_OFFER",
            target_type: "OFFER",
            target_id: offer.to_string(),
            before: Some(json!({ "productId": null })),
            after: Some(json!({
                "productId": link.product_id,
                "confidence": link.confidence,
                "rationale": link.rationale,
            })),
        })
        .collect();
    audit::record(tx, Actor::System, &deeds).await?;
    let products: BTreeSet<ProductId> = rows.iter().map(|row| row.product_id).collect();
    let products: Vec<ProductId> = products.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::judge(tx, None, &products).await?;
    Ok(joined)
}

/// Asks a person; answers how many pairs are new or are judged anew. A flagged pair keeps its decision.
async fn ask(tx: &mut PgTransaction<'_>, asked: &[(OfferId, &Proposal)]) -> sqlx::Result<u64> {
    if asked.is_empty() {
        return Ok(0);
    }
    let decision = |confidence: f64| match confidence {
        sure if sure >= MATCH_FROM => "MATCH",
        unsure if unsure >= NO_MATCH_BELOW => "NEEDS_REVIEW",
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
        &asked.iter().map(|(offer, _)| offer.0).collect::<Vec<_>>(),
        &asked.iter().map(|(_, ask)| ask.product_id.0).collect::<Vec<_>>(),
        &asked.iter().map(|(_, ask)| decision(ask.confidence).to_owned()).collect::<Vec<_>>(),
        &asked.iter().map(|(_, ask)| ask.confidence as f32).collect::<Vec<_>>(),
        &asked.iter().map(|(_, ask)| Json(&ask.rationale)).collect::<Vec<_>>() as _,
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected())
}

/// Questions about these offers that the matcher asks no more; flagged ones stay.
async fn forget_questions(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
    asked: &[(OfferId, &Proposal)],
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_match where offer_id = any($1::uuid[]) and status = 'PENDING' and flagged_at is null
             and not exists (select from unnest($2::uuid[], $3::uuid[]) as asked (offer_id, product_id)
                 where asked.offer_id = product_match.offer_id and asked.product_id = product_match.product_id)",
        offers as &[OfferId],
        &asked.iter().map(|(offer, _)| offer.0).collect::<Vec<_>>(),
        &asked.iter().map(|(_, ask)| ask.product_id.0).collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
