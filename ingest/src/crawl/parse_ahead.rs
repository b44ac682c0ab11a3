//! Parses offers while earlier ones are stored: reading titles takes about as long as the writes to Postgres, and
//! neither should wait for the other.

use std::sync::Arc;

use time::OffsetDateTime;
use tokio::{sync::mpsc, task::JoinHandle};

use super::{ParsedDraft, draft, notes::ReadingNotes};
use crate::{
    normalise::LearntCategories,
    raw_offer::{RejectedListing, RetailerResponse},
    retailer_file::RetailerFile,
};

/// Maximum number of parsed responses that wait to be stored. Eight full pages of at least 100 offers fill a batch
/// (`ingest.batch_size`), so the next batch is parsed while one is stored.
const MAX_PARSED_RESPONSES: usize = 8;

/// A response with its offers, each parsed or refused with a reason.
pub(super) struct ParsedResponse {
    pub(super) rejected: Vec<RejectedListing>,
    pub(super) offers: Vec<ParsedOffer>,
    /// As in [`RetailerResponse`].
    pub(super) product_pages: Vec<String>,
    pub(super) notes: ReadingNotes,
}

/// A parsed offer, or the reason for its rejection.
pub(super) struct ParsedOffer {
    /// The retailer's own id of the offer.
    pub(super) external_id: String,
    pub(super) outcome: Result<ParsedDraft, RejectedListing>,
    /// When its price ends, where the retailer says so.
    pub(super) price_valid_until: Option<OffsetDateTime>,
}

impl ParsedResponse {
    pub(super) fn parse(file: &RetailerFile, learnt: &LearntCategories, response: RetailerResponse) -> Self {
        let mut notes = ReadingNotes { left_out: response.left_out, ..ReadingNotes::default() };
        let offers = response.offers.into_iter().map(|raw| {
            // As in the draft.
            let external_id = raw.external_id.trim().to_owned();
            let (title, url) = (raw.title_en.clone().or(raw.title_ar.clone()), Some(raw.url.clone()));
            let price_valid_until = raw.price_valid_until;
            let outcome = draft::parse_draft_with_notes(file, raw, learnt, &mut notes).map_err(|rejection| {
                RejectedListing { id_or_url: external_id.clone(), rejection, title, url }
            });
            ParsedOffer { external_id, outcome, price_valid_until }
        });
        let offers = offers.collect();
        ParsedResponse { rejected: response.rejected, offers, product_pages: response.product_pages, notes }
    }
}

/// Parses responses in order in a task of its own, until the input ends or the receiver is dropped.
pub(super) fn parse_ahead(
    file: RetailerFile,
    learnt: Arc<LearntCategories>,
    mut responses: mpsc::Receiver<RetailerResponse>,
) -> (mpsc::Receiver<ParsedResponse>, JoinHandle<()>) {
    let (sender, parsed) = mpsc::channel(MAX_PARSED_RESPONSES);
    let task = tokio::spawn(async move {
        while let Some(response) = responses.recv().await {
            if sender.send(ParsedResponse::parse(&file, &learnt, response)).await.is_err() {
                return;
            }
        }
    });
    (parsed, task)
}
