//! The true product of every listing of the demo retailers, against which matching is measured.

use std::io::Write;

use super::{
    catalogue::{Catalogue, Offer},
    facts::GoodsKind,
    shop_kind::ShopKind,
};

/// Listing and the truth about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrueListing {
    pub retailer: &'static str,
    pub external_id: String,
    pub kind: ListingKind,
    /// Slug of the part that is sold; `None` for everything except new parts.
    pub product: Option<String>,
    /// Whether the reference contains that part.
    pub in_reference: bool,
    /// Slugs of the parts that an ambiguous title may name, the part that is sold first; else empty.
    pub possible_products: Vec<String>,
    /// Title as the shop writes it.
    pub title: String,
}

/// Kind of a listing for a user who searches parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListingKind {
    /// A new part whose title and numbers identify it.
    Part,
    /// A new part whose title may name several.
    Ambiguous,
    Accessory,
    Bundle,
    Computer,
    Device,
    Used,
    /// A deposit on a part, which is no price of the part.
    Deposit,
    /// Anything else, at the general store.
    Goods,
}

impl ListingKind {
    /// Returns the name in the table.
    pub fn as_str(self) -> &'static str {
        match self {
            ListingKind::Part => "part",
            ListingKind::Ambiguous => "ambiguous",
            ListingKind::Accessory => "accessory",
            ListingKind::Bundle => "bundle",
            ListingKind::Computer => "computer",
            ListingKind::Device => "device",
            ListingKind::Used => "used",
            ListingKind::Deposit => "deposit",
            ListingKind::Goods => "goods",
        }
    }

    /// Whether the product is a new part.
    pub fn is_part(self) -> bool {
        matches!(self, ListingKind::Part | ListingKind::Ambiguous)
    }
}

impl Catalogue {
    /// Returns the truth about every listing of every shop.
    pub fn truth(&self) -> Vec<TrueListing> {
        self.shops
            .iter()
            .flat_map(|shop| shop.offers.iter().filter_map(|offer| self.true_listing(shop.kind, offer)))
            .collect()
    }

    fn true_listing(&self, shop: ShopKind, offer: &Offer) -> Option<TrueListing> {
        let part = self.part(offer)?;
        let kind = match part.kind {
            GoodsKind::Part if offer.possible_products.is_empty() => ListingKind::Part,
            GoodsKind::Part => ListingKind::Ambiguous,
            GoodsKind::Accessory => ListingKind::Accessory,
            GoodsKind::Bundle => ListingKind::Bundle,
            GoodsKind::Computer => ListingKind::Computer,
            GoodsKind::Device => ListingKind::Device,
            GoodsKind::Used => ListingKind::Used,
            GoodsKind::Deposit => ListingKind::Deposit,
            GoodsKind::Goods => ListingKind::Goods,
        };
        let slug = |index: &usize| self.parts.get(*index).map(|part| part.slug.clone());
        Some(TrueListing {
            retailer: shop.slug(),
            external_id: offer.external_id.clone(),
            kind,
            product: kind.is_part().then(|| part.slug.clone()),
            in_reference: part.in_reference,
            possible_products: offer.possible_products.iter().filter_map(slug).collect(),
            title: offer.shown_title().to_owned(),
        })
    }
}

/// Writes the truth about every listing as a table with a header, cells split by tabs; returns the number of listings.
///
/// # Errors
/// When a fact table cannot be read or `out` cannot be written.
pub fn write_truth(out: &mut dyn Write) -> anyhow::Result<usize> {
    let listings = Catalogue::build()?.truth();
    writeln!(out, "retailer\texternal_id\tkind\tproduct\tin_reference\tcould_be\ttitle")?;
    for listing in &listings {
        writeln!(
            out,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}",
            listing.retailer,
            listing.external_id,
            listing.kind.as_str(),
            listing.product.as_deref().unwrap_or_default(),
            if listing.in_reference { "yes" } else { "no" },
            listing.possible_products.join(" "),
            listing.title.replace(['\t', '\n'], " "),
        )?;
    }
    out.flush()?;
    Ok(listings.len())
}
