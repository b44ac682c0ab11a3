//! Lists that retailers hand in: who may, what is refused, and what is answered once a worker has read a list. The worker's
//! part is stored by these tests themselves; `ingest/tests/it/handed_lists.rs` tests it.

use std::time::Duration;

use axum::{
    body::Body,
    http::{Method, Request},
};
use domain::{
    model::{HandedListId, RetailerId, RetailerToken, RetailerTokenId, Slug},
    store::{
        handed_lists::{self, Arrival, ListFormat, ListMode, ListResult, ListState, RefusedRow},
        retailer_tokens,
    },
    transactions,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    fixtures::{open_shop, shop, world},
    logs,
};

const LIST: &str = "id,title,price,link\n1,Noctua NF-A12x25,11.900,/1\n";

fn slug(text: &str) -> Slug {
    text.parse().unwrap()
}

async fn make_token(db: &PgPool, retailer: RetailerId, name: &str) -> (RetailerTokenId, String) {
    let token = RetailerToken::new(rand::random());
    logs::secret(&token.text());
    let mut tx = db.begin().await.unwrap();
    let id = transactions::retailer_tokens::create(&mut tx, (retailer, &slug(name)), &token).await.unwrap();
    tx.commit().await.unwrap();
    (id.unwrap(), token.text())
}

fn put(path: &str, token: &str, kind: &str, body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder().method(Method::PUT).uri(path);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    if !kind.is_empty() {
        request = request.header("content-type", kind);
    }
    request.body(body.into()).unwrap()
}

