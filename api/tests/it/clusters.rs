//! PostgreSQL clusters of a test's own: a primary, and a standby that follows it.

use std::{
    net::SocketAddr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
};

use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, UnixStream},
};

/// A cluster that `scripts/postgres` manages; removed when dropped.
pub(crate) struct Cluster {
    folder: PathBuf,
    pub(crate) url: String,
}

/// A primary and its standby.
pub(crate) struct Pair {
    // Dropped in this order: the standby first, the folder last.
    pub(crate) standby: Cluster,
    pub(crate) primary: Cluster,
    _folder: TempDir,
}

impl Pair {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // As root the servers run as another user, who must be able to enter this folder.
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let primary = Cluster::start(folder.path().join("primary"), &[]);
        let of = primary.folder.to_str().unwrap().to_owned();
        let standby = Cluster::start(folder.path().join("standby"), &["--standby-of", &of]);
        Self { standby, primary, _folder: folder }
    }
}

impl Cluster {
    fn start(folder: PathBuf, options: &[&str]) -> Self {
        let url = run_script(&folder, options, "start");
        Self { folder, url }
    }

    pub(crate) fn stop(&self) {
        run_script(&self.folder, &[], "stop");
    }

    pub(crate) fn start_again(&self) {
        run_script(&self.folder, &[], "start");
    }

    /// Kills the server, as a machine that fails would.
    pub(crate) fn kill(&self) {
        let file = std::fs::read_to_string(self.folder.join("cluster/postmaster.pid")).unwrap();
        let killed = Command::new("kill").args(["-KILL", file.lines().next().unwrap()]).status().unwrap();
        assert!(killed.success());
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("socket/.s.PGSQL.5432")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        run_script(&self.folder, &[], "remove");
    }
}

fn run_script(folder: &Path, options: &[&str], what: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/postgres");
    let output = Command::new(script)
        .arg("--in")
        .arg(folder)
        .arg("--throw-away")
        .args(options)
        .arg(what)
        .output()
        .unwrap();
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A TCP address that leads to one cluster or another, as HAProxy or a virtual address does.
pub(crate) struct Forwarder {
    address: SocketAddr,
    target: Arc<Mutex<PathBuf>>,
}

impl Forwarder {
    pub(crate) async fn start(cluster: &Cluster) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let target = Arc::new(Mutex::new(cluster.socket()));
        let current = Arc::clone(&target);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let target = current.lock().unwrap().clone();
                tokio::spawn(async move {
                    // Where nobody listens, the client's connection is closed.
                    if let Ok(mut server) = UnixStream::connect(target).await {
                        let _ = copy_bidirectional(&mut client, &mut server).await;
                    }
                });
            }
        });
        Self { address, target }
    }

    /// Leads new connections to another cluster.
    pub(crate) fn lead_to(&self, cluster: &Cluster) {
        *self.target.lock().unwrap() = cluster.socket();
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://tajmeea@{}/tajmeea?sslmode=disable", self.address)
    }
}
