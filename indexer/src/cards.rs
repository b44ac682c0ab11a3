//! Stored products, each packed on its own with zstd and a dictionary that is trained on the first products of the
//! generation. A card of a kilobyte becomes some 110 bytes. Unpacking one costs a microsecond and touches no
//! neighbour.
//!
//! A card names its product's id again and again, and random text does not compress. The id's sixteen bytes are
//! therefore stored once, before the compressed frame.

use std::{cell::RefCell, fs, io, path::Path, sync::Arc};

use zstd::{
    bulk::Compressor,
    dict::{DecoderDictionary, EncoderDictionary},
    zstd_safe::{self, CParameter, DCtx},
};

use domain::model::ProductId;
use memchr::memmem;
use uuid::{Bytes, Uuid, fmt::Hyphenated};

use crate::{Document, stored::Stored};

/// The dictionary's file inside a generation: four bytes of checksum, then the dictionary.
const NAME: &str = "cards.dictionary";
const CHECKSUM: usize = 4;
/// Number of products that a dictionary is trained on, and its largest size in bytes.
pub(crate) const SAMPLES: usize = 4096;
const LARGEST: usize = 110 << 10;
/// With fewer samples no dictionary is trained: they teach nothing.
const FEWEST: usize = 256;
const LEVEL: i32 = 6;
/// Magic number that begins every zstd frame; not stored, because it never varies.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Upper bound of a product's unpacked size in bytes; a frame that claims more is damaged.
const LARGEST_CARD: u64 = 1 << 24;

const DAMAGED: &str = "a stored product is damaged";
/// Expected mentions of its own id in a product; only sizes a buffer.
const MENTIONS: usize = 4;
/// Byte that stands for the id in the packed text; no UTF-8 text contains it.
const ID_MARK: u8 = 0xff;

/// Packs and unpacks the products of one generation.
#[derive(Clone, Default)]
pub(crate) struct Cards {
    dictionary: Option<Arc<Dictionary>>,
}

struct Dictionary {
    bytes: Vec<u8>,
    packing: EncoderDictionary<'static>,
    unpacking: DecoderDictionary<'static>,
}

/// Packs one product after the other.
pub(crate) struct Packer<'a> {
    compressor: Compressor<'a>,
    raw: Vec<u8>,
    lean: Vec<u8>,
    frame: Vec<u8>,
    packed: Vec<u8>,
}

/// Context and buffers for unpacking, one of each per thread.
struct Unpacker {
    context: DCtx<'static>,
    /// The whole frame, with its magic number.
    frame: Vec<u8>,
    lean: Vec<u8>,
}

thread_local! {
    static UNPACKER: RefCell<Unpacker> =
        RefCell::new(Unpacker { context: DCtx::create(), frame: Vec::new(), lean: Vec::new() });
}

impl Cards {
    /// Trains a dictionary on the first products; where there are too few, every card is packed without one.
    pub(crate) fn learn(documents: &[Document]) -> Self {
        let lean = |document: &Document| {
            let (mut bytes, mut lean) = (Vec::new(), Vec::new());
            Stored::encode(document, &mut bytes);
            lift_id(&bytes, document.id, &mut lean);
            lean
        };
        Self::learn_from(&documents.iter().map(lean).collect::<Vec<_>>())
    }

    fn learn_from(samples: &[Vec<u8>]) -> Self {
        if samples.len() < FEWEST {
            return Self::default();
        }
        match zstd::dict::from_samples(samples, LARGEST) {
            Ok(bytes) => Self::of(bytes),
            Err(error) => {
                tracing::debug!(%error, "Nothing can be learned from the first products: {error}");
                Self::default()
            }
        }
    }

    fn of(bytes: Vec<u8>) -> Self {
        let (packing, unpacking) = (EncoderDictionary::copy(&bytes, LEVEL), DecoderDictionary::copy(&bytes));
        Self { dictionary: Some(Arc::new(Dictionary { bytes, packing, unpacking })) }
    }

