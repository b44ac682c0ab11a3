//! The condition under which two parts clash. A rule states the condition once, and it serves two purposes. The rule's
//! check evaluates the condition on both parts. A listing knows one part, and turns the condition into one on the facts
//! of the other part alone, by which it excludes candidates.
//!
//! Example: a card of 304 mm and a case for 320 mm. The condition is "length exceeds maxGpuLength". Beside this case,
//! a listing of cards excludes those with a length above 320; beside this card, a listing of cases excludes those with
//! a maxGpuLength below 304.

use super::{
    build::{Build, ParsedPart},
    condition::{Condition, Exclusion},
    facts::{FactKey, Facts},
    verdict::Code,
};
use crate::model::Category;

/// Two parts clash when all terms hold. An unknown fact makes its term not hold.
pub(super) struct Clash {
    /// The code of the error.
    pub code: Code,
    /// The categories of the first and of the second part.
    pub between: (Category, Category),
    pub terms: &'static [ClashTerm],
}

/// One term of the condition.
pub(super) enum ClashTerm {
    /// A number of the first part exceeds a number of the second.
    Exceeds { first: FactKey, second: FactKey, excess: Excess },
    /// A number of the first part, counted in whole units of `per`, exceeds a whole number of the second.
    ExceedsPer { first: FactKey, second: FactKey, per: f64 },
    /// A number of the first part is not that of the second.
    Differs { first: FactKey, second: FactKey },
    /// No word of the first part fits a word of the second. Equal words fit.
    NoneFits { first: FactKey, second: FactKey, fits: &'static WordRelation },
    /// A word of the first part clashes with a word of the second.
    SomeClash { first: FactKey, second: FactKey, clashes: &'static WordRelation },
    /// The first part meets one of these tests.
    First(&'static [FactTest]),
    /// The second part meets one of these tests.
    Second(&'static [FactTest]),
}

/// A test of one fact of one part.
pub(super) enum FactTest {
    /// The fact has one of these words.
    AnyOf(FactKey, WordList),
    Flag(FactKey, bool),
    Below(FactKey, f64),
    Unknown(FactKey),
}

/// A list of words.
pub(super) type WordList = fn() -> &'static [&'static str];

/// A relation between the words of two facts, such as the sockets of processors and of boards.
pub(super) struct WordRelation {
    /// The words that `holds` relates to others.
    pub firsts: WordList,
    pub seconds: WordList,
    pub holds: fn(first: &str, second: &str) -> bool,
}

/// A number that another one limits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Excess {
    /// The amount by which the limit may be exceeded.
    pub tolerance: f64,
}

/// The place of a part in a clash: the first or the second of [`Clash::between`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClashSide {
    First,
    Second,
}

impl Clash {
    /// Whether the two parts clash.
    pub(super) fn holds(&self, first: &Facts, second: &Facts) -> bool {
        self.terms.iter().all(|term| term.holds(first, second))
    }

