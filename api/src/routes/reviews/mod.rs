//! Product reviews: at most one per user and product, plain text and stars.

pub mod list;
pub mod write;

use std::collections::BTreeMap;

use domain::{
    model::{ReviewId, UserId},
    store::reviews::{self, ReviewStats},
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A user's review of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    #[schema(value_type = uuid::Uuid)]
    pub id: ReviewId,
    /// Stars, 1 to 5.
    #[schema(minimum = 1, maximum = 5)]
    pub rating: i16,
    /// Plain text of at most 2,000 characters, never markup; escape it before display.
    pub comment: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When the author last replaced the review.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    pub user: Reviewer,
}

/// Author of a review.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reviewer {
    #[schema(value_type = uuid::Uuid)]
    pub id: UserId,
    pub username: String,
}

/// Statistics of a product's reviews.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    pub total: i64,
    /// Mean stars, with two decimals; null without reviews.
    pub average_rating: Option<f64>,
    /// Numbers of reviews by stars, from `1` to `5`.
    pub distribution: BTreeMap<String, i64>,
}

impl From<reviews::Review> for Review {
    fn from(review: reviews::Review) -> Self {
        Self {
            id: review.id,
            rating: review.rating,
            comment: review.comment,
            created_at: review.created_at,
            updated_at: review.updated_at,
            user: Reviewer { id: review.user_id, username: review.user_name },
        }
    }
}

impl From<ReviewStats> for Stats {
    fn from(stats: ReviewStats) -> Self {
        Self {
            total: stats.total(),
            average_rating: stats.average().map(|mean| (mean * 100.0).round() / 100.0),
            distribution: (1..).map(|stars: u8| stars.to_string()).zip(stats.distribution()).collect(),
        }
    }
}
