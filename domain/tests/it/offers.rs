use domain::{
    config::Config,
    model::{Category, Fils, OfferDraft, OfferId, ProductId, RetailerId, Stock},
    store::{
        crawls::{self, CrawlKind},
        matches,
        offers::{self, OfferObservation},
        snapshots,
    },
    transactions::{
        key_matches, missed_offers, offer_batches,
        price_screen::{PriceContext, PriceVerdict},
    },
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use super::fixtures::{NOW, TODAY, commit, count, draft, facts, import, import_card, retailer, store};

async fn end_missed(db: &PgPool, shop: RetailerId, seen: &[&str], now: OffsetDateTime) -> u64 {
    let mut tx = db.begin().await.unwrap();
    let observe = |offer: offers::LiveOffer<'_>| {
        if seen.contains(&offer.external_id) { OfferObservation::Confirmed } else { OfferObservation::Missed }
    };
    let comparison = offers::compare_with_live(&mut *tx, shop, observe).await.unwrap();
    let crawl_id = crawls::start(&mut *tx, shop, CrawlKind::Crawl, None).await.unwrap();
    let ended = missed_offers::end_missed(&mut tx, shop, crawl_id, &comparison, now).await.unwrap();
    tx.commit().await.unwrap();
    ended
}

async fn assigned_product(db: &PgPool, external_id: &str) -> Option<ProductId> {
    sqlx::query_scalar("select product_id from offer where external_id = $1")
        .bind(external_id)
        .fetch_one(db)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn batch_stores_offers_prices_matches_and_changes_in_one_transaction(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let card = import_card(&db, "TUF RTX 5070", "TUF-RTX5070-O12G").await;
    let feed_before = count(&db, "select count(*) from product_change").await;

    let drafts = [draft("a", "tuf rtx5070 o12g", 200_000), draft("b", "NOBODY-KNOWS-1", 100_000)];
    let counters = store(&db, shop, &drafts, NOW).await;
    assert_eq!((counters.new, counters.changed, counters.unchanged, counters.unmatched), (2, 0, 0, 1));
    assert_eq!(assigned_product(&db, "a").await, Some(card.id));
    assert_eq!(assigned_product(&db, "b").await, None);
    assert_eq!(count(&db, "select count(*) from price_point").await, 2);
    assert_eq!(count(&db, "select count(*) from product_change").await, feed_before + 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unchanged_crawl_writes_one_price_point_a_day(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let drafts = [draft("a", "PART-0001", 200_000)];
    store(&db, shop, &drafts, NOW).await;
    let written = "select xmin::text::bigint from offer";
    let before = count(&db, written).await;
    for hours in [1, 2] {
        assert_eq!(store(&db, shop, &drafts, NOW + Duration::hours(hours)).await.unchanged, 1);
    }
    assert_eq!(count(&db, "select count(*) from price_point").await, 1);
    store(&db, shop, &drafts, NOW + Duration::DAY).await;
    assert_eq!(count(&db, "select count(*) from price_point").await, 2);
    assert_eq!(count(&db, written).await, before);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn changed_price_or_stock_adds_a_price_point_and_changed_title_does_not(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let mut offer = draft("a", "PART-0001", 200_000);
    store(&db, shop, std::slice::from_ref(&offer), NOW).await;
    let steps: [fn(&mut OfferDraft); 3] = [
        |offer| offer.price = Fils(190_000),
        |offer| offer.stock = Stock::Out,
        |offer| offer.title_en = Some("Another title".into()),
    ];
    for (step, points) in steps.iter().zip([2, 3, 3]) {
        step(&mut offer);
        let now = NOW + Duration::minutes(points);
        assert_eq!(store(&db, shop, std::slice::from_ref(&offer), now).await.changed, 1);
        assert_eq!(count(&db, "select count(*) from price_point").await, points);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_ends_after_two_missed_crawls_and_revives(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let drafts = [draft("a", "PART-0001", 200_000), draft("b", "PART-0002", 100_000)];
    store(&db, shop, &drafts, NOW).await;
    assert_eq!(end_missed(&db, shop, &["a"], NOW + Duration::hours(1)).await, 0);
    // A crawl met the offer in between, so the misses are counted from zero again.
    store(&db, shop, &drafts[1..], NOW + Duration::hours(2)).await;
    assert_eq!(end_missed(&db, shop, &["a"], NOW + Duration::hours(3)).await, 0);
    assert_eq!(end_missed(&db, shop, &["a"], NOW + Duration::hours(4)).await, 1);
    assert_eq!(count(&db, "select count(*) from offer where ended_at is not null").await, 1);
    assert_eq!(store(&db, shop, &drafts[1..], NOW + Duration::hours(5)).await.changed, 1);
    assert_eq!(count(&db, "select count(*) from offer where ended_at is not null").await, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unread_price_is_unconfirmed_until_read_again(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let drafts = [draft("a", "PART-0001", 200_000)];
    let price_confirmed_at =
        async || offers::list_live(&db, &[card.id]).await.unwrap()[0].offer.price_confirmed_at;
    let crawl = async |observation: OfferObservation, now: OffsetDateTime| {
        let mut tx = db.begin().await.unwrap();
        let comparison = offers::compare_with_live(&mut *tx, shop, |_| observation).await.unwrap();
        let crawl_id = crawls::start(&mut *tx, shop, CrawlKind::Crawl, None).await.unwrap();
        assert_eq!(missed_offers::end_missed(&mut tx, shop, crawl_id, &comparison, now).await.unwrap(), 0);
        tx.commit().await.unwrap();
    };
    store(&db, shop, &drafts, NOW).await;
    crawl(OfferObservation::Confirmed, NOW + Duration::hours(1)).await;
    assert_eq!(price_confirmed_at().await, NOW + Duration::hours(1));
    for hours in [2, 3] {
        crawl(OfferObservation::Unconfirmed, NOW + Duration::hours(hours)).await;
        assert_eq!(price_confirmed_at().await, NOW + Duration::hours(1));
    }
    store(&db, shop, &drafts, NOW + Duration::hours(4)).await;
    crawl(OfferObservation::Confirmed, NOW + Duration::hours(5)).await;
    assert_eq!(price_confirmed_at().await, NOW + Duration::hours(5));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_was_confirmed_when_a_crawl_or_refresh_last_read_it(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let drafts = [draft("a", "PART-0001", 200_000)];
    store(&db, shop, &drafts, NOW).await;
    let price_confirmed_at =
        async || offers::list_live(&db, &[card.id]).await.unwrap()[0].offer.price_confirmed_at;
    let day = |number: i64| NOW + Duration::days(number);
    end_missed(&db, shop, &["a"], day(1)).await;
    assert_eq!(price_confirmed_at().await, day(1));
    // The second complete crawl has missed the offer: the first one read it last.
    end_missed(&db, shop, &[], day(2)).await;
    assert_eq!(price_confirmed_at().await, day(1));
    // A refresh, or a crawl that is not complete.
    missed_offers::mark_read(&db, shop, &["a".to_owned()], day(3)).await.unwrap();
    assert_eq!(price_confirmed_at().await, day(3));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_whose_price_cannot_be_read_is_not_missed(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000)], NOW).await;
    let crawls = [
        (OfferObservation::Missed, 0),
        (OfferObservation::Unconfirmed, 0),
        (OfferObservation::Missed, 0),
        (OfferObservation::Missed, 1),
    ];
    for (now, (observation, ended)) in (1..).map(|hours| NOW + Duration::hours(hours)).zip(crawls) {
        let mut tx = db.begin().await.unwrap();
        let comparison = offers::compare_with_live(&mut *tx, shop, |_| observation).await.unwrap();
        let crawl_id = crawls::start(&mut *tx, shop, CrawlKind::Crawl, None).await.unwrap();
        let counted = missed_offers::end_missed(&mut tx, shop, crawl_id, &comparison, now).await.unwrap();
        assert_eq!(counted, ended, "{now}");
        tx.commit().await.unwrap();
    }
    let confirmed = "select count(*) from offer where unconfirmed_since = '2026-11-21 09:00+00'";
    assert_eq!(count(&db, confirmed).await, 1, "the price was last confirmed when it was stored");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn part_number_of_two_products_leaves_the_offer_unmatched(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let twins = [facts("TUF RTX 5070", "PART-0001"), facts("Prime RTX 5070", "PART-0001")];
    import(&db, &twins).await;
    assert_eq!(store(&db, shop, &[draft("a", "PART-0001", 1000)], NOW).await.unmatched, 1);
    assert_eq!(assigned_product(&db, "a").await, None);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn part_number_never_matches_across_manufacturer_or_category(db: PgPool) {
    let shop = retailer(&db, "north").await;
    import(&db, &[facts("TUF RTX 5070", "PART-0001")]).await;
    let mut foreign = draft("a", "PART-0001", 1000);
    foreign.manufacturer = Some("MSI".into());
    let mut accessory = draft("b", "PART-0001", 1000);
    accessory.category = Some(Category::Case);
    assert_eq!(store(&db, shop, &[foreign, accessory], NOW).await.unmatched, 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn waiting_offers_are_matched_after_an_import(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 1000)], NOW).await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let mut tx = db.begin().await.unwrap();
    let limits = Config::load().unwrap().price_screen;
    assert_eq!(key_matches::match_waiting_by_key(&mut tx, &limits).await.unwrap().matched, 1);
    tx.commit().await.unwrap();
    assert_eq!(assigned_product(&db, "a").await, Some(card.id));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reused_external_id_with_new_content_loses_its_match(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let cards = [facts("TUF RTX 5070", "PART-0001"), facts("TUF RTX 5080", "PART-0002")];
    import(&db, &cards).await;
    store(&db, shop, &[draft("a", "PART-0001", 1000)], NOW).await;
    assert_eq!(assigned_product(&db, "a").await, Some(cards[0].id));
    store(&db, shop, &[draft("a", "PART-0002", 1000)], NOW + Duration::HOUR).await;
    assert_eq!(assigned_product(&db, "a").await, Some(cards[1].id));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_of_a_rejected_pair_is_not_screened_against_the_product(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    store(&db, south, &[draft("card", "PART-0001", 200_000)], NOW).await;
    store(&db, north, &[draft("bracket", "PART-0001", 6_000)], NOW).await;
    sqlx::query("with unmatched as (update offer set product_id = null, linked_by = null where external_id = 'bracket'
         returning id)
         insert into product_match (offer_id, product_id, status, decision, confidence, decided_at)
         select id, $1, 'REJECTED', 'NO_MATCH', 0, now() from unmatched")
        .bind(card.id)
        .execute(&db)
        .await
        .unwrap();

    let screen = |context: &PriceContext<'_>| match context.market {
        Some(market) => PriceVerdict::Hold(market),
        None => PriceVerdict::Publish,
    };
    let bracket = [draft("bracket", "PART-0001", 5_500)];
    let mut tx = db.begin().await.unwrap();
    let (counters, held) =
        offer_batches::store_screened_batch(&mut tx, north, &bracket, NOW, &screen).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!((counters.changed, counters.unmatched, held.len()), (1, 1, 0));
    assert_eq!(assigned_product(&db, "bracket").await, None);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn the_cheapest_offer_in_stock_is_shown(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let mut sold_out = draft("a", "PART-0001", 90_000);
    sold_out.stock = Stock::Out;
    store(&db, north, &[sold_out], NOW).await;
    store(&db, south, &[draft("b", "PART-0001", 100_000)], NOW).await;

    let snapshot = snapshots::load(&db, &[card.id], TODAY).await.unwrap().pop().unwrap();
    assert_eq!(snapshot.cheapest_offer().unwrap().offer.price, Fils(100_000));
    assert_eq!(snapshot.price_range(), Some((Fils(90_000), Fils(100_000))));
    assert_eq!(snapshot.trend.days.last().unwrap().price, Fils(100_000));
    assert!(snapshot.in_stock());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_that_a_crawl_changes_while_the_matcher_runs_is_compared_again(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let mut offers = [draft("a", "PART-0001", 200_000), draft("b", "PART-0002", 210_000)];
    store(&db, shop, &offers, NOW).await;
    let loaded = matches::list_reassignable(&db, Category::Gpu, OfferId(uuid::Uuid::nil()), 9).await.unwrap();
    assert_eq!(loaded.len(), 2);
    offers[0].title_en = Some("Another card".into());
    store(&db, shop, &offers, NOW + Duration::hours(1)).await;

    commit(&db, async |tx| matches::mark_compared(tx, &loaded).await).await.unwrap();
    assert!(matches::has_uncompared(&db).await.unwrap());
    let compared = "select count(*) from offer where matched_at is not null and external_id = 'b'";
    assert_eq!(count(&db, compared).await, 1);
}

/// Where two pages show one offer, each crawl may read another one first.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn another_page_alone_changes_no_offer(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let shown_on = |page: Option<&str>, fils| {
        let page_url = page.map(|page| format!("https://shop.example/{page}"));
        [OfferDraft { page_url, ..draft("a", "PART-0001", fils) }]
    };
    let stored_page = async || {
        let page = sqlx::query_scalar::<_, Option<String>>("select page_url from offer").fetch_one(&db).await;
        page.unwrap().unwrap_or_default()
    };
    store(&db, shop, &shown_on(None, 200_000), NOW).await;
    assert_eq!(store(&db, shop, &shown_on(Some("1"), 200_000), NOW).await.changed, 1);
    for page in [Some("2"), Some("1"), None] {
        assert_eq!(store(&db, shop, &shown_on(page, 200_000), NOW).await.unchanged, 1, "{page:?}");
        assert_eq!(stored_page().await, "https://shop.example/1");
    }
    assert_eq!(store(&db, shop, &shown_on(Some("2"), 190_000), NOW).await.changed, 1);
    assert_eq!(stored_page().await, "https://shop.example/2");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pre_order_is_a_state_of_its_own_and_no_best_price_beside_stock(db: PgPool) {
    let [north, south] = [retailer(&db, "north").await, retailer(&db, "south").await];
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let mut early = draft("a", "PART-0001", 90_000);
    early.stock = Stock::PreOrder;
    let mut sold_out = draft("b", "PART-0001", 80_000);
    sold_out.stock = Stock::Out;
    store(&db, north, &[early.clone()], NOW).await;
    store(&db, south, &[sold_out], NOW).await;
    let load = async || snapshots::load(&db, &[card.id], TODAY).await.unwrap().pop().unwrap();

    let only_early = load().await;
    assert!(only_early.is_pre_order() && !only_early.in_stock());
    assert_eq!(only_early.cheapest_offer().unwrap().offer.price, Fils(90_000));
    // Programs that do not know the state read it as sold out, and so does the history.
    let stored: (String, bool) = sqlx::query_as("select stock, pre_order from offer where external_id = 'a'")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(stored, ("OUT".to_owned(), true));
    assert_eq!(count(&db, "select count(*) from price_point where stock <> 'OUT'").await, 0);

    store(&db, south, &[draft("b", "PART-0001", 100_000)], NOW + Duration::hours(1)).await;
    let beside_stock = load().await;
    assert!(beside_stock.in_stock() && !beside_stock.is_pre_order());
    assert_eq!(beside_stock.cheapest_offer().unwrap().offer.price, Fils(100_000));
    assert_eq!(beside_stock.cheapest_delivered_offer().unwrap().listed.offer.price, Fils(100_000));

    early.stock = Stock::In;
    let arrived = store(&db, north, &[early], NOW + Duration::hours(2)).await;
    assert_eq!(arrived.changed, 1);
    assert_eq!(load().await.cheapest_offer().unwrap().offer.price, Fils(90_000));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn stock_stored_by_a_program_without_pre_orders_counts(db: PgPool) {
    let north = retailer(&db, "north").await;
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let mut early = draft("a", "PART-0001", 90_000);
    early.stock = Stock::PreOrder;
    store(&db, north, &[early], NOW).await;
    sqlx::query("update offer set stock = 'IN'").execute(&db).await.unwrap();
    assert!(snapshots::load(&db, &[card.id], TODAY).await.unwrap().pop().unwrap().in_stock());
}

/// A card states when its price was read: it changes when the retailer's crawls no longer confirm the price by themselves.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn card_is_made_anew_when_crawls_confirm_the_price_no_longer(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let cards = [facts("TUF RTX 5070", "PART-0001"), facts("PRIME RTX 5070", "PART-0002")];
    import(&db, &cards).await;
    store(&db, shop, &[draft("a", "PART-0001", 200_000), draft("b", "PART-0002", 210_000)], NOW).await;
    let changes = async || count(&db, "select count(*) from product_change").await;
    let confirmed = async |index: usize| {
        offers::list_live(&db, &[cards[index].id]).await.unwrap()[0].is_confirmed_by_crawls
    };
    let before = changes().await;
    end_missed(&db, shop, &["a", "b"], NOW + Duration::hours(1)).await;
    assert_eq!((changes().await, confirmed(1).await), (before, true));
    end_missed(&db, shop, &["a"], NOW + Duration::hours(2)).await;
    assert_eq!((changes().await, confirmed(0).await, confirmed(1).await), (before + 1, true, false));
    // A crawl that is not complete tells of the reading itself, at most once a day.
    let ids = ["a".to_owned(), "b".to_owned()];
    missed_offers::mark_read(&db, shop, &ids, NOW + Duration::hours(30)).await.unwrap();
    assert_eq!(changes().await, before + 3);
    missed_offers::mark_read(&db, shop, &ids, NOW + Duration::hours(40)).await.unwrap();
    assert_eq!(changes().await, before + 3);
}
