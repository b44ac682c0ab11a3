//! Feeds with separated cells (CSV, TSV), read row by row. A quote that does not close takes no other row with it.
//!
//! Memory: two lines of [`MAX_LINE_BYTES`], and as much again of lines that are looked at for the end of a quote.

use std::{collections::VecDeque, io::BufRead, sync::Arc};

use encoding_rs::Encoding;

use super::{
    charset,
    feed_cells::{closes_a_cell, filled, opens_a_cell, separator_line, split, split_without_quotes},
    feed_lines::{FeedLine, FeedLines, MAX_LINE_BYTES},
    feed_row::{Row, RowProblem},
};

/// Number of lines in which the headings are sought: notices and `sep=;` may stand before them.
const MAX_LINES_BEFORE: usize = 20;
/// Maximum number of lines of a cell.
const MAX_CELL_LINES: usize = 1_000;
/// Maximum number of columns.
const MAX_COLUMNS: usize = 1_000;
/// Maximum length of a heading, in bytes: a column with a longer one is not read.
const MAX_HEADING_BYTES: usize = 200;
/// Number of bytes that may be looked at for the end of quotes, for each byte that is read: a file full of open quotes must
/// not take for ever.
const LOOK_AHEAD: usize = 8;

/// The columns that every row needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct NeededColumns<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) price: &'a str,
    pub(super) url: &'a str,
}

/// Where the needed columns stand.
#[derive(Debug, Clone, Copy)]
struct Needed {
    id: usize,
    title: usize,
    price: usize,
    url: usize,
}

/// The rows of a feed.
pub(super) struct SeparatedRows<R> {
    lines: FeedLines<R>,
    /// Lines that were looked at and are still to be read.
    waiting: VecDeque<FeedLine>,
    /// The names of the columns; `None` for a column that is not read.
    headings: Vec<Option<Arc<str>>>,
    needed: Needed,
    delimiter: u8,
    stated: Option<&'static Encoding>,
    /// Whether a row had an address that looks like one: then all others do, unless their cells are shifted.
    has_addresses: bool,
    /// Number of bytes that may still be looked at for the end of a quote.
    look_ahead: usize,
}

impl<R: BufRead> SeparatedRows<R> {
    /// Opens a feed and finds its headings.
    ///
    /// # Errors
    /// A sentence part that says why the file is no such feed.
    pub(super) fn open(
        source: R,
        delimiter: u8,
        stated: Option<&'static Encoding>,
        columns: NeededColumns<'_>,
    ) -> Result<Self, String> {
        let mut lines = FeedLines::new(source);
        let (mut delimiter, mut missing) = (delimiter, None);
        for _ in 0..MAX_LINES_BEFORE {
            let line = lines.next().map_err(|error| format!("cannot read its first line: {error}"))?;
            let Some(line) = line else { break };
            let text =
                line.bytes.map(|bytes| charset::decode(&bytes, stated).into_owned()).unwrap_or_default();
            // Excel's own line says which separator the file has.
            if let Some(named) = separator_line(&text) {
                delimiter = named;
                continue;
            }
            let mut headings: Vec<String> = split(&text, delimiter)
                .cells
                .iter()
                .map(|heading| heading.trim_start_matches('\u{feff}').trim().to_owned())
                .collect();
            // Separators at the end of a line make no columns.
            headings.truncate(filled(&headings));
            match Needed::find(&headings, columns) {
                Ok(_) if headings.len() > MAX_COLUMNS => {
                    return Err(format!("the feed has more than {MAX_COLUMNS} columns"));
                }
                Ok(needed) => {
                    let is_read = |heading: &String| (1..=MAX_HEADING_BYTES).contains(&heading.len());
                    let names = headings.into_iter().map(|heading| Some(heading).filter(is_read));
                    return Ok(SeparatedRows {
                        lines,
                        waiting: VecDeque::new(),
                        headings: names.map(|name| name.map(Arc::from)).collect(),
                        needed,
                        delimiter,
                        stated,
                        has_addresses: false,
                        look_ahead: MAX_LINE_BYTES,
                    });
                }
                Err(column) => missing = missing.or(Some(column)),
            }
        }
        let missing = missing.unwrap_or_else(|| columns.id.to_owned());
        Err(format!("the feed has no column {missing:?}"))
    }

