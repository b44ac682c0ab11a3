//! Writes the retailer file of a detected retailer, with the evidence for each key.

use std::fmt::Write as _;

use domain::model::{Category, PlatformKind};

use super::{Findings, OptionLine, Sample};
use crate::{
    crawl::{ReadingNotes, UnmappedCategory},
    normalise::{CategoryNames, Holds},
    platforms,
};

/// Minimum share of titles that must agree for a category to be mapped automatically.
const SURE: f64 = 0.95;
/// Minimum number of agreeing titles; below it a category is left for the operator.
const FEW: u64 = 2;

/// Returns a text as a TOML string.
pub(super) fn quoted(text: &str) -> String {
    // A JSON string is valid as a basic TOML string, except for one character (DEL), which is dropped.
    serde_json::Value::from(text.replace('\u{7f}', "")).to_string()
}

/// Returns the text of the file; without a sample, just enough to read one.
pub fn file_text(findings: &Findings, sample: Option<&Sample>) -> String {
    let mut text = String::new();
    // Writing into memory cannot fail.
    let _ = head(&mut text, findings, sample);
    let _ = delivery(&mut text, sample.is_some());
    let _ = section(&mut text, findings, sample);
    text
}

fn head(text: &mut String, findings: &Findings, sample: Option<&Sample>) -> std::fmt::Result {
    writeln!(
        text,
        "# Written by `ingest retailer detect`. Look through it, then: ingest retailer check {}",
        findings.slug
    )?;
    writeln!(text, "# It runs on {}:", platforms::for_kind(findings.platform).name)?;
    for evidence in &findings.evidence {
        writeln!(text, "#   {}", one_line(evidence))?;
    }
    if let Some(partial) = sample.and_then(|sample| sample.partial.as_deref()) {
        writeln!(text, "# {}", one_line(partial))?;
    }
    if let Some((refused, example)) = sample.and_then(Sample::refused) {
        writeln!(text, "# {refused} of its listings could not be read, such as {}", one_line(&example))?;
    }
    writeln!(text, "slug = {}", quoted(findings.slug.as_str()))?;
    let unnamed = findings.slug.as_str();
    let en = findings.name_en.as_deref().or(findings.name_ar.as_deref()).unwrap_or(unnamed);
    let ar = findings.name_ar.as_deref().unwrap_or(en);
    if findings.name_en.is_none() || findings.name_ar.is_none() {
        writeln!(text, "# Fill in: one of the names was not found.")?;
    }
    writeln!(text, "names = {{ en = {}, ar = {} }}", quoted(en), quoted(ar))?;
    writeln!(text, "base_url = {}", quoted(findings.base_url.as_str()))?;
    for (language, address) in &findings.languages {
        writeln!(text, "# In {language}: {}", one_line(address))?;
    }
    writeln!(text, "platform = {}", quoted(platforms::for_kind(findings.platform).key))?;
    writeln!(
        text,
        "# `ingest retailer enable {}` switches it on once `check` shows what you expect.",
        findings.slug
    )?;
    writeln!(text, "enabled = false")?;
    writeln!(text, "# Fill in: whether the retailer accepts instalments by Tabby.\ntabby = false")?;
    if findings.allow_private_addresses {
        writeln!(
            text,
            "# The retailer is in this network: only for your own retailer.\nallow_private_addresses = true"
        )?;
    }
    let stated = findings.currency.as_deref().or(sample.and_then(Sample::currency));
    match stated {
        Some(currency) => writeln!(text, "# The retailer states {}.", one_line(currency))?,
        None => {
            writeln!(text, "# The retailer states no currency: make sure that its prices are in dinars.")?
        }
    }
    writeln!(text, "currency = \"KWD\"")?;
    writeln!(text, "# Six-field cron, seconds first, UTC: every two hours.\nschedule = \"0 20 */2 * * *\"")?;
    sku(text, sample)?;
    price_format(text, sample)
}

fn sku(text: &mut String, sample: Option<&Sample>) -> std::fmt::Result {
    let Some((skus, in_titles)) = sample.map(Sample::skus_in_titles).filter(|(skus, _)| *skus > 0) else {
        return Ok(());
    };
    writeln!(
        text,
        "# \"mpn\" where its SKUs are the manufacturers' part numbers: {in_titles} of {skus} stand in their titles."
    )?;
    writeln!(text, "sku = \"own\"")
}

fn price_format(text: &mut String, sample: Option<&Sample>) -> std::fmt::Result {
    let guess = sample.and_then(Sample::price_format);
    writeln!(text, "\n[price_format]")?;
    let (decimal, thousands) = match &guess {
        None => {
            let amount = sample.and_then(Sample::plain_amount);
            let shown = amount.map(|amount| format!(", such as {}", one_line(&amount))).unwrap_or_default();
            writeln!(text, "# Its interface writes plain amounts{shown}: no separators of its own.")?;
            ('.', None)
        }
        Some(guess) => {
            let shown: Vec<String> = guess.evidence.iter().map(|amount| quoted(&one_line(amount))).collect();
            writeln!(text, "# It writes {}.", shown.join(", "))?;
            if !guess.certain {
                writeln!(text, "# Fill in: no amount shows beyond doubt which separator is which.")?;
            }
            (guess.decimal, guess.thousands)
        }
    };
    writeln!(text, "decimal = {}", quoted(&decimal.to_string()))?;
    writeln!(text, "thousands = {}", quoted(&thousands.map(String::from).unwrap_or_default()))
}

