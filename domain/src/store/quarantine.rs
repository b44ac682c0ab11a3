use std::collections::HashMap;

use sqlx::{PgExecutor, PgTransaction, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::offers::Market;
use crate::model::{CrawlId, Fils, OfferDraft, Picture, PriceEvidence, ProductId, RetailerId, Slug};

/// The state of a held offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum HeldState {
    Held,
    Released,
    /// An administrator or operator has judged the price wrong.
    Dropped,
    /// A later crawl or refresh read another price, or the market confirms this one by now, or a complete crawl no longer
    /// found the offer.
    Superseded,
}

/// An offer that the price screen held.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldOffer {
    pub id: Uuid,
    /// The retailer's name.
    #[serde(skip)]
    pub retailer: String,
    pub retailer_slug: Slug,
    #[serde(skip)]
    pub retailer_id: RetailerId,
    pub external_id: String,
    pub reason: String,
    pub price: Fils,
    pub last_retailer_price: Option<Fils>,
    pub market_median: Option<Fils>,
    pub market_retailers: Option<i64>,
    pub evidence: Option<PriceEvidence>,
    pub draft: OfferDraft,
    #[serde(skip)]
    pub picture: Option<Picture>,
    pub state: HeldState,
    pub times_seen: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub held_at: OffsetDateTime,
}

/// A draft that the price screen held, with the reason.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldDraft<R> {
    pub draft: OfferDraft,
    pub last_retailer_price: Option<Fils>,
    pub market: Option<Market>,
    /// The product that the offer's keys name.
    pub product_id: Option<ProductId>,
    pub evidence: Option<PriceEvidence>,
    pub reason: R,
}

/// Earlier hold of an offer, which was not released.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeldBefore {
    pub(crate) reason: String,
    pub(crate) market: Option<Market>,
    pub(crate) evidence: Option<PriceEvidence>,
    pub(crate) state: HeldState,
}

/// Stores offers that the price screen held. The same offer at the same price is stored once, with a count. An earlier
/// price of the offer that still waits is superseded: the retailer no longer asks it. `crawl_id` is the crawl that read
/// the prices; `None` where they were read before and held when their offers were matched. Returns the offers whose price
/// somebody had judged wrong before ([`HeldState::Dropped`]): nobody is asked about it again.
pub async fn hold(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    crawl_id: Option<CrawlId>,
    held: &[HeldDraft<&'static str>],
) -> sqlx::Result<Vec<String>> {
    let mut judged_wrong_before = Vec::new();
    for held in held {
        sqlx::query!(
            "update held_offer set state = 'SUPERSEDED', decided_at = now()
             where retailer_id = $1 and external_id = $2 and state = 'HELD' and price_fils <> $3",
            retailer_id as RetailerId,
            held.draft.external_id,
            held.draft.price.0,
        )
        .execute(&mut **tx)
        .await?;
        let state = sqlx::query_scalar!(
            r#"insert into held_offer (retailer_id, crawl_id, external_id, reason, price_fils, own_price_fils,
                 market_median_fils, market_shops, draft, product_id, evidence)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             on conflict (retailer_id, external_id, price_fils) where state in ('HELD', 'DROPPED') do update set
                 crawl_id = coalesce(excluded.crawl_id, held_offer.crawl_id), draft = excluded.draft, seen_at = now(),
                 times_seen = held_offer.times_seen + 1, reason = excluded.reason,
                 own_price_fils = excluded.own_price_fils, market_median_fils = excluded.market_median_fils,
                 market_shops = excluded.market_shops, product_id = excluded.product_id,
                 evidence = excluded.evidence
             returning state as "state: HeldState""#,
            retailer_id as RetailerId,
            crawl_id as Option<CrawlId>,
            held.draft.external_id,
            held.reason,
            held.draft.price.0,
            held.last_retailer_price.map(|price| price.0),
            held.market.map(|market| market.median.0),
            held.market.map(|market| market.retailers),
            Json(&held.draft) as _,
            held.product_id as Option<ProductId>,
            held.evidence.as_ref().map(Json) as _,
        )
        .fetch_one(&mut **tx)
        .await?;
        if state == HeldState::Dropped {
            judged_wrong_before.push(held.draft.external_id.clone());
        }
    }
    Ok(judged_wrong_before)
}

