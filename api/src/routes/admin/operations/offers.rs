//! Offers that belong to no product, and rejected listings that could not become offers, each with the reason and
//! address.

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, NonPartReason, ProductId, RejectReason, Slug},
    store::{
        rejections::{self, RejectionFilter, RejectionState},
        unmatched::{self, UnmatchedFilter, WaitReason},
    },
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        page::Page,
        session::Admin,
    },
    wire::kwd::{CURRENCY, Kwd},
};

/// A page of offers without a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingOffers {
    /// Newest first.
    pub offers: Vec<WaitingOffer>,
    /// Numbers of offers by reason, the largest first; the filters `reason` and `noPart` do not apply.
    pub counts: Vec<WaitingCount>,
    /// Number of offers that pass the filter.
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// An offer that belongs to no product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingOffer {
    pub id: Uuid,
    pub name: String,
    #[schema(value_type = String)]
    pub retailer_slug: Slug,
    pub url: String,
    #[schema(value_type = Option<String>)]
    pub category: Option<Category>,
    /// With CATEGORY_UNSURE: the category that it may have.
    #[schema(value_type = Option<String>, example = "CASE")]
    pub unsure: Option<Category>,
    pub manufacturer: Option<String>,
    pub price: Kwd,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// NO_PART, CATEGORY_UNKNOWN, CATEGORY_UNSURE, MANUFACTURER_UNKNOWN, QUESTION, NOT_COMPARED or TOO_LITTLE.
    #[schema(value_type = String, example = "NO_PART")]
    pub reason: WaitReason,
    /// With NO_PART: the kind of thing it is.
    #[schema(value_type = Option<String>, example = "ACCESSORY")]
    #[serde(rename = "noPart")]
    pub non_part_reason: Option<NonPartReason>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// Number of offers with one reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingCount {
    #[schema(value_type = String, example = "NO_PART")]
    pub reason: WaitReason,
    #[schema(value_type = Option<String>, example = "ACCESSORY")]
    #[serde(rename = "noPart")]
    pub non_part_reason: Option<NonPartReason>,
    pub offers: i64,
}

/// A page of rejected listings.
#[derive(Debug, Serialize, ToSchema)]
pub struct RejectedOffers {
    /// Most recently seen first.
    pub offers: Vec<RejectedOffer>,
    /// Numbers of listings by retailer and reason, the largest first; of the filter, only `dismissed` and `assigned`
    /// apply.
    pub counts: Vec<RejectedCount>,
    /// Number of listings that pass the filter.
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// A retailer's listing that could not become an offer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectedOffer {
    #[schema(value_type = String)]
    pub retailer_slug: Slug,
    /// The retailer's id of the listing, or its address.
    pub external_id: String,
    pub name: Option<String>,
    pub url: Option<String>,
    /// UNREADABLE, NO_PRODUCT, INCOMPLETE, NOT_NEW, PART_PAYMENT, PRICE, SEVERAL_PRICES, CURRENCY or SOLD_OUT.
    #[schema(value_type = String, example = "PRICE")]
    pub reason: RejectReason,
    /// The reason in words, with the value found.
    pub detail: String,
    /// The retailer's own statements, as `detail` quotes them.
    pub found: Vec<String>,
    pub times_seen: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub seen_at: OffsetDateTime,
    /// What an administrator said that the listing is; OTHER: not a part.
    #[schema(value_type = Option<String>, example = "GPU")]
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    #[schema(value_type = Option<Uuid>)]
    pub canonical_id: Option<ProductId>,
}

/// Number of rejected listings of one retailer with one reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectedCount {
    #[schema(value_type = String)]
    pub retailer_slug: Slug,
    #[schema(value_type = String, example = "PRICE")]
    pub reason: RejectReason,
    pub offers: i64,
}