    /// Reads the dictionary of a generation, if it has one.
    pub(crate) fn open(generation: &Path) -> io::Result<Self> {
        let bytes = match fs::read(generation.join(NAME)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error),
        };
        match bytes.split_first_chunk::<CHECKSUM>() {
            Some((checksum, rest)) if crc32fast::hash(rest).to_le_bytes() == *checksum => {
                Ok(Self::of(rest.to_vec()))
            }
            _ => Err(damaged("the dictionary of the cards is damaged")),
        }
    }

    /// Writes the dictionary into a generation. Must run before any product that needs the dictionary is committed.
    pub(crate) fn save(&self, generation: &Path) -> io::Result<()> {
        let Some(dictionary) = &self.dictionary else { return Ok(()) };
        let mut bytes = crc32fast::hash(&dictionary.bytes).to_le_bytes().to_vec();
        bytes.extend_from_slice(&dictionary.bytes);
        let path = generation.join(NAME);
        fs::write(&path, bytes)?;
        fs::File::open(&path)?.sync_all()
    }

    pub(crate) fn packer(&self) -> io::Result<Packer<'_>> {
        let mut compressor = match &self.dictionary {
            Some(dictionary) => Compressor::with_prepared_dictionary(&dictionary.packing)?,
            None => Compressor::new(LEVEL)?,
        };
        compressor.set_parameter(CParameter::ChecksumFlag(false))?;
        compressor.set_parameter(CParameter::DictIdFlag(false))?;
        let [raw, lean, frame, packed] = [const { Vec::new() }; 4];
        Ok(Packer { compressor, raw, lean, frame, packed })
    }

    /// Returns the bytes that were packed.
    pub(crate) fn unpack(&self, packed: &[u8]) -> io::Result<Vec<u8>> {
        let (id, frame) = packed.split_first_chunk().ok_or_else(|| damaged(DAMAGED))?;
        UNPACKER.with_borrow_mut(|unpacker| {
            let lean = unpacker.unpack(frame, self.dictionary.as_deref())?;
            Ok(put_id_back(lean, *id))
        })
    }
}

impl Unpacker {
    fn unpack(&mut self, packed: &[u8], dictionary: Option<&Dictionary>) -> io::Result<&[u8]> {
        let Self { context, frame, lean } = self;
        frame.clear();
        frame.extend_from_slice(&MAGIC);
        frame.extend_from_slice(packed);
        let length = zstd_safe::get_frame_content_size(frame).ok().flatten();
        let length = length.filter(|length| *length <= LARGEST_CARD).ok_or_else(|| damaged(DAMAGED))?;
        lean.clear();
        lean.reserve(length as usize);
        let unpacked = match dictionary {
            Some(dictionary) => context.decompress_using_ddict(lean, frame, dictionary.unpacking.as_ddict()),
            None => context.decompress(lean, frame),
        };
        unpacked.map_err(|code| damaged(zstd_safe::get_error_name(code)))?;
        Ok(lean)
    }
}

impl Packer<'_> {
    /// Returns the bytes to store for a product.
    pub(crate) fn pack(&mut self, document: &Document) -> io::Result<&[u8]> {
        Stored::encode(document, &mut self.raw);
        self.pack_raw(document.id)
    }

    fn pack_raw(&mut self, id: ProductId) -> io::Result<&[u8]> {
        let Self { compressor, raw, lean, frame, packed } = self;
        let id = lift_id(raw, id, lean);
        frame.clear();
        frame.reserve(zstd_safe::compress_bound(lean.len()));
        compressor.compress_to_buffer(lean.as_slice(), frame)?;
        packed.clear();
        packed.extend_from_slice(&id);
        packed.extend_from_slice(frame.strip_prefix(&MAGIC).unwrap_or(frame));
        Ok(packed)
    }
}

