//! Passwords that are known from breaches of other sites: a file that the operator downloads from Have I Been Pwned.
//!
//! The file is "Pwned Passwords", SHA-1, ordered by hash: one line per password, the hash in 40 upper-case hexadecimal
//! digits, a colon, and how often the password was seen. It has some 40 GB, so it is searched where it is: a lookup
//! reads about 30 blocks of 128 bytes, and no password leaves the machine.

use std::{
    fs::File,
    io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use sha1::{Digest, Sha1};

/// Length of a hash in hexadecimal digits.
const HASH_DIGITS: usize = 40;
/// Maximum length of a line: hash, colon, a count of up to 20 digits, line end.
const MAX_LINE: usize = HASH_DIGITS + 1 + 20 + 2;
/// Bytes read at once. A block that begins anywhere contains the hash of the next line whole.
const BLOCK: usize = 128;

/// A list of breached passwords.
#[derive(Debug)]
pub struct BreachedPasswords {
    file: File,
    bytes: u64,
    path: PathBuf,
}

/// Why a list of breached passwords cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BreachedListError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "{} is no list of SHA-1 hashes ordered by hash: byte {offset} begins no line like 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:3861493",
        path.display()
    )]
    Format { path: PathBuf, offset: u64 },
}

impl BreachedPasswords {
    /// Opens a list. Its first line is checked, so that a file of another format is noticed at the start.
    ///
    /// # Errors
    /// When the file cannot be read, or is no such list.
    pub fn open(path: &Path) -> Result<Self, BreachedListError> {
        let failed = |source| BreachedListError::Read { path: path.to_owned(), source };
        let file = File::open(path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        let list = Self { file, bytes, path: path.to_owned() };
        list.read_hash(0)?;
        Ok(list)
    }

    /// Returns whether the list has the password. A lookup takes some milliseconds and must not run on an async thread.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn contains(&self, password: &str) -> Result<bool, BreachedListError> {
        let wanted = hexadecimal(&Sha1::digest(password.as_bytes()));
        // The line with the hash, if there is one, begins in `from..to`.
        let (mut from, mut to) = (0, self.bytes);
        while from < to {
            let middle = from + (to - from) / 2;
            let Some(line) = self.line_begin(middle)?.filter(|line| *line < to) else {
                // No line begins in the second half.
                to = middle;
                continue;
            };
            match self.read_hash(line)?.as_slice().cmp(wanted.as_slice()) {
                std::cmp::Ordering::Equal => return Ok(true),
                std::cmp::Ordering::Less => from = line + HASH_DIGITS as u64,
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        Ok(false)
    }

    /// Returns where the first line begins that begins at `offset` or after; `None` after the last line.
    fn line_begin(&self, offset: u64) -> Result<Option<u64>, BreachedListError> {
        // Read from the byte before, which is a line end when a line begins at `offset` itself.
        let Some(before) = offset.checked_sub(1) else { return Ok(Some(0)) };
        let block = self.read_block(before)?;
        match block.iter().position(|byte| *byte == b'\n') {
            Some(at) => Ok(Some(before + at as u64 + 1).filter(|begin| *begin < self.bytes)),
            None if block.len() < MAX_LINE => Ok(None),
            None => Err(self.wrong_format(offset)),
        }
    }

    /// Reads the hash of the line that begins at `offset`.
    fn read_hash(&self, offset: u64) -> Result<Vec<u8>, BreachedListError> {
        let mut line = self.read_block(offset)?;
        let is_hash = line.get(HASH_DIGITS) == Some(&b':')
            && line.iter().take(HASH_DIGITS).all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
        line.truncate(HASH_DIGITS);
        if is_hash { Ok(line) } else { Err(self.wrong_format(offset)) }
    }

    /// Reads a block, which is shorter at the end of the file.
    fn read_block(&self, offset: u64) -> Result<Vec<u8>, BreachedListError> {
        let mut block = vec![0; BLOCK];
        let mut length = 0;
        while length < BLOCK {
            match self.file.read_at(&mut block[length..], offset + length as u64) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(BreachedListError::Read { path: self.path.clone(), source }),
            }
        }
        block.truncate(length);
        Ok(block)
    }

    fn wrong_format(&self, offset: u64) -> BreachedListError {
        BreachedListError::Format { path: self.path.clone(), offset }
    }
}

fn hexadecimal(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |four: u8| DIGITS[usize::from(four & 15)];
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn list(passwords: &[String], line_end: &str) -> (tempfile::NamedTempFile, BreachedPasswords) {
        let mut lines: Vec<String> = passwords
            .iter()
            .enumerate()
            .map(|(n, password)| {
                let hash = String::from_utf8(hexadecimal(&Sha1::digest(password.as_bytes()))).unwrap();
                format!("{hash}:{}", n * n * n)
            })
            .collect();
        lines.sort();
        let mut text = String::new();
        for line in lines {
            write!(text, "{line}{line_end}").unwrap();
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let opened = BreachedPasswords::open(file.path()).unwrap();
        (file, opened)
    }

    #[test]
    fn every_password_of_a_list_is_found_and_no_other() {
        for (count, line_end) in [(1, "\n"), (2, "\r\n"), (3, "\n"), (1000, "\r\n"), (1001, "\n")] {
            let passwords: Vec<String> = (0..count).map(|n| format!("password {n}")).collect();
            let (_file, list) = list(&passwords, line_end);
            for password in &passwords {
                assert!(list.contains(password).unwrap(), "{password} of {count}");
            }
            for n in 0..1000 {
                assert!(!list.contains(&format!("another {n}")).unwrap());
            }
        }
    }

    #[test]
    fn hash_of_the_first_published_line_is_upper_case_hexadecimal() {
        assert_eq!(hexadecimal(&Sha1::digest(b"password")), b"5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8");
    }

    #[test]
    fn files_of_other_formats_are_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for wrong in [
            "",
            "password\n",
            "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8:3\n",
            "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8\n",
        ] {
            std::fs::write(file.path(), wrong).unwrap();
            assert!(
                matches!(BreachedPasswords::open(file.path()), Err(BreachedListError::Format { .. })),
                "{wrong}"
            );
        }
        let absent = BreachedPasswords::open(Path::new("/nowhere/at all"));
        assert!(matches!(absent, Err(BreachedListError::Read { .. })));
    }
}
