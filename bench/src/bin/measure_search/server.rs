//! The api as it is shipped, in its own process.

use std::{
    error::Error,
    fs::File,
    io,
    net::{SocketAddr, TcpListener},
    path::Path,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use bench::MemoryUse;

use crate::drive::Client;

const LAST_TO_ANSWER: &str = "/api/products/list?compatibleWith=00000000-0000-4000-8000-000000000000";
/// Maximum time of a start, with the index built.
const MAX_START_WAIT: Duration = Duration::from_secs(300);

pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts the api and waits until it has loaded everything, including the parts for compatibility.
    pub(crate) fn start(
        program: &Path,
        database: &str,
        index: &Path,
        log: &Path,
    ) -> Result<Self, Box<dyn Error>> {
        let (address, metrics) = (free_port()?, free_port()?);
        let child = Command::new(program)
            .args([
                "serve",
                "--listen",
                &address.to_string(),
                "--metrics-listen",
                &metrics.to_string(),
                "--index-directory",
            ])
            .arg(index)
            .env("DATABASE_URL", database)
            // The same settings as in `make run`.
            .env("MALLOC_ARENA_MAX", "2")
            .env("MALLOC_MMAP_THRESHOLD_", "131072")
            .env("MALLOC_TRIM_THRESHOLD_", "1048576")
            .stderr(File::create(log)?)
            .spawn()?;
        let mut server = Self { child, address };
        let started = Instant::now();
        loop {
            let answer =
                Client::connect(address).and_then(|mut client| client.get(LAST_TO_ANSWER).map(|_| ()));
            match answer {
                Ok(()) => return Ok(server),
                Err(_) if server.child.try_wait()?.is_none() && started.elapsed() < MAX_START_WAIT => {
                    thread::sleep(Duration::from_millis(100));
                }
                Err(error) => {
                    return Err(format!("the api does not answer ({error}); see {}", log.display()).into());
                }
            }
        }
    }

    /// Returns the memory use of the api.
    pub(crate) fn memory(&self) -> io::Result<MemoryUse> {
        MemoryUse::of(self.child.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

fn free_port() -> io::Result<SocketAddr> {
    TcpListener::bind(("127.0.0.1", 0))?.local_addr()
}
