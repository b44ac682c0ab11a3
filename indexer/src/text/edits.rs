//! The edit distance of two spellings.

/// Maximum length of words that are compared without allocating, in letters.
const MAX_ON_STACK: usize = 47;

/// Whether two words are within a number of edits; a swap of neighbouring letters is one edit.
pub(crate) fn is_within(left: &str, right: &str, distance: usize) -> bool {
    if left.is_ascii() && right.is_ascii() {
        return are_within(left.as_bytes(), right.as_bytes(), distance);
    }
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    are_within(&left, &right, distance)
}

/// Fills the table of the edits between the beginnings of both words row by row, and keeps three rows: the current one and,
/// because a swap reaches two letters back, the two above it.
fn are_within<T: Copy + PartialEq>(left: &[T], right: &[T], distance: usize) -> bool {
    if left.len().abs_diff(right.len()) > distance {
        return false;
    }
    let width = right.len() + 1;
    let mut on_stack = [0_usize; 3 * (MAX_ON_STACK + 1)];
    let mut on_heap = Vec::new();
    let cells = if right.len() <= MAX_ON_STACK {
        &mut on_stack[..3 * width]
    } else {
        on_heap.resize(3 * width, 0);
        on_heap.as_mut_slice()
    };
    let (mut before, rest) = cells.split_at_mut(width);
    let (mut above, mut row) = rest.split_at_mut(width);
    above.iter_mut().enumerate().for_each(|(column, cell)| *cell = column);
    let mut lowest_above = 0;
    for (index, letter) in left.iter().enumerate() {
        row[0] = index + 1;
        let mut lowest = row[0];
        for column in 1..width {
            let differs = usize::from(*letter != right[column - 1]);
            let mut cost = (above[column] + 1).min(row[column - 1] + 1).min(above[column - 1] + differs);
            let swapped = index > 0
                && column > 1
                && *letter == right[column - 2]
                && left[index - 1] == right[column - 1];
            if swapped {
                cost = cost.min(before[column - 2] + 1);
            }
            row[column] = cost;
            lowest = lowest.min(cost);
        }
        // Rows below cost no less than this row, or than one edit more than the row above it.
        if lowest > distance && lowest_above >= distance {
            return false;
        }
        lowest_above = lowest;
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above[width - 1] <= distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_counts_as_one_edit() {
        for (left, right, distance, expected) in [
            ("corsair", "corsiar", 1, true),
            ("corsair", "corsar", 1, true),
            ("corsair", "corsairs", 1, true),
            ("corsair", "korsiar", 1, false),
            ("corsair", "korsiar", 2, true),
            ("شاشه", "شاشا", 1, true),
            ("a", "abc", 1, false),
            ("", "", 0, true),
            ("", "ab", 2, true),
            ("ab", "", 1, false),
            ("ca", "abc", 2, false),
            ("abcdef", "badcfe", 3, true),
            ("abcdef", "badcfe", 2, false),
            ("xxxxabcd", "yyyyabcd", 3, false),
        ] {
            assert_eq!(is_within(left, right, distance), expected, "{left} {right}");
        }
    }

    #[test]
    fn long_words_are_compared_like_short_ones() {
        let long = "noctua".repeat(20);
        for (other, distance, expected) in [
            (long.clone(), 0, true),
            (format!("{long}x"), 1, true),
            (format!("on{}", &long[2..]), 1, true),
            (format!("on{}xy", &long[2..]), 2, false),
            (format!("ش{long}"), 1, true),
        ] {
            assert_eq!(is_within(&long, &other, distance), expected, "{other} within {distance}");
        }
    }
}
