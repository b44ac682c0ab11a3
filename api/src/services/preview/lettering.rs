use std::fmt::Write;

use resvg::usvg::Tree;

use super::render::{FAMILY, OPTIONS};

/// Starts text that is laid out from right to left, up to `END`.
const RIGHT_TO_LEFT: char = '\u{202b}';
const LEFT_TO_RIGHT: char = '\u{202a}';
const END: char = '\u{202c}';

/// Style of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) fill: &'static str,
}

/// Side of the anchor point on which a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The text starts at the anchor and extends to the right.
    Right,
    /// The text ends at the anchor.
    Left,
}

/// Returns an SVG text element at a position. The first letter determines its direction.
pub(super) fn text(x: f32, y: f32, side: Side, style: Style, words: &str) -> String {
    let anchor = if side == Side::Right { "start" } else { "end" };
    let Style { size, bold, fill } = style;
    let weight = if bold { 600 } else { 400 };
    let words = escaped(&with_text_direction(words));
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-family=\"{FAMILY}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{fill}\" \
         text-anchor=\"{anchor}\" xml:space=\"preserve\">{words}</text>\n"
    )
}

/// Returns the text, or the longest beginning that fits the width, with an ellipsis. Finds the length by binary search.
///
/// # Errors
/// When the text cannot be laid out.
pub(super) fn fit_text(words: &str, style: Style, width: f32) -> anyhow::Result<String> {
    // No longer text fits; the limit bounds the time that a long name can take.
    const MAX_CHARS: usize = 120;
    let plain = plain(words);
    let letters: Vec<char> = plain.chars().collect();
    if letters.len() <= MAX_CHARS && measure(&plain, style)? <= width {
        return Ok(plain);
    }
    let shortened = |count: usize| -> String {
        let start: String = letters.iter().take(count).collect();
        format!("{}…", start.trim_end())
    };
    let (mut fitting, mut too_long) = (0, letters.len().min(MAX_CHARS));
    while fitting + 1 < too_long {
        let middle = usize::midpoint(fitting, too_long);
        if measure(&shortened(middle), style)? <= width {
            fitting = middle;
        } else {
            too_long = middle;
        }
    }
    Ok(shortened(fitting))
}

/// Returns the width of a text, in pixels.
///
/// # Errors
/// When the text cannot be laid out.
pub(super) fn measure(words: &str, style: Style) -> anyhow::Result<f32> {
    let element = text(0.0, 0.0, Side::Right, style, words);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\" viewBox=\"0 0 1 1\">{element}</svg>"
    );
    let tree = Tree::from_str(&svg, &OPTIONS)?;
    Ok(tree.root().abs_bounding_box().width())
}

/// Removes control characters and characters that change the text direction.
fn plain(words: &str) -> String {
    let turns = |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    words.chars().filter(|letter| !letter.is_control() && !turns(*letter)).collect()
}

/// Marks the text with its direction: the renderer lays out every text from left to right unless told otherwise.
fn with_text_direction(words: &str) -> String {
    let plain = plain(words);
    let arabic = |letter: &char| matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    let first = plain.chars().find(|letter| letter.is_alphabetic());
    let mark = if first.is_some_and(|letter| arabic(&letter)) { RIGHT_TO_LEFT } else { LEFT_TO_RIGHT };
    format!("{mark}{plain}{END}")
}

fn escaped(words: &str) -> String {
    words.chars().fold(String::new(), |mut text, letter| {
        match letter {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            // Not allowed in XML.
            '\u{fffe}' | '\u{ffff}' => {}
            // Writing to a string cannot fail.
            other => drop(text.write_char(other)),
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { size: 30.0, bold: false, fill: "#fff" };

    #[test]
    fn arabic_letters_are_joined() {
        // Joined letters are narrower than the same letters apart.
        let joined = measure("تجميعة", STYLE).unwrap();
        let apart: f32 = "تجميعة".chars().map(|letter| measure(&letter.to_string(), STYLE).unwrap()).sum();
        assert!(joined < apart * 0.9, "{joined} of {apart}");
    }

    #[test]
    fn long_text_is_cut_to_fit() {
        assert_eq!(fit_text("short", STYLE, 400.0).unwrap(), "short");
        for long in [
            "Corsair Vengeance RGB DDR5 32 GB (2 x 16 GB) 6000 MT/s",
            "ذاكرة كورسير فينجنس بسعة اثنين وثلاثين جيجابايت للحاسب",
        ] {
            let cut = fit_text(long, STYLE, 400.0).unwrap();
            let start = cut.strip_suffix('…').unwrap();
            assert!(long.starts_with(start) && start.chars().count() > 15, "{cut}");
            let width = measure(&cut, STYLE).unwrap();
            assert!((330.0..=400.0).contains(&width), "{width}");
        }
    }

    #[test]
    fn text_direction_follows_its_first_letter() {
        assert!(with_text_direction("تجميعة Ryzen").starts_with(RIGHT_TO_LEFT));
        assert!(with_text_direction("9800X3D معالج").starts_with(LEFT_TO_RIGHT));
        assert!(with_text_direction("32 جيجا").starts_with(RIGHT_TO_LEFT));
    }
}
