//! "X for Y" (`psu for rtx 5090`): finds the products X that fit the things Y, by the rules of `domain::compat`.
//!
//! 1. Split the spans at the word "for": the spans before it describe X, those behind it Y. A fact behind it that X
//!    itself can have belongs to X (`gold` in `psu for rtx 5090 gold`).
//! 2. Find the category of X, from its name, its chipset or its facts (`ddr5 for b650`). If Y names no model, no fact and no kind of thing, the
//!    query stays an ordinary search for its words.
//! 3. Find the things of Y (`named_thing.rs`), in categories that the rules relate to X. Where no thing has all the
//!    words, they are several: `psu for 9800x3d and 5080`.
//! 4. Put the things into a build. `domain::compat::Filter` returns the conditions by which that build excludes an X
//!    (`fit_conditions.rs`). Every condition on a fact that the index has becomes a constraint of the query.
//! 5. The understood part `Fit` names the things that some rule checks by known facts. The part `FitUnknown` names the
//!    others, and those that nobody knows: what fits them is not known, and they exclude no X.
//!
//! "Y X" (`rtx 5090 psu`) is read the same way where no product has all of the words.
//!
//! Worked example: `cheapest psu for rtx 5090 under 90 kd`. X is `psu`, category PSU; Y is `rtx 5090`. The products
//! found for Y suggest 1,000 W. So supplies below 1,000 W are excluded, and the understood part has the filter
//! `spec.psuWattage.min=1000`. Order (cheapest) and price (at most 90 KWD) are constraints beside it.

use domain::model::{Category, SpecKey};

use super::{
    fit_conditions,
    named_thing::{self, NamedThing},
    query_intent,
};
use crate::{
    config::{SearchConfig, facet_plan::category_index},
    interface::{Result, UnderstoodKind, UnderstoodPart},
    query::{
        parsed_query::{ParsedQuery, QuerySpan},
        relax,
    },
    storage::view::View,
};

/// Maximum number of things that a part is wanted for.
const MAX_THINGS: usize = 3;
/// Maximum number of spans that are searched for several things.
const MAX_SPLIT_SPANS: usize = 6;

/// The things that a part is wanted for.
#[derive(Default)]
struct Targets {
    things: Vec<NamedThing>,
    /// The words that name no thing that is known.
    unknown: Option<String>,
}

/// Reads "X for Y" into conditions on X. Where Y is nothing that a part could fit, the query stays as it is.
pub(crate) fn apply_fit(view: &View, config: &SearchConfig, mut parsed: ParsedQuery) -> Result<ParsedQuery> {
    let Some(fit) = parsed.intent.fit.take() else { return Ok(parsed) };
    let (spans_of_x, behind) = parsed.spans.split_at(fit.first_span.min(parsed.spans.len()));
    let mut spans_of_x = spans_of_x.to_vec();
    spans_of_x.retain(|span| span.start != fit.words.0);
    let named = spans_of_x.iter().find_map(|span| query_intent::category_of(span, &config.lexicon));
    let category = named.or_else(|| {
        spans_of_x.iter().find_map(|span| query_intent::implied_category_of(span, &config.lexicon))
    });
    let of_facts =
        query_intent::kind_of_facts(&spans_of_x, config, &view.vocabulary).filter(|_| category.is_none());
    let category = category.or(of_facts);
    let kind_behind = behind.iter().find_map(|span| query_intent::category_of(span, &config.lexicon));
    // `psu for rtx 5090 gold`: a fact that the wanted part can have itself describes that part. `gpu for 650w psu`: an
    // amount before the name of a kind is of that kind.
    let describes_x = |span: &QuerySpan| {
        let is_of_kind_behind = named_thing::is_quantity(&parsed, span)
            && kind_behind.is_some_and(|kind| is_fact_of(span, kind, config));
        !is_of_kind_behind && category.is_some_and(|category| is_fact_of(span, category, config))
    };
    let (wanted_part_spans, behind): (Vec<QuerySpan>, Vec<QuerySpan>) =
        behind.iter().cloned().partition(|span| describes_x(span));
    let described: Vec<QuerySpan> = behind.iter().chain(&wanted_part_spans).cloned().collect();
    spans_of_x.extend(wanted_part_spans);
    if !query_intent::names_fit_target(&behind, &parsed.words, &config.lexicon) {
        spans_of_x.extend(
            behind.into_iter().filter(|span| query_intent::category_of(span, &config.lexicon).is_none()),
        );
        return Ok(ParsedQuery { spans: spans_of_x, ..parsed });
    }
    let words = parsed.words.get(fit.words.0..fit.words.1).unwrap_or_default();
    let words = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let phrase = FitPhrase { view, config, parsed: &parsed, words };
    // `ram for b760 ddr4`: of the boards with that chipset, one that takes such memory.
    for spans in [described, behind.clone()] {
        let Some(category) = phrase.category_of_x(&spans_of_x).or(of_facts) else { break };
        if spans.len() == behind.len() || phrase.resolve_one(&spans, category)?.is_some() {
            let targets = phrase.resolve_targets(&spans, category)?;
            let Some(mut fitting) = phrase.constrain(spans_of_x, targets, &spans, category)? else {
                return Ok(parsed);
            };
            // Products of other kinds have the facts too.
            fitting.constraints.categories.extend(of_facts);
            return Ok(fitting);
        }
    }
    Ok(parsed)
}

