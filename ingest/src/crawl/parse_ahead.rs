//! Offers are understood beside the storing: reading titles takes about as long as Postgres takes to write, and
//! neither should wait for the other.

use tokio::{sync::mpsc, task::JoinHandle};

use super::{Draft, draft, notes::ReadingNotes};
use crate::{
    raw_offer::{OfferPage, RejectedListing},
    retailer_file::RetailerFile,
};

/// Pages understood ahead of the store: more than a batch of full pages.
const PAGES_AHEAD: usize = 8;

/// A page whose offers were understood, or refused with a reason.
pub(super) struct ParsedPage {
    pub(super) rejected: Vec<RejectedListing>,
    pub(super) offers: Vec<ParsedOffer>,
    pub(super) notes: ReadingNotes,
}

/// An offer, or why it is none.
pub(super) struct ParsedOffer {
    /// The id the shop gave it.
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

/// Understands pages in their order in a task of its own, until there are no more or nobody wants them.
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
