//! The last stage of widening: products that satisfy only some clauses, ordered by the share of the query's
//! information that they satisfy.
//!
//! 1. A clause's information is ln(1 + N / n): n of N products satisfy it. A clause that no product satisfies has
//!    none and is dropped, unless it names a model: without its model a short query finds nothing. Where no brand, kind
//!    or fact is satisfied, it counts nearly like a word of one product.
//! 2. Constraints (a kind of part, a chip, a socket, a capacity) filter while products satisfy them all. Else they
//!    weigh double. Those that the best product does not satisfy are relaxed.
//! 3. `weighted_matches.rs` finds the products with the most information.
//! 4. Below `MIN_SHARE` of the query's information nothing is found, and neither where only words match that name
//!    nothing by themselves (`4`, `pro`). Products of a stated kind need no share.
//! 5. Hits are the products with at least `TAIL_SHARE` of the best product's information.
//!
//! Worked example: no product of 1,000 has all of `long 5090 astral`. `long` (3 products) has 5.8, `5090` (20) 3.9
//! and `astral` (5) 5.3. The cards with the last two satisfy 9.2 of 15.0, a share of .61; `long` is dropped.

use domain::model::SpecKey;

use super::{
    expander::Expander,
    parsed_query::{MIN_TITLE_WORDS, PART_NAMING_SPECS, ParsedQuery, QuerySpan},
};
use crate::{
    collect::{
        clause::{Clause, PredicateKind},
        matches::Matches,
        weighted_matches::{WeightFloor, WeightedMatches},
    },
    config::facet_plan::category_index,
    interface::Result,
    storage::view::{DocAddress, View},
    text::{analyzer::number, forms::MODEL_DIGITS},
};

/// Specs that a stated value filters by, beside those that name parts.
const CAPACITY_SPECS: [SpecKey; 3] = [SpecKey::StorageCapacity, SpecKey::RamCapacity, SpecKey::GpuVram];
/// Minimum share of the query's information that the best product satisfies.
const MIN_SHARE: f32 = 0.5;
/// Hits have at least this share of the best product's information.
const TAIL_SHARE: f32 = 0.8;
/// With fewer hits of less than `MIN_SHARE` of the words' information, all products of the stated kind follow them.
const MIN_HITS: usize = 10;
/// Factor on the information of a constraint that does not filter.
const RELAXED_FACTOR: f32 = 2.0;
/// Factor on the information of measures and other numbers that name no model.
const NUMBER_FACTOR: f32 = 0.2;
/// Factor on the information of misspelt words: another word may be meant.
const MISSPELT_FACTOR: f32 = 0.3;
/// Information of an unknown word, as a part of that of a word of one product, where no brand, kind or fact is
/// satisfied: `night light` is not about the light.
const UNKNOWN_FACTOR: f32 = 0.7;
/// Maximum number of digits of a size.
const MAX_SIZE_DIGITS: usize = 2;
/// Minimum letters of a word that names something by itself.
const MIN_NAMING_LETTERS: usize = 3;
/// Sums of the same weights in another order differ by less.
const ROUNDING: f32 = 1e-3;

/// Products that satisfy some clauses of a query.
pub(super) struct PartialMatch {
    /// The clauses that the best product satisfies, and the optional ones.
    pub(super) clauses: Vec<Clause>,
    pub(super) matches: Matches,
    /// Words that the best product does not satisfy.
    pub(super) dropped: Vec<String>,
    /// Constraints that the best product does not satisfy, as typed.
    pub(super) relaxed: Vec<String>,
}

/// Part that a clause plays in a partial match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Optional,
    /// A kind of part, a chip or a socket, and a capacity once it is known to filter.
    Constraint,
    Capacity,
    /// Words of a name, or a fact that does not filter.
    Words,
    /// A model that no product has.
    UnknownModel,
    /// Other words that no product has.
    Unknown,
}

/// A clause with its role and its information.
struct Weighed {
    clause: Clause,
    role: Role,
    weight: f32,
    /// Whether it is an understood constraint, whatever role it plays.
    is_constraint: bool,
    /// Whether the best product satisfies it.
    is_satisfied: bool,
}

