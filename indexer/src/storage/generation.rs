//! Index on disk. Generations stand side by side under one directory; the file `CURRENT` names the live one.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::{SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, merge_policy::LogMergePolicy};

use super::{
    card_codec::CardCodec,
    damage::DamageMonitor,
    generation_directory::GenerationDirectory,
    patches::{Batch, Patches},
    schema::{self, Fields, SCHEMA_VERSION, id_term},
    view::View,
};
use crate::{
    config::SearchConfig,
    interface::{IndexError, Result, SearchError},
};

const CURRENT_FILE: &str = "CURRENT";
const GENERATION_PREFIX: &str = "generation-";
const DAMAGED_PREFIX: &str = "damaged-";
/// Number of damaged generations that are kept for an administrator to inspect.
const MAX_DAMAGED_KEPT: usize = 2;
/// Memory budget of the live writer in bytes; it takes a few changes at a time.
const LIVE_WRITER_BYTES: usize = 32 << 20;
/// Segments of more documents than this are merged again only for the deletes in them.
const MAX_MERGED_DOCUMENTS: usize = 250_000;
/// Attempts of a check that other work on the files can make fail.
const MAX_CHECKS: usize = 3;
/// Share of deleted documents above which a segment is rewritten.
const MAX_DELETED_SHARE: f32 = 0.3;

/// Payload of a commit.
#[derive(Debug, Serialize, Deserialize)]
struct CommitPayload {
    version: u32,
    fingerprint: u64,
    /// Number of the batch; the patch log compares it with its records to know which came before.
    sequence: u64,
    #[serde(rename = "cursor")]
    feed_position: String,
}

/// An index that serves and takes changes.
pub(crate) struct Generation {
    pub(crate) number: u64,
    path: PathBuf,
    fields: Fields,
    reader: IndexReader,
    writer: Mutex<Writer>,
    view: RwLock<Arc<View>>,
    pub(crate) damage: DamageMonitor,
}

/// State that only one batch at a time may touch.
struct Writer {
    index_writer: IndexWriter,
    patches: Patches,
}

impl Generation {
    /// Opens the generation that `CURRENT` names, or a new empty one. Returns it with the feed position of its last
    /// batch; `None` for an empty one.
    pub(crate) fn open_current(
        directory: &Path,
        config: &SearchConfig,
    ) -> Result<(Self, Option<String>), IndexError> {
        fs::create_dir_all(directory).map_err(|source| directory_error(directory, source))?;
        if let Some(number) = read_current(directory)? {
            let path = path_of(directory, number);
            match Self::open(&path, number, config) {
                Ok((generation, feed_position)) => {
                    remove_others(directory, number);
                    return Ok((generation, feed_position));
                }
                // Another process writes this generation, so it is not damaged.
                Err(error @ IndexError::Busy) => return Err(error),
                Err(error) => {
                    tracing::warn!(index.generation = number, %error, "Set the search index {} aside: {error}", path.display());
                    set_aside(directory, &path)?;
                }
            }
        }
        let number = next_number(directory)?;
        let path = path_of(directory, number);
        let generation = Self::create(&path, number, config)?;
        write_current(directory, number)?;
        remove_others(directory, number);
        Ok((generation, None))
    }

    /// Makes an empty generation.
    pub(crate) fn create(path: &Path, number: u64, config: &SearchConfig) -> Result<Self, IndexError> {
        let index = create_index(path)?;
        let (patches, _) = Patches::open(path, 0)?;
        Self::start_serving(index, path, number, config, CardCodec::default(), patches)
    }

    /// Opens a generation after checking every file of it.
    pub(crate) fn open(
        path: &Path,
        number: u64,
        config: &SearchConfig,
    ) -> Result<(Self, Option<String>), IndexError> {
        let index = Index::open(open_directory(path)?)?;
        let damaged = index.validate_checksum()?;
        if let Some(file) = damaged.iter().next() {
            return Err(IndexError::config(&file.display().to_string(), "its checksum is wrong"));
        }
        let payload = match index.load_metas()?.payload {
            Some(payload) => Some(read_payload(&payload, config)?),
            None => None,
        };
        if index.schema() != schema::build().0 {
            return Err(outdated_error("another schema"));
        }
        let committed = payload.as_ref().map_or(0, |payload| payload.sequence);
        let (patches, later) = Patches::open(path, committed)?;
        let feed_position = payload.map(|payload| later.unwrap_or(payload.feed_position));
        let codec = CardCodec::open(path)?;
        Ok((Self::start_serving(index, path, number, config, codec, patches)?, feed_position))
    }

