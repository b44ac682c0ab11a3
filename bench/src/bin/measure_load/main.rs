//! Measures a running Tajmeea under load: the mix of requests with ever more clients, to saturation and beyond.
//!
//! `measure_load mix ADDRESS PID SECONDS EMAIL PASSWORD` runs the stages, which share the seconds.
//! `measure_load silent ADDRESS PID SECONDS EMAIL PASSWORD` runs the mix with few clients, first alone, then beside
//! 10,000 idle and 2,000 slow connections.
//!
//! PID is the api's process, whose memory and descriptors are printed. `scripts/bench-load` starts all of it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the figures are its output")]

mod mix;
mod silent;
mod stage;

use std::{
    env,
    error::Error,
    fs,
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use bench::{Client, MemoryUse};
use tokio::task::JoinHandle;

use self::{mix::Mix, silent::Silent};

/// Clients of each stage.
const STAGES: [u64; 5] = [4, 16, 64, 256, 512];
/// Clients beside the silent connections: as many as the api can answer at once.
const FEW_CLIENTS: u64 = 4;
const IDLE: usize = 10_000;
const SLOW: usize = 2_000;
/// Time until all silent connections are open.
const OPENING: Duration = Duration::from_secs(20);
/// Number of times that memory and descriptors are printed in a stage.
const SAMPLES: u32 = 4;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, mode, address, process, seconds, email, password] = arguments.as_slice() else {
        return Err("say mix or silent, address, process, seconds, email and password".into());
    };
    let address: SocketAddr = address.parse()?;
    let process = process.parse()?;
    let length = Duration::from_secs(seconds.parse()?);
    let mix = Arc::new(Mix::new(&mut Client::new(address), email, password).await?);
    // Warms the api up.
    stage::run(address, &mix, FEW_CLIENTS, Duration::from_secs(3)).await;
    match mode.as_str() {
        "mix" => measure_mix(address, process, length, &mix).await,
        "silent" => measure_silent(address, process, length, &mix).await,
        _ => return Err("say mix or silent".into()),
    }
    Ok(())
}

async fn measure_mix(address: SocketAddr, process: u32, length: Duration, mix: &Arc<Mix>) {
    let length = length / STAGES.len() as u32;
    for clients in STAGES {
        println!("{clients} clients, {} s", length.as_secs());
        let watching = watch(process, length);
        let result = stage::run(address, mix, clients, length).await;
        result.print();
        let _ = watching.await;
    }
}

async fn measure_silent(address: SocketAddr, process: u32, length: Duration, mix: &Arc<Mix>) {
    println!("{FEW_CLIENTS} clients alone, {} s", length.as_secs());
    print_process(process, Duration::ZERO);
    stage::run(address, mix, FEW_CLIENTS, length).await.print();
    let silent = Silent::open(address, IDLE, SLOW);
    tokio::time::sleep(OPENING).await;
    println!(
        "{FEW_CLIENTS} clients beside {} silent connections ({IDLE} idle and {SLOW} slow), {} s",
        silent.open.load(Ordering::Relaxed),
        length.as_secs()
    );
    let watching = watch(process, length);
    stage::run(address, mix, FEW_CLIENTS, length).await.print();
    let _ = watching.await;
    println!(
        "  silent connections open at the end: {}, closed by the api meanwhile: {}",
        silent.open.load(Ordering::Relaxed),
        silent.closed.load(Ordering::Relaxed)
    );
}

/// Prints the api's memory and descriptors several times while a stage runs.
fn watch(process: u32, length: Duration) -> JoinHandle<()> {
    tokio::spawn(async move {
        let started = Instant::now();
        for _ in 0..SAMPLES {
            tokio::time::sleep(length / (SAMPLES + 1)).await;
            print_process(process, started.elapsed());
        }
    })
}

fn print_process(process: u32, after: Duration) {
    let memory = MemoryUse::of(process).unwrap_or_default();
    let descriptors = fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count);
    println!(
        "  after {:>4} s: api {} MB resident ({} MB anonymous), {descriptors} descriptors",
        after.as_secs(),
        memory.resident,
        memory.anonymous
    );
}
