use std::fmt::Write;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::IntoResponse,
};
use domain::store::matches::{self, MatchFilter, MatchOrder, QueuePosition, QueuedMatch};
use futures::{StreamExt, stream};
use sqlx::PgPool;

use super::{MatchFilterParams, read_filter};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    query::Query,
    session::Admin,
};

/// Rows per database query: memory use does not grow with the length of the queue.
const ROWS_PER_QUERY: i64 = 1_000;
/// Excel recognises UTF-8 only by this mark.
const BYTE_ORDER_MARK: &str = "\u{feff}";
const HEADINGS: &str = "id,status,decision,confidence,worth,reference,reference_retailer,reference_price_kwd,candidate,\
                        candidate_retailer,candidate_price_kwd,candidate_url,flag_note,decided_by\r\n";

/// `GET /api/admin/matches/export`: returns the queue as CSV in UTF-8, with cells that a spreadsheet never reads as
/// formulas.
#[utoipa::path(
    get,
    path = "/api/admin/matches/export",
    params(
        MatchFilterParams,
        ("format" = Option<String>, Query, description = "csv"),
    ),
    responses((status = 200, description = "CSV with a line for each match", content_type = "text/csv", body = String))
)]
pub async fn export_matches(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let (filter, order) = read_filter(&mut query)?;
    if query.single("format").is_some_and(|format| format != "csv") {
        query.problem("format", "must be csv");
    }
    query.finish()?;
    let (first, next) = batch(&db, &filter, order, &QueuePosition::START).await?;
    let head = format!("{BYTE_ORDER_MARK}{HEADINGS}{first}");
    let rest = stream::unfold((db, filter, next), move |(db, filter, next)| async move {
        match batch(&db, &filter, order, &next?).await {
            Ok((lines, next)) => Some((Ok(Bytes::from(lines)), (db, filter, next))),
            // Aborts the response, so that a truncated file is not mistaken for the whole.
            Err(error) => Some((Err(std::io::Error::other(error)), (db, filter, None))),
        }
    });
    // Fused, because the compression layer polls the stream once more after its end.
    let body = stream::iter([Ok(Bytes::from(head))]).chain(rest).fuse();
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"matches.csv\""),
    ];
    Ok::<_, ApiError>((CachePolicy::Never, headers, Body::from_stream(body)))
}

/// Returns the CSV lines after a position, and the position of the last line unless the queue ends there.
async fn batch(
    db: &PgPool,
    filter: &MatchFilter,
    order: MatchOrder,
    place: &QueuePosition,
) -> sqlx::Result<(String, Option<QueuePosition>)> {
    let found = matches::list_after(db, filter, order, place, ROWS_PER_QUERY).await?;
    let is_full = found.len() as i64 == ROWS_PER_QUERY;
    Ok((lines(&found), found.last().filter(|_| is_full).map(|pair| QueuePosition::after(pair, order))))
}

fn lines(found: &[QueuedMatch]) -> String {
    let mut text = String::new();
    for row in found {
        let cells = [
            row.id.to_string(),
            format!("{:?}", row.status).to_uppercase(),
            serde_json::to_value(row.assessment)
                .ok()
                .and_then(|name| Some(name.as_str()?.to_owned()))
                .unwrap_or_default(),
            format!("{:.4}", row.confidence),
            format!("{:.2}", row.worth),
            row.product_name.clone(),
            row.product_retailer.clone().unwrap_or_default(),
            row.product_price.map(|price| price.to_string()).unwrap_or_default(),
            row.offer_title_en.clone().or(row.offer_title_ar.clone()).unwrap_or_default(),
            row.offer_retailer.clone(),
            row.offer_price.to_string(),
            row.offer_url.clone(),
            row.flag_note.clone().unwrap_or_default(),
            row.decided_by.clone().unwrap_or_default(),
        ];
        let line = cells.iter().map(|cell| safe_cell(cell)).collect::<Vec<_>>().join(",");
        // Writing to a string cannot fail.
        let _ = write!(text, "{line}\r\n");
    }
    text
}

/// Returns a quoted cell that a spreadsheet does not read as a formula.
fn safe_cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let guard = if formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_cells_never_start_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(safe_cell(text).starts_with("\"'"), "{text}");
        }
        assert_eq!(safe_cell("27\" monitor, black"), "\"27\"\" monitor, black\"");
        assert_eq!(safe_cell("كرت شاشة"), "\"كرت شاشة\"");
    }
}