    /// Adds the candidates of a category that would clash with a chosen part.
    pub(super) fn exclude(&self, build: &Build, category: Category, out: &mut Vec<Exclusion>) {
        exclude(self.code, self.between, self.terms, build, category, out);
    }
}

/// Adds the candidates of a category with which all terms would hold, for each chosen part of the other category.
pub(super) fn exclude(
    code: Code,
    between: (Category, Category),
    terms: &[ClashTerm],
    build: &Build,
    category: Category,
    out: &mut Vec<Exclusion>,
) {
    let (candidate, other) = match category {
        _ if category == between.0 => (ClashSide::First, between.1),
        _ if category == between.1 => (ClashSide::Second, between.0),
        _ => return,
    };
    for known in build.all(other) {
        let found = conditions(terms, candidate, known);
        out.extend(found.into_iter().map(|conditions| Exclusion { code, conditions }));
    }
}

/// Returns the sets of conditions under which all terms hold for a candidate; none where they never do.
fn conditions(terms: &[ClashTerm], candidate: ClashSide, known: &ParsedPart) -> Vec<Vec<Condition>> {
    let mut sets = vec![Vec::new()];
    for term in terms {
        match term.demand(candidate, &known.facts) {
            Demand::Never => return Vec::new(),
            Demand::Nothing => {}
            Demand::Meets(condition) => sets.iter_mut().for_each(|set| set.push(condition.clone())),
            // Conditions of one set are combined by "and", so alternatives take a set each.
            Demand::MeetsOneOf(alternatives) => {
                let with = |condition: &Condition| {
                    let extended = |set: &Vec<Condition>| {
                        set.iter().chain([condition]).cloned().collect::<Vec<Condition>>()
                    };
                    sets.iter().map(extended).collect::<Vec<_>>()
                };
                sets = alternatives.iter().flat_map(with).collect();
            }
        }
    }
    sets
}

/// What a term demands of a candidate beside a known part.
enum Demand {
    /// The term cannot hold.
    Never,
    /// The known part alone makes the term hold.
    Nothing,
    Meets(Condition),
    MeetsOneOf(Vec<Condition>),
}

impl From<Option<Condition>> for Demand {
    fn from(condition: Option<Condition>) -> Self {
        condition.map_or(Demand::Never, Demand::Meets)
    }
}

impl ClashTerm {
    fn holds(&self, first: &Facts, second: &Facts) -> bool {
        let numbers = |a: FactKey, b: FactKey| first.number(a).zip(second.number(b));
        let words = |a: FactKey, b: FactKey| first.words(a).zip(second.words(b));
        match *self {
            ClashTerm::Exceeds { first, second, excess } => {
                numbers(first, second).is_some_and(|(asked, allowed)| excess.holds(asked, allowed))
            }
            ClashTerm::ExceedsPer { first, second, per } => {
                numbers(first, second).is_some_and(|(asked, allowed)| units(asked, per) > allowed)
            }
            ClashTerm::Differs { first, second } => numbers(first, second).is_some_and(|(a, b)| a != b),
            ClashTerm::NoneFits { first, second, fits } => {
                words(first, second).is_some_and(|(firsts, seconds)| !fits.any_fits(firsts, seconds))
            }
            ClashTerm::SomeClash { first, second, clashes } => {
                words(first, second).is_some_and(|(firsts, seconds)| clashes.any(firsts, seconds))
            }
            ClashTerm::First(tests) => tests.iter().any(|test| test.holds(first)),
            ClashTerm::Second(tests) => tests.iter().any(|test| test.holds(second)),
        }
    }

    fn demand(&self, candidate: ClashSide, known: &Facts) -> Demand {
        let is_first = candidate == ClashSide::First;
        match *self {
            ClashTerm::Exceeds { first, second, excess } if is_first => {
                known.number(second).map(|allowed| excess.asking(first, allowed)).into()
            }
            ClashTerm::Exceeds { first, second, excess } => {
                known.number(first).map(|asked| excess.allowing(second, asked)).into()
            }
            ClashTerm::ExceedsPer { first, second, per } if is_first => {
                known.number(second).map(|allowed| Condition::above(first, allowed * per)).into()
            }
            ClashTerm::ExceedsPer { first, second, per } => {
                known.number(first).map(|asked| Condition::below(second, units(asked, per))).into()
            }
            ClashTerm::Differs { first, second } => {
                let (own, other) = if is_first { (first, second) } else { (second, first) };
                let Some(number) = known.number(other) else { return Demand::Never };
                Demand::MeetsOneOf(vec![Condition::above(own, number), Condition::below(own, number)])
            }
            ClashTerm::NoneFits { first, second, fits } => {
                let (own, other) = if is_first { (first, second) } else { (second, first) };
                let known = known.words(other);
                known.map(|known| Condition::none_of(own, fits.fitting(candidate, known))).into()
            }
            ClashTerm::SomeClash { first, second, clashes } => {
                let (own, other) = if is_first { (first, second) } else { (second, first) };
                let known = known.words(other);
                known.map(|known| Condition::any_of(own, clashes.related(candidate, known))).into()
            }
            ClashTerm::First(tests) if is_first => FactTest::demand(tests),
            ClashTerm::Second(tests) if !is_first => FactTest::demand(tests),
            ClashTerm::First(tests) | ClashTerm::Second(tests) => {
                if tests.iter().any(|test| test.holds(known)) { Demand::Nothing } else { Demand::Never }
            }
        }
    }
}

/// Returns the whole units of `per` that cover a number.
pub(super) fn units(number: f64, per: f64) -> f64 {
    (number / per).ceil()
}

impl FactTest {
    pub(super) fn holds(&self, facts: &Facts) -> bool {
        match *self {
            FactTest::AnyOf(key, words) => {
                facts.words(key).is_some_and(|own| own.iter().any(|word| words().contains(&word.as_str())))
            }
            FactTest::Flag(key, flag) => facts.flag(key) == Some(flag),
            FactTest::Below(key, limit) => facts.number(key).is_some_and(|number| number < limit),
            FactTest::Unknown(key) => facts.get(key).is_none(),
        }
    }

