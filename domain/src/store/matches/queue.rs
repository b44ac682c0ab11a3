use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;

use crate::model::{Category, Evidence, Fils, MatchId, OfferId, Picture, ProductId, Specs, Stock};

/// The state of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum MatchStatus {
    Pending,
    Approved,
    Rejected,
}

/// The assessment of a match, in the column `decision`: the matcher's, until an administrator approves or rejects the
/// match. A match that an administrator flags or reopens is pending and needs review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MatchAssessment {
    Match,
    NoMatch,
    NeedsReview,
}

/// Filter of matches; `None` or an empty list sets no condition.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MatchFilter {
    /// Only the match with this id.
    pub id: Option<MatchId>,
    pub status: Option<MatchStatus>,
    pub assessment: Option<MatchAssessment>,
    /// The slug of the offer's retailer.
    pub retailer: Option<String>,
    /// The category of the offer or of the product.
    pub category: Option<Category>,
    /// 0 to 1, both bounds inclusive.
    pub min_confidence: Option<f32>,
    pub max_confidence: Option<f32>,
    /// Whether an administrator has flagged or reopened the match, with a note or without.
    pub flagged: Option<bool>,
    /// Proposed at this time or before.
    pub proposed_before: Option<OffsetDateTime>,
    /// Lower-case words, each of which must be in a title, the product's name, a part number, the SKU, or an id of the
    /// offer or the product.
    pub words: Vec<String>,
}

/// The order of the queue. In each, pending matches that are flagged come last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum MatchOrder {
    /// By the value of an answer to users, see [`update_review_priorities`](super::update_review_priorities).
    #[default]
    #[sqlx(rename = "worth")]
    ReviewPriority,
    /// The match with the highest confidence first.
    Confidence,
    /// The match that was proposed first comes first.
    Age,
    /// By the English name of the offer's retailer.
    Retailer,
    /// By the product's manufacturer.
    Manufacturer,
}

/// A match with both sides, as shown to an administrator.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuedMatch {
    pub id: MatchId,
    pub status: MatchStatus,
    pub assessment: MatchAssessment,
    pub confidence: f32,
    /// The review priority.
    pub worth: f32,
    pub proposed_at: OffsetDateTime,
    /// Whether the match is pending and flagged.
    pub set_aside: bool,
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
    /// The price of the product's cheapest live offer in stock, else of the cheapest, the match's own offer left out.
    pub product_price: Option<Fils>,
    pub product_retailer: Option<String>,
    pub product_url: Option<String>,
    pub offer_id: OfferId,
    /// The product that the offer belongs to.
    pub offer_product_id: Option<ProductId>,
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

/// Returns a page of matches. Several offers of one product that may be the same product count as one match: the most
/// confident.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: &MatchFilter,
    order: MatchOrder,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    select(db, filter, order, &QueuePosition::START, offset, limit).await
}

/// A position in the queue, after a match. Of the values to sort by, those of other orders are not used.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuePosition {
    set_aside: bool,
    /// Of the orders by review priority and by confidence.
    rank: f32,
    /// Of the order by age.
    proposed_at: OffsetDateTime,
    /// Of the orders by retailer and by manufacturer.
    name: String,
    id: MatchId,
}

impl QueuePosition {
    /// Before every match.
    pub const START: QueuePosition = QueuePosition {
        set_aside: false,
        rank: f32::INFINITY,
        proposed_at: OffsetDateTime::UNIX_EPOCH,
        name: String::new(),
        id: MatchId(uuid::Uuid::nil()),
    };

    /// Returns the position after a match.
    pub fn after(queued: &QueuedMatch, order: MatchOrder) -> Self {
        let rank = match order {
            MatchOrder::Confidence => queued.confidence,
            _ => queued.worth,
        };
        let name = match order {
            MatchOrder::Retailer => queued.offer_retailer.clone(),
            _ => queued.product_manufacturer.clone(),
        };
        let (set_aside, proposed_at) = (queued.set_aside, queued.proposed_at);
        QueuePosition { set_aside, rank, proposed_at, name, id: queued.id }
    }
}

/// Returns the next matches after a position. The cost does not grow with the position, and matches decided meanwhile
/// shift no others.
pub async fn list_after(
    db: impl PgExecutor<'_>,
    filter: &MatchFilter,
    order: MatchOrder,
    after: &QueuePosition,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    select(db, filter, order, after, 0, limit).await
}

async fn select(
    db: impl PgExecutor<'_>,
    filter: &MatchFilter,
    order: MatchOrder,
    after: &QueuePosition,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<QueuedMatch>> {
    sqlx::query_file_as!(
        QueuedMatch,
        "src/store/matches/list_queue.sql",
        filter.status as Option<MatchStatus>,
        filter.assessment as Option<MatchAssessment>,
        offset,
        limit,
        after.rank,
        after.id as MatchId,
        order as MatchOrder,
        filter.min_confidence,
        filter.max_confidence,
        filter.flagged,
        filter.proposed_before,
        filter.retailer,
        filter.category as Option<Category>,
        &filter.words,
        after.set_aside,
        after.proposed_at,
        after.name,
        filter.id as Option<MatchId>,
    )
    .fetch_all(db)
    .await
}

/// Returns the ids of pending matches of at least this confidence, the most confident first.
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
