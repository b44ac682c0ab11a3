//! Texts that visitors search, counted per UTC day: how often, with how many results, what was understood of them, what was
//! clicked first and what was searched next. Nothing of the visitor is stored with them. Readers see a text only when at least
//! [`MIN_VISITORS`] visitors typed it on a day, and what was searched next only where that holds of both texts on the day. The
//! caller says who is one visitor, by digests; the api counts networks (`api/src/services/search_log.rs`).

use serde_json::Value;
use sqlx::{PgExecutor, PgPool, PgTransaction};
use time::Date;

use super::users::Language;
use crate::model::ProductId;

/// Number of distinct visitors of a day from which on a text is kept and shown.
pub const MIN_VISITORS: usize = 3;
/// Number of next texts that are listed with a text.
const LISTED_NEXT_TEXTS: i64 = 3;

/// Counts of one text since the last time.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedText {
    /// Normalised, 1 to 200 characters.
    pub text: String,
    pub language: Language,
    pub searches: i64,
    /// Searches without results.
    pub empty_searches: i64,
    /// Number of results, understood parts (a JSON list) and dropped words of the newest search.
    pub results: i64,
    pub understood: Value,
    pub unknown_words: Vec<String>,
    /// Digests of visitors.
    pub visitors: Vec<Vec<u8>>,
    /// Products that were clicked first, with the number of clicks and the sum of their places.
    pub clicks: Vec<(ProductId, i64, i64)>,
    /// Products that were added to a build right from the results, likewise.
    pub additions: Vec<(ProductId, i64, i64)>,
    /// Texts that were searched next, with the number of times.
    pub next_texts: Vec<(String, i64)>,
}

/// Choice of the listed texts, and their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SearchView {
    /// All, the most frequent first.
    Frequent,
    /// Those that found nothing.
    NoResults,
    /// Those that found something and were never followed by a click or an addition.
    NoClick,
    /// Those of whose words some had to be dropped.
    UnknownWords,
}

/// A text with its counts over some days.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchedText {
    pub text: String,
    pub language: Language,
    pub searches: i64,
    pub empty_searches: i64,
    /// Of the newest day: number of results, understood parts, dropped words.
    pub results: i64,
    pub understood: Value,
    pub unknown_words: Vec<String>,
    pub clicks: i64,
    /// Mean place of the first click, from 1.
    pub mean_rank: Option<f64>,
    /// Texts that were searched next, the most frequent first.
    pub next_texts: Vec<String>,
    /// Number of texts of this view.
    pub total: i64,
}

/// Adds counts to those of a day. A click or a next text whose search is not counted here makes a row without searches.
/// Clicks on unknown products are ignored.
pub async fn add(tx: &mut PgTransaction<'_>, day: Date, counted: &[CountedText]) -> sqlx::Result<()> {
    // In one order, so that two processes that add the same texts wait for each other instead of for ever.
    let mut counted: Vec<&CountedText> = counted.iter().collect();
    counted.sort_unstable_by(|left, right| sort_key(left).cmp(&sort_key(right)));
    add_texts(tx, day, &counted).await?;
    add_visitors(tx, day, &counted).await?;
    add_clicks(tx, day, &counted).await?;
    add_next_texts(tx, day, &counted).await
}

fn sort_key(text: &CountedText) -> (&str, &'static str) {
    (&text.text, name(text.language))
}

fn name(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        Language::Ar => "ar",
    }
}

