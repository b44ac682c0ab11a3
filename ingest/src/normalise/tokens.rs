//! Words, measures and chips of a title, found before any decision.

use std::borrow::Cow;

use domain::model::keys::fold::Folded;

use super::{
    chips::{self, BoardChip, Cpu, GpuChip, TitleWords},
    measure::{Measure, find_measures},
};

/// Everything found in one title before any decision.
pub(crate) struct TitleTokens<'a> {
    pub(crate) source: &'a str,
    pub(crate) text: &'a Folded,
    pub(crate) measures: Vec<Measure>,
    pub(crate) gpu: Option<(Cow<'static, GpuChip>, usize)>,
    pub(crate) board: Option<(Cow<'static, BoardChip>, usize, &'a str)>,
    pub(crate) cpu: Option<(Cpu, usize)>,
    /// Index of the word of a processor that exists only in notebooks and small computers.
    pub(crate) mobile_cpu: Option<usize>,
}

impl<'a> TitleTokens<'a> {
    pub(super) fn new(source: &'a str, text: &'a Folded) -> Self {
        let parts = TitleWords::split(text);
        let (gpu, cpu) = (chips::find_gpu_chip(&parts), chips::find_cpu(&parts));
        let mobile_cpu = cpu.as_ref().filter(|(cpu, _)| cpu.mobile).map(|(_, at)| *at);
        let cpu = cpu.filter(|(cpu, _)| !cpu.mobile);
        // "Ryzen 5 5600 XT" is no Radeon.
        let gpu = gpu.filter(|(_, at)| !cpu.as_ref().is_some_and(|(_, cpu)| (*cpu..cpu + 4).contains(at)));
        TitleTokens {
            source,
            text,
            measures: find_measures(text),
            gpu,
            board: chips::find_board_chip(text),
            cpu,
            mobile_cpu,
        }
    }
}
