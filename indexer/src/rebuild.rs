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

use tantivy::{Index, IndexWriter, TantivyDocument, indexer::UserOperation, merge_policy::NoMergePolicy};

use crate::{
    Change, Document, IndexError,
    cards::{Cards, SAMPLES},
    engine::Inner,
    entry::Analyst,
    generation::{self, Generation},
    schema,
};

/// Threads that analyse, and products that they take at once.
const ANALYSTS: usize = 2;
const PORTION: usize = 128;
/// Portions that may wait before each thread.
const WAITING: usize = 4;
/// Products handed to tantivy at once. It lets ten thousand such hands wait, so they must be small.
const AT_ONCE: usize = 4;
/// Memory for what is not yet on disk.
const ARENA: usize = 192 << 20;

/// A new generation being filled beside the live one. Dropped without `finish`, it leaves nothing behind.
pub struct Rebuild {
    inner: Arc<Inner>,
    number: u64,
    path: PathBuf,
    index: Index,
    /// What waits to be handed on: the first products, until the cards' dictionary is made of them, then a portion.
    portion: Vec<Document>,
    stage: Stage,
}

enum Stage {
    Gathering(Box<IndexWriter>),
    Writing(Line),
    /// Finished or failed.
    Over,
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
        let stage = Stage::Gathering(Box::new(writer));
        Ok(Self { inner: Arc::clone(inner), number, path, index, portion: Vec::new(), stage })
    }

    /// Adds one product; each id once. The quickest order is the most popular first.
    pub fn add(&mut self, document: Document) -> Result<(), IndexError> {
        self.portion.push(document);
        match self.stage {
            Stage::Gathering(_) if self.portion.len() >= SAMPLES => self.begin(),
            Stage::Writing(_) if self.portion.len() >= PORTION => self.send(),
            Stage::Over => Err(broken()),
            _ => Ok(()),
        }
    }

    /// Learns how cards are packed from the first products, and hands them on.
    fn begin(&mut self) -> Result<(), IndexError> {
        let writer = match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Gathering(writer) => writer,
            other => {
                self.stage = other;
                return Ok(());
            }
        };
        let cards = Cards::learn(&self.portion);
        cards.save(&self.path)?;
        self.stage = Stage::Writing(Line::start(&self.inner, *writer, &cards));
        let mut first = std::mem::take(&mut self.portion).into_iter();
        loop {
            self.portion.extend(first.by_ref().take(PORTION));
            if self.portion.len() < PORTION {
                return Ok(());
            }
            self.send()?;
        }
    }

    fn send(&mut self) -> Result<(), IndexError> {
        let portion = std::mem::take(&mut self.portion);
        let Stage::Writing(line) = &mut self.stage else { return Err(broken()) };
        if portion.is_empty() || line.give(portion) {
            return Ok(());
        }
        // They only stop listening when the writer failed, and it says why.
        self.end().and(Err(broken()))
    }

    /// Waits until all is written.
    fn end(&mut self) -> Result<IndexWriter, IndexError> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Writing(line) => line.end(),
            _ => Err(broken()),
        }
    }

    /// Commits with the cursor and switches: [`Rebuild::prepare`] and [`Rebuilt::switch`] in one.
    pub fn finish(self, cursor: &str) -> Result<(), IndexError> {
        self.prepare(cursor)?.switch()
    }

    /// Commits with the cursor, while the live generation goes on answering. Changes applied since `rebuild` are not in it:
    /// the cursor is that which stood when the reading of products began.
    pub fn prepare(mut self, cursor: &str) -> Result<Rebuilt, IndexError> {
        self.begin()?;
        self.send()?;
        let mut writer = self.end()?;
        generation::commit(&mut writer, 0, cursor, &self.inner.config)?;
        let segments = self.index.searchable_segment_ids()?;
        if segments.len() > 1 {
            writer.merge(&segments).wait()?;
        }
        writer.garbage_collect_files().wait()?;
        writer.wait_merging_threads()?;
        let (generation, _) = Generation::open(&self.path, self.number, &self.inner.config)?;
        Ok(Rebuilt { generation: Some(generation), rebuild: self })
    }
}

