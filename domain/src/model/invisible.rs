//! Characters that no reader sees, but that change how the text around them is shown.

/// Whether a character is invisible or sets the direction of text. U+202E, for instance, shows the rest of a line
/// backwards, also what the page writes after a name. The joiners U+200C and U+200D stay: words and emoji need them.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}')
}

/// Returns a text of several lines without control and invisible characters, and without space around it. Line ends
/// become `\n`.
pub(super) fn visible_lines(written: &str) -> String {
    let lines = written.replace("\r\n", "\n").replace('\r', "\n");
    let is_kept = |one: &char| matches!(one, '\n' | '\t') || !(one.is_control() || is_invisible(*one));
    lines.chars().filter(is_kept).collect::<String>().trim().to_owned()
}
