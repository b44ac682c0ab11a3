//! Stored products, packed one by one with what all of a generation have in common: zstd with a dictionary that was trained on
//! the first of them. A card of a kilobyte is then some 120 bytes, and unpacking one costs a microsecond and no neighbour's.

use std::{cell::RefCell, fs, io, path::Path, sync::Arc};

use zstd::{
    bulk::Compressor,
    dict::{DecoderDictionary, EncoderDictionary},
    zstd_safe::{self, CParameter, DCtx},
};

use crate::{Document, stored::Stored};

/// The dictionary's file inside a generation: four bytes of checksum, then the dictionary.
const NAME: &str = "cards.dictionary";
const CHECKSUM: usize = 4;
/// Products that a dictionary is trained on, and the most that it may be.
pub(crate) const SAMPLES: usize = 4096;
const LARGEST: usize = 110 << 10;
/// Fewer teach nothing.
const FEWEST: usize = 256;
const LEVEL: i32 = 6;
/// Begins every frame, and is therefore not stored.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// A stored product is never so large: what says so is damaged.
const LARGEST_CARD: u64 = 1 << 24;

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
    packed: Vec<u8>,
}

thread_local! {
    /// What unpacking works in, and the bytes with the magic number before them.
    static UNPACKING: RefCell<(DCtx<'static>, Vec<u8>)> = RefCell::new((DCtx::create(), Vec::new()));
}

impl Cards {
    /// Learns from the first products; where there are few, all are packed by themselves.
    pub(crate) fn learn(documents: &[Document]) -> Self {
        let raw = |document: &Document| {
            let mut bytes = Vec::new();
            Stored::encode(document, &mut bytes);
            bytes
        };
        Self::learn_raw(&documents.iter().map(raw).collect::<Vec<_>>())
    }

    fn learn_raw(samples: &[Vec<u8>]) -> Self {
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

    /// Reads the dictionary of a generation, when it has one.
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

    /// Writes the dictionary into a generation; before any product that needs it is committed.
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
        Ok(Packer { compressor, raw: Vec::new(), packed: Vec::new() })
    }

    /// The bytes that were packed.
    pub(crate) fn unpack(&self, packed: &[u8]) -> io::Result<Vec<u8>> {
        UNPACKING.with_borrow_mut(|(context, frame)| {
            frame.clear();
            frame.extend_from_slice(&MAGIC);
            frame.extend_from_slice(packed);
            let length = zstd_safe::get_frame_content_size(frame).ok().flatten();
            let length = length
                .filter(|length| *length <= LARGEST_CARD)
                .ok_or_else(|| damaged("a stored product is damaged"))?;
            let mut bytes = Vec::with_capacity(length as usize);
            let unpacked = match &self.dictionary {
                Some(dictionary) => {
                    context.decompress_using_ddict(&mut bytes, frame, dictionary.unpacking.as_ddict())
                }
                None => context.decompress(&mut bytes, frame),
            };
            unpacked.map_err(|code| damaged(zstd_safe::get_error_name(code)))?;
            Ok(bytes)
        })
    }
}

impl Packer<'_> {
    /// What is stored of a product.
    pub(crate) fn pack(&mut self, document: &Document) -> io::Result<&[u8]> {
        Stored::encode(document, &mut self.raw);
        self.pack_raw()
    }

    fn pack_raw(&mut self) -> io::Result<&[u8]> {
        self.packed.clear();
        self.packed.reserve(zstd_safe::compress_bound(self.raw.len()));
        self.compressor.compress_to_buffer(self.raw.as_slice(), &mut self.packed)?;
        Ok(self.packed.strip_prefix(&MAGIC).unwrap_or(&self.packed))
    }
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
        let (learned, plain) = (Cards::learn_raw(&samples), Cards::learn_raw(&samples[..5]));
        let pack = |cards: &Cards, bytes: &[u8]| {
            let mut packer = cards.packer().unwrap();
            packer.raw = bytes.to_vec();
            packer.pack_raw().unwrap().to_vec()
        };
        let folder = tempfile::tempdir().unwrap();
        learned.save(folder.path()).unwrap();
        let reopened = Cards::open(folder.path()).unwrap();
        for bytes in [card(5000), Vec::new(), vec![7; 100_000], "شاشة".as_bytes().to_vec()] {
            assert_eq!(reopened.unpack(&pack(&learned, &bytes)).unwrap(), bytes);
            assert_eq!(plain.unpack(&pack(&plain, &bytes)).unwrap(), bytes);
        }
        let packed = pack(&learned, &card(5000)).len();
        assert!(packed < 40, "{packed} bytes");
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
