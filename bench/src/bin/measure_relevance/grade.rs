//! The grade of a response to a generated query, by the query's truth.

use indexer::{SearchIntent, SearchResponse, UnderstoodKind};

use crate::{
    judged_queries::prices::{Bound, read_bounds},
    parts::{Parts, Requirement},
    query::{FreshQuery, Truth},
};

/// Number of hits that a user sees without scrolling, and number of hits on a page.
const FIRST_HITS: usize = 5;
const PAGE: usize = 10;
/// A response with a smaller share of right hits among the first five is bad.
const ACCEPTABLE_SHARE: f64 = 0.6;
/// Number of products that are tried for some that lack what is excluded.
const MAX_TRIED: usize = 2_000;

/// All figures of a response.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grade {
    /// Whether the first hit is right. Sides: each has one of the first five. Prices: the bounds are read as stated.
    pub(crate) is_first_right: bool,
    /// Share of right hits among the first five and ten, or among as many as can be right.
    pub(crate) of_five: f64,
    pub(crate) of_ten: f64,
    pub(crate) is_bad: bool,
    /// An excluded thing is among the first five hits, or a bound is read as the opposite one.
    pub(crate) is_reversed: bool,
    /// The response says that something fits which does not, or that nobody sells what the catalogue has.
    pub(crate) is_false_claim: bool,
    pub(crate) price: Option<PriceGrade>,
}

/// The reading of a price.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PriceGrade {
    pub(crate) is_stated: bool,
    pub(crate) is_read: bool,
    pub(crate) is_right: bool,
}

/// Returns the grade of a response; `None` where the catalogue has nothing right.
pub(crate) fn grade(query: &FreshQuery, response: &SearchResponse, parts: &Parts) -> Option<Grade> {
    let hits: Vec<usize> = response.hits.iter().filter_map(|hit| parts.position(hit.id)).collect();
    let first_meets = |requirements: &[Requirement]| {
        hits.first().is_some_and(|first| parts.meets_all(*first, requirements))
    };
    let mut grade = match &query.truth {
        Truth::Product { right, category } => {
            let expected = hits.len().clamp(1, PAGE);
            let is_right = |hit: usize| parts.documents[hit].category == *category;
            let first = hits.first().is_some_and(|first| right.contains(first));
            let is_found = hits.iter().take(FIRST_HITS).any(|hit| right.contains(hit));
            Grade { is_bad: !is_found, ..Grade::of_list(&hits, expected, first, is_right) }
        }
        Truth::Listing(wanted) | Truth::Fitting(wanted) => {
            let expected = parts.find(wanted, PAGE).len();
            Grade::of_list(&hits, expected, first_meets(wanted), |hit| parts.meets_all(hit, wanted))
        }
        Truth::Sides(sides) => {
            let expected: usize = sides.iter().map(|side| parts.find(side, PAGE).len()).sum();
            let has_hit =
                |side: &Vec<Requirement>| hits.iter().take(FIRST_HITS).any(|hit| parts.meets_all(*hit, side));
            let first = sides.iter().all(has_hit);
            Grade::of_list(&hits, expected, first, |hit| sides.iter().any(|side| parts.meets_all(hit, side)))
        }
        Truth::Excluding { wanted, excluded } => {
            let is_right = |hit: usize| parts.meets_all(hit, wanted) && !parts.meets(hit, excluded);
            let candidates = parts.find(wanted, MAX_TRIED).into_iter();
            let expected = candidates.filter(|index| is_right(*index)).take(PAGE).count();
            let first = hits.first().is_some_and(|first| is_right(*first));
            let is_reversed = hits.iter().take(FIRST_HITS).any(|hit| parts.meets(*hit, excluded));
            Grade { is_reversed, ..Grade::of_list(&hits, expected, first, is_right) }
        }
        Truth::Price { .. } => of_price(query, response, &hits, parts)?,
        Truth::UnknownFit => Grade::of_flag(!says_fit(response)),
        Truth::Nothing => Grade::of_flag(hits.is_empty()),
        Truth::Time => Grade::of_flag(true),
    };
    grade.is_false_claim = is_false_claim(query, response, &hits, parts);
    grade.of_five.is_finite().then_some(grade)
}

