//! Parses a raw offer into the draft that the database stores, or refuses it with a reason.

use domain::model::{Category, Fils, Gtin, NonPartReason, OfferDraft, RejectReason, Stock};

use super::{notes::ReadingNotes, sale_terms};
use crate::{
    extract::text::plain_text,
    normalise::{
        self, LearntCategories, NormalisedTitle, RawTitle,
        price::{self, PriceError, PriceFormat},
        stock,
    },
    raw_offer::{RawOffer, RawPrice, RawStock, Rejection, RetailerCategory, is_storable_id},
    retailer_file::{CategoryMeaning, RetailerFile, SkuMeaning, StockWordsFile},
};

/// Maximum length of a title, in characters; the rest is cut, as longer texts are descriptions.
const MAX_STORED_TITLE_CHARS: usize = 500;
/// Maximum length of an address, in bytes.
const MAX_ADDRESS_BYTES: usize = 2_000;
/// Maximum length of a SKU, in bytes, and maximum number of barcodes of one offer.
const MAX_SKU_BYTES: usize = 100;
const MAX_GTINS: usize = 8;
/// Maximum length of the path of a retailer's category that is stored, in bytes, and maximum number of them.
const MAX_CATEGORY_BYTES: usize = 300;
const MAX_CATEGORIES: usize = 8;

/// A parsed offer. The price of a sold-out offer is preliminary: a crawl replaces it by the last stored price, if there
/// is one (`RunningCrawl::replace_sold_out_prices`).
#[derive(Debug, Clone, PartialEq)]
pub enum ParsedDraft {
    /// With the price that the retailer states, whatever the stock.
    Priced(OfferDraft),
    /// Sold out, and without a usable price: the price is 0. A crawl rejects the offer if no price is stored either.
    WithoutPrice(OfferDraft),
}

impl ParsedDraft {
    /// Returns the draft, with or without a price.
    pub fn draft(&self) -> &OfferDraft {
        match self {
            Self::Priced(draft) | Self::WithoutPrice(draft) => draft,
        }
    }

    /// Unwraps the draft, with or without a price.
    pub fn into_draft(self) -> OfferDraft {
        match self {
            Self::Priced(draft) | Self::WithoutPrice(draft) => draft,
        }
    }
}

/// Parses an offer.
///
/// # Errors
/// The reason why the offer cannot be stored.
pub fn parse_draft(file: &RetailerFile, raw: RawOffer) -> Result<ParsedDraft, Rejection> {
    parse_draft_with_notes(file, raw, &LearntCategories::default(), &mut ReadingNotes::default())
}

/// Parses an offer like [`parse_draft`], with what the retailer's categories held in earlier crawls, and adds its findings
/// about the retailer file to `notes`.
///
/// # Errors
/// As [`parse_draft`].
pub fn parse_draft_with_notes(
    file: &RetailerFile,
    raw: RawOffer,
    learnt: &LearntCategories,
    notes: &mut ReadingNotes,
) -> Result<ParsedDraft, Rejection> {
    let (title_en, title_ar) = (clean_title(raw.title_en.as_deref()), clean_title(raw.title_ar.as_deref()));
    let titles = (title_en.as_deref(), title_ar.as_deref());
    let external_id = raw.external_id.trim().to_owned();
    check_complete(&external_id, titles, &raw.url)?;
    check_currency(raw.currency.as_deref())?;
    let stock = parse_stock(&raw.stock, raw.stock_left.as_deref(), file.stock_words());
    sale_terms::check_price_text(&raw.price)?;
    let price = parse_price(&raw.price, file.price_format()).map_err(reject_price);
    // Reading a title costs as much as reading all other fields together. Without a usable price, read the title only
    // for a sold-out offer (it may be stored with its last price), or if categories are stated or a listing page is
    // mapped to a category in the retailer file (the notes compare them with the title).
    let has_categories = !raw.categories.is_empty() || raw.listing_page_mapping.is_some();
    if let (Err(rejection), false, false) = (&price, stock == Stock::Out, has_categories) {
        return Err(rejection.clone());
    }
    let (title, non_part_reason) = parse_title(file, &raw, titles, learnt, notes);
    let list_price = parse_price(&raw.list_price, file.price_format()).ok();
    let stock_left =
        raw.stock_left.as_deref().and_then(|text| text.trim().parse().ok()).filter(|left| *left > 0);

    let stock = sale_terms::read(title.terms, &raw)?.restrict(stock);
    // A bracket or a bundle states the part number of the part that it belongs to, but is not that part.
    let is_part = non_part_reason.is_none();
    notes.bad_gtins += raw.gtins.iter().filter(|gtin| Gtin::parse(gtin).is_err()).count() as u64;
    let draft = OfferDraft {
        external_id,
        title_en,
        title_ar,
        page_url: raw.page_url.filter(|page| *page != raw.url && is_web_address(page)),
        url: raw.url,
        image_url: raw.image_url.filter(|url| is_web_address(url)),
        category: if is_part { title.category } else { Some(Category::Other) },
        unsure: title.unsure.filter(|_| is_part && title.category.is_none()),
        retailer_categories: stored_categories(&raw.categories),
        manufacturer: title.manufacturer,
        stated_brand: raw
            .stated_brand
            .as_deref()
            .filter(|brand| !sale_terms::is_stated_by(brand))
            .and_then(clean_brand),
        model: title.model.filter(|_| is_part),
        part_numbers: if is_part { title.part_numbers } else { Vec::new() },
        sku: raw.sku.map(|sku| sku.trim().to_owned()).filter(|sku| is_sku(sku)),
        gtins: parse_gtins(&raw.gtins),
        non_part_reason,
        specs: title.specs,
        price: Fils::ZERO,
        list_price: None,
        stock,
        stock_left: stock_left.filter(|_| stock == Stock::In),
    };
    with_price(draft, price, list_price)
}