/// Copies the bytes with [`ID_MARK`] in place of every mention of the id, and returns the id. Bytes that contain
/// the mark are no text: they are copied unchanged, with the nil id.
fn lift_id(bytes: &[u8], ProductId(id): ProductId, lean: &mut Vec<u8>) -> Bytes {
    lean.clear();
    if bytes.contains(&ID_MARK) || id.is_nil() {
        lean.extend_from_slice(bytes);
        return *Uuid::nil().as_bytes();
    }
    let mut text = [0; Hyphenated::LENGTH];
    let text = id.hyphenated().encode_lower(&mut text).as_bytes();
    let mut from = 0;
    for at in memmem::find_iter(bytes, text) {
        lean.extend_from_slice(&bytes[from..at]);
        lean.push(ID_MARK);
        from = at + text.len();
    }
    lean.extend_from_slice(&bytes[from..]);
    *id.as_bytes()
}

/// Returns the bytes as they were before [`lift_id`].
fn put_id_back(lean: &[u8], id: Bytes) -> Vec<u8> {
    let id = Uuid::from_bytes(id);
    if id.is_nil() {
        return lean.to_vec();
    }
    let mut text = [0; Hyphenated::LENGTH];
    let text = id.hyphenated().encode_lower(&mut text).as_bytes();
    let mut bytes = Vec::with_capacity(lean.len() + MENTIONS * text.len());
    let mut from = 0;
    for at in memchr::memchr_iter(ID_MARK, lean) {
        bytes.extend_from_slice(&lean[from..at]);
        bytes.extend_from_slice(text);
        from = at + 1;
    }
    bytes.extend_from_slice(&lean[from..]);
    bytes
}

fn damaged(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(number: usize) -> Vec<u8> {
        format!(
            "{{\"name\":\"Zonda {number}\",\"price\":{}.5,\"currency\":\"KWD\",\"color\":\"{}\"}}",
            number * 7,
            ["Black", "White"][number % 2]
        )
        .into_bytes()
    }

    #[test]
    fn what_is_packed_is_unpacked_with_and_without_a_dictionary() {
        let samples: Vec<Vec<u8>> = (0..1000).map(card).collect();
        let (learned, plain) = (Cards::learn_from(&samples), Cards::learn_from(&samples[..5]));
        let id = ProductId(Uuid::from_u128(0x0193_7e2a_4c5d_7b6e_8f90_a1b2_c3d4_e5f6));
        let pack = |cards: &Cards, bytes: &[u8]| {
            let mut packer = cards.packer().unwrap();
            packer.raw = bytes.to_vec();
            packer.pack_raw(id).unwrap().to_vec()
        };
        let folder = tempfile::tempdir().unwrap();
        learned.save(folder.path()).unwrap();
        let reopened = Cards::open(folder.path()).unwrap();
        let named = format!("{{\"id\":\"{}\",\"image\":\"/{}.webp\"}}", id.0, id.0);
        let no_text = [named.as_bytes(), &[ID_MARK]].concat();
        let texts = [card(5000), named.into_bytes(), "شاشة".as_bytes().to_vec()];
        for bytes in texts.into_iter().chain([Vec::new(), vec![7; 100_000], no_text]) {
            assert_eq!(reopened.unpack(&pack(&learned, &bytes)).unwrap(), bytes);
            assert_eq!(plain.unpack(&pack(&plain, &bytes)).unwrap(), bytes);
        }
        let packed = pack(&learned, &card(5000)).len();
        assert!(packed < 40 + size_of::<Bytes>(), "{packed} bytes");
    }

    #[test]
    fn damage_is_told() {
        let cards = Cards::default();
        for bytes in [&[][..], &[1, 2, 3], &[0xff; 40]] {
            assert!(cards.unpack(bytes).is_err());
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(NAME), b"short of its checksum").unwrap();
        assert!(Cards::open(folder.path()).is_err());
    }
}
