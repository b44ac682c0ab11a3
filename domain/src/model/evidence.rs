use serde::{Deserialize, Serialize};

/// What speaks for or against an offer being of a product. The sentences are in `config/matching/messages.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EvidenceCode {
    /// A barcode is the same.
    BarcodeSame,
    /// A part number that only one product of the maker carries is the same.
    PartNumberSame,
    /// Both state part numbers, and none is the same.
    PartNumberDiffers,
    /// Same maker.
    MakerSame,
    /// The offer does not say whose it is.
    MakerUnknown,
    MakerDiffers,
    CategoryDiffers,
    /// The words and codes that name the model and that both have.
    WordsSame,
    /// Words that only the offer has.
    WordsOnlyOffer,
    /// Words that only the product has.
    WordsOnlyProduct,
    /// Words that make another product of it (`Ti`, `OC`, `White`) stand on one side alone.
    VariantDiffers,
    /// A typed fact both state alike; `key` names it.
    FactSame,
    FactDiffers,
    /// The product states it and the offer does not.
    FactMissing,
    /// The price is near what other shops ask.
    PriceClose,
    PriceFar,
    /// It only belongs to such a part: a bracket, a cable.
    Accessory,
    /// Several things sold as one.
    Bundle,
    /// Used, refurbished or opened.
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

/// One piece of a match's rationale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub code: EvidenceCode,
    /// The fact it is about, by its stored name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What the offer says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<String>,
    /// What the product says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
}

impl Evidence {
    /// A code that says enough by itself.
    pub fn bare(code: EvidenceCode) -> Self {
        Evidence { code, key: None, offer: None, product: None }
    }
}