fn check_complete(
    external_id: &str,
    (en, ar): (Option<&str>, Option<&str>),
    url: &str,
) -> Result<(), Rejection> {
    let incomplete = |detail: &str| Err(Rejection::new(RejectReason::Incomplete, detail));
    if !is_storable_id(external_id) {
        return incomplete("its id is empty or too long");
    }
    if en.is_none() && ar.is_none() {
        return incomplete("the title is missing");
    }
    if !is_web_address(url) {
        return incomplete(&format!("{url:?} is no web address"));
    }
    Ok(())
}

/// Completes the draft with its price; without a usable price a sold-out offer becomes [`ParsedDraft::WithoutPrice`].
fn with_price(
    mut draft: OfferDraft,
    price: Result<Fils, Rejection>,
    list_price: Option<Fils>,
) -> Result<ParsedDraft, Rejection> {
    let stock = draft.stock;
    match price {
        // The placeholder price of a sold-out offer is ignored: nobody can pay it. If it were screened, the order in
        // which retailers are read would decide whether it is published or held.
        Ok(price) if stock == Stock::Out && price::is_placeholder(price) => {
            Ok(ParsedDraft::WithoutPrice(draft))
        }
        Ok(price) => {
            draft.price = price;
            draft.list_price = list_price.filter(|list| *list > price);
            Ok(ParsedDraft::Priced(draft))
        }
        Err(_) if stock == Stock::Out => Ok(ParsedDraft::WithoutPrice(draft)),
        Err(rejection) => Err(rejection),
    }
}

fn reject_price(error: PriceError) -> Rejection {
    let reason = match error {
        PriceError::Range(_) => RejectReason::SeveralPrices,
        PriceError::ForeignCurrency(_) => RejectReason::Currency,
        _ => RejectReason::Price,
    };
    Rejection::new(reason, format!("price: {error}"))
}

/// Reads the titles, and the reason why the offer is not a part. The retailer file decides the category of a part. The
/// title decides whether the offer is an accessory, because every retailer lists accessories among the parts that they
/// are for.
fn parse_title(
    file: &RetailerFile,
    raw: &RawOffer,
    (en, ar): (Option<&str>, Option<&str>),
    learnt: &LearntCategories,
    notes: &mut ReadingNotes,
) -> (NormalisedTitle, Option<NonPartReason>) {
    let part_number = raw.part_number.as_deref().or(match file.sku {
        SkuMeaning::Mpn => raw.sku.as_deref(),
        SkuMeaning::Own => None,
    });
    let mapped = file.categories().and_then(|map| map.find(&raw.categories));
    let meaning = raw.listing_page_mapping.or(mapped.map(|mapped| mapped.meaning));
    let category_texts =
        raw.categories.iter().filter(|category| !category.tag).map(|category| category.path.join(" / "));
    let hint = category_texts.collect::<Vec<_>>().join(" / ");
    // Shops write `[PRE-ORDER]` or `Open Box` where the brand belongs.
    let stated_brand = raw.stated_brand.as_deref().map(plain_text);
    let stated_brand = stated_brand.filter(|brand| !brand.is_empty() && !sale_terms::is_stated_by(brand));
    let parsed = normalise::normalise_title(&RawTitle {
        en,
        ar,
        category_hint: Some(hint.as_str()).filter(|hint| !hint.is_empty()),
        categories: &raw.categories,
        learnt: Some(learnt),
        description: raw.description.as_deref(),
        mapped_category: match meaning {
            Some(CategoryMeaning::Part(category)) => Some(category),
            _ => None,
        },
        stated_brand: stated_brand.as_deref(),
        part_number_hint: part_number,
    });
    notes.record(raw, mapped, meaning, parsed.title_category, en.or(ar).unwrap_or_default());
    let by_title = find_non_part_reason(&parsed);
    let non_part_reason = match meaning {
        Some(CategoryMeaning::NonPart(reason)) => match (reason, by_title) {
            // The file only says that the offer is not a part; the title may give a more exact reason.
            (NonPartReason::Other, Some(exact)) => Some(exact),
            _ => Some(reason),
        },
        _ => by_title,
    };
    (parsed, non_part_reason)
}

