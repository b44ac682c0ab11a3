//! Finds manufacturers that the built-in table does not know: by the retailer's brand field, else by the word with
//! which several titles begin.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    model::{
        OfferId, RetailerId,
        keys::{fold::Folded, manufacturer_key, manufacturers::manufacturer_aliases},
    },
    store::{
        manufacturers::{self, UnassignedOffer},
        matches,
    },
    transactions::manufacturer_names,
};
use rustc_hash::FxHashSet;
use sqlx::PgPool;

use super::vocabulary;

/// A word is a manufacturer's name where at least this many different titles, or titles of at least this many
/// retailers, begin with it.
const MIN_TITLES: usize = 3;
const MIN_RETAILERS: usize = 2;
/// Maximum length of a name, in words.
const MAX_NAME_WORDS: usize = 4;
/// Minimum length of a name, in letters; shorter words are abbreviations.
const MIN_WORD_CHARS: usize = 3;
/// A brand with which the retailer's name begins, or that begins with the retailer's name, is the retailer's own. This
/// is the minimum length of the shorter of the two; shorter names may coincide by chance.
const MIN_RETAILER_NAME_CHARS: usize = 4;

/// Counts of one assignment run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AssignedCounts {
    /// Offers that received a manufacturer.
    pub offers: u64,
    /// Names that now wait for an administrator.
    pub new: u64,
}

/// Known names by key: the name to use, or `None` for a word that is no manufacturer's name.
type Names = BTreeMap<String, Option<String>>;

/// Assigns to each offer of a part without a manufacturer the one that the retailer states or that titles share, and
/// lists the names that no administrator has confirmed. The outcome depends on the set of offers alone, never on the
/// order in which they arrived, and a second run changes nothing.
///
/// 1. Apply the administrators' decisions. Known names are those of the reference and those found before.
/// 2. Use the brand field, where its text may name a manufacturer and is not the retailer's own name.
/// 3. Of the other offers, take the words with which at least 3 different titles, or titles of at least 2 retailers,
///    begin. Drop words that occur in names of reference products; the rest become names.
/// 4. Assign to the other offers the longest known name with which their title begins.
/// 5. Record the names that are new, for an administrator to decide.
///
/// # Errors
/// On database errors; then nothing changes.
pub async fn assign_unknown(db: &PgPool) -> anyhow::Result<AssignedCounts> {
    let mut tx = db.begin().await?;
    manufacturer_names::unify(&mut tx).await?;
    manufacturers::apply_decisions(&mut tx).await?;
    let offers = manufacturers::list_unassigned(&mut *tx).await?;
    let mut names: Names = manufacturers::list_reference(&mut *tx)
        .await?
        .into_iter()
        // The title reader has already used the built-in table: the manufacturer of a chip is not that of its card.
        .filter(|(_, name)| manufacturer_aliases().find_name(name).is_none())
        .map(|(key, name)| (key, Some(name)))
        .collect();
    names.extend(manufacturers::list_canonical(&mut *tx).await?);
    let mut found = by_brand(&offers, &mut names);
    let rest: Vec<&UnassignedOffer> = offers.iter().filter(|offer| !found.contains_key(&offer.id)).collect();
    let shared = shared_first_words(&rest, &names);
    let ordinary = ordinary_words(db, shared.keys()).await?;
    for (word, name) in shared {
        if !ordinary.contains(&word) {
            names.insert(manufacturer_key(&name), Some(name));
        }
    }
    found.extend(rest.iter().filter_map(|offer| Some((offer.id, leading_name(offer, &names)?))));
    let mut groups: BTreeMap<&str, Vec<OfferId>> = BTreeMap::new();
    for (offer, name) in &found {
        groups.entry(name).or_default().push(*offer);
    }
    for (name, offers) in groups {
        manufacturers::rename_offers(&mut tx, &offers, name).await?;
    }
    let new = manufacturers::record_seen(&mut tx).await?;
    tx.commit().await?;
    Ok(AssignedCounts { offers: found.len() as u64, new })
}

/// Returns the offers whose brand field names the manufacturer. A new name is remembered in its most frequent spelling.
fn by_brand(offers: &[UnassignedOffer], names: &mut Names) -> BTreeMap<OfferId, String> {
    let mut stated: BTreeMap<String, Vec<(OfferId, &str)>> = BTreeMap::new();
    for offer in offers {
        if let Some(brand) = offer.stated_brand.as_deref().map(str::trim)
            && is_name(brand)
            && !is_retailer_name(brand, offer)
        {
            stated.entry(manufacturer_key(brand)).or_default().push((offer.id, brand));
        }
    }
    let mut found = BTreeMap::new();
    for (key, offers) in stated {
        let spelling = || Some(most_frequent(offers.iter().map(|(_, brand)| *brand)));
        if let Some(name) = names.entry(key).or_insert_with(spelling) {
            found.extend(offers.into_iter().map(|(id, _)| (id, name.clone())));
        }
    }
    found
}

