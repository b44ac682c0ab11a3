use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use super::{super::words, optional_column, read_number, rows, split_column};

pub(super) const SOCKETS: &str = include_str!("../../../../config/compat/sockets.tsv");
pub(super) const GENERATIONS: &str = include_str!("../../../../config/compat/generations.tsv");
pub(super) const CHIPSETS: &str = include_str!("../../../../config/compat/chipsets.tsv");

/// A socket, and the facts that it implies.
#[derive(Debug, Clone, PartialEq)]
pub struct Socket {
    pub name: &'static str,
    /// Memory types that boards with this socket take.
    pub ram_types: Vec<&'static str>,
    /// Sockets of other processors that this socket takes, besides its own.
    pub also_takes: Vec<&'static str>,
    /// The mount family: coolers fit all sockets of one family.
    pub mount: Option<&'static str>,
    /// The modules that boards with this socket take: unbuffered (`udimm`), registered (`rdimm`), or `any`.
    pub modules: &'static str,
}

/// A processor generation, and the facts that it implies.
#[derive(Debug, Clone, PartialEq)]
pub struct Generation {
    pub name: &'static str,
    pub socket: &'static str,
    pub microarchitectures: Vec<&'static str>,
    /// Whether processors of this generation have integrated graphics, where that tells generations of one
    /// microarchitecture apart; `None` for either.
    pub graphics: Option<bool>,
    /// The PCIe generation of the processor's lanes for a drive.
    pub pcie: u32,
    /// The highest rated DDR4 and DDR5 speeds in MT/s.
    pub ddr4: Option<u32>,
    pub ddr5: Option<u32>,
}

/// A board's chipset, and the facts that it implies.
#[derive(Debug, Clone, PartialEq)]
pub struct Chipset {
    pub name: &'static str,
    pub socket: &'static str,
    /// The revision of LGA1151, which has two incompatible ones.
    pub revision: Option<u32>,
    pub ram_types: Vec<&'static str>,
    /// The PCIe generation of the fastest drive slot that a board with this chipset may have.
    pub m2_best: Option<u32>,
    /// The PCIe generation of a drive slot that every board with this chipset has.
    pub m2_sure: Option<u32>,
    native: Vec<&'static str>,
    bios: Vec<&'static str>,
    never: Vec<&'static str>,
}

/// The BIOS support of a board for a processor generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Supported from the first BIOS on.
    Native,
    /// Boards made before the processor need a newer BIOS.
    NeedsBios,
    /// Never supported.
    No,
}

impl Chipset {
    /// Returns the name as specs store it, with the manufacturer's: `AMD B650`.
    pub fn full_name(&self) -> String {
        let manufacturer = if self.socket.starts_with("LGA") { "Intel" } else { "AMD" };
        format!("{manufacturer} {}", self.name)
    }

    /// Returns the support of boards with this chipset for a generation; `None` when the table has no entry.
    pub fn support(&self, generation: &Generation) -> Option<Support> {
        let named = |list: &[&str]| list.contains(&generation.name);
        if named(&self.native) {
            Some(Support::Native)
        } else if named(&self.bios) {
            Some(Support::NeedsBios)
        } else if named(&self.never) || generation.socket != self.socket {
            Some(Support::No)
        } else {
            None
        }
    }
}

static SOCKET_LIST: LazyLock<HashMap<String, Socket>> = LazyLock::new(|| {
    let mut sockets = HashMap::new();
    for row in rows(SOCKETS) {
        let [name, spellings, ram, also, mount, modules, _] = row[..] else { continue };
        let socket = Socket {
            name,
            ram_types: split_column(ram, ','),
            also_takes: split_column(also, ','),
            mount: optional_column(mount),
            modules,
        };
        for spelling in split_column(spellings, '|') {
            sockets.insert(words::table_key(spelling), socket.clone());
        }
        sockets.insert(words::table_key(name), socket);
    }
    sockets
});

static GENERATION_LIST: LazyLock<Vec<Generation>> =
    LazyLock::new(|| rows(GENERATIONS).filter_map(|row| read_generation(&row)).collect());

