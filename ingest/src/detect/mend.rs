//! Changes of a retailer's file that may mend it: what detection finds today, put into the file as the operator wrote it.

use anyhow::Context;
use domain::{model::PlatformKind, store::canaries::Canary};
use toml_edit::{DocumentMut, InlineTable, Item, Table, value};

use super::{DetectOptions, Detected, detect, mend_selectors};
use crate::{
    fetch::{FetchSettings, RetailerClient},
    platforms,
    retailer_file::{FieldRule, RetailerFile},
};

/// A changed text of a retailer's file, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    pub text: String,
    /// How it was found, as a sentence part.
    pub how: String,
}

/// Returns changes of the file that may mend it, the smallest first, and why there are not more.
///
/// # Errors
/// When the file is no valid TOML.
pub async fn propose(
    settings: &FetchSettings,
    file: &RetailerFile,
    text: &str,
    canaries: &[Canary],
) -> anyhow::Result<(Vec<Mend>, Vec<String>)> {
    let document: DocumentMut = text.parse().context("the retailer file is no valid TOML")?;
    let (mut mends, mut problems) = (Vec::new(), Vec::new());
    if let (PlatformKind::Selectors, Some(options)) = (file.platform, &file.selectors) {
        let pages = fetch_pages(settings, file, canaries).await?;
        let rules = mend_selectors::propose(&pages, &options.fields);
        if rules.is_empty() {
            problems.push("no element holds what was known of the products".to_owned());
        } else {
            let names: Vec<&str> = rules.keys().copied().collect();
            let how = format!("{} of known products was found elsewhere on their pages", names.join(", "));
            mends.push(Mend { text: with_rules(&document, &rules), how });
        }
    }
    let feed = file.feed.as_ref().filter(|_| file.platform == PlatformKind::Feed);
    let url = feed.and_then(|feed| file.address(feed.path.as_deref()?).ok());
    let options = DetectOptions {
        url: url.unwrap_or_else(|| file.base_url.clone()),
        slug: Some(file.slug.clone()),
        sample: 30,
        allow_private_addresses: file.allow_private_addresses,
    };
    match detect(settings, &options).await {
        Ok(Detected { findings, text: detected, .. }) => {
            let how = format!("detect finds: {}", findings.evidence.join("; "));
            let detected: DocumentMut = detected.parse().context("detection wrote no valid TOML")?;
            for with_format in [false, true] {
                let text = merge(&document, &detected, file.platform, findings.platform, with_format);
                mends.push(Mend { text, how: how.clone() });
            }
        }
        Err(error) => problems.push(error.to_string()),
    }
    mends.retain(|mend| mend.text != text);
    mends.dedup_by(|one, other| one.text == other.text);
    Ok((mends, problems))
}

async fn fetch_pages(
    settings: &FetchSettings,
    file: &RetailerFile,
    canaries: &[Canary],
) -> anyhow::Result<Vec<(String, Canary)>> {
    let client = RetailerClient::new(settings, file.access())?;
    let mut pages = Vec::new();
    for canary in canaries {
        let Some(Ok(url)) = canary.page_url.as_deref().map(str::parse) else { continue };
        if let Ok(fetched) = client.get(&url).await {
            pages.push((fetched.text(), canary.clone()));
        }
    }
    Ok(pages)
}

/// Returns the file with other rules for some of its fields.
fn with_rules(document: &DocumentMut, rules: &std::collections::BTreeMap<&'static str, FieldRule>) -> String {
    let mut changed = document.clone();
    for (key, rule) in rules {
        let mut inline = InlineTable::new();
        inline.insert("select", rule.select.as_str().into());
        let others = [("attribute", &rule.attribute), ("pattern", &rule.pattern)];
        for (name, text) in others.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?))) {
            inline.insert(name, text.into());
        }
        changed["selectors"]["fields"][key] = value(inline);
    }
    changed.to_string()
}

/// Returns the file with what detection found. The operator's categories, names, delivery and rate stay; so do all keys that
/// detection does not write.
fn merge(
    document: &DocumentMut,
    detected: &DocumentMut,
    from: PlatformKind,
    to: PlatformKind,
    with_format: bool,
) -> String {
    let mut changed = document.clone();
    let (old, new) = (platforms::for_kind(from).key, platforms::for_kind(to).key);
    let categories = document.get(old).and_then(|section| section.get("categories")).cloned();
    if from != to {
        changed["platform"] = value(new);
        changed.remove(old);
    }
    if let Some(found) = detected.get(new).and_then(Item::as_table) {
        let section = changed.entry(new).or_insert_with(|| Item::Table(Table::new()));
        for (key, item) in found.iter().filter(|(key, _)| *key != "categories") {
            let is_same =
                section.get(key).is_some_and(|old| old.to_string().trim() == item.to_string().trim());
            if !is_same {
                section[key] = item.clone();
            }
        }
        let mapped = categories.filter(|_| from != to).or_else(|| found.get("categories").cloned());
        if let (None, Some(mapped)) = (section.get("categories"), mapped) {
            section["categories"] = mapped;
        }
    }
    if let (true, Some(format)) = (with_format || from != to, detected.get("price_format")) {
        changed["price_format"] = format.clone();
    }
    changed.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Ours.\nslug = \"shop\"\nplatform = \"schema_org\"\nenabled = true # for now\n\n[shipping]\nflat = \"2.000\"\n\n\
        [schema_org]\nsitemap = \"/old.xml\"\ntitle_ar = \"alternateName\"\n\n[schema_org.categories]\n\"VGA\" = \"GPU\"\n";

    #[test]
    fn what_detection_finds_replaces_its_keys_and_nothing_else() {
        let detected = "slug = \"x\"\nenabled = false\nplatform = \"schema_org\"\n[schema_org]\nsitemap = \"/sitemap_index.xml\"\n\
            product_path = \"/item/\"\n[schema_org.categories]\n\"Cards\" = \"GPU\"\n";
        let (file, found) = (FILE.parse().expect("TOML"), detected.parse().expect("TOML"));
        let text = merge(&file, &found, PlatformKind::SchemaOrg, PlatformKind::SchemaOrg, false);
        let said = [
            "# Ours.",
            "enabled = true # for now",
            "flat = \"2.000\"",
            "\"/sitemap_index.xml\"",
            "\"/item/\"",
        ];
        said.iter().for_each(|line| assert!(text.contains(line), "{line}\n{text}"));
        assert!(text.contains("alternateName") && text.contains("\"VGA\" = \"GPU\""), "{text}");
        assert!(!text.contains("/old.xml") && !text.contains("Cards"), "{text}");
    }

    #[test]
    fn another_platform_takes_over_the_categories() {
        let detected =
            "platform = \"shopify\"\n[price_format]\ndecimal = \".\"\nthousands = \"\"\n[shopify]\nper = 1\n";
        let (file, found) = (FILE.parse().expect("TOML"), detected.parse().expect("TOML"));
        let text = merge(&file, &found, PlatformKind::SchemaOrg, PlatformKind::Shopify, false);
        let read: DocumentMut = text.parse().expect("TOML");
        assert_eq!(read["platform"].as_str(), Some("shopify"));
        assert_eq!(read["shopify"]["categories"]["VGA"].as_str(), Some("GPU"), "{text}");
        assert!(
            read.get("schema_org").is_none() && read["price_format"]["decimal"].as_str() == Some("."),
            "{text}"
        );
    }
}
