//! Texts of a retailer about a product, before they are read.

use domain::model::Category;

use super::category::LearntCategories;
use crate::retailer_category::RetailerCategory;

/// The texts of a retailer about a product, before they are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct RawTitle<'a> {
    /// The English (or mixed) title.
    pub en: Option<&'a str>,
    /// The Arabic title.
    pub ar: Option<&'a str>,
    /// The retailer's own word for the category, or the name of ours.
    pub category_hint: Option<&'a str>,
    /// The retailer's own categories of the listing; without them the hint is read.
    pub categories: &'a [RetailerCategory],
    /// Goods found in these categories in earlier crawls.
    pub learnt: Option<&'a LearntCategories>,
    /// The beginning of the description; the classifier reads its first words.
    pub description: Option<&'a str>,
    /// Category that is known from elsewhere, as from the retailer file's mapping of the retailer's own category or of a
    /// listing page: it decides, unless the title names an accessory or a bundle.
    pub mapped_category: Option<Category>,
    /// The retailer's brand field, which may hold the retailer's own name.
    pub stated_brand: Option<&'a str>,
    /// The retailer's part number field.
    pub part_number_hint: Option<&'a str>,
}
