//! The peer: what a team would use without this engine. The same catalogue and queries run on Postgres' full-text
//! search with pg_trgm, as their manuals recommend: a `tsvector` column, indexes for every filter, and a table of words
//! to correct misspelt ones.
//!
//! The peer returns the page that our engine returns, and the counts where our engine is asked for them. The peer is
//! spared the total number of matches, and the load that our engine carries meanwhile: HTTP, changing prices, and the
//! parsing of units and intent.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{
    PgPool, Row,
    postgres::{PgConnectOptions, PgPoolOptions, PgRow},
};

use crate::queries::Query;

/// A flat table with the indexes that its queries need, read-only and vacuumed.
const TABLE: &str = "
create extension if not exists pg_trgm;
create extension if not exists pg_prewarm;
drop table if exists peer, peer_word;
create table peer as
    select product.id, name, coalesce(name_ar, '') as name_ar, category, manufacturer, popularity, specs,
        best.price_fils, coalesce(best.stock = 'IN', false) as in_stock,
        to_tsvector('simple', name || ' ' || coalesce(name_ar, '') || ' ' || coalesce(numbers.all_of, '')) as words
    from product
    left join lateral (select price_fils, stock from offer where product_id = product.id and ended_at is null
        order by stock <> 'IN', price_fils limit 1) best on true
    left join lateral (select string_agg(part_number, ' ') as all_of from product_part_number
        where product_id = product.id) numbers on true;
create index peer_words on peer using gin (words);
create index peer_name on peer using gin (name gin_trgm_ops);
create index peer_price on peer (category, price_fils) include (manufacturer) where in_stock;
create index peer_manufacturer on peer (category, manufacturer, price_fils) include (in_stock);
create index peer_cheap on peer (price_fils) include (category, manufacturer) where in_stock;
create index peer_of_manufacturer on peer (manufacturer, price_fils) include (category) where in_stock;
create table peer_word as select word, ndoc from ts_stat('select words from peer') where length(word) >= 4 and word !~ '[0-9]';
create index peer_word_like on peer_word using gin (word gin_trgm_ops);
create index peer_word_is on peer_word (word);";

/// Statistics for the planner. VACUUM cannot run in the transaction of a batch of statements.
const AFTERWARDS: [&str; 2] = ["vacuum analyze peer", "vacuum analyze peer_word"];

/// Sizes for a server with a few gigabytes of its own; everything else has its default. Needs a restart.
const SETTINGS: [&str; 5] = [
    "alter system set shared_buffers = '2GB'",
    "alter system set effective_cache_size = '8GB'",
    "alter system set maintenance_work_mem = '512MB'",
    "alter system set max_wal_size = '4GB'",
    "alter system set random_page_cost = 1.1",
];
/// Settings of each session: custom plans (better here than generic ones), and no JIT for short queries.
const SESSION: [(&str, &str); 4] = [
    ("work_mem", "64MB"),
    ("jit", "off"),
    ("plan_cache_mode", "force_custom_plan"),
    ("statement_timeout", "10s"),
];

const WARM: &str = "select sum(pg_prewarm(indexrelid::regclass)) + max(pg_prewarm('peer')) from pg_index
    where indrelid in ('peer'::regclass, 'peer_word'::regclass)";
const WORDS: &str = "select id, name, price_fils, specs::text from peer, to_tsquery('simple', $1) asked
    where words @@ asked order by ts_rank(words, asked) desc, popularity desc limit 20";
/// Replaces every unknown word by the nearest known spelling.
const SPELL: &str = "select coalesce(case when length(word) < 4 or word ~ '[0-9]' or exists (select from peer_word known where known.word = asked.word)
        then word end, (select near.word from peer_word near where near.word % asked.word
        order by similarity(near.word, asked.word) desc, ndoc desc limit 1), word)
    from unnest($1::text[]) with ordinality asked (word, place) order by place";
