//! Outcome of a crawl of the inputs.

/// An offer as it was stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReadOffer {
    pub(crate) external_id: String,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) page_url: String,
    pub(crate) has_picture: bool,
    pub(crate) category: Option<String>,
    pub(crate) non_part_reason: Option<String>,
    /// In fils.
    pub(crate) price: i64,
    pub(crate) list_price: Option<i64>,
    pub(crate) stock: String,
}

/// A listing that was refused.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refused {
    pub(crate) external_id: String,
    pub(crate) url: String,
    pub(crate) reason: String,
    pub(crate) detail: String,
}

/// An offer whose price was held.
#[derive(Debug, Clone, Default)]
pub(crate) struct Held {
    pub(crate) external_id: String,
    pub(crate) url: String,
}

/// Outcome of a crawl for a retailer, or for one listing of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcome {
    pub(crate) offers: Vec<ReadOffer>,
    pub(crate) refused: Vec<Refused>,
    pub(crate) held: Vec<Held>,
    /// Error of the whole crawl; `None` for one listing.
    pub(crate) error: Option<String>,
    pub(crate) is_partial: bool,
    /// Number of requests of the crawl.
    pub(crate) requests: usize,
}

/// Words an amount in fils.
pub(super) fn dinars(fils: i64) -> String {
    format!("{}.{:03}", fils / 1_000, fils % 1_000)
}

/// Describes what came out.
pub(super) fn describe(outcome: &Outcome) -> String {
    let offers = outcome.offers.iter().map(|offer| {
        format!(
            "{} at {} ({})",
            offer.external_id,
            dinars(offer.price),
            offer.category.as_deref().unwrap_or("unknown")
        )
    });
    let refused = outcome.refused.iter().map(|one| format!("refused {}: {}", one.reason, one.detail));
    let held = outcome.held.iter().map(|one| format!("held {}", one.external_id));
    let found: Vec<String> = offers.chain(refused).chain(held).chain(outcome.error.clone()).take(6).collect();
    if found.is_empty() { "nothing came out".to_owned() } else { found.join("; ") }
}
