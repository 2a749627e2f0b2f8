//! What a worker asks of the system for itself: a memory limit, its peak memory, an end with its parent.

use std::io;

/// Lets this process, and each of its children, allocate no more than `bytes`: what goes beyond fails, and a Rust
/// program ends with a message that [`died_of_memory`] knows.
///
/// On Linux the limit is on private writable memory, which does not count address space that is only reserved; on
/// other Unixes on the address space.
///
/// # Errors
/// The system has no such limit, or refused it.
#[cfg(unix)]
pub(super) fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let resource = if cfg!(target_os = "linux") {
        Resource::Data
    } else {
        Resource::As
    };
    let limit = Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    Ok(setrlimit(resource, limit)?)
}

/// As on Unix.
#[cfg(not(unix))]
pub(super) fn limit_memory(_: u64) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Whether what a process said last means that it was refused memory.
pub(super) fn died_of_memory(words: &str) -> bool {
    words.lines().any(|line| {
        (line.contains("memory allocation of") && line.contains("failed"))
            || line.contains("os error 12")
    })
}

/// The most memory that this process has had in use, where the system tells.
pub(super) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// Sees to it that this process does not go on alone after its parent was killed. Elsewhere than on
/// Linux it ends at its next time limit, or with its next word into the broken pipe.
pub(super) fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // Without it a worker only ends later.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_peak_grows_with_what_is_used() {
        let before = peak_memory().expect("Linux tells");
        let block = vec![1_u8; 1 << 28];
        assert!(block.iter().map(|&byte| u64::from(byte)).sum::<u64>() == 1 << 28);
        assert!(peak_memory().expect("Linux tells") > before.max(1 << 28));
    }
}
