//! A backup restored into a new cluster, whose transaction ids start over.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use domain::store::{figures, roll_up};
use sqlx::{PgPool, postgres::PgConnectOptions};
use time::Duration;

use crate::{
    app::TestApp,
    fixtures::{now, offer, store, world},
};

/// A temporary Postgres cluster, removed at the end of the test.
struct Cluster {
    folder: tempfile::TempDir,
    url: String,
}

impl Cluster {
    fn start() -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        // PostgreSQL may run as another user, who must be able to enter the folder.
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let started = scripts_postgres(folder.path(), "start").stderr(Stdio::inherit()).output().unwrap();
        assert!(started.status.success());
        let url = String::from_utf8(started.stdout).unwrap().trim().to_owned();
        Self { folder, url }
    }

    /// Restores a dump of the database.
    fn restore(&self, db: &PgPool) {
        let dump = self.folder.path().join("dump.sql");
        let options = db.connect_options();
        let dumped = pg_dump(&options, &dump).status().unwrap();
        assert!(dumped.success());
        let restored = Command::new("psql")
            .args(["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--single-transaction", "--file"])
            .arg(dump)
            .arg(&self.url)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(restored.success());
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let removed = scripts_postgres(self.folder.path(), "remove").status();
        assert!(removed.is_ok_and(|status| status.success()) || std::thread::panicking());
    }
}

fn scripts_postgres(folder: &Path, action: &str) -> Command {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/postgres");
    let mut command = Command::new(script);
    command.arg("--in").arg(folder.join("cluster")).args(["--throw-away", action]);
    command
}

fn pg_dump(options: &PgConnectOptions, file: &Path) -> Command {
    let mut command = Command::new("pg_dump");
    let host = options.get_socket().map_or_else(|| options.get_host().into(), |socket| socket.clone());
    command
        .args(["--no-owner", "--no-privileges", "--file"])
        .arg(file)
        .env("PGHOST", host)
        .env("PGPORT", options.get_port().to_string())
        .env("PGUSER", options.get_username())
        .env("PGDATABASE", options.get_database().unwrap());
    command
}

/// Simulates weeks of use: high transaction ids and a pruned feed.
async fn count_far(db: &PgPool) {
    for statement in [
        "update product_change set xid = '4000000000'",
        "update product_change_floor set pruned_xid = '3900000000', pruned_seq = 1",
        "update product_price_roll_up set seen_below = '4000000001'",
        "update figures_state set seen_below = '4000000001'",
    ] {
        sqlx::query(statement).execute(db).await.unwrap();
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn index_of_a_restored_backup_is_built_once(db: PgPool) {
    let world = world(&db).await;
    let until = now().date() - Duration::days(1);
    figures::roll_up(&db).await.unwrap();
    roll_up::run(&db, until).await.unwrap();
    count_far(&db).await;
    let cluster = Cluster::start();
    cluster.restore(&db);
    let restored = PgPool::connect(&cluster.url).await.unwrap();

    let app = TestApp::new(restored.clone()).await;
    let built = app.engine.stats().generation;
    for dinars in [140, 139, 138] {
        store(&restored, world.alpha, &[offer(&world.ryzen, dinars * 1000)]).await;
        app.eventually("/api/search?q=9800x3d", |body| body["products"][0]["price"] == dinars).await;
    }
    assert_eq!(app.engine.stats().generation, built, "the feed is followed, nothing is built again");

    // The jobs' roll-ups follow the new ids as well: first all products, then only changed ones.
    assert!(figures::roll_up(&restored).await.unwrap().products > 1);
    assert_eq!(figures::roll_up(&restored).await.unwrap().products, 0);
    roll_up::run(&restored, until).await.unwrap();
    assert_eq!(roll_up::run(&restored, until).await.unwrap().products, 0);
    app.stop().await;
    restored.close().await;
}
