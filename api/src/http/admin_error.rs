//! Reasons why an administrator's operation refuses a request.

use axum::http::StatusCode;
use domain::model::Category;

const UNPROCESSABLE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

/// Reason why an administrator's operation refuses a request. The target product is the one that an offer is to be
/// matched to.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum AdminError {
    #[error("There is no product with this id.")]
    TargetProductUnknown,
    #[error("That product is in the category {product}, but this offer is in {offer}.")]
    TargetProductOtherCategory { product: Category, offer: Category },
    #[error("The two are in different categories: {product} and {offered}.")]
    MatchOtherCategory { product: Category, offered: Category },
    #[error("Match not found.")]
    MatchNotFound,
    #[error("This match has already been decided. Please look at it again.")]
    MatchDecided,
    #[error("This offer has already been matched to another product.")]
    OfferMatchedElsewhere,
    #[error("It is too late to undo this.")]
    TooLateToUndo,
    #[error("One of the products has been merged again or removed since.")]
    MergedAgain,
    #[error("There is no such bulk decision in the last hour.")]
    BulkDecisionNotFound,
    #[error("Learnt value not found.")]
    LearntValueNotFound,
    #[error("Manufacturer not found.")]
    ManufacturerNotFound,
    #[error("User not found.")]
    UserNotFound,
    #[error("This user is an administrator. Please remove that role first.")]
    UserIsAdmin,
    #[error("This user is suspended.")]
    UserSuspended,
    #[error("This user has no second factor.")]
    NoSecondFactor,
    #[error("There must be at least one administrator. Please make another user an administrator first.")]
    LastAdmin,
    #[error("Retailer not found.")]
    RetailerNotFound,
    #[error("This retailer is switched off.")]
    RetailerOff,
    #[error("A crawl of this retailer is already queued or running.")]
    CrawlQueued,
    #[error("Job not found.")]
    JobNotFound,
    #[error("This job is {state}: {requested}.")]
    JobState { state: &'static str, requested: &'static str },
    #[error("The same job is already queued or running.")]
    JobQueued,
    #[error("Held price not found.")]
    HeldPriceNotFound,
    #[error("This price has already been decided.")]
    HeldPriceDecided,
    #[error("This listing is no longer rejected.")]
    ListingNotFound,
    #[error("Rule not found.")]
    SearchRuleNotFound,
    #[error("There is such a rule already. Please delete it first.")]
    SearchRuleExists,
    #[error("This rule would lead back to itself.")]
    SearchRuleCycle,
    #[error("There are too many rules. Please delete some first.")]
    TooManySearchRules,
}

impl AdminError {
    /// Returns status and code. `CANONICAL_…` is about the target product: the specification calls the product of a
    /// merge that stays the canonical one.
    pub(super) fn status_and_code(self) -> (StatusCode, &'static str) {
        match self {
            Self::TargetProductUnknown => (UNPROCESSABLE, "CANONICAL_UNKNOWN"),
            Self::TargetProductOtherCategory { .. } | Self::MatchOtherCategory { .. } => {
                (UNPROCESSABLE, "CANONICAL_OTHER_CATEGORY")
            }
            Self::MatchNotFound => (StatusCode::NOT_FOUND, "MATCH_NOT_FOUND"),
            Self::MatchDecided => (StatusCode::CONFLICT, "MATCH_DECIDED"),
            Self::OfferMatchedElsewhere => (StatusCode::CONFLICT, "OFFER_MATCHED_ELSEWHERE"),
            Self::TooLateToUndo => (StatusCode::CONFLICT, "TOO_LATE_TO_UNDO"),
            Self::MergedAgain => (StatusCode::CONFLICT, "MERGED_AGAIN"),
            Self::BulkDecisionNotFound => (StatusCode::NOT_FOUND, "BULK_DECISION_NOT_FOUND"),
            Self::LearntValueNotFound => (StatusCode::NOT_FOUND, "LEARNT_VALUE_NOT_FOUND"),
            Self::ManufacturerNotFound => (StatusCode::NOT_FOUND, "MANUFACTURER_NOT_FOUND"),
            Self::UserNotFound => (StatusCode::NOT_FOUND, "USER_NOT_FOUND"),
            Self::UserIsAdmin => (StatusCode::CONFLICT, "USER_IS_ADMIN"),
            Self::UserSuspended => (StatusCode::CONFLICT, "USER_SUSPENDED"),
            Self::NoSecondFactor => (StatusCode::CONFLICT, "NO_SECOND_FACTOR"),
            Self::LastAdmin => (StatusCode::CONFLICT, "LAST_ADMIN"),
            Self::RetailerNotFound => (StatusCode::NOT_FOUND, "RETAILER_NOT_FOUND"),
            Self::RetailerOff => (StatusCode::CONFLICT, "RETAILER_OFF"),
            Self::CrawlQueued => (StatusCode::CONFLICT, "CRAWL_QUEUED"),
            Self::JobNotFound => (StatusCode::NOT_FOUND, "JOB_NOT_FOUND"),
            Self::JobState { .. } => (StatusCode::CONFLICT, "JOB_STATE"),
            Self::JobQueued => (StatusCode::CONFLICT, "JOB_QUEUED"),
            Self::HeldPriceNotFound => (StatusCode::NOT_FOUND, "HELD_PRICE_NOT_FOUND"),
            Self::HeldPriceDecided => (StatusCode::CONFLICT, "HELD_PRICE_DECIDED"),
            Self::ListingNotFound => (StatusCode::NOT_FOUND, "LISTING_NOT_FOUND"),
            Self::SearchRuleNotFound => (StatusCode::NOT_FOUND, "SEARCH_RULE_NOT_FOUND"),
            Self::SearchRuleExists => (StatusCode::CONFLICT, "SEARCH_RULE_EXISTS"),
            Self::SearchRuleCycle => (UNPROCESSABLE, "SEARCH_RULE_CYCLE"),
            Self::TooManySearchRules => (UNPROCESSABLE, "TOO_MANY_SEARCH_RULES"),
        }
    }

    /// Returns the field of the request that is wrong.
    pub(super) fn field(self) -> Option<&'static str> {
        match self {
            Self::TargetProductUnknown | Self::TargetProductOtherCategory { .. } => Some("canonicalId"),
            Self::MatchOtherCategory { .. } => Some("id"),
            _ => None,
        }
    }
}
