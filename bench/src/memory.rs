//! Memory use of processes, as Linux reports it.

use std::{
    fs, io, process,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

/// Memory use of a process, in megabytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct MemoryUse {
    pub resident: u64,
    /// The part of the resident memory that is no mapped file.
    pub anonymous: u64,
    /// The largest resident memory so far.
    pub peak: u64,
}

impl MemoryUse {
    /// Reads the memory use of this process.
    ///
    /// # Errors
    /// When the system does not report it.
    pub fn of_this_process() -> io::Result<Self> {
        Self::of(process::id())
    }

    /// Reads the memory use of the process with this id.
    ///
    /// # Errors
    /// When there is no such process, or the system does not report it.
    pub fn of(id: u32) -> io::Result<Self> {
        let status = fs::read_to_string(format!("/proc/{id}/status"))?;
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or_default()
                / 1024
        };
        Ok(Self { resident: field("VmRSS"), anonymous: field("RssAnon"), peak: field("VmHWM") })
    }
}

/// Samples the resident memory of this process ten times a second until it is ended.
pub struct MemoryWatch {
    over: Arc<AtomicBool>,
    seen: Arc<Mutex<Vec<u64>>>,
    thread: JoinHandle<()>,
}

impl MemoryWatch {
    pub fn begin() -> Self {
        let (over, seen) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let (ended, sizes) = (over.clone(), seen.clone());
        let thread = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                if let (Ok(used), Ok(mut sizes)) = (MemoryUse::of_this_process(), sizes.lock()) {
                    sizes.push(used.resident);
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        Self { over, seen, thread }
    }

    /// Ends the sampling; returns the megabytes after each quarter of the time, and the maximum.
    pub fn end(self) -> ([u64; 4], u64) {
        self.over.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
        let sizes = self.seen.lock().map(|sizes| sizes.clone()).unwrap_or_default();
        let at =
            |quarter: usize| sizes.get((sizes.len() * quarter / 4).saturating_sub(1)).copied().unwrap_or(0);
        ([at(1), at(2), at(3), at(4)], sizes.iter().copied().max().unwrap_or(0))
    }
}