/// Whether a brand field may name a manufacturer. A brand of the built-in table was already seen by the title reader,
/// which did not accept it: the manufacturer of a chip on another manufacturer's card.
fn is_name(brand: &str) -> bool {
    let folded = Folded::new(brand);
    let has_letters = brand.chars().any(char::is_alphabetic);
    let is_plain = vocabulary::states_no_brand(&folded) || folded.iter().all(vocabulary::is_ordinary);
    has_letters
        && !is_plain
        && folded.len() <= MAX_NAME_WORDS
        && manufacturer_aliases().find_name(brand).is_none()
        && !manufacturer_key(brand).is_empty()
}

/// Whether a brand field holds the retailer's own name, with or without "Store".
fn is_retailer_name(brand: &str, offer: &UnassignedOffer) -> bool {
    let brand = manufacturer_key(brand);
    let mut retailer_names = offer.retailer_names.iter().map(|name| manufacturer_key(name));
    retailer_names.any(|name| {
        let is_prefix = name.starts_with(&brand) || brand.starts_with(&name);
        let shorter = name.chars().count().min(brand.chars().count());
        !name.is_empty() && (name == brand || is_prefix && shorter >= MIN_RETAILER_NAME_CHARS)
    })
}

/// Titles, retailers and spellings of a word that begins titles.
#[derive(Default)]
struct FirstWord<'a> {
    titles: BTreeSet<String>,
    retailers: BTreeSet<RetailerId>,
    spellings: Vec<&'a str>,
}

/// Returns the words with which enough titles begin, each with its most frequent spelling.
fn shared_first_words(offers: &[&UnassignedOffer], names: &Names) -> BTreeMap<String, String> {
    let mut words: BTreeMap<String, FirstWord<'_>> = BTreeMap::new();
    for offer in offers {
        let Some(title) = offer.title.as_deref() else { continue };
        let folded = Folded::new(title);
        let word = folded.word(0);
        let has_known_name =
            find_prefix(&folded, names).is_some() || manufacturer_aliases().alias_at(&folded, 0).is_some();
        if has_known_name || !may_be_name(word) || is_retailer_name(word, offer) {
            continue;
        }
        let first = words.entry(word.to_owned()).or_default();
        first.titles.insert(folded.iter().collect::<Vec<_>>().join(" "));
        first.retailers.insert(offer.retailer_id);
        first.spellings.extend(title.get(folded.source(0)));
    }
    words
        .into_iter()
        .filter(|(_, first)| first.titles.len() >= MIN_TITLES || first.retailers.len() >= MIN_RETAILERS)
        .map(|(word, first)| (word, most_frequent(first.spellings.into_iter())))
        .collect()
}

/// Whether a title's first word may be a name at all: Latin letters only, and no word of our tables.
fn may_be_name(word: &str) -> bool {
    let letters = word.len() >= MIN_WORD_CHARS && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    letters && !vocabulary::is_ordinary(word)
}

/// Returns the manufacturer with whose name the title begins.
fn leading_name(offer: &UnassignedOffer, names: &Names) -> Option<String> {
    find_prefix(&Folded::new(offer.title.as_deref()?), names).cloned().flatten()
}

/// Returns the longest known name with which a title begins.
fn find_prefix<'a>(title: &Folded, names: &'a Names) -> Option<&'a Option<String>> {
    let most = MAX_NAME_WORDS.min(title.len());
    (1..=most).rev().find_map(|count| names.get(&manufacturer_key(title.window(0, count))))
}

/// Returns those of the words that occur in the names of reference products: such a word describes a product and
/// names no manufacturer.
async fn ordinary_words(
    db: &PgPool,
    words: impl Iterator<Item = &String>,
) -> sqlx::Result<FxHashSet<String>> {
    let candidate_words: FxHashSet<&str> = words.map(String::as_str).collect();
    let mut ordinary = FxHashSet::default();
    if candidate_words.is_empty() {
        return Ok(ordinary);
    }
    let mut after = None;
    loop {
        let names = matches::list_reference_names(db, after, NAMES_PER_QUERY).await?;
        let Some((last, _)) = names.last() else { return Ok(ordinary) };
        after = Some(*last);
        for (_, name) in &names {
            let folded = Folded::new(name);
            ordinary.extend(folded.iter().filter(|word| candidate_words.contains(word)).map(str::to_owned));
        }
    }
}

/// Number of names read at a time.
const NAMES_PER_QUERY: i64 = 5_000;

/// Returns the most frequent text; of several, the first in byte order.
fn most_frequent<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let most = counts.iter().max_by(|left, right| left.1.cmp(right.1).then(right.0.cmp(left.0)));
    most.map(|(text, _)| (*text).to_owned()).unwrap_or_default()
}
