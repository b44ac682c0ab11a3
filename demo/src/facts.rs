//! Products of the demo retailers: real parts, from the tables in `facts/`.

use std::collections::HashMap;

use domain::model::{Category, Fils, SpecKey, SpecKind, Specs};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    seed,
    table::{self, FactsError, Row},
};

/// True kind of a product on sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GoodsKind {
    /// A part, sold new and alone.
    Part,
    /// An accessory of a part or of a computer.
    Accessory,
    /// Several parts sold as one.
    Bundle,
    /// A whole computer.
    Computer,
    /// A console, a phone, a watch.
    Device,
    /// A part that is not new: used, refurbished, opened, second choice.
    Used,
    /// A deposit on a part, paid before the part itself.
    Deposit,
    /// Anything else that a general store sells.
    Goods,
}

/// A real product, with its base price in the demo market.
#[derive(Debug, Clone)]
pub struct Part {
    pub id: Uuid,
    pub kind: GoodsKind,
    /// Category of the part; `OTHER` for every product that is not a new part.
    pub category: Category,
    /// Category of the parts among which shops list the product.
    pub listed_under: Category,
    /// Whether the reference contains the product.
    pub in_reference: bool,
    pub name: String,
    pub manufacturer: String,
    pub model: String,
    pub series: Option<String>,
    pub part_number: Option<String>,
    pub specs: Specs,
    /// The name as a URL slug.
    pub slug: String,
    pub(super) base: Fils,
}

const TABLES: [(Category, &str, &str); 12] = [
    (Category::Cpu, "cpu.psv", include_str!("facts/cpu.psv")),
    (Category::CpuCooler, "cooler.psv", include_str!("facts/cooler.psv")),
    (Category::Motherboard, "motherboard.psv", include_str!("facts/motherboard.psv")),
    (Category::Ram, "ram.psv", include_str!("facts/ram.psv")),
    (Category::Storage, "storage.psv", include_str!("facts/storage.psv")),
    (Category::Case, "case.psv", include_str!("facts/case.psv")),
    (Category::Psu, "psu.psv", include_str!("facts/psu.psv")),
    (Category::Monitor, "monitor.psv", include_str!("facts/monitor.psv")),
    (Category::CaseFan, "fan.psv", include_str!("facts/fan.psv")),
    (Category::Keyboard, "keyboard.psv", include_str!("facts/keyboard.psv")),
    (Category::Mouse, "mouse.psv", include_str!("facts/mouse.psv")),
    (Category::Headset, "headset.psv", include_str!("facts/headset.psv")),
];
const CHIPSETS: &str = include_str!("facts/gpu_chipset.psv");
const CARDS: &str = include_str!("facts/gpu.psv");
/// Real parts that the reference does not contain: siblings of those that it contains, and parts
/// of three invented manufacturers.
const UNLISTED: &str = include_str!("facts/unlisted.psv");
const UNLISTED_CARDS: &str = include_str!("facts/unlisted_gpu.psv");
const ACCESSORIES: &str = include_str!("facts/accessory.psv");

/// Columns that are not specs.
const OWN_COLUMNS: [&str; 19] = [
    "kwd",
    "manufacturer",
    "model",
    "series",
    "pn",
    "key",
    "chip",
    "price",
    "sockets",
    "boards",
    "category",
    "kind",
    "shelf",
    "shop",
    "habit",
    "of",
    "colours",
    "title",
    "title_ar",
];

/// Reads every product of the demo.
///
/// # Errors
/// When a table holds a line that cannot be read; the error names file, line and problem.
pub(super) fn parts() -> Result<Vec<Part>, FactsError> {
    let mut parts = Vec::new();
    for (category, file, text) in TABLES {
        parts.extend(table_parts(category, file, text)?);
    }
    parts.extend(cards("gpu.psv", CARDS)?);
    Ok(parts)
}

/// Reads the parts that shops sell and the reference does not contain.
///
/// # Errors
/// As [`parts`].
pub(super) fn unlisted() -> Result<Vec<Part>, FactsError> {
    let mut parts = table::read("unlisted.psv", UNLISTED)?
        .iter()
        .map(|row| row_part(category_of(row, "category")?, row))
        .collect::<Result<Vec<Part>, FactsError>>()?;
    parts.extend(cards("unlisted_gpu.psv", UNLISTED_CARDS)?);
    parts.iter_mut().for_each(|part| part.in_reference = false);
    Ok(parts)
}

