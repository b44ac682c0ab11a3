use clap::Subcommand;
use domain::{
    model::{NonPartReason, RejectReason, Slug},
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
