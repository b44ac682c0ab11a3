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
        let mut min_remaining = vec![0; order.len() + 1];
        let mut max_sales = vec![vec![0; uses.len()]; order.len() + 1];
        for (position, (_, choices)) in order.iter().enumerate().rev() {
            let cheapest = choices.first().map_or(0, |(price, _)| *price);
            min_remaining[position] = min_remaining[position + 1] + cheapest;
            max_sales[position] = max_sales[position + 1].clone();
            for (price, retailer) in choices {
                max_sales[position][*retailer] += price;
            }
        }
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
        let rest = self.min_remaining[position];
        if search.cannot_improve((spent + rest) * WEIGHT + self.fees) || !self.can_reach_limits(position) {
            return;
        }
        let Some((line, choices)) = self.order.get(position).cloned() else {
            return search.record_best(&self.retailer_of, &self.totals);
        };
        for (price, retailer) in choices {
            self.retailer_of[line] = retailer;
            self.totals[retailer] += price;
            self.assign_from(search, position + 1, spent + price);
            // The line's retailer is overwritten before it is read again, so only the total is undone.
            self.totals[retailer] -= price;
        }
    }

    /// Whether every retailer that must deliver free can still reach its limit.
    fn can_reach_limits(&self, position: usize) -> bool {
        let mut retailers = self.uses.iter().zip(&self.totals).zip(&self.max_sales[position]);
        retailers.all(|((retailer_use, total), max_sale)| match retailer_use {
            RetailerUse::Free(limit) => total + max_sale >= *limit,
            _ => true,
        })
    }
}
