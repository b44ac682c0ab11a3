//! Splits changes into patches and writes, and applies them to a generation.

use rustc_hash::FxHashSet;

use super::index_document::{IndexDocumentBuilder, delivered_price, pack_values};
use crate::{
    config::SearchConfig,
    interface::{Change, Document, IndexError, Result},
    storage::{
        generation::Generation,
        patch_log::{ByteRange, LoggedPatch},
        patches::Batch,
        view::View,
    },
};

/// Applies changes to a generation with the feed position, and makes them visible. A change of price, stock or card
/// alone needs no commit.
pub(crate) fn apply(
    generation: &Generation,
    changes: &[Change],
    feed_position: &str,
    config: &SearchConfig,
) -> Result<(), IndexError> {
    generation.apply(feed_position, config, |view| split(changes, view, config))
}

/// Splits changes into patches and writes: a product whose fingerprint is unchanged is a patch. Of several changes
/// of one product only the last counts.
fn split(changes: &[Change], view: &View, config: &SearchConfig) -> Result<Batch> {
    let mut encoder = view.card_codec.encoder()?;
    let mut builder = IndexDocumentBuilder::new(view.fields, config);
    let mut batch = Batch::default();
    let mut seen = FxHashSet::default();
    for change in changes.iter().rev() {
        match change {
            Change::Upsert(document) if seen.insert(document.id) => {
                let mut indexed = builder.build(document);
                let stored = encoder.encode(document)?;
                if view.has_fingerprint(document.id, indexed.fingerprint)? {
                    batch.patches.push(to_logged_patch(document, stored));
                } else {
                    indexed.document.add_bytes(view.fields.stored, stored);
                    batch.writes.push((document.id, Some(indexed.document)));
                }
            }
            Change::Delete(id) if seen.insert(*id) => batch.writes.push((*id, None)),
            _ => {}
        }
    }
    Ok(batch)
}

fn to_logged_patch(document: &Document, stored: &[u8]) -> LoggedPatch {
    LoggedPatch {
        id: document.id,
        packed_values: pack_values(document),
        delivered: delivered_price(document),
        retailers: document.retailers.iter().map(|retailer| retailer.slug.clone()).collect(),
        stored: stored.to_vec(),
        range: ByteRange::default(),
    }
}
