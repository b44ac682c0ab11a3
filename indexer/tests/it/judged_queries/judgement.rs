//! Rows of the judged sets.

use domain::model::Fils;

use super::condition::Condition;

/// Queries with an expected first hit; `tests/it/mrr_and_ndcg.rs` also measures their order.
pub(crate) const RANKED: &str = include_str!("../../relevance.tsv");

/// The judged sets, each a table of queries; the first lines of a table explain its columns.
const TABLES: [&str; 6] = [
    RANKED,
    include_str!("../../judged_queries/names.tsv"),
    include_str!("../../judged_queries/facts.tsv"),
    include_str!("../../judged_queries/intents.tsv"),
    include_str!("../../judged_queries/arabic.tsv"),
    include_str!("../../judged_queries/arabizi.tsv"),
];

/// Sets of queries that were written, and run once, before anything in the engine was changed for them: the figures of
/// that first run say how the engine answers queries that nobody here has seen. Each with the name of its set, in the
/// order of writing.
const UNSEEN_TABLES: [(&str, &str); 4] = [
    ("first to fourth", include_str!("../../judged_queries/unseen_sets_1_to_4.tsv")),
    ("fifth", include_str!("../../judged_queries/unseen_set_5.tsv")),
    ("sixth", include_str!("../../judged_queries/unseen_set_6.tsv")),
    ("seventh", include_str!("../../judged_queries/unseen_set_7.tsv")),
];

/// One judged query.
pub(crate) struct Judgement {
    pub(crate) family: &'static str,
    pub(crate) query: &'static str,
    pub(crate) good: Condition,
    pub(crate) acceptable: Condition,
    pub(crate) expected: Expected,
}

/// Demand on a response beside good hits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Expected {
    Hits,
    /// `first`: one product is requested, and only the first hit counts.
    First,
    /// `-`: no retailer sells this, so nothing is found and nothing is corrected.
    Nothing,
    /// `cheapest`: the cheapest good product first, then in order of price.
    CheapestFirst,
    /// `dearest`
    DearestFirst,
    /// `sides`: each alternative of the condition among the first hits.
    Sides,
    /// `build` or `build=500`: a builder card, with the budget where one was named.
    Build(Option<Fils>),
}

/// The script of a query, as the report counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Script {
    Latin,
    Arabic,
    Mixed,
}

/// Returns every judged query.
pub(crate) fn judgements() -> Vec<Judgement> {
    TABLES.into_iter().flat_map(parse_table).collect()
}

/// The judged queries of each unseen set, with the set's name.
pub(crate) fn unseen_sets() -> impl Iterator<Item = (&'static str, Vec<Judgement>)> {
    UNSEEN_TABLES.into_iter().map(|(name, table)| (name, parse_table(table).collect()))
}

/// Returns the rows of a table.
pub(crate) fn parse_table(table: &'static str) -> impl Iterator<Item = Judgement> {
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    rows.map(Judgement::parse)
}

impl Judgement {
    fn parse(line: &'static str) -> Self {
        let mut columns = line.split('\t');
        let (Some(family), Some(query), Some(good)) = (columns.next(), columns.next(), columns.next()) else {
            panic!("a row needs family, query and good: {line:?}");
        };
        let acceptable = columns.next().unwrap_or_default();
        let expected = match columns.next().unwrap_or_default().trim() {
            "" if good == "-" => Expected::Nothing,
            "" if ["exact", "part number"].contains(&family) => Expected::First,
            "" => Expected::Hits,
            "first" => Expected::First,
            "cheapest" => Expected::CheapestFirst,
            "dearest" => Expected::DearestFirst,
            "sides" => Expected::Sides,
            "build" => Expected::Build(None),
            other => match other.strip_prefix("build=").and_then(|dinars| dinars.parse::<i64>().ok()) {
                Some(dinars) => Expected::Build(Some(Fils(dinars * 1000))),
                None => panic!("a row expects {other:?}, which no answer can be: {line:?}"),
            },
        };
        assert_eq!(columns.next(), None, "a row has too many columns: {line:?}");
        let good = if good == "-" { Condition::default() } else { Condition::parse(good) };
        Self { family, query, good, acceptable: Condition::parse(acceptable), expected }
    }

    /// Whether the response is a list of products, some of which a catalogue must hold.
    pub(crate) fn needs_products(&self) -> bool {
        !matches!(self.expected, Expected::Nothing | Expected::Build(_))
    }

    pub(crate) fn script(&self) -> Script {
        let is_arabic = |character: char| matches!(character, '\u{600}'..='\u{6ff}');
        let has_arabic =
            self.query.chars().any(|character| is_arabic(character) && character.is_alphabetic());
        let has_latin = self.query.chars().any(|character| character.is_ascii_alphabetic());
        match (has_arabic, has_latin) {
            (true, true) => Script::Mixed,
            (true, false) => Script::Arabic,
            (false, _) => Script::Latin,
        }
    }
}

impl Script {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Latin => "latin",
            Self::Arabic => "arabic",
            Self::Mixed => "mixed",
        }
    }
}
