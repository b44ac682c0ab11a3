//! The five demo shops crawled, matched, and held against the truth about every listing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::config::Config;
use ingest::{
    demo::{ListingKind, TrueListing},
    matching,
};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    stored::number,
    street::{Street, context, crawl_all, import_reference},
};

/// The most listings that may stand on another product's page: of those that tell what they are, and of those that do not.
const MAX_WRONG: usize = 0;
const MAX_WRONG_GUESSES: usize = 0;
/// Of a hundred listings of parts that two shops sell, how many share a page with another shop's.
const MIN_SHARED_PERCENT: usize = 0;
/// What waits for a person after the first run.
const MIN_QUESTIONS: i64 = 30;

/// What stands on the pages, beside what should.
#[derive(Default)]
struct Joined {
    pages: BTreeMap<Uuid, Vec<TrueListing>>,
    unjoined: Vec<TrueListing>,
    /// The reference's products by id, as truth names them.
    reference: HashMap<Uuid, String>,
}

impl Joined {
    async fn read(db: &PgPool, street: &Street) -> anyhow::Result<Joined> {
        let catalogue = &street.world.catalogue;
        let mut truth: HashMap<(String, String), TrueListing> = catalogue
            .truth()
            .into_iter()
            .map(|listing| ((listing.retailer.to_owned(), listing.external_id.clone()), listing))
            .collect();
        let known = catalogue.parts.iter().filter(|part| part.in_reference);
        let mut joined = Joined {
            reference: known.map(|part| (part.id, part.slug.clone())).collect(),
            ..Joined::default()
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

    /// What a page is of: the reference's product, else what most of its listings are of; `None` for no part.
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

    /// Listings on a page of something else.
    fn wrong(&self) -> Vec<(String, &TrueListing)> {
        let mut wrong = Vec::new();
        for (id, listings) in &self.pages {
            let subject = self.subject(id, listings);
            let strange = listings.iter().filter(|listing| listing.product.as_deref() != subject);
            wrong.extend(strange.map(|listing| (subject.unwrap_or("no part").to_owned(), listing)));
        }
        wrong
    }

    /// Of the listings of parts that another shop sells too: how many share a page with such a one, and how many there are.
    fn shared(&self) -> (usize, usize) {
        let clear = |listing: &&TrueListing| listing.kind == ListingKind::Part;
        let mut sellers: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        let everything = self.pages.values().flatten().chain(&self.unjoined).filter(clear);
        for listing in everything.clone() {
            let product = listing.product.as_deref().unwrap_or_default();
            sellers.entry(product).or_default().insert(listing.retailer);
        }
        let comparable = everything
            .filter(|listing| sellers[listing.product.as_deref().unwrap_or_default()].len() > 1)
            .count();
        let together = |page: &Vec<TrueListing>| {
            let clear: Vec<&TrueListing> = page.iter().filter(clear).collect();
            let shares = |listing: &&&TrueListing| {
                clear
                    .iter()
                    .any(|other| other.product == listing.product && other.retailer != listing.retailer)
            };
            clear.iter().filter(shares).count()
        };
        (self.pages.values().map(together).sum(), comparable)
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn one_part_of_several_shops_stands_on_one_page(db: PgPool) -> anyhow::Result<()> {
    let street = Street::open().await?;
    import_reference(&db).await?;
    crawl_all(&context(&db), &street.files()).await?;
    let policy = Config::load()?.matching;
    let done = matching::run(&db, &policy, false, &CancellationToken::new(), |_| ()).await?;
    let joined = Joined::read(&db, &street).await?;
    let (guesses, wrong): (Vec<_>, Vec<_>) =
        joined.wrong().into_iter().partition(|(_, listing)| listing.kind == ListingKind::Ambiguous);
    let (shared, comparable) = joined.shared();
    let questions = number(&db, "select count(*) from product_match where status = 'PENDING'").await?;
    let pages_of_no_part =
        joined.pages.iter().filter(|(id, page)| joined.subject(id, page).is_none()).count();
    let lost = joined.unjoined.iter().filter(|listing| listing.kind.is_part()).count();
    println!(
        "{done:?}\n{} pages, {pages_of_no_part} of no part; {lost} listings of parts on no page; wrong: {} of clear \
         listings, {} of ambiguous ones; {shared} of {comparable} share a page; {questions} questions",
        joined.pages.len(),
        wrong.len(),
        guesses.len()
    );
    let named = |list: &[(String, &TrueListing)]| -> Vec<String> {
        list.iter()
            .map(|(page, listing)| format!("{page} <- {} {}", listing.retailer, listing.title))
            .collect()
    };
    assert!(wrong.len() <= MAX_WRONG, "{:#?}", named(&wrong));
    assert!(guesses.len() <= MAX_WRONG_GUESSES, "{:#?}", named(&guesses));
    assert!(shared * 100 >= comparable * MIN_SHARED_PERCENT, "{shared} of {comparable}");
    assert!(questions >= MIN_QUESTIONS, "{questions} questions");
    Ok(())
}