    /// Returns the next row; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Row>, RowProblem> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        let number = line.number;
        let too_long = || RowProblem::row(format!("line {number} is longer than {MAX_LINE_BYTES} bytes"));
        let text = self.text(&line).ok_or_else(too_long)?;
        self.look_ahead = (self.look_ahead + LOOK_AHEAD * text.len()).min(MAX_LINE_BYTES);
        let read = split(&text, self.delimiter);
        let is_open = read.is_open;
        if !line.is_ended && read.cells.len() < self.headings.len() {
            let whole = read.cells.len().saturating_sub(1);
            let known = self.row(read.cells.into_iter().take(whole).collect());
            return Err(RowProblem::Row(format!("line {number}: the last row is cut off"), known));
        }
        if !is_open && self.fits(&read.cells) {
            self.has_addresses |= self.needed.has_address(&read.cells);
            return Ok(Some(self.row(read.cells)));
        }
        if is_open && let Some(cells) = self.join(text.clone())? {
            return Ok(Some(self.row(cells)));
        }
        if text.contains('"') {
            let cells = split_without_quotes(&text, self.delimiter);
            let is_whole = [cells.len(), filled(&cells)].contains(&self.headings.len());
            if (is_whole || is_open) && self.fits(&cells) {
                return Ok(Some(self.row(cells)));
            }
        }
        if is_open {
            let before_quote = read.cells.len().saturating_sub(1);
            let known = self.row(read.cells.into_iter().take(before_quote).collect());
            return Err(RowProblem::Row(format!("line {number}: a quote does not close"), known));
        }
        self.refuse_or_pass(read.cells, number)
    }

    /// Returns a row that lacks something where its cells are in their columns, so that the missing one can be named.
    fn refuse_or_pass(&self, cells: Vec<String>, number: u64) -> Result<Option<Row>, RowProblem> {
        let (has, wanted) = (filled(&cells), self.headings.len());
        let is_shifted = has > wanted || (cells.len() < wanted && !self.needed.has_address(&cells));
        if is_shifted {
            let what = format!("line {number}: the row has {} cells instead of {wanted}", cells.len());
            return Err(RowProblem::Row(what, self.row(cells)));
        }
        let url = cells.get(self.needed.url).map(|cell| cell.trim()).unwrap_or_default();
        if self.has_addresses && !url.is_empty() && !self.needed.has_address(&cells) {
            let what = format!("line {number}: {url:?} is no address: the cells are not in their columns");
            return Err(RowProblem::Row(what, self.row(cells)));
        }
        Ok(Some(self.row(cells)))
    }

    fn fits(&self, cells: &[String]) -> bool {
        self.needed.fits(cells, self.headings.len())
            && (!self.has_addresses || self.needed.has_address(cells))
    }

    fn row(&self, cells: Vec<String>) -> Row {
        let named = self.headings.iter().zip(cells);
        named.filter_map(|(heading, cell)| Some((heading.clone()?, cell))).collect()
    }

    fn next_line(&mut self) -> Result<Option<FeedLine>, RowProblem> {
        match self.waiting.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next().map_err(|error| RowProblem::Source(error.to_string())),
        }
    }

    fn text(&self, line: &FeedLine) -> Option<String> {
        line.bytes.as_ref().map(|bytes| charset::decode(bytes, self.stated).into_owned())
    }

    /// Returns the cells of a row whose quote closes in a later line; `None` where it is a lone quote, and then the lines
    /// that were looked at are read as rows of their own.
    fn join(&mut self, first: String) -> Result<Option<Vec<String>>, RowProblem> {
        // A line with as many cells as a row has may be one, and then a row behind it is no part of its text.
        let may_be_row = first.matches(char::from(self.delimiter)).count() >= self.needed.last();
        let (mut joined, mut looked) = (first, Vec::new());
        let mut seen = 0;
        let cells = loop {
            if looked.len() >= MAX_CELL_LINES || seen > self.look_ahead {
                break None;
            }
            let Some(line) = self.next_line()? else { break None };
            let text = self.text(&line);
            looked.push(line);
            let Some(text) = text else { break None };
            seen += text.len();
            if joined.len() + text.len() > MAX_LINE_BYTES
                || (may_be_row && self.is_row(&text))
                || opens_a_cell(&text, self.delimiter)
            {
                break None;
            }
            joined.push('\n');
            joined.push_str(&text);
            if closes_a_cell(&text, self.delimiter) {
                let read = split(&joined, self.delimiter);
                let fits = !read.is_open && self.fits(&read.cells);
                break fits.then_some(read.cells);
            }
        };
        if cells.is_none() {
            self.look_ahead = self.look_ahead.saturating_sub(seen);
            for line in looked.into_iter().rev() {
                self.waiting.push_front(line);
            }
        }
        Ok(cells)
    }

    /// Whether a line is a row by itself, beyond doubt.
    fn is_row(&self, text: &str) -> bool {
        let read = split(text, self.delimiter);
        !read.is_open && self.fits(&read.cells) && self.needed.has_address(&read.cells)
    }
}

