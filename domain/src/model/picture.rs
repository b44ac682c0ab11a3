use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The widths in which a picture is stored, in pixels. Where a picture is narrower than one of them, the file of that
/// width has the picture's own width, and the wider ones do not exist.
pub const PICTURE_WIDTHS: [u32; 3] = [192, 384, 640];

/// The path under which pictures are served.
pub const PICTURE_PATH: &str = "/pictures/";

/// The version of the recipe that makes pictures; part of the hash. Raise it whenever sizes or the encoder change:
/// browsers keep a file for ever, so one name must never mean two files.
const RECIPE: &[u8] = b"webp 2\0";
const HASH_LETTERS: usize = 32;

/// The name of a picture: 128 bits of the SHA-256 of `RECIPE` and the bytes that the retailer sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(try_from = "String", into = "String")]
#[sqlx(transparent)]
pub struct PictureHash(String);

/// A text that is not a picture's hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a picture hash: expected 32 hexadecimal digits")]
pub struct PictureHashError(pub String);

/// A picture as served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub hash: PictureHash,
    /// The width of the largest file, in pixels.
    pub width: u32,
    pub height: u32,
}

/// One file of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFile {
    pub hash: PictureHash,
    /// One of [`PICTURE_WIDTHS`].
    pub width: u32,
}

impl PictureHash {
    /// Returns the hash of the bytes that a retailer sent.
    pub fn of(sent: &[u8]) -> Self {
        let digest = Sha256::new().chain_update(RECIPE).chain_update(sent).finalize();
        Self(digest.iter().take(HASH_LETTERS / 2).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Returns the 32 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PictureHash {
    type Err = PictureHashError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_hash = text.len() == HASH_LETTERS && text.bytes().all(is_hex);
        if is_hash { Ok(Self(text.to_owned())) } else { Err(PictureHashError(text.to_owned())) }
    }
}

impl TryFrom<String> for PictureHash {
    type Error = PictureHashError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<PictureHash> for String {
    fn from(hash: PictureHash) -> Self {
        hash.0
    }
}

impl fmt::Display for PictureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Picture {
    /// Returns the files of this picture, the smallest first.
    pub fn files(&self) -> Vec<PictureFile> {
        let mut narrower = 0;
        let mut files = Vec::new();
        for width in PICTURE_WIDTHS {
            if self.width > narrower {
                files.push(PictureFile { hash: self.hash.clone(), width });
            }
            narrower = width;
        }
        files
    }

    /// Returns the path of the largest file.
    pub fn path(&self) -> String {
        let mut files = self.files();
        files.pop().map_or_else(String::new, |file| file.path())
    }
}

/// Writes the text form: hash, width and height.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.hash, self.width, self.height)
    }
}

/// A text that describes no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a picture: expected hash, width and height")]
pub struct PictureTextError(pub String);

impl FromStr for Picture {
    type Err = PictureTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(' ');
        let mut read = || {
            let (hash, width, height) = (parts.next()?, parts.next()?, parts.next()?);
            Some(Self { hash: hash.parse().ok()?, width: width.parse().ok()?, height: height.parse().ok()? })
        };
        let picture = read().filter(|picture| picture.to_string() == text);
        picture.ok_or_else(|| PictureTextError(text.to_owned()))
    }
}

impl PictureFile {
    /// Returns the path under which the file is served.
    pub fn path(&self) -> String {
        format!("{PICTURE_PATH}{self}")
    }

    /// The media type of every file.
    pub const CONTENT_TYPE: &'static str = "image/webp";
}

impl fmt::Display for PictureFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}.webp", self.hash, self.width)
    }
}

/// A text that names no picture file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not the name of a picture file")]
pub struct PictureFileError(pub String);

impl FromStr for PictureFile {
    type Err = PictureFileError;

    /// Parses only the form that `Display` writes, so that one file has one name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let file =
            text.strip_suffix(".webp").and_then(|name| name.split_once('-')).and_then(|(hash, width)| {
                let width = PICTURE_WIDTHS.into_iter().find(|known| known.to_string() == width)?;
                Some(Self { hash: hash.parse().ok()?, width })
            });
        file.ok_or_else(|| PictureFileError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32) -> Picture {
        Picture { hash: PictureHash::of(b"sent"), width, height: 90 }
    }

    #[test]
    fn picture_has_no_file_wider_than_needed() {
        let widths = |width| picture(width).files().into_iter().map(|file| file.width).collect::<Vec<_>>();
        assert_eq!(widths(100), [192]);
        assert_eq!(widths(192), [192]);
        assert_eq!(widths(193), [192, 384]);
        assert_eq!(widths(500), [192, 384, 640]);
        assert_eq!(widths(640), [192, 384, 640]);
    }

    #[test]
    fn picture_is_parsed_from_its_text() {
        let picture = picture(640);
        assert_eq!(picture.to_string().parse(), Ok(picture.clone()));
        assert!("https://shop.example/1.jpg".parse::<Picture>().is_err());
        assert!(format!("{picture} 1").parse::<Picture>().is_err());
    }

    #[test]
    fn picture_file_has_one_name() {
        for file in picture(640).files() {
            assert_eq!(file.to_string().parse(), Ok(file.clone()));
            assert_eq!(file.path(), format!("/pictures/{file}"));
        }
        let hash = PictureHash::of(b"sent");
        for text in [
            String::new(),
            format!("{hash}.webp"),
            format!("{hash}-193.webp"),
            format!("{hash}-0192.webp"),
            format!("{hash}-192.png"),
            format!("{hash}-192.webp/"),
            format!("../{hash}-192.webp"),
            format!("{}-192.webp", hash.as_str().to_uppercase()),
            format!("{hash}0-192.webp"),
        ] {
            assert!(text.parse::<PictureFile>().is_err(), "{text}");
        }
    }
}