/// Reads the other products that shops sell: products that are no parts, and parts that are not new. The reference
/// contains none of them.
///
/// # Errors
/// As [`parts`].
pub(super) fn accessories() -> Result<Vec<Part>, FactsError> {
    let read = |row: &Row| {
        let part = row_part(Category::Other, row)?;
        let listed_under =
            if row.get("shelf").is_some() { category_of(row, "shelf")? } else { Category::Other };
        Ok(Part { kind: goods_kind(row)?, listed_under, in_reference: false, ..part })
    };
    table::read("accessory.psv", ACCESSORIES)?.iter().map(read).collect()
}

/// Reads the kind of goods in a row.
///
/// # Errors
/// When there is no such kind.
pub(super) fn goods_kind(row: &Row) -> Result<GoodsKind, FactsError> {
    Ok(match row.require("kind")? {
        "accessory" => GoodsKind::Accessory,
        "bundle" => GoodsKind::Bundle,
        "computer" => GoodsKind::Computer,
        "device" => GoodsKind::Device,
        "used" => GoodsKind::Used,
        "goods" => GoodsKind::Goods,
        other => return Err(row.error(format!("there is no kind of goods called {other:?}"))),
    })
}

/// Returns the category that a column names.
///
/// # Errors
/// When there is no such category.
pub(super) fn category_of(row: &Row, column: &str) -> Result<Category, FactsError> {
    let name = row.require(column)?;
    name.parse().map_err(|_| row.error(format!("{column}: there is no category {name:?}")))
}

fn table_parts(category: Category, file: &'static str, text: &'static str) -> Result<Vec<Part>, FactsError> {
    table::read(file, text)?.iter().map(|row| row_part(category, row)).collect()
}

/// Reads the product of a row.
///
/// # Errors
/// When a cell cannot be read.
pub(super) fn row_part(category: Category, row: &Row) -> Result<Part, FactsError> {
    let model = match category {
        Category::Ram => memory_model(row)?,
        Category::Storage => {
            format!("{} {}", row.require("series")?, capacity(row.require_number("storageCapacity")?))
        }
        _ => row.require("model")?.to_owned(),
    };
    part(category, model, Fils(row.require_number("kwd")? * 1000), row, None)
}

fn cards(file: &'static str, text: &'static str) -> Result<Vec<Part>, FactsError> {
    let chipsets: HashMap<&str, Row> = table::read("gpu_chipset.psv", CHIPSETS)?
        .into_iter()
        .map(|row| row.require("key").map(|key| (key, row)))
        .collect::<Result<_, _>>()?;
    let mut cards = Vec::new();
    for row in table::read(file, text)? {
        let chip = row.require("chip")?;
        let chipset = chipsets.get(chip).ok_or_else(|| row.error(format!("there is no chipset {chip:?}")))?;
        let model = row.require("model")?.replace('*', chipset.require("gpuChipset")?);
        let base = Fils(chipset.require_number("kwd")? * row.require_number("price")?);
        cards.push(part(Category::Gpu, model, base, &row, Some(chipset))?);
    }
    Ok(cards)
}

fn part(
    category: Category,
    model: String,
    base: Fils,
    row: &Row,
    chipset: Option<&Row>,
) -> Result<Part, FactsError> {
    let manufacturer = row.require("manufacturer")?.to_owned();
    let name = format!("{manufacturer} {model}");
    let mut specs = Specs::new();
    if let Some(chipset) = chipset {
        insert_cells(&mut specs, chipset)?;
    }
    insert_cells(&mut specs, row)?;
    insert_derived(&mut specs, category, &model, row)?;
    let part_number = row.get("pn").map(str::to_owned);
    if let Some(number) = &part_number {
        insert(&mut specs, SpecKey::PartNumber, &json!(number), row)?;
    }
    Ok(Part {
        id: seed::uuid(&format!("{category}/{name}")),
        kind: GoodsKind::Part,
        category,
        listed_under: category,
        in_reference: true,
        slug: slug(&name),
        manufacturer,
        series: row
            .get("series")
            .or_else(|| chipset.and_then(|chipset| chipset.get("gpuChipset")))
            .map(str::to_owned),
        part_number,
        specs,
        base,
        name,
        model,
    })
}

