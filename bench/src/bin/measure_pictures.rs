//! Measures pictures: the number per second that two cores check and convert to files; the number per second that are
//! fetched, converted and stored from a retailer on loopback; and the bytes of the pictures of a listing of twenty.
//! `scripts/bench-pictures` provides an empty database.

use std::{collections::HashMap, sync::Arc, time::Instant};

use anyhow::Context;
use axum::{Router, http::StatusCode, response::IntoResponse};
use domain::{
    config::{Config, Pictures},
    model::{Category, Fils, OfferDraft, ProductFacts, ProductId, Specs, Stock},
    store::{prices, schema, sources},
    transactions::{offer_batches, product_facts},
};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use ingest::{
    commands::context::fetch_settings,
    crawl::{IngestContext, store_retailer},
    database,
    output::Output,
    pictures::fetch,
    progress::Progress,
    retailer_file::read_text,
};
use pictures::{encode_original, make};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

/// Promised rate of Tajmeea, in pictures a second on two cores, and maximum kilobytes of a listing's pictures.
const RATE: f64 = 100.0;
const LISTING_KILOBYTES: usize = 600;
const LISTED: usize = 20;
/// Number of different photographs; each is sent several times with different last bytes, which make a different file.
const PHOTOS: u32 = 40;
const SIDE: u32 = 1000;
const THREADS: usize = 2;

#[tokio::main(worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let count: usize = std::env::args().nth(1).context("say how many pictures")?.parse()?;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = Config::load()?;
    let photos: Vec<Vec<u8>> = (0..PHOTOS).map(photo).collect::<Result<_, _>>()?;
    let kilobytes = photos.iter().map(Vec::len).sum::<usize>() / photos.len() / 1024;
    let sent: Vec<Vec<u8>> = (0..count).map(|number| numbered(&photos, number)).collect();
    say(&format!("{count} JPEG photographs of {SIDE} × {SIDE} pixels, {kilobytes} kB each on average"));
    let mut is_met = measure_making(&sent, &config.pictures)?;
    is_met &= measure_listing(&photos, &config.pictures)?;
    is_met &= measure_fetching(&config, sent).await?;
    anyhow::ensure!(is_met, "not every promise is met");
    Ok(())
}

#[expect(clippy::print_stdout, reason = "what it measures is its answer")]
fn say(line: &str) {
    println!("{line}");
}

fn report(what: &str, found: &str, promised: &str, is_met: bool) -> bool {
    say(&format!(
        "{what:<44} {found:>22}   promised {promised:<18} {}",
        if is_met { "met" } else { "NOT MET" }
    ));
    is_met
}

/// Draws a part with real textures on a white background: fins, edges, grain and the noise of a camera.
fn photo(number: u32) -> anyhow::Result<Vec<u8>> {
    let mut noise = u64::from(number) * 7919 + 1;
    let picture = RgbImage::from_fn(SIDE, SIDE, |x, y| {
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        let grain = (noise % 9) as f32 - 4.0;
        let (u, v) = (x as f32 / SIDE as f32, y as f32 / SIDE as f32);
        let is_part = (0.12..0.88).contains(&u) && (0.2..0.8).contains(&v);
        if !is_part {
            let white = (252.0 + grain / 4.0).clamp(0.0, 255.0) as u8;
            return Rgb([white; 3]);
        }
        let fins = ((u * 90.0 + number as f32).sin() * 28.0) * ((v * 14.0).cos().abs());
        let (dx, dy) = (u - 0.35, v - 0.5);
        let blades = ((dy.atan2(dx) * 9.0 + (dx * dx + dy * dy).sqrt() * 40.0).sin() * 34.0).max(-20.0);
        let light = 70.0 + 60.0 * v + fins + blades + grain;
        let tone = |shift: f32| (light + shift * (number % 7) as f32).clamp(0.0, 255.0) as u8;
        Rgb([tone(1.0), tone(2.0), tone(4.0)])
    });
    Ok(encode_original(&DynamicImage::from(picture), ImageFormat::Jpeg)?)
}

fn numbered(photos: &[Vec<u8>], number: usize) -> Vec<u8> {
    let mut bytes = photos.get(number % photos.len()).cloned().unwrap_or_default();
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes
}

fn measure_making(sent: &[Vec<u8>], settings: &Pictures) -> anyhow::Result<bool> {
    let began = Instant::now();
    let made = std::thread::scope(|scope| {
        let threads: Vec<_> = sent
            .chunks(sent.len().div_ceil(THREADS))
            .map(|part| scope.spawn(move || part.iter().filter(|one| make(one, settings).is_ok()).count()))
            .collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).sum::<usize>()
    });
    anyhow::ensure!(made == sent.len(), "{made} of {} could be made", sent.len());
    let rate = made as f64 / began.elapsed().as_secs_f64();
    Ok(report("checked, resized, encoded (2 threads)", &format!("{rate:.0} a second"), "≥ 100", rate >= RATE))
}

