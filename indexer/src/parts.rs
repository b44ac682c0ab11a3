//! Parts of a new generation. Each core takes a run of products from their texts to a small index of its own on disk, so that
//! nothing waits for anything; in the end the parts are laid one behind the other.

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

/// Products of a part: enough for its dictionary to be worth writing, few enough to be held while it is written.
pub(crate) const PART: usize = 16_384;
/// Threads that make parts.
const MAKERS: usize = 2;
/// What a part's words take in memory before they are on disk, about.
const ARENA: usize = 48 << 20;
/// Where parts lie inside the generation.
const FOLDER: &str = "parts";

/// The threads that make parts, and how many were handed to them.
pub(crate) struct Makers {
    give: SyncSender<Part>,
    /// What has been read of: dropped where it was made, as the allocator's threads else wait for each other.
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
    /// Starts them for the generation at a path.
    pub(crate) fn start(inner: &Arc<Inner>, generation: &Path, cards: &Cards) -> Result<Self, IndexError> {
        let folder = generation.join(FOLDER);
        fs::create_dir_all(&folder)
            .map_err(|source| IndexError::Directory { path: folder.clone(), source })?;
        // Nothing waits between: the next part is gathered while these are made.
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

    /// Hands on the next part; false when nobody takes it any more.
    pub(crate) fn give(&mut self, documents: Vec<Document>) -> bool {
        self.given += 1;
        self.spent.try_iter().for_each(drop);
        documents.is_empty() || self.give.send(Part { number: self.given, documents }).is_ok()
    }

    /// Waits until nobody writes any more; what was made is of no use.
    pub(crate) fn stop(self) {
        drop(self.give);
        for maker in self.makers {
            // How it ended matters to nobody.
            let _ = maker.join();
        }
    }

    /// Waits for all parts and lays them one behind the other into one segment of an index in `generation`; `None` where there
    /// were none. The parts are gone then.
    pub(crate) fn join(self, generation: &Path) -> Result<Option<Index>, IndexError> {
        let Self { give, makers, folder, spent, .. } = self;
        drop(give);
        let mut made = Vec::new();
        for maker in makers {
            made.extend(maker.join().unwrap_or_else(|_| Err(broken()))?);
        }
        // Not needed in memory while the parts are laid together.
        drop(spent);
        made.sort_by_key(|made| made.number);
        // Each part is in order of popularity, although it was not tantivy that ordered it. Told so, it lays one behind the
        // other what came in that order, and merges by it what did not.
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
        // Nobody is left to drop them when the rebuild was given up: then they are dropped here.
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

/// What is said when the threads stopped without saying why.
pub(crate) fn broken() -> IndexError {
    IndexError::Read(io::Error::other("the rebuild broke off"))
}
