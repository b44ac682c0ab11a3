use std::num::NonZeroU32;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tracing::warn;

/// Descriptors reserved for the index, the database, logs and mails.
const RESERVED: u64 = 256;
/// Minimum number of connections, however few descriptors the system allows.
const MIN_CONNECTIONS: NonZeroU32 = NonZeroU32::MIN.saturating_add(31);

/// Raises the process' limit on open files as far as connections need and the system allows. Returns the number of
/// connections that fit into the limit.
pub(super) fn raise_limit(max_connections: NonZeroU32) -> NonZeroU32 {
    let needed = u64::from(max_connections.get()) + RESERVED;
    let limit = getrlimit(Resource::Nofile);
    let Some(soft) = limit.current.filter(|soft| *soft < needed) else { return max_connections };
    let raised = limit.maximum.map_or(needed, |hard| hard.min(needed));
    let allowed = match setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum: limit.maximum })
    {
        Ok(()) => raised,
        Err(error) => {
            warn!("Cannot raise the limit on open files: {error}");
            soft
        }
    };
    let fitting = connections_within(allowed, max_connections);
    if fitting < max_connections {
        warn!(
            "The system allows {allowed} open files: at most {fitting} connections are accepted instead of {max_connections}. Raise the limit (LimitNOFILE, ulimit -n)"
        );
    }
    fitting
}

fn connections_within(descriptors: u64, max_connections: NonZeroU32) -> NonZeroU32 {
    let fitting = u32::try_from(descriptors.saturating_sub(RESERVED)).unwrap_or(u32::MAX);
    let fitting = NonZeroU32::new(fitting).unwrap_or(MIN_CONNECTIONS).max(MIN_CONNECTIONS);
    fitting.min(max_connections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connection_limit_reserves_descriptors() {
        let fitting = |descriptors, max| connections_within(descriptors, NonZeroU32::new(max).unwrap()).get();
        assert_eq!(fitting(1024, 16_000), 768);
        assert_eq!(fitting(524_288, 16_000), 16_000);
        assert_eq!(fitting(64, 16_000), 32);
        assert_eq!(fitting(64, 8), 8);
    }
}
