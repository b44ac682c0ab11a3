//! The demo retailers, crawled, matched, and compared with the truth about every listing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use demo::{ListingKind, TrueListing};
use domain::config::Config;
use ingest::matching;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    demo_server::{DemoRetailers, context, crawl_all, import_reference},
    stored_data::number,
};

/// Minimum percentage of the listings of parts sold by several shops that share a page with another shop's listing.
const MIN_SHARED_PERCENT: usize = 96;
/// Minimum number of questions for an administrator after the first run.
const MIN_QUESTIONS: i64 = 30;
/// Maximum number of clear listings on the page of another part, and of ambiguous ones on the page of one of their
/// candidates. Both are measured values, and both are to become zero.
const MAX_WRONG: usize = 1;
const MAX_GUESSES: usize = 13;
/// Maximum number of listings that a failure names.
const NAMED: usize = 60;

/// Listings on the pages, and the products of the reference.
#[derive(Default)]
struct LinkedListings {
    pages: BTreeMap<Uuid, Vec<TrueListing>>,
    unjoined: Vec<TrueListing>,
    /// Slugs of the reference's products by id, as in the truth.
    reference: HashMap<Uuid, String>,
}

impl LinkedListings {
    async fn read(db: &PgPool, street: &DemoRetailers) -> anyhow::Result<LinkedListings> {
        let catalogue = &street.world.catalogue;
        let mut truth: HashMap<(String, String), TrueListing> = catalogue
            .truth()
            .into_iter()
            .map(|listing| ((listing.retailer.to_owned(), listing.external_id.clone()), listing))
            .collect();
        let known = catalogue.parts.iter().filter(|part| part.in_reference);
        let mut joined = LinkedListings {
            reference: known.map(|part| (part.id, part.slug.clone())).collect(),
            ..LinkedListings::default()
        };
        let offers: Vec<(String, String, Option<Uuid>)> = sqlx::query_as(
            "select slug, external_id, product_id from offer join retailer on retailer.id = retailer_id",
        )
        .fetch_all(db)
        .await?;
        for (slug, external_id, product) in offers {
            let listing = truth.remove(&(slug, external_id)).expect("a listing of the demo");
            match product {
                Some(product) => joined.pages.entry(product).or_default().push(listing),
                None => joined.unjoined.push(listing),
            }
        }
        Ok(joined)
    }