impl Needed {
    /// Finds the columns; else returns the name of one that is missing.
    fn find(headings: &[String], columns: NeededColumns<'_>) -> Result<Needed, String> {
        let at = |column: &str| {
            headings.iter().position(|heading| heading == column).ok_or_else(|| column.to_owned())
        };
        Ok(Needed {
            id: at(columns.id)?,
            title: at(columns.title)?,
            price: at(columns.price)?,
            url: at(columns.url)?,
        })
    }

    fn last(self) -> usize {
        self.id.max(self.title).max(self.price).max(self.url)
    }

    /// Whether all needed cells hold something, and none is beyond the headings. Empty cells at the end may be missing, and
    /// then the address shows that no cell in the middle is.
    fn fits(self, cells: &[String], headings: usize) -> bool {
        let is_filled = |at: usize| cells.get(at).is_some_and(|cell| !cell.trim().is_empty());
        filled(cells) <= headings
            && [self.id, self.title, self.price, self.url].into_iter().all(is_filled)
            && (cells.len() >= headings || self.has_address(cells))
    }

    fn has_address(self, cells: &[String]) -> bool {
        let url = cells.get(self.url).map(|cell| cell.trim()).unwrap_or_default();
        ["http://", "https://", "/", "www."].iter().any(|beginning| url.starts_with(beginning))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: NeededColumns<'_> =
        NeededColumns { id: "id", title: "title", price: "price", url: "link" };

    fn read_with(text: &str, delimiter: u8) -> Vec<Result<Row, RowProblem>> {
        let mut rows = match SeparatedRows::open(text.as_bytes(), delimiter, None, COLUMNS) {
            Ok(rows) => rows,
            Err(what) => return vec![Err(RowProblem::Source(what))],
        };
        std::iter::from_fn(|| rows.next().transpose()).collect()
    }

    /// Returns id and title of each row, or the problem.
    fn titles(text: &str) -> Vec<String> {
        let said = |row: Result<Row, RowProblem>| match row {
            Ok(row) => format!("{} {}", row.get("id").unwrap_or("-"), row.get("title").unwrap_or("-")),
            Err(RowProblem::Row(what, _) | RowProblem::Source(what)) => what,
        };
        read_with(text, b',').into_iter().map(said).collect()
    }

    const HEAD: &str = "id,title,price,link,stock,note\n";

    #[test]
    fn rows_may_be_shorter_or_have_empty_cells_at_their_end() {
        let rows =
            "1,A,9.500,/p/1\n2,B,9.600,/p/2,in stock\n3,C,9.700,/p/3,in stock,x,,,\n4,D,9.800,/p/4,,\n";
        assert_eq!(titles(&format!("{HEAD}{rows}")), ["1 A", "2 B", "3 C", "4 D"]);
        assert_eq!(titles(&format!("id,title,price,link,\n{}", "1,A,9,/p/1,\n2,B,9,/p/2\n")), ["1 A", "2 B"]);
    }

    #[test]
    fn row_whose_cells_are_shifted_is_refused() {
        for (row, what) in [
            ("1,Card, black,9.500,/p/1,in stock,x", "line 2: the row has 7 cells instead of 6"),
            ("1,A", "line 2: the row has 2 cells instead of 6"),
            // A title with a line break that is not quoted: the second half is no row of its own.
            ("second half,12.500,/p/1,in stock", "line 2: the row has 4 cells instead of 6"),
        ] {
            assert_eq!(titles(&format!("{HEAD}{row}\n2,B,9.600,/p/2,in stock,x\n")), [what, "2 B"], "{row}");
        }
        // As many cells as there should be: one is too many in the middle, one is missing at the end.
        let shifted =
            "id,title,old,price,link,stock\n1,A,12.500,9.500,/p/1,yes\n2,B, black,12.500,9.500,/p/2\n";
        assert_eq!(
            titles(shifted),
            ["1 A", "line 3: \"9.500\" is no address: the cells are not in their columns"]
        );
        let separated = "id,title,price,link,\n1,Card, black,9.500,/p/1,\n2,B,9.600,/p/2,\n";
        assert_eq!(titles(separated), ["line 2: the row has 6 cells instead of 4", "2 B"]);
        // The last cell of a short row without an end may be half a price.
        assert_eq!(titles(&format!("{HEAD}1,A,9.500,/p/1")), ["line 2: the last row is cut off"]);
        assert_eq!(titles(&format!("{HEAD}1,A,9.500,/p/1,in stock,x")), ["1 A"]);
        // A cell that is missing is named by its column.
        assert_eq!(titles(&format!("{HEAD}1,,9.500,/p/1\n")), ["1 "]);
    }

    #[test]
    fn lone_quote_takes_no_other_row_with_it() {
        let next = "2,\"B, black\",9.600,/p/2,in stock,x\n3,C 24\",9.700,/p/3,in stock,x\n";
        for (row, title) in [
            ("1,\"27 inch curved,9.500,/p/1,in stock,x\n", "1 27 inch curved"),
            ("1,27\" curved,9.500,/p/1,in stock,x\n", "1 27\" curved"),
            ("1,\"27\" curved\",9.500,/p/1,in stock,x\n", "1 27\" curved"),
            ("1,\"27\"\" curved\",9.500,/p/1,in stock,x\n", "1 27\" curved"),
            ("1,\"Monitor 27\"\",9.500,/p/1,in stock,x\n", "1 Monitor 27\""),
            ("1,Monitor 27\",9.500,/p/1,in stock,x\n", "1 Monitor 27\""),
            ("1,\"27\" curved,9.500,/p/1,\"in stock\",x\n", "1 \"27\" curved"),
            ("1,\"A\nsecond line, with a comma\",9.500,/p/1,in stock,x\n", "1 A\nsecond line, with a comma"),
            ("1,A,9.500,/p/1,in stock,\"one\ntwo \"\"2\"\"\n\nthree\"\n", "1 A"),
        ] {
            for after in [next.to_owned(), next.replace("\"B, black\"", "B")] {
                let found = titles(&format!("{HEAD}{row}{after}"));
                assert_eq!(found.len(), 3, "{row}: {found:?}");
                assert_eq!(found[0], title, "{row}");
                assert!(found[1].starts_with("2 B") && found[2] == "3 C 24\"", "{row}: {found:?}");
            }
        }
        // Text behind the quote cannot be known, but the next row can.
        let found = titles(&format!("{HEAD}1,\"A, black,9.500,/p/1,in stock,x\n{next}"));
        assert_eq!(found[0], "line 2: a quote does not close");
        assert_eq!(&found[1..], ["2 B, black", "3 C 24\""]);
    }

    #[test]
    fn lines_before_the_headings_are_no_rows() {
        for before in ["", "sep=,\n", "\u{feff}\"sep=,\"\r\n", "\n\n", "<b>Notice</b>: Undefined index\n\n"] {
            assert_eq!(titles(&format!("{before}{HEAD}1,A,9.500,/p/1\r")), ["1 A"], "{before:?}");
        }
        let found = read_with("sep=;\nid;title;price;link\n1;A, B;9,500;/p/1\n", b',');
        assert_eq!(found[0].as_ref().expect("a row").get("price"), Some("9,500"));
        assert_eq!(titles(&"notice\n".repeat(30)), ["the feed has no column \"id\""]);
    }

    #[test]
    fn zero_bytes_and_broken_letters_harm_no_other_row() {
        let text = format!("{HEAD}1,A\0 B,9.500,/p/1\n\0\0\n2,B,9.600,/p/2\n");
        assert_eq!(titles(&text), ["1 A B", "2 B"]);
    }

    #[test]
    fn many_or_long_headings_take_no_more_memory_with_each_row() {
        let columns = (0..MAX_COLUMNS).map(|number| format!(",c{number}")).collect::<String>();
        assert_eq!(
            titles(&format!("id,title,price,link{columns}\n1,A,9.500,/p/1\n")),
            ["the feed has more than 1000 columns"]
        );
        let (began, long) = (std::time::Instant::now(), "x".repeat(900_000));
        let rows = "1,A,9.500,/p/1,y,z\n".repeat(20_000);
        let found = read_with(&format!("id,title,price,link,{long},note\n{rows}"), b',');
        assert_eq!(found.len(), 20_000);
        let row = found[0].as_ref().expect("a row");
        assert_eq!((row.len(), row.get(&long), row.get("note")), (5, None, Some("z")));
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
    }

    #[test]
    fn files_full_of_open_quotes_are_read_in_linear_time() {
        let began = std::time::Instant::now();
        for line in ["\"\"x\n", "1,\"a\n", "\"\n", "x\"y\n", "1,\"a\nb\nc\nd\n", "\",\",\n", "\"\"\n\"x\"y\n"]
        {
            let rows = titles(&format!("{HEAD}{}", line.repeat(256 * 1024 / line.len())));
            assert!(rows.len() > 1, "{line:?}");
        }
        assert!(began.elapsed() < std::time::Duration::from_secs(60), "{:?}", began.elapsed());
    }
}
