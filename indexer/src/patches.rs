//! Patches: products whose price, stock or card changed since they were indexed. Their new values are written over
//! the old ones in the columns, and their cards are read from the log. The text index stays as it is.

use std::{io, path::Path, sync::Arc};

use domain::model::ProductId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Change, Document, SearchConfig, SearchError,
    columns::Values,
    entry::{Analyst, Entry, delivered_column, pack_numbers, shop_fact},
    patch_log::{LoggedPatch, PatchLog, Record, Span, read_span},
    schema::Fields,
    view::{Segment, View},
    vocabulary::{Fact, Vocabulary},
};

/// The log is compacted when it is larger than this, and than twice the cards in it that are still read; in bytes.
const LARGE_LOG: u64 = 64 << 20;

/// All patches of a generation.
pub(crate) struct Patches {
    table: FxHashMap<ProductId, Patch>,
    pub(crate) log: PatchLog,
    /// Number of the last batch.
    pub(crate) sequence: u64,
    /// Bytes of cards in the log that are still read.
    alive: u64,
}

/// A product's present values, and the position of its card in the log.
#[derive(Debug, Clone)]
pub(crate) struct Patch {
    pub(crate) values: Values,
    numbers: u64,
    shops: Vec<String>,
    pub(crate) span: Span,
}

/// A batch of changes, split into patches and writes.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) patches: Vec<LoggedPatch>,
    /// Entries that must be written to the index; `None` for a deleted product.
    pub(crate) writes: Vec<(ProductId, Option<Entry>)>,
}

impl Batch {
    /// Splits changes into patches and writes: a product whose fingerprint is unchanged is a patch. Of several
    /// changes of one product only the last counts.
    pub(crate) fn sort(
        changes: &[Change],
        view: &View,
        fields: &Fields,
        config: &SearchConfig,
    ) -> Result<Self, SearchError> {
        let mut packer = view.cards.packer()?;
        let mut analyst = Analyst::new(*fields, config);
        let mut batch = Self::default();
        let mut seen = FxHashSet::default();
        for change in changes.iter().rev() {
            match change {
                Change::Upsert(document) if seen.insert(document.id) => {
                    let mut entry = analyst.entry(document);
                    let stored = packer.pack(document)?;
                    if view.prints(document.id, entry.print)? {
                        batch.patches.push(logged(document, stored));
                    } else {
                        entry.document.add_bytes(fields.stored, stored);
                        batch.writes.push((document.id, Some(entry)));
                    }
                }
                Change::Delete(id) if seen.insert(*id) => batch.writes.push((*id, None)),
                _ => {}
            }
        }
        Ok(batch)
    }
}

fn logged(document: &Document, stored: &[u8]) -> LoggedPatch {
    LoggedPatch {
        id: document.id,
        numbers: pack_numbers(document),
        delivered: delivered_column(document),
        shops: document.retailers.iter().map(|retailer| retailer.slug.clone()).collect(),
        stored: stored.to_vec(),
        span: Span::default(),
    }
}

impl Patches {
    /// Opens the patches of a generation whose last commit has the sequence number. Also returns the cursor of the
    /// log, if it is later than the commit.
    pub(crate) fn open(generation: &Path, committed: u64) -> io::Result<(Self, Option<String>)> {
        let (log, records) = PatchLog::open(generation)?;
        let mut patches = Self { table: FxHashMap::default(), log, sequence: committed, alive: 0 };
        let mut cursor = None;
        for record in records {
            if record.sequence <= committed {
                patches.end(&record.ended);
            }
            // A record without a cursor leaves the cursor to its commit, which may have failed.
            if record.sequence > committed && record.cursor.is_some() {
                cursor = record.cursor;
            }
            patches.sequence = patches.sequence.max(record.sequence);
            patches.take(record.patches);
        }
        Ok((patches, cursor))
    }