async fn add_texts(tx: &mut PgTransaction<'_>, day: Date, counted: &[&CountedText]) -> sqlx::Result<()> {
    let numbers = |of: fn(&CountedText) -> i64| counted.iter().map(|text| of(text)).collect::<Vec<_>>();
    sqlx::query!(
        "insert into search_text
             (day, text, language, searches, empty_searches, results, understood, unknown_words)
         select $1, text, language, searches, empty_searches, results, understood, string_to_array(unknown_words, E'\\n')
         from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::jsonb[], $8::text[])
             as counted (text, language, searches, empty_searches, results, understood, unknown_words)
         on conflict (day, text, language) do update set
             searches = search_text.searches + excluded.searches,
             empty_searches = search_text.empty_searches + excluded.empty_searches,
             results = case when excluded.searches > 0 then excluded.results else search_text.results end,
             understood = case when excluded.searches > 0 then excluded.understood else search_text.understood end,
             unknown_words =
                 case when excluded.searches > 0 then excluded.unknown_words else search_text.unknown_words end",
        day,
        &counted.iter().map(|text| text.text.clone()).collect::<Vec<_>>(),
        &counted.iter().map(|text| name(text.language).to_owned()).collect::<Vec<_>>(),
        &numbers(|text| text.searches),
        &numbers(|text| text.empty_searches),
        &numbers(|text| text.results),
        &counted.iter().map(|text| text.understood.clone()).collect::<Vec<_>>() as &[Value],
        &counted.iter().map(|text| text.unknown_words.join("\n")).collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Stores visitors of texts that have had fewer than [`MIN_VISITORS`], and counts them.
async fn add_visitors(tx: &mut PgTransaction<'_>, day: Date, counted: &[&CountedText]) -> sqlx::Result<()> {
    let (mut texts, mut languages, mut visitors) = (Vec::new(), Vec::new(), Vec::new());
    for text in counted {
        for visitor in &text.visitors {
            texts.push(text.text.clone());
            languages.push(name(text.language).to_owned());
            visitors.push(visitor.clone());
        }
    }
    sqlx::query!(
        "insert into search_visitor (day, text, language, visitor)
         select $1, seen.text, seen.language, seen.visitor
         from unnest($2::text[], $3::text[], $4::bytea[]) as seen (text, language, visitor)
         join search_text on search_text.day = $1 and search_text.text = seen.text
             and search_text.language = seen.language and search_text.visitors < 3
         on conflict do nothing",
        day,
        &texts,
        &languages,
        &visitors,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update search_text set visitors = least(3, counted.visitors)::smallint
         from (
             select text, language, count(*) as visitors from search_visitor
             where day = $1 and text = any($2::text[]) group by text, language
         ) as counted
         where search_text.day = $1 and search_text.text = counted.text and search_text.language = counted.language
             and search_text.visitors < 3",
        day,
        &texts,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn add_clicks(tx: &mut PgTransaction<'_>, day: Date, counted: &[&CountedText]) -> sqlx::Result<()> {
    let (mut texts, mut languages, mut products) = (Vec::new(), Vec::new(), Vec::new());
    let (mut are_additions, mut numbers, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
    for text in counted {
        let clicks = text.clicks.iter().map(|choice| (false, choice));
        let additions = text.additions.iter().map(|choice| (true, choice));
        for (is_addition, (product, number, sum)) in clicks.chain(additions) {
            texts.push(text.text.clone());
            languages.push(name(text.language).to_owned());
            products.push(*product);
            are_additions.push(is_addition);
            numbers.push(*number);
            ranks.push(*sum);
        }
    }
    sqlx::query!(
        "insert into search_click
             (day, text, language, product_id, clicks, ranks, additions, addition_ranks)
         select $1::date, text, language, product.id,
             coalesce(sum(number) filter (where not is_addition), 0),
             coalesce(sum(rank) filter (where not is_addition), 0),
             coalesce(sum(number) filter (where is_addition), 0),
             coalesce(sum(rank) filter (where is_addition), 0)
         from unnest($2::text[], $3::text[], $4::uuid[], $5::boolean[], $6::bigint[], $7::bigint[])
             as chosen (text, language, product, is_addition, number, rank)
         join product on product.id = chosen.product
         group by text, language, product.id
         order by text, language, product.id
         on conflict (day, text, language, product_id) do update set
             clicks = search_click.clicks + excluded.clicks,
             ranks = search_click.ranks + excluded.ranks,
             additions = search_click.additions + excluded.additions,
             addition_ranks = search_click.addition_ranks + excluded.addition_ranks",
        day,
        &texts,
        &languages,
        &products as &[ProductId],
        &are_additions,
        &numbers,
        &ranks,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn add_next_texts(tx: &mut PgTransaction<'_>, day: Date, counted: &[&CountedText]) -> sqlx::Result<()> {
    let (mut texts, mut languages, mut next_texts, mut times) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for text in counted {
        for (next_text, number) in &text.next_texts {
            texts.push(text.text.clone());
            languages.push(name(text.language).to_owned());
            next_texts.push(next_text.clone());
            times.push(*number);
        }
    }
    sqlx::query!(
        "insert into search_refinement (day, text, language, next_text, times)
         select $1, text, language, next_text, times
         from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as refined (text, language, next_text, times)
         on conflict (day, text, language, next_text) do update set
             times = search_refinement.times + excluded.times",
        day,
        &texts,
        &languages,
        &next_texts,
        &times,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns texts of the days from `from` to `until`, both included. A day counts for a text only with at least
/// [`MIN_VISITORS`] visitors.
pub async fn list(
    db: impl PgExecutor<'_>,
    view: SearchView,
    from: Date,
    until: Date,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<SearchedText>> {
    sqlx::query_as!(
        SearchedText,
        r#"with shown as (
               select * from search_text where day between $2 and $3 and visitors >= 3
           ), newest as (
               select distinct on (text, language) text, language, results, understood, unknown_words
               from shown order by text, language, day desc
           ), counted as (
               select text, language, sum(searches)::bigint as searches, sum(empty_searches)::bigint as empty_searches
               from shown group by text, language
           ), clicked as (
               select text, language, sum(click.clicks)::bigint as clicks, sum(click.ranks)::bigint as ranks
               from shown join search_click as click using (day, text, language) group by text, language
           )
           select text as "text!", language as "language!: Language", searches as "searches!",
               empty_searches as "empty_searches!", results as "results!", understood as "understood!",
               unknown_words as "unknown_words!", coalesce(clicks, 0) as "clicks!",
               ranks::float8 / nullif(clicks, 0) as mean_rank,
               array(
                   select next_text from search_refinement as refinement
                   join shown as first on first.day = refinement.day and first.text = refinement.text
                       and first.language = refinement.language
                   join shown as second on second.day = refinement.day and second.text = refinement.next_text
                       and second.language = refinement.language
                   where refinement.text = counted.text and refinement.language = counted.language
                   group by next_text order by sum(times) desc, next_text limit $6
               ) as "next_texts!",
               count(*) over () as "total!"
           from counted join newest using (text, language) left join clicked using (text, language)
           where case $1::text when 'NO_RESULTS' then empty_searches > 0
                     when 'NO_CLICK' then results > 0 and clicks is null
                     when 'UNKNOWN_WORDS' then cardinality(unknown_words) > 0
                     else true end
           order by case $1::text when 'NO_RESULTS' then empty_searches else searches end desc, text, language
           offset $4 limit $5"#,
        view as SearchView,
        from,
        until,
        offset,
        limit,
        LISTED_NEXT_TEXTS,
    )
    .fetch_all(db)
    .await
}

/// Deletes, of days before `today`, the texts that fewer than three visitors typed, and the digests of all visitors. Returns the
/// number of texts.
pub async fn delete_rare(db: &PgPool, today: Date) -> sqlx::Result<u64> {
    let mut tx = db.begin().await?;
    sqlx::query!("delete from search_visitor where day < $1", today).execute(&mut *tx).await?;
    let rare = sqlx::query!("delete from search_text where day < $1 and visitors < 3", today)
        .execute(&mut *tx)
        .await?;
    // A next text is kept only where it was kept as a text.
    sqlx::query!(
        "delete from search_refinement as refinement where day < $1 and not exists (
             select from search_text where search_text.day = refinement.day
                 and search_text.text = refinement.next_text and search_text.language = refinement.language)",
        today,
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(rare.rows_affected())
}
