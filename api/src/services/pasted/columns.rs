//! Columns of a pasted table, recognised by what their cells hold.

use super::{labels::is_label, markup::Row, quantity::cell_quantity};

/// Highest quantity that a column of plain numbers can mean; higher numbers are prices.
const MAX_CELL_QUANTITY: u64 = 8;
/// Number of columns that are looked at.
const MAX_COLUMNS: usize = 12;

/// The columns of a text's tables.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Column with the kinds of the parts.
    pub(super) label: Option<usize>,
    pub(super) quantity: Option<usize>,
}

impl Columns {
    /// Finds the columns by the cells of all rows.
    pub(super) fn of(rows: &[Row]) -> Self {
        let tables: Vec<&Row> = rows.iter().filter(|row| row.is_table()).collect();
        let width = tables.iter().map(|row| row.cells.len()).max().unwrap_or_default().min(MAX_COLUMNS);
        let count_labels = |column: &usize| {
            tables.iter().filter(|row| row.cells.get(*column).is_some_and(|cell| is_label(cell))).count()
        };
        // Of equal columns the first.
        let label = (0..width).rev().max_by_key(count_labels).filter(|column| {
            let labels = count_labels(column);
            labels > 1 || (labels == 1 && tables.len() <= 2)
        });
        let quantity = (0..width).filter(|column| Some(*column) != label).find(|column| {
            let numbers: Vec<u64> =
                tables.iter().filter_map(|row| cell_quantity(row.cells.get(*column)?)).collect();
            let is_row_number = (1..).zip(&numbers).all(|(row, number)| row == *number)
                && (numbers.len() > 1 || *column == 0);
            !numbers.is_empty()
                // The head and the sum have no number.
                && numbers.len() + 2 >= tables.len()
                && numbers.iter().all(|number| *number <= MAX_CELL_QUANTITY)
                && !is_row_number
        });
        Self { label, quantity }
    }
}