    fn start_serving(
        index: Index,
        path: &Path,
        number: u64,
        config: &SearchConfig,
        codec: CardCodec,
        patches: Patches,
    ) -> Result<Self, IndexError> {
        let (_, fields) = schema::build();
        let writer: IndexWriter =
            index.writer_with_num_threads(1, LIVE_WRITER_BYTES).map_err(writer_error)?;
        let mut policy = LogMergePolicy::default();
        policy.set_max_docs_before_merge(MAX_MERGED_DOCUMENTS);
        policy.set_del_docs_ratio_before_merge(MAX_DELETED_SHARE);
        writer.set_merge_policy(Box::new(policy));
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let view =
            View::load(reader.searcher(), fields, config, codec, None, &patches).map_err(read_error)?;
        Ok(Self {
            number,
            path: path.to_owned(),
            fields,
            reader,
            writer: Mutex::new(Writer { index_writer: writer, patches }),
            view: RwLock::new(Arc::new(view)),
            damage: DamageMonitor::default(),
        })
    }

    /// Returns the state after the last batch, committed or in the patch log.
    pub(crate) fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes a batch with the feed position and makes its changes visible to searches. `make_batch` makes the batch
    /// from the view that it changes; no other batch can change that view meanwhile. The steps:
    ///
    /// 1. Append the batch's patches to the patch log.
    /// 2. If the batch has documents to write or delete, commit them, and load the view of the new segments. A batch of
    ///    patches alone needs no commit: its feed position is in the log.
    /// 3. Compact the log if most of it is outdated.
    /// 4. Write the batch's patches over the columns of the view (all patches, if the log was compacted: their cards
    ///    have moved), and let searches see that view from now on.
    pub(crate) fn apply(
        &self,
        feed_position: &str,
        config: &SearchConfig,
        make_batch: impl FnOnce(&View) -> Result<Batch>,
    ) -> Result<(), IndexError> {
        let mut writer_state = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Writer { index_writer, patches } = &mut *writer_state;
        let previous_view = self.view();
        let mut batch = make_batch(&previous_view).map_err(read_error)?;
        let written = patches.log.length;
        patches.log_batch(&mut batch, feed_position)?;
        let has_writes = !batch.writes.is_empty();
        if has_writes
            && let Err(error) =
                self.write_batch(index_writer, &mut batch, patches.sequence, feed_position, config)
        {
            // A half-written batch must not be part of the next commit.
            index_writer.rollback()?;
            patches.log.truncate(written).map_err(IndexError::from_write)?;
            return Err(error);
        }
        let ids = patches.add_batch(batch);
        let view = if has_writes {
            self.reader.reload()?;
            Some(
                View::load(
                    self.reader.searcher(),
                    self.fields,
                    config,
                    previous_view.card_codec.clone(),
                    Some(&previous_view),
                    patches,
                )
                .map_err(read_error)?,
            )
        } else {
            None
        };
        let compacted = patches.compact(feed_position)?;
        let view = view.as_ref().unwrap_or(&previous_view);
        let view = view.with_patches((!compacted).then_some(&ids), patches, config).map_err(read_error)?;
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(view);
        Ok(())
    }

    fn write_batch(
        &self,
        writer: &mut IndexWriter,
        batch: &mut Batch,
        sequence: u64,
        feed_position: &str,
        config: &SearchConfig,
    ) -> Result<(), IndexError> {
        for (id, document) in &mut batch.writes {
            writer.delete_term(id_term(&self.fields, *id));
            if let Some(document) = document.take() {
                writer.add_document(document)?;
            }
        }
        commit(writer, sequence, feed_position, config)
    }

    /// Compares all files with their checksums and returns what is wrong. Reads the whole index.
    pub(crate) fn find_wrong_checksum(&self) -> Option<String> {
        let mut problem = None;
        // A merge may end during the check and remove a file that was about to be read.
        for _ in 0..MAX_CHECKS {
            match self.reader.searcher().index().validate_checksum() {
                Ok(damaged) => {
                    let file = damaged.into_iter().next()?;
                    return Some(format!("the checksum of {} is wrong", file.display()));
                }
                Err(error) => problem = Some(error.to_string()),
            }
        }
        problem
    }

    /// Returns the size of its files, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let Ok(files) = fs::read_dir(&self.path) else { return 0 };
        files.filter_map(|file| file.ok()?.metadata().ok()).map(|metadata| metadata.len()).sum()
    }
}

/// Makes an empty index on disk.
pub(crate) fn create_index(path: &Path) -> Result<Index, IndexError> {
    fs::create_dir_all(path).map_err(|source| directory_error(path, source))?;
    Ok(Index::builder()
        .schema(schema::build().0)
        .settings(schema::ordered_settings())
        .open_or_create(open_directory(path)?)?)
}