/// Whether a span is only a fact that products of the category have. A form factor belongs to the other part: a
/// case takes boards of one.
fn is_fact_of(span: &QuerySpan, category: Category, config: &SearchConfig) -> bool {
    let keys = span
        .concept(&config.lexicon)
        .into_iter()
        .filter(|concept| concept.category.is_none())
        .flat_map(|concept| &concept.specs);
    let mut keys = keys.map(|(key, _)| *key).chain(span.facts.iter().map(|(key, _)| *key));
    let index = category_index(category);
    keys.any(|key| {
        let is_form = matches!(key, SpecKey::FormFactor | SpecKey::CaseFormFactor);
        !is_form && config.facets.slots_of_spec(key).any(|(other, _)| other == index)
    })
}

/// Reads "Y X" (`rtx 5090 psu`) the same way, where no product has all the words.
pub(crate) fn apply_reversed_fit(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<Option<ParsedQuery>> {
    if !parsed.constraints.fit_conditions.is_empty() {
        return Ok(None);
    }
    let category_count =
        parsed.spans.iter().filter(|span| query_intent::category_of(span, &config.lexicon).is_some()).count();
    let names_target = |span: &&QuerySpan| {
        // `12th gen intel motherboard`: a described category beside another one.
        let is_described = query_intent::is_described(span, &config.lexicon) && category_count > 1;
        let names_category = query_intent::category_of(span, &config.lexicon).is_some();
        (!names_category || is_described) && !span.is_optional && !named_thing::is_quantity(parsed, span)
    };
    let (target, rest): (Vec<QuerySpan>, Vec<QuerySpan>) =
        parsed.spans.iter().cloned().partition(|span| names_target(&span));
    if !query_intent::names_fit_target(&target, &parsed.words, &config.lexicon) {
        return Ok(None);
    }
    let words = target.iter().flat_map(|span| parsed.words.get(span.start..span.end).unwrap_or_default());
    let words = words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let phrase = FitPhrase { view, config, parsed, words };
    let Some(category) = phrase.category_of_x(&rest) else { return Ok(None) };
    let Some(thing) = phrase.resolve_one(&target, category)? else { return Ok(None) };
    // No word says that the part is for something: `matx case white` and `monitor 16` are facts of the part.
    let is_model = !thing.is_stated || named_thing::has_model_number(parsed, &target);
    if !is_model || !fit_conditions::is_checked(view, config, &thing, category) {
        return Ok(None);
    }
    let targets = Targets { things: vec![thing], unknown: None };
    phrase.constrain(rest, targets, &target, category)
}

/// A query of the form "X for Y".
struct FitPhrase<'a> {
    view: &'a View,
    config: &'a SearchConfig,
    parsed: &'a ParsedQuery,
    /// The words of Y, for the understood parts.
    words: String,
}

