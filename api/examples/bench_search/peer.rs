//! What a team would use without us: the same catalogue and queries on Postgres' full-text search with pg_trgm.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{PgPool, Row};

use crate::queries::Query;

/// A flat table as one would make it, with the indexes that its queries need.
const TABLE: &str = "
create extension if not exists pg_trgm;
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
create index peer_price on peer (category, price_fils) where in_stock;
create index peer_maker on peer (category, manufacturer, price_fils) where in_stock;
analyze peer;";

const WORDS: &str = "select id, name, price_fils, specs::text from peer, to_tsquery('simple', $1) asked
    where words @@ asked order by ts_rank(words, asked) desc, popularity desc limit 20";
const LIKE: &str = "select id, name, price_fils, specs::text from peer where name % $1 order by similarity(name, $1) desc limit 20";
const PAGE: &str = "select id, name, price_fils, specs::text from peer
    where category = $1 and in_stock and price_fils <= $2 and ($3::text is null or manufacturer = $3)
        and ($4::text is null or words @@ $4::tsquery) order by price_fils limit 20";
/// Each group without its own filter, as our pages show them.
const COUNTS: &str = "with found as materialized (
        select category, manufacturer, price_fils, in_stock from peer where ($4::text is null or words @@ $4::tsquery)
            and (category = $1)::int + coalesce(price_fils <= $2, false)::int + in_stock::int + ($3::text is null or manufacturer = $3)::int >= 3)
    select 'maker', manufacturer, count(*) from found where category = $1 and price_fils <= $2 and in_stock group by 2
    union all select 'category', category, count(*) from found where price_fils <= $2 and in_stock and ($3::text is null or manufacturer = $3) group by 2
    union all select 'price', (price_fils / 10000)::text, count(*) from found where category = $1 and in_stock and ($3::text is null or manufacturer = $3) group by 2
    union all select 'stock', in_stock::text, count(*) from found where category = $1 and price_fils <= $2 and ($3::text is null or manufacturer = $3) group by 2";

/// Makes the table; answers how long that took and how large it is.
pub(crate) async fn build(db: &PgPool) -> Result<(Duration, i64), Box<dyn Error>> {
    let started = Instant::now();
    sqlx::raw_sql(TABLE).execute(db).await?;
    Ok((started.elapsed(), bytes(db).await?))
}

pub(crate) async fn bytes(db: &PgPool) -> Result<i64, Box<dyn Error>> {
    Ok(sqlx::query_scalar("select pg_total_relation_size('peer')").fetch_one(db).await?)
}

/// One client: every query once, after one that warms up.
pub(crate) async fn one_client(db: &PgPool, queries: &[Query]) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::new();
    for query in queries {
        let started = Instant::now();
        ask(db, query).await?;
        times.push(started.elapsed());
    }
    Ok(times)
}

/// Searches a second with so many clients.
pub(crate) async fn many_clients(
    db: &PgPool,
    queries: &Arc<Vec<Query>>,
    clients: usize,
    length: Duration,
) -> Result<f64, Box<dyn Error>> {
    let next = Arc::new(AtomicUsize::new(0));
    let started = Instant::now();
    let mut tasks = Vec::new();
    for _ in 0..clients {
        let (db, queries, next) = (db.clone(), queries.clone(), next.clone());
        tasks.push(tokio::spawn(async move {
            let mut answered = 0_u64;
            while started.elapsed() < length {
                let number = next.fetch_add(1, Ordering::Relaxed);
                // Far apart in the list, so that a short run sees every kind.
                ask(&db, &queries[number * 77 % queries.len()]).await?;
                answered += 1;
            }
            Ok::<_, sqlx::Error>(answered)
        }));
    }
    let mut answered = 0;
    for task in tasks {
        answered += task.await??;
    }
    Ok(answered as f64 / started.elapsed().as_secs_f64())
}

async fn ask(db: &PgPool, query: &Query) -> Result<(), sqlx::Error> {
    let asked = tsquery(&query.text, query.kind == "prefix");
    if let Some(filter) = &query.filter {
        for sql in [PAGE, COUNTS] {
            sqlx::query(sql)
                .bind(filter.category)
                .bind(filter.price_max.0)
                .bind(&filter.maker)
                .bind(asked.as_deref())
                .fetch_all(db)
                .await
                .map(|rows| rows.len())?;
        }
        return Ok(());
    }
    let Some(asked) = asked else { return Ok(()) };
    let mut rows = sqlx::query(WORDS).bind(&asked).fetch_all(db).await?;
    if rows.is_empty() {
        rows = sqlx::query(LIKE).bind(&query.text).fetch_all(db).await?;
    }
    rows.iter().try_for_each(|row| row.try_get::<String, _>("name").map(|_| ()))
}

/// All words, the last one half-typed where it is.
fn tsquery(text: &str, typing: bool) -> Option<String> {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| format!("'{word}'"))
        .collect();
    let text = words.join(" & ");
    (!text.is_empty()).then(|| if typing { format!("{text}:*") } else { text })
}
