//! Questions whether two things fit (`does ddr5 work on b550`), and two things side by side without a word between them
//! (`5600x 4070`). The rules of `domain::compat` answer, over the facts that all products of a thing share.

use std::collections::BTreeMap;

use domain::{
    compat::{self, Build, Check, Outcome, ParsedPart, Part},
    model::{Category, ProductId},
};
use uuid::Uuid;

use super::{
    fit_phrase::partner_categories,
    named_thing::{self, NamedThing},
    query_intent,
};
use crate::{
    config::{SearchConfig, intents::table::MAX_INTENT_WORDS},
    interface::{FitAnswer, FitVerdict, Result},
    query::{
        parsed_query::{PART_NAMING_SPECS, ParsedQuery, QuerySpan, span_has_digit},
        relax,
    },
    storage::view::View,
    text::joined::JoinedWords,
};

/// The kinds of parts that rules compare.
const KINDS: [Category; 10] = [
    Category::Cpu,
    Category::Gpu,
    Category::Motherboard,
    Category::Ram,
    Category::Psu,
    Category::Case,
    Category::CpuCooler,
    Category::Storage,
    Category::CaseFan,
    Category::Monitor,
];
/// Maximum number of words of two things side by side; longer texts are titles.
const MAX_PAIR_WORDS: usize = 8;

/// A thing of a query, with its words as typed.
pub(crate) struct Side {
    pub(crate) text: String,
    pub(crate) thing: NamedThing,
}

/// Finds the two things of a question whether they fit; `None` where the query is no such question.
pub(crate) fn find_question(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<Option<[Side; 2]>> {
    let intents = &config.lexicon.intents;
    let is_question = parsed.words.first().is_some_and(|word| intents.question_openers.contains(&word.text));
    if !is_question || !parsed.literal.is_empty() {
        return Ok(None);
    }
    let joined = JoinedWords::of(&parsed.words);
    let is_link = |index: usize, length: &usize| {
        joined.run(index, *length).is_some_and(|phrase| intents.is_question_link(phrase))
    };
    let names_thing =
        |spans: &[QuerySpan]| query_intent::names_fit_target(spans, &parsed.words, &config.lexicon);
    for index in 1..parsed.words.len() {
        let Some(length) = (1..=MAX_INTENT_WORDS).rev().find(|length| is_link(index, length)) else {
            continue;
        };
        let part = |keeps: &dyn Fn(&QuerySpan) -> bool| -> Vec<QuerySpan> {
            parsed.spans.iter().filter(|span| keeps(span)).cloned().collect()
        };
        let (before, behind) = (part(&|span| span.end <= index), part(&|span| span.start >= index + length));
        if !names_thing(&before) || !names_thing(&behind) {
            continue;
        }
        let Some((before, first)) = resolve_behind_verb(view, config, parsed, &before)? else { continue };
        let partners = partner_categories(first.category);
        let Some(second) = named_thing::resolve(view, config, parsed, &behind, partners)? else { continue };
        return Ok(side(parsed, before, first).zip(side(parsed, &behind, second)).map(Into::into));
    }
    Ok(None)
}

/// Returns the thing that the spans name and its spans, without the words before it that name none: `put a` of
/// `can i put a 14900k on z790`.
fn resolve_behind_verb<'s>(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
    spans: &'s [QuerySpan],
) -> Result<Option<(&'s [QuerySpan], NamedThing)>> {
    let mut rest = spans;
    loop {
        if let Some(thing) = named_thing::resolve(view, config, parsed, rest, &KINDS)? {
            return Ok(Some((rest, thing)));
        }
        match rest.split_first() {
            Some((first, others)) if first.is_plain() && !span_has_digit(&parsed.words, first) => {
                rest = others
            }
            _ => return Ok(None),
        }
    }
}

