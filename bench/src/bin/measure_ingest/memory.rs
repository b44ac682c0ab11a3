//! Memory use of this process, as Linux reports it.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

/// Samples the memory ten times a second until it is ended.
pub(crate) struct Watch {
    over: Arc<AtomicBool>,
    seen: Arc<Mutex<Vec<u64>>>,
    thread: JoinHandle<()>,
}

impl Watch {
    pub(crate) fn begin() -> Watch {
        let (over, seen) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let (ended, sizes) = (over.clone(), seen.clone());
        let thread = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                if let (Some(size), Ok(mut sizes)) = (resident_megabytes(), sizes.lock()) {
                    sizes.push(size);
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        Watch { over, seen, thread }
    }

    /// Ends the sampling; returns the megabytes after each quarter of the time, and the maximum.
    pub(crate) fn end(self) -> ([u64; 4], u64) {
        self.over.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
        let sizes = self.seen.lock().map(|sizes| sizes.clone()).unwrap_or_default();
        let at =
            |quarter: usize| sizes.get((sizes.len() * quarter / 4).saturating_sub(1)).copied().unwrap_or(0);
        ([at(1), at(2), at(3), at(4)], sizes.iter().copied().max().unwrap_or(0))
    }
}

fn resident_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}
