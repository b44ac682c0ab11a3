use super::invisible::visible_lines;

/// The most characters of a comment.
pub const MAX_COMMENT: usize = 2000;

/// A rating: 1 to 5 stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stars(i16);

/// The error for a number that is not a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole number from 1 to 5")]
pub struct InvalidStars;

/// A comment longer than [`MAX_COMMENT`] characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must have at most 2,000 characters, and has {0}")]
pub struct CommentTooLong(pub usize);

/// Plain text of at most [`MAX_COMMENT`] characters, without space around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment(String);

impl Stars {
    /// Checks a number of stars.
    ///
    /// # Errors
    /// When the number is not 1 to 5.
    pub fn new(stars: i64) -> Result<Self, InvalidStars> {
        i16::try_from(stars).ok().filter(|stars| (1..=5).contains(stars)).map(Self).ok_or(InvalidStars)
    }

    /// Returns the number.
    pub fn get(self) -> i16 {
        self.0
    }
}

impl Comment {
    /// Normalizes a comment: line ends become `\n`, other control and invisible characters and the space around are dropped. `None`
    /// when nothing is left.
    ///
    /// # Errors
    /// When the comment is too long.
    pub fn read(written: &str) -> Result<Option<Self>, CommentTooLong> {
        let text = visible_lines(written);
        match text.chars().count() {
            0 => Ok(None),
            length if length > MAX_COMMENT => Err(CommentTooLong(length)),
            _ => Ok(Some(Self(text))),
        }
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
    fn stars_are_one_to_five() {
        for stars in 1..=5 {
            assert_eq!(Stars::new(stars).map(|known| i64::from(known.get())), Ok(stars));
        }
        for wrong in [0, 6, -1, i64::MAX] {
            assert_eq!(Stars::new(wrong), Err(InvalidStars));
        }
    }

    #[test]
    fn comments_are_trimmed_and_plain() {
        let read = |text: &str| Comment::read(text).map(|comment| comment.map(|one| one.as_str().to_owned()));
        assert_eq!(read("  good\u{0} \r\n card\t!\u{1b}[31m  "), Ok(Some("good \n card\t![31m".into())));
        assert_eq!(read("ممتاز\u{a0}"), Ok(Some("ممتاز".into())));
        assert_eq!(read(" \u{a0}\n\u{0}"), Ok(None));
        assert_eq!(read(&"ب".repeat(2000)).map(|text| text.map(|text| text.chars().count())), Ok(Some(2000)));
        assert_eq!(read(&"ب".repeat(2001)), Err(CommentTooLong(2001)));
    }
}