fn delivery(text: &mut String, is_whole: bool) -> std::fmt::Result {
    if is_whole {
        writeln!(
            text,
            "\n# Fill in: what delivery costs and from which amount on it is free; until then pages show a dash."
        )?;
        writeln!(text, "# [shipping]\n# flat = \"2.000\"\n# free_over = \"20.000\"")?;
        writeln!(text, "\n# How fast it may be read; its robots.txt may slow it down further.")?;
    }
    writeln!(text, "\n[rate]\nrequests_per_second = 1\nconcurrency = 2")
}

fn section(text: &mut String, findings: &Findings, sample: Option<&Sample>) -> std::fmt::Result {
    let key = platforms::for_kind(findings.platform).key;
    writeln!(text, "\n[{key}]")?;
    for OptionLine { key, value, comment } in &findings.options {
        if let Some(comment) = comment {
            writeln!(text, "# {}", one_line(comment))?;
        }
        writeln!(text, "{key} = {value}")?;
    }
    let one_language = platforms::for_kind(findings.platform).has_title_language;
    if let Some(sample) = sample.filter(|sample| one_language && sample.is_arabic()) {
        let arabic = sample.offers.len();
        writeln!(text, "# Most of {arabic} titles are Arabic.\ntitle_language = \"ar\"")?;
    }
    if findings.platform == PlatformKind::Shopify
        && let Some(vendor) = sample.and_then(Sample::own_vendor)
    {
        writeln!(text, "# Most products name the vendor {}, which is no manufacturer.", quoted(vendor))?;
        writeln!(text, "vendor_is_manufacturer = false")?;
    }
    if !findings.columns.is_empty() {
        writeln!(text, "\n# Our field = the file's column.\n[{key}.columns]")?;
        for (field, column) in &findings.columns {
            writeln!(text, "{field} = {}", quoted(column))?;
        }
    }
    let Some(sample) = sample else { return Ok(()) };
    let unknown = sample.unknown_stock_words();
    if findings.platform == PlatformKind::Feed && !unknown.is_empty() {
        let words: Vec<String> = unknown.iter().map(|words| quoted(words)).collect();
        writeln!(
            text,
            "\n# Fill in, where you know what they mean: {}\n# [feed.stock_words]\n# in = []\n# out = []",
            words.join(", ")
        )?;
    }
    categories(text, key, sample)
}

fn categories(text: &mut String, key: &str, sample: &Sample) -> std::fmt::Result {
    let rows = mappings(&sample.notes);
    writeln!(
        text,
        "\n# The retailer's categories, as {} of its products name them. A key is a path, a prefix of a path, or one name in it;",
        sample.offers.len()
    )?;
    writeln!(text, "# what it is set to decides, whatever titles say: {}.", names())?;
    writeln!(
        text,
        "# OTHER, ACCESSORY, CABLE, COMPUTER, PHONE, CONSOLE, WATCH, NETWORK, SOFTWARE, SERVICE: no part. MIXED: titles decide."
    )?;
    writeln!(text, "[{key}.categories]")?;
    for row in rows {
        let products =
            if row.offers == 1 { "1 product".to_owned() } else { format!("{} products", row.offers) };
        match row.guess {
            Some(category) => writeln!(text, "{} = \"{category}\" # {products}", quoted(&row.path))?,
            None => {
                // A category whose name says that it is none of our parts may be mapped so, by somebody who has looked.
                let meaning = if names_no_parts(&row.path) { "OTHER" } else { "MIXED" };
                let said =
                    row.says.map(|category| format!(", titles mostly say {category}")).unwrap_or_default();
                writeln!(
                    text,
                    "# {} = \"{meaning}\" # {products}{said}, such as {}",
                    quoted(&row.path),
                    quoted(&one_line(&row.example))
                )?;
            }
        }
    }
    Ok(())
}

fn names() -> String {
    let parts = Category::ALL.into_iter().filter(|category| *category != Category::Other);
    parts.map(Category::as_str).collect::<Vec<_>>().join(", ")
}

/// A row of the category mapping.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    path: String,
    offers: u64,
    /// Our category for the path; without one the row is left for the operator.
    guess: Option<Category>,
    says: Option<Category>,
    example: String,
}

/// Returns the mapping of the shortest path beginnings under which titles agree, because the innermost
/// names may be brands.
fn mappings(notes: &ReadingNotes) -> Vec<Row> {
    let paths: Vec<(Vec<&str>, &UnmappedCategory)> =
        notes.unmapped.iter().map(|(path, found)| (path.split(" > ").collect(), found)).collect();
    let mut rows = Vec::new();
    descend(&paths, 0, &mut rows);
    rows.sort_by(|a, b| (a.guess.is_none(), b.offers, &a.path).cmp(&(b.guess.is_none(), a.offers, &b.path)));
    rows
}