/// Returns what was held of these offers at each price for one of `reasons`, without what was released.
pub(crate) async fn list_held_before(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    external_ids: &[&str],
    reasons: &[&str],
) -> sqlx::Result<HashMap<(String, Fils), HeldBefore>> {
    if external_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        r#"select external_id, price_fils as "price: Fils", reason, state as "state: HeldState",
               market_median_fils as "market_median: Fils", market_shops as market_retailers,
               evidence as "evidence: PriceEvidence"
           from held_offer
           where retailer_id = $1 and external_id = any($2::text[]) and reason = any($3::text[]) and state <> 'RELEASED'
           -- Of several rows with one price, the last counts: one that waits, else one that somebody judged wrong.
           order by (case state when 'HELD' then 2 when 'DROPPED' then 1 else 0 end), held_at"#,
        retailer_id as RetailerId,
        external_ids as &[&str],
        reasons as &[&str],
    )
    .fetch_all(&mut **tx)
    .await?;
    let held_before = rows.into_iter().map(|row| {
        let market = row.market_median.zip(row.market_retailers);
        let before = HeldBefore {
            reason: row.reason,
            market: market.map(|(median, retailers)| Market { median, retailers }),
            evidence: row.evidence,
            state: row.state,
        };
        ((row.external_id, row.price), before)
    });
    Ok(held_before.collect())
}

/// Stores why an offer that still waits is held, by the prices of now.
pub(crate) async fn update_reason(
    tx: &mut PgTransaction<'_>,
    id: Uuid,
    reason: &str,
    market: Option<Market>,
    evidence: Option<&PriceEvidence>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update held_offer set reason = $2, market_median_fils = $3, market_shops = $4, evidence = $5
         where id = $1 and state = 'HELD'
             and (reason, market_median_fils, market_shops, evidence) is distinct from ($2, $3, $4, $5::jsonb)",
        id,
        reason,
        market.map(|market| market.median.0),
        market.map(|market| market.retailers),
        evidence.map(Json) as _,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Closes the held prices of these offers, because a later crawl or refresh read prices that were not held.
pub async fn supersede(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
) -> sqlx::Result<u64> {
    let closed = sqlx::query!(
        "update held_offer set state = 'SUPERSEDED', decided_at = now()
         where retailer_id = $1 and state = 'HELD' and external_id = any($2::text[])",
        retailer_id as RetailerId,
        external_ids,
    )
    .execute(db)
    .await?;
    Ok(closed.rows_affected())
}

/// Closes the held prices that the crawl `crawl_id`, a complete one, did not read: the retailer no longer lists these
/// offers. If they come back, their prices are screened again.
pub(crate) async fn supersede_missed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    crawl_id: CrawlId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update held_offer set state = 'SUPERSEDED', decided_at = now()
         from crawl where crawl.id = $2 and held_offer.retailer_id = $1 and held_offer.state = 'HELD'
             and held_offer.seen_at < crawl.started_at",
        retailer_id as RetailerId,
        crawl_id as CrawlId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns a page of the held offers that wait for a decision, oldest first, of one retailer or of all.
pub async fn list_waiting(
    db: impl PgExecutor<'_>,
    retailer: Option<&Slug>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<HeldOffer>> {
    sqlx::query_as!(
        HeldOffer,
        r#"select held_offer.id, name_en as retailer, slug as "retailer_slug: Slug", retailer_id as "retailer_id: RetailerId",
               external_id, reason, price_fils as "price: Fils", own_price_fils as "last_retailer_price: Fils",
               market_median_fils as "market_median: Fils", market_shops as market_retailers, evidence as "evidence: PriceEvidence",
               draft as "draft: OfferDraft", offer_picture_json(retailer_id, draft ->> 'image_url') as "picture: Picture",
               state as "state: HeldState", times_seen, held_at
           from held_offer join retailer on retailer.id = retailer_id
           where state = 'HELD' and ($1::text is null or slug = $1)
           order by held_at, held_offer.id offset $2 limit $3"#,
        retailer.map(Slug::as_str),
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of held offers that [`list_waiting`] finds.
pub async fn count_waiting(db: impl PgExecutor<'_>, retailer: Option<&Slug>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from held_offer join retailer on retailer.id = retailer_id
           where state = 'HELD' and ($1::text is null or slug = $1)"#,
        retailer.map(Slug::as_str),
    )
    .fetch_one(db)
    .await
}

/// Returns one held offer, decided or not.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<HeldOffer>> {
    sqlx::query_as!(
        HeldOffer,
        r#"select held_offer.id, name_en as retailer, slug as "retailer_slug: Slug", retailer_id as "retailer_id: RetailerId",
               external_id, reason, price_fils as "price: Fils", own_price_fils as "last_retailer_price: Fils",
               market_median_fils as "market_median: Fils", market_shops as market_retailers, evidence as "evidence: PriceEvidence",
               draft as "draft: OfferDraft", offer_picture_json(retailer_id, draft ->> 'image_url') as "picture: Picture",
               state as "state: HeldState", times_seen, held_at
           from held_offer join retailer on retailer.id = retailer_id where held_offer.id = $1"#,
        id,
    )
    .fetch_optional(db)
    .await
}

/// Stores the decision about an offer that still waits. Returns whether it waited.
pub(crate) async fn set_state(tx: &mut PgTransaction<'_>, id: Uuid, state: HeldState) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update held_offer set state = $2, decided_at = now() where id = $1 and state = 'HELD'",
        id,
        state as HeldState,
    )
    .execute(&mut **tx)
    .await?;
    Ok(changed.rows_affected() == 1)
}
