//! The edit distance of two spellings.

/// Whether two words are within a number of edits; a swap of neighbouring letters is one edit.
pub(crate) fn is_within(left: &str, right: &str, distance: usize) -> bool {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > distance {
        return false;
    }
    let width = right.len() + 1;
    let mut rows = vec![0_usize; (left.len() + 1) * width];
    rows.iter_mut().take(width).enumerate().for_each(|(column, cell)| *cell = column);
    for row in 1..=left.len() {
        rows[row * width] = row;
        for column in 1..width {
            let differs = usize::from(left[row - 1] != right[column - 1]);
            let at = |row: usize, column: usize| rows[row * width + column];
            let mut cost =
                (at(row - 1, column) + 1).min(at(row, column - 1) + 1).min(at(row - 1, column - 1) + differs);
            let swapped = row > 1
                && column > 1
                && left[row - 1] == right[column - 2]
                && left[row - 2] == right[column - 1];
            if swapped {
                cost = cost.min(at(row - 2, column - 2) + 1);
            }
            rows[row * width + column] = cost;
        }
    }
    rows[left.len() * width + right.len()] <= distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_and_a_swap_is_one() {
        for (left, right, distance, expected) in [
            ("corsair", "corsiar", 1, true),
            ("corsair", "corsar", 1, true),
            ("corsair", "corsairs", 1, true),
            ("corsair", "korsiar", 1, false),
            ("corsair", "korsiar", 2, true),
            ("شاشه", "شاشا", 1, true),
            ("a", "abc", 1, false),
        ] {
            assert_eq!(is_within(left, right, distance), expected, "{left} {right}");
        }
    }
}
