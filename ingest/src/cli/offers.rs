use clap::Subcommand;
use domain::{
    model::{NonPartReason, OfferId, RejectReason, Slug},
    store::unmatched::WaitReason,
};

/// `ingest offers …`
#[derive(Debug, Subcommand)]
pub enum OffersCommand {
    /// List offers without a product, with the reason.
    Waiting {
        /// Only of this retailer.
        #[arg(long, value_name = "SLUG")]
        retailer: Option<Slug>,
        /// Only for this reason: no-part, category-unknown, category-unsure, manufacturer-unknown, question, not-compared, too-little;
        /// or the kind of a non-part, such as accessory or computer.
        #[arg(long)]
        reason: Option<WaitingReasonName>,
        /// At most this many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Show an offer, and which evidence made it this category and this product.
    ///
    /// The evidence is computed anew, by the present tables: where they have changed since the offer was read, the next crawl
    /// decides as shown.
    Show {
        /// The id of the offer, or the address of its page at the retailer.
        #[arg(value_name = "ID")]
        offer: OfferName,
    },
    /// List the rejected listings of the retailers, with reason and address.
    Rejected {
        /// Only of this retailer.
        #[arg(long, value_name = "SLUG")]
        retailer: Option<Slug>,
        /// Only for this reason: unreadable, no-product, incomplete, not-new, price,
        /// several-prices, currency or sold-out.
        #[arg(long)]
        reason: Option<RejectReason>,
        /// At most this many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
}

/// Why an offer has no product, or its kind when it is a non-part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitingReasonName {
    Reason(WaitReason),
    NonPart(NonPartReason),
}

impl std::str::FromStr for WaitingReasonName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().replace('-', "_").to_ascii_uppercase();
        if let Ok(non_part_reason) = upper.parse() {
            return Ok(WaitingReasonName::NonPart(non_part_reason));
        }
        let known = NonPartReason::NAMES.join(", ");
        upper.parse().map(WaitingReasonName::Reason).map_err(|problem: String| format!("{problem}, {known}"))
    }
}

/// How an operator names an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfferName {
    Id(OfferId),
    /// The address of its page at the retailer.
    Address(String),
}

impl std::str::FromStr for OfferName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        match (text.parse(), url::Url::parse(text)) {
            (Ok(id), _) => Ok(OfferName::Id(id)),
            (_, Ok(address)) if matches!(address.scheme(), "http" | "https") => {
                Ok(OfferName::Address(text.to_owned()))
            }
            _ => Err("is neither the id of an offer nor a web address".to_owned()),
        }
    }
}
