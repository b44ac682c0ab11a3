//! Detects the number format of a retailer from its amounts.

/// A detected price format with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FormatGuess {
    pub(super) decimal: char,
    /// `None` where no amount shows one.
    pub(super) thousands: Option<char>,
    /// Amounts that show the format.
    pub(super) evidence: Vec<String>,
    /// Whether an amount shows the decimal mark beyond doubt.
    pub(super) certain: bool,
}

/// Maximum number of amounts quoted as evidence.
const QUOTED: usize = 3;

/// Detects the format. A single separator before three digits means fils in Kuwait and thousands elsewhere, so on its
/// own it is no proof.
///
/// 1. Two different marks in one amount: the first groups thousands, the last is the decimal mark (`1,249.900`).
/// 2. One mark several times groups thousands (`1,234,567`).
/// 3. One mark once, not before three digits, is the decimal mark (`12.5`). Before three digits (`3.350`) the mark is
///    unclear. Where no amount shows the decimal mark clearly, an unclear mark is taken for it, unless that mark groups
///    thousands in other amounts.
pub(super) fn guess(texts: &[String]) -> FormatGuess {
    let (mut decimal, mut thousands) = (Votes::default(), Votes::default());
    let mut unclear: Vec<(char, &String)> = Vec::new();
    for text in texts {
        // The Arabic separators have the same meaning in every format.
        let amount = amount(text);
        if amount.contains(['٫', '٬']) {
            continue;
        }
        let marks: Vec<(usize, char)> =
            amount.char_indices().filter(|(_, letter)| !letter.is_ascii_digit()).collect();
        let last = marks.last().copied();
        let repeated = |mark: char| marks.iter().filter(|(_, other)| *other == mark).count() > 1;
        match (marks.as_slice(), last) {
            ([], _) | (_, None) => {}
            (_, Some((_, mark))) if repeated(mark) => thousands.add(mark, text),
            ([(_, first), ..], Some((_, mark))) if *first != mark => {
                thousands.add(*first, text);
                decimal.add(mark, text);
            }
            (_, Some((at, mark))) => {
                let after = amount.len() - at - mark.len_utf8();
                if after == 3 { unclear.push((mark, text)) } else { decimal.add(mark, text) }
            }
        }
    }
    let certain = !decimal.is_empty();
    let mut evidence: Vec<String> = decimal.examples.iter().chain(&thousands.examples).cloned().collect();
    evidence.extend(unclear.iter().map(|(_, text)| (*text).clone()));
    evidence.dedup();
    evidence.truncate(QUOTED);
    let thousands = thousands.most();
    let decimal = decimal.most().or_else(|| {
        // A mark that groups thousands is no decimal mark.
        unclear.iter().map(|(mark, _)| *mark).find(|mark| Some(*mark) != thousands)
    });
    let decimal = decimal.unwrap_or(if thousands == Some('.') { ',' } else { '.' });
    FormatGuess { decimal, thousands: thousands.filter(|mark| *mark != decimal), evidence, certain }
}

/// Returns the first run of digits and the marks inside it, in Latin digits.
fn amount(text: &str) -> String {
    let latin = text.chars().map(|letter| match letter {
        '٠'..='٩' => char::from_digit(letter as u32 - '٠' as u32, 10).unwrap_or('0'),
        other => other,
    });
    let run: String = latin
        .skip_while(|letter| !letter.is_ascii_digit())
        .take_while(|letter| letter.is_ascii_digit() || [',', '.', '\'', '’', '٫', '٬'].contains(letter))
        .collect();
    run.trim_end_matches(|letter: char| !letter.is_ascii_digit()).to_owned()
}

#[derive(Default)]
struct Votes {
    marks: Vec<(char, usize)>,
    examples: Vec<String>,
}

impl Votes {
    fn add(&mut self, mark: char, text: &str) {
        match self.marks.iter_mut().find(|(known, _)| *known == mark) {
            Some((_, count)) => *count += 1,
            None => self.marks.push((mark, 1)),
        }
        if self.examples.len() < QUOTED {
            self.examples.push(text.to_owned());
        }
    }

    fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    fn most(&self) -> Option<char> {
        self.marks.iter().max_by_key(|(_, count)| *count).map(|(mark, _)| *mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(texts: &[&str]) -> (char, Option<char>, bool) {
        let guess = guess(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        (guess.decimal, guess.thousands, guess.certain)
    }

    #[test]
    fn price_format_is_detected_from_amounts() {
        assert_eq!(format(&["KD 1,249.900", "KD 39.900"]), ('.', Some(','), true));
        assert_eq!(format(&["1.249,900 KWD", "39,900"]), (',', Some('.'), true));
        assert_eq!(format(&["12.5", "3"]), ('.', None, true));
        assert_eq!(format(&["3.350", "12.900"]), ('.', None, false));
        assert_eq!(format(&["3,350"]), (',', None, false));
        assert_eq!(format(&["1,234,567", "3,350"]), ('.', Some(','), false));
        assert_eq!(format(&["١٢٫٥٠٠ د.ك", "Call us"]), ('.', None, false));
    }
}
