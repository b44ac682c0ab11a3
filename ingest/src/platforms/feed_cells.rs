//! Splits a line of separated cells, with quotes as CSV knows them and as shops write them.

/// The cells of a line; `is_open` where the last one's quote does not close.
pub(super) struct Cells {
    pub(super) cells: Vec<String>,
    pub(super) is_open: bool,
}

/// Splits a line. In a quoted cell, `""` is a quote; a quote before anything but a separator or the end is one too.
pub(super) fn split(text: &str, delimiter: u8) -> Cells {
    let bytes = text.as_bytes();
    let (mut cells, mut at) = (Vec::new(), 0);
    loop {
        let end = if bytes.get(at) == Some(&b'"') {
            let Some((cell, end)) = quoted(text, at + 1, delimiter) else {
                cells.push(text.get(at..).unwrap_or_default().to_owned());
                return Cells { cells, is_open: true };
            };
            cells.push(cell);
            end
        } else {
            let rest = bytes.get(at..).unwrap_or_default();
            let end =
                rest.iter().position(|byte| *byte == delimiter).map_or(bytes.len(), |length| at + length);
            cells.push(text.get(at..end).unwrap_or_default().to_owned());
            end
        };
        if end >= bytes.len() {
            return Cells { cells, is_open: false };
        }
        at = end + 1;
    }
}

/// Returns a quoted cell and where it ends; `None` where its quote does not close.
fn quoted(text: &str, from: usize, delimiter: u8) -> Option<(String, usize)> {
    let (mut cell, mut at) = (String::new(), from);
    loop {
        let rest = text.get(at..)?;
        let (before, after) = rest.split_once('"')?;
        cell.push_str(before);
        at += before.len() + 1;
        match after.bytes().next() {
            None => return Some((cell, at)),
            Some(next) if next == delimiter => return Some((cell, at)),
            Some(b'"') => {
                cell.push('"');
                at += 1;
            }
            Some(_) => cell.push('"'),
        }
    }
}

/// Splits a line in which quotes are only marks of inches. A pair around a whole cell is none.
pub(super) fn split_without_quotes(text: &str, delimiter: u8) -> Vec<String> {
    let cells = text.split(char::from(delimiter)).map(|cell| {
        let inside = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match inside {
            Some(inside) => inside.replace("\"\"", "\""),
            // The one that opened the cell.
            None if cell.matches('"').count() % 2 == 1 => cell.strip_prefix('"').unwrap_or(cell).to_owned(),
            None => cell.to_owned(),
        }
    });
    cells.collect()
}

/// Whether a quote in the line begins a cell with text, as none inside of a quoted cell does.
pub(super) fn opens_a_cell(text: &str, delimiter: u8) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| {
        let is_first = at == 0 || bytes.get(at - 1) == Some(&delimiter);
        let next = bytes.get(at + 1);
        bytes.get(at) == Some(&b'"')
            && is_first
            && next.is_some_and(|next| *next != delimiter && *next != b'"' && !next.is_ascii_whitespace())
    })
}

/// Whether a quote in the line ends a cell that was open at its beginning.
pub(super) fn closes_a_cell(text: &str, delimiter: u8) -> bool {
    quoted(text, 0, delimiter).is_some()
}

/// Returns the number of cells up to the last one that holds something: some programs end each row with separators.
pub(super) fn filled(cells: &[String]) -> usize {
    cells.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |at| at + 1)
}

/// Returns the separator that Excel's line `sep=;` names.
pub(super) fn separator_line(text: &str) -> Option<u8> {
    let text = text.trim_matches('"').trim_end_matches(['\r', '\n']);
    let named = text.get(..4).filter(|head| head.eq_ignore_ascii_case("sep=")).and(text.get(4..))?;
    match named.as_bytes() {
        [only] if only.is_ascii() && *only != b'"' => Some(*only),
        _ => None,
    }
}
