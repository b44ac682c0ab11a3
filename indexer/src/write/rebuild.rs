//! Builds a new generation of the whole catalogue beside the live one, in parts.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
};

use tantivy::IndexWriter;

use super::{
    changes,
    part_builders::{PART_DOCUMENTS, PartBuilders, rebuild_failed},
};
use crate::{
    interface::{Change, Document, IndexError},
    storage::{
        card_codec::{CardCodec, MAX_SAMPLES},
        engine_state::EngineState,
        generation::{self, Generation},
    },
};

/// Memory budget of the writer that commits the merged parts, in bytes.
const COMMIT_WRITER_BYTES: usize = 16 << 20;

/// A new generation being filled beside the live one. Dropped without `finish`, it leaves nothing behind.
pub struct Rebuild {
    state: Arc<EngineState>,
    number: u64,
    path: PathBuf,
    /// The part being gathered; the first products of the first part train the dictionary of the cards.
    pending: Vec<Document>,
    stage: Stage,
}

enum Stage {
    Collecting,
    Building(PartBuilders),
    /// Finished or failed.
    Finished,
}

impl Rebuild {
    pub(crate) fn start(state: &Arc<EngineState>) -> Result<Self, IndexError> {
        let number = generation::next_number(&state.directory)?;
        let path = generation::path_of(&state.directory, number);
        std::fs::create_dir_all(&path)
            .map_err(|source| IndexError::Directory { path: path.clone(), source })?;
        Ok(Self { state: Arc::clone(state), number, path, pending: Vec::new(), stage: Stage::Collecting })
    }

    /// Adds one product; each id only once. Fastest with the most popular products first. Blocks while two parts
    /// are being made and a third one is complete.
    pub fn add(&mut self, document: Document) -> Result<(), IndexError> {
        self.pending.push(document);
        if self.pending.len() >= PART_DOCUMENTS { self.send_part() } else { Ok(()) }
    }

    fn send_part(&mut self) -> Result<(), IndexError> {
        if matches!(self.stage, Stage::Collecting) {
            let codec = CardCodec::train(&self.pending[..self.pending.len().min(MAX_SAMPLES)]);
            codec.save(&self.path)?;
            self.stage = Stage::Building(PartBuilders::start(&self.state, &self.path, &codec)?);
        }
        let pending = std::mem::take(&mut self.pending);
        let Stage::Building(builders) = &mut self.stage else { return Err(rebuild_failed()) };
        if builders.send(pending) {
            return Ok(());
        }
        // The threads stop taking parts only when one of them failed; its error is returned.
        self.join_builders().and(Err(rebuild_failed()))
    }

    /// Waits until everything is written; `None` where there was nothing.
    fn join_builders(&mut self) -> Result<Option<tantivy::Index>, IndexError> {
        match std::mem::replace(&mut self.stage, Stage::Finished) {
            Stage::Building(builders) => builders.join(&self.path),
            _ => Err(rebuild_failed()),
        }
    }

    /// Commits with the feed position and switches: [`Rebuild::prepare`] and [`PreparedRebuild::switch`] in one.
    pub fn finish(self, feed_position: &str) -> Result<(), IndexError> {
        self.prepare(feed_position)?.switch()
    }

    /// Commits with the feed position, while the live generation keeps answering. Changes applied since `rebuild` are
    /// not in it: pass the feed position that was current when the reading of products began.
    pub fn prepare(mut self, feed_position: &str) -> Result<PreparedRebuild, IndexError> {
        self.send_part()?;
        let index = match self.join_builders()? {
            Some(index) => index,
            None => generation::create_index(&self.path)?,
        };
        let mut writer: IndexWriter =
            index.writer_with_num_threads(1, COMMIT_WRITER_BYTES).map_err(generation::writer_error)?;
        generation::commit(&mut writer, 0, feed_position, &self.state.config)?;
        writer.wait_merging_threads()?;
        let (generation, _) = Generation::open(&self.path, self.number, &self.state.config)?;
        Ok(PreparedRebuild { generation: Some(generation), rebuild: self })
    }
}

/// A complete new generation that does not answer yet. Dropped without `switch`, it leaves nothing behind.
pub struct PreparedRebuild {
    /// Taken by `switch`. Declared before `rebuild`, so that it is dropped first: dropping `rebuild` removes its
    /// files.
    generation: Option<Generation>,
    rebuild: Rebuild,
}

impl PreparedRebuild {
    /// Applies the changes made while the generation was built, so that the switch brings back nothing old.
    pub fn apply(&self, changes: &[Change], feed_position: &str) -> Result<(), IndexError> {
        let generation = self.generation.as_ref().ok_or_else(rebuild_failed)?;
        changes::apply(generation, changes, feed_position, &self.rebuild.state.config)
    }

    /// Makes this generation answer: the next search sees only it.
    pub fn switch(mut self) -> Result<(), IndexError> {
        let Rebuild { state, number, .. } = &self.rebuild;
        let generation = self.generation.take().ok_or_else(rebuild_failed)?;
        generation::write_current(&state.directory, *number)?;
        state.switch_to(generation);
        // Searches that still run hold the old files open; their names may go.
        generation::remove_others(&state.directory, *number);
        Ok(())
    }
}

impl Drop for Rebuild {
    fn drop(&mut self) {
        if self.state.live().number != self.number {
            if let Stage::Building(builders) = std::mem::replace(&mut self.stage, Stage::Finished) {
                builders.stop();
            }
            generation::remove_directory(&self.path);
        }
        self.state.rebuilding.store(false, Ordering::Release);
    }
}
