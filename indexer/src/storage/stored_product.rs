//! Stored bytes of a hit: a few fields for suggestions, then the card's bytes unchanged. Values of the columns are
//! not repeated here.

use domain::model::ProductId;
use uuid::{Uuid, fmt::Hyphenated};

use crate::interface::{Document, Result, SearchError};

const HAS_ARABIC: u8 = 1;
const HAS_PICTURE: u8 = 2;
const DAMAGED_PROBLEM: &str = "a stored product is cut short";

/// A stored product, read in place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StoredProduct<'a> {
    pub(crate) id: ProductId,
    pub(crate) name: &'a str,
    pub(crate) name_ar: Option<&'a str>,
    /// In the text form of [`domain::model::Picture`].
    pub(crate) picture: Option<&'a str>,
    pub(crate) card: &'a [u8],
}

impl<'a> StoredProduct<'a> {
    /// Writes the bytes of a document. The id is text and the names are whole although the card repeats them:
    /// repetitions vanish when the bytes are packed.
    pub(crate) fn encode(document: &Document, bytes: &mut Vec<u8>) {
        let name_ar = document.name_ar.as_deref();
        let picture = document.picture.as_ref().map(ToString::to_string);
        let texts =
            [document.name.as_str(), name_ar.unwrap_or_default(), picture.as_deref().unwrap_or_default()];
        bytes.clear();
        bytes.push(
            if name_ar.is_some() { HAS_ARABIC } else { 0 } | if picture.is_some() { HAS_PICTURE } else { 0 },
        );
        for text in texts {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        }
        bytes.extend_from_slice(
            document.id.0.hyphenated().encode_lower(&mut [0; Hyphenated::LENGTH]).as_bytes(),
        );
        for text in texts {
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(&document.card);
    }

    /// Reads the bytes that `encode` wrote; anything else is a damaged index.
    pub(crate) fn decode(bytes: &'a [u8]) -> Result<Self> {
        Self::read(bytes).ok_or_else(|| SearchError::Unreadable(DAMAGED_PROBLEM.into()))
    }

    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (flags, mut rest) = bytes.split_first()?;
        let mut lengths = [0_usize; 3];
        for length in &mut lengths {
            let (number, after) = rest.split_first_chunk::<4>()?;
            *length = u32::from_le_bytes(*number) as usize;
            rest = after;
        }
        let (id, mut rest) = rest.split_at_checked(Hyphenated::LENGTH)?;
        let mut texts = [""; 3];
        for (text, length) in texts.iter_mut().zip(lengths) {
            let (part, after) = rest.split_at_checked(length)?;
            *text = std::str::from_utf8(part).ok()?;
            rest = after;
        }
        Some(Self {
            id: ProductId(Uuid::try_parse_ascii(id).ok()?),
            name: texts[0],
            name_ar: (flags & HAS_ARABIC != 0).then_some(texts[1]),
            picture: (flags & HAS_PICTURE != 0).then_some(texts[2]),
            card: rest,
        })
    }
}