/// Finds two things side by side; `None` where some product has all of the words, or they name other than two models.
pub(crate) fn find_pair(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<Option<[Side; 2]>> {
    let spans: Vec<QuerySpan> = parsed.spans.iter().filter(|span| !span.is_optional).cloned().collect();
    let names_model = |spans: &[QuerySpan]| {
        let is_chip = |span: &QuerySpan| span.facts.iter().any(|(key, _)| PART_NAMING_SPECS.contains(key));
        named_thing::has_model_number(parsed, spans) || spans.iter().any(is_chip)
    };
    let models = spans.iter().filter(|span| names_model(std::slice::from_ref(*span))).count();
    let intent = &parsed.intent;
    let asks_more = intent.fit.is_some() || intent.whole_pc.is_some() || intent.not_carried.is_some();
    let names_kind = spans.iter().any(|span| query_intent::category_of(span, &config.lexicon).is_some());
    let is_long = parsed.words.len() > MAX_PAIR_WORDS;
    if models != 2 || asks_more || names_kind || is_long || !parsed.literal.is_empty() {
        return Ok(None);
    }
    if relax::match_as_typed(view, config, parsed.clone(), true, Some(1))?.matches.any(view) {
        return Ok(None);
    }
    for start in 1..spans.len() {
        let (before, behind) = spans.split_at(start);
        // `4070 super b660`: a variant belongs to the number before it.
        let next = behind.first().and_then(|span| parsed.words.get(span.start));
        let is_torn = next.is_some_and(|word| query_intent::is_variant(&word.text));
        if is_torn || !names_model(before) || !names_model(behind) {
            continue;
        }
        let Some(first) = named_thing::resolve(view, config, parsed, before, &KINDS)? else { continue };
        let Some(second) = named_thing::resolve(view, config, parsed, behind, &KINDS)? else { continue };
        return Ok(side(parsed, before, first).zip(side(parsed, behind, second)).map(Into::into));
    }
    Ok(None)
}

/// Returns a side with the text of its required spans.
fn side(parsed: &ParsedQuery, spans: &[QuerySpan], thing: NamedThing) -> Option<Side> {
    let mut required = spans.iter().filter(|span| !span.is_optional);
    let first = required.next()?;
    let last = required.next_back().unwrap_or(first);
    Some(Side { text: parsed.typed_text(first.start, last.end), thing })
}

/// Judges by the rules whether things of different kinds fit together.
pub(crate) fn check_fit(sides: &[Side]) -> FitVerdict {
    let mut names = BTreeMap::new();
    let mut stated = Vec::new();
    let mut build = Build::default();
    for (number, side) in (1..).zip(sides) {
        let thing = &side.thing;
        // A thing that is no single product has an id of its own, so that the rules tell the things apart.
        let id = match thing.parts.as_slice() {
            [one] if !one.id.0.is_nil() => one.id,
            _ => ProductId(Uuid::from_u128(number)),
        };
        names.insert(id, thing.label.clone());
        stated.extend(thing.is_stated.then_some(id));
        build = build.with(ParsedPart::new(&Part { id, ..thing.common.clone() }));
    }
    let compares = |check: &Check| {
        let count = names.keys().filter(|id| check.parts.contains(id)).count();
        count > 1 && check.outcome != Outcome::Info && !check.code.is_about_missing_part()
    };
    // Facts that a stated kind lacks are not asked for: `is 650w enough` is no question about its plugs.
    let is_asked = |check: &Check| !check.missing.iter().any(|missing| stated.contains(&missing.part));
    let checks: Vec<Check> =
        compat::check(&build).checks.into_iter().filter(|check| compares(check) && is_asked(check)).collect();
    let of = |outcome: Outcome| checks.iter().find(|check| check.outcome == outcome).cloned();
    let found = [
        (Outcome::Error, FitAnswer::No),
        (Outcome::Unknown, FitAnswer::Unknown),
        (Outcome::Warning, FitAnswer::Caution),
        (Outcome::Pass, FitAnswer::Yes),
    ]
    .into_iter()
    .find_map(|(outcome, answer)| Some((answer, of(outcome)?)));
    match found {
        Some((answer, check)) => FitVerdict { answer, check: Some(check), names },
        None => FitVerdict { answer: FitAnswer::Unknown, check: None, names },
    }
}
