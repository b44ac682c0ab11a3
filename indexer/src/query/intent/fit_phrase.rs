//! "X for Y" (`psu for rtx 5090`): finds the products X that fit the product Y, by the rules of `domain::compat`.
//!
//! 1. Split the spans at the word "for": the spans before it describe X, those behind it Y. A fact behind it that X
//!    itself can have belongs to X (`gold` in `psu for rtx 5090 gold`).
//! 2. Find the category of X, from its name or its chipset. If Y names no model, no fact and no kind of thing, the
//!    query stays an ordinary search for its words.
//! 3. Resolve Y (`resolve_fit_target`): the best-scored of the most popular products that match Y's words, in a category
//!    that the rules relate to X; else a model in the tables of `domain::compat` that the catalogue lacks
//!    (`model_tables.rs`).
//! 4. Put Y alone into a build. `domain::compat::Filter` returns the conditions by which that build excludes an X. A
//!    power supply must also have the wattage that the card's manufacturer suggests (`find_conditions`).
//! 5. Compile every condition on a fact that the index has into a filter on value sets (`compile_condition`). The
//!    filters become constraints of the query, and one understood part names Y.
//!
//! "Y X" (`rtx 5090 psu`) is read the same way where no product has all of the words.
//!
//! Worked example: `cheapest psu for rtx 5090 under 90 kd`. X is `psu`, category PSU; Y is `rtx 5090`. The product
//! found for Y, an RTX 5090, suggests 1,000 W. So supplies below 1,000 W are excluded, and the understood part has the filter
//! `spec.psuWattage.min=1000`. Order (cheapest) and price (at most 90 KWD) are constraints beside it.

use domain::{
    compat::{Build, Condition, FactKey, Facts, Filter, ParsedPart, Part},
    model::{Category, SpecKey, SpecKind, Specs},
};
use serde_json::{Value, json};

use super::{model_tables, query_intent};
use crate::{
    collect::{
        clause::Clause,
        collector::CollectRequest,
        filter::{CompiledFilters, CompiledSpec},
        matches::Matches,
        score::{ScoredProduct, Scorer},
    },
    config::{SearchConfig, facet_plan::category_index},
    interface::{Filters, SearchError, Sort, UnderstoodKind, UnderstoodPart},
    query::{
        expander::{Expander, MatchRules},
        parsed_query::{ParsedQuery, QuerySpan},
    },
    storage::{
        columns::Row,
        stored_product::StoredProduct,
        view::{DocAddress, View},
    },
};

/// The product or chipset that a part is wanted for.
struct FitTarget {
    part: Part,
    label: String,
}

/// Reads "X for Y" into conditions on X. Without a Y that the catalogue or the tables know, the query stays as it
/// is.
pub(crate) fn apply_fit(
    view: &View,
    config: &SearchConfig,
    mut parsed: ParsedQuery,
) -> Result<ParsedQuery, SearchError> {
    let Some(fit) = parsed.intent.fit.take() else { return Ok(parsed) };
    let (spans_of_x, behind) = parsed.spans.split_at(fit.first_span.min(parsed.spans.len()));
    let mut spans_of_x = spans_of_x.to_vec();
    spans_of_x.retain(|span| span.start != fit.words.0);
    let named = spans_of_x.iter().find_map(|span| query_intent::category_of(span, &config.lexicon));
    let category = named.or_else(|| {
        spans_of_x.iter().find_map(|span| query_intent::implied_category_of(span, &config.lexicon))
    });
    // `psu for rtx 5090 gold`: a fact that the wanted part can have itself describes that part.
    let (wanted_part_spans, behind): (Vec<QuerySpan>, Vec<QuerySpan>) = behind
        .iter()
        .cloned()
        .partition(|span| category.is_some_and(|category| is_fact_of(span, category, config)));
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
    // `ram for b760 ddr4`: of the boards with that chipset, one that takes such memory.
    if described.len() > behind.len()
        && let Some(fitted) =
            add_fit_conditions(view, config, &parsed, spans_of_x.clone(), described, words.clone())?
    {
        return Ok(fitted);
    }
    let fitted = add_fit_conditions(view, config, &parsed, spans_of_x, behind, words)?;
    Ok(fitted.unwrap_or(parsed))
}

