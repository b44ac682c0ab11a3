//! Patches: products whose price, stock or card changed since they were indexed. Their new values are written over
//! the old ones in the columns, and their cards are read from the log. The text index stays as it is.

use std::{io, path::Path, sync::Arc};

use domain::model::ProductId;
use rustc_hash::FxHashMap;
use tantivy::TantivyDocument;

use super::{
    mutable_columns::MutableValues,
    patch_log::{ByteRange, LogRecord, LoggedPatch, PatchLog, read_range},
    schema::retailer_fact,
    vocabulary::{DecodedFact, Vocabulary},
};
use crate::{config::SearchConfig, interface::IndexError};

/// The log is compacted when it is larger than this, and than twice the cards in it that are still read; in bytes.
const MIN_COMPACTED_LOG: u64 = 64 << 20;

/// All patches of a generation.
pub(crate) struct Patches {
    patch_of: FxHashMap<ProductId, Patch>,
    pub(crate) log: PatchLog,
    /// Number of the last batch.
    pub(crate) sequence: u64,
    /// Bytes of cards in the log that are still read.
    live_card_bytes: u64,
}

/// A product's present values, and the position of its card in the log.
#[derive(Debug, Clone)]
pub(crate) struct Patch {
    pub(crate) values: MutableValues,
    /// The price, drop, rating and flags of `values`, and the category, as the log holds them (`packed_bits`).
    packed_values: u64,
    retailers: Vec<String>,
    pub(crate) range: ByteRange,
}

/// A batch of changes, split into patches and writes.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) patches: Vec<LoggedPatch>,
    /// Documents that must be written to the index; `None` for a deleted product.
    pub(crate) writes: Vec<(ProductId, Option<TantivyDocument>)>,
}

impl Patches {
    /// Opens the patches of a generation whose last commit has the sequence number. Also returns the feed position of
    /// the log, if it is later than the commit.
    pub(crate) fn open(generation: &Path, committed: u64) -> io::Result<(Self, Option<String>)> {
        let (log, records) = PatchLog::open(generation)?;
        let mut patches =
            Self { patch_of: FxHashMap::default(), log, sequence: committed, live_card_bytes: 0 };
        let mut feed_position = None;
        for record in records {
            if record.sequence <= committed {
                patches.remove(&record.superseded);
            }
            // A record without a feed position leaves it to its commit, which may have failed.
            if record.sequence > committed && record.feed_position.is_some() {
                feed_position = record.feed_position;
            }
            patches.sequence = patches.sequence.max(record.sequence);
            patches.insert(record.patches);
        }
        Ok((patches, feed_position))
    }

    /// Writes the patches of a batch to the log. With a commit in the batch, the feed position is left to the commit.
    ///
    /// # Errors
    /// [`IndexError::Write`] or [`IndexError::DiskFull`]: the log is as it was.
    pub(crate) fn log_batch(&mut self, batch: &mut Batch, feed_position: &str) -> Result<(), IndexError> {
        self.sequence += 1;
        let before = self.log.length;
        let superseded =
            batch.writes.iter().map(|(id, _)| *id).filter(|id| self.patch_of.contains_key(id)).collect();
        let mut record = LogRecord {
            sequence: self.sequence,
            feed_position: batch.writes.is_empty().then(|| feed_position.to_owned()),
            superseded,
            patches: std::mem::take(&mut batch.patches),
        };
        let has_news =
            record.feed_position.is_some() || !record.superseded.is_empty() || !record.patches.is_empty();
        let written = if has_news { self.log.append(&mut record) } else { Ok(()) };
        batch.patches = record.patches;
        // A commit survives a power loss, and its feed position covers the patches before it: they must survive too.
        if batch.writes.is_empty() {
            return written.map_err(IndexError::from_write);
        }
        written.and_then(|()| self.log.file.sync_data()).map_err(|error| {
            // The batch is not committed. Where even this fails, its patches are superseded when it is applied again.
            let _ = self.log.truncate(before);
            IndexError::from_write(error)
        })
    }

    /// Adds the batch, which is now in the log and committed, to the table. Returns the products with new values.
    pub(crate) fn add_batch(&mut self, batch: Batch) -> Vec<ProductId> {
        let superseded: Vec<ProductId> = batch.writes.iter().map(|(id, _)| *id).collect();
        self.remove(&superseded);
        let ids = batch.patches.iter().map(|patch| patch.id).collect();
        self.insert(batch.patches);
        ids
    }

    fn remove(&mut self, ids: &[ProductId]) {
        for id in ids {
            if let Some(old) = self.patch_of.remove(id) {
                self.live_card_bytes -= u64::from(old.range.length);
            }
        }
    }

    fn insert(&mut self, patches: Vec<LoggedPatch>) {
        for LoggedPatch { id, packed_values, delivered, retailers, range, .. } in patches {
            self.remove(&[id]);
            self.live_card_bytes += u64::from(range.length);
            let (values, _) = MutableValues::unpack(packed_values, delivered);
            self.patch_of.insert(id, Patch { values, packed_values, retailers, range });
        }
    }

    /// Compacts the log when most of it is outdated. Returns whether it did.
    pub(crate) fn compact(&mut self, feed_position: &str) -> Result<bool, IndexError> {
        if self.log.length < MIN_COMPACTED_LOG.max(2 * self.live_card_bytes) {
            return Ok(false);
        }
        let mut record = LogRecord {
            sequence: self.sequence,
            feed_position: Some(feed_position.to_owned()),
            ..LogRecord::default()
        };
        for (id, patch) in &self.patch_of {
            record.patches.push(LoggedPatch {
                id: *id,
                packed_values: patch.packed_values,
                delivered: patch.values.delivered,
                retailers: patch.retailers.clone(),
                stored: read_range(&self.log.file, patch.range)?,
                range: ByteRange::default(),
            });
        }
        self.log.rewrite(&mut record).map_err(IndexError::from_write)?;
        self.patch_of.clear();
        self.live_card_bytes = 0;
        self.insert(record.patches);
        Ok(true)
    }

    /// Returns the patch of a product.
    pub(crate) fn of(&self, id: ProductId) -> Option<&Patch> {
        self.patch_of.get(&id)
    }

    /// Returns every patched product with its patch.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ProductId, &Patch)> {
        self.patch_of.iter().map(|(id, patch)| (*id, patch))
    }
}

impl Patch {
    /// Returns the values, with the retailers in the numbers of a vocabulary.
    pub(crate) fn values(&self, vocabulary: &mut Arc<Vocabulary>, config: &SearchConfig) -> MutableValues {
        let mut values = self.values.clone();
        for slug in &self.retailers {
            let fact = retailer_fact(slug);
            let decoded = vocabulary
                .lookup(&fact)
                .unwrap_or_else(|| Arc::make_mut(vocabulary).intern(&fact, &config.facets, &config.lexicon));
            if let DecodedFact::Retailer(retailer) = decoded {
                values.retailers.insert(retailer);
            }
        }
        values
    }
}
