//! The patch log beside the index: new prices, stock and cards of products whose text did not change.
//!
//! A record is one batch. Records and the index's commits carry the same sequence numbers. A batch that also
//! commits leaves its feed position to the commit. A record written before a commit names the products that this
//! commit writes anew, which ends older patches of theirs. A torn end of the file is cut off: the feed delivers its
//! changes again.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use domain::model::ProductId;
use uuid::Uuid;

/// The file's name inside a generation.
const FILE_NAME: &str = "patches.log";
/// Bytes before each record: its length and its checksum.
const RECORD_HEADER_BYTES: usize = 8;
/// Longer records are taken for damage; in bytes.
const MAX_RECORD_BYTES: usize = 1 << 30;

/// One batch as it is written.
#[derive(Debug, Default)]
pub(crate) struct LogRecord {
    pub(crate) sequence: u64,
    /// Feed position of the index after the batch; `None` when the commit of the same number has it.
    pub(crate) feed_position: Option<String>,
    /// Products that the commit of the same number writes anew or deletes.
    pub(crate) superseded: Vec<ProductId>,
    pub(crate) patches: Vec<LoggedPatch>,
}

/// A product's new values.
#[derive(Debug, Clone)]
pub(crate) struct LoggedPatch {
    pub(crate) id: ProductId,
    /// Price, drop, rating, category and flags in one number (`packed_bits`).
    pub(crate) packed_values: u64,
    pub(crate) delivered: u32,
    pub(crate) retailers: Vec<String>,
    pub(crate) stored: Vec<u8>,
    /// Position of `stored` in the file.
    pub(crate) range: ByteRange,
}

/// A range of bytes of the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ByteRange {
    pub(crate) offset: u64,
    pub(crate) length: u32,
}

/// The log's file, open for reading by every view and for appending by one writer.
pub(crate) struct PatchLog {
    pub(crate) file: Arc<File>,
    path: PathBuf,
    pub(crate) length: u64,
}

impl PatchLog {
    /// Opens the log of a generation, or makes it. Returns it with the records that it holds.
    pub(crate) fn open(generation: &Path) -> io::Result<(Self, Vec<LogRecord>)> {
        let path = generation.join(FILE_NAME);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut records = Vec::new();
        let mut length = 0;
        while let Some((record, end)) = read_record(&bytes, length) {
            records.push(record);
            length = end;
        }
        file.set_len(length as u64)?;
        Ok((Self { file: Arc::new(file), path, length: length as u64 }, records))
    }

    /// Appends a record and sets the byte ranges of its patches.
    pub(crate) fn append(&mut self, record: &mut LogRecord) -> io::Result<()> {
        let bytes = write_record(record, self.length);
        if let Err(error) = (&*self.file).write_all(&bytes) {
            self.truncate(self.length)?;
            return Err(error);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Cuts the file to a length, which takes back what was written behind it.
    pub(crate) fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.length = length;
        Ok(())
    }

    /// Begins a new file with one record in place of all others; readers of the old file keep reading it. The record is on
    /// disk before it replaces them, because a commit may rely on them already.
    pub(crate) fn rewrite(&mut self, record: &mut LogRecord) -> io::Result<()> {
        let new = self.path.with_extension("new");
        let bytes = write_record(record, 0);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&new)?;
        file.set_len(0)?;
        file.write_all(&bytes)?;
        file.sync_data()?;
        std::fs::rename(&new, &self.path)?;
        if let Some(folder) = self.path.parent() {
            File::open(folder)?.sync_all()?;
        }
        (self.file, self.length) = (Arc::new(file), bytes.len() as u64);
        Ok(())
    }
}

/// Returns the bytes of a range.
pub(crate) fn read_range(file: &File, range: ByteRange) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; range.length as usize];
    file.read_exact_at(&mut bytes, range.offset)?;
    Ok(bytes)
}

fn write_record(record: &mut LogRecord, offset: u64) -> Vec<u8> {
    let mut out = vec![0; RECORD_HEADER_BYTES];
    out.extend(record.sequence.to_le_bytes());
    out.push(u8::from(record.feed_position.is_some()));
    push_bytes(&mut out, record.feed_position.as_deref().unwrap_or_default().as_bytes());
    out.extend((record.superseded.len() as u32).to_le_bytes());
    record.superseded.iter().for_each(|id| out.extend(id.0.as_bytes()));
    out.extend((record.patches.len() as u32).to_le_bytes());
    for patch in &mut record.patches {
        out.extend(patch.id.0.as_bytes());
        out.extend(patch.packed_values.to_le_bytes());
        out.extend(patch.delivered.to_le_bytes());
        out.extend((patch.retailers.len() as u32).to_le_bytes());
        patch.retailers.iter().for_each(|slug| push_bytes(&mut out, slug.as_bytes()));
        patch.range = ByteRange { offset: offset + out.len() as u64 + 4, length: patch.stored.len() as u32 };
        push_bytes(&mut out, &patch.stored);
    }
    let length = (out.len() - RECORD_HEADER_BYTES) as u32;
    let checksum = crc32fast::hash(&out[RECORD_HEADER_BYTES..]);
    out[..4].copy_from_slice(&length.to_le_bytes());
    out[4..RECORD_HEADER_BYTES].copy_from_slice(&checksum.to_le_bytes());
    out
}

