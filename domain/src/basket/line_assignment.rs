use super::{RetailerUse, Search, WEIGHT, weight_of};

/// The second search: the lines to assign, once the use of every retailer is decided.
pub(super) struct LineAssignment<'a> {
    uses: &'a [RetailerUse],
    /// The lines in the order of assignment, each with the open retailers that sell it, cheapest first, as (fils,
    /// retailer).
    order: Vec<(usize, Vec<(i64, usize)>)>,
    /// For each position in the order: the lowest cost of the line there and all later ones, in fils.
    min_remaining: Vec<i64>,
    /// For each position in the order: the most that each retailer can still sell, in fils.
    max_sales: Vec<Vec<i64>>,
    /// The delivery cost of all retailers, weighted in 1/256 fils.
    fees: i64,
    /// The retailer of each line that is assigned.
    retailer_of: Vec<usize>,
    /// The sum of the assigned lines at each retailer, in fils.
    totals: Vec<i64>,
}

impl<'a> LineAssignment<'a> {
    pub(super) fn new(uses: &'a [RetailerUse], order: Vec<(usize, Vec<(i64, usize)>)>) -> Self {
        let mut min_remaining = vec![0];
        let mut max_sales = vec![vec![0; uses.len()]];
        for (_, choices) in order.iter().rev() {
            let cheapest = choices.first().map_or(0, |(price, _)| *price);
            min_remaining.push(min_remaining.last().copied().unwrap_or(0) + cheapest);
            let mut further = max_sales.last().cloned().unwrap_or_default();
            for (price, retailer) in choices {
                if let Some(most) = further.get_mut(*retailer) {
                    *most += price;
                }
            }
            max_sales.push(further);
        }
        min_remaining.reverse();
        max_sales.reverse();
        let fees = uses.iter().map(|retailer_use| weight_of(*retailer_use)).sum();
        Self {
            fees,
            retailer_of: vec![0; order.len()],
            totals: vec![0; uses.len()],
            uses,
            order,
            min_remaining,
            max_sales,
        }
    }

    /// Assigns the lines from a position of the order on; `spent` is the price of the lines before.
    pub(super) fn assign_from(&mut self, search: &mut Search<'_>, position: usize, spent: i64) {
        search.steps += 1;
        let rest = self.min_remaining.get(position).copied().unwrap_or(0);
        if search.cannot_improve((spent + rest) * WEIGHT + self.fees) || !self.can_reach_limits(position) {
            return;
        }
        let Some((line, choices)) = self.order.get(position).cloned() else {
            return search.record_best(&self.retailer_of, &self.totals);
        };
        for (price, retailer) in choices {
            self.assign(line, retailer, price);
            self.assign_from(search, position + 1, spent + price);
            // The line's retailer is overwritten before it is read again, so only the total is undone.
            self.add_to_total(retailer, -price);
        }
    }

    fn assign(&mut self, line: usize, retailer: usize, price: i64) {
        self.add_to_total(retailer, price);
        if let Some(chosen) = self.retailer_of.get_mut(line) {
            *chosen = retailer;
        }
    }

    fn add_to_total(&mut self, retailer: usize, price: i64) {
        if let Some(total) = self.totals.get_mut(retailer) {
            *total += price;
        }
    }

    /// Whether every retailer that must deliver free can still reach its limit.
    fn can_reach_limits(&self, position: usize) -> bool {
        let Some(max_sales) = self.max_sales.get(position) else { return true };
        let mut retailers = self.uses.iter().zip(&self.totals).zip(max_sales);
        retailers.all(|((retailer_use, total), max_sale)| match retailer_use {
            RetailerUse::Free(limit) => total + max_sale >= *limit,
            _ => true,
        })
    }
}
