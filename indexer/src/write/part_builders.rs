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

use super::index_document::{IndexDocumentBuilder, popularity_key};
use crate::{
    interface::{Document, IndexError},
    storage::{card_codec::CardCodec, engine_state::EngineState, schema},
};

/// Products per part: enough for its dictionary to be worth writing, few enough to be held while it is written.
pub(crate) const PART_DOCUMENTS: usize = 16_384;
/// Number of threads that make parts.
const BUILDER_THREADS: usize = 2;
/// Memory budget for a part's words before they are written to disk, in bytes; approximate.
const PART_WRITER_BYTES: usize = 48 << 20;
/// Folder of the parts inside the generation.
const PARTS_FOLDER: &str = "parts";

/// The threads that make parts, and the number of parts handed to them.
pub(crate) struct PartBuilders {
    sender: SyncSender<PendingPart>,
    /// Documents of finished parts, sent back to be dropped on the thread that allocated them: dropped elsewhere,
    /// they make the allocator's threads wait for each other.
    finished_documents: Receiver<Vec<Document>>,
    threads: Vec<JoinHandle<Result<Vec<BuiltPart>, IndexError>>>,
    folder: PathBuf,
    sent: usize,
}

struct PendingPart {
    number: usize,
    documents: Vec<Document>,
}

struct BuiltPart {
    number: usize,
    index: Index,
}

impl PartBuilders {
    /// Starts the threads for the generation at a path.
    pub(crate) fn start(
        state: &Arc<EngineState>,
        generation: &Path,
        codec: &CardCodec,
    ) -> Result<Self, IndexError> {
        let folder = generation.join(PARTS_FOLDER);
        fs::create_dir_all(&folder)
            .map_err(|source| IndexError::Directory { path: folder.clone(), source })?;
        // A channel without a buffer: the next part is gathered while these are made.
        let (sender, receiver) = sync_channel(0);
        let receiver = Arc::new(Mutex::new(receiver));
        let (return_documents, finished_documents) = channel();
        let threads = (0..BUILDER_THREADS).map(|_| {
            let (state, codec, folder) = (Arc::clone(state), codec.clone(), folder.clone());
            let (receiver, return_documents) = (Arc::clone(&receiver), return_documents.clone());
            thread::spawn(move || build_parts(&state, &codec, &folder, &receiver, &return_documents))
        });
        Ok(Self { sender, finished_documents, threads: threads.collect(), folder, sent: 0 })
    }

    /// Hands on the next part; `false` when no thread takes parts any more.
    pub(crate) fn send(&mut self, documents: Vec<Document>) -> bool {
        self.sent += 1;
        self.finished_documents.try_iter().for_each(drop);
        documents.is_empty() || self.sender.send(PendingPart { number: self.sent, documents }).is_ok()
    }

    /// Waits until no thread writes any more; the parts are discarded.
    pub(crate) fn stop(self) {
        drop(self.sender);
        for thread in self.threads {
            // The parts are discarded, so the result does not matter.
            let _ = thread.join();
        }
    }

    /// Waits for all parts and merges them into one segment of an index in `generation`; `None` where there were
    /// none. Removes the parts.
    pub(crate) fn join(self, generation: &Path) -> Result<Option<Index>, IndexError> {
        let Self { sender, threads, folder, finished_documents, .. } = self;
        drop(sender);
        let mut built = Vec::new();
        for thread in threads {
            built.extend(thread.join().unwrap_or_else(|_| Err(rebuild_failed()))?);
        }
        // The documents are not needed in memory while the parts are merged.
        drop(finished_documents);
        built.sort_by_key(|built| built.number);
        // Each part is in order of popularity, although tantivy did not order it. With these settings the merge
        // stacks parts that came in that order and merges all others by it.
        let ordered = built.into_iter().map(|mut built| {
            *built.index.settings_mut() = schema::ordered_settings();
            built.index
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

fn build_parts(
    state: &EngineState,
    codec: &CardCodec,
    folder: &Path,
    receiver: &Mutex<Receiver<PendingPart>>,
    return_documents: &Sender<Vec<Document>>,
) -> Result<Vec<BuiltPart>, IndexError> {
    let (_, fields) = schema::build();
    let mut builder = IndexDocumentBuilder::new(fields, &state.config);
    let mut encoder = codec.encoder()?;
    let mut built = Vec::new();
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(PendingPart { number, mut documents }) = next else { return Ok(built) };
        documents.sort_by_key(|document| std::cmp::Reverse(popularity_key(document)));
        let mut writer = open_part_writer(&folder.join(format!("{number:06}")))?;
        for document in &documents {
            let mut indexed = builder.build(document);
            indexed.document.add_bytes(fields.stored, encoder.encode(document)?);
            writer.add_document(indexed.document)?;
        }
        // After the rebuild is given up nobody receives them; they are dropped here instead.
        let _ = return_documents.send(documents);
        built.push(BuiltPart { number, index: writer.finalize()? });
    }
}

fn open_part_writer(path: &Path) -> Result<SingleSegmentIndexWriter<TantivyDocument>, IndexError> {
    fs::create_dir_all(path).map_err(|source| IndexError::Directory { path: path.to_owned(), source })?;
    let directory = MmapDirectory::open(path).map_err(tantivy::TantivyError::from)?;
    let index = Index::builder().schema(schema::build().0).settings(schema::unordered_settings());
    Ok(index.single_segment_index_writer(directory, PART_WRITER_BYTES)?)
}

/// Returns the error for threads that stopped without a reason.
pub(crate) fn rebuild_failed() -> IndexError {
    IndexError::Read(io::Error::other("the rebuild broke off"))
}
