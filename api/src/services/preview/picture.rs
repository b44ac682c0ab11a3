use std::collections::HashSet;

use domain::{
    model::{Category, Fils},
    store::{builds::SavedPart, users::Language},
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use time::Date;

use crate::services::{fit::Fit, texts::Texts};

/// Maximum number of lines for parts.
pub const MAX_LINES: usize = 8;

/// Content of a preview image.
#[derive(Debug, Clone, Serialize)]
pub struct Picture {
    pub language: Language,
    pub name: String,
    /// Name of the owner, if their profile is public.
    pub owner: Option<String>,
    pub lines: Vec<Line>,
    /// Number of parts without a line.
    pub more: usize,
    /// The number of parts and of shops, and whether the parts fit, in one line.
    pub facts: String,
    /// Total at today's prices.
    pub total: Fils,
    /// Number of parts that nobody sells; the total does not contain them.
    pub unpriced: usize,
    /// Date of the prices.
    pub day: String,
}

/// One line: a part of the build.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    pub label: String,
    pub name: String,
    pub quantity: i32,
    /// Price of the whole quantity; `None` when nobody sells it.
    pub price: Option<Fils>,
}

/// The head of a preview image.
#[derive(Debug, Clone)]
pub struct PictureTitle {
    pub name: String,
    /// Name of the owner, if their profile is public.
    pub owner: Option<String>,
}

impl Picture {
    /// Creates the content from the parts of a build at today's prices.
    pub fn from_parts(
        title: PictureTitle,
        parts: &[SavedPart],
        fit: Fit,
        language: Language,
        today: Date,
    ) -> Self {
        let shown = if parts.len() > MAX_LINES { MAX_LINES - 1 } else { MAX_LINES };
        let lines: Vec<Line> = parts.iter().take(shown).map(|part| Line::from_part(part, language)).collect();
        let prices = parts.iter().filter_map(total_of);
        Self {
            language,
            name: title.name,
            owner: title.owner,
            more: parts.len() - lines.len(),
            facts: facts(Texts(language), count_pieces(parts), count_shops(parts), Some(fit)),
            lines,
            total: prices.fold(Fils::ZERO, Fils::saturating_add),
            unpriced: parts.iter().filter(|part| part.price_today().is_none()).count(),
            day: today.to_string(),
        }
    }

    /// Returns a hash of the content.
    pub fn key(&self) -> [u8; 32] {
        // Plain data always serialises.
        Sha256::digest(serde_json::to_vec(self).unwrap_or_default()).into()
    }

    /// Returns a short hash of the content, for addresses.
    pub fn version(&self) -> String {
        self.key().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Line {
    fn from_part(part: &SavedPart, language: Language) -> Self {
        let today = part.today.as_ref();
        let english = today.map_or(part.name.as_str(), |offered| offered.name.as_str());
        let arabic = today.and_then(|offered| offered.name_ar.as_deref());
        let name = match language {
            Language::En => english,
            Language::Ar => arabic.unwrap_or(english),
        };
        Self {
            label: label(part.slot, language).to_owned(),
            name: name.to_owned(),
            quantity: part.quantity,
            price: total_of(part),
        }
    }
}

/// Returns the number of parts and of shops, and the verdict, in one line: `8 parts · 3 shops · All parts fit`.
pub fn facts(texts: Texts, pieces: u64, shops: usize, fit: Option<Fit>) -> String {
    let mut facts = vec![texts.count_plain("site.partsCount", pieces, &[])];
    if shops > 0 {
        facts.push(texts.count_plain("site.shopsCount", shops as u64, &[]));
    }
    facts.extend(fit.map(|fit| fit.sentence(texts)));
    facts.join(" · ")
}

/// Returns the number of pieces.
fn count_pieces(parts: &[SavedPart]) -> u64 {
    parts.iter().map(|part| u64::try_from(part.quantity).unwrap_or(0)).sum()
}

/// Returns the number of different shops that sell the parts at their lowest prices.
pub fn count_shops(parts: &[SavedPart]) -> usize {
    let sold = parts.iter().filter(|part| part.price_today().is_some());
    let shops: HashSet<&str> =
        sold.filter_map(|part| part.today.as_ref()?.retailer_slug.as_deref()).collect();
    shops.len()
}

fn label(slot: Category, language: Language) -> &'static str {
    match language {
        Language::En => slot.label_en(),
        Language::Ar => slot.label_ar(),
    }
}

fn total_of(part: &SavedPart) -> Option<Fils> {
    Some(part.price_today()?.saturating_mul(part.quantity.into()))
}
