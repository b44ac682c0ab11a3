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

/// Which pairs are wanted. What is `None` or empty is not asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MatchFilter {
    pub status: Option<MatchStatus>,
    pub decision: Option<MatchDecision>,
    /// Slug of the offer's retailer.
    pub retailer: Option<String>,
    /// Category of the offer or of the product.
    pub category: Option<Category>,
    /// 0 to 1, both inclusive.
    pub min_confidence: Option<f32>,
    pub max_confidence: Option<f32>,
    /// Whether somebody left a note.
    pub flagged: Option<bool>,
    /// Asked at this moment or before.
    pub asked_before: Option<OffsetDateTime>,
    /// Lower-case words, each of which stands in a title, the product's name, a part number, or an id of the offer.
    pub words: Vec<String>,
}

/// Order of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MatchOrder {
    /// Worth of an answer to shoppers, see [`update_question_worth`](super::update_question_worth).
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
    filter: &MatchFilter,
    order: MatchOrder,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    select(db, filter, order, QueuePosition::START, offset, limit).await
}

/// A place in the queue: behind this pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueuePosition {
    rank: f32,
    id: MatchId,
}

impl QueuePosition {
    /// Before every pair.
    pub const START: QueuePosition = QueuePosition { rank: f32::INFINITY, id: MatchId(uuid::Uuid::nil()) };

    /// Behind a pair.
    pub fn after(pair: &QueuedMatch, order: MatchOrder) -> Self {
        let rank = match order {
            MatchOrder::Worth => pair.worth,
            MatchOrder::Confidence => pair.confidence,
        };
        QueuePosition { rank, id: pair.id }
    }
}

/// The next pairs behind a place. However far that is it costs the same, and pairs decided meanwhile move no other.
pub async fn list_after(
    db: impl PgExecutor<'_>,
    filter: &MatchFilter,
    order: MatchOrder,
    place: QueuePosition,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    select(db, filter, order, place, 0, limit).await
}

async fn select(
    db: impl PgExecutor<'_>,
    filter: &MatchFilter,
    order: MatchOrder,
    place: QueuePosition,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    sqlx::query_file_as!(
        QueuedMatch,
        "src/store/matches/list_queue.sql",
        filter.status as Option<MatchStatus>,
        filter.decision as Option<MatchDecision>,
        offset,
        limit,
        place.rank,
        place.id as MatchId,
        order == MatchOrder::Worth,
        filter.min_confidence,
        filter.max_confidence,
        filter.flagged,
        filter.asked_before,
        filter.retailer,
        filter.category as Option<Category>,
        &filter.words,
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

/// Number of pairs that a filter finds, and of pending ones of the whole queue that are at least so sure.
pub async fn count(
    db: impl PgExecutor<'_>,
    filter: &MatchFilter,
    sure_from: f32,
) -> sqlx::Result<MatchCounts> {
    sqlx::query_as!(
        MatchCounts,
        r#"select
               (select count(*) from match_queue
                where ($1::text is null or status = $1) and ($2::text is null or decision = $2)
                    and ($4::real is null or confidence >= $4) and ($5::real is null or confidence <= $5)
                    and ($6::boolean is null or (flagged_at is not null) = $6)
                    and ($7::timestamptz is null or created_at <= $7)
                    and (($8::text is null and $9::text is null and $10::text[] = '{}')
                        or match_is_about(offer_id, product_id, $8, $9, $10))) as "total!",
               (select count(*) from match_queue where status = 'PENDING' and confidence >= $3) as "sure!""#,
        filter.status as Option<MatchStatus>,
        filter.decision as Option<MatchDecision>,
        sure_from,
        filter.min_confidence,
        filter.max_confidence,
        filter.flagged,
        filter.asked_before,
        filter.retailer,
        filter.category as Option<Category>,
        &filter.words,
    )
    .fetch_one(db)
    .await
}

/// The ids of pending pairs from a confidence on, the surest first.
pub async fn list_confident(db: impl PgExecutor<'_>, from: f32, limit: i64) -> sqlx::Result<Vec<MatchId>> {
    sqlx::query_scalar!(
        r#"select id as "id!: MatchId" from match_queue where status = 'PENDING' and confidence >= $1
           order by confidence desc, id limit $2"#,
        from,
        limit,
    )
    .fetch_all(db)
    .await
}
