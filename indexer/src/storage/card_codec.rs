//! Stored products, each compressed on its own with zstd and a dictionary that is trained on the first products of
//! the generation. A card of a kilobyte becomes some 110 bytes. Decoding one costs a microsecond and touches no
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

use super::stored_product::StoredProduct;
use crate::interface::Document;

/// The dictionary's file inside a generation: four bytes of checksum, then the dictionary.
const FILE_NAME: &str = "cards.dictionary";
const CHECKSUM_BYTES: usize = 4;
/// Number of products that a dictionary is trained on, and its largest size in bytes.
pub(crate) const MAX_SAMPLES: usize = 4096;
const MAX_DICTIONARY_BYTES: usize = 110 << 10;
/// With fewer samples no dictionary is trained: they teach nothing.
const MIN_SAMPLES: usize = 256;
const COMPRESSION_LEVEL: i32 = 6;
/// Magic number that begins every zstd frame; not stored, because it never varies.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Upper bound of a product's unpacked size in bytes; a frame that claims more is damaged.
const MAX_CARD_BYTES: u64 = 1 << 24;

const DAMAGED_PROBLEM: &str = "a stored product is damaged";
/// Expected mentions of its own id in a product; only sizes a buffer.
const EXPECTED_ID_MENTIONS: usize = 4;
/// Byte that stands for the id in the encoded text; no UTF-8 text contains it.
const ID_PLACEHOLDER: u8 = 0xff;

/// Encodes and decodes the products of one generation.
#[derive(Clone, Default)]
pub(crate) struct CardCodec {
    dictionary: Option<Arc<Dictionary>>,
}

struct Dictionary {
    bytes: Vec<u8>,
    encoder_dictionary: EncoderDictionary<'static>,
    decoder_dictionary: DecoderDictionary<'static>,
}

/// Encodes one product after the other.
pub(crate) struct CardEncoder<'a> {
    compressor: Compressor<'a>,
    raw: Vec<u8>,
    without_id: Vec<u8>,
    frame: Vec<u8>,
    encoded: Vec<u8>,
}

/// Context and buffers for decoding, one of each per thread.
struct CardDecoder {
    context: DCtx<'static>,
    /// The whole frame, with its magic number.
    frame: Vec<u8>,
    without_id: Vec<u8>,
}

thread_local! {
    static DECODER: RefCell<CardDecoder> =
        RefCell::new(CardDecoder { context: DCtx::create(), frame: Vec::new(), without_id: Vec::new() });
}

impl CardCodec {
    /// Trains a dictionary on the first products; where there are too few, every card is encoded without one.
    pub(crate) fn train(documents: &[Document]) -> Self {
        let without_id = |document: &Document| {
            let (mut bytes, mut without_id) = (Vec::new(), Vec::new());
            StoredProduct::encode(document, &mut bytes);
            replace_id(&bytes, document.id, &mut without_id);
            without_id
        };
        Self::train_on(&documents.iter().map(without_id).collect::<Vec<_>>())
    }

    fn train_on(samples: &[Vec<u8>]) -> Self {
        if samples.len() < MIN_SAMPLES {
            return Self::default();
        }
        match zstd::dict::from_samples(samples, MAX_DICTIONARY_BYTES) {
            Ok(bytes) => Self::from_bytes(bytes),
            Err(error) => {
                tracing::debug!(%error, "Cannot train the card dictionary from the first products: {error}");
                Self::default()
            }
        }
    }

    fn from_bytes(bytes: Vec<u8>) -> Self {
        let (encoder_dictionary, decoder_dictionary) =
            (EncoderDictionary::copy(&bytes, COMPRESSION_LEVEL), DecoderDictionary::copy(&bytes));
        Self { dictionary: Some(Arc::new(Dictionary { bytes, encoder_dictionary, decoder_dictionary })) }
    }

