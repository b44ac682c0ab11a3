//! A text cut into folded words, each with its position in the text.

use super::fold::fold_char;

/// Maximum length of a word, in bytes of its folded form; the rest of a longer one is cut off.
const MAX_WORD_BYTES: usize = 64;

/// One folded word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// First character in the original text.
    pub(crate) start: usize,
    /// The character after the last one.
    pub(crate) end: usize,
    /// Whether it is attached to the word before: nothing stands between them (`شاشة27`), or punctuation (`M.2`) other than
    /// brackets, commas, semicolons, `|` and `"`, which count as spaces.
    pub(crate) is_attached_to_previous: bool,
}

/// Returns the words of a text in order. Dots stay inside numbers (`2.5`), commas between thousands vanish
/// (`1,200`), a plus after a word is the word `plus` (`80+`), and an inch mark after a number is the word `inch`.
pub(crate) fn tokenize(text: &str) -> Vec<Token> {
    let mut characters: Vec<(char, usize)> = Vec::with_capacity(text.len());
    let mut folded = String::with_capacity(8);
    for (position, character) in text.chars().enumerate() {
        folded.clear();
        fold_char(character, &mut folded);
        characters.extend(folded.chars().map(|part| (part, position)));
    }
    let mut tokens = Vec::new();
    let mut index = 0;
    let mut spaced = true;
    while index < characters.len() {
        let (character, position) = characters[index];
        if character.is_alphanumeric() {
            let next = word_end(&characters, index);
            // The possessive of `Corsair's` says nothing.
            let possessive =
                next == index + 1 && character == 's' && index > 0 && characters[index - 1].0 == '\'';
            if !possessive {
                push_word(&characters[index..next], !spaced, &mut tokens);
            }
            spaced = false;
            index = next;
            continue;
        }
        if let Some(word) = mark_as_word(&characters, index) {
            tokens.push(Token {
                text: word.to_owned(),
                start: position,
                end: position + 1,
                is_attached_to_previous: !spaced,
            });
        }
        spaced |=
            character.is_whitespace() || matches!(character, '(' | ')' | '[' | ']' | '|' | ',' | ';' | '"');
        index += 1;
    }
    tokens
}

/// Returns the end of the word that begins at `start`: punctuation inside a number belongs to it.
fn word_end(characters: &[(char, usize)], start: usize) -> usize {
    let digit = |index: usize| characters.get(index).is_some_and(|(character, _)| character.is_ascii_digit());
    let mut end = start;
    while let Some(&(character, _)) = characters.get(end) {
        let inside_number = end > start && digit(end - 1) && digit(end + 1);
        let thousands = digit(end + 2) && digit(end + 3) && !digit(end + 4);
        let belongs = character.is_alphanumeric()
            || (character == '.' && inside_number)
            || (character == ',' && inside_number && thousands);
        // Arabic letters next to Latin ones or digits are words of their own: `شاشة27`, `معالجi7`.
        let is_other_script =
            end > start && is_arabic_letter(character) != is_arabic_letter(characters[end - 1].0);
        if !belongs || (is_other_script && character.is_alphanumeric()) {
            break;
        }
        end += 1;
    }
    end
}

fn is_arabic_letter(character: char) -> bool {
    ('\u{0621}'..='\u{064A}').contains(&character)
}

fn push_word(characters: &[(char, usize)], is_attached_to_previous: bool, tokens: &mut Vec<Token>) {
    let (Some(first), Some(last)) = (characters.first(), characters.last()) else { return };
    let mut text = String::with_capacity(characters.len());
    for &(character, _) in characters {
        if character != ',' && text.len() + character.len_utf8() <= MAX_WORD_BYTES {
            text.push(character);
        }
    }
    tokens.push(Token { text, start: first.1, end: last.1 + 1, is_attached_to_previous });
}

/// Returns the word that a mark stands for in its place.
fn mark_as_word(characters: &[(char, usize)], index: usize) -> Option<&'static str> {
    let before =
        index.checked_sub(1).and_then(|before| characters.get(before)).map(|(character, _)| *character)?;
    let after_is_word = characters.get(index + 1).is_some_and(|(character, _)| character.is_alphanumeric());
    match characters[index].0 {
        '+' if before.is_alphanumeric() && !after_is_word => Some("plus"),
        '"' if before.is_ascii_digit() => Some("inch"),
        '\'' if before.is_ascii_digit()
            && characters.get(index + 1).is_some_and(|(next, _)| *next == '\'') =>
        {
            Some("inch")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokenize(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn text_is_split_into_words() {
        for (text, expected) in [
            ("ASUS ROG Strix B650-A", vec!["asus", "rog", "strix", "b650", "a"]),
            ("G.SKILL Trident Z5", vec!["g", "skill", "trident", "z5"]),
            ("2.5\" SSD", vec!["2.5", "inch", "ssd"]),
            ("1,200 KD", vec!["1200", "kd"]),
            ("32GB(2x16GB)", vec!["32gb", "2x16gb"]),
            ("80+ Gold", vec!["80", "plus", "gold"]),
            ("Corsair's case", vec!["corsair", "case"]),
            ("be quiet! Pure", vec!["be", "quiet", "pure"]),
            ("٢٧ بوصة", vec!["27", "بوصه"]),
            ("v1.2.3", vec!["v1.2.3"]),
            ("1,2,3", vec!["1", "2", "3"]),
            ("شاشة27 معالجi7 750واط", vec!["شاشه", "27", "معالج", "i7", "750", "واط"]),
            ("*** ?? \"\"", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn tokens_carry_character_positions() {
        let tokens = tokenize("كـرت RTX™ 4070");
        let spans: Vec<_> =
            tokens.iter().map(|token| (token.text.as_str(), token.start, token.end)).collect();
        assert_eq!(spans, [("كرت", 0, 4), ("rtx", 5, 8), ("4070", 10, 14)]);
        assert!(tokenize("M.2")[1].is_attached_to_previous);
        assert!(!tokenize("M 2")[1].is_attached_to_previous);
    }
}