/// `GET /api/admin/offers/waiting`: lists offers that belong to no product, with the reason.
#[utoipa::path(
    get,
    path = "/api/admin/offers/waiting",
    params(
        ("retailer" = Option<String>, Query, description = "Slug of a retailer"),
        ("reason" = Option<String>, Query, description = "NO_PART, CATEGORY_UNKNOWN, CATEGORY_UNSURE, MANUFACTURER_UNKNOWN, QUESTION, NOT_COMPARED or TOO_LITTLE"),
        ("noPart" = Option<String>, Query, description = "With NO_PART: what it is, such as ACCESSORY"),
        Page,
    ),
    responses((status = 200, body = WaitingOffers))
)]
pub async fn list_waiting_offers(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let page: Page = query.take();
    let names = WaitReason::NAMES.join(", ");
    let kinds = NonPartReason::NAMES.join(", ");
    let filter = UnmatchedFilter {
        retailer: query.parsed("retailer", "must be a retailer's slug"),
        reason: query.parsed("reason", format!("must be one of {names}")),
        non_part_reason: query.parsed("noPart", format!("must be one of {kinds}")),
    };
    query.finish()?;
    let (found, counts) = tokio::try_join!(
        unmatched::list(&db, &filter, page.offset(), page.limit.0.into()),
        unmatched::count(&db, filter.retailer.as_ref()),
    )?;
    let is_wanted = |count: &&unmatched::UnmatchedCount| {
        filter.reason.is_none_or(|reason| count.reason == reason)
            && filter
                .non_part_reason
                .is_none_or(|non_part_reason| count.non_part_reason == Some(non_part_reason))
    };
    let total = counts.iter().filter(is_wanted).map(|count| count.offers).sum();
    let answer = WaitingOffers {
        offers: found.into_iter().map(WaitingOffer::from).collect(),
        counts: counts.into_iter().map(WaitingCount::from).collect(),
        total,
        page: page.page.0,
        limit: page.limit.0,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

/// `GET /api/admin/offers/rejected`: lists retailers' listings that could not become offers, with the reason.
#[utoipa::path(
    get,
    path = "/api/admin/offers/rejected",
    params(
        ("retailer" = Option<String>, Query, description = "Slug of a retailer"),
        ("reason" = Option<String>, Query, description = "UNREADABLE, NO_PRODUCT, INCOMPLETE, NOT_NEW, PART_PAYMENT, PRICE, SEVERAL_PRICES, CURRENCY or SOLD_OUT"),
        ("dismissed" = Option<bool>, Query, description = "Whether to list those that were dismissed instead of the others"),
        ("assigned" = Option<bool>, Query, description = "Whether to list those of which an administrator said what they are instead of the others"),
        Page,
    ),
    responses((status = 200, body = RejectedOffers))
)]
pub async fn list_rejected_offers(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let page: Page = query.take();
    let names = RejectReason::NAMES.join(", ");
    let filter = RejectionFilter {
        retailer: query.parsed("retailer", "must be a retailer's slug"),
        reason: query.parsed("reason", format!("must be one of {names}")),
        state: read_state(&mut query),
    };
    query.finish()?;
    let (found, counts) = tokio::try_join!(
        rejections::list(&db, &filter, page.offset(), page.limit.0.into()),
        rejections::count(&db, filter.state),
    )?;
    let is_wanted = |count: &&rejections::RejectionCount| {
        filter.reason.is_none_or(|reason| count.reason == reason)
            && filter.retailer.as_ref().is_none_or(|slug| count.retailer == *slug)
    };
    let total = counts.iter().filter(is_wanted).map(|count| count.offers).sum();
    let answer = RejectedOffers {
        offers: found.into_iter().map(RejectedOffer::from).collect(),
        counts: counts.into_iter().map(RejectedCount::from).collect(),
        total,
        page: page.page.0,
        limit: page.limit.0,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

fn read_state(query: &mut Query) -> RejectionState {
    let mut is = |name: &'static str| query.parsed(name, "must be true or false").unwrap_or(false);
    match (is("assigned"), is("dismissed")) {
        (true, _) => RejectionState::Assigned,
        (false, true) => RejectionState::Dismissed,
        (false, false) => RejectionState::Open,
    }
}

impl From<unmatched::UnmatchedOffer> for WaitingOffer {
    fn from(offer: unmatched::UnmatchedOffer) -> Self {
        Self {
            id: offer.id.0,
            name: offer.title_en.or(offer.title_ar).unwrap_or_default(),
            retailer_slug: offer.retailer,
            url: offer.url,
            category: offer.category,
            unsure: offer.unsure,
            manufacturer: offer.manufacturer,
            price: Kwd(offer.price),
            currency: CURRENCY,
            reason: offer.reason,
            non_part_reason: offer.non_part_reason,
            created_at: offer.created_at,
        }
    }
}

impl From<unmatched::UnmatchedCount> for WaitingCount {
    fn from(count: unmatched::UnmatchedCount) -> Self {
        Self { reason: count.reason, non_part_reason: count.non_part_reason, offers: count.offers }
    }
}

impl From<rejections::RejectedOffer> for RejectedOffer {
    fn from(offer: rejections::RejectedOffer) -> Self {
        Self {
            retailer_slug: offer.retailer,
            external_id: offer.external_id,
            name: offer.title,
            url: offer.url,
            reason: offer.reason,
            found: quoted_texts(&offer.detail),
            detail: offer.detail,
            times_seen: offer.times_seen,
            seen_at: offer.seen_at,
            category: offer.category,
            manufacturer: offer.manufacturer,
            canonical_id: offer.product_id,
        }
    }
}

impl From<rejections::RejectionCount> for RejectedCount {
    fn from(count: rejections::RejectionCount) -> Self {
        Self { retailer_slug: count.retailer, reason: count.reason, offers: count.offers }
    }
}

/// Returns the texts that a sentence quotes as Rust's debug format does. They are the retailer's, and so the same in every
/// language.
fn quoted_texts(sentence: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut letters = sentence.chars();
    while letters.any(|letter| letter == '"') {
        let mut text = String::new();
        loop {
            match letters.next() {
                None => return texts,
                Some('"') => break,
                Some('\\') => text.extend(letters.next()),
                Some(letter) => text.push(letter),
            }
        }
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::quoted_texts;

    #[test]
    fn quoted_texts_are_what_the_retailer_states() {
        for (sentence, expected) in [
            ("price: \"Call us\" is not an amount", vec!["Call us"]),
            (&format!("{:?} and {:?}", "27\" screen", "27\" screen"), vec!["27\" screen"]),
            ("the product has no name", vec![]),
            ("cut off: \"Call", vec![]),
            ("an empty \"\"", vec![]),
        ] {
            assert_eq!(quoted_texts(sentence), expected, "{sentence}");
        }
    }
}
