//! A new generation made of the whole catalogue: products are analysed on all cores and written by one thread in the order
//! in which they came, so that what is given most popular first needs no sorting.

use std::{
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
};

use tantivy::{Index, IndexWriter, TantivyDocument, merge_policy::NoMergePolicy};

use crate::{
    Document, IndexError,
    engine::Inner,
    entry::Entry,
    generation::{self, Generation},
    schema,
};

/// Threads that analyse, and products that they take at once.
const ANALYSTS: usize = 2;
const PORTION: usize = 64;
/// Portions that may wait before each thread.
const WAITING: usize = 4;
/// Memory for what is not yet on disk.
const ARENA: usize = 192 << 20;

/// A new generation being filled beside the live one. Dropped without `finish`, it leaves nothing behind.
pub struct Rebuild {
    inner: Arc<Inner>,
    number: u64,
    path: PathBuf,
    index: Index,
    portion: Vec<Document>,
    /// Taken by `finish`.
    line: Option<Line>,
}

/// The threads, one behind the other.
struct Line {
    analysts: Vec<SyncSender<Vec<Document>>>,
    next: usize,
    writing: JoinHandle<Result<IndexWriter, IndexError>>,
}

impl Rebuild {
    pub(crate) fn start(inner: &Arc<Inner>) -> Result<Self, IndexError> {
        let number = generation::next_number(&inner.directory)?;
        let path = generation::path_of(&inner.directory, number);
        let index = generation::create_index(&path)?;
        let writer: IndexWriter = index.writer_with_num_threads(1, ARENA).map_err(generation::busy)?;
        // One merge at the end instead of many on the way.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let line = Some(Line::start(inner, writer));
        Ok(Self { inner: Arc::clone(inner), number, path, index, portion: Vec::new(), line })
    }

    /// Adds one product; each id once. The quickest order is the most popular first.
    pub fn add(&mut self, document: Document) -> Result<(), IndexError> {
        self.portion.push(document);
        if self.portion.len() < PORTION {
            return Ok(());
        }
        self.send()
    }

    fn send(&mut self) -> Result<(), IndexError> {
        let portion = std::mem::take(&mut self.portion);
        let Some(line) = self.line.as_mut().filter(|_| !portion.is_empty()) else { return Ok(()) };
        let sent = line.analysts[line.next].send(portion);
        line.next = (line.next + 1) % ANALYSTS;
        if sent.is_ok() {
            return Ok(());
        }
        // They only stop listening when the writer failed, and it says why.
        let failed = self.line.take().map_or_else(|| Ok(()), |line| line.end().map(drop));
        failed.and(Err(broken()))
    }

    /// Commits with the cursor and switches: the next search sees this generation only. Changes applied since
    /// `rebuild` are not in it: follow the feed from the cursor that stood when the reading of products began.
    pub fn finish(mut self, cursor: &str) -> Result<(), IndexError> {
        self.send()?;
        let Some(line) = self.line.take() else { return Err(broken()) };
        let mut writer = line.end()?;
        generation::commit(&mut writer, 0, cursor, &self.inner.config)?;
        let segments = self.index.searchable_segment_ids()?;
        if segments.len() > 1 {
            writer.merge(&segments).wait()?;
        }
        writer.garbage_collect_files().wait()?;
        writer.wait_merging_threads()?;
        let (generation, _) = Generation::open(&self.path, self.number, &self.inner.config)?;
        generation::write_current(&self.inner.directory, self.number)?;
        self.inner.switch(generation);
        // Searches that still run hold the old files open; their names may go.
        generation::remove_others(&self.inner.directory, self.number);
        Ok(())
    }
}

impl Drop for Rebuild {
    fn drop(&mut self) {
        if self.inner.live().number != self.number {
            if let Some(line) = self.line.take() {
                // It ends because of this; how, matters to nobody.
                let _ = line.end();
            }
            generation::remove(&self.path);
        }
        self.inner.rebuilding.store(false, Ordering::Release);
    }
}

impl Line {
    fn start(inner: &Arc<Inner>, writer: IndexWriter) -> Self {
        let (mut analysts, mut analysed) = (Vec::new(), Vec::new());
        for _ in 0..ANALYSTS {
            let (give, take) = sync_channel::<Vec<Document>>(WAITING);
            let (hand_on, receive) = sync_channel(WAITING);
            let inner = Arc::clone(inner);
            thread::spawn(move || analyse(&inner, &take, &hand_on));
            analysts.push(give);
            analysed.push(receive);
        }
        Self { analysts, next: 0, writing: thread::spawn(move || write(writer, &analysed)) }
    }

    /// Waits until all is written.
    fn end(self) -> Result<IndexWriter, IndexError> {
        drop(self.analysts);
        self.writing.join().unwrap_or_else(|_| Err(broken()))
    }
}

fn analyse(inner: &Inner, take: &Receiver<Vec<Document>>, hand_on: &SyncSender<Vec<TantivyDocument>>) {
    let (_, fields) = schema::build();
    for portion in take {
        let analysed =
            portion.iter().map(|document| Entry::of(document, &fields, &inner.config).document).collect();
        if hand_on.send(analysed).is_err() {
            return;
        }
    }
}

/// Takes one portion from each in turn, which is the order in which they were given out.
fn write(
    writer: IndexWriter,
    analysed: &[Receiver<Vec<TantivyDocument>>],
) -> Result<IndexWriter, IndexError> {
    for portions in analysed.iter().cycle() {
        let Ok(portion) = portions.recv() else { break };
        for document in portion {
            writer.add_document(document)?;
        }
    }
    Ok(writer)
}

fn broken() -> IndexError {
    IndexError::Read(io::Error::other("the rebuild broke off"))
}
