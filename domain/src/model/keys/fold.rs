//! Text normalized for comparison: folded letter by letter, and cut into words.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

/// The separator between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Break {
    /// Nothing: the first word, or the script changed (`16جيجا`).
    None,
    Space,
    /// A dash or an underscore without spaces around it: `b650-a`.
    Dash,
    /// A dot inside a name: `m.2`, `g.skill`.
    Dot,
    Slash,
    /// A comma, colon, bar, semicolon or a dash with spaces: another clause begins.
    Clause,
    /// An opening or closing bracket.
    Bracket,
    /// A plus sign between two things.
    Plus,
}

impl Break {
    /// Whether a bracket opened or closed here.
    pub fn is_bracket(self) -> bool {
        self == Break::Bracket
    }
}

#[derive(Debug, Clone)]
struct Span {
    folded: Range<usize>,
    source: Range<usize>,
    before: Break,
}

/// A text folded for comparison: lower case, no accents or marks, one form of each Arabic letter, ASCII digits, `80+`
/// as `80 plus`, `27"` as `27 inch`, words separated by one space.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    buffer: String,
    words: Vec<Span>,
}

impl Folded {
    /// Folds a text of any length and content: `G.SKILL Trident Z5® 32GB (2×16GB)` becomes
    /// `g skill trident z5 32gb 2x16gb`.
    pub fn new(text: &str) -> Self {
        let mut folder =
            Folder { folded: Folded::default(), before: Break::None, open: false, spaced: false };
        folder.folded.buffer.reserve(text.len() + 8);
        for (at, letter) in text.char_indices() {
            let rest = text.get(at + letter.len_utf8()..).unwrap_or_default();
            folder.push_char(at, letter, rest);
        }
        folder.folded
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns a folded word; empty past the end.
    pub fn word(&self, index: usize) -> &str {
        self.window(index, 1)
    }

    /// Returns `count` words from `index` on, with one space between; empty when there are fewer.
    pub fn window(&self, index: usize, count: usize) -> &str {
        let last = index + count.max(1) - 1;
        match (self.words.get(index), self.words.get(last)) {
            (Some(first), Some(last)) => {
                self.buffer.get(first.folded.start..last.folded.end).unwrap_or_default()
            }
            _ => "",
        }
    }

    /// Returns the separator before a word; `Break::Clause` past the end.
    pub fn before(&self, index: usize) -> Break {
        self.words.get(index).map_or(Break::Clause, |span| span.before)
    }

    /// Returns the byte range of a word in the original text.
    pub fn source(&self, index: usize) -> Range<usize> {
        self.words.get(index).map_or(0..0, |span| span.source.clone())
    }

    /// Returns the folded words in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.word(index))
    }
}

struct Folder {
    folded: Folded,
    before: Break,
    /// Whether further letters may extend the last word.
    open: bool,
    /// Whether the last character was a space.
    spaced: bool,
}

