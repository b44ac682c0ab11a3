use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use sha2::{Digest, Sha256};

use super::FileChecksum;

/// Read at a time: dumps are larger than memory.
const CHUNK: usize = 1024 * 1024;

impl FileChecksum {
    /// Reads a whole file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let (mut digest, mut bytes, mut chunk) = (Sha256::new(), 0, vec![0; CHUNK]);
        loop {
            let read = file.read(&mut chunk)?;
            if read == 0 {
                break;
            }
            digest.update(chunk.get(..read).unwrap_or_default());
            bytes += read as u64;
        }
        let sha256 = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { bytes, sha256 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_equals_that_of_sha256sum() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "abc").unwrap();
        let checksum = FileChecksum::of(file.path()).unwrap();
        assert_eq!(checksum.bytes, 3);
        assert_eq!(checksum.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