const LIKE: &str = "select id, name, price_fils, specs::text from peer where name % $1 order by similarity(name, $1) desc limit 20";
const PAGE: &str = "select id, name, price_fils, specs::text from peer
    where category = $1 and in_stock and price_fils <= $2 and ($3::text is null or manufacturer = $3)
        and ($4::text is null or words @@ $4::tsquery) order by price_fils limit 20";
/// The counts of our answers, except those by retailer, tier and stars: numbers of products by value of each group,
/// without the group's own filter, from the best index for each.
const COUNTS: &str = "
    select 'manufacturer', manufacturer, count(*) from peer where category = $1 and price_fils <= $2 and in_stock group by 2
    union all select 'category', category, count(*) from peer where price_fils <= $2 and in_stock and ($3::text is null or manufacturer = $3) group by 2
    union all select 'price', (price_fils / 10000)::text, count(*) from peer where category = $1 and in_stock and ($3::text is null or manufacturer = $3) group by 2
    union all select 'stock', in_stock::text, count(*) from peer where category = $1 and price_fils <= $2 and ($3::text is null or manufacturer = $3) group by 2
    union all select key, value, count(*) from peer, jsonb_each_text(specs) where category = $1 and price_fils <= $2 and in_stock and ($3::text is null or manufacturer = $3) group by 1, 2";
/// The same counts among the matches of the words, which are looked up once.
const COUNTS_OF_WORDS: &str = "with found as materialized (
        select category, manufacturer, price_fils, in_stock, specs from peer where words @@ $4::tsquery)
    select 'manufacturer', manufacturer, count(*) from found where category = $1 and price_fils <= $2 and in_stock group by 2
    union all select 'category', category, count(*) from found where price_fils <= $2 and in_stock and ($3::text is null or manufacturer = $3) group by 2
    union all select 'price', (price_fils / 10000)::text, count(*) from found where category = $1 and in_stock and ($3::text is null or manufacturer = $3) group by 2
    union all select 'stock', in_stock::text, count(*) from found where category = $1 and price_fils <= $2 and ($3::text is null or manufacturer = $3) group by 2
    union all select key, value, count(*) from found, jsonb_each_text(specs) where category = $1 and price_fils <= $2 and in_stock and ($3::text is null or manufacturer = $3) group by 1, 2";
/// Maximum rounds of the queries with one client, and their time limit.
const ROUNDS: usize = 5;
const ONE_CLIENT: Duration = Duration::from_secs(60);

/// Measurements of the peer.
pub(crate) struct PeerFigures {
    /// Times by query.
    pub(crate) times: Vec<Vec<Duration>>,
    /// Searches per second with eight clients.
    pub(crate) rate: f64,
    /// Number of cancelled queries; they count with the time until then.
    pub(crate) given_up: usize,
    pub(crate) bytes: i64,
}

/// Builds the table; returns the time and its size in bytes.
pub(crate) async fn build(db: &PgPool) -> Result<(Duration, i64), Box<dyn Error>> {
    let mut connection = db.acquire().await?;
    for statement in SETTINGS {
        sqlx::raw_sql(statement).execute(&mut *connection).await?;
    }
    sqlx::raw_sql("set maintenance_work_mem = '512MB'; set work_mem = '256MB'")
        .execute(&mut *connection)
        .await?;
    let started = Instant::now();
    sqlx::raw_sql(TABLE).execute(&mut *connection).await?;
    for statement in AFTERWARDS {
        sqlx::raw_sql(statement).execute(&mut *connection).await?;
    }
    Ok((started.elapsed(), bytes(db).await?))
}

async fn bytes(db: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar("select pg_total_relation_size('peer') + pg_total_relation_size('peer_word')")
        .fetch_one(db)
        .await
}

