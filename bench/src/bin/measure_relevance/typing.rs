//! Slips of fingers on a keyboard.

use bench::Rng;

/// The letters of an English keyboard, row by row.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Returns a word with one slip: a neighbouring key, two letters exchanged, one left out or one doubled. The first letter
/// stays, because people see a wrong one at once.
pub(crate) fn slip(word: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() < 3 {
        return word.to_owned();
    }
    let at = 1 + rng.below(letters.len() as u64 - 2) as usize;
    match rng.below(4) {
        0 => letters[at] = neighbour(letters[at], rng),
        1 => letters.swap(at, at + 1),
        2 => drop(letters.remove(at)),
        _ => letters.insert(at, letters[at]),
    }
    letters.into_iter().collect()
}

/// Whether one slip, in the first letter too, makes one of two words the other: a letter changed, left out or added, or two
/// exchanged.
pub(crate) fn is_slip(typed: &str, word: &str) -> bool {
    let (short, long) = if typed.len() < word.len() { (typed, word) } else { (word, typed) };
    let (short, long) = (short.as_bytes(), long.as_bytes());
    if long.len() - short.len() > 1 {
        return false;
    }
    let begin = short.iter().zip(long).take_while(|(left, right)| left == right).count();
    let (short, long) = (&short[begin..], &long[begin..]);
    match (short, long) {
        ([], _) => true,
        ([_, rest @ ..], [_, other @ ..]) if short.len() == long.len() => {
            rest == other
                || matches!((short, long), ([a, b, rest @ ..], [c, d, other @ ..]) if (a, b) == (d, c) && rest == other)
        }
        (_, [_, other @ ..]) => short == other,
        (_, []) => false,
    }
}

/// Returns a letter whose key touches a letter's key.
fn neighbour(letter: char, rng: &mut Rng) -> char {
    let near: Vec<char> = ROWS
        .iter()
        .flat_map(|row| row.chars())
        .filter(|other| distance(letter, *other).is_some_and(|distance| distance > 0.0 && distance < 1.3))
        .collect();
    if near.is_empty() { letter } else { rng.pick(&near) }
}

/// Returns the distance of two keys in widths of a key; `None` where a letter has none. Each row stands further right
/// than the one above it.
fn distance(left: char, right: char) -> Option<f64> {
    let place = |letter: char| {
        let (row, column) =
            ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(letter)?)))?;
        let shift = [0.0, 0.25, 0.75].get(row)?;
        Some((row as f64, column as f64 + shift))
    };
    let ((left_row, left_column), (right_row, right_column)) = (place(left)?, place(right)?);
    Some((left_row - right_row).hypot(left_column - right_column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slip_changes_one_place_and_never_the_first_letter() {
        for seed in 0..500 {
            let typed = slip("corsair", &mut Rng::new(seed));
            assert!(typed.starts_with('c'), "{typed}");
            assert!((6..=8).contains(&typed.len()), "{typed}");
            let kept = typed.bytes().zip("corsair".bytes()).take_while(|(left, right)| left == right).count();
            let end =
                typed.bytes().rev().zip("corsair".bytes().rev()).take_while(|(left, right)| left == right);
            assert!(kept + end.count() + 2 >= 7, "{typed}");
        }
    }

    #[test]
    fn every_slip_is_one() {
        for seed in 0..500 {
            let typed = slip("corsair", &mut Rng::new(seed));
            assert!(is_slip(&typed, "corsair") && is_slip("corsair", &typed), "{typed}");
        }
        for (typed, word) in [("corsair", "corsairs"), ("gold", "bold"), ("form", "from"), ("a", "a")] {
            assert!(is_slip(typed, word), "{typed} {word}");
        }
        for (typed, word) in [("corsair", "crosari"), ("gold", "golden"), ("form", "frog")] {
            assert!(!is_slip(typed, word), "{typed} {word}");
        }
    }

    #[test]
    fn neighbours_touch() {
        for (letter, near) in [('g', "tyfhvb"), ('q', "wa"), ('m', "njk")] {
            for seed in 0..50 {
                let other = neighbour(letter, &mut Rng::new(seed));
                assert!(near.contains(other), "{letter} {other}");
            }
        }
        assert_eq!(neighbour('7', &mut Rng::new(1)), '7');
    }
}