/// Returns the reason why the offer is not a part, according to its title.
fn find_non_part_reason(title: &NormalisedTitle) -> Option<NonPartReason> {
    let accessory = title.accessory.then_some(NonPartReason::Accessory);
    let other = (title.bundle || title.category == Some(Category::Other)).then_some(NonPartReason::Other);
    title.non_part_reason.or(accessory).or(other)
}

/// Returns the paths of the retailer's categories as they are stored. Tags count only where there is nothing else. The
/// database layer separates list items by a control character.
fn stored_categories(categories: &[RetailerCategory]) -> Vec<String> {
    let all_tags = categories.iter().all(|category| category.tag);
    let counted = categories.iter().filter(|category| all_tags || !category.tag);
    let texts = counted.map(RetailerCategory::text).filter(|text| {
        !text.is_empty() && text.len() <= MAX_CATEGORY_BYTES && !text.contains(char::is_control)
    });
    let mut stored: Vec<String> = texts.take(MAX_CATEGORIES).collect();
    stored.sort_unstable();
    stored.dedup();
    stored
}

fn is_sku(text: &str) -> bool {
    (1..=MAX_SKU_BYTES).contains(&text.len()) && !text.chars().any(char::is_control)
}

/// Returns the valid barcodes, each once: retailers put anything into the field.
fn parse_gtins(stated: &[String]) -> Vec<Gtin> {
    let mut gtins: Vec<Gtin> = stated.iter().filter_map(|text| Gtin::parse(text).ok()).collect();
    gtins.sort_unstable();
    gtins.dedup();
    gtins.truncate(MAX_GTINS);
    gtins
}

/// Decodes a title, however it was encoded, and cuts it to its maximum length. A text without letters and digits is no
/// title.
fn clean_title(text: Option<&str>) -> Option<String> {
    let cut: String = plain_text(text?).chars().take(MAX_STORED_TITLE_CHARS).collect();
    cut.chars().any(char::is_alphanumeric).then_some(cut)
}

/// Maximum length of a brand field, in characters; a longer one holds something else.
const MAX_BRAND_CHARS: usize = 60;

fn clean_brand(text: &str) -> Option<String> {
    clean_title(Some(text)).filter(|brand| brand.chars().count() <= MAX_BRAND_CHARS)
}

fn is_web_address(text: &str) -> bool {
    text.len() <= MAX_ADDRESS_BYTES
        && url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

fn check_currency(stated: Option<&str>) -> Result<(), Rejection> {
    let Some(stated) = stated.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    let is_dinar = ["KWD", "KD", "K.D.", "د.ك", "د.ك."].iter().any(|name| name.eq_ignore_ascii_case(stated));
    let detail = || format!("its price is in {stated:?}, not in KWD");
    if is_dinar { Ok(()) } else { Err(Rejection::new(RejectReason::Currency, detail())) }
}

fn parse_price(raw: &RawPrice, format: PriceFormat) -> Result<Fils, PriceError> {
    match raw {
        RawPrice::Absent => Err(PriceError::Empty),
        RawPrice::Text(text) => price::parse(text, format),
        RawPrice::Decimal(text) => price::parse_decimal(text),
        RawPrice::Minor { amount, scale } => price::parse_minor_units(amount, *scale),
    }
}

fn parse_stock(raw: &RawStock, left: Option<&str>, words: Option<&StockWordsFile>) -> Stock {
    match (raw, words) {
        (RawStock::Flag(flag), _) => stock::from_flags(Some(*flag), false),
        (RawStock::Words(text), Some(words)) => parse_retailer_stock_words(text, words),
        (RawStock::Words(text), None) => stock::from_text(text),
        (RawStock::Absent, _) => {
            left.and_then(|text| text.trim().parse().ok()).map_or(Stock::Unknown, stock::from_quantity)
        }
    }
}

/// Reads the stock by the words that the retailer file names. Any other word means unknown.
fn parse_retailer_stock_words(text: &str, words: &StockWordsFile) -> Stock {
    let text = text.trim().to_lowercase();
    // A file that lists pre-orders as in stock or sold out was written before they were told apart.
    if stock::from_text(&text) == Stock::PreOrder {
        return Stock::PreOrder;
    }
    let starts_with_any = |list: &[String]| list.iter().any(|word| text.starts_with(&word.to_lowercase()));
    match (starts_with_any(&words.out), starts_with_any(&words.r#in)) {
        (true, _) => Stock::Out,
        (false, true) => Stock::In,
        (false, false) => Stock::Unknown,
    }
}
