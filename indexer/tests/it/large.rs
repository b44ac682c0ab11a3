//! The large catalogue of real parts, which lies beside the project and is not part of it.

use std::{fs::File, io::BufReader, path::Path};

use indexer::Document;

use crate::catalogue;

/// Returns its products; `None`, with a message, where it is absent. `TAJMEEA_PARTS` is another path for it.
pub(crate) fn parts() -> Option<Vec<Document>> {
    let path =
        std::env::var("TAJMEEA_PARTS").unwrap_or_else(|_| "../../shared/data/parts.jsonl.gz".to_owned());
    if !Path::new(&path).exists() {
        println!("skipped: there is no {path}");
        return None;
    }
    Some(catalogue::read(BufReader::new(flate2::read::GzDecoder::new(File::open(path).unwrap()))))
}