impl Grade {
    /// Returns the grade of a list of which `expected` hits can be right; shares that are no number where none can.
    fn of_list(
        hits: &[usize],
        expected: usize,
        is_first_right: bool,
        is_right: impl Fn(usize) -> bool,
    ) -> Self {
        let share = |shown: usize| {
            let shown = shown.min(expected);
            let right = hits.iter().take(shown).filter(|hit| is_right(**hit)).count();
            right as f64 / shown as f64
        };
        Self {
            is_bad: share(FIRST_HITS) < ACCEPTABLE_SHARE,
            of_five: share(FIRST_HITS),
            of_ten: share(PAGE),
            ..Self::of_flag(is_first_right)
        }
    }

    /// Returns the grade of a response that is right or bad.
    fn of_flag(is_right: bool) -> Self {
        let worth = if is_right { 1.0 } else { 0.0 };
        Self {
            is_first_right: is_right,
            of_five: worth,
            of_ten: worth,
            is_bad: !is_right,
            is_reversed: false,
            is_false_claim: false,
            price: None,
        }
    }
}

/// Returns the grade of a query with a price, or with a number that is none.
fn of_price(query: &FreshQuery, response: &SearchResponse, hits: &[usize], parts: &Parts) -> Option<Grade> {
    let Truth::Price { category, min, max } = &query.truth else { return None };
    let (read_min, read_max) = read_bounds(response);
    let is_stated = *min != Bound::None || *max != Bound::None;
    let is_read = read_min.is_some() || read_max.is_some();
    let is_right = min.allows(read_min) && max.allows(read_max) && is_read == is_stated;
    let price = Some(PriceGrade { is_stated, is_read, is_right });
    let stated = |bound: &Bound| match bound {
        Bound::Exactly(fils) => Some(*fils),
        _ => None,
    };
    let is_reversed = (*max == Bound::None && read_max.is_some() && read_max == stated(min))
        || (*min == Bound::None && read_min.is_some() && read_min == stated(max));
    let Some(category) = category else { return Some(Grade { price, ..Grade::of_flag(is_right) }) };
    let within = Requirement::Price { min: stated(min), max: stated(max) };
    let wanted = [Requirement::Category(*category), within];
    let expected = parts.find(&wanted, PAGE).len();
    // Only the reading of the bounds counts if no product is within them.
    if expected == 0 {
        return Some(Grade { is_reversed, price, ..Grade::of_flag(is_right) });
    }
    let list = Grade::of_list(hits, expected, is_right, |hit| parts.meets_all(hit, &wanted));
    Some(Grade { is_bad: !is_right, is_reversed, price, ..list })
}

/// Whether the response claims what is not so.
fn is_false_claim(query: &FreshQuery, response: &SearchResponse, hits: &[usize], parts: &Parts) -> bool {
    let denies = matches!(response.intent, Some(SearchIntent::NotCarried { .. }));
    let misfits = match &query.truth {
        Truth::Fitting(fits) => hits.iter().take(FIRST_HITS).any(|hit| !parts.meets_all(*hit, fits)),
        Truth::UnknownFit => true,
        _ => false,
    };
    denies && query.truth.is_sold() || misfits && says_fit(response)
}

fn says_fit(response: &SearchResponse) -> bool {
    response.understood.iter().any(|part| part.kind == UnderstoodKind::Fit)
}

#[cfg(test)]
mod tests {
    use domain::model::{Category, SpecKey};
    use indexer::{Hit, UnderstoodPart};

    use super::*;
    use crate::{
        parts::{has_words, tests::some_parts},
        query::dinars,
    };

    fn response(parts: &Parts, hits: &[usize]) -> SearchResponse {
        let hit = |index: &usize| Hit {
            id: parts.documents[*index].id,
            score: 0.0,
            card: Vec::new(),
            explanation: Vec::new(),
        };
        SearchResponse { hits: hits.iter().map(hit).collect(), ..SearchResponse::default() }
    }

    fn graded(truth: Truth, response: &SearchResponse, parts: &Parts) -> Option<Grade> {
        grade(&FreshQuery::new("test", "text", truth), response, parts)
    }