    fn condition(&self) -> Condition {
        match *self {
            FactTest::AnyOf(key, words) => Condition::any_of(key, words().iter().copied()),
            FactTest::Flag(key, flag) => Condition::flag(key, flag),
            FactTest::Below(key, limit) => Condition::below(key, limit),
            FactTest::Unknown(key) => Condition::Unknown { key },
        }
    }

    fn demand(tests: &[FactTest]) -> Demand {
        match tests {
            [one] => Demand::Meets(one.condition()),
            several => Demand::MeetsOneOf(several.iter().map(FactTest::condition).collect()),
        }
    }
}

impl WordRelation {
    /// Equal words fit, and no others.
    pub(super) const EQUAL: WordRelation =
        WordRelation { firsts: || &[], seconds: || &[], holds: |_, _| false };

    /// Whether a word of the first list relates to one of the second.
    pub(super) fn any(&self, firsts: &[String], seconds: &[String]) -> bool {
        firsts.iter().any(|first| seconds.iter().any(|second| (self.holds)(first, second)))
    }

    /// Whether a word of the first list is in the second, or relates to one of the second.
    pub(super) fn any_fits(&self, firsts: &[String], seconds: &[String]) -> bool {
        share(firsts, seconds) || self.any(firsts, seconds)
    }

    /// Returns the words of a candidate's side that relate to a known word of the other side.
    fn related<'s>(
        &'s self,
        candidate: ClashSide,
        known: &'s [String],
    ) -> impl Iterator<Item = &'static str> + 's {
        let all = if candidate == ClashSide::First { (self.firsts)() } else { (self.seconds)() };
        all.iter().copied().filter(move |word| {
            known.iter().any(|other| match candidate {
                ClashSide::First => (self.holds)(word, other),
                ClashSide::Second => (self.holds)(other, word),
            })
        })
    }

    /// Returns the words of a candidate's side that fit a known word of the other side: the same words first.
    fn fitting(&self, candidate: ClashSide, known: &[String]) -> Vec<String> {
        let others = self.related(candidate, known).filter(|word| known.iter().all(|own| own != word));
        known.iter().cloned().chain(others.map(str::to_owned)).collect()
    }
}

impl Excess {
    /// No excess over the limit is allowed.
    pub(super) const NONE: Excess = Excess { tolerance: 0.0 };

    /// Whether the asked number exceeds the allowed one.
    pub(super) fn holds(self, asked: f64, allowed: f64) -> bool {
        asked > allowed + self.tolerance
    }

    /// Returns the condition of candidates that ask for more than is allowed.
    pub(super) fn asking(self, key: FactKey, allowed: f64) -> Condition {
        Condition::above(key, allowed + self.tolerance)
    }

    /// Returns the condition of candidates that allow less than is asked for.
    pub(super) fn allowing(self, key: FactKey, asked: f64) -> Condition {
        Condition::below(key, asked - self.tolerance)
    }
}

/// Whether two lists share a word.
pub(super) fn share(a: &[String], b: &[String]) -> bool {
    a.iter().any(|word| b.contains(word))
}
