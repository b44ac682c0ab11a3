//! Reads the fact tables: a header of column names, rows of cells split by `|`, `#` comments, and `@` lines whose
//! `column=value` pairs apply to the rows below until the next `@` line.

use std::collections::HashMap;

/// A line of a fact table that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("demo facts {file}, line {line}: {problem}")]
pub struct FactsError {
    pub file: &'static str,
    pub line: usize,
    pub problem: String,
}

/// One row, with the values it shares with its group.
#[derive(Debug)]
pub(super) struct Row {
    file: &'static str,
    line: usize,
    cells: HashMap<&'static str, &'static str>,
}

impl Row {
    /// Returns the cell, where it is not empty.
    pub(super) fn get(&self, column: &str) -> Option<&'static str> {
        self.cells.get(column).copied()
    }

    /// Returns the cell, which must not be empty.
    pub(super) fn require(&self, column: &str) -> Result<&'static str, FactsError> {
        self.get(column).ok_or_else(|| self.error(format!("{column} is empty")))
    }

    /// Returns a required whole number.
    pub(super) fn require_number(&self, column: &str) -> Result<i64, FactsError> {
        let text = self.require(column)?;
        text.parse().map_err(|_| self.error(format!("{column} must be a whole number, but is {text:?}")))
    }

    /// Returns every cell that is not empty.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.cells.iter().map(|(column, text)| (*column, *text))
    }

    /// Returns an error that points at this row.
    pub(super) fn error(&self, problem: String) -> FactsError {
        FactsError { file: self.file, line: self.line, problem }
    }
}

/// Reads a whole table.
pub(super) fn read(file: &'static str, text: &'static str) -> Result<Vec<Row>, FactsError> {
    let mut columns: Vec<&'static str> = Vec::new();
    let mut shared: HashMap<&'static str, &'static str> = HashMap::new();
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fail = |problem: String| FactsError { file, line: index + 1, problem };
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(group) = line.strip_prefix('@') {
            shared = group
                .split('|')
                .map(|pair| pair.split_once('=').ok_or_else(|| fail(format!("{pair:?} is not column=value"))))
                .collect::<Result<_, _>>()?;
            continue;
        }
        if columns.is_empty() {
            columns = line.split('|').collect();
            continue;
        }
        let mut cells = shared.clone();
        for (position, cell) in line.split('|').map(str::trim).enumerate() {
            let column = columns.get(position).copied();
            match column {
                Some(column) if !cell.is_empty() => {
                    cells.insert(column, cell);
                }
                None if !cell.is_empty() => return Err(fail(format!("{cell:?} has no column"))),
                _ => {}
            }
        }
        rows.push(Row { file, line: index + 1, cells });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_rows_inherit_group_cells() {
        let rows = read("t", "# note\nkwd|model|color\n@socket=AM5|color=Black\n5|A|\n6|B|White\n").unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].get("socket"), rows[0].get("color")), (Some("AM5"), Some("Black")));
        assert_eq!(rows[1].get("color"), Some("White"));
        assert_eq!(rows[0].require("tdp").unwrap_err().to_string(), "demo facts t, line 4: tdp is empty");
    }

    #[test]
    fn surplus_cell_is_named_with_its_line() {
        let error = read("t", "kwd|model\n5|A|what\n").unwrap_err();
        assert_eq!(error.to_string(), "demo facts t, line 2: \"what\" has no column");
    }
}
