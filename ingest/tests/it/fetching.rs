use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use ingest::fetch::{FetchError, FetchSettings, RequestAdditions, RetailerAccess, RetailerClient};

use crate::demo_server::fast_fetch_settings;

/// Serves `app` on a port of its own.
pub(crate) async fn serve(app: Router) -> anyhow::Result<SocketAddr> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(address)
}

fn access(address: SocketAddr) -> RetailerAccess {
    RetailerAccess {
        base_url: format!("http://{address}/").parse().expect("an address"),
        extra_domains: Vec::new(),
        allow_private_addresses: true,
        requests_per_second: 1000.0,
        concurrency: 4,
        additions: RequestAdditions::default(),
    }
}

async fn fetch_with(
    settings: FetchSettings,
    app: Router,
    path: &str,
) -> anyhow::Result<Result<String, FetchError>> {
    let address = serve(app).await?;
    let client = RetailerClient::new(&settings, access(address))?;
    let url = format!("http://{address}{path}").parse()?;
    Ok(client.get(&url).await.map(|fetched| fetched.text()))
}

async fn fetch(app: Router, path: &str) -> anyhow::Result<Result<String, FetchError>> {
    fetch_with(fast_fetch_settings(), app, path).await
}

#[tokio::test]
async fn robots_txt_is_obeyed() -> anyhow::Result<()> {
    let app = || {
        Router::new()
            .route("/robots.txt", get(|| async { "User-agent: *\nDisallow: /private\n" }))
            .route("/private/x", get(|| async { "secret" }))
            .route("/open", get(|| async { "hello" }))
    };
    assert_eq!(fetch(app(), "/open").await?.expect("allowed"), "hello");
    let error = fetch(app(), "/private/x").await?.expect_err("not allowed");
    assert!(matches!(error, FetchError::Disallowed { .. }), "{error}");
    Ok(())
}

#[tokio::test]
async fn unreadable_robots_txt_forbids_fetching_and_absent_one_does_not() -> anyhow::Result<()> {
    let broken = Router::new()
        .route("/robots.txt", get(|| async { StatusCode::INTERNAL_SERVER_ERROR }))
        .route("/open", get(|| async { "hello" }));
    let error = fetch(broken, "/open").await?.expect_err("closed");
    assert!(matches!(error, FetchError::RobotsUnreadable { .. }), "{error}");
    let absent = Router::new().route("/open", get(|| async { "hello" }));
    assert!(fetch(absent, "/open").await?.is_ok());
    Ok(())
}

#[tokio::test]
async fn absurd_crawl_delay_ends_no_crawl() -> anyhow::Result<()> {
    for delay in ["1e26", "1e9", "1e60", "inf", "nan", "-5"] {
        let robots = format!("User-agent: *\nCrawl-delay: {delay}\n");
        let app = Router::new()
            .route("/robots.txt", get(move || async move { robots }))
            .route("/open", get(|| async { "hello" }));
        assert_eq!(
            fetch(app, "/open").await?.expect("the first request waits for nothing"),
            "hello",
            "{delay}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn retry_after_is_obeyed() -> anyhow::Result<()> {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let app = Router::new().route(
        "/busy",
        get(move || {
            let first = counter.fetch_add(1, Ordering::SeqCst) == 0;
            async move {
                if first {
                    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "1")]).into_response()
                } else {
                    "done".into_response()
                }
            }
        }),
    );
    let began = Instant::now();
    assert_eq!(fetch(app, "/busy").await?.expect("the second time"), "done");
    assert!(began.elapsed() >= Duration::from_millis(990), "{:?}", began.elapsed());
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    Ok(())
}

#[tokio::test]
async fn a_retry_after_of_an_hour_ends_the_crawl() -> anyhow::Result<()> {
    let app = Router::new()
        .route("/busy", get(|| async { (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "3600")]) }));
    let error = fetch(app, "/busy").await?.expect_err("too long");
    assert!(matches!(error, FetchError::WaitTooLong { .. }), "{error}");
    Ok(())
}

#[tokio::test]
async fn redirect_to_another_domain_is_refused() -> anyhow::Result<()> {
    let app = || {
        Router::new()
            .route("/old", get(|| async { Redirect::permanent("/new") }))
            .route("/new", get(|| async { "here" }))
            .route("/away", get(|| async { Redirect::temporary("http://example.org/") }))
            .route("/file", get(|| async { Redirect::temporary("file:///etc/passwd") }))
            .route("/round", get(|| async { Redirect::temporary("/round") }))
    };
    assert_eq!(fetch(app(), "/old").await?.expect("inside"), "here");
    assert!(matches!(fetch(app(), "/away").await?, Err(FetchError::LeavesDomain { .. })));
    assert!(matches!(fetch(app(), "/file").await?, Err(FetchError::BadAddress(_))));
    assert!(matches!(fetch(app(), "/round").await?, Err(FetchError::TooManyRedirects { .. })));
    Ok(())
}