    /// Reads the dictionary of a generation, if it has one.
    pub(crate) fn open(generation: &Path) -> io::Result<Self> {
        let bytes = match fs::read(generation.join(FILE_NAME)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error),
        };
        match bytes.split_first_chunk::<CHECKSUM_BYTES>() {
            Some((checksum, rest)) if crc32fast::hash(rest).to_le_bytes() == *checksum => {
                Ok(Self::from_bytes(rest.to_vec()))
            }
            _ => Err(damaged_error("the dictionary of the cards is damaged")),
        }
    }

    /// Writes the dictionary into a generation. Must run before any product that needs the dictionary is committed.
    pub(crate) fn save(&self, generation: &Path) -> io::Result<()> {
        let Some(dictionary) = &self.dictionary else { return Ok(()) };
        let mut bytes = crc32fast::hash(&dictionary.bytes).to_le_bytes().to_vec();
        bytes.extend_from_slice(&dictionary.bytes);
        let path = generation.join(FILE_NAME);
        fs::write(&path, bytes)?;
        fs::File::open(&path)?.sync_all()
    }

    pub(crate) fn encoder(&self) -> io::Result<CardEncoder<'_>> {
        let mut compressor = match &self.dictionary {
            Some(dictionary) => Compressor::with_prepared_dictionary(&dictionary.encoder_dictionary)?,
            None => Compressor::new(COMPRESSION_LEVEL)?,
        };
        compressor.set_parameter(CParameter::ChecksumFlag(false))?;
        compressor.set_parameter(CParameter::DictIdFlag(false))?;
        let [raw, without_id, frame, encoded] = [const { Vec::new() }; 4];
        Ok(CardEncoder { compressor, raw, without_id, frame, encoded })
    }

    /// Returns the bytes that were encoded.
    pub(crate) fn decode(&self, encoded: &[u8]) -> io::Result<Vec<u8>> {
        let (id, frame) = encoded.split_first_chunk().ok_or_else(|| damaged_error(DAMAGED_PROBLEM))?;
        DECODER.with_borrow_mut(|unpacker| {
            let without_id = unpacker.decode(frame, self.dictionary.as_deref())?;
            Ok(restore_id(without_id, *id))
        })
    }
}

impl CardDecoder {
    fn decode(&mut self, encoded: &[u8], dictionary: Option<&Dictionary>) -> io::Result<&[u8]> {
        let Self { context, frame, without_id } = self;
        frame.clear();
        frame.extend_from_slice(&ZSTD_MAGIC);
        frame.extend_from_slice(encoded);
        let length = zstd_safe::get_frame_content_size(frame).ok().flatten();
        let length = length
            .filter(|length| *length <= MAX_CARD_BYTES)
            .ok_or_else(|| damaged_error(DAMAGED_PROBLEM))?;
        without_id.clear();
        without_id.reserve(length as usize);
        let unpacked = match dictionary {
            Some(dictionary) => {
                context.decompress_using_ddict(without_id, frame, dictionary.decoder_dictionary.as_ddict())
            }
            None => context.decompress(without_id, frame),
        };
        unpacked.map_err(|code| damaged_error(zstd_safe::get_error_name(code)))?;
        Ok(without_id)
    }
}

impl CardEncoder<'_> {
    /// Returns the bytes to store for a product.
    pub(crate) fn encode(&mut self, document: &Document) -> io::Result<&[u8]> {
        StoredProduct::encode(document, &mut self.raw);
        self.encode_raw(document.id)
    }

    fn encode_raw(&mut self, id: ProductId) -> io::Result<&[u8]> {
        let Self { compressor, raw, without_id, frame, encoded } = self;
        let id = replace_id(raw, id, without_id);
        frame.clear();
        frame.reserve(zstd_safe::compress_bound(without_id.len()));
        compressor.compress_to_buffer(without_id.as_slice(), frame)?;
        encoded.clear();
        encoded.extend_from_slice(&id);
        encoded.extend_from_slice(frame.strip_prefix(&ZSTD_MAGIC).unwrap_or(frame));
        Ok(encoded)
    }
}