fn descend(paths: &[(Vec<&str>, &UnmappedCategory)], depth: usize, rows: &mut Vec<Row>) {
    let mut rest = paths;
    while let Some((first, _)) = rest.first() {
        let Some(name) = first.get(depth) else {
            rest = rest.get(1..).unwrap_or_default();
            continue;
        };
        // Paths are in alphabetical order, so those with the same beginning are adjacent, or nearly so.
        let same = rest.iter().take_while(|(path, _)| path.get(depth) == Some(name)).count().max(1);
        let (group, others) = rest.split_at(same);
        rest = others;
        let all = summed(group);
        let path = first.get(..=depth).unwrap_or_default().join(" > ");
        let is_contradicted = |category: Category| group.iter().any(|(path, _)| contradicts(path, category));
        let guess = all.guess_category().filter(|category| is_sure(&all, *category));
        match guess.filter(|category| !is_contradicted(*category)) {
            Some(category) => rows.push(row(path, &all, Some(category))),
            None => {
                for (_, found) in group.iter().filter(|(path, _)| path.len() == depth + 1) {
                    rows.push(row(path.clone(), found, None));
                }
                descend(group, depth + 1, rows);
            }
        }
    }
}

/// Whether the titles agree on a part. Categories of other products are left to the operator.
fn is_sure(found: &UnmappedCategory, category: Category) -> bool {
    let agreeing = found.titles_say.get(&category).copied().unwrap_or(0);
    #[expect(clippy::cast_precision_loss, reason = "a share of a few hundred")]
    let share = agreeing as f64 / found.offers.max(1) as f64;
    category != Category::Other && agreeing >= FEW && share >= SURE
}

/// Whether the names of a category say that it holds no parts, or parts of another kind, whatever its titles seem to be.
fn contradicts(path: &[&str], category: Category) -> bool {
    match holds(path) {
        Some(Holds::Parts(other)) => other != category,
        Some(Holds::NoParts) => true,
        Some(Holds::Mixed) | None => false,
    }
}

fn names_no_parts(path: &str) -> bool {
    holds(&path.split(" > ").collect::<Vec<_>>()) == Some(Holds::NoParts)
}

fn holds(path: &[&str]) -> Option<Holds> {
    let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
    CategoryNames::read([path.as_slice()]).holds
}

fn row(path: String, found: &UnmappedCategory, guess: Option<Category>) -> Row {
    Row { path, offers: found.offers, guess, says: found.guess_category(), example: found.example.clone() }
}

fn summed(group: &[(Vec<&str>, &UnmappedCategory)]) -> UnmappedCategory {
    let mut all = UnmappedCategory::default();
    for (_, found) in group {
        all.offers += found.offers;
        for (category, count) in &found.titles_say {
            *all.titles_say.entry(*category).or_default() += count;
        }
        if all.example.is_empty() {
            all.example.clone_from(&found.example);
        }
    }
    all
}

/// Cleans a retailer's text so that it cannot end a comment.
fn one_line(text: &str) -> String {
    text.split(|letter: char| letter.is_control() || letter.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(offers: u64, says: &[(Category, u64)]) -> UnmappedCategory {
        UnmappedCategory {
            offers,
            titles_say: says.iter().copied().collect(),
            example: "An example".to_owned(),
        }
    }

    #[test]
    fn path_prefixes_with_agreeing_titles_are_mapped() {
        let mut notes = ReadingNotes::default();
        for (path, category) in [
            ("Components > Memory > Corsair", found(5, &[(Category::Ram, 5)])),
            ("Components > Memory > Kingston", found(20, &[(Category::Ram, 19)])),
            ("Components > Cards", found(3, &[(Category::Gpu, 3)])),
            ("Deals", found(9, &[(Category::Gpu, 4), (Category::Ram, 4)])),
            ("Cables", found(6, &[(Category::Other, 6)])),
            ("Electronics > Smartphones", found(5, &[(Category::Ram, 5)])),
        ] {
            notes.unmapped.insert(path.to_owned(), category);
        }
        let rows: Vec<(String, Option<Category>)> =
            mappings(&notes).into_iter().map(|row| (row.path, row.guess)).collect();
        let expected = [
            ("Components > Memory", Some(Category::Ram)),
            ("Components > Cards", Some(Category::Gpu)),
            ("Deals", None),
            ("Cables", None),
            // Titles of phones may state memory; the name of the category says what they are.
            ("Electronics > Smartphones", None),
        ];
        assert_eq!(rows, expected.map(|(path, guess)| (path.to_owned(), guess)));
    }

    #[test]
    fn retailer_text_stays_inside_one_toml_line() {
        assert_eq!(one_line("a\nenabled = true\r\n b"), "a enabled = true b");
        assert_eq!(quoted("a\"\nb").lines().count(), 1);
    }
}
