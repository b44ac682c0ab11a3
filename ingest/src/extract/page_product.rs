//! Selects the product that a page is about from all that its markup states: JSON-LD, microdata, RDFa, `<meta>` tags. Blocks
//! of related products and of reviews make no offers, and a product that is stated twice is one.

use std::collections::HashSet;

use domain::model::keys::fold::Folded;
use scraper::{Html, Selector};
use serde_json::Value;
use url::Url;

use super::{
    json_ld::{self, BrokenBlock, Stated},
    meta_tags,
    microdata::{self, Markup},
    offer_choice::{listed, text},
};

/// Maximum number of products that are compared; a page with more is a list.
const MAX_PRODUCTS: usize = 200;
/// Maximum number of products, if the page shows of none that it is about it; a page with more is a list.
const MAX_UNNAMED: usize = 5;
/// Maximum number of headings and titles of a page that are read.
const MAX_NAMES: usize = 5;
/// Length to which names are compared, in characters.
const MAX_NAME_CHARS: usize = 300;

/// The product of a page, as its markup states it.
#[derive(Debug, Default)]
pub struct PageProduct {
    /// The product; several where it has variants.
    pub products: Vec<Value>,
    /// A block that cannot be read and may have held the product.
    pub broken: Option<BrokenBlock>,
}

/// Finds the product that a page is about.
pub fn find(page: &Html, url: &Url) -> PageProduct {
    let identity = PageIdentity::of(page, url);
    let blocks = json_ld::blocks(page);
    let mut chosen = choose(json_ld::products(&blocks.nodes), &identity);
    let has_broken_product = blocks.broken.as_ref().is_some_and(|broken| broken.is_product);
    if has_broken_product && identity.is_named && !chosen.is_certain {
        // The block of the product is broken, and what is left is another one's.
        chosen = Chosen::default();
    }
    for markup in [Markup::Microdata, Markup::Rdfa] {
        if !chosen.has_offers() {
            let stated = microdata::products(page, markup).into_iter().take(MAX_PRODUCTS);
            chosen = chosen.completed_by(choose(stated.map(Stated::product).collect(), &identity));
        }
    }
    if !chosen.has_offers()
        && let Some(product) = meta_tags::product(page)
    {
        chosen = chosen.completed_by(Chosen { products: vec![product], is_certain: true });
    }
    PageProduct { products: chosen.products, broken: blocks.broken }
}

/// Products of one kind of markup that are the page's.
#[derive(Debug, Default)]
struct Chosen {
    products: Vec<Value>,
    /// Whether the address, an id or the name shows that the page is about them.
    is_certain: bool,
}

impl Chosen {
    fn has_offers(&self) -> bool {
        self.products.iter().any(has_offers)
    }

    /// Completes a product without offers by another markup of the same page.
    fn completed_by(mut self, other: Chosen) -> Chosen {
        if !other.has_offers() {
            return if self.products.is_empty() { other } else { self };
        }
        match (self.products.as_mut_slice(), other.products.as_slice()) {
            ([product], [stated]) if other.is_certain || same_name(product, stated) => {
                complete(product, stated);
                self
            }
            _ => other,
        }
    }
}

fn has_offers(product: &Value) -> bool {
    match product.get("offers") {
        None | Some(Value::Null) => false,
        Some(Value::Array(offers)) => !offers.is_empty(),
        Some(_) => true,
    }
}

/// Selects the products with the best evidence. Without any, the first one with an offer is the
/// page's, unless the page is a list.
fn choose(stated: Vec<Stated>, identity: &PageIdentity) -> Chosen {
    let stated = joined(stated);
    let scores: Vec<i32> = stated.iter().map(|one| identity.score(one)).collect();
    let best = scores.iter().copied().max().unwrap_or_default();
    let is_certain = best > 0;
    let is_another = |score: i32| score < 0 && identity.is_named;
    let mut own: Vec<Stated> = stated
        .into_iter()
        .zip(scores)
        .filter(|(_, score)| if is_certain { *score == best } else { !is_another(*score) })
        .map(|(one, _)| one)
        .collect();
    if !is_certain && own.len() > MAX_UNNAMED {
        return Chosen::default();
    }
    if !is_certain && own.len() > 1 {
        let first = own.iter().position(|one| has_offers(&one.node) || !one.variants.is_empty()).unwrap_or(0);
        own = own.into_iter().skip(first).take(1).collect();
    }
    // Equal evidence: variants, each with a number of its own; what has none is stated twice.
    if own.len() > 1 && !own.iter().all(|one| id(&one.node).is_some()) {
        let mut all = own.into_iter();
        own = all.next().into_iter().collect();
        if let Some(first) = own.first_mut() {
            all.for_each(|other| complete(&mut first.node, &other.node));
        }
    }
    Chosen { products: own.into_iter().flat_map(Stated::into_products).collect(), is_certain }
}

