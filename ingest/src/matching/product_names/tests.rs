use domain::model::{Fils, OfferId, ProductId};

use super::*;
use crate::{
    matching::{Candidate, Item, StatedFacts},
    normalise::{RawTitle, normalise_title},
};

/// Returns an offer as a crawl reads it.
fn offer(retailer: &str, category: Category, title: &str) -> ReassignableOffer {
    let is_arabic = !title.is_ascii();
    let raw = RawTitle {
        en: Some(title).filter(|_| !is_arabic),
        ar: Some(title).filter(|_| is_arabic),
        mapped_category: Some(category),
        ..RawTitle::default()
    };
    let read = normalise_title(&raw);
    ReassignableOffer {
        id: OfferId(uuid::Uuid::new_v4()),
        retailer: retailer.to_owned(),
        external_id: title.to_owned(),
        category,
        manufacturer: read.manufacturer,
        model: read.model,
        title_en: raw.en.map(str::to_owned),
        title_ar: raw.ar.map(str::to_owned),
        image_url: None,
        part_numbers: read.part_numbers,
        sku: None,
        gtins: Vec::new(),
        price: Fils(50_000),
        specs: sqlx::types::Json(read.specs),
        product_id: None,
        content_digest: Vec::new(),
    }
}

/// Returns the names of products, each made of the titles of a group; the retailers are `shop-0`, `shop-1` and so on.
fn names(category: Category, groups: &[&[&str]], catalogue: &Catalogue) -> Vec<String> {
    let mut offers = Vec::new();
    let mut members: Vec<Vec<u32>> = Vec::new();
    for titles in groups {
        let first = offers.len() as u32;
        offers.extend(
            titles.iter().enumerate().map(|(shop, title)| offer(&format!("shop-{shop}"), category, title)),
        );
        members.push((first..offers.len() as u32).collect());
    }
    let mut products = grouped_products::assign_products(members, &offers);
    assign_names(&mut products, &offers, catalogue);
    products.into_iter().map(|product| product.name).collect()
}

fn name(category: Category, titles: &[&str]) -> String {
    names(category, &[titles], &Catalogue::default()).remove(0)
}

#[test]
fn name_is_made_by_rule_from_the_titles() {
    for (category, titles, expected) in [
        (
            Category::Gpu,
            &["PRIME RTX 5080 16GB ASUS", "كرت شاشة ASUS PRIME GeForce RTX 5080 ١٦ جيجابايت"][..],
            "ASUS PRIME GeForce RTX 5080 16GB",
        ),
        (
            Category::Ram,
            &["*HOT* Corsair Vengeance RGB 32GB (2x16GB) DDR5-6000 CL36 White | Free Shipping"],
            "Corsair Vengeance RGB 32GB (2x16GB) DDR5-6000 CL36 White",
        ),
        (
            Category::Psu,
            &["CORSAIR RM850X 850W", "Corsair RM850x 850W 80+ Gold Fully Modular Power Supply"],
            "Corsair RM850x",
        ),
        (Category::Cpu, &["Intel i5-12400F 6-Core LGA1700 Processor"], "Intel Core i5 12400F"),
        (Category::Storage, &["هارد SSD Samsung 990 PRO ٢ تيرا"], "Samsung 990 PRO 2TB"),
    ] {
        assert_eq!(name(category, titles), expected, "{titles:?}");
    }
}

#[test]
fn word_of_a_single_one_of_several_retailers_is_left_out() {
    let titles = ["Thalvex Corva H5 Headset", "Thalvex Corva H5", "Thalvex Corva H5 Superb Headset"];
    assert_eq!(name(Category::Headset, &titles), "Thalvex Corva H5");
    let typo =
        ["Corsair Vengance LPX 16GB DDR4", "Corsair Vengeance LPX 16GB DDR4", "CORSAIR VENGEANCE LPX 16GB"];
    assert!(name(Category::Ram, &typo).starts_with("Corsair Vengeance LPX 16GB"));
}

#[test]
fn name_does_not_depend_on_the_order_of_the_offers() {
    let titles = [
        "Buy Kingston FURY Beast 16GB DDR4 3200",
        "رام Kingston FURY Beast 16GB DDR4-3200",
        "FURY BEAST 16GB DDR4 3200 KINGSTON",
    ];
    let first = name(Category::Ram, &titles);
    for turn in 1..titles.len() {
        let mut turned = titles;
        turned.rotate_left(turn);
        assert_eq!(name(Category::Ram, &turned), first);
    }
    assert!(first.starts_with("Kingston FURY Beast 16GB DDR4-3200"), "{first}");
}

#[test]
fn siblings_keep_different_names() {
    let groups: [&[&str]; 2] = [&["Samsung 990 EVO 1TB SSD"], &["Samsung 990 EVO 1TB SSD Heatsink"]];
    let found = names(Category::Storage, &groups, &Catalogue::default());
    assert_ne!(found[0], found[1]);
    assert!(found[1].contains("Heatsink"), "{found:?}");
}

#[test]
fn name_of_a_reference_product_is_not_given_again() {
    let mut catalogue = Catalogue::default();
    let fixed = "Samsung 990 EVO 1TB";
    let known = StatedFacts::named(Category::Storage, "Samsung", "990 EVO 1TB");
    catalogue.add(Candidate {
        id: ProductId::random(),
        item: Item::from_product(fixed, &known),
        has_offer: false,
    });
    let titles: &[&str] = &["Samsung 990 EVO 1TB NVMe SSD Heatsink"];
    let found = names(Category::Storage, &[titles], &catalogue);
    assert_eq!(found, ["Samsung 990 EVO Heatsink 1TB"]);
}

#[test]
fn title_without_latin_letters_stays() {
    assert_eq!(name(Category::Case, &["صندوق كمبيوتر جميل"]), "صندوق كمبيوتر جميل");
}
