//! What a hit hands back: a few fields for suggestions, then the card's bytes untouched.

use domain::model::{Category, Fils, ProductId};
use uuid::Uuid;

use crate::{Document, SearchError, facet_plan::category_index};

/// The fixed part: id 16, price 8 (i64::MIN for none), category 1, flags 1, then three text lengths of 4.
const HEADER: usize = 16 + 8 + 1 + 1 + 12;
const IN_STOCK: u8 = 1;
const HAS_ARABIC: u8 = 2;
const HAS_IMAGE: u8 = 4;

/// A stored product, read in place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stored<'a> {
    pub(crate) id: ProductId,
    pub(crate) category: Category,
    pub(crate) price: Option<Fils>,
    pub(crate) in_stock: bool,
    pub(crate) name: &'a str,
    pub(crate) name_ar: Option<&'a str>,
    pub(crate) image_url: Option<&'a str>,
    pub(crate) card: &'a [u8],
}

impl<'a> Stored<'a> {
    /// The bytes of a document.
    pub(crate) fn encode(document: &Document) -> Vec<u8> {
        let name_ar = document.name_ar.as_deref();
        let image_url = document.image_url.as_deref();
        let texts = [document.name.as_str(), name_ar.unwrap_or_default(), image_url.unwrap_or_default()];
        let length: usize = texts.iter().map(|text| text.len()).sum();
        let mut bytes = Vec::with_capacity(HEADER + length + document.card.len());
        bytes.extend_from_slice(document.id.0.as_bytes());
        bytes.extend_from_slice(&document.price.map_or(i64::MIN, |price| price.0).to_le_bytes());
        bytes.push(category_index(document.category) as u8);
        bytes.push(
            if document.in_stock { IN_STOCK } else { 0 }
                | if name_ar.is_some() { HAS_ARABIC } else { 0 }
                | if image_url.is_some() { HAS_IMAGE } else { 0 },
        );
        for text in texts {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        }
        for text in texts {
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(&document.card);
        bytes
    }

    /// Reads what `encode` wrote; anything else is a damaged index.
    pub(crate) fn decode(bytes: &'a [u8]) -> Result<Self, SearchError> {
        Self::read(bytes).ok_or_else(|| SearchError::Unreadable("a stored product is cut short".into()))
    }

    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (price, rest) = rest.split_first_chunk::<8>()?;
        let (&[category, flags], rest) = rest.split_first_chunk::<2>()?;
        let mut lengths = [0_usize; 3];
        let mut rest = rest;
        for length in &mut lengths {
            let (number, after) = rest.split_first_chunk::<4>()?;
            *length = u32::from_le_bytes(*number) as usize;
            rest = after;
        }
        let mut texts = [""; 3];
        for (text, length) in texts.iter_mut().zip(lengths) {
            let (part, after) = rest.split_at_checked(length)?;
            *text = std::str::from_utf8(part).ok()?;
            rest = after;
        }
        let price = i64::from_le_bytes(*price);
        Some(Self {
            id: ProductId(Uuid::from_bytes(*id)),
            category: *Category::ALL.get(usize::from(category))?,
            price: (price != i64::MIN).then_some(Fils(price)),
            in_stock: flags & IN_STOCK != 0,
            name: texts[0],
            name_ar: (flags & HAS_ARABIC != 0).then_some(texts[1]),
            image_url: (flags & HAS_IMAGE != 0).then_some(texts[2]),
            card: rest,
        })
    }
}