/// Joins what is stated of one product in several places.
fn joined(stated: Vec<Stated>) -> Vec<Stated> {
    let mut found: Vec<Stated> = Vec::new();
    for one in stated.into_iter().take(MAX_PRODUCTS) {
        match found.iter_mut().find(|known| is_same(&known.node, &one.node)) {
            Some(known) => {
                complete(&mut known.node, &one.node);
                known.is_main |= one.is_main;
                if known.variants.is_empty() {
                    known.variants = one.variants;
                }
            }
            None => found.push(one),
        }
    }
    found
}

fn is_same(one: &Value, other: &Value) -> bool {
    let same = |key: &str| text(one, key).is_some_and(|value| text(other, key) == Some(value));
    let differ = |key: &str| text(one, key).zip(text(other, key)).is_some_and(|(one, other)| one != other);
    same("@id") || same("sku") || same_name(one, other) && !differ("sku") && !differ("mpn")
}

fn same_name(one: &Value, other: &Value) -> bool {
    let name = |node: &Value| text(node, "name").map(|name| words(&name)).filter(|words| !words.is_empty());
    name(one).is_some_and(|one| name(other) == Some(one))
}

/// Adds to a product what only the other statement of it holds. Offers that differ are all kept: two prices are refused
/// later.
fn complete(product: &mut Value, other: &Value) {
    let (Some(object), Some(other)) = (product.as_object_mut(), other.as_object()) else { return };
    for (key, value) in other {
        match object.get_mut(key) {
            None | Some(Value::Null) => {
                object.insert(key.clone(), value.clone());
            }
            Some(known) if key == "offers" && known != value => {
                let is_known = |offer: &&Value| listed(known).take(MAX_PRODUCTS).any(|old| old == *offer);
                let new: Vec<Value> =
                    listed(value).take(MAX_PRODUCTS).filter(|offer| !is_known(offer)).cloned().collect();
                let mut all: Vec<Value> = listed(known).cloned().collect();
                all.extend(new);
                *known = Value::Array(all);
            }
            Some(_) => {}
        }
    }
}

fn id(product: &Value) -> Option<String> {
    ["sku", "productID", "mpn"].iter().find_map(|key| text(product, key))
}

fn words(text: &str) -> Vec<String> {
    let end = text.char_indices().nth(MAX_NAME_CHARS).map_or(text.len(), |(end, _)| end);
    let folded = Folded::new(text.get(..end).unwrap_or_default());
    (0..folded.len()).map(|index| folded.word(index).to_owned()).collect()
}

/// Statements of a page about itself outside of its structured data.
struct PageIdentity {
    url: Url,
    /// Addresses of the page: its own, the canonical one, OpenGraph's.
    addresses: Vec<Url>,
    /// Path and query of its own address in lower case, with single dashes instead of all signs.
    slug: String,
    /// Words of its headings and titles.
    names: Vec<Vec<String>>,
    /// Whether a heading or title has enough words to name a product.
    is_named: bool,
}

impl PageIdentity {
    fn of(page: &Html, url: &Url) -> Self {
        let mut addresses = vec![url.clone()];
        let canonical = Selector::parse("link[rel=canonical i]").ok();
        let stated =
            canonical.iter().flat_map(|links| page.select(links).filter_map(|link| link.attr("href")));
        let stated: Vec<String> =
            stated.map(str::to_owned).chain(meta_tags::contents(page, "og:url")).collect();
        addresses.extend(stated.iter().take(MAX_NAMES).filter_map(|address| url.join(address).ok()));
        addresses.retain(|address| address.path().len() > 1 || address.query().is_some());
        let mut titles: Vec<String> = Vec::new();
        if let Ok(headings) = Selector::parse("h1, title") {
            titles.extend(page.select(&headings).take(MAX_NAMES).map(|it| it.text().collect::<String>()));
        }
        titles.extend(meta_tags::contents(page, "og:title").into_iter().take(MAX_NAMES));
        let names: Vec<Vec<String>> =
            titles.iter().map(|title| words(title)).filter(|words| !words.is_empty()).collect();
        let is_named = names.iter().any(|words| words.len() > 1);
        let path = url
            .path_segments()
            .and_then(|mut parts| parts.rfind(|part| !part.is_empty()))
            .unwrap_or_default();
        let slug = slug(&format!("{path} {}", url.query().unwrap_or_default()));
        Self { url: url.clone(), addresses, slug, names, is_named }
    }

