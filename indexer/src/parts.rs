//! Builds a new generation in parts. Each thread turns a batch of products into a small index of its own on disk,
//! without waiting for the other; in the end the parts are merged into one segment.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread::{self, JoinHandle},
};

use tantivy::{
    Index, TantivyDocument,
    directory::MmapDirectory,
    indexer::{SingleSegmentIndexWriter, merge_indices},
};

use crate::{
    Document, IndexError,
    cards::Cards,
    engine::Inner,
    entry::{Analyst, order},
    schema,
};

/// Products per part: enough for its dictionary to be worth writing, few enough to be held while it is written.
pub(crate) const PART: usize = 16_384;
/// Number of threads that make parts.
const MAKERS: usize = 2;
/// Memory budget for a part's words before they are written to disk, in bytes; approximate.
const ARENA: usize = 48 << 20;
/// Folder of the parts inside the generation.
const FOLDER: &str = "parts";

/// The threads that make parts, and the number of parts handed to them.
pub(crate) struct Makers {
    give: SyncSender<Part>,
    /// Documents of finished parts, sent back to be dropped on the thread that allocated them: dropped elsewhere,
    /// they make the allocator's threads wait for each other.
    spent: Receiver<Vec<Document>>,
    makers: Vec<JoinHandle<Result<Vec<Made>, IndexError>>>,
    folder: PathBuf,
    given: usize,
}

struct Part {
    number: usize,
    documents: Vec<Document>,
}

struct Made {
    number: usize,
    index: Index,
}

impl Makers {
    /// Starts the threads for the generation at a path.
    pub(crate) fn start(inner: &Arc<Inner>, generation: &Path, cards: &Cards) -> Result<Self, IndexError> {
        let folder = generation.join(FOLDER);
        fs::create_dir_all(&folder)
            .map_err(|source| IndexError::Directory { path: folder.clone(), source })?;
        // A channel without a buffer: the next part is gathered while these are made.
        let (give, take) = sync_channel(0);
        let take = Arc::new(Mutex::new(take));
        let (give_back, spent) = channel();
        let makers = (0..MAKERS).map(|_| {
            let (inner, cards, folder) = (Arc::clone(inner), cards.clone(), folder.clone());
            let (take, give_back) = (Arc::clone(&take), give_back.clone());
            thread::spawn(move || make_all(&inner, &cards, &folder, &take, &give_back))
        });
        Ok(Self { give, spent, makers: makers.collect(), folder, given: 0 })
    }

    /// Hands on the next part; `false` when no thread takes parts any more.
    pub(crate) fn give(&mut self, documents: Vec<Document>) -> bool {
        self.given += 1;
        self.spent.try_iter().for_each(drop);
        documents.is_empty() || self.give.send(Part { number: self.given, documents }).is_ok()
    }

    /// Waits until no thread writes any more; the parts are discarded.
    pub(crate) fn stop(self) {
        drop(self.give);
        for maker in self.makers {
            // The parts are discarded, so the result does not matter.
            let _ = maker.join();
        }
    }

    /// Waits for all parts and merges them into one segment of an index in `generation`; `None` where there were
    /// none. Removes the parts.
    pub(crate) fn join(self, generation: &Path) -> Result<Option<Index>, IndexError> {
        let Self { give, makers, folder, spent, .. } = self;
        drop(give);
        let mut made = Vec::new();
        for maker in makers {
            made.extend(maker.join().unwrap_or_else(|_| Err(broken()))?);
        }
        // The documents are not needed in memory while the parts are merged.
        drop(spent);
        made.sort_by_key(|made| made.number);
        // Each part is in order of popularity, although tantivy did not order it. With these settings the merge
        // stacks parts that came in that order and merges all others by it.
        let ordered = made.into_iter().map(|mut made| {
            *made.index.settings_mut() = schema::settings();
            made.index
        });
        let parts: Vec<Index> = ordered.collect();
        if parts.is_empty() {
            return Ok(None);
        }
        let directory = MmapDirectory::open(generation).map_err(tantivy::TantivyError::from)?;
        let index = merge_indices(&parts, directory)?;
        drop(parts);
        fs::remove_dir_all(&folder).map_err(|source| IndexError::Directory { path: folder, source })?;
        Ok(Some(index))
    }
}

fn make_all(
    inner: &Inner,
    cards: &Cards,
    folder: &Path,
    take: &Mutex<Receiver<Part>>,
    give_back: &Sender<Vec<Document>>,
) -> Result<Vec<Made>, IndexError> {
    let (_, fields) = schema::build();
    let mut analyst = Analyst::new(fields, &inner.config);
    let mut packer = cards.packer()?;
    let mut made = Vec::new();
    loop {
        let next = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Part { number, mut documents }) = next else { return Ok(made) };
        documents.sort_by_key(|document| std::cmp::Reverse(order(document)));
        let mut writer = open(&folder.join(format!("{number:06}")))?;
        for document in &documents {
            let mut entry = analyst.entry(document);
            entry.document.add_bytes(fields.stored, packer.pack(document)?);
            writer.add_document(entry.document)?;
        }
        // After the rebuild is given up nobody receives them; they are dropped here instead.
        let _ = give_back.send(documents);
        made.push(Made { number, index: writer.finalize()? });
    }
}

fn open(path: &Path) -> Result<SingleSegmentIndexWriter<TantivyDocument>, IndexError> {
    fs::create_dir_all(path).map_err(|source| IndexError::Directory { path: path.to_owned(), source })?;
    let directory = MmapDirectory::open(path).map_err(tantivy::TantivyError::from)?;
    let index = Index::builder().schema(schema::build().0).settings(schema::unordered());
    Ok(index.single_segment_index_writer(directory, ARENA)?)
}

/// Returns the error for threads that stopped without a reason.
pub(crate) fn broken() -> IndexError {
    IndexError::Read(io::Error::other("the rebuild broke off"))
}