/// Measures the queries with one client and then with eight, on warm tables.
pub(crate) async fn measure(
    database: &str,
    queries: &Arc<Vec<Query>>,
    eight: Duration,
) -> Result<PeerFigures, Box<dyn Error>> {
    let options: PgConnectOptions = database.parse()?;
    let db = PgPoolOptions::new()
        .max_connections(8)
        .min_connections(8)
        .connect_with(options.options(SESSION))
        .await?;
    sqlx::query(WARM).execute(&db).await?;
    let mut given_up = 0;
    let mut times = vec![Vec::new(); queries.len()];
    let mut started = Instant::now();
    for round in 0..=ROUNDS {
        if started.elapsed() > ONE_CLIENT {
            break;
        }
        for (query, times) in queries.iter().zip(&mut times) {
            let asked = Instant::now();
            given_up += usize::from(!ask(&db, query).await?);
            times.push(asked.elapsed());
        }
        if round == 0 {
            // The first round only warms up.
            times.iter_mut().for_each(Vec::clear);
            (given_up, started) = (0, Instant::now());
        }
    }
    let (rate, late) = many_clients(&db, queries, 8, eight).await?;
    Ok(PeerFigures { times, rate, given_up: given_up + late, bytes: bytes(&db).await? })
}

/// Returns the searches per second with this number of clients, and the number of cancelled queries.
async fn many_clients(
    db: &PgPool,
    queries: &Arc<Vec<Query>>,
    clients: usize,
    length: Duration,
) -> Result<(f64, usize), Box<dyn Error>> {
    let next = Arc::new(AtomicUsize::new(0));
    let started = Instant::now();
    let mut tasks = Vec::new();
    for _ in 0..clients {
        let (db, queries, next) = (db.clone(), queries.clone(), next.clone());
        tasks.push(tokio::spawn(async move {
            let (mut answered, mut given_up) = (0_u64, 0);
            while started.elapsed() < length {
                let number = next.fetch_add(1, Ordering::Relaxed);
                // Steps far through the list, so that a short run covers every kind.
                given_up += usize::from(!ask(&db, &queries[number * 77 % queries.len()]).await?);
                answered += 1;
            }
            Ok::<_, sqlx::Error>((answered, given_up))
        }));
    }
    let (mut answered, mut given_up) = (0, 0);
    for task in tasks {
        let (some, late) = task.await??;
        answered += some;
        given_up += late;
    }
    Ok((answered as f64 / started.elapsed().as_secs_f64(), given_up))
}

/// Runs one query as a page would; returns false when the server cancelled it.
async fn ask(db: &PgPool, query: &Query) -> sqlx::Result<bool> {
    const CANCELED: &str = "57014";
    match answer(db, query).await {
        Ok(()) => Ok(true),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(CANCELED) => Ok(false),
        Err(error) => Err(error),
    }
}

async fn answer(db: &PgPool, query: &Query) -> sqlx::Result<()> {
    let typing = query.kind == "prefix";
    let words = words(&query.text);
    let asked = tsquery(&words, typing);
    if let Some(filter) = &query.filter {
        let counts = if asked.is_some() { COUNTS_OF_WORDS } else { COUNTS };
        for sql in [PAGE, counts] {
            let mut query =
                sqlx::query(sql).bind(filter.category).bind(filter.price_max.0).bind(&filter.manufacturer);
            if sql != COUNTS {
                query = query.bind(asked.as_deref());
            }
            query.fetch_all(db).await?;
        }
        return Ok(());
    }
    let Some(asked) = asked else { return Ok(()) };
    let mut rows = find(db, &asked).await?;
    if rows.is_empty() {
        let spelt: Vec<String> = sqlx::query_scalar(SPELL).bind(&words).fetch_all(db).await?;
        if spelt != words
            && let Some(asked) = tsquery(&spelt, typing)
        {
            rows = find(db, &asked).await?;
        }
    }
    if rows.is_empty() {
        rows = sqlx::query(LIKE).bind(&query.text).fetch_all(db).await?;
    }
    rows.iter().try_for_each(|row| row.try_get::<String, _>("name").map(|_| ()))
}

async fn find(db: &PgPool, asked: &str) -> sqlx::Result<Vec<PgRow>> {
    sqlx::query(WORDS).bind(asked).fetch_all(db).await
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Builds a tsquery of all words; the last one is a prefix while the user types.
fn tsquery(words: &[String], typing: bool) -> Option<String> {
    let text = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" & ");
    (!text.is_empty()).then(|| if typing { format!("{text}:*") } else { text })
}