    /// Weighs the evidence that the page is about a product; negative where it is another page's.
    fn score(&self, stated: &Stated) -> i32 {
        let all = || std::iter::once(&stated.node).chain(&stated.variants);
        let by_name = all().map(|node| self.name_score(node)).max().unwrap_or_default();
        let by_id = all().any(|node| self.names_id(node));
        let by_address = self.address_score(&stated.node);
        let evidence = by_name + 3 * i32::from(by_id) + 4 * i32::from(stated.is_main);
        // The address of another page counts only where nothing speaks for this one.
        if by_address < 0 && evidence > 0 { evidence - 1 } else { evidence + by_address }
    }

    fn address_score(&self, product: &Value) -> i32 {
        let join = |address: String| self.url.join(&address).ok();
        let own = text(product, "url").and_then(join).filter(|url| url.path().len() > 1);
        let mut others: Vec<Url> = ["@id", "mainEntityOfPage"]
            .iter()
            .filter_map(|key| text(product, key))
            .filter_map(join)
            .collect();
        let main_page = product.get("mainEntityOfPage").and_then(|page| text(page, "@id"));
        others.extend(main_page.and_then(join));
        let offers = product.get("offers").into_iter().flat_map(listed).take(MAX_NAMES);
        others.extend(offers.filter_map(|offer| text(offer, "url")).filter_map(join));
        let is_here = |address: &Url| self.addresses.iter().any(|known| is_same_page(known, address));
        match own {
            Some(own) if is_here(&own) => 4,
            Some(_) => -4,
            // A fragment alone (`#product`) is every product's.
            None => {
                4 * i32::from(others.iter().any(|address| is_here(address) && !self.is_own_fragment(address)))
            }
        }
    }

    fn is_own_fragment(&self, address: &Url) -> bool {
        address.fragment().is_some() && is_same_page(&self.url, address)
    }

    fn names_id(&self, product: &Value) -> bool {
        ["sku", "productID", "mpn"].iter().filter_map(|key| text(product, key)).any(|id| {
            let id = slug(&id);
            let is_part = id.len() >= 3 && format!("-{}-", self.slug).contains(&format!("-{id}-"));
            !id.is_empty() && (is_part || id == self.slug)
        })
    }

    fn name_score(&self, product: &Value) -> i32 {
        let Some(name) = text(product, "name").map(|name| words(&name)).filter(|name| !name.is_empty())
        else {
            return 0;
        };
        let by_title = self.names.iter().map(|title| match () {
            () if *title == name => 3,
            () if name.len() > 1 && title.len() > 1 && (holds(title, &name) || holds(&name, title)) => 2,
            () => 0,
        });
        let by_title = by_title.max().unwrap_or_default();
        let known: HashSet<&str> = name.iter().map(String::as_str).collect();
        let parts: Vec<&str> = self.slug.split('-').filter(|part| part.len() > 1).collect();
        let shared = parts.iter().filter(|part| known.contains(*part)).count();
        let is_slug = shared >= 2 && shared * 3 >= parts.len() * 2;
        by_title + i32::from(is_slug)
    }
}

/// Whether a list of words holds another one, in one piece.
fn holds(words: &[String], inner: &[String]) -> bool {
    words.windows(inner.len()).any(|window| window == inner)
}

fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    lower
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Whether two addresses lead to one page: by their paths, or the last parts of them, as languages and categories stand
/// before those. Different queries (`?id=5`) are different pages.
fn is_same_page(one: &Url, other: &Url) -> bool {
    let last = |url: &Url| url.path_segments()?.rfind(|part| !part.is_empty()).map(str::to_lowercase);
    let queries = (one.query().unwrap_or_default(), other.query().unwrap_or_default());
    let differ = queries.0 != queries.1 && !queries.0.is_empty() && !queries.1.is_empty();
    !differ && last(one).is_some_and(|part| last(other) == Some(part))
}

#[cfg(test)]
mod tests;
