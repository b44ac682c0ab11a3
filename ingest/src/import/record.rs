//! One reference record: a JSON line with product facts.

use domain::model::{
    Category, ProductFacts, ProductId, SpecError, Specs, keys::manufacturers::manufacturer_aliases,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use time::{Date, format_description::well_known::Iso8601};

use crate::normalise::{self, RawTitle};

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 300;

/// A record as written in the file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    id: uuid::Uuid,
    category: String,
    name: String,
    #[serde(default)]
    manufacturer: Option<String>,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    series: Option<String>,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    part_numbers: Vec<String>,
    #[serde(default)]
    shared_part_numbers: Vec<String>,
    #[serde(default)]
    eans: Vec<String>,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    image_url: Option<String>,
    #[serde(default)]
    verified_at: Option<String>,
    #[serde(default)]
    specs: Map<String, Value>,
}

/// Parses a line; returns the accepted facts, and the errors of refused ones.
///
/// # Errors
/// Names the field and its problem.
pub fn read(line: &str) -> Result<(ProductFacts, Vec<SpecError>), String> {
    let mut json = serde_json::Deserializer::from_str(line);
    let record: Record = serde_path_to_error::deserialize(&mut json).map_err(|error| explain(&error))?;
    json.end().map_err(|_| "something follows the record".to_owned())?;
    let category: Category = record.category.parse().map_err(|error| format!("category: {error}"))?;
    let name = required("name", &record.name)?;
    let stated = find_manufacturer(record.manufacturer, &name, category)?;
    let model = optional(record.model).unwrap_or_else(|| name.clone());
    let model = without_manufacturer(&model, &stated);
    // Sources write one manufacturer in several ways; pages and filters show one name.
    let manufacturer = manufacturer_aliases().find_name(&stated).map_or(stated, str::to_owned);
    let verified_on = record.verified_at.as_deref().map(read_day).transpose()?;
    let (specs, refused) = Specs::from_json(&record.specs);
    let facts = ProductFacts {
        id: ProductId(record.id),
        category,
        model,
        name,
        manufacturer,
        series: optional(record.series),
        variant: optional(record.variant),
        part_numbers: distinct(record.part_numbers),
        shared_part_numbers: distinct(record.shared_part_numbers),
        eans: distinct(record.eans),
        aliases: distinct(record.aliases),
        url: record.url.filter(|url| is_web_address(url)),
        image_url: record.image_url.filter(|url| is_web_address(url)),
        verified_on,
        specs,
    };
    Ok((facts, refused))
}

/// Removes the end of serde's message, "at line 1 column 7": only the caller knows the real line.
fn explain(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let text = error.inner().to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    match error.path().to_string().as_str() {
        "." => what.to_owned(),
        field => format!("{field}: {what}"),
    }
}

/// Returns the manufacturer. Some sources leave it out where the name begins with it.
fn find_manufacturer(stated: Option<String>, name: &str, category: Category) -> Result<String, String> {
    if let Some(stated) = optional(stated) {
        return required("manufacturer", &stated);
    }
    let title = RawTitle { en: Some(name), mapped_category: Some(category), ..RawTitle::default() };
    normalise::normalise_title(&title).manufacturer.ok_or_else(|| {
        "manufacturer: is missing, and the name begins with no manufacturer that is known".to_owned()
    })
}

fn required(field: &str, text: &str) -> Result<String, String> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(format!("{field}: is empty")),
        length if length > MAX_NAME => Err(format!("{field}: is longer than {MAX_NAME} characters")),
        // Postgres stores no NUL.
        _ if text.contains('\0') => Err(format!("{field}: holds a NUL character")),
        _ => Ok(text.to_owned()),
    }
}

fn optional(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().replace('\0', "")).filter(|text| !text.is_empty())
}

fn distinct(texts: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(texts.len());
    for text in texts {
        // The database layer separates list items by \x1f.
        let text = text.trim().replace(['\0', '\u{1f}'], "");
        if !text.is_empty() && !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}

fn without_manufacturer(name: &str, manufacturer: &str) -> String {
    name.strip_prefix(manufacturer).map(str::trim).filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned()
}

fn is_web_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

fn read_day(text: &str) -> Result<Date, String> {
    // The text is a day, or a moment of which only the day counts.
    let day = text.get(..10).unwrap_or(text);
    Date::parse(day, &Iso8601::DATE).map_err(|_| format!("verifiedAt: {text:?} is no date"))
}

#[cfg(test)]
mod tests {
    use domain::model::SpecKey;

    use super::*;

    const GOOD: &str = r#"{"id":"007a5a23-1e12-45b7-90d0-565b80876539","category":"Memory","name":" Corsair Vengeance 32 GB ",
        "manufacturer":"Corsair","series":null,"partNumbers":["CMK32GX5M2B6000C30","CMK32GX5M2B6000C30"," "],
        "verifiedAt":"2026-01-03T10:00:00Z","url":"javascript:alert(1)","specs":{"ramCapacity":32,"modules":900,"wings":2}}"#;

    #[test]
    fn record_becomes_facts_without_implausible_specs() {
        let (facts, refused) = read(GOOD).expect("facts");
        assert_eq!((facts.category, facts.model.as_str()), (Category::Ram, "Vengeance 32 GB"));
        assert_eq!(facts.part_numbers, ["CMK32GX5M2B6000C30"]);
        assert_eq!(facts.specs.integer(SpecKey::RamCapacity), Some(32));
        assert_eq!(facts.verified_on, Some(time::macros::date!(2026 - 01 - 03)));
        assert_eq!((refused.len(), facts.url), (2, None));
    }

    #[test]
    fn missing_manufacturer_is_read_from_the_name() {
        let (facts, _) = read(&GOOD.replace("\"Corsair\"", "null")).expect("facts");
        assert_eq!((facts.manufacturer.as_str(), facts.model.as_str()), ("Corsair", "Vengeance 32 GB"));
        assert!(
            read(&GOOD.replace("\"Corsair\"", "null").replace("Corsair Vengeance", "Nobody Thing")).is_err()
        );
    }

    #[test]
    fn manufacturer_has_its_canonical_name() {
        for (stated, canonical) in
            [("WD", "Western Digital"), ("western digital", "Western Digital"), ("Vortexa", "Vortexa")]
        {
            let line = GOOD.replace("Corsair", stated);
            let (facts, _) = read(&line).expect("facts");
            assert_eq!((facts.manufacturer.as_str(), facts.model.as_str()), (canonical, "Vengeance 32 GB"));
            assert_eq!(facts.name, format!("{stated} Vengeance 32 GB"));
        }
    }

    #[test]
    fn invalid_record_names_its_field() {
        for (from, to, reason) in [
            ("\"Memory\"", "\"TOASTER\"", "category"),
            ("\"Corsair\"", "7", "manufacturer"),
            ("2026-01-03T10:00:00Z", "yesterday", "verifiedAt"),
            ("007a5a23", "zzz", "UUID"),
            ("\"name\"", "\"nom\"", "name"),
            ("}}", "}", "EOF"),
        ] {
            let reason_found = read(&GOOD.replace(from, to)).expect_err(reason);
            assert!(reason_found.contains(reason), "{reason_found}");
        }
    }
}
