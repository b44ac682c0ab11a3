//! Selectors.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::{Router, response::Response, routing::get};
use sqlx::PgPool;

use super::read;
use crate::{
    bad_answers::{OFFERS, Sample, check, title},
    test_retailer::{ReceivedRequest, html},
};

const SAMPLE: Sample = Sample {
    file: "platform = \"selectors\"\n[selectors]\nstart = [{ path = \"/list\" }]\nproduct_link = { select = \"a\", attribute = \"href\" }\n\
           [selectors.fields]\ntitle = { select = \"h1\" }\nprice = { select = \"b\" }",
    good,
    empty: || html("<h2>Nothing found</h2>"),
    product_pages: Some("/p/"),
};

fn good(asked: &ReceivedRequest) -> Response {
    let Some(id) = asked.path.strip_prefix("/p/") else {
        return html((1..=OFFERS).map(|id| format!("<a href=\"/p/{id}\">{id}</a>")).collect::<String>());
    };
    html(format!("<h1>{}</h1><b>KD 100.500</b>", title(id.parse().expect("a number"))))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_selectors_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &SAMPLE).await
}

#[tokio::test]
async fn endless_pagination_is_stopped() -> anyhow::Result<()> {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let listing = move || {
        counter.fetch_add(1, Ordering::SeqCst);
        async { axum::response::Html("<a class=p href=/item>x</a><a class=next href=/list?again>next</a>") }
    };
    let item = || async { axum::response::Html("<h1>MSI RTX 5070</h1><b>12.500</b>") };
    let app = Router::new().route("/list", get(listing)).route("/item", get(item));
    let options = "platform = \"selectors\"\n[selectors]\nstart = [{ path = \"/list\" }]\nproduct_link = { select = \"a.p\", attribute = \"href\" }\n\
         next_page = { select = \"a.next\", attribute = \"href\" }\n[selectors.fields]\ntitle = { select = \"h1\" }\nprice = { select = \"b\" }";
    let found = read(app, options).await?;
    assert_eq!(found.drafts.len(), 1);
    assert_eq!(asked.load(Ordering::SeqCst), 2, "the same page is not asked for again");
    Ok(())
}