    /// Returns the product of a page: the reference's product, else the product of most of its listings; `None` where
    /// none of them is a part.
    fn subject<'a>(&'a self, id: &Uuid, listings: &'a [TrueListing]) -> Option<&'a str> {
        if let Some(known) = self.reference.get(id) {
            return Some(known);
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for product in listings.iter().filter_map(|listing| listing.product.as_deref()) {
            *counts.entry(product).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(_, count)| *count).map(|(product, _)| product)
    }

    /// Returns the listings on a page of another product.
    fn find_wrong_listings(&self) -> Vec<(String, &TrueListing)> {
        let mut wrong = Vec::new();
        for (id, listings) in &self.pages {
            let subject = self.subject(id, listings);
            let strange = listings.iter().filter(|listing| listing.product.as_deref() != subject);
            wrong.extend(strange.map(|listing| (subject.unwrap_or("no product").to_owned(), listing)));
        }
        wrong
    }

    /// Returns what the shops sell beside parts and a page shows, by page: a page of its own, or that of a part.
    fn find_other_goods(&self) -> BTreeMap<Uuid, Vec<&TrueListing>> {
        let is_other = |listing: &&TrueListing| !listing.kind.is_part();
        self.pages
            .iter()
            .map(|(id, page)| (*id, page.iter().filter(is_other).collect::<Vec<_>>()))
            .filter(|(_, other)| !other.is_empty())
            .collect()
    }

    /// Returns the pending matches of 95 % confidence and more, which a bulk approval merges, of two different products.
    async fn find_wrong_confident(&self, db: &PgPool) -> anyhow::Result<Vec<String>> {
        let pending: Vec<(String, String, Uuid, String)> = sqlx::query_as(
            "select slug, external_id, product_match.product_id, rationale::text from product_match
             join offer on offer.id = offer_id join retailer on retailer.id = retailer_id
             where status = 'PENDING' and confidence >= 0.95",
        )
        .fetch_all(db)
        .await?;
        let listings: Vec<&TrueListing> = self.pages.values().flatten().chain(&self.unjoined).collect();
        let mut wrong = Vec::new();
        for (slug, external_id, product, evidence) in pending {
            let page = self.pages.get(&product).map_or(&[][..], Vec::as_slice);
            let subject = self.subject(&product, page).unwrap_or("no product");
            let of_offer =
                |listing: &&&TrueListing| listing.retailer == slug && listing.external_id == external_id;
            let listing = listings.iter().find(of_offer).expect("a listing of the demo");
            if listing.product.as_deref() != Some(subject) {
                wrong.push(format!("{subject} <- {}: {evidence}", line(listing)));
            }
        }
        Ok(wrong)
    }

    /// Returns the number of listings of parts that another shop sells too, and those of them that share a page with
    /// no other shop's listing of the same part.
    fn find_split_listings(&self) -> (usize, Vec<&TrueListing>) {
        let clear = |listing: &&TrueListing| listing.kind == ListingKind::Part;
        let product = |listing: &TrueListing| listing.product.clone().unwrap_or_default();
        let listed: Vec<&TrueListing> =
            self.pages.values().flatten().chain(&self.unjoined).filter(clear).collect();
        let mut sellers: HashMap<String, BTreeSet<&str>> = HashMap::new();
        for listing in &listed {
            sellers.entry(product(listing)).or_default().insert(listing.retailer);
        }
        let comparable = |listing: &&TrueListing| sellers[&product(listing)].len() > 1;
        let shares = |page: &[TrueListing], listing: &TrueListing| {
            let same = page.iter().filter(|other| clear(other) && other.product == listing.product);
            same.into_iter().any(|other| other.retailer != listing.retailer)
        };
        let on_pages = self
            .pages
            .values()
            .flat_map(|page| page.iter().filter(|listing| clear(listing) && !shares(page, listing)));
        let apart = on_pages.chain(self.unjoined.iter().filter(clear)).filter(comparable).collect();
        (listed.iter().copied().filter(comparable).count(), apart)
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn part_sold_by_several_retailers_has_one_page(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    crawl_all(&context(&db), &street.files()).await?;
    let done = matching::run(&db, &Config::load()?, false, &CancellationToken::new(), |_| ()).await?;
    let joined = LinkedListings::read(&db, &street).await?;
    let (guesses, wrong): (Vec<_>, Vec<_>) = joined
        .find_wrong_listings()
        .into_iter()
        .partition(|(_, listing)| listing.kind == ListingKind::Ambiguous);
    let (comparable, apart) = joined.find_split_listings();
    let shared = comparable - apart.len();
    let questions = number(&db, "select count(*) from product_match where status = 'PENDING'").await?;
    let pages_without_parts =
        joined.pages.iter().filter(|(id, page)| joined.subject(id, page).is_none()).count();
    let other_goods = joined.find_other_goods();
    let lost = joined.unjoined.iter().filter(|listing| listing.kind.is_part()).count();
    println!(
        "{done:?}\n{} pages, {pages_without_parts} of no part, {} with other goods; {lost} listings \
         of parts on no page; wrong: {} of clear listings, {} of ambiguous ones; {shared} of {comparable} share a page; \
         {questions} questions",
        joined.pages.len(),
        other_goods.len(),
        wrong.len(),
        guesses.len()
    );
    let named = |list: &[(String, &TrueListing)]| -> Vec<String> {
        list.iter().map(|(page, listing)| format!("{page} <- {}", line(listing))).collect()
    };
    let shown: Vec<String> =
        other_goods.values().flatten().take(NAMED).map(|listing| line(listing)).collect();
    assert!(
        wrong.len() <= MAX_WRONG && other_goods.is_empty(),
        "{:#?}, other goods: {shown:#?}",
        named(&wrong)
    );
    assert!(guesses.len() <= MAX_GUESSES, "{:#?}", named(&guesses));
    let examples: Vec<String> = apart.iter().take(NAMED).map(|listing| line(listing)).collect();
    assert!(shared * 100 >= comparable * MIN_SHARED_PERCENT, "{shared} of {comparable}: {examples:#?}");
    assert!(questions >= MIN_QUESTIONS, "{questions} questions");
    let wrong_confident = joined.find_wrong_confident(&db).await?;
    assert!(wrong_confident.is_empty(), "a bulk approval would merge {wrong_confident:#?}");
    Ok(())
}

fn line(listing: &TrueListing) -> String {
    format!("{} {}: {}", listing.retailer, listing.product.as_deref().unwrap_or("no product"), listing.title)
}
