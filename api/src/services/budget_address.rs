//! The address of the page of builds for a budget alert, with the parameters that the web app reads
//! (`web/src/lib/budgetInput.ts`).

use domain::budget::{BuildSize, WatchedBudget};
use form_urlencoded::Serializer;

/// Returns path and query of the page that shows the builds which an alert waits for. What a caller of the API can ask
/// for and the page cannot (a budget for parts alone) is left out. Several pieces of a part are as many parameters.
pub fn path(watched: &WatchedBudget) -> String {
    let mut query = Serializer::new(String::new());
    query
        .append_pair("budget", &watched.budget.to_short_string())
        .append_pair("use", watched.use_key.as_str());
    for wish in wish_parameters(watched) {
        query.append_pair("wish", &wish);
    }
    for slug in &watched.retailers {
        query.append_pair("shop", slug.as_str());
    }
    for part in &watched.constraints.keep {
        for _ in 0..part.quantity {
            query.append_pair(if part.owned { "own" } else { "keep" }, &part.product_id.to_string());
        }
    }
    format!("/build-for?{}", query.finish())
}

/// The constraints as values of the parameter `wish`.
fn wish_parameters(watched: &WatchedBudget) -> Vec<String> {
    let wanted = &watched.constraints;
    let on = [
        (wanted.quiet, "quiet"),
        (wanted.wifi, "wifi"),
        (wanted.monitor, "monitor"),
        (wanted.tabby, "tabby"),
        (!watched.allow_unknown, "confirmed"),
    ];
    let size = wanted.size.map(|size| match size {
        BuildSize::MiniItx => "mini-itx".to_owned(),
        BuildSize::MicroAtx => "micro-atx".to_owned(),
    });
    let chosen = [
        ("size", size),
        ("color", wanted.color.clone()),
        ("cpu", wanted.cpu_manufacturer.clone()),
        ("gpu", wanted.gpu_manufacturer.clone()),
        ("memory", wanted.min_memory.map(|least| least.to_string())),
        ("storage", wanted.min_storage.map(|least| least.to_string())),
    ];
    let chosen = chosen
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| format!("{name}-{}", value.to_lowercase())));
    on.iter().filter(|(is_on, _)| *is_on).map(|(_, name)| (*name).to_owned()).chain(chosen).collect()
}

#[cfg(test)]
mod tests {
    use domain::{
        budget::{BudgetScope, Constraints, FixedPart, UseKey},
        model::{Fils, ProductId},
    };

    use super::*;

    #[test]
    fn budget_address_names_use_budget_and_constraints() {
        let constraints = Constraints {
            quiet: true,
            color: Some("white".to_owned()),
            min_memory: Some(32),
            ..Constraints::default()
        };
        let watched = WatchedBudget {
            budget: Fils(450_000),
            use_key: UseKey::Gaming1440p,
            scope: BudgetScope::Delivered,
            allow_unknown: true,
            min_utility: 0,
            retailers: vec!["xcite".parse().unwrap()],
            constraints,
        };
        assert_eq!(
            path(&watched),
            "/build-for?budget=450&use=gaming-1440p&wish=quiet&wish=color-white&wish=memory-32&shop=xcite"
        );
        let two = FixedPart { product_id: ProductId(uuid::Uuid::nil()), quantity: 2, owned: true };
        let constraints = Constraints { keep: vec![two], ..watched.constraints.clone() };
        let address = path(&WatchedBudget { constraints, ..watched.clone() });
        assert_eq!(address.matches("&own=00000000-0000-0000-0000-000000000000").count(), 2);
        let cheaper = WatchedBudget { budget: Fils(449_500), ..watched };
        assert!(path(&cheaper).starts_with("/build-for?budget=449.500&"));
    }
}
