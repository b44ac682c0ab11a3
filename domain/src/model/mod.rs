//! Plain types whose constructors validate. No I/O.

mod category;
pub mod compared_facts;
mod email;
mod evidence;
mod gtin;
mod id;
mod invisible;
pub mod keys;
mod money;
mod non_part_reason;
mod offer;
mod picture;
mod price_alert;
mod product;
mod reject_reason;
mod retailer;
mod review;
mod saved_build;
mod slug;
mod spec;
mod spec_key;
mod trend;

pub use category::{Category, UnknownCategory};
pub use email::{Email, EmailError};
pub use evidence::{Evidence, EvidenceCode};
pub use gtin::{Gtin, GtinError};
pub use id::{
    AlertId, BuildId, BulkDecisionId, CrawlId, JobId, MatchId, OfferId, PasskeyId, ProductId, RetailerId, ReviewId,
    SessionId, UserId,
};
pub use invisible::is_invisible;
pub use money::{Fils, MoneyError};
pub use non_part_reason::{NonPartReason, UnknownNonPartReason};
pub use offer::{MatchedBy, Offer, OfferDraft, Stock, UnknownStock};
pub use picture::{
    PICTURE_PATH, PICTURE_WIDTHS, Picture, PictureFile, PictureFileError, PictureHash, PictureHashError,
    PictureTextError,
};
pub use price_alert::{AlertCondition, AlertKind, PercentageOff, TargetPriceNotLower, UnknownPercentage};
pub use product::{Product, ProductFacts, Provenance, ProvenanceMap};
pub use reject_reason::{RejectReason, UnknownRejectReason};
pub use retailer::{PlatformKind, Retailer, RetailerDraft, ShippingRule};
pub use review::{Comment, CommentTooLong, InvalidStars, MAX_COMMENT, Stars};
pub use saved_build::{BuildDescription, BuildName, BuildTextError, MAX_SAVED_BUILDS, ShareToken};
pub use slug::{Slug, SlugError};
pub use spec::{SpecError, SpecValue, Specs};
pub use spec_key::{SpecKey, SpecKind};
pub use trend::{DailyBest, PricePoint, Trend};