/// Whether a span is only a fact that products of the category have. A form factor belongs to the other part: a
/// case takes boards of one.
fn is_fact_of(span: &QuerySpan, category: Category, config: &SearchConfig) -> bool {
    let of_concept = span
        .interpretation
        .as_ref()
        .and_then(|interpretation| config.lexicon.concepts.get(interpretation.concept?));
    let keys = of_concept
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
) -> Result<Option<ParsedQuery>, SearchError> {
    if !parsed.constraints.fit_conditions.is_empty() {
        return Ok(None);
    }
    let category_count =
        parsed.spans.iter().filter(|span| query_intent::category_of(span, &config.lexicon).is_some()).count();
    let names_target = |span: &&QuerySpan| {
        let words = parsed.words.get(span.start..span.end).unwrap_or_default();
        let is_quantity = words.iter().any(|word| word.quantity.is_some());
        // `12th gen intel motherboard`: a described category beside another one.
        let is_described = query_intent::is_described(span, &config.lexicon) && category_count > 1;
        let names_category = query_intent::category_of(span, &config.lexicon).is_some();
        (!names_category || is_described) && !span.is_optional && !is_quantity
    };
    let (target, rest): (Vec<QuerySpan>, Vec<QuerySpan>) =
        parsed.spans.iter().cloned().partition(|span| names_target(&span));
    if !query_intent::names_fit_target(&target, &parsed.words, &config.lexicon) {
        return Ok(None);
    }
    let words = target.iter().flat_map(|span| parsed.words.get(span.start..span.end).unwrap_or_default());
    let words = words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    add_fit_conditions(view, config, parsed, rest, target, words)
}

/// Returns the query with conditions in place of the target's spans; `None` where the target is unknown.
fn add_fit_conditions(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
    spans: Vec<QuerySpan>,
    target: Vec<QuerySpan>,
    words: String,
) -> Result<Option<ParsedQuery>, SearchError> {
    let named = spans.iter().find_map(|span| query_intent::category_of(span, &config.lexicon));
    let of_chip = || spans.iter().find_map(|span| query_intent::implied_category_of(span, &config.lexicon));
    let Some(category) = named.or_else(of_chip) else { return Ok(None) };
    let Some(target) = resolve_fit_target(view, config, parsed, target, category)? else { return Ok(None) };
    let conditions = find_conditions(&target.part, category);
    // `ram b550 motherboard`: the other category is the target's.
    let target_category = Some(target.part.category).filter(|own| *own != category);
    let is_own = |span: &QuerySpan| {
        target_category.is_none() || query_intent::category_of(span, &config.lexicon) != target_category
    };
    let spans = spans.into_iter().filter(is_own).collect();
    let mut out = ParsedQuery { spans, ..parsed.clone() };
    let mut filter = Vec::new();
    for condition in &conditions {
        let Some(spec) = compile_condition(view, config, category, condition) else { continue };
        out.constraints.fit_conditions.push(spec);
        filter.extend(condition_filter(condition));
    }
    out.understood.push(UnderstoodPart { kind: UnderstoodKind::Fit, label: target.label, words, filter });
    Ok(Some(out))
}

/// Returns the categories that rules relate to this one.
fn partner_categories(category: Category) -> &'static [Category] {
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

/// Returns the best product of a partner category that matches the target's words, else a model of the tables.
fn resolve_fit_target(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
    spans: Vec<QuerySpan>,
    category: Category,
) -> Result<Option<FitTarget>, SearchError> {
    let partner_categories = partner_categories(category);
    if partner_categories.is_empty() {
        return Ok(None);
    }
    let target = ParsedQuery { spans, ..parsed.clone() };
    let clauses = Expander { view, config, rules: MatchRules::default() }.expand(&target)?;
    let required: Vec<&Clause> = clauses.iter().filter(|clause| !clause.is_optional).collect();
    let matches = Matches::find(view, &required, None)?;
    let filters = Filters { categories: partner_categories.to_vec(), ..Filters::default() };
    let filters = CompiledFilters::compile(&filters, &view.vocabulary, config)?;
    let request = CollectRequest {
        count_all: false,
        view,
        config,
        matches: Some(&matches),
        filters: &filters,
        hide: None,
        sort: Sort::Relevance,
        limit: config.ranking.limits.scoring_window,
    };
    let found = request.run(None)?.top_docs;
    let scorer = Scorer::new(view, config, &clauses, &[]);
    let mut product = ScoredProduct::default();
    let scored = found.iter().map(|address| (scorer.score(*address, &mut product), *address));
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    match best {
        Some((_, address)) => target_at(view, config, address, &target).map(Some),
        None => Ok(target_in_tables(&target, partner_categories)),
    }
}

/// Returns the model that the words name although no product is one.
fn target_in_tables(target: &ParsedQuery, partner_categories: &[Category]) -> Option<FitTarget> {
    let required = target.spans.iter().filter(|span| !span.is_optional);
    let words = required.flat_map(|span| target.words.get(span.start..span.end).unwrap_or_default());
    let label = words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let part = model_tables::find_part(&label, partner_categories)?;
    Some(FitTarget { part, label: label.to_uppercase() })
}

fn target_at(
    view: &View,
    config: &SearchConfig,
    address: DocAddress,
    target: &ParsedQuery,
) -> Result<FitTarget, SearchError> {
    let bytes = view.stored(address)?;
    let stored = StoredProduct::decode(&bytes)?;
    let row = view.row(address);
    let category = Category::ALL.get(usize::from(row.category)).copied().unwrap_or(Category::Other);
    let specs = specs_of(view, config, row);
    let chipset = specs.text(SpecKey::GpuChipset).map(str::to_owned);
    let fact = target.spans.iter().find_map(|span| span.facts.first().map(|(_, value)| value.clone()));
    let label = chipset.or(fact).unwrap_or_else(|| stored.name.to_owned());
    let part = Part { id: stored.id, category, name: stored.name.to_owned(), specs };
    Ok(FitTarget { part, label })
}

