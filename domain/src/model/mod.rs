//! Plain types whose constructors validate. No I/O.

mod affiliate;
mod category;
pub mod compared_facts;
mod crawl_problem;
mod email;
mod evidence;
pub mod families;
mod gtin;
mod id;
mod invisible;
pub mod keys;
mod listing_alert;
mod money;
mod non_part_reason;
mod offer;
mod picture;
mod price_alert;
mod price_class;
mod price_evidence;
mod product;
mod reject_reason;
mod retailer;
mod retailer_token;
mod review;
mod saved_build;
mod search_rule;
mod short_code;
mod slug;
mod spec;
mod spec_key;
mod trend;
mod user_name;

pub use affiliate::{AffiliateError, AffiliateTemplate, shopper_url};
pub use category::{Category, UnknownCategory};
pub use crawl_problem::CrawlProblem;
pub use email::{Email, EmailError};
pub use evidence::{Evidence, EvidenceCode};
pub use gtin::{Gtin, GtinError};
pub use id::{
    AlertId, BuildId, BulkDecisionId, CrawlId, HandedListId, JobId, MatchId, OfferId, PasskeyId, ProductId,
    RetailerId, RetailerTokenId, ReviewId, SearchRuleId, SessionId, SuggestionId, UserId,
};
pub use invisible::is_invisible;
pub use listing_alert::{ListingAlert, ListingCondition};
pub use money::{Fils, MoneyError};
pub use non_part_reason::{NonPartReason, UnknownNonPartReason};
pub use offer::{MatchedBy, Offer, OfferAge, OfferDraft, Stock, UnknownStock};
pub use picture::{
    PICTURE_PATH, PICTURE_WIDTHS, Picture, PictureFile, PictureFileError, PictureHash, PictureHashError,
    PictureTextError,
};
pub(crate) use price_alert::lower_by_least_change;
pub use price_alert::{
    AlertCondition, AlertKind, ConditionError, LowPeriod, PercentageOff, PercentageOutOfRange, Repetition,
    TargetPriceNotLower, UnknownPercentage, WholePercentage,
};
pub use price_class::PriceClass;
pub(crate) use price_class::{describe as describe_price_class, is_narrow};
pub use price_evidence::{ClassEvidence, PriceEvidence, ScaleEvidence};
pub use product::{Product, ProductFacts, Provenance, ProvenanceMap};
pub use reject_reason::{RejectReason, UnknownRejectReason};
pub use retailer::{PlatformKind, Retailer, RetailerDraft, ShippingRule};
pub use retailer_token::RetailerToken;
pub use review::{Comment, CommentTooLong, InvalidStars, MAX_COMMENT, Stars};
pub use saved_build::{BuildDescription, BuildName, BuildTextError, MAX_SAVED_BUILDS, ShareToken};
pub use search_rule::{MAX_SEARCH_RULES, RuleContent, RuleText, RuleTextError, SitePath, SitePathError};
pub use short_code::ShortCode;
pub use slug::{Slug, SlugError};
pub use spec::{SpecError, SpecValue, Specs};
pub use spec_key::{SpecKey, SpecKind};
pub use trend::{DailyBest, PricePoint, Trend};
pub use user_name::{is_reserved_name, name_key};