fn push_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

/// Returns the record at a position, and the position of the next one; `None` at the end or where the record is
/// torn.
fn read_record(bytes: &[u8], position: usize) -> Option<(LogRecord, usize)> {
    let mut head = RecordReader { bytes, position };
    let (length, checksum) = (head.u32()? as usize, head.u32()?);
    let end =
        head.position.checked_add(length).filter(|end| length < MAX_RECORD_BYTES && *end <= bytes.len())?;
    if crc32fast::hash(&bytes[head.position..end]) != checksum {
        return None;
    }
    let mut reader = RecordReader { bytes: &bytes[..end], position: head.position };
    let sequence = reader.u64()?;
    let has_feed_position = reader.read_bytes(1)? == [1];
    let feed_position = reader.text()?;
    let mut record = LogRecord {
        sequence,
        feed_position: has_feed_position.then_some(feed_position),
        ..LogRecord::default()
    };
    for _ in 0..reader.u32()? {
        record.superseded.push(reader.id()?);
    }
    for _ in 0..reader.u32()? {
        let (id, packed_values, delivered) = (reader.id()?, reader.u64()?, reader.u32()?);
        let retailers = (0..reader.u32()?).map(|_| reader.text()).collect::<Option<_>>()?;
        let length = reader.u32()?;
        let range = ByteRange { offset: reader.position as u64, length };
        let stored = reader.read_bytes(length as usize)?.to_vec();
        record.patches.push(LoggedPatch { id, packed_values, delivered, retailers, stored, range });
    }
    Some((record, end))
}

struct RecordReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> RecordReader<'a> {
    fn read_bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.position.checked_add(length)?;
        let taken = self.bytes.get(self.position..end)?;
        self.position = end;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.read_bytes(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.read_bytes(8)?.try_into().ok()?))
    }

    fn id(&mut self) -> Option<ProductId> {
        Some(ProductId(Uuid::from_bytes(self.read_bytes(16)?.try_into().ok()?)))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.u32()? as usize;
        String::from_utf8(self.read_bytes(length)?.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(sequence: u64, feed_position: Option<&str>) -> LogRecord {
        let stored = format!("card {sequence}").into_bytes();
        let id = ProductId(Uuid::from_u128(u128::from(sequence)));
        let patch = LoggedPatch {
            id,
            packed_values: sequence,
            delivered: 9,
            retailers: vec!["a-shop".into()],
            stored,
            range: ByteRange::default(),
        };
        LogRecord {
            sequence,
            feed_position: feed_position.map(str::to_owned),
            superseded: vec![id],
            patches: vec![patch],
        }
    }

    #[test]
    fn log_is_read_up_to_a_torn_record() {
        let folder = tempfile::tempdir().unwrap();
        let (mut log, records) = PatchLog::open(folder.path()).unwrap();
        assert!(records.is_empty());
        log.append(&mut record(1, Some("1"))).unwrap();
        let whole = log.length;
        let mut second = record(2, None);
        log.append(&mut second).unwrap();
        assert_eq!(read_range(&log.file, second.patches[0].range).unwrap(), b"card 2");
        let (log, records) = PatchLog::open(folder.path()).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!((records[1].sequence, records[1].feed_position.as_deref()), (2, None));
        assert_eq!(read_range(&log.file, records[1].patches[0].range).unwrap(), b"card 2");
        log.file.set_len(log.length - 1).unwrap();
        let (log, records) = PatchLog::open(folder.path()).unwrap();
        assert_eq!((records.len(), log.length), (1, whole));
        assert_eq!(records[0].feed_position.as_deref(), Some("1"));
    }

    #[test]
    fn rewritten_log_replaces_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let (mut log, _) = PatchLog::open(folder.path()).unwrap();
        let mut first = record(1, None);
        log.append(&mut first).unwrap();
        let old = log.file.clone();
        log.rewrite(&mut record(3, Some("3"))).unwrap();
        assert_eq!(read_range(&old, first.patches[0].range).unwrap(), b"card 1");
        log.append(&mut record(4, None)).unwrap();
        let (_, records) = PatchLog::open(folder.path()).unwrap();
        assert_eq!(records.iter().map(|record| record.sequence).collect::<Vec<_>>(), [3, 4]);
    }
}