#[tokio::test]
async fn private_addresses_are_refused_unless_the_file_allows_them() -> anyhow::Result<()> {
    let address = serve(Router::new().route("/", get(|| async { "inside" }))).await?;
    // Loopback by number, by a name that resolves to it, as a mapped IPv6 address, and in hexadecimal.
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f000001"] {
        let base_url: url::Url = format!("http://{host}:{}/", address.port()).parse()?;
        let shop =
            RetailerAccess { base_url: base_url.clone(), allow_private_addresses: false, ..access(address) };
        let error = RetailerClient::new(&fast_fetch_settings(), shop)?.get(&base_url).await.expect_err(host);
        assert!(matches!(error, FetchError::PrivateAddress { .. }), "{host}: {error}");
    }
    Ok(())
}

/// Sends a byte from time to time, for ever.
async fn drip() -> Response {
    let stream = futures::stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        Some((Ok::<_, std::io::Error>("x"), ()))
    });
    Body::from_stream(stream).into_response()
}

/// Sends spaces for ever, as fast as the client reads them.
async fn flood() -> Response {
    let stream = futures::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b' '; 64 * 1024]));
    Body::from_stream(stream).into_response()
}

#[tokio::test]
async fn endless_bodies_are_cut_off_by_time_and_size() -> anyhow::Result<()> {
    let app = || Router::new().route("/drip", get(drip)).route("/flood", get(flood));
    let settings =
        FetchSettings { retries: 0, request_timeout: Duration::from_secs(1), ..fast_fetch_settings() };
    let began = Instant::now();
    assert!(matches!(fetch_with(settings.clone(), app(), "/drip").await?, Err(FetchError::TimedOut { .. })));
    assert!(began.elapsed() < Duration::from_secs(3));
    let settings = FetchSettings { page_limit: 1024 * 1024, ..settings };
    assert!(matches!(fetch_with(settings, app(), "/flood").await?, Err(FetchError::TooLarge { .. })));
    Ok(())
}

#[tokio::test]
async fn gzip_bomb_is_limited_by_its_unpacked_size() -> anyhow::Result<()> {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        packer.write_all(&vec![b'x'; 1024 * 1024])?;
    }
    let packed = packer.finish()?;
    assert!(packed.len() < 1024 * 1024);
    let app = Router::new().route(
        "/bomb",
        get(move || {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_ENCODING, header::HeaderValue::from_static("gzip"));
            let body = packed.clone();
            async move { (headers, body) }
        }),
    );
    let settings = FetchSettings { page_limit: 4 * 1024 * 1024, ..fast_fetch_settings() };
    assert!(matches!(fetch_with(settings, app, "/bomb").await?, Err(FetchError::TooLarge { .. })));
    Ok(())
}

#[tokio::test]
async fn requests_stop_after_repeated_failures_of_a_host() -> anyhow::Result<()> {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let app = Router::new().route(
        "/broken",
        get(move || {
            counter.fetch_add(1, Ordering::SeqCst);
            async { StatusCode::BAD_GATEWAY }
        }),
    );
    let address = serve(app).await?;
    let client =
        RetailerClient::new(&FetchSettings { retries: 0, ..fast_fetch_settings() }, access(address))?;
    let url = format!("http://{address}/broken").parse()?;
    let mut last = None;
    for _ in 0..20 {
        last = client.get(&url).await.err();
    }
    assert!(matches!(last, Some(FetchError::CircuitOpen { .. })), "{last:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 5);
    Ok(())
}

#[tokio::test]
async fn circuit_of_a_host_behind_a_redirect_opens() -> anyhow::Result<()> {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let app = Router::new().route("/robots.txt", get(|| async { StatusCode::NOT_FOUND })).fallback(
        move |uri: Uri, headers: HeaderMap| {
            let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
            let response = match host.strip_prefix("127.0.0.1") {
                Some(port) => Redirect::permanent(&format!("http://localhost{port}{uri}")).into_response(),
                None => {
                    counter.fetch_add(1, Ordering::SeqCst);
                    StatusCode::SERVICE_UNAVAILABLE.into_response()
                }
            };
            async { response }
        },
    );
    let address = serve(app).await?;
    let access = RetailerAccess { extra_domains: vec!["localhost".to_owned()], ..access(address) };
    let client = RetailerClient::new(&FetchSettings { retries: 0, ..fast_fetch_settings() }, access)?;
    let url = format!("http://{address}/p/1").parse()?;
    let mut last = None;
    for _ in 0..20 {
        last = client.get(&url).await.err();
    }
    assert!(matches!(&last, Some(FetchError::CircuitOpen { host, .. }) if host == "localhost"), "{last:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 5);
    Ok(())
}
