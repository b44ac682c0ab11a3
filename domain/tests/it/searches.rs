//! Counted searches.

use domain::{
    model::ProductId,
    store::{
        expiry,
        search_choices::{self, ProductChoices},
        searches::{self, CountedText, SearchView, SearchedText},
        users::Language,
    },
};
use serde_json::json;
use sqlx::PgPool;
use time::{Date, Duration};

use crate::fixtures::{TODAY, commit, count, insert_product};

fn counted(text: &str, visitors: &[&str]) -> CountedText {
    CountedText {
        text: text.to_owned(),
        language: Language::En,
        searches: visitors.len() as i64,
        empty_searches: 0,
        results: 7,
        understood: json!([{ "kind": "category", "label": "GPU", "words": text }]),
        unknown_words: Vec::new(),
        visitors: visitors.iter().map(|visitor| visitor.as_bytes().to_vec()).collect(),
        clicks: Vec::new(),
        additions: Vec::new(),
        next_texts: Vec::new(),
    }
}

async fn add(db: &PgPool, day: Date, texts: &[CountedText]) {
    commit(db, async |tx| searches::add(tx, day, texts).await).await.unwrap();
}

async fn list(db: &PgPool, view: SearchView) -> Vec<SearchedText> {
    searches::list(db, view, TODAY - Duration::days(29), TODAY, 0, 50).await.unwrap()
}

