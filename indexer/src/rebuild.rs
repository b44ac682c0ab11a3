//! Builds a new generation of the whole catalogue beside the live one, in parts.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
};

use tantivy::IndexWriter;

use crate::{
    Change, Document, IndexError,
    cards::{Cards, SAMPLES},
    engine::Inner,
    generation::{self, Generation},
    parts::{Makers, PART, broken},
};

/// Memory budget of the writer that commits the merged parts, in bytes.
const COMMIT_ARENA: usize = 16 << 20;

/// A new generation being filled beside the live one. Dropped without `finish`, it leaves nothing behind.
pub struct Rebuild {
    inner: Arc<Inner>,
    number: u64,
    path: PathBuf,
    /// The part being gathered; the first products of the first part train the dictionary of the cards.
    part: Vec<Document>,
    stage: Stage,
}

enum Stage {
    Gathering,
    Making(Makers),
    /// Finished or failed.
    Over,
}

impl Rebuild {
    pub(crate) fn start(inner: &Arc<Inner>) -> Result<Self, IndexError> {
        let number = generation::next_number(&inner.directory)?;
        let path = generation::path_of(&inner.directory, number);
        std::fs::create_dir_all(&path)
            .map_err(|source| IndexError::Directory { path: path.clone(), source })?;
        Ok(Self { inner: Arc::clone(inner), number, path, part: Vec::new(), stage: Stage::Gathering })
    }

    /// Adds one product; each id only once. Fastest with the most popular products first. Blocks while two parts
    /// are being made and a third one is complete.
    pub fn add(&mut self, document: Document) -> Result<(), IndexError> {
        self.part.push(document);
        if self.part.len() >= PART { self.send() } else { Ok(()) }
    }

    fn send(&mut self) -> Result<(), IndexError> {
        if matches!(self.stage, Stage::Gathering) {
            let cards = Cards::learn(&self.part[..self.part.len().min(SAMPLES)]);
            cards.save(&self.path)?;
            self.stage = Stage::Making(Makers::start(&self.inner, &self.path, &cards)?);
        }
        let part = std::mem::take(&mut self.part);
        let Stage::Making(makers) = &mut self.stage else { return Err(broken()) };
        if makers.give(part) {
            return Ok(());
        }
        // The threads stop taking parts only when one of them failed; its error is returned.
        self.end().and(Err(broken()))
    }

    /// Waits until everything is written; `None` where there was nothing.
    fn end(&mut self) -> Result<Option<tantivy::Index>, IndexError> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Making(makers) => makers.join(&self.path),
            _ => Err(broken()),
        }
    }

    /// Commits with the cursor and switches: [`Rebuild::prepare`] and [`Rebuilt::switch`] in one.
    pub fn finish(self, cursor: &str) -> Result<(), IndexError> {
        self.prepare(cursor)?.switch()
    }

    /// Commits with the cursor, while the live generation keeps answering. Changes applied since `rebuild` are not
    /// in it: pass the cursor that was current when the reading of products began.
    pub fn prepare(mut self, cursor: &str) -> Result<Rebuilt, IndexError> {
        self.send()?;
        let index = match self.end()? {
            Some(index) => index,
            None => generation::create_index(&self.path)?,
        };
        let mut writer: IndexWriter =
            index.writer_with_num_threads(1, COMMIT_ARENA).map_err(generation::busy)?;
        generation::commit(&mut writer, 0, cursor, &self.inner.config)?;
        writer.wait_merging_threads()?;
        let (generation, _) = Generation::open(&self.path, self.number, &self.inner.config)?;
        Ok(Rebuilt { generation: Some(generation), rebuild: self })
    }
}

/// A complete new generation that does not answer yet. Dropped without `switch`, it leaves nothing behind.
pub struct Rebuilt {
    /// Taken by `switch`. Declared before `rebuild`, so that it is dropped first: dropping `rebuild` removes its
    /// files.
    generation: Option<Generation>,
    rebuild: Rebuild,
}

impl Rebuilt {
    /// Applies the changes made while the generation was built, so that the switch brings back nothing old.
    pub fn apply(&self, changes: &[Change], cursor: &str) -> Result<(), IndexError> {
        let generation = self.generation.as_ref().ok_or_else(broken)?;
        generation.apply(changes, cursor, &self.rebuild.inner.config)
    }

    /// Makes this generation answer: the next search sees only it.
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
            if let Stage::Making(makers) = std::mem::replace(&mut self.stage, Stage::Over) {
                makers.stop();
            }
            generation::remove(&self.path);
        }
        self.inner.rebuilding.store(false, Ordering::Release);
    }
}