fn open_directory(path: &Path) -> Result<GenerationDirectory, IndexError> {
    Ok(GenerationDirectory::open(path).map_err(tantivy::TantivyError::from)?)
}

/// Commits with the feed position.
pub(crate) fn commit(
    writer: &mut IndexWriter<TantivyDocument>,
    sequence: u64,
    feed_position: &str,
    config: &SearchConfig,
) -> Result<(), IndexError> {
    let payload = CommitPayload {
        version: SCHEMA_VERSION,
        fingerprint: config.fingerprint,
        sequence,
        feed_position: feed_position.to_owned(),
    };
    let payload = serde_json::to_string(&payload).map_err(io::Error::other)?;
    let mut prepared = writer.prepare_commit()?;
    prepared.set_payload(&payload);
    prepared.commit()?;
    Ok(())
}

fn read_payload(payload: &str, config: &SearchConfig) -> Result<CommitPayload, IndexError> {
    let payload: CommitPayload =
        serde_json::from_str(payload).map_err(|_| outdated_error("another kind of commit"))?;
    if payload.version != SCHEMA_VERSION {
        return Err(outdated_error("another version of the schema"));
    }
    if payload.fingerprint != config.fingerprint {
        return Err(outdated_error("other words or facets than config/search has now"));
    }
    Ok(payload)
}

fn outdated_error(problem: &str) -> IndexError {
    IndexError::Read(io::Error::other(format!("the index was written with {problem}")))
}

/// Returns the path of a generation.
pub(crate) fn path_of(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!("{GENERATION_PREFIX}{number:06}"))
}

/// Returns a number that no generation in the directory has.
pub(crate) fn next_number(directory: &Path) -> Result<u64, IndexError> {
    let entries = fs::read_dir(directory).map_err(|source| directory_error(directory, source))?;
    let numbers = entries.filter_map(|entry| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        name.rsplit_once(GENERATION_PREFIX)?.1.split('-').next()?.parse::<u64>().ok()
    });
    Ok(numbers.max().unwrap_or(0) + 1)
}

fn read_current(directory: &Path) -> Result<Option<u64>, IndexError> {
    let path = directory.join(CURRENT_FILE);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text.trim().parse().ok()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(IndexError::Directory { path, source }),
    }
}

/// Names the live generation. The file is written beside and renamed, so that it is never half there.
pub(crate) fn write_current(directory: &Path, number: u64) -> Result<(), IndexError> {
    let (path, new) = (directory.join(CURRENT_FILE), directory.join("CURRENT.new"));
    fs::write(&new, format!("{number}\n")).map_err(|source| directory_error(&new, source))?;
    fs::rename(&new, &path).map_err(|source| directory_error(&path, source))
}

/// Moves a damaged generation out of the way, and removes the oldest damaged ones.
fn set_aside(directory: &Path, path: &Path) -> Result<(), IndexError> {
    if path.exists() {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let target = directory.join(format!("{DAMAGED_PREFIX}{name}-{seconds}"));
        fs::rename(path, &target).map_err(|source| directory_error(path, source))?;
    }
    let mut damaged = directories_with_prefix(directory, DAMAGED_PREFIX);
    damaged.sort();
    let surplus = damaged.len().saturating_sub(MAX_DAMAGED_KEPT);
    damaged.into_iter().take(surplus).for_each(|path| remove_directory(&path));
    Ok(())
}

/// Removes generations that no longer serve, and rebuilds that were broken off.
pub(crate) fn remove_others(directory: &Path, number: u64) {
    let current = path_of(directory, number);
    directories_with_prefix(directory, GENERATION_PREFIX)
        .into_iter()
        .filter(|path| *path != current)
        .for_each(|path| remove_directory(&path));
}

fn directories_with_prefix(directory: &Path, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let named =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(named).collect()
}

/// Removes a directory. A directory that cannot be removed costs space, not service: the failure is only logged.
pub(crate) fn remove_directory(path: &Path) {
    if let Err(error) = fs::remove_dir_all(path) {
        tracing::warn!(%error, "Cannot remove {}: {error}", path.display());
    }
}

fn directory_error(path: &Path, source: io::Error) -> IndexError {
    IndexError::Directory { path: path.to_owned(), source }
}

/// Turns a tantivy error into ours; a lock held elsewhere is not damage.
pub(crate) fn writer_error(error: tantivy::TantivyError) -> IndexError {
    match error {
        tantivy::TantivyError::LockFailure(..) => IndexError::Busy,
        other => other.into(),
    }
}

fn read_error(error: SearchError) -> IndexError {
    IndexError::Read(io::Error::other(error))
}
