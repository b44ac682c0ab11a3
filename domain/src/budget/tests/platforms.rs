//! Processors, boards and memory that fit each other, of which random catalogues are made.

/// Processors, boards and memory of one socket.
pub(super) struct Platform {
    pub processors: &'static [&'static str],
    pub boards: &'static [&'static str],
    pub memory: &'static [&'static str],
}

pub(super) const PLATFORMS: [Platform; 3] = [
    Platform {
        processors: &["AMD Ryzen 5 5600", "AMD Ryzen 5 5600G", "AMD Ryzen 5 3600", "AMD Ryzen 5 5600X3D"],
        boards: &["B550", "A520", "B450", "X570"],
        memory: &["DDR4"],
    },
    Platform {
        processors: &["AMD Ryzen 5 7600", "AMD Ryzen 7 7800X3D", "AMD Ryzen 5 9600X", "AMD Ryzen 9 9950X"],
        boards: &["B650", "A620", "X870E", "B850"],
        memory: &["DDR5"],
    },
    Platform {
        processors: &[
            "Intel Core i5-12400F",
            "Intel Core i5-12400",
            "Intel Core i5-14600K",
            "Intel Core i3-12100F",
        ],
        boards: &["B760", "H610", "Z790", "B660"],
        memory: &["DDR4", "DDR5"],
    },
];
