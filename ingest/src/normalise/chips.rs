//! Names of processors, graphics chips and board chipsets, however they are glued or spaced.

mod board;
mod cpu;
mod gpu;

pub(crate) use board::{BoardChip, find_board_chip, is_board_chip, is_listed_board_chip};
pub use cpu::cpu_name;
pub(crate) use cpu::{Cpu, find_cpu, is_cpu_name, is_listed_cpu};
pub(crate) use domain::model::families::TitleWords;
pub use gpu::gpu_name;
pub(crate) use gpu::{GpuChip, count_chip_parts, find_gpu_chip, is_listed_gpu};
