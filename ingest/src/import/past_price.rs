//! Reads past prices from CSV: `external_id` or `url`, `date`, `price`, `stock`, and optionally `retailer`.

use std::io::Read;

use anyhow::Context;
use domain::{
    model::{Slug, Stock},
    store::prices::PastPrice,
};
use time::{
    Date, OffsetDateTime, format_description::well_known::Iso8601, format_description::well_known::Rfc3339,
};
use tokio::sync::mpsc;

use super::lines;
use crate::normalise::price::{self, PriceFormat};

/// Year before which a date is a mistake.
const EARLIEST_YEAR: i32 = 2010;
/// Price format of the files, which programs write: plain dinars with a point.
const PLAIN: PriceFormat = PriceFormat { decimal: '.', thousands: None };

/// One row of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRow {
    pub retailer: Slug,
    pub price: PastPrice,
}

/// Indices of the columns.
#[derive(Debug)]
struct Columns {
    retailer: Option<usize>,
    external_id: Option<usize>,
    url: Option<usize>,
    date: usize,
    price: usize,
    stock: Option<usize>,
}

/// Reads all rows and sends each with its line number; a bad row does not affect the others.
///
/// # Errors
/// When the head is not as expected, or the source breaks off.
pub fn read_all(
    source: Box<dyn Read + Send>,
    retailer: Option<&Slug>,
    now: OffsetDateTime,
    out: &mpsc::Sender<(u64, Result<PastRow, String>)>,
) -> anyhow::Result<()> {
    let source = lines::decompress(source).context("cannot read the file")?;
    let mut reader = csv::ReaderBuilder::new().from_reader(source);
    let headings = reader.headers().context("cannot read the first line")?.clone();
    let columns = Columns::find(&headings, retailer.is_some())?;
    let mut record = csv::StringRecord::new();
    loop {
        let line = reader.position().line();
        let row = match reader.read_record(&mut record) {
            Ok(false) => return Ok(()),
            Ok(true) => columns.read(&record, retailer, now),
            Err(error) if error.is_io_error() => {
                return Err(error).with_context(|| format!("the file is cut off after line {line}"));
            }
            Err(error) => Err(error.to_string()),
        };
        let line = record.position().map_or(line, csv::Position::line);
        if out.blocking_send((line, row)).is_err() {
            return Ok(());
        }
    }
}

impl Columns {
    fn find(headings: &csv::StringRecord, has_retailer: bool) -> anyhow::Result<Columns> {
        let name = |heading: &str| heading.trim_start_matches('\u{feff}').trim().to_lowercase();
        let position = |wanted: &str| headings.iter().position(|heading| name(heading) == wanted);
        let columns = Columns {
            retailer: position("retailer"),
            external_id: position("external_id"),
            url: position("url"),
            date: position("date").context("the file has no column date")?,
            price: position("price").context("the file has no column price")?,
            stock: position("stock"),
        };
        anyhow::ensure!(
            columns.external_id.is_some() || columns.url.is_some(),
            "the file has neither a column external_id nor a column url"
        );
        anyhow::ensure!(
            has_retailer || columns.retailer.is_some(),
            "the file has no column retailer: name the retailer with --retailer"
        );
        Ok(columns)
    }

    fn read(
        &self,
        record: &csv::StringRecord,
        retailer: Option<&Slug>,
        now: OffsetDateTime,
    ) -> Result<PastRow, String> {
        let cell = |column: Option<usize>| {
            column.and_then(|index| record.get(index)).map(str::trim).filter(|text| !text.is_empty())
        };
        let retailer = match (cell(self.retailer), retailer) {
            (_, Some(slug)) => slug.clone(),
            (Some(text), None) => text.parse().map_err(|error| format!("retailer: {error}"))?,
            (None, None) => return Err("retailer: is empty".to_owned()),
        };
        let external_id = cell(self.external_id).map(str::to_owned);
        let url = cell(self.url).map(str::to_owned);
        if external_id.is_none() && url.is_none() {
            return Err("external_id: is empty".to_owned());
        }
        let observed_at = moment(cell(Some(self.date)).unwrap_or_default(), now)?;
        let price = price::parse(cell(Some(self.price)).unwrap_or_default(), PLAIN)
            .map_err(|error| format!("price: {error}"))?;
        let stock: Stock =
            cell(self.stock).unwrap_or_default().parse().map_err(|error| format!("stock: {error}"))?;
        Ok(PastRow { retailer, price: PastPrice { external_id, url, observed_at, price, stock } })
    }
}

/// Parses a day (its first moment, UTC) or a moment.
fn moment(text: &str, now: OffsetDateTime) -> Result<OffsetDateTime, String> {
    let read = Date::parse(text, &Iso8601::DATE)
        .map(|day| day.midnight().assume_utc())
        .or_else(|_| OffsetDateTime::parse(text, &Rfc3339))
        .map_err(|_| format!("date: {text:?} is neither a day such as 2026-11-21 nor a moment"))?;
    if read > now || read.year() < EARLIEST_YEAR {
        return Err(format!("date: {text:?} is in the future or before {EARLIEST_YEAR}"));
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use domain::model::Fils;

    use super::*;

    fn rows(text: &str) -> anyhow::Result<Vec<Result<PastRow, String>>> {
        let (sender, mut receiver) = mpsc::channel(1000);
        let slug: Slug = "a-shop".parse().expect("a slug");
        let source = std::io::Cursor::new(text.as_bytes().to_vec());
        read_all(Box::new(source), Some(&slug), OffsetDateTime::now_utc(), &sender)?;
        drop(sender);
        Ok(std::iter::from_fn(|| receiver.blocking_recv().map(|(_, row)| row)).collect())
    }

    #[test]
    fn good_rows_are_read_despite_bad_ones() {
        let found = rows(
            "external_id,date,price,stock\n1,2026-01-02,9.500,in\n2,2026-01-02T10:00:00Z,9,out\n3,tomorrow,1,in\n\
             4,2026-01-02,Call us,in\n5,2026-01-02,0,in\n6,2999-01-01,5,in\n,2026-01-02,5,in\n8,2026-01-02,5,maybe\n9,2026\n",
        )
        .expect("rows");
        assert_eq!(found.len(), 9);
        assert_eq!(found.iter().filter(|row| row.is_ok()).count(), 2);
        assert_eq!(found[0].as_ref().expect("a row").price.price, Fils(9_500));
    }

    #[test]
    fn file_without_past_prices_is_refused() {
        assert!(rows("<html>").is_err());
        assert!(rows("date,price\n").is_err());
        assert!(rows("").is_err());
    }
}
