//! Parses offers in parallel to their storing: reading titles takes about as long as the writes to Postgres, and
//! neither should wait for the other.

use tokio::{sync::mpsc, task::JoinHandle};

use super::{Draft, draft, notes::ReadingNotes};
use crate::{
    raw_offer::{OfferPage, RejectedListing},
    retailer_file::RetailerFile,
};

/// Number of pages parsed ahead of the database: more than a batch of full pages.
const PAGES_AHEAD: usize = 8;

/// A page with its offers, each parsed or refused with a reason.
pub(super) struct ParsedPage {
    pub(super) rejected: Vec<RejectedListing>,
    pub(super) offers: Vec<ParsedOffer>,
    pub(super) notes: ReadingNotes,
}

/// A parsed offer, or the reason for its refusal.
pub(super) struct ParsedOffer {
    /// The retailer's own id of the offer.
    pub(super) external_id: String,
    pub(super) outcome: Result<Draft, RejectedListing>,
}

impl ParsedPage {
    pub(super) fn read(file: &RetailerFile, page: OfferPage) -> Self {
        let mut notes = ReadingNotes::default();
        let offers =
            page.offers.into_iter().map(|raw| {
                let external_id = raw.external_id.clone();
                let (title, url) = (raw.title_en.clone().or(raw.title_ar.clone()), Some(raw.url.clone()));
                let outcome = draft::read_with_notes(file, raw, &mut notes)
                    .map_err(|refusal| RejectedListing { what: external_id.clone(), refusal, title, url });
                ParsedOffer { external_id, outcome }
            });
        let offers = offers.collect();
        ParsedPage { rejected: page.rejected, offers, notes }
    }
}

/// Parses pages in order in a task of its own, until the input ends or the receiver is dropped.
pub(super) fn parse_ahead(
    file: RetailerFile,
    mut pages: mpsc::Receiver<OfferPage>,
) -> (mpsc::Receiver<ParsedPage>, JoinHandle<()>) {
    let (sender, understood) = mpsc::channel(PAGES_AHEAD);
    let task = tokio::spawn(async move {
        while let Some(page) = pages.recv().await {
            if sender.send(ParsedPage::read(&file, page)).await.is_err() {
                return;
            }
        }
    });
    (understood, task)
}