/// A whole new generation that does not answer yet. Dropped without `switch`, it leaves nothing behind.
pub struct Rebuilt {
    /// Taken by `switch`; before `rebuild`, whose end removes its files.
    generation: Option<Generation>,
    rebuild: Rebuild,
}

impl Rebuilt {
    /// Applies what changed while it was built, so that nothing old is answered after the switch.
    pub fn apply(&self, changes: &[Change], cursor: &str) -> Result<(), IndexError> {
        let generation = self.generation.as_ref().ok_or_else(broken)?;
        generation.apply(changes, cursor, &self.rebuild.inner.config)
    }

    /// The next search sees this generation only.
    pub fn switch(mut self) -> Result<(), IndexError> {
        let Rebuild { inner, number, .. } = &self.rebuild;
        let generation = self.generation.take().ok_or_else(broken)?;
        generation::write_current(&inner.directory, *number)?;
        inner.switch(generation);
        // Searches that still run hold the old files open; their names may go.
        generation::remove_others(&inner.directory, *number);
        Ok(())
    }
}

impl Drop for Rebuild {
    fn drop(&mut self) {
        if self.inner.live().number != self.number {
            // What still works ends because of this; how, matters to nobody.
            let _ = self.end();
            generation::remove(&self.path);
        }
        self.inner.rebuilding.store(false, Ordering::Release);
    }
}

impl Line {
    fn start(inner: &Arc<Inner>, writer: IndexWriter, cards: &Cards) -> Self {
        let (mut analysts, mut analysed) = (Vec::new(), Vec::new());
        for _ in 0..ANALYSTS {
            let (give, take) = sync_channel::<Vec<Document>>(WAITING);
            let (hand_on, receive) = sync_channel(WAITING);
            let (inner, cards) = (Arc::clone(inner), cards.clone());
            thread::spawn(move || analyse(&inner, &cards, &take, &hand_on));
            analysts.push(give);
            analysed.push(receive);
        }
        Self { analysts, next: 0, writing: thread::spawn(move || write(writer, &analysed)) }
    }

    /// False when nobody takes it any more.
    fn give(&mut self, portion: Vec<Document>) -> bool {
        let given = self.analysts[self.next].send(portion).is_ok();
        self.next = (self.next + 1) % ANALYSTS;
        given
    }

    fn end(self) -> Result<IndexWriter, IndexError> {
        drop(self.analysts);
        self.writing.join().unwrap_or_else(|_| Err(broken()))
    }
}

fn analyse(
    inner: &Inner,
    cards: &Cards,
    take: &Receiver<Vec<Document>>,
    hand_on: &SyncSender<io::Result<Vec<TantivyDocument>>>,
) {
    let (_, fields) = schema::build();
    let mut analyst = Analyst::new(fields, &inner.config);
    let mut packer = match cards.packer() {
        Ok(packer) => packer,
        Err(error) => return drop(hand_on.send(Err(error))),
    };
    for portion in take {
        let analysed = portion.iter().map(|document| {
            let mut entry = analyst.entry(document);
            entry.document.add_bytes(fields.stored, packer.pack(document)?);
            Ok(entry.document)
        });
        if hand_on.send(analysed.collect()).is_err() {
            return;
        }
    }
}

/// Takes one portion from each in turn, which is the order in which they were given out.
fn write(
    writer: IndexWriter,
    analysed: &[Receiver<io::Result<Vec<TantivyDocument>>>],
) -> Result<IndexWriter, IndexError> {
    for portions in analysed.iter().cycle() {
        let Ok(portion) = portions.recv() else { break };
        let mut portion = portion?.into_iter().map(UserOperation::Add);
        loop {
            let some: Vec<_> = portion.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            writer.run(some)?;
        }
    }
    Ok(writer)
}

fn broken() -> IndexError {
    IndexError::Read(io::Error::other("the rebuild broke off"))
}
