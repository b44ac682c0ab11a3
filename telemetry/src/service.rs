//! The life of a service: signs of life for systemd, and the signals that stop it. Without systemd (`NOTIFY_SOCKET`
//! unset) the signs of life go nowhere.

use sd_notify::NotifyState;

/// Tells systemd that the service is ready. Units that depend on it start only then (`Type=notify`).
pub fn notify_ready() {
    notify(NotifyState::Ready);
}

/// Tells systemd that the service is stopping, which may take as long as its requests and jobs.
pub fn notify_stopping() {
    notify(NotifyState::Stopping);
}

/// Sends signs of life to systemd, twice as often as `WatchdogSec` asks for, until dropped; ends at once where the unit
/// has no `WatchdogSec`. The task runs on the runtime: if all its threads are stuck, no sign is sent, and systemd kills
/// the process and starts it anew.
pub async fn run_watchdog() {
    let Some(timeout) = sd_notify::watchdog_enabled() else { return };
    let mut beats = tokio::time::interval(timeout / 2);
    loop {
        beats.tick().await;
        notify(NotifyState::Watchdog);
    }
}

fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("cannot notify systemd: {error}");
    }
}

/// Watches for Ctrl-C and SIGTERM from this call on; the returned future completes at the first of them.
pub fn stop_signal() -> impl Future<Output = ()> + Send + 'static {
    // Registered here and not at the first poll: a signal in between would end the process at once.
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::interrupt())
            .and_then(|interrupt| Ok((interrupt, signal(SignalKind::terminate())?)))
    };
    async move {
        #[cfg(unix)]
        if let Ok((mut interrupt, mut terminate)) = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}
