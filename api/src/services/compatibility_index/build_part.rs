use std::str::FromStr;

use domain::{compat::MAX_QUANTITY, model::ProductId};

/// A product in a build, with its quantity. As text `id`, or `id:quantity`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BuildPart {
    pub id: ProductId,
    pub quantity: u32,
}

impl FromStr for BuildPart {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (id, quantity) = text.split_once(':').unwrap_or((text, "1"));
        let quantity: u32 = quantity.parse().map_err(|_| ())?;
        if quantity == 0 || u64::from(quantity) > MAX_QUANTITY {
            return Err(());
        }
        Ok(Self { id: id.parse().map_err(|_| ())?, quantity })
    }
}