fn read_generation(row: &[&'static str]) -> Option<Generation> {
    let [name, socket, architectures, graphics, pcie, ddr4, ddr5, _] = row else { return None };
    Some(Generation {
        name,
        socket,
        microarchitectures: split_column(architectures, '|'),
        graphics: match *graphics {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        },
        pcie: pcie.parse().ok()?,
        ddr4: read_number(ddr4)?,
        ddr5: read_number(ddr5)?,
    })
}

static CHIPSET_LIST: LazyLock<BTreeMap<String, Chipset>> =
    LazyLock::new(|| rows(CHIPSETS).filter_map(|row| read_chipset(&row)).collect());

fn read_chipset(row: &[&'static str]) -> Option<(String, Chipset)> {
    let [name, socket, revision, ram, best, sure, native, bios, never, _] = row else { return None };
    let chipset = Chipset {
        name,
        socket,
        revision: read_number(revision)?,
        ram_types: split_column(ram, ','),
        m2_best: read_number(best)?,
        m2_sure: read_number(sure)?,
        native: split_column(native, ','),
        bios: split_column(bios, ','),
        never: split_column(never, ','),
    };
    Some((words::table_key(name), chipset))
}

/// Sockets by their name in the table, so that a name in the table's spelling is found without normalization.
static SOCKETS_BY_NAME: LazyLock<BTreeMap<&'static str, &'static Socket>> =
    LazyLock::new(|| SOCKET_LIST.values().map(|socket| (socket.name, socket)).collect());

static CHIPSETS_BY_NAME: LazyLock<HashMap<&'static str, &'static Chipset>> =
    LazyLock::new(|| CHIPSET_LIST.values().map(|chipset| (chipset.name, chipset)).collect());

/// Returns the socket in any spelling of the specs; `2 x LGA2011-3` is the socket that the board has twice.
pub fn socket(text: &str) -> Option<&'static Socket> {
    if let Some(socket) = SOCKETS_BY_NAME.get(text) {
        return Some(socket);
    }
    let key = words::table_key(text);
    let key = key.trim_start_matches("2 x ").trim_start_matches("socket ");
    SOCKET_LIST
        .get(key)
        .or_else(|| SOCKET_LIST.get(&key.replace("lga ", "lga")))
        .or_else(|| key.parse::<u32>().ok().and_then(|digits| SOCKET_LIST.get(&format!("lga{digits}"))))
}

/// Returns every socket once, by name.
pub fn sockets() -> impl Iterator<Item = &'static Socket> {
    SOCKETS_BY_NAME.values().copied()
}

/// Returns the names of the sockets in the tables: of processors and of boards.
pub fn socket_names() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let mut names: Vec<&str> = sockets()
            .flat_map(|socket| [socket.name].into_iter().chain(socket.also_takes.iter().copied()))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    });
    &NAMES
}

/// Returns the names of the sockets whose boards take unregistered modules only.
pub fn sockets_of_udimm() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| names_of_modules("udimm"));
    &NAMES
}

/// Returns the names of the sockets whose boards take registered modules only.
pub fn sockets_of_rdimm() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| names_of_modules("rdimm"));
    &NAMES
}

fn names_of_modules(modules: &str) -> Vec<&'static str> {
    sockets().filter(|socket| socket.modules == modules).map(|socket| socket.name).collect()
}

/// Returns the names of all generations.
pub fn generation_names() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| GENERATION_LIST.iter().map(|generation| generation.name).collect());
    &NAMES
}

/// Returns the names of all chipsets.
pub fn chipset_names() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| chipsets().map(|chipset| chipset.name).collect());
    &NAMES
}

/// Returns every generation.
pub fn generations() -> &'static [Generation] {
    &GENERATION_LIST
}

/// Returns a generation by its name.
pub fn generation(name: &str) -> Option<&'static Generation> {
    static BY_NAME: LazyLock<HashMap<&'static str, &'static Generation>> =
        LazyLock::new(|| GENERATION_LIST.iter().map(|generation| (generation.name, generation)).collect());
    BY_NAME.get(name).copied()
}

/// Returns every chipset, by name.
pub fn chipsets() -> impl Iterator<Item = &'static Chipset> {
    CHIPSET_LIST.values()
}

/// Returns a chipset by its name in the specs (`AMD B650`, `B650`).
pub fn chipset(text: &str) -> Option<&'static Chipset> {
    if let Some(chipset) = CHIPSETS_BY_NAME.get(text) {
        return Some(chipset);
    }
    let words = words::split_words(text);
    CHIPSET_LIST.get(words.last()?)
}

/// Returns the chipset that a board's name contains, also with the letter of the board's size (`B650M`, `Z790I`).
pub fn chipset_in(name: &str) -> Option<&'static Chipset> {
    let words = words::split_words(name);
    let trimmed = |word: &String| CHIPSET_LIST.get(word.trim_end_matches(['m', 'i']));
    words.iter().find_map(|word| CHIPSET_LIST.get(word)).or_else(|| words.iter().find_map(trimmed))
}

pub(super) fn counts() -> (usize, usize, usize) {
    let spelt = rows(SOCKETS)
        .filter(|row| row.len() == 7 && row.first().is_some_and(|name| socket(name).is_some()))
        .count();
    (spelt, GENERATION_LIST.len(), CHIPSET_LIST.len())
}
