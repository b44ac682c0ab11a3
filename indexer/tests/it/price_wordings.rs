//! Prices in the wordings of `tests/price_wordings.tsv`, measured by precision and recall.

use indexer::UnderstoodKind;

use crate::test_index::demo_parts;

const WORDINGS: &str = include_str!("../price_wordings.tsv");
/// Half of the band around an amount, as a share of it.
const BAND: f64 = 0.25;
const MIN_PRECISION: f64 = 0.98;
const MIN_RECALL: f64 = 0.95;

/// Bounds in dinars.
type Bounds = (Option<f64>, Option<f64>);

fn truth(column: &str) -> Bounds {
    let number = |text: &str| text.parse::<f64>().unwrap();
    if let Some(most) = column.strip_prefix("<=") {
        (None, Some(number(most)))
    } else if let Some(least) = column.strip_prefix(">=") {
        (Some(number(least)), None)
    } else if let Some(amount) = column.strip_prefix('~') {
        (Some(number(amount) * (1.0 - BAND)), Some(number(amount) * (1.0 + BAND)))
    } else if let Some((low, high)) = column.split_once("..") {
        (Some(number(low)), Some(number(high)))
    } else {
        (None, None)
    }
}

#[test]
fn prices_are_read_in_wordings_that_the_config_does_not_list() {
    let index = demo_parts();
    let (mut stated, mut read, mut right) = (0, 0, 0);
    let mut wrong = Vec::new();
    for line in WORDINGS.lines().filter(|line| !line.starts_with('#')) {
        let (text, column) = line.split_once('\t').unwrap();
        let expected = truth(column);
        let response = index.search(text);
        let prices = response.understood.iter().filter(|part| part.kind == UnderstoodKind::Price);
        let mut found: Bounds = (None, None);
        for (name, values) in prices.flat_map(|part| &part.filter) {
            let bound = values.first().and_then(|value| value.parse().ok());
            *(if name == "minPrice" { &mut found.0 } else { &mut found.1 }) = bound;
        }
        stated += usize::from(expected != (None, None));
        read += usize::from(found != (None, None));
        right += usize::from(found == expected && found != (None, None));
        if found != expected {
            wrong.push(format!("{text}: {found:?} and not {expected:?}"));
        }
        let reversed = (found.0.is_some() && expected.0.is_none() && expected.1.is_some())
            || (found.1.is_some() && expected.1.is_none() && expected.0.is_some());
        assert!(!reversed, "{text} is read as its opposite");
    }
    let precision = f64::from(right as u32) / f64::from(read as u32);
    let recall = f64::from(right as u32) / f64::from(stated as u32);
    println!("{stated} wordings: precision {precision:.3}, recall {recall:.3}\n{}", wrong.join("\n"));
    assert!(precision >= MIN_PRECISION && recall >= MIN_RECALL, "{}", wrong.join("\n"));
}