fn measure_listing(photos: &[Vec<u8>], settings: &Pictures) -> anyhow::Result<bool> {
    let mut of_width: HashMap<u32, usize> = HashMap::new();
    for photo in photos.iter().take(LISTED) {
        for (file, bytes) in make(photo, settings)?.files {
            *of_width.entry(file.width).or_default() += bytes.len();
        }
    }
    let kilobytes = |width| of_width.get(&width).copied().unwrap_or_default() / 1024;
    let mut is_met = true;
    for (what, width) in
        [("twenty on a plain screen", 192), ("twenty on a sharp screen", 384), ("twenty product pages", 640)]
    {
        let found = kilobytes(width);
        let line = format!("{what} ({width} pixels)");
        is_met &= report(&line, &format!("{found} kB"), "≤ 600 kB", found <= LISTING_KILOBYTES);
    }
    Ok(is_met)
}

async fn measure_fetching(config: &Config, sent: Vec<Vec<u8>>) -> anyhow::Result<bool> {
    let db = database::connect(config).await?;
    schema::migrate(&db).await?;
    let count = sent.len();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, picture_server(sent)).await });
    let text = format!(
        "slug = \"large-shop\"\nnames = {{ en = \"Large\", ar = \"كبير\" }}\nbase_url = \"http://{address}\"\n\
         platform = \"shopify\"\nallow_private_addresses = true\nprice_format = {{ decimal = \".\", thousands = \"\" }}\n\
         [rate]\nrequests_per_second = 10000.0\nconcurrency = 8\n[shopify]\n"
    );
    let file = read_text(std::path::Path::new("large-shop.toml"), &text)
        .map_err(|problem| anyhow::anyhow!("{problem}"))?;
    let id = store_retailer(&db, &file).await?;
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(&db, now, now).await?;
    sources::upsert(&db, &sources::retailers()).await?;
    let mut tx = db.begin().await?;
    let facts: Vec<ProductFacts> = (0..count).map(facts).collect();
    product_facts::upsert(&mut tx, sources::RETAILERS, &facts, now.date()).await?;
    let drafts: Vec<OfferDraft> =
        (0..count).map(|number| draft(number, &format!("http://{address}/{number}.jpg"))).collect();
    offer_batches::store_batch(&mut tx, id, &drafts, now).await?;
    tx.commit().await?;
    let context = IngestContext {
        db,
        config: Arc::new(config.clone()),
        fetch: fetch_settings(config),
        stop: CancellationToken::new(),
    };
    let began = Instant::now();
    let done = fetch(&context, &file, None, &Progress::new(&Output::new(true)).spinner("pictures")).await?;
    let rate = done.fetched as f64 / began.elapsed().as_secs_f64();
    anyhow::ensure!(done.fetched == count && done.chosen == count, "not all were fetched: {done:?}");
    let found = format!("{rate:.0} a second");
    Ok(report("fetched over HTTP, stored, chosen", &found, "≥ 100", rate >= RATE))
}

fn picture_server(sent: Vec<Vec<u8>>) -> Router {
    let sent = Arc::new(sent);
    Router::new().fallback(move |uri: axum::http::Uri| {
        let name = uri.path().trim_start_matches('/').trim_end_matches(".jpg").parse::<usize>().ok();
        let found = name.and_then(|number| sent.get(number)).cloned();
        async move {
            found.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |bytes| bytes.into_response())
        }
    })
}

fn facts(number: usize) -> ProductFacts {
    let name = format!("CARD-{number:05}");
    ProductFacts {
        id: ProductId::random(),
        category: Category::Gpu,
        name: format!("ASUS {name}"),
        manufacturer: "ASUS".into(),
        model: name.clone(),
        series: None,
        variant: None,
        part_numbers: vec![name],
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: None,
        verified_on: None,
        specs: Specs::new(),
    }
}

fn draft(number: usize, address: &str) -> OfferDraft {
    OfferDraft {
        external_id: number.to_string(),
        title_en: Some(format!("ASUS CARD-{number}")),
        title_ar: None,
        url: format!("https://shop.example/{number}"),
        page_url: None,
        unsure: None,
        retailer_categories: Vec::new(),
        image_url: Some(address.to_owned()),
        category: Some(Category::Gpu),
        manufacturer: Some("ASUS".into()),
        stated_brand: None,
        model: None,
        part_numbers: vec![format!("CARD-{number:05}")],
        sku: None,
        gtins: Vec::new(),
        non_part_reason: None,
        specs: Specs::new(),
        price: Fils(99_000),
        list_price: None,
        stock: Stock::In,
        stock_left: None,
    }
}