    /// Writes the patches of a batch to the log. With a commit in the batch, the cursor is left to the commit.
    pub(crate) fn write(&mut self, batch: &mut Batch, cursor: &str) -> io::Result<()> {
        self.sequence += 1;
        let ended = batch.writes.iter().map(|(id, _)| *id).filter(|id| self.table.contains_key(id)).collect();
        let mut record = Record {
            sequence: self.sequence,
            cursor: batch.writes.is_empty().then(|| cursor.to_owned()),
            ended,
            patches: std::mem::take(&mut batch.patches),
        };
        let has_news = record.cursor.is_some() || !record.ended.is_empty() || !record.patches.is_empty();
        let written = if has_news { self.log.append(&mut record) } else { Ok(()) };
        batch.patches = record.patches;
        // A commit survives a power loss, and its cursor covers the patches before it: they must survive too.
        if written.is_ok() && !batch.writes.is_empty() { self.log.file.sync_data() } else { written }
    }

    /// Adds the batch, which is now in the log and committed, to the table. Returns the products with new values.
    pub(crate) fn keep(&mut self, batch: Batch) -> Vec<ProductId> {
        let ended: Vec<ProductId> = batch.writes.iter().map(|(id, _)| *id).collect();
        self.end(&ended);
        let ids = batch.patches.iter().map(|patch| patch.id).collect();
        self.take(batch.patches);
        ids
    }

    fn end(&mut self, ids: &[ProductId]) {
        for id in ids {
            if let Some(old) = self.table.remove(id) {
                self.alive -= u64::from(old.span.length);
            }
        }
    }

    fn take(&mut self, patches: Vec<LoggedPatch>) {
        for LoggedPatch { id, numbers, delivered, shops, span, .. } in patches {
            self.end(&[id]);
            self.alive += u64::from(span.length);
            let (values, _) = Values::unpack(numbers, delivered);
            self.table.insert(id, Patch { values, numbers, shops, span });
        }
    }

    /// Compacts the log when most of it is outdated. Returns whether it did.
    pub(crate) fn tidy(&mut self, cursor: &str) -> io::Result<bool> {
        if self.log.length < LARGE_LOG.max(2 * self.alive) {
            return Ok(false);
        }
        let mut record =
            Record { sequence: self.sequence, cursor: Some(cursor.to_owned()), ..Record::default() };
        for (id, patch) in &self.table {
            record.patches.push(LoggedPatch {
                id: *id,
                numbers: patch.numbers,
                delivered: patch.values.delivered,
                shops: patch.shops.clone(),
                stored: read_span(&self.log.file, patch.span)?,
                span: Span::default(),
            });
        }
        self.log.replace(&mut record)?;
        self.table.clear();
        self.alive = 0;
        self.take(record.patches);
        Ok(true)
    }

    /// Applies all patches to a segment that was just opened.
    pub(crate) fn lay_all(
        &self,
        segment: &mut Segment,
        fields: &Fields,
        vocabulary: &mut Arc<Vocabulary>,
        config: &SearchConfig,
    ) -> Result<(), SearchError> {
        self.table.iter().try_for_each(|(id, patch)| segment.lay(*id, patch, fields, vocabulary, config))
    }

    /// Applies some products' patches to a segment that holds them.
    pub(crate) fn lay(
        &self,
        ids: &[ProductId],
        segment: &mut Segment,
        fields: &Fields,
        vocabulary: &mut Arc<Vocabulary>,
        config: &SearchConfig,
    ) -> Result<(), SearchError> {
        let patches = ids.iter().filter_map(|id| Some((*id, self.table.get(id)?)));
        patches.into_iter().try_for_each(|(id, patch)| segment.lay(id, patch, fields, vocabulary, config))
    }
}

impl Patch {
    /// Returns the values, with the retailers in the numbers of a vocabulary.
    pub(crate) fn values(&self, vocabulary: &mut Arc<Vocabulary>, config: &SearchConfig) -> Values {
        let mut values = self.values;
        for slug in &self.shops {
            let fact = shop_fact(slug);
            let known = vocabulary.find(&fact);
            let known = known
                .unwrap_or_else(|| Arc::make_mut(vocabulary).learn(&fact, &config.facets, &config.lexicon));
            if let Fact::Shop(shop) = known {
                values.shops |= 1 << shop;
            }
        }
        values
    }
}
