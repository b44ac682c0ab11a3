//! Queries labelled with the price bounds that they state, or with none.

use domain::model::Fils;
use indexer::{SearchResponse, UnderstoodKind};

/// One labelled query.
pub(crate) struct LabelledPrice {
    pub(crate) query: &'static str,
    pub(crate) min: Bound,
    pub(crate) max: Bound,
}

/// Expected bound of a price.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    None,
    Exactly(Fils),
    /// `~`: "around 200" and a bare "200 KD" state no side; either bound may be missing or a quarter away.
    Around(Fils),
}

/// Counts of price readings, and of the right ones.
#[derive(Debug, Default)]
pub(crate) struct PriceReport {
    pub(crate) rows: usize,
    pub(crate) labelled: usize,
    pub(crate) read: usize,
    pub(crate) right: usize,
    pub(crate) misses: Vec<String>,
}

/// Returns every labelled query.
pub(crate) fn labelled_prices() -> Vec<LabelledPrice> {
    let lines = include_str!("../../judged_queries/prices.tsv").lines();
    lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(LabelledPrice::parse).collect()
}

impl LabelledPrice {
    fn parse(line: &'static str) -> Self {
        let columns: Vec<&str> = line.split('\t').collect();
        let [query, min, max] = columns[..] else { panic!("a row needs query, min and max: {line:?}") };
        Self { query, min: Bound::parse(min), max: Bound::parse(max) }
    }

    fn has_price(&self) -> bool {
        self.min != Bound::None || self.max != Bound::None
    }
}

impl Bound {
    fn parse(text: &str) -> Self {
        match (text, text.strip_prefix('~')) {
            ("-", _) => Self::None,
            (_, Some(fils)) => Self::Around(Fils(fils.parse().unwrap())),
            (fils, None) => Self::Exactly(Fils(fils.parse().unwrap())),
        }
    }

    pub(crate) fn allows(self, read: Option<Fils>) -> bool {
        match (self, read) {
            (Self::None, read) => read.is_none(),
            (Self::Exactly(fils), read) => read == Some(fils),
            (Self::Around(_), None) => true,
            (Self::Around(fils), Some(read)) => (read.0 - fils.0).abs() <= fils.0 / 4,
        }
    }
}

impl PriceReport {
    pub(crate) fn add(&mut self, label: &LabelledPrice, response: &SearchResponse) {
        let (min, max) = read_bounds(response);
        let is_read = min.is_some() || max.is_some();
        let is_right = label.min.allows(min) && label.max.allows(max) && is_read == label.has_price();
        self.rows += 1;
        self.labelled += usize::from(label.has_price());
        self.read += usize::from(is_read);
        self.right += usize::from(is_right && label.has_price());
        if !is_right {
            let shown = |bound: Option<Fils>| bound.map_or("-".to_owned(), |fils| fils.0.to_string());
            self.misses.push(format!("{} → {} … {}", label.query, shown(min), shown(max)));
        }
    }

    /// Returns the share of read prices that are right.
    pub(crate) fn precision(&self) -> f64 {
        self.right as f64 / self.read.max(1) as f64
    }

    /// Returns the share of labelled prices that were read right.
    pub(crate) fn recall(&self) -> f64 {
        self.right as f64 / self.labelled.max(1) as f64
    }
}

/// Returns the bounds that a response says it understood, in fils.
pub(crate) fn read_bounds(response: &SearchResponse) -> (Option<Fils>, Option<Fils>) {
    let understood = response.understood.iter().filter(|part| part.kind == UnderstoodKind::Price);
    let filters: Vec<&(String, Vec<String>)> = understood.flat_map(|part| &part.filter).collect();
    let bound = |name: &str| {
        let (_, values) = filters.iter().find(|(other, _)| other == name)?;
        let dinars: f64 = values.first()?.parse().ok()?;
        Some(Fils((dinars * 1000.0).round() as i64))
    };
    (bound("minPrice"), bound("maxPrice"))
}
