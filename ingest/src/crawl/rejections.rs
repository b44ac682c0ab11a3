//! Rejections of a crawl as they are stored.

use domain::{
    model::{OfferDraft, RejectReason},
    store::rejections::NewRejection,
};

use crate::{
    extract::text::plain_text,
    raw_offer::{RejectedListing, Rejection},
};

/// Maximum length of each text of a stored rejection, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// Converts a rejection for storage: a retailer's texts may have any length and contain control characters.
pub(super) fn new_rejection(
    RejectedListing { id_or_url, rejection, title, url }: RejectedListing,
) -> NewRejection {
    let plain = |text: String, limit: usize| -> String {
        text.chars().filter(|letter| !letter.is_control()).take(limit).collect()
    };
    NewRejection {
        external_id: plain(id_or_url, MAX_TEXT_CHARS),
        url: url.map(|url| plain(url, MAX_TEXT_CHARS)),
        // Decoded like a stored title, so that administrators see no entities and tags.
        title: title.map(|title| plain(plain_text(&title), MAX_TEXT_CHARS)).filter(|title| !title.is_empty()),
        reason: rejection.reason,
        detail: plain(rejection.detail, MAX_TEXT_CHARS),
    }
}

pub(super) fn reject_without_price(draft: &OfferDraft) -> RejectedListing {
    let why = "the offer is sold out and was never seen with a price";
    RejectedListing {
        id_or_url: draft.external_id.clone(),
        rejection: Rejection::new(RejectReason::SoldOut, why),
        title: draft.title_en.clone().or_else(|| draft.title_ar.clone()),
        url: Some(draft.url.clone()),
    }
}
