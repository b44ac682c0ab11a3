//! Estimates of chips that no table knows, from the generation before them and the gain between the last generations.
//!
//! ```text
//! index  = index of the predecessor · gain^(generations between them)
//! gain   = median of (index ÷ index of the same chip one generation earlier)^(1 ÷ generations between them), from the
//!          two newest generations of the family that have chips in common; at least 1, at most 1.5
//! ```
//! The predecessor is the chip of the newest known generation with the same number and variant, else with the same number,
//! else with the next lower number. Worked example: a chip `RTX 6070` follows the RTX 5070. Between the 40 and the 50
//! series, the index of such chips grew by about a sixth, so its index is that of the RTX 5070 and a sixth.

/// Bounds of the gain of one generation.
const GAIN: std::ops::RangeInclusive<f64> = 1.0..=1.5;
/// Maximum distance from the newest known generation; what lies further ahead is not estimated.
const MAX_DISTANCE: u32 = 4;

/// Place of a chip in its family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FamilyMember {
    pub(super) family: String,
    /// Counted so that neighbouring generations differ by 1.
    pub(super) generation: u32,
    pub(super) tier: u32,
    pub(super) variant: String,
}

impl FamilyMember {
    fn is_same_chip(&self, other: &Self) -> bool {
        self.family == other.family && self.tier == other.tier && self.variant == other.variant
    }
}

/// Returns the predecessor of a chip that the table lacks, as its position in the table, and the number of generations
/// between them; `None` for chips of complete generations, of unknown families, and far ahead.
pub(super) fn find_predecessor(known: &[Option<FamilyMember>], new: &FamilyMember) -> Option<(usize, u32)> {
    let of_family = || {
        let members = known.iter().enumerate();
        members.filter_map(|(at, member)| Some((at, member.as_ref().filter(|one| one.family == new.family)?)))
    };
    let newest = of_family().map(|(_, member)| member.generation).max()?;
    let distance = new.generation.checked_sub(newest).filter(|distance| *distance <= MAX_DISTANCE)?;
    // Of the variants `Ti` and none, the former is nearer to `Ti SUPER`.
    let nearness =
        |member: &FamilyMember| new.variant.starts_with(&member.variant).then_some(member.variant.len());
    let rank = |member: &FamilyMember| (member.tier == new.tier, nearness(member), member.tier);
    let (position, _) = of_family()
        .filter(|(_, member)| member.generation == newest && member.tier <= new.tier)
        // Of several rows, the first one has the least memory.
        .reduce(|best, other| if rank(other.1) > rank(best.1) { other } else { best })?;
    Some((position, distance))
}

/// Returns the gain of one generation of a family, by the index that `index_at` reads at a position of the table; 1 where
/// the table has no two generations with chips in common.
pub(super) fn generation_gain(
    known: &[Option<FamilyMember>],
    family: &str,
    index_at: impl Fn(usize) -> Option<f64>,
) -> f64 {
    let members: Vec<(usize, &FamilyMember)> = known
        .iter()
        .enumerate()
        .filter_map(|(at, member)| Some((at, member.as_ref().filter(|member| member.family == family)?)))
        .collect();
    let gains_from = |generation: u32| -> Vec<f64> {
        let newer = members.iter().filter(|(_, member)| member.generation == generation);
        newer
            .filter_map(|(at, member)| {
                let earlier = members
                    .iter()
                    .filter(|(_, other)| other.generation < generation && other.is_same_chip(member))
                    .max_by_key(|(_, other)| other.generation)?;
                let between = f64::from(generation - earlier.1.generation);
                Some((index_at(*at)? / index_at(earlier.0)?).powf(1.0 / between))
            })
            .filter(|gain| gain.is_finite())
            .collect()
    };
    let mut generations: Vec<u32> = members.iter().map(|(_, member)| member.generation).collect();
    generations.sort_unstable();
    generations.dedup();
    let gains = generations.into_iter().rev().map(gains_from).find(|gains| !gains.is_empty());
    let mut gains = gains.unwrap_or_default();
    gains.sort_by(f64::total_cmp);
    let median = gains.get(gains.len() / 2).copied().unwrap_or(1.0);
    median.clamp(*GAIN.start(), *GAIN.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(generation: u32, tier: u32, variant: &str) -> FamilyMember {
        FamilyMember { family: "RTX".to_owned(), generation, tier, variant: variant.to_owned() }
    }

    fn table() -> Vec<Option<FamilyMember>> {
        vec![
            Some(member(4, 60, "")),
            Some(member(4, 70, "")),
            Some(member(5, 60, "")),
            Some(member(5, 70, "")),
            Some(member(5, 70, "Ti")),
            None,
        ]
    }

    #[test]
    fn predecessor_is_the_nearest_chip_of_the_newest_generation() {
        for (generation, tier, variant, expected) in [
            (6, 70, "", Some((3, 1))),
            (6, 70, "Ti", Some((4, 1))),
            (6, 70, "SUPER", Some((3, 1))),
            (6, 80, "", Some((3, 1))),
            (5, 70, "SUPER", Some((3, 0))),
            (7, 60, "", Some((2, 2))),
            (6, 50, "", None),
            (4, 80, "", None),
            (99, 70, "", None),
        ] {
            let found = find_predecessor(&table(), &member(generation, tier, variant));
            assert_eq!(found, expected, "{generation} {tier} {variant}");
        }
    }

    #[test]
    fn gain_is_the_median_between_the_last_generations() {
        let indices = [100.0, 150.0, 120.0, 165.0, 200.0, 0.0];
        let gain = generation_gain(&table(), "RTX", |at| indices.get(at).copied());
        assert!((gain - 1.2).abs() < 1e-9, "{gain}");
        assert!((generation_gain(&table(), "RX", |_| None) - 1.0).abs() < 1e-9);
    }
}
