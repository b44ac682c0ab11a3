use super::invisible::{is_invisible, visible_lines};

/// The most builds that one account may save.
pub const MAX_SAVED_BUILDS: i64 = 200;
/// The most characters of a build's name.
const MAX_NAME: usize = 100;
/// The most characters of a build's description.
const MAX_DESCRIPTION: usize = 1000;
/// The length of a share token: 128 bits in URL-safe base64.
const TOKEN_CHARACTERS: usize = 22;

/// A build's name: one line of 1 to 100 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildName(String);

/// A build's description: at most 1,000 characters, line ends preserved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildDescription(String);

/// Why a text is not a name or description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BuildTextError {
    #[error("must have 1 to 100 characters, and has {0}")]
    Name(usize),
    #[error("must have at most 1,000 characters, and has {0}")]
    Description(usize),
}

/// The part of a shared build's address that nobody can guess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareToken(String);

impl BuildName {
    /// Normalizes a name: one line, without control and invisible characters and space around it.
    ///
    /// # Errors
    /// When nothing is left, or more than 100 characters.
    pub fn read(written: &str) -> Result<Self, BuildTextError> {
        let visible = written.chars().filter(|one| !is_invisible(*one));
        let line: String = visible.map(|one| if one.is_control() { ' ' } else { one }).collect();
        let name = line.split_whitespace().collect::<Vec<_>>().join(" ");
        match name.chars().count() {
            1..=MAX_NAME => Ok(Self(name)),
            length => Err(BuildTextError::Name(length)),
        }
    }

    /// Returns the name of a copy. A long original is cut, so that the mark of the copy fits.
    pub fn name_copy(original: &str) -> Self {
        const MARK: &str = " (Copy)";
        let kept: String = original.chars().take(MAX_NAME - MARK.len()).collect();
        Self(format!("{}{MARK}", kept.trim_end()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl BuildDescription {
    /// Normalizes a description; `None` when nothing is left.
    ///
    /// # Errors
    /// When the description is too long.
    pub fn read(written: &str) -> Result<Option<Self>, BuildTextError> {
        let text = visible_lines(written);
        match text.chars().count() {
            0 => Ok(None),
            length if length > MAX_DESCRIPTION => Err(BuildTextError::Description(length)),
            _ => Ok(Some(Self(text))),
        }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl ShareToken {
    /// Reads a token out of an address; `None` for a text of another form.
    pub fn read(text: &str) -> Option<Self> {
        let fits = text.len() == TOKEN_CHARACTERS
            && text.bytes().all(|one| one.is_ascii_alphanumeric() || matches!(one, b'-' | b'_'));
        fits.then(|| Self(text.to_owned()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_names_are_one_plain_line() {
        let read = |text: &str| BuildName::read(text).map(|name| name.0);
        assert_eq!(read("  my\u{0}first \n build\u{1b}[31m "), Ok("my first build [31m".into()));
        assert_eq!(read("a\u{202e}b\u{2066}\u{200f} c"), Ok("ab c".into()));
        assert_eq!(read("\u{202e}\u{200b}"), Err(BuildTextError::Name(0)));
        assert_eq!(read("تجميعتي"), Ok("تجميعتي".into()));
        assert_eq!(read(&"ب".repeat(100)), Ok("ب".repeat(100)));
        assert_eq!(read(&"ب".repeat(101)), Err(BuildTextError::Name(101)));
        assert_eq!(read(" \u{a0}\n"), Err(BuildTextError::Name(0)));
    }

    #[test]
    fn copy_name_ends_with_the_copy_mark() {
        assert_eq!(BuildName::name_copy("Mine").as_str(), "Mine (Copy)");
        let long = BuildName::name_copy(&"ب".repeat(100));
        assert_eq!((long.as_str().chars().count(), long.as_str().ends_with(" (Copy)")), (100, true));
    }

    #[test]
    fn build_descriptions_keep_their_lines() {
        let read = |text: &str| BuildDescription::read(text).map(|text| text.map(|one| one.0));
        assert_eq!(read(" for work\r\nand\u{7} play "), Ok(Some("for work\nand play".into())));
        assert_eq!(read("for \u{202e}work\nand\u{2067} play"), Ok(Some("for work\nand play".into())));
        assert_eq!(read(" \n "), Ok(None));
        assert_eq!(read(&"x".repeat(1001)), Err(BuildTextError::Description(1001)));
    }

    #[test]
    fn share_tokens_have_one_shape() {
        assert!(ShareToken::read("AbCdEfGhIjKlMnOpQrSt-_").is_some());
        for wrong in
            ["", "short", "AbCdEfGhIjKlMnOpQrSt-_x", "AbCdEfGhIjKlMnOpQrSt-/", "AbCdEfGhIjKlMnOpQrSt-ت"]
        {
            assert!(ShareToken::read(wrong).is_none(), "{wrong}");
        }
    }
}