/// Returns the products that satisfy the most information of the clauses; `None` where no product satisfies enough.
pub(super) fn match_partially(
    expander: &Expander<'_>,
    parsed: &ParsedQuery,
    clauses: Vec<Clause>,
) -> Result<Option<PartialMatch>> {
    let mut weighed = weigh(expander, parsed, clauses)?;
    let is_title = parsed.words.len() >= MIN_TITLE_WORDS;
    if !is_title && weighed.iter().any(|clause| clause.role == Role::UnknownModel) {
        return Ok(None);
    }
    let view = expander.view;
    choose_role_of_capacities(view, &mut weighed)?;
    let filter = find_filter(view, &weighed, &[Role::Constraint])?;
    for clause in &mut weighed {
        if clause.role == Role::Constraint && clause.weight > 0.0 {
            clause.is_satisfied = filter.is_some();
            clause.weight *= RELAXED_FACTOR;
        }
    }
    let matches = match filter {
        Some(filter) => Some(match_within(view, &mut weighed, filter)?),
        None => match_any(expander, &mut weighed)?,
    };
    let names_model = || weighed.iter().any(|clause| clause.is_satisfied && clause.names_model());
    let lacks_model = weighed.iter().any(|clause| clause.role == Role::UnknownModel) && !names_model();
    Ok(matches.filter(|_| !lacks_model).map(|matches| split_words(parsed, weighed, matches)))
}

/// Returns the products that satisfy all clauses of some roles; `None` where no clause has them or no product satisfies
/// all.
fn find_filter(view: &View, weighed: &[Weighed], roles: &[Role]) -> Result<Option<Matches>> {
    let clauses: Vec<&Clause> = with_weights(weighed, roles).into_iter().map(|(clause, _)| clause).collect();
    if clauses.is_empty() {
        return Ok(None);
    }
    Ok(Some(Matches::find(view, &clauses, None)?).filter(|matches| matches.any(view)))
}

/// Makes capacities constraints, or words like others where the products that the other words name have another
/// capacity: `990 pro 1tb` is the 990 PRO although it has 2 TB.
fn choose_role_of_capacities(view: &View, weighed: &mut [Weighed]) -> Result<()> {
    if !weighed.iter().any(|one| one.role == Role::Capacity) {
        return Ok(());
    }
    let most_words = |filter: Option<&Matches>| -> Result<f32> {
        let floor = WeightFloor { least: 0.0, common: 0.0, tail_share: 1.0 };
        let words = with_weights(weighed, &[Role::Words]);
        let found = WeightedMatches::find(view, &words, filter, floor)?;
        Ok(found.heaviest().map_or(0.0, |(_, weight)| weight))
    };
    let role = match find_filter(view, weighed, &[Role::Constraint, Role::Capacity])? {
        Some(filter) => {
            let others = find_filter(view, weighed, &[Role::Constraint])?;
            let filters = most_words(Some(&filter))? >= most_words(others.as_ref())? * TAIL_SHARE;
            if filters { Role::Constraint } else { Role::Words }
        }
        None => Role::Words,
    };
    let capacities = weighed.iter_mut().filter(|one| one.role == Role::Capacity);
    capacities.for_each(|one| one.role = role);
    Ok(())
}

/// Returns the products that satisfy the constraints, those with more of the other clauses first.
fn match_within(view: &View, weighed: &mut [Weighed], filter: Matches) -> Result<Matches> {
    let constraints = weighed.iter().filter(|clause| clause.role == Role::Constraint);
    let common: f32 = constraints.map(|clause| clause.weight).sum();
    let floor = WeightFloor { least: 0.0, common, tail_share: TAIL_SHARE };
    let found = {
        let words = with_weights(weighed, &[Role::Words]);
        WeightedMatches::find(view, &words, Some(&filter), floor)?
    };
    let Some((best, most)) = found.heaviest() else { return Ok(filter) };
    mark_satisfied(view, weighed, best)?;
    let total: f32 = weighed.iter().map(|clause| clause.weight).sum();
    let least = floor.beside(most);
    let words: f32 =
        weighed.iter().filter(|clause| clause.role == Role::Words).map(|clause| clause.weight).sum();
    let is_vague = most < words * MIN_SHARE && found.count_from(least) < MIN_HITS;
    if least <= 0.0 || is_vague {
        return Ok(found.into_shares_of(filter, total));
    }
    Ok(found.into_matches(least, total))
}