impl Folder {
    fn push_char(&mut self, at: usize, letter: char, rest: &str) {
        let next = rest.chars().next();
        let spaced = std::mem::replace(&mut self.spaced, letter.is_whitespace());
        match letter {
            'a'..='z' | '0'..='9' => self.push(at, letter, letter),
            'A'..='Z' => self.push(at, letter, letter.to_ascii_lowercase()),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                self.spaced = spaced
            }
            'ـ' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '®' | '™' | '©' => {
                self.spaced = spaced
            }
            '.' | '٫' if self.ends_in_digit() && next.is_some_and(is_digit) => self.push(at, letter, '.'),
            '.' => self.cut(if self.open && next.is_some_and(char::is_alphanumeric) {
                Break::Dot
            } else {
                Break::Clause
            }),
            ',' | '٬' | '،' if self.ends_in_digit() && is_thousand(rest) => {}
            '*' | '×' if self.ends_in_digit() && next.is_some_and(is_digit) => self.push(at, letter, 'x'),
            '×' => self.standing_word(at, letter, "x"),
            '"' | '″' | '”' | '“' | '〞' => self.inch(at, letter),
            '\'' | '’' if next.is_some_and(|next| matches!(next, '\'' | '’')) => self.inch(at, letter),
            '\'' | '’' | '‘' | '`' | '´' => self.cut_word_only(),
            '+' if !spaced && self.open && !next.is_some_and(char::is_alphanumeric) => {
                self.standing_word(at, letter, "plus")
            }
            '+' => self.cut(Break::Plus),
            '&' => self.standing_word(at, letter, "and"),
            '-' | '_' | '‐' | '‑' | '–' | '—' | '−' => {
                let glued = self.open && !spaced && next.is_some_and(char::is_alphanumeric);
                self.cut(if glued { Break::Dash } else { Break::Clause });
            }
            '/' | '\\' => self.cut(Break::Slash),
            '(' | ')' | '[' | ']' | '{' | '}' | '【' | '】' => self.cut(Break::Bracket),
            ',' | ';' | ':' | '|' | '،' | '؛' | '•' | '·' | '!' | '?' | '؟' => self.cut(Break::Clause),
            _ if letter.is_alphanumeric() => self.fold(at, letter),
            _ => self.cut(Break::Space),
        }
    }

    /// Folds a letter outside ASCII: Arabic forms by table, the rest decomposed without its marks.
    fn fold(&mut self, at: usize, letter: char) {
        if let Some(folded) = fold_arabic(letter) {
            return self.push(at, letter, folded);
        }
        for part in letter.nfkd().filter(|part| part.is_alphanumeric()) {
            for lower in part.to_lowercase() {
                self.push(at, letter, fold_arabic(lower).unwrap_or(lower));
            }
        }
    }

    fn push(&mut self, at: usize, source: char, folded: char) {
        let end = at + source.len_utf8();
        let same_script =
            self.folded.buffer.chars().next_back().is_some_and(|last| is_arabic(last) == is_arabic(folded));
        match self.folded.words.last_mut() {
            Some(word) if self.open && same_script => word.source.end = end,
            _ => {
                if !self.folded.words.is_empty() {
                    self.folded.buffer.push(' ');
                }
                let start = self.folded.buffer.len();
                self.folded.words.push(Span { folded: start..start, source: at..end, before: self.before });
            }
        }
        self.folded.buffer.push(folded);
        let length = self.folded.buffer.len();
        if let Some(word) = self.folded.words.last_mut() {
            word.folded.end = length;
        }
        self.open = true;
        self.before = Break::None;
    }

    /// Adds a sign that reads as a word of its own.
    fn standing_word(&mut self, at: usize, sign: char, word: &str) {
        self.cut_word_only();
        for letter in word.chars() {
            self.push(at, sign, letter);
        }
        self.cut_word_only();
    }

    /// Reads a quotation mark as inches after a number, else as a separator.
    fn inch(&mut self, at: usize, sign: char) {
        if self.ends_in_digit() { self.standing_word(at, sign, "inch") } else { self.cut(Break::Space) }
    }

    fn cut_word_only(&mut self) {
        self.cut(Break::Space);
    }

    /// Ends the word. Of several separators between two words, a bracket or a plus sign wins; else a dash beside
    /// another separator becomes a clause; else the first one that is not a space stands.
    fn cut(&mut self, sign: Break) {
        self.open = false;
        if matches!(self.before, Break::None | Break::Space) || matches!(sign, Break::Bracket | Break::Plus) {
            self.before = sign;
        } else if self.before == Break::Dash {
            self.before = Break::Clause;
        }
    }

    fn ends_in_digit(&self) -> bool {
        self.open && self.folded.buffer.ends_with(|last: char| last.is_ascii_digit())
    }
}

fn is_arabic(letter: char) -> bool {
    matches!(letter, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}')
}

fn is_digit(letter: char) -> bool {
    matches!(letter, '0'..='9' | '٠'..='٩' | '۰'..='۹')
}

/// Whether exactly three digits follow, as after a thousands separator.
fn is_thousand(rest: &str) -> bool {
    rest.chars().take_while(|letter| is_digit(*letter)).take(4).count() == 3
}

/// Returns one form for each group of Arabic letters and digits that users type interchangeably.
fn fold_arabic(letter: char) -> Option<char> {
    Some(match letter {
        '٠'..='٩' => char::from(b'0' + (u32::from(letter) - u32::from('٠')) as u8),
        '۰'..='۹' => char::from(b'0' + (u32::from(letter) - u32::from('۰')) as u8),
        'آ' | 'أ' | 'إ' | 'ٱ' => 'ا',
        'ى' | 'ی' | 'ئ' => 'ي',
        'ة' => 'ه',
        'ؤ' => 'و',
        'ک' | 'گ' => 'ك',
        'پ' => 'ب',
        'ڤ' => 'ف',
        'چ' => 'ج',
        'ژ' => 'ز',
        '\u{621}'..='\u{64a}' => letter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        Folded::new(text).iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn arabic_and_latin_text_folds_to_plain_words() {
        for (text, expected) in [
            ("G.SKILL Trident Z5® 32GB (2×16GB)", "g skill trident z5 32gb 2x16gb"),
            ("شاشة ٢٧\" إل-جي ١٤٤هرتز", "شاشه 27 inch ال جي 144 هرتز"),
            ("80+ Gold 1,000W", "80 plus gold 1000w"),
            ("Alpenföhn 23.8'' Wi-Fi", "alpenfohn 23.8 inch wi fi"),
            ("CPU+Board & SSD 970 EVO+", "cpu board and ssd 970 evo plus"),
            ("DDR4,3200 ٣٫٥", "ddr4 3200 3.5"),
            ("", ""),
            ("🎮 ـــ", ""),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
    }

    #[test]
    fn folded_words_keep_their_source_range() {
        let text = "MSI – B650-A (كرت)";
        let folded = Folded::new(text);
        let sources: Vec<_> = (0..folded.len()).map(|index| &text[folded.source(index)]).collect();
        assert_eq!(sources, ["MSI", "B650", "A", "كرت"]);
        let breaks: Vec<_> = (0..folded.len()).map(|index| folded.before(index)).collect();
        assert_eq!(breaks, [Break::None, Break::Clause, Break::Dash, Break::Bracket]);
    }
}