/// Reads the next list of a retailer as a worker does, and ends it so.
async fn read_next(db: &PgPool, retailer: RetailerId, state: ListState, result: ListResult) -> Vec<u8> {
    let newest: HandedListId = loop {
        let found = sqlx::query_scalar::<_, uuid::Uuid>(
            "select id from handed_list where state = 'WAITING' order by arrival desc limit 1",
        );
        match found.fetch_optional(db).await.unwrap() {
            Some(id) => break id.into(),
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let list = handed_lists::begin_next(db, retailer, newest).await.unwrap().unwrap();
    handed_lists::finish(db, list.id, state, &result).await.unwrap();
    list.body
}

async fn send_and_read(
    app: &TestApp,
    db: &PgPool,
    retailer: RetailerId,
    request: Request<Body>,
    state: ListState,
    result: ListResult,
) -> Reply {
    let reading = tokio::spawn({
        let db = db.clone();
        async move {
            // After the request: the same list may wait from an earlier one.
            tokio::time::sleep(Duration::from_millis(500)).await;
            read_next(&db, retailer, state, result).await
        }
    });
    let reply = app.send(request).await;
    reading.await.unwrap();
    reply
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_is_answered_with_its_counts_and_refused_rows(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let app = TestApp::new(db.clone()).await;
    let (_, token) = make_token(&db, alpha, "alpha").await;
    let refused = RefusedRow {
        row: Some(3),
        id: Some("c9".to_owned()),
        field: Some("price".to_owned()),
        reason: "PRICE".to_owned(),
        detail: "price: \"Call us\" is not an amount".to_owned(),
    };
    let result = ListResult {
        stored: 2,
        new: 1,
        unchanged: 1,
        rejected: 1,
        refused: vec![refused],
        ..ListResult::default()
    };
    let request = put("/api/retailers/alpha/offers?mode=whole", &token, "text/csv; charset=utf-8", LIST);
    let reply = send_and_read(&app, &db, alpha, request, ListState::Stored, result).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", reply.text());
    let body = reply.json();
    assert_eq!((&body["mode"], &body["state"]), (&json!("whole"), &json!("stored")));
    assert_eq!(
        body["counts"],
        json!({"stored": 2, "new": 1, "changed": 0, "unchanged": 1, "ended": 0, "rejected": 1, "held": 0})
    );
    assert_eq!(
        body["refused"],
        json!([{"row": 3, "id": "c9", "field": "price", "reason": "PRICE", "detail": "price: \"Call us\" is not an amount"}])
    );
    let url = body["url"].as_str().unwrap();
    assert_eq!(reply.header("location"), url);
    let bearer = format!("Bearer {token}");
    let again = app.get_with(url, &[("authorization", &bearer)]).await;
    assert_eq!(again.json(), body);

    // Nobody else may read it, and no other retailer by its own token.
    app.get(url).await.assert_error(401, "WRONG_TOKEN");
    let (_, betas) = make_token(&db, world_beta(&db).await, "beta").await;
    let foreign = url.replace("/alpha/", "/beta/");
    app.get_with(&foreign, &[("authorization", &format!("Bearer {betas}"))])
        .await
        .assert_error(404, "LIST_NOT_FOUND");
    app.get_with("/api/retailers/alpha/offers/x", &[("authorization", &bearer)])
        .await
        .assert_error(404, "LIST_NOT_FOUND");
}

async fn world_beta(db: &PgPool) -> RetailerId {
    domain::store::retailers::find_by_slug(db, &slug("beta")).await.unwrap().unwrap().id
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_that_no_worker_reads_in_time_has_an_address_for_its_result(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let app = TestApp::new(db.clone()).await;
    let (id, token) = make_token(&db, alpha, "alpha").await;
    let reply = app.send(put("/api/retailers/alpha/offers?mode=changes", &token, "", LIST)).await;
    assert_eq!(reply.status.as_u16(), 202, "{}", reply.text());
    let body = reply.json();
    assert_eq!(
        (&body["state"], &body["counts"], &body["finishedAt"]),
        (&json!("waiting"), &Value::Null, &Value::Null)
    );
    let waiting =
        sqlx::query_as::<_, (String, Option<String>, Vec<u8>)>("select mode, format, body from handed_list");
    assert_eq!(
        waiting.fetch_all(&db).await.unwrap(),
        [("CHANGES".to_owned(), None, LIST.as_bytes().to_vec())]
    );
    let (kind, payload): (String, Value) =
        sqlx::query_as("select kind, payload from job where state = 'QUEUED'").fetch_one(&db).await.unwrap();
    assert_eq!((kind.as_str(), payload), ("hand-in", json!({"retailer": "alpha", "list": body["id"]})));
    let used = retailer_tokens::list(&db, alpha).await.unwrap();
    assert!(used.iter().any(|token| token.id == id && token.last_used_at.is_some()), "{used:?}");

    // An answer that was lost, and the same list again: one list waits.
    let result = ListResult { stored: 1, new: 1, ..ListResult::default() };
    let request = put("/api/retailers/alpha/offers?mode=changes", &token, "", LIST);
    let again = send_and_read(&app, &db, alpha, request, ListState::Stored, result).await;
    assert_eq!((again.status.as_u16(), &again.json()["id"]), (200, &body["id"]));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unreadable_list_is_an_error_in_both_languages(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let app = TestApp::new(db.clone()).await;
    let (_, token) = make_token(&db, alpha, "alpha").await;
    let result = ListResult { problem: Some("it holds no rows".to_owned()), ..ListResult::default() };
    let request = put("/api/retailers/alpha/offers?mode=whole", &token, "application/xml", "<rss/>");
    let reply = send_and_read(&app, &db, alpha, request, ListState::Failed, result).await;
    reply.assert_error(422, "LIST_UNREADABLE");
    let body = reply.json();
    assert_eq!(body["error"], "The list was not stored: it holds no rows.");
    assert!(body["errorAr"].as_str().unwrap().starts_with("ما انحفظت القائمة"), "{body}");
    assert!(reply.header("location").starts_with("/api/retailers/alpha/offers/"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_tokens_are_refused_alike(db: PgPool) {
    let world = world(&db).await;
    let off = domain::model::RetailerDraft { enabled: false, ..shop("closed") };
    let closed = open_shop(&db, &off).await;
    let app = TestApp::new(db.clone()).await;
    let (id, alphas) = make_token(&db, world.alpha, "alpha").await;
    let (_, second) = make_token(&db, world.alpha, "alpha").await;
    let (_, betas) = make_token(&db, world.beta, "beta").await;
    let (_, closeds) = make_token(&db, closed, "closed").await;
    // A body that is never read: nobody waits for it.
    let large = "x".repeat(20 * 1024 * 1024);
    let mut answers = Vec::new();
    for (retailer, token) in [
        ("alpha", ""),
        ("alpha", "tajmeea_"),
        ("alpha", betas.as_str()),
        ("nobody", alphas.as_str()),
        ("Not a slug", "x"),
    ] {
        let path = format!("/api/retailers/{}/offers?mode=whole", retailer.replace(' ', "%20"));
        let reply = app.send(put(&path, token, "text/csv", large.clone())).await;
        reply.assert_error(401, "WRONG_TOKEN");
        assert_eq!(reply.header("www-authenticate"), "Bearer");
        answers.push(reply.text());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    let path = "/api/retailers/closed/offers?mode=whole";
    app.send(put(path, &closeds, "text/csv", LIST)).await.assert_error(409, "RETAILER_OFF");

    // A revoked token ends at once; the one beside it goes on.
    let mut tx = db.begin().await.unwrap();
    assert!(transactions::retailer_tokens::revoke(&mut tx, (world.alpha, &slug("alpha")), id).await.unwrap());
    tx.commit().await.unwrap();
    let path = "/api/retailers/alpha/offers?mode=whole";
    app.send(put(path, &alphas, "text/csv", LIST)).await.assert_error(401, "WRONG_TOKEN");
    app.send(put(path, &second, "text/csv", "")).await.assert_error(422, "EMPTY_LIST");
    let waiting: i64 = sqlx::query_scalar("select count(*) from handed_list").fetch_one(&db).await.unwrap();
    assert_eq!(waiting, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn revoked_token_ends_its_lists_that_wait_and_no_others(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let app = TestApp::new(db.clone()).await;
    let (stolen_id, stolen) = make_token(&db, alpha, "alpha").await;
    let (kept_id, kept) = make_token(&db, alpha, "alpha").await;
    let hand_in = async |token_id: RetailerTokenId, body: &str| {
        let list = handed_lists::NewList {
            retailer_id: alpha,
            token_id,
            mode: ListMode::Whole,
            format: None,
            charset: None,
            body: body.as_bytes(),
        };
        let mut tx = db.begin().await.unwrap();
        let arrival = handed_lists::insert(&mut tx, &slug("alpha"), list).await.unwrap();
        tx.commit().await.unwrap();
        arrival
    };
    let Arrival::Queued(own) = hand_in(kept_id, LIST).await else { panic!("it is refused") };
    // The same list of another token is a list of its own.
    let Arrival::Queued(foreign) = hand_in(stolen_id, LIST).await else { panic!("it is refused") };
    let mut tx = db.begin().await.unwrap();
    let holder = (alpha, &slug("alpha"));
    assert!(transactions::retailer_tokens::revoke(&mut tx, holder, stolen_id).await.unwrap());
    tx.commit().await.unwrap();
    let state = async |id| handed_lists::find(&db, alpha, id).await.unwrap().unwrap();
    assert_eq!(state(own).await.state, ListState::Waiting);
    let ended = state(foreign).await;
    assert_eq!(ended.state, ListState::Failed);
    let bearer = format!("Bearer {kept}");
    let url = format!("/api/retailers/alpha/offers/{foreign}");
    let told = app.get_with(&url, &[("authorization", &bearer)]).await.json();
    assert_eq!(
        (&told["state"], &told["problem"]),
        (&json!("failed"), &json!("its token was revoked before it was read"))
    );
    // Nothing of it is left for a worker, nor may a list follow that was on its way.
    let next = handed_lists::begin_next(&db, alpha, foreign).await.unwrap().unwrap();
    assert_eq!(next.id, own);
    handed_lists::finish(&db, own, ListState::Stored, &ListResult::default()).await.unwrap();
    assert_eq!(handed_lists::begin_next(&db, alpha, foreign).await.unwrap(), None);
    assert_eq!(hand_in(stolen_id, LIST).await, Arrival::TokenRevoked);
    let path = "/api/retailers/alpha/offers?mode=whole";
    app.send(put(path, &stolen, "text/csv", LIST)).await.assert_error(401, "WRONG_TOKEN");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_requests_are_refused_by_name(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let app = TestApp::new(db.clone()).await;
    let (_, token) = make_token(&db, alpha, "alpha").await;
    for query in ["", "?mode=", "?mode=all", "?mode=whole&mode=changes", "?mode=whole&colour=red"] {
        let path = format!("/api/retailers/alpha/offers{query}");
        let fields = app.send(put(&path, &token, "text/csv", LIST)).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields["mode"].is_string() || fields["colour"].is_string(), "{query}: {fields}");
    }
    let path = "/api/retailers/alpha/offers?mode=whole";
    for kind in ["multipart/form-data; boundary=x", "text/html", "image/png"] {
        app.send(put(path, &token, kind, LIST)).await.assert_error(415, "UNKNOWN_LIST_TYPE");
    }
    let large = "x".repeat(8 * 1024 * 1024 + 1);
    let reply = app.send(put(path, &token, "text/csv", large)).await;
    reply.assert_error(413, "TOO_LARGE");
    let body = reply.json();
    assert!(body["error"].as_str().unwrap().contains("8 MB") && body["errorAr"].is_string(), "{body}");
    // Another site's page has no token, and is refused even with one.
    let mut request = put(path, &token, "text/csv", LIST);
    request.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
    app.send(request).await.assert_error(403, "FOREIGN_ORIGIN");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_retailer_has_limits(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let app = TestApp::new(db.clone()).await;
    let (token_id, token) = make_token(&db, alpha, "alpha").await;
    let mut tx = db.begin().await.unwrap();
    for number in 0..handed_lists::MAX_WAITING {
        let body = format!("{LIST}{number}");
        let list = handed_lists::NewList {
            retailer_id: alpha,
            token_id,
            mode: ListMode::Changes,
            format: Some(ListFormat::Csv),
            charset: None,
            body: body.as_bytes(),
        };
        let arrival = handed_lists::insert(&mut tx, &slug("alpha"), list).await.unwrap();
        assert!(matches!(arrival, Arrival::Queued(_)), "{arrival:?}");
    }
    tx.commit().await.unwrap();
    let path = "/api/retailers/alpha/offers?mode=whole";
    app.send(put(path, &token, "text/csv", LIST)).await.assert_error(409, "LISTS_WAITING");
    // The limit of the default configuration.
    for _ in 1..30 {
        app.send(put(path, &token, "text/csv", "")).await.assert_error(422, "EMPTY_LIST");
    }
    let reply = app.send(put(path, &token, "text/csv", LIST)).await;
    reply.assert_error(429, "TOO_OFTEN");
    assert!(!reply.header("retry-after").is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn one_answer_of_a_retailer_waits_for_a_worker(db: PgPool) {
    let alpha = world(&db).await.alpha;
    let app = TestApp::new(db.clone()).await;
    let (_, token) = make_token(&db, alpha, "alpha").await;
    let path = "/api/retailers/alpha/offers?mode=changes";
    let first = app.send(put(path, &token, "", LIST));
    let further = async {
        tokio::time::sleep(Duration::from_secs(2)).await;
        let began = std::time::Instant::now();
        let reply = app.send(put(path, &token, "", format!("{LIST}2,B,1,/2\n"))).await;
        (reply.status.as_u16(), began.elapsed())
    };
    let (first, (status, took)) = tokio::join!(first, further);
    assert_eq!((first.status.as_u16(), status), (202, 202));
    assert!(took < Duration::from_secs(3), "{took:?}");
}
