//! The habits of real shops that the demo retailers have: what a crawl makes of each of these listings.

use std::collections::{BTreeMap, BTreeSet};

use demo::{Habit, Quote, ShopKind};
use domain::{
    config::Config,
    model::{Fils, RejectReason},
};
use ingest::matching;
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::demo_server::{DemoRetailers, context, crawl_all, import_reference};

/// Outcome for a listing.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// An offer with this title.
    Read {
        title: String,
        stock: String,
        price: Fils,
        list_price: Option<Fils>,
    },
    Refused(RejectReason),
}

/// The listings by the slug of the shop and the shop's own id.
type Outcomes = BTreeMap<(String, String), Outcome>;

async fn outcomes(db: &PgPool) -> anyhow::Result<Outcomes> {
    let offers: Vec<(String, String, String, String, i64, Option<i64>)> = sqlx::query_as(
        "select slug, external_id, coalesce(title_en, title_ar), offer_stock(stock, pre_order), price_fils, list_price_fils
         from offer join retailer on retailer.id = retailer_id",
    )
    .fetch_all(db)
    .await?;
    let read = offers.into_iter().map(|(slug, id, title, stock, price, list_price)| {
        ((slug, id), Outcome::Read { title, stock, price: Fils(price), list_price: list_price.map(Fils) })
    });
    let refused: Vec<(String, String, String)> = sqlx::query_as(
        "select slug, external_id, reason from rejected_offer join retailer on retailer.id = retailer_id",
    )
    .fetch_all(db)
    .await?;
    let mut outcomes: Outcomes = read.collect();
    for (slug, id, reason) in refused {
        outcomes.entry((slug, id)).or_insert(Outcome::Refused(reason.parse()?));
    }
    Ok(outcomes)
}

/// Returns what a crawl must make of a listing; nothing of one that nobody can read.
fn expected(habit: Habit, title: &str, quote: Quote) -> Option<Outcome> {
    let read = |stock: &str| {
        let (title, stock) = (title.to_owned(), stock.to_owned());
        Some(Outcome::Read { title, stock, price: quote.price, list_price: quote.list_price })
    };
    match habit {
        Habit::Deposit => Some(Outcome::Refused(RejectReason::PartPayment)),
        Habit::Refurbished => Some(Outcome::Refused(RejectReason::NotNew)),
        Habit::FailingPage => None,
        Habit::PreOrder => read("PRE_ORDER"),
        Habit::Colours
        | Habit::PastSale
        | Habit::CurrentSale
        | Habit::ComingSale
        | Habit::RawAmpersand
        | Habit::OddFields
        | Habit::LooseJson => read("IN"),
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn listings_with_the_habits_of_real_shops_are_read_for_what_they_are(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    // The shops' sales begin and end by their own date, and a crawl compares with the true one.
    street.world.set_date(OffsetDateTime::now_utc().date());
    import_reference(&db).await?;
    let reports = crawl_all(&context(&db), &street.files()).await?;
    let outcomes = outcomes(&db).await?;
    let mut shown: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for shop in &street.world.catalogue.shops {
        for (offer, quote) in street.world.quotes(shop) {
            let Some(habit) = offer.habit else { continue };
            let (slug, title) = (shop.kind.slug(), offer.shown_title());
            let outcome = outcomes.get(&(slug.to_owned(), offer.external_id.clone()));
            assert_eq!(outcome, expected(habit, title, quote).as_ref(), "{slug} {habit:?}: {title}");
            shown.entry(slug).or_default().insert(format!("{habit:?}"));
        }
    }
    assert_eq!(shown.len(), ShopKind::ALL.len());
    assert!(shown.values().all(|habits| habits.len() >= 2), "{shown:?}");

    // The page that always fails is named, and hides nothing else.
    for (kind, report) in ShopKind::ALL.into_iter().zip(&reports) {
        let offers = &street.world.catalogue.shop(kind.slug()).expect("a demo retailer").offers;
        let failing = offers.iter().find(|offer| offer.habit == Some(Habit::FailingPage));
        let error = report.error.clone().unwrap_or_default();
        match failing {
            Some(offer) => {
                assert!(error.starts_with("one page of ") && error.contains(&offer.external_id), "{error}");
            }
            None => assert_eq!(error, "", "{}", kind.slug()),
        }
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deposit_is_no_price_of_its_card(db: PgPool) -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    import_reference(&db).await?;
    crawl_all(&context(&db), &street.files()).await?;
    matching::run(&db, &Config::load()?, false, &CancellationToken::new(), |_| ()).await?;
    let deposits = street.world.catalogue.shops.iter().flat_map(|shop| &shop.offers);
    let deposits: Vec<_> = deposits.filter(|offer| offer.habit == Some(Habit::Deposit)).collect();
    assert_eq!(deposits.len(), 2);
    for deposit in deposits {
        let mut cards = street.world.catalogue.parts.iter().filter(|part| part.in_reference);
        let card = cards.find(|part| deposit.title.contains(&part.name)).expect("a card");
        let prices: Vec<i64> =
            sqlx::query_scalar("select price_fils from offer where product_id = $1 order by 1")
                .bind(card.id)
                .fetch_all(&db)
                .await?;
        assert!(!prices.is_empty(), "nobody sells {}", card.name);
        assert!(prices.iter().all(|price| *price > 200_000), "{}: {prices:?}", card.name);
    }
    Ok(())
}