/// Copies the bytes with [`ID_PLACEHOLDER`] in place of every mention of the id, and returns the id. Bytes that
/// contain the placeholder are no text: they are copied unchanged, with the nil id.
fn replace_id(bytes: &[u8], ProductId(id): ProductId, without_id: &mut Vec<u8>) -> Bytes {
    without_id.clear();
    if bytes.contains(&ID_PLACEHOLDER) || id.is_nil() {
        without_id.extend_from_slice(bytes);
        return *Uuid::nil().as_bytes();
    }
    let mut text = [0; Hyphenated::LENGTH];
    let text = id.hyphenated().encode_lower(&mut text).as_bytes();
    let mut from = 0;
    for at in memmem::find_iter(bytes, text) {
        without_id.extend_from_slice(&bytes[from..at]);
        without_id.push(ID_PLACEHOLDER);
        from = at + text.len();
    }
    without_id.extend_from_slice(&bytes[from..]);
    *id.as_bytes()
}

/// Returns the bytes as they were before [`replace_id`].
fn restore_id(without_id: &[u8], id: Bytes) -> Vec<u8> {
    let id = Uuid::from_bytes(id);
    if id.is_nil() {
        return without_id.to_vec();
    }
    let mut text = [0; Hyphenated::LENGTH];
    let text = id.hyphenated().encode_lower(&mut text).as_bytes();
    let mut bytes = Vec::with_capacity(without_id.len() + EXPECTED_ID_MENTIONS * text.len());
    let mut from = 0;
    for at in memchr::memchr_iter(ID_PLACEHOLDER, without_id) {
        bytes.extend_from_slice(&without_id[from..at]);
        bytes.extend_from_slice(text);
        from = at + 1;
    }
    bytes.extend_from_slice(&without_id[from..]);
    bytes
}

fn damaged_error(problem: &str) -> io::Error {
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
    fn cards_round_trip_with_and_without_a_dictionary() {
        let samples: Vec<Vec<u8>> = (0..1000).map(card).collect();
        let (learned, plain) = (CardCodec::train_on(&samples), CardCodec::train_on(&samples[..5]));
        let id = ProductId(Uuid::from_u128(0x0193_7e2a_4c5d_7b6e_8f90_a1b2_c3d4_e5f6));
        let encode = |cards: &CardCodec, bytes: &[u8]| {
            let mut encoder = cards.encoder().unwrap();
            encoder.raw = bytes.to_vec();
            encoder.encode_raw(id).unwrap().to_vec()
        };
        let folder = tempfile::tempdir().unwrap();
        learned.save(folder.path()).unwrap();
        let reopened = CardCodec::open(folder.path()).unwrap();
        let named = format!("{{\"id\":\"{}\",\"image\":\"/{}.webp\"}}", id.0, id.0);
        let no_text = [named.as_bytes(), &[ID_PLACEHOLDER]].concat();
        let texts = [card(5000), named.into_bytes(), "شاشة".as_bytes().to_vec()];
        for bytes in texts.into_iter().chain([Vec::new(), vec![7; 100_000], no_text]) {
            assert_eq!(reopened.decode(&encode(&learned, &bytes)).unwrap(), bytes);
            assert_eq!(plain.decode(&encode(&plain, &bytes)).unwrap(), bytes);
        }
        let encoded = encode(&learned, &card(5000)).len();
        assert!(encoded < 40 + size_of::<Bytes>(), "{encoded} bytes");
    }

    #[test]
    fn damaged_card_is_an_error() {
        let cards = CardCodec::default();
        for bytes in [&[][..], &[1, 2, 3], &[0xff; 40]] {
            assert!(cards.decode(bytes).is_err());
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), b"short of its checksum").unwrap();
        assert!(CardCodec::open(folder.path()).is_err());
    }
}
