//! Grammar of the families of chips, sockets and memory: a name of the right form is a name, whether or not a table
//! lists it. The tables of `config/` add facts to what the grammar recognises.
//!
//! | kind | form |
//! |---|---|
//! | graphics chip | `RTX dd0d [Ti] [SUPER]`, `RX dddd [XT\|XTX\|GRE]`, `Arc Lddd` |
//! | processor | `Ryzen d [PRO] dddd(d)[X\|X3D\|G…]`, `Core Ultra d ddd[K\|KF\|F…]`, `Threadripper dddd(d)X`, `Threadripper PRO dddd(d)WX` |
//! | board chipset | `[ABXZHWQ]ddd[E]`, with the last digits of the class: `A20`, `B40`, `B50`, `B60`, `X70`, `H10`, `H70`, `Q70`, `W80`, `W90`, `Z90` |
//! | socket | `LGAdddd`, `AMd`, `FMd`, `SPd`, `sTRd`, `sTRXd`, `sWRXd` |
//! | memory | `DDRd`, `GDDRd[X]`, `HBMd[E]` |
//! | slot | `PCIe d.0` |
//!
//! Older generations are complete in the tables, and their numbers have many traps (`H510` is a case, `RTX 4075` a
//! typing error). Callers that read retailers' titles therefore ask the tables first, and the grammar only for
//! generations that no table completes.

mod boards;
mod graphics;
mod processors;
mod series;
mod standards;
mod words;

pub use boards::{BoardChipsetName, board_chipset_name};
pub use graphics::{GraphicsName, find_graphics, graphics_name};
pub use processors::{ProcessorName, find_processor, processor_name};
pub use series::{Series, is_series_word, series_name};
pub use standards::{graphics_memory, memory_kind, pcie_generation, socket_name};
pub use words::TitleWords;