/// Returns the facts of a row, as specs.
fn specs_of(view: &View, config: &SearchConfig, row: Row<'_>) -> Specs {
    let category = usize::from(row.category);
    let mut specs = Specs::new();
    for (slot, plan) in config.facets.slots(category).iter().enumerate() {
        let texts = view.vocabulary.slot(category, slot).and_then(|vocabulary| {
            let set = vocabulary.sets.get(usize::from(row.slot(slot as u8)))?;
            Some(
                set.iter()
                    .filter_map(|number| vocabulary.values.get(usize::from(*number)))
                    .map(|value| value.text.as_str())
                    .collect(),
            )
        });
        insert_texts(&mut specs, plan.key, texts.unwrap_or_default());
    }
    specs
}

/// Adds a fact's texts to specs; a text that the spec does not accept is left out.
fn insert_texts(specs: &mut Specs, key: SpecKey, texts: Vec<&str>) {
    let Some(first) = texts.first() else { return };
    let value = match key.kind() {
        SpecKind::Integer(..) | SpecKind::Number(..) => {
            first.parse::<f64>().ok().map_or(Value::Null, |number| {
                if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
            })
        }
        SpecKind::Flag => json!(*first == "true"),
        SpecKind::Text if texts.len() == 1 => json!(first),
        SpecKind::Text | SpecKind::List => json!(texts),
    };
    // A value that the catalogue itself holds is never refused; any other counts as unknown.
    let _ = specs.insert_json(key, &value);
}

/// Returns the conditions that exclude a part of the category beside the target; for power supplies also the
/// wattage that the card's manufacturer suggests. An exclusion of several conditions is no single filter and is
/// left out.
fn find_conditions(target: &Part, category: Category) -> Vec<Condition> {
    let part = ParsedPart::new(target);
    let suggested = part.facts.number(SpecKey::SuggestedPsu).filter(|_| category == Category::Psu);
    let build = Build::default().with(part);
    let exclusions = Filter::for_category(&build, category).exclusions;
    let single = exclusions.into_iter().filter_map(|exclusion| match exclusion.conditions.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    });
    let suggested =
        suggested.map(|limit| Condition::Below { key: FactKey::Spec(SpecKey::PsuWattage), limit });
    // Desktop boards and processors take no notebook modules; no rule says so where the board's form is unknown.
    let modules = (category == Category::Ram).then(|| {
        let words = vec!["SO-DIMM".to_owned()];
        Condition::AnyOf { key: FactKey::Spec(SpecKey::FormFactor), words }
    });
    single.chain(suggested).chain(modules).collect()
}

/// Compiles a condition: the value sets that it does not exclude pass. An unknown value may not fit, so it does
/// not pass. `None` where the index lacks the fact, or no value set passes.
fn compile_condition(
    view: &View,
    config: &SearchConfig,
    category: Category,
    condition: &Condition,
) -> Option<CompiledSpec> {
    let FactKey::Spec(key) = condition.key() else { return None };
    if matches!(condition, Condition::Unknown { .. }) {
        return None;
    }
    let index = category_index(category);
    let (_, slot) = config.facets.slots_of_spec(key).find(|(other, _)| *other == index)?;
    let vocabulary = view.vocabulary.slot(index, slot)?;
    let passes = |set: &Vec<u16>| {
        let texts = set.iter().filter_map(|number| vocabulary.values.get(usize::from(*number)));
        let mut specs = Specs::new();
        insert_texts(&mut specs, key, texts.map(|value| value.text.as_str()).collect());
        let facts = Facts::read(category, "", &specs);
        facts.get(key).is_some_and(|known| !condition.holds_for(Some(&known.value)))
    };
    let sets: Vec<bool> = vocabulary.sets.iter().map(passes).collect();
    // A fact that no product has would leave nothing.
    if !sets.contains(&true) {
        return None;
    }
    let mut allowed = vec![None; Category::ALL.len()];
    *allowed.get_mut(index)? = Some((slot, sets));
    Some(CompiledSpec { key, allowed })
}

/// Returns the condition as a filter of the API, for the understood part.
fn condition_filter(condition: &Condition) -> Option<(String, Vec<String>)> {
    match condition {
        Condition::NoneOf { key, words } => Some((format!("spec.{}", key.as_str()), words.clone())),
        Condition::Below { key, limit } => {
            Some((format!("spec.{}.min", key.as_str()), vec![limit.to_string()]))
        }
        Condition::Above { key, limit } => {
            Some((format!("spec.{}.max", key.as_str()), vec![limit.to_string()]))
        }
        _ => None,
    }
}