/// Returns the products that satisfy enough of all clauses; `None` where none does.
fn match_any(expander: &Expander<'_>, weighed: &mut [Weighed]) -> Result<Option<Matches>> {
    let (view, variants) = (expander.view, &expander.config.ranking.variants.words);
    let total: f32 = weighed.iter().map(|clause| clause.weight).sum();
    let unknown_model = information(view, 0)
        * weighed.iter().filter(|clause| clause.role == Role::UnknownModel).count() as f32;
    let least = (total + unknown_model) * MIN_SHARE - ROUNDING;
    let floor = WeightFloor { least, common: 0.0, tail_share: TAIL_SHARE };
    let found = {
        let words = with_weights(weighed, &[Role::Constraint, Role::Words]);
        WeightedMatches::find(view, &words, None, floor)?
    };
    let Some((best, most)) = found.heaviest().filter(|(_, most)| *most >= least) else { return Ok(None) };
    mark_satisfied(view, weighed, best)?;
    let satisfied = || weighed.iter().filter(|clause| clause.is_satisfied);
    let is_telling =
        |clause: &Weighed| clause.is_interpreted() || clause.is_short_model() || clause.names_model();
    let unknown = if satisfied().any(is_telling) {
        0.0
    } else {
        let words = weighed.iter().filter(|clause| clause.role == Role::Unknown && !clause.is_number());
        words.count() as f32 * information(view, 0) * UNKNOWN_FACTOR
    };
    let is_enough = most >= (total + unknown_model + unknown) * MIN_SHARE - ROUNDING;
    if !is_enough || !satisfied().any(|clause| clause.names_something(variants)) {
        return Ok(None);
    }
    let total = total.max(f32::MIN_POSITIVE);
    Ok(Some(found.into_matches(floor.beside(most), total)))
}

/// Returns the clauses with their roles and their information.
fn weigh(expander: &Expander<'_>, parsed: &ParsedQuery, clauses: Vec<Clause>) -> Result<Vec<Weighed>> {
    let mut weighed = Vec::with_capacity(clauses.len());
    let typed: Vec<String> = clauses.iter().map(|clause| clause.text.clone()).collect();
    for mut clause in clauses {
        // A word that is misspelt as another word of the query says nothing beside it.
        let repeats = clause.spellings.iter().any(|spelling| typed.contains(spelling));
        let role = if repeats { Role::Unknown } else { role_of(parsed, &clause) };
        let is_known = matches!(role, Role::Constraint | Role::Capacity | Role::Words);
        if is_known && begins_longer_models(&clause) {
            // `x870` also begins the chipset X870E: other words tell which of them is meant.
            clause.options.extend(expander.prefix_clause(&clause.text)?.options);
        }
        let is_constraint = matches!(role, Role::Constraint | Role::Capacity);
        let mut one = Weighed { clause, role, weight: 0.0, is_constraint, is_satisfied: false };
        let documents = one.clause.doc_freq();
        if is_known && documents > 0 {
            // Behind a number a unit is part of it, so that few products have the unit as a word.
            let is_unit = expander.config.lexicon.analyzer.unit(&one.clause.text).is_some();
            let is_soft_number = role == Role::Words && (one.clause.is_measure || one.is_number() || is_unit);
            let factor = match is_soft_number {
                true => NUMBER_FACTOR,
                false if !one.clause.spellings.is_empty() => MISSPELT_FACTOR,
                false => 1.0,
            };
            one.weight = information(expander.view, documents) * factor;
        }
        weighed.push(one);
    }
    Ok(weighed)
}

/// Returns the information of a clause that this many products satisfy.
fn information(view: &View, documents: u64) -> f32 {
    (1.0 + view.documents() as f32 / documents.max(1) as f32).ln()
}

fn role_of(parsed: &ParsedQuery, clause: &Clause) -> Role {
    if clause.is_optional {
        return Role::Optional;
    }
    let (start, end) = clause.word_range;
    let spans = parsed.spans.iter().filter(|span| span.start >= start && span.end <= end);
    let mut facts = spans.flat_map(|span: &QuerySpan| &span.facts).map(|(key, _)| key);
    if clause.category().is_some() || facts.clone().any(|key| PART_NAMING_SPECS.contains(key)) {
        return Role::Constraint;
    }
    if facts.any(|key| CAPACITY_SPECS.contains(key)) {
        return Role::Capacity;
    }
    if is_unknown_model(parsed, clause) {
        return Role::UnknownModel;
    }
    if clause.doc_freq() == 0 { Role::Unknown } else { Role::Words }
}

/// Whether a clause names a model that no product has. A number that is only the value of some fact names none of the
/// requested parts: without `rtx`, `5066` is the speed of memory.
fn is_unknown_model(parsed: &ParsedQuery, clause: &Clause) -> bool {
    let is_model = clause.has_digit && !clause.is_measure && !clause.has_listed_meaning;
    if !is_model || names_no_model(&clause.text) {
        return false;
    }
    let is_of_requested = |category: u8| {
        parsed.requested_categories.iter().any(|wanted| category_index(*wanted) == usize::from(category))
    };
    let mut facts = clause.predicates.iter().flat_map(|predicate| &predicate.facts);
    let is_other_fact = !clause.predicates.is_empty()
        && clause.first_words.is_empty()
        && !facts.any(|fact| is_of_requested(fact.category));
    clause.doc_freq() == 0 || clause.is_prefix_guess || is_other_fact
}

