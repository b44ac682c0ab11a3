use serde::{Deserialize, Serialize};

/// One kind of evidence for or against a match. The sentences are in `config/matching/messages.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
}

impl EvidenceCode {
    /// Every code, in the order of their declaration.
    pub const ALL: [EvidenceCode; 19] = {
        use EvidenceCode as E;
        [
            E::BarcodeSame,
            E::PartNumberSame,
            E::PartNumberDiffers,
            E::MakerSame,
            E::MakerUnknown,
            E::MakerDiffers,
            E::CategoryDiffers,
            E::WordsSame,
            E::WordsOnlyOffer,
            E::WordsOnlyProduct,
            E::VariantDiffers,
            E::FactSame,
            E::FactDiffers,
            E::FactMissing,
            E::PriceClose,
            E::PriceFar,
            E::Accessory,
            E::Bundle,
            E::NotNew,
        ]
    };
}

impl EvidenceCode {
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
        )
    }
}

/// One piece of evidence of a match.
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
