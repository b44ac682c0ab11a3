use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Category, Fils};

/// Evidence that the price screen had about a held price beside the other retailers' prices of its product.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceEvidence {
    /// The prices of the same kind of part.
    pub class: Option<ClassEvidence>,
    /// How the retailer's prices compare with those of the others.
    pub scale: Option<ScaleEvidence>,
}

/// The prices of a class of parts that a price was compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClassEvidence {
    /// `None` for all parts together.
    pub category: Option<Category>,
    /// The facts that the parts have in common, with units: `GeForce RTX 5070`, `12 GB`.
    pub facts: Vec<String>,
    /// The number of prices.
    pub prices: i64,
    /// The number of retailers that they are of.
    pub retailers: i64,
    pub lowest: Fils,
    pub median: Fils,
    pub highest: Fils,
}

/// Distance of a retailer's prices from those of the other retailers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScaleEvidence {
    /// The number of its products and classes whose prices were compared.
    pub compared: i64,
    /// The median of its price by the others', in thousandths: 1,000,000 where the prices are a thousand times as high.
    pub times_permille: i64,
}

/// `CPU with Ryzen 7 9800X3D: 14 prices from 149.900 to 189.900, median 164.900`
impl fmt::Display for ClassEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.category.map_or("any part", Category::label_en))?;
        if !self.facts.is_empty() {
            write!(f, " with {}", self.facts.join(", "))?;
        }
        let Self { prices, lowest, highest, median, .. } = self;
        write!(f, ": {prices} prices from {lowest} to {highest}, median {median}")
    }
}

/// `its prices of 12 products and classes are 1000.000 times those of other retailers`
impl fmt::Display for ScaleEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.times_permille / 1000, self.times_permille % 1000);
        write!(
            f,
            "its prices of {} products and classes are {whole}.{rest:03} times those of other retailers",
            self.compared
        )
    }
}
