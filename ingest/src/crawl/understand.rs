//! Offers are understood beside the storing: reading titles takes about as long as Postgres takes to write, and
//! neither should wait for the other.

use tokio::{sync::mpsc, task::JoinHandle};

use super::{Draft, draft};
use crate::{
    raw_offer::{Page, Rejected},
    retailer_file::RetailerFile,
};

/// Pages understood ahead of the store: more than a batch of full pages.
const PAGES_AHEAD: usize = 8;

/// A page whose offers were understood, or refused with a reason.
pub(super) struct UnderstoodPage {
    pub(super) rejected: Vec<Rejected>,
    /// Each with the id the shop gave it.
    pub(super) offers: Vec<(String, Result<Draft, String>)>,
}

/// Understands pages in their order in a task of its own, until there are no more or nobody wants them.
pub(super) fn ahead(
    file: RetailerFile,
    mut pages: mpsc::Receiver<Page>,
) -> (mpsc::Receiver<UnderstoodPage>, JoinHandle<()>) {
    let (sender, understood) = mpsc::channel(PAGES_AHEAD);
    let task = tokio::spawn(async move {
        while let Some(page) = pages.recv().await {
            let offers =
                page.offers.into_iter().map(|raw| (raw.external_id.clone(), draft::read(&file, raw)));
            let page = UnderstoodPage { rejected: page.rejected, offers: offers.collect() };
            if sender.send(page).await.is_err() {
                return;
            }
        }
    });
    (understood, task)
}
