//! Conditions over products, as the judged sets write them: `@GPU gpuVram>=12 price<200 !ti | @GPU rtx 4070`.

use domain::model::Fils;

use super::catalogue::JudgedProduct;

/// Alternatives, each a list of tests that a product must pass; without alternatives no product passes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Condition {
    pub(crate) alternatives: Vec<Vec<Test>>,
}

/// One test of a product.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    /// `@GPU`
    Category(String),
    /// `rtx`: a whole word of the name.
    Word(String),
    /// `!ti`
    WithoutWord(String),
    /// `~7800x3d`: letters and digits that follow each other in the name, with anything between them.
    Letters(String),
    /// `!~freezer`
    WithoutLetters(String),
    /// `brand=lian_li`
    Brand(String),
    /// `retailer=safat-tech`
    Retailer(String),
    /// `stock=yes`
    InStock,
    /// `price<200`, in dinars; the bound itself passes.
    MaxPrice(Fils),
    /// `price>50`
    MinPrice(Fils),
    /// `socket=AM5`
    Spec { key: String, value: String },
    /// `gpuVram>=12`
    MinSpec { key: String, number: f64 },
    /// `coolerHeight<=60`
    MaxSpec { key: String, number: f64 },
}

impl Condition {
    /// Reads a cell of a judged set.
    pub(crate) fn parse(text: &str) -> Self {
        let alternatives = text
            .split('|')
            .map(|alternative| alternative.split_whitespace().map(Test::parse).collect::<Vec<_>>())
            .filter(|tests| !tests.is_empty())
            .collect();
        Self { alternatives }
    }

    pub(crate) fn fits(&self, product: &JudgedProduct) -> bool {
        self.alternatives.iter().any(|tests| tests.iter().all(|test| test.passes(product)))
    }
}

impl Test {
    fn parse(part: &str) -> Self {
        if let Some(category) = part.strip_prefix('@') {
            return Self::Category(category.to_owned());
        }
        if let Some(letters) = part.strip_prefix("!~") {
            return Self::WithoutLetters(letters.to_owned());
        }
        if let Some(word) = part.strip_prefix('!') {
            return Self::WithoutWord(word.to_owned());
        }
        if let Some(letters) = part.strip_prefix('~') {
            return Self::Letters(letters.to_owned());
        }
        if let Some((key, number)) = part.split_once(">=") {
            return Self::MinSpec { key: spec_key(key), number: number.parse().unwrap() };
        }
        if let Some((key, number)) = part.split_once("<=") {
            return Self::MaxSpec { key: spec_key(key), number: number.parse().unwrap() };
        }
        if let Some(dinars) = part.strip_prefix("price<") {
            return Self::MaxPrice(fils(dinars));
        }
        if let Some(dinars) = part.strip_prefix("price>") {
            return Self::MinPrice(fils(dinars));
        }
        match part.split_once('=') {
            Some(("brand", name)) => Self::Brand(name.replace('_', "")),
            Some(("retailer", slug)) => Self::Retailer(slug.to_owned()),
            Some(("stock", "yes")) => Self::InStock,
            Some((key, value)) => Self::Spec { key: spec_key(key), value: value.to_owned() },
            None => Self::Word(part.to_owned()),
        }
    }

    fn passes(&self, product: &JudgedProduct) -> bool {
        match self {
            Self::Category(category) => product.category == category,
            // A name need not repeat its manufacturer: the ROG Astral is of ASUS.
            Self::Word(word) => product.has_word(word) || product.brand == *word,
            Self::WithoutWord(word) => !product.has_word(word),
            Self::Letters(letters) => product.letters.contains(letters),
            Self::WithoutLetters(letters) => !product.letters.contains(letters),
            Self::Brand(brand) => product.brand.starts_with(brand),
            Self::Retailer(slug) => product.retailers.iter().any(|retailer| retailer == slug),
            Self::InStock => product.in_stock,
            Self::MaxPrice(price) => product.price <= *price,
            Self::MinPrice(price) => product.price >= *price,
            Self::Spec { key, value } if key == "screenSize" => equals_rounded(product, key, value),
            // Socket AM5 keeps the mounts of AM4 (`config/compat/sockets.tsv`): a cooler for one fits the other.
            Self::Spec { key, value } if key == "coolerSockets" && AM_MOUNTS.contains(&value.as_str()) => {
                product.spec(key).any(|text| AM_MOUNTS.contains(&text))
            }
            Self::Spec { key, value } => product.spec(key).any(|text| text == value),
            Self::MinSpec { key, number } => product.numbers(key).any(|other| other >= *number),
            Self::MaxSpec { key, number } => product.numbers(key).any(|other| other <= *number),
        }
    }
}

/// Sockets that share the mounts of coolers.
const AM_MOUNTS: [&str; 2] = ["AM4", "AM5"];

/// Whether a screen has a size that is rounded to a value: a screen of 26.5 or 27.2 inches is sold as 27.
fn equals_rounded(product: &JudgedProduct, key: &str, value: &str) -> bool {
    let whole = value.parse::<f64>().ok().filter(|inches| inches.fract() == 0.0);
    product.spec(key).any(|text| text == value)
        || whole.is_some_and(|inches| product.numbers(key).any(|other| other.round() == inches))
}

/// Checks a spec's wire name; a misspelt one would silently fit nothing.
fn spec_key(name: &str) -> String {
    let exists = domain::model::SpecKey::ALL.iter().any(|key| key.as_str() == name);
    assert!(exists, "a judged set names the spec {name:?}, which does not exist");
    name.to_owned()
}

fn fils(dinars: &str) -> Fils {
    Fils((dinars.parse::<f64>().unwrap() * 1000.0).round() as i64)
}