fn insert_cells(specs: &mut Specs, row: &Row) -> Result<(), FactsError> {
    for (column, text) in row.cells().filter(|(column, _)| !OWN_COLUMNS.contains(column)) {
        let key: SpecKey = column.parse().map_err(|error| row.error(format!("{error}")))?;
        let value = match key.kind() {
            SpecKind::Flag => json!(text == "yes"),
            SpecKind::Integer(..) | SpecKind::Number(..) => serde_json::from_str(text)
                .map_err(|_| row.error(format!("{column} must be a number, but is {text:?}")))?,
            SpecKind::List => json!(text.split(',').collect::<Vec<_>>()),
            SpecKind::Text if key == SpecKey::RamType && text.contains(',') => {
                json!(text.split(',').collect::<Vec<_>>())
            }
            SpecKind::Text => json!(text),
        };
        insert(specs, key, &value, row)?;
    }
    Ok(())
}

/// Inserts the facts that follow from the table's shorthand.
fn insert_derived(specs: &mut Specs, category: Category, model: &str, row: &Row) -> Result<(), FactsError> {
    match category {
        Category::Cpu => insert(specs, SpecKey::CpuChipset, &json!(model), row)?,
        Category::CpuCooler => insert(specs, SpecKey::CoolerSockets, &json!(socket_set(row)?), row)?,
        Category::Case => insert(specs, SpecKey::CaseSupportedFormFactors, &json!(board_set(row)?), row)?,
        Category::Ram => {
            let total = row.require_number("modules")? * row.require_number("moduleCapacity")?;
            insert(specs, SpecKey::RamCapacity, &json!(total), row)?;
        }
        Category::Gpu
            if specs.integer(SpecKey::Pcie8pin) == Some(0) && specs.integer(SpecKey::Pcie16pin).is_none() =>
        {
            insert(specs, SpecKey::NoPowerConnector, &json!(true), row)?;
        }
        _ => {}
    }
    Ok(())
}

fn insert(specs: &mut Specs, key: SpecKey, value: &Value, row: &Row) -> Result<(), FactsError> {
    specs.insert_json(key, value).map_err(|error| row.error(error.to_string()))
}

fn socket_set(row: &Row) -> Result<&'static [&'static str], FactsError> {
    Ok(match row.require("sockets")? {
        "modern" => {
            &["AM4", "AM5", "LGA1150", "LGA1151", "LGA1155", "LGA1156", "LGA1200", "LGA1700", "LGA1851"]
        }
        "classic" => &["AM2", "AM3", "AM4", "LGA1150", "LGA1151", "LGA1155", "LGA1156", "LGA1200"],
        "intel" => &["LGA1150", "LGA1151", "LGA1155", "LGA1156", "LGA1200", "LGA1700"],
        "amd" => &["AM4", "AM5"],
        "am5" => &["AM5"],
        "lga17" => &["LGA1700", "LGA1851"],
        other => return Err(row.error(format!("there is no set of sockets called {other:?}"))),
    })
}

fn board_set(row: &Row) -> Result<&'static [&'static str], FactsError> {
    Ok(match row.require("boards")? {
        "eatx" => &["EATX", "ATX", "Micro ATX", "Mini-ITX"],
        "atx" => &["ATX", "Micro ATX", "Mini-ITX"],
        "matx" => &["Micro ATX", "Mini-ITX"],
        "itx" => &["Mini-ITX"],
        other => return Err(row.error(format!("there is no set of boards called {other:?}"))),
    })
}

fn memory_model(row: &Row) -> Result<String, FactsError> {
    let (modules, each) = (row.require_number("modules")?, row.require_number("moduleCapacity")?);
    let mut model = format!(
        "{} {}-{} CL{} {}GB ({modules}x{each}GB)",
        row.require("series")?,
        row.require("ramType")?,
        row.require("ramSpeed")?,
        row.require("casLatency")?,
        modules * each,
    );
    if row.get("formFactor") == Some("SO-DIMM") {
        model.push_str(" SO-DIMM");
    }
    if let Some(color) = row.get("color").filter(|color| *color != "Green") {
        model.push(' ');
        model.push_str(color);
    }
    Ok(model)
}

/// Returns a drive's size as it is sold: `500GB`, `1TB`.
pub(super) fn capacity(gigabytes: i64) -> String {
    if gigabytes >= 1000 { format!("{}TB", gigabytes / 1000) } else { format!("{gigabytes}GB") }
}

/// Returns a name as a URL slug.
pub(super) fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for character in name.replace('+', " plus").chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// Returns one product as a line of the reference import.
pub(super) fn reference_record(part: &Part) -> Value {
    json!({
        "id": part.id,
        "category": part.category,
        "name": part.name,
        "manufacturer": part.manufacturer,
        "model": part.model,
        "series": part.series,
        "variant": null,
        "partNumbers": part.part_number.iter().collect::<Vec<_>>(),
        "eans": [],
        "specs": part.specs,
    })
}