async fn texts(db: &PgPool, view: SearchView) -> Vec<String> {
    list(db, view).await.into_iter().map(|found| found.text).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn text_is_listed_once_three_visitors_typed_it(db: PgPool) {
    add(&db, TODAY, &[counted("white case", &["a", "b"]), counted("rare", &["a"])]).await;
    add(&db, TODAY, &[counted("white case", &["b"])]).await;
    assert!(list(&db, SearchView::Frequent).await.is_empty(), "one visitor counts once");
    // From another process.
    add(&db, TODAY, &[counted("white case", &["c", "d", "e"])]).await;
    let [found] = <[SearchedText; 1]>::try_from(list(&db, SearchView::Frequent).await).unwrap();
    assert_eq!((found.text.as_str(), found.searches, found.results, found.total), ("white case", 6, 7, 1));
    assert_eq!(found.understood[0]["label"], "GPU");

    let tomorrow = TODAY + Duration::DAY;
    assert_eq!(searches::delete_rare(&db, TODAY).await.unwrap(), 0, "the day lasts");
    assert_eq!(searches::delete_rare(&db, tomorrow).await.unwrap(), 1);
    assert_eq!(
        (
            count(&db, "select count(*) from search_text").await,
            count(&db, "select count(*) from search_visitor").await
        ),
        (1, 0)
    );
    assert_eq!(expiry::delete_searches(&db, tomorrow, TODAY).await.unwrap(), 0);
    assert_eq!(expiry::delete_searches(&db, tomorrow, tomorrow).await.unwrap(), 1);
    assert_eq!(count(&db, "select count(*) from search_text").await, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn days_are_summed_and_each_view_lists_its_texts(db: PgPool) {
    let product = insert_product(&db, "90YV0000").await;
    let visitors = ["a", "b", "c"];
    let empty = CountedText { empty_searches: 3, results: 0, ..counted("quantum card", &visitors) };
    let unknown = CountedText { unknown_words: vec!["blorp".to_owned()], ..counted("blorp fan", &visitors) };
    let clicked = CountedText {
        clicks: vec![(product, 2, 6), (ProductId::random(), 1, 1)],
        next_texts: vec![("quantum card".to_owned(), 2), ("only one typed this".to_owned(), 9)],
        ..counted("fan", &visitors)
    };
    add(&db, TODAY, &[empty, unknown, clicked.clone()]).await;
    add(&db, TODAY - Duration::DAY, &[clicked]).await;
    add(&db, TODAY - Duration::days(40), &[counted("old", &visitors)]).await;

    assert_eq!(texts(&db, SearchView::Frequent).await, ["fan", "blorp fan", "quantum card"]);
    assert_eq!(texts(&db, SearchView::NoResults).await, ["quantum card"]);
    assert_eq!(texts(&db, SearchView::NoClick).await, ["blorp fan"]);
    assert_eq!(texts(&db, SearchView::UnknownWords).await, ["blorp fan"]);
    let fan = &list(&db, SearchView::Frequent).await[0];
    assert_eq!((fan.searches, fan.clicks, fan.mean_rank), (6, 4, Some(3.0)));
    assert_eq!(fan.next_texts, ["quantum card"], "a text that is not shown is no next text either");
    let second = searches::list(&db, SearchView::Frequent, TODAY, TODAY, 1, 1).await.unwrap();
    assert_eq!((second.len(), second[0].total), (1, 3));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn click_without_a_search_leaves_what_was_understood(db: PgPool) {
    let product = insert_product(&db, "90YV0000").await;
    add(&db, TODAY, &[counted("fan", &["a", "b", "c"])]).await;
    let click = CountedText {
        searches: 0,
        results: 0,
        understood: json!([]),
        clicks: vec![(product, 1, 4)],
        ..counted("fan", &[])
    };
    add(&db, TODAY, &[click]).await;
    let found = &list(&db, SearchView::Frequent).await[0];
    assert_eq!((found.searches, found.results, found.clicks), (3, 7, 1));
    assert_eq!(found.understood[0]["label"], "GPU");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn next_text_is_listed_only_where_both_texts_were_typed_by_three_on_its_day(db: PgPool) {
    let followed = |visitors: &[&str]| CountedText {
        next_texts: vec![("pump".to_owned(), 2)],
        ..counted("fan", visitors)
    };
    let three = ["a", "b", "c"];
    // Each text is shown for one of the two days, never both on one day.
    add(&db, TODAY, &[followed(&three), counted("pump", &three[..2])]).await;
    add(&db, TODAY - Duration::DAY, &[followed(&three[..2]), counted("pump", &three)]).await;
    let next_texts = |found: Vec<SearchedText>| {
        found.into_iter().find(|found| found.text == "fan").map(|found| found.next_texts)
    };
    assert_eq!(next_texts(list(&db, SearchView::Frequent).await), Some(Vec::new()));
    add(&db, TODAY, &[counted("pump", &["d"])]).await;
    assert_eq!(next_texts(list(&db, SearchView::Frequent).await), Some(vec!["pump".to_owned()]));
    // The same words on a page in the other language are another text.
    let arabic = |text: CountedText| CountedText { language: Language::Ar, ..text };
    add(&db, TODAY, &[arabic(followed(&three))]).await;
    let found = list(&db, SearchView::Frequent).await;
    let arabic = found.iter().find(|found| found.language == Language::Ar).unwrap();
    assert!(arabic.next_texts.is_empty());
}

fn choice(text: &str, product_id: ProductId, clicks: (i64, i64), additions: (i64, i64)) -> ProductChoices {
    ProductChoices {
        text: text.to_owned(),
        product_id,
        clicks: clicks.0,
        click_ranks: clicks.1,
        additions: additions.0,
        addition_ranks: additions.1,
    }
}

async fn choices(db: &PgPool, min_clicks: i64, max_texts: i64) -> Vec<ProductChoices> {
    let from = TODAY - Duration::days(29);
    search_choices::list(db, from, TODAY, min_clicks, max_texts).await.unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn choices_are_summed_over_days_and_languages_where_three_visitors_typed_the_text(db: PgPool) {
    let products = [insert_product(&db, "90YV0000").await, insert_product(&db, "90YV0001").await];
    let [first, second] = products;
    let three = ["a", "b", "c"];
    let chosen = |visitors: &[&str]| CountedText {
        clicks: vec![(first, 6, 12), (second, 2, 14)],
        additions: vec![(second, 1, 7)],
        ..counted("fan", visitors)
    };
    let arabic = CountedText { language: Language::Ar, ..chosen(&three) };
    add(&db, TODAY, &[chosen(&three), arabic]).await;
    // The day of two visitors, and the days before the first, count for nothing.
    add(&db, TODAY - Duration::DAY, &[chosen(&three[..2])]).await;
    add(&db, TODAY - Duration::days(30), &[chosen(&three)]).await;
    let few = CountedText { clicks: vec![(first, 3, 3)], ..counted("few", &three) };
    add(&db, TODAY, &[few]).await;

    let mut wanted = [choice("fan", first, (12, 24), (0, 0)), choice("fan", second, (4, 28), (2, 14))];
    wanted.sort_by_key(|choice| choice.product_id);
    assert_eq!(choices(&db, 16, 10).await, wanted);
    assert!(choices(&db, 17, 10).await.is_empty());
    assert_eq!(choices(&db, 1, 1).await, wanted, "the texts with the most clicks");
    assert_eq!(choices(&db, 1, 10).await.len(), 3);
}
