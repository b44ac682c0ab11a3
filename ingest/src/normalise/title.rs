//! Reads a retailer's title into typed facts.

use domain::model::{Category, NonPartReason, Specs, keys::fold::Folded};

use super::{
    category::{self, CategoryDecision, Context, Explanation, Feature},
    condition::{self, SaleTerms},
    manufacturer, model, part_number,
    raw_title::RawTitle,
    specs,
    tokens::TitleTokens,
    transliterate::latinise,
};

/// Maximum length of a title, in characters; the rest is cut, as a longer text is a description.
const MAX_PARSED_TITLE_CHARS: usize = 400;

/// Facts read from a title. A fact is absent where the title does not state it or is not clear.
#[derive(Debug, Clone, PartialEq)]
pub struct NormalisedTitle {
    pub category: Option<Category>,
    /// Canonical spelling where the manufacturer is known.
    pub manufacturer: Option<String>,
    /// The words that tell the product from others of its manufacturer.
    pub model: Option<String>,
    /// As written, without surrounding spaces.
    pub part_numbers: Vec<String>,
    pub specs: Specs,
    /// The category that a listing without one may have: what the title says is not enough.
    pub unsure: Option<Category>,
    /// Why the product is not a PC part, with the category `OTHER`; `None` for a part.
    pub non_part_reason: Option<NonPartReason>,
    /// Whether the product is an accessory of a part: a bracket, a cable, a mouse pad.
    pub accessory: bool,
    /// Whether several products are sold as one.
    pub bundle: bool,
    /// Terms in the titles: the goods' condition, the payment and pre-orders.
    pub terms: SaleTerms,
    /// The category that the words of the title say, whatever the retailer file says. Where the file maps no category,
    /// the retailer's own word counts too.
    pub title_category: Option<Category>,
}

/// Returns the features by which the classifier judges a title, with the texts that they stand for.
pub fn title_features(title: &str, raw: &RawTitle<'_>) -> Vec<Feature> {
    let source = latinise(cut_title(title));
    let text = Folded::new(&source);
    let tokens = TitleTokens::new(&source, &text);
    category::features_of(&tokens, &context(&tokens, raw))
}

/// Explains the kind of product for which a listing is taken by its first title. A mapped category decides among the parts.
pub fn explain_title(raw: &RawTitle<'_>) -> Explanation {
    let source = latinise(cut_title(raw.en.or(raw.ar).unwrap_or_default()));
    let text = Folded::new(&source);
    let tokens = TitleTokens::new(&source, &text);
    category::explain(&tokens, &context(&tokens, raw))
}

/// Reads a title in English, Arabic or both.
pub fn normalise_title(raw: &RawTitle<'_>) -> NormalisedTitle {
    let mut titles = [raw.en, raw.ar].into_iter().flatten().filter(|text| !text.trim().is_empty());
    let mut parsed = match titles.next() {
        Some(first) => read_one(first, raw),
        None => read_one("", raw),
    };
    if let Some(second) = titles.next() {
        let second = read_one(second, raw);
        parsed.terms = parsed.terms.or(second.terms);
        fill_gaps(&mut parsed, second);
    }
    if let Some(number) =
        raw.part_number_hint.map(str::trim).filter(|number| part_number::is_stated_number(number))
    {
        parsed.part_numbers.retain(|found| !found.eq_ignore_ascii_case(number));
        parsed.part_numbers.insert(0, number.to_owned());
    }
    parsed
}

fn read_one(title: &str, raw: &RawTitle<'_>) -> NormalisedTitle {
    let source = latinise(cut_title(title));
    let text = Folded::new(&source);
    let tokens = TitleTokens::new(&source, &text);
    let CategoryDecision { category, non_part_reason, accessory, bundle, title_category, unsure } =
        category::decide_category(&tokens, &context(&tokens, raw));
    let (terms, terms_words) = condition::of_title(&text);
    let is_mixed_bundle = bundle && category == Some(Category::Other);
    let manufacturer =
        manufacturer::find_manufacturer(&tokens, category, raw.stated_brand).filter(|_| !is_mixed_bundle);
    let numbers = part_number::find_part_numbers(&tokens);
    let part = category.filter(|category| *category != Category::Other);
    let specs = part.map(|category| specs::read_specs(category, &tokens)).unwrap_or_default();
    let model = part.and_then(|category| {
        let skipped = |index: usize| {
            terms_words.iter().any(|words| words.contains(&index))
                || numbers.iter().any(|n| n.words.contains(&index))
        };
        model::find_model(category, manufacturer.as_deref(), &tokens, &specs, &skipped)
    });
    let part_numbers = numbers.into_iter().map(|number| number.text).collect();
    NormalisedTitle {
        category,
        manufacturer,
        model,
        part_numbers,
        specs,
        unsure,
        non_part_reason,
        accessory,
        bundle,
        terms,
        title_category,
    }
}

fn context<'a>(tokens: &TitleTokens<'_>, raw: &RawTitle<'a>) -> Context<'a> {
    Context::new(raw, manufacturer::find_manufacturer(tokens, raw.mapped_category, raw.stated_brand))
}

pub(super) fn cut_title(title: &str) -> &str {
    let end = title.char_indices().nth(MAX_PARSED_TITLE_CHARS).map_or(title.len(), |(end, _)| end);
    title.get(..end).unwrap_or(title)
}

/// Fills the gaps of the first title from the second, which names the same product.
fn fill_gaps(first: &mut NormalisedTitle, other: NormalisedTitle) {
    if first.category.is_some() && other.category.is_some() && first.category != other.category {
        return;
    }
    first.category = first.category.or(other.category);
    first.unsure = first.unsure.or(other.unsure).filter(|_| first.category.is_none());
    first.title_category = first.title_category.or(other.title_category);
    first.manufacturer = first.manufacturer.take().or(other.manufacturer);
    first.model = first.model.take().or(other.model);
    for (key, value) in other.specs.iter() {
        if first.specs.get(key).is_none() {
            // Reading the other title accepted this value by the same rules, so the insert cannot fail.
            let _ = first.specs.insert(key, value.clone());
        }
    }
    for number in other.part_numbers {
        if !first.part_numbers.contains(&number) {
            first.part_numbers.push(number);
        }
    }
    first.non_part_reason = first.non_part_reason.or(other.non_part_reason);
    first.accessory |= other.accessory;
    first.bundle |= other.bundle;
}