/// Whether a text is a size, a year, a number with a fraction or a small number with a unit (`5v`). Years stand behind
/// names in brackets and are seldom part of them.
fn names_no_model(text: &str) -> bool {
    let is_year = |amount: f64| (2010.0..=2035.0).contains(&amount);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let unit = text.get(digits..).unwrap_or_default();
    let is_small = (1..=MAX_SIZE_DIGITS).contains(&digits) && unit.chars().all(char::is_alphabetic);
    is_small || number(text).is_some_and(|amount| text.contains('.') || is_year(amount))
}

/// Whether a text has enough digits in a row for the number of a model.
fn has_model_number(text: &str) -> bool {
    text.as_bytes().split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() >= MODEL_DIGITS)
}

/// Whether a clause is one word that may be the beginning of longer models.
fn begins_longer_models(clause: &Clause) -> bool {
    let text = clause.text.as_str();
    !clause.is_measure
        && !text.contains(' ')
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && has_model_number(text)
        && text.ends_with(|last: char| last.is_ascii_digit())
}

/// Returns the clauses of some roles that products satisfy, with their weights.
fn with_weights<'w>(weighed: &'w [Weighed], roles: &[Role]) -> Vec<(&'w Clause, f32)> {
    let wanted = weighed.iter().filter(|one| roles.contains(&one.role) && one.weight > 0.0);
    wanted.map(|one| (&one.clause, one.weight)).collect()
}

/// Marks the clauses that a product satisfies.
fn mark_satisfied(view: &View, weighed: &mut [Weighed], best: DocAddress) -> Result<()> {
    let product = Matches::of_documents(view, &[best]);
    for one in weighed.iter_mut().filter(|one| one.weight > 0.0 && !one.is_satisfied) {
        one.is_satisfied = product.intersect_clause(view, &one.clause)?.any(view);
    }
    Ok(())
}

/// Splits the clauses into those that the best product satisfies and the words of the others.
fn split_words(parsed: &ParsedQuery, weighed: Vec<Weighed>, matches: Matches) -> PartialMatch {
    let (mut clauses, mut dropped, mut relaxed) = (Vec::with_capacity(weighed.len()), Vec::new(), Vec::new());
    for one in weighed {
        if one.is_satisfied || one.role == Role::Optional {
            clauses.push(one.clause);
        } else if one.is_constraint {
            relaxed.push(parsed.typed_text(one.clause.word_range.0, one.clause.word_range.1));
        } else {
            dropped.push(one.clause.text);
        }
    }
    PartialMatch { clauses, matches, dropped, relaxed }
}

impl Weighed {
    /// Whether the words are understood as a category, a brand or a fact, and not as a misspelling of them.
    fn is_interpreted(&self) -> bool {
        let mut kinds = self.clause.predicates.iter().map(|predicate| predicate.kind);
        let is_listed = self.clause.has_listed_meaning || self.clause.category().is_some();
        self.clause.spellings.is_empty() && (is_listed || kinds.any(|kind| kind == PredicateKind::Brand))
    }

    /// Whether the words name something by themselves: understood words, a model, or a word of some letters. A size, a
    /// variant (`pro`) and a misspelt word need a name beside them.
    fn names_something(&self, variants: &[String]) -> bool {
        let Clause { text, spellings, .. } = &self.clause;
        let is_name = spellings.is_empty()
            && !self.is_number()
            && !variants.contains(text)
            && text.chars().count() >= MIN_NAMING_LETTERS;
        is_name || self.is_interpreted() || self.is_short_model() || self.names_model()
    }

    /// Whether the word is letters and digits as typed: `i5`, `g7`.
    fn is_short_model(&self) -> bool {
        let Clause { text, spellings, .. } = &self.clause;
        spellings.is_empty()
            && !self.clause.is_measure
            && self.clause.has_digit
            && text.starts_with(|first: char| first.is_ascii_alphabetic())
    }

    /// Whether the words have the number of a model.
    fn names_model(&self) -> bool {
        !self.clause.is_measure && !names_no_model(&self.clause.text) && has_model_number(&self.clause.text)
    }

    /// Whether the words are a number that names no model.
    fn is_number(&self) -> bool {
        names_no_model(&self.clause.text)
    }
}
