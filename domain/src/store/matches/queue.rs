use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;

use crate::model::{Category, Evidence, Fils, MatchId, OfferId, Picture, ProductId, Specs, Stock};

/// How a pair stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum MatchStatus {
    Pending,
    Approved,
    Rejected,
}

/// What is thought of a pair: by the matcher while it is pending, then by a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MatchDecision {
    Match,
    NoMatch,
    NeedsReview,
}

/// Which pairs are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchFilter {
    pub status: Option<MatchStatus>,
    pub decision: Option<MatchDecision>,
}

/// Order of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MatchOrder {
    /// Worth of an answer to shoppers, see [`update_worth`](super::update_worth).
    #[default]
    Worth,
    /// The surest pair first.
    Confidence,
}

/// A pair with both sides, as a person looks at it.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuedMatch {
    pub id: MatchId,
    pub status: MatchStatus,
    pub decision: MatchDecision,
    pub confidence: f32,
    pub worth: f32,
    pub rationale: Json<Vec<Evidence>>,
    pub flag_note: Option<String>,
    pub decided_at: Option<OffsetDateTime>,
    pub decided_by: Option<String>,
    pub product_id: ProductId,
    pub product_name: String,
    pub product_category: Category,
    pub product_manufacturer: String,
    pub product_model: String,
    pub product_picture: Option<Json<Picture>>,
    pub product_specs: Json<Specs>,
    pub product_part_numbers: Vec<String>,
    /// Of the product's cheapest live offer.
    pub product_price: Option<Fils>,
    pub product_retailer: Option<String>,
    pub product_url: Option<String>,
    pub offer_id: OfferId,
    /// The page that the offer is on.
    pub offer_page: Option<ProductId>,
    pub offer_title_en: Option<String>,
    pub offer_title_ar: Option<String>,
    pub offer_category: Option<Category>,
    pub offer_manufacturer: Option<String>,
    pub offer_model: Option<String>,
    pub offer_picture: Option<Json<Picture>>,
    pub offer_specs: Json<Specs>,
    pub offer_part_numbers: Vec<String>,
    pub offer_price: Fils,
    pub offer_stock: Stock,
    pub offer_retailer: String,
    pub offer_url: String,
}

/// A page of pairs. Several offers of one page that may be the same product are one pair: the surest.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: MatchFilter,
    order: MatchOrder,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    select(db, filter, order, Place::BEGINNING, offset, limit).await
}

/// A place in the queue: behind this pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    rank: f32,
    id: MatchId,
}

impl Place {
    /// Before every pair.
    pub const BEGINNING: Place = Place { rank: f32::INFINITY, id: MatchId(uuid::Uuid::nil()) };

    /// Behind a pair.
    pub fn behind(pair: &QueuedMatch, order: MatchOrder) -> Self {
        let rank = match order {
            MatchOrder::Worth => pair.worth,
            MatchOrder::Confidence => pair.confidence,
        };
        Place { rank, id: pair.id }
    }
}

/// The next pairs behind a place. However far that is it costs the same, and pairs decided meanwhile move no other.
pub async fn list_behind(
    db: impl PgExecutor<'_>,
    filter: MatchFilter,
    order: MatchOrder,
    place: Place,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    select(db, filter, order, place, 0, limit).await
}

async fn select(
    db: impl PgExecutor<'_>,
    filter: MatchFilter,
    order: MatchOrder,
    place: Place,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    sqlx::query_as!(
        QueuedMatch,
        r#"with page as (
               (select *, worth as rank from match_queue
                where $7 and ($1::text is null or status = $1) and ($2::text is null or decision = $2)
                    and worth <= $5 and (worth < $5 or id > $6)
                order by worth desc, id offset $3 limit $4)
               union all
               (select *, confidence as rank from match_queue
                where not $7 and ($1::text is null or status = $1) and ($2::text is null or decision = $2)
                    and confidence <= $5 and (confidence < $5 or id > $6)
                order by confidence desc, id offset $3 limit $4))
           select page.id as "id!: MatchId", status as "status!: MatchStatus", decision as "decision!: MatchDecision",
               confidence as "confidence!", worth as "worth!", rationale as "rationale!: Json<Vec<Evidence>>", flag_note,
               decided_at, admin.name as "decided_by?", product.id as "product_id: ProductId", product.name as product_name,
               product.category as "product_category: Category", product.manufacturer as product_manufacturer,
               product.model as product_model, picture_json(product.picture_hash) as "product_picture: Json<Picture>",
               product.specs as "product_specs: Json<Specs>",
               array(select part_number from product_part_number as number where number.product_id = product.id
                     order by shared, part_number limit 8) as "product_part_numbers!",
               best.price_fils as "product_price?: Fils", best.retailer as "product_retailer?", best.url as "product_url?",
               offer.id as "offer_id: OfferId", offer.product_id as "offer_page: ProductId", offer.title_en as offer_title_en, offer.title_ar as offer_title_ar,
               offer.category as "offer_category: Category", offer.manufacturer as offer_manufacturer,
               offer.model as offer_model,
               offer_picture_json(offer.retailer_id, offer.image_url) as "offer_picture: Json<Picture>", offer.specs as "offer_specs: Json<Specs>",
               offer.part_numbers as offer_part_numbers, offer.price_fils as "offer_price: Fils",
               offer.stock as "offer_stock: Stock", shop.name_en as offer_retailer, offer.url as offer_url
           from page
           join product on product.id = page.product_id
           join offer on offer.id = page.offer_id
           join retailer as shop on shop.id = offer.retailer_id
           left join app_user as admin on admin.id = page.decided_by
           left join lateral (
               select other.price_fils, seller.name_en as retailer, other.url
               from offer as other join retailer as seller on seller.id = other.retailer_id
               where other.product_id = product.id and other.ended_at is null and other.id <> offer.id
               order by (other.stock = 'IN') desc, other.price_fils limit 1) as best on true
           order by rank desc, page.id"#,
        filter.status as Option<MatchStatus>,
        filter.decision as Option<MatchDecision>,
        offset,
        limit,
        place.rank,
        place.id as MatchId,
        order == MatchOrder::Worth,
    )
    .fetch_all(db)
    .await
}

/// How many pairs there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchCounts {
    pub total: i64,
    /// Pending ones from a confidence on.
    pub sure: i64,
}

/// How many pairs a filter finds, and how many pending ones are at least so sure.
pub async fn count(
    db: impl PgExecutor<'_>,
    filter: MatchFilter,
    sure_from: f32,
) -> sqlx::Result<MatchCounts> {
    sqlx::query_as!(
        MatchCounts,
        r#"select
               (select count(*) from match_queue
                where ($1::text is null or status = $1) and ($2::text is null or decision = $2)) as "total!",
               (select count(*) from match_queue where status = 'PENDING' and confidence >= $3) as "sure!""#,
        filter.status as Option<MatchStatus>,
        filter.decision as Option<MatchDecision>,
        sure_from,
    )
    .fetch_one(db)
    .await
}

/// The ids of pending pairs from a confidence on, the surest first.
pub async fn list_sure(db: impl PgExecutor<'_>, from: f32, limit: i64) -> sqlx::Result<Vec<MatchId>> {
    sqlx::query_scalar!(
        r#"select id as "id!: MatchId" from match_queue where status = 'PENDING' and confidence >= $1
           order by confidence desc, id limit $2"#,
        from,
        limit,
    )
    .fetch_all(db)
    .await
}