    #[test]
    fn share_counts_only_as_many_hits_as_can_be_right() {
        let parts = some_parts();
        let truth = Truth::Listing(has_words("gale typhoon"));
        let right = graded(truth.clone(), &response(&parts, &[1, 0, 3]), &parts).unwrap();
        assert_eq!((right.is_first_right, right.of_five, right.is_bad), (true, 1.0, false));
        let half = graded(truth.clone(), &response(&parts, &[3, 0]), &parts).unwrap();
        assert_eq!((half.is_first_right, half.of_five, half.is_bad), (false, 0.5, true));
        assert_eq!(graded(truth, &response(&parts, &[]), &parts).unwrap().of_ten, 0.0);
        assert_eq!(graded(Truth::Listing(has_words("absent")), &response(&parts, &[]), &parts), None);
    }

    #[test]
    fn excluded_value_among_the_first_hits_is_a_reversal() {
        let parts = some_parts();
        let capacity = |value: &str| Requirement::Fact(SpecKey::RamCapacity, value.to_owned());
        let wanted = vec![Requirement::Category(Category::Ram), capacity("16")];
        let truth = Truth::Excluding { wanted, excluded: capacity("8") };
        assert!(!graded(truth.clone(), &response(&parts, &[0]), &parts).unwrap().is_reversed);
        assert!(graded(truth, &response(&parts, &[0, 1]), &parts).unwrap().is_reversed);
    }

    #[test]
    fn claims_are_false_where_a_hit_does_not_fit_or_the_thing_is_sold() {
        let parts = some_parts();
        let mut answer = response(&parts, &[3]);
        let fits = Truth::Fitting(vec![
            Requirement::AtLeast(SpecKey::GpuVram, 16.0),
            Requirement::Category(Category::Gpu),
        ]);
        assert!(graded(fits.clone(), &answer, &parts).is_none(), "no product fits");
        answer.understood.push(UnderstoodPart {
            kind: UnderstoodKind::Fit,
            label: String::new(),
            words: String::new(),
            filter: Vec::new(),
            excluded: false,
        });
        let smaller =
            vec![Requirement::AtLeast(SpecKey::GpuVram, 12.0), Requirement::Category(Category::Gpu)];
        assert!(!graded(Truth::Fitting(smaller.clone()), &answer, &parts).unwrap().is_false_claim);
        assert!(graded(Truth::UnknownFit, &answer, &parts).unwrap().is_false_claim);
        let misfit = SearchResponse { hits: response(&parts, &[3, 0]).hits, ..answer };
        assert!(graded(Truth::Fitting(smaller), &misfit, &parts).unwrap().is_false_claim);
        let intent = Some(SearchIntent::NotCarried { words: "typhoon".to_owned(), near: None });
        let denied = SearchResponse { intent, ..SearchResponse::default() };
        assert!(graded(Truth::Listing(has_words("typhoon")), &denied, &parts).unwrap().is_false_claim);
        assert!(!graded(Truth::Nothing, &denied, &parts).unwrap().is_false_claim);
    }

    #[test]
    fn bound_that_is_read_as_the_opposite_one_is_a_reversal() {
        let parts = some_parts();
        let truth = Truth::Price {
            category: Some(Category::Ram),
            min: Bound::None,
            max: Bound::Exactly(dinars(200)),
        };
        let reading = |name: &str| {
            let filter = vec![(name.to_owned(), vec!["200".to_owned()])];
            let part = UnderstoodPart {
                kind: UnderstoodKind::Price,
                label: String::new(),
                words: String::new(),
                filter,
                excluded: false,
            };
            SearchResponse { understood: vec![part], ..response(&parts, &[0, 1, 2]) }
        };
        let right = graded(truth.clone(), &reading("maxPrice"), &parts).unwrap();
        assert_eq!((right.is_first_right, right.of_five, right.is_reversed), (true, 1.0, false));
        let reversed = graded(truth, &reading("minPrice"), &parts).unwrap();
        assert_eq!((reversed.is_bad, reversed.is_reversed), (true, true));
    }
}
