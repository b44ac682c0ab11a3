//! Catalogues of real parts, read from lines of JSON in the format of `ingest import-specs`.

use std::io::BufRead;

use domain::model::{Category, Fils, Picture, PictureHash, ProductId, Specs};
use indexer::{Document, RetailerFacet};
use serde_json::Value;

/// Reads one product per line; prices, stock and popularity are invented, equal at every run.
pub(crate) fn read(lines: impl BufRead) -> Vec<Document> {
    lines
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| document(&serde_json::from_str(&line).ok()?))
        .collect()
}

fn document(record: &Value) -> Option<Document> {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let texts = |key: &str| -> Vec<String> {
        let list = record.get(key).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let id: ProductId = text("id")?.parse().ok()?;
    let category: Category = text("category")?.parse().ok()?;
    let (specs, _) = Specs::from_json(record.get("specs")?.as_object()?);
    let chance = |salt: u64| hash_number(id.0.as_u64_pair().0 ^ salt);
    let slugs = ["dhow-digital", "safat-tech", "noor-computers", "bandar-pc", "sidra-store"];
    let retailers = slugs.iter().enumerate().filter(|(index, _)| chance(*index as u64) % 3 == 0);
    let name = text("name")?.to_owned();
    Some(Document {
        id,
        category,
        card: card(&name, category, record.get("specs")?),
        name,
        name_ar: None,
        manufacturer: text("manufacturer").unwrap_or_default().to_owned(),
        model: text("model").unwrap_or_default().to_owned(),
        part_numbers: texts("partNumbers"),
        gtins: texts("eans"),
        aliases: texts("aliases"),
        specs,
        price: Some(Fils(3_000 + (chance(11) % 400_000) as i64)),
        delivered: Some(Fils(4_000 + (chance(11) % 400_000) as i64 + (chance(17) % 3_000) as i64)),
        in_stock: chance(12) % 5 != 0,
        retailers: retailers
            .map(|(index, slug)| RetailerFacet { slug: (*slug).to_owned(), tabby: index < 2 })
            .collect(),
        rating: (chance(13) % 2 == 0).then(|| 2.5 + (chance(14) % 26) as f32 / 10.0),
        popularity: 10_000.0 / (1.0 + (chance(15) % 5_000) as f32),
        drop_basis_points: (chance(16) % 3_000) as u16,
        picture: Some(Picture { hash: PictureHash::of(id.to_string().as_bytes()), width: 640, height: 480 }),
    })
}

/// Returns JSON much like the API's card of a product.
fn card(name: &str, category: Category, specs: &Value) -> Vec<u8> {
    let card =
        serde_json::json!({ "name": name, "category": category.as_str(), "currency": "KWD", "specs": specs });
    serde_json::to_vec(&card).unwrap_or_default()
}

/// Returns the `copy`th variant of a product: another colour, revision and part number.
pub(crate) fn product_variant(document: &Document, copy: u64) -> Document {
    const REVISIONS: [&str; 12] = [
        "Black",
        "White",
        "V2",
        "Rev 2.0",
        "Silver",
        "RGB",
        "OC Edition",
        "Pro",
        "Limited",
        "Bulk",
        "EU",
        "Gen 2",
    ];
    if copy == 0 {
        return document.clone();
    }
    let (high, low) = document.id.0.as_u64_pair();
    let (high, low) = (hash_number(high ^ copy), hash_number(low.wrapping_add(copy)));
    let revision = REVISIONS[(copy % 12) as usize];
    let mut variant = document.clone();
    variant.id = ProductId(uuid::Uuid::from_u64_pair(high, low));
    variant.name = format!("{} {revision} {}", document.name, copy / 12 + 1);
    variant.part_numbers = document.part_numbers.iter().map(|number| format!("{number}{copy}")).collect();
    variant.gtins = Vec::new();
    variant.price = Some(Fils(3_000 + (low % 400_000) as i64));
    variant.popularity = 10_000.0 / (1.0 + (high % 500_000) as f32);
    variant.card =
        String::from_utf8_lossy(&document.card).replacen(&document.name, &variant.name, 1).into_bytes();
    variant
}

/// Hashes a number (splitmix64).
fn hash_number(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
