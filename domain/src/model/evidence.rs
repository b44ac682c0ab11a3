use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// Kind of evidence for or against a match. The sentences are in `config/matching/messages.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, VariantArray)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EvidenceCode {
    /// Both sides have the same barcode.
    BarcodeSame,
    /// Both sides have the same part number, which only one product of the manufacturer carries.
    PartNumberSame,
    /// Both sides state part numbers, and none is the same.
    PartNumberDiffers,
    /// Both sides name the same manufacturer.
    MakerSame,
    /// The offer names no manufacturer.
    MakerUnknown,
    MakerDiffers,
    CategoryDiffers,
    /// The words and codes of the model's name that both sides have.
    WordsSame,
    /// Words that only the offer has.
    WordsOnlyOffer,
    /// Words that only the product has.
    WordsOnlyProduct,
    /// A word that makes it another product (`Ti`, `OC`, `White`) stands on one side only.
    VariantDiffers,
    /// Both sides state the same value of a spec; `key` names the spec.
    FactSame,
    FactDiffers,
    /// The product states a spec that the offer does not.
    FactMissing,
    /// The price is near those of other retailers.
    PriceClose,
    PriceFar,
    /// The offer is an accessory of such a part: a bracket, a cable.
    Accessory,
    /// Several things sold together.
    Bundle,
    /// The offer is used, refurbished or opened.
    NotNew,
    /// Both sides state barcodes of one manufacturer, and none is the same.
    BarcodeDiffers,
    /// Both sides carry part numbers of a server manufacturer, and none is the same.
    ServerNumberDiffers,
    /// Both sides have numbers after one name, and none is the same: `Loki II` and `Loki III`.
    GenerationDiffers,
    /// A generation after a name that both sides have, on one side alone: `Superlight 2`.
    GenerationMissing,
    /// Each side has a name of its own: of a product line, or a code of one series.
    NameDiffers,
    /// A word that one side alone has names a sibling.
    SiblingWord,
    /// A fact in which siblings differ, stated by one side alone; `key` names the spec.
    SiblingFact,
    /// The product's record has the offer's part number, which names a model or a series and so no single product.
    PartNumberDoubted,
    /// The sides have no number, code or word in common that names a product.
    NotIdentified,
    /// Listings of one retailer, at different prices or with different barcodes.
    ListedApart,
}

impl EvidenceCode {
    /// Every code, in the order of their declaration.
    pub const ALL: &'static [EvidenceCode] = <EvidenceCode as VariantArray>::VARIANTS;

    /// Whether the evidence says that the two things differ. Such a match is never confident enough for a bulk approval.
    pub const fn shows_difference(self) -> bool {
        matches!(
            self,
            Self::PartNumberDiffers
                | Self::MakerDiffers
                | Self::CategoryDiffers
                | Self::VariantDiffers
                | Self::FactDiffers
                | Self::Accessory
                | Self::Bundle
                | Self::NotNew
                | Self::BarcodeDiffers
                | Self::ServerNumberDiffers
                | Self::GenerationDiffers
                | Self::GenerationMissing
                | Self::NameDiffers
                | Self::SiblingWord
                | Self::SiblingFact
                | Self::ListedApart
        )
    }
}

/// Piece of evidence of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub code: EvidenceCode,
    /// The stored name of the spec that the evidence is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The offer's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<String>,
    /// The product's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
}

impl Evidence {
    /// Returns evidence that consists of its code alone.
    pub fn bare(code: EvidenceCode) -> Self {
        Evidence { code, key: None, offer: None, product: None }
    }
}