impl FitPhrase<'_> {
    fn category_of_x(&self, spans: &[QuerySpan]) -> Option<Category> {
        let lexicon = &self.config.lexicon;
        let named = spans.iter().find_map(|span| query_intent::category_of(span, lexicon));
        named.or_else(|| spans.iter().find_map(|span| query_intent::implied_category_of(span, lexicon)))
    }

    /// Returns the one thing that all of the spans name.
    fn resolve_one(&self, spans: &[QuerySpan], category: Category) -> Result<Option<NamedThing>> {
        named_thing::resolve(self.view, self.config, self.parsed, spans, partner_categories(category))
    }

    /// Returns the things that the spans name: one, else as many as they can be split into.
    fn resolve_targets(&self, spans: &[QuerySpan], category: Category) -> Result<Targets> {
        let mut targets = Targets::default();
        // `9800x3d و 5080`: words between things are of none.
        let intents = &self.config.lexicon.intents;
        let is_joiner = |span: &QuerySpan| {
            let words = self.parsed.words.get(span.start..span.end).unwrap_or_default();
            words.iter().all(|word| intents.weak_versus.contains(&word.text))
        };
        let spans: Vec<QuerySpan> = spans.iter().filter(|span| !is_joiner(span)).cloned().collect();
        let mut rest = spans.as_slice();
        while !rest.is_empty() && targets.things.len() < MAX_THINGS {
            let Some((thing, taken)) = self.first_thing(rest, category)? else { break };
            targets.things.push(thing);
            rest = rest.get(taken..).unwrap_or_default();
        }
        // `rtx 6070 and 9800x3d`: the unknown one first.
        if targets.things.is_empty() && rest.len() <= MAX_SPLIT_SPANS {
            for start in 1..rest.len() {
                let (before, behind) = rest.split_at(start);
                if self.names_thing(before)
                    && self.names_thing(behind)
                    && let Some(thing) = self.resolve_one(behind, category)?
                {
                    targets.things.push(thing);
                    rest = before;
                    break;
                }
            }
        }
        targets.unknown =
            Some(named_thing::required_words(self.parsed, rest)).filter(|words| !words.is_empty());
        Ok(targets)
    }

    /// Returns the thing that the longest run of spans from the first on names, and the length of the run. What is left
    /// names a thing too, so that no word of a name is torn off.
    fn first_thing(&self, spans: &[QuerySpan], category: Category) -> Result<Option<(NamedThing, usize)>> {
        if spans.len() > MAX_SPLIT_SPANS {
            return Ok(self.resolve_one(spans, category)?.map(|thing| (thing, spans.len())));
        }
        for length in (1..=spans.len()).rev() {
            let (run, rest) = spans.split_at(length);
            let is_split = rest.iter().any(|span| !span.is_optional);
            if (is_split && !self.names_thing(rest)) || !self.names_thing(run) {
                continue;
            }
            if let Some(thing) = self.resolve_one(run, category)? {
                return Ok(Some((thing, length)));
            }
        }
        Ok(None)
    }

    fn names_thing(&self, spans: &[QuerySpan]) -> bool {
        query_intent::names_fit_target(spans, &self.parsed.words, &self.config.lexicon)
    }

    /// Returns the query with conditions in place of the things' spans. `None` where nothing is known of what the part
    /// is for, and it may be words of the part itself.
    fn constrain(
        &self,
        spans: Vec<QuerySpan>,
        targets: Targets,
        spans_of_y: &[QuerySpan],
        category: Category,
    ) -> Result<Option<ParsedQuery>> {
        let (view, config, parsed) = (self.view, self.config, self.parsed);
        if targets.things.is_empty() {
            let is_model = named_thing::has_model_number(parsed, spans_of_y);
            let as_typed = || relax::match_as_typed(view, config, parsed.clone(), false, Some(1));
            if !is_model || partner_categories(category).is_empty() || as_typed()?.matches.any(view) {
                return Ok(None);
            }
        }
        let (checked, unchecked): (Vec<&NamedThing>, Vec<&NamedThing>) = targets
            .things
            .iter()
            .partition(|thing| fit_conditions::is_checked(view, config, thing, category));
        // `ram b550 motherboard`: the other category is the thing's.
        let is_own = |span: &QuerySpan| {
            let named = query_intent::category_of(span, &config.lexicon);
            named.is_none_or(|named| {
                named == category || !targets.things.iter().any(|thing| thing.category == named)
            })
        };
        let mut out = ParsedQuery { spans: spans.into_iter().filter(is_own).collect(), ..parsed.clone() };
        // A wish: names that have the words of a kind come first.
        if unchecked.iter().any(|thing| thing.is_stated) {
            let facts =
                spans_of_y.iter().filter(|span| query_intent::category_of(span, &config.lexicon).is_none());
            out.spans.extend(facts.map(|span| QuerySpan { is_optional: true, ..span.clone() }));
        }
        let mut filter = Vec::new();
        for condition in fit_conditions::compile(view, config, &checked, category) {
            out.constraints.fit_conditions.push(condition.spec);
            filter.extend(condition.filter);
        }
        let labels =
            |things: &[&NamedThing]| things.iter().map(|thing| thing.label.clone()).collect::<Vec<_>>();
        let unknown: Vec<String> = labels(&unchecked).into_iter().chain(targets.unknown).collect();
        for (kind, labels, filter) in [
            (UnderstoodKind::Fit, labels(&checked), filter),
            (UnderstoodKind::FitUnknown, unknown, Vec::new()),
        ] {
            if !labels.is_empty() {
                let part = UnderstoodPart::new(kind, labels.join(" + "), self.words.as_str(), filter);
                out.understood.push(part);
            }
        }
        Ok(Some(out))
    }
}

/// Returns the categories that rules relate to this one.
pub(crate) fn partner_categories(category: Category) -> &'static [Category] {
    use Category::{Case, CaseFan, Cpu, CpuCooler, Gpu, Monitor, Motherboard, Psu, Ram, Storage};
    match category {
        Motherboard => &[Cpu, Ram, Case, Gpu, CpuCooler, Storage],
        Cpu => &[Motherboard, Gpu, Ram, CpuCooler],
        Ram => &[Motherboard, Cpu],
        Psu => &[Gpu, Cpu, Case, Motherboard],
        Case => &[Gpu, Motherboard, CpuCooler, Psu, Cpu],
        CpuCooler => &[Cpu, Motherboard, Case],
        Gpu => &[Case, Psu, Cpu, Motherboard, Monitor],
        Storage => &[Motherboard, Case],
        CaseFan => &[Case],
        Monitor => &[Gpu],
        _ => &[],
    }
}
