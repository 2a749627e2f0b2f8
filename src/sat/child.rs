//! A child process with all its offspring, as one thing that ends when it should.
//!
//! The child leads a process group of its own, and whatever ends it - its own exit, a deadline, a
//! dropped handle - ends the group: a solver behind a wrapper script would otherwise go on alone. A
//! watchdog in the group does the same if this process dies without a chance to (it is killed, or calls
//! `exit`): it is a shell that reads from a pipe which only this process holds. What leaves the group by
//! itself (`setsid`) escapes. The group is killed while its leader is dead but not yet reaped, since until
//! then no other process can get its number.

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// A running child and its group.
pub(super) struct Group {
    leader: Child,
    watchdog: Option<Child>,
    ended: bool,
}

impl Group {
    /// Starts `command` as the leader of a new group. `folder` is the caller's to remove, and
    /// the watchdog's if the caller dies.
    pub(super) fn start(command: &mut Command, folder: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let leader = command.spawn()?;
        Ok(Self {
            watchdog: watchdog(&leader, folder),
            leader,
            ended: false,
        })
    }

    /// Waits until the leader exits, then ends the rest of the group; ends all of it as soon as `go_on` fails.
    pub(super) fn wait<E>(
        mut self,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<io::Result<ExitStatus>, E> {
        /// Between two looks, short at first: on a small board a solver needs some milliseconds.
        const PAUSES: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(5)];
        let mut pause = PAUSES[0];
        loop {
            match self.has_exited() {
                Ok(false) => go_on()?,
                Ok(true) => return Ok(self.end()),
                Err(error) => return Ok(Err(error)),
            }
            std::thread::sleep(pause);
            pause = PAUSES[1].min(pause * 2);
        }
    }

    /// Whether the leader has exited, leaving it unreaped.
    #[cfg(unix)]
    fn has_exited(&mut self) -> io::Result<bool> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let leader = WaitId::Pid(Pid::from_child(&self.leader));
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(leader, look)?.is_some())
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> io::Result<bool> {
        Ok(self.leader.try_wait()?.is_some())
    }

    /// Kills what is left of the group and reaps it; only once, since its number is free afterwards.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if !std::mem::replace(&mut self.ended, true) {
            self.kill();
            if let Some(watchdog) = &mut self.watchdog {
                let _ = watchdog.kill();
                let _ = watchdog.wait();
            }
        }
        self.leader.wait()
    }

    #[cfg(unix)]
    fn kill(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It fails only where nothing is left to kill.
        let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        let _ = self.leader.kill();
    }
}

/// A second safeguard, done without where there is no shell to do it.
#[cfg(unix)]
fn watchdog(leader: &Child, folder: &Path) -> Option<Child> {
    let group = i32::try_from(leader.id()).ok()?;
    let mut command = Command::new("sh");
    std::os::unix::process::CommandExt::process_group(&mut command, group);
    command
        .args(["-c", "read _; rm -rf -- \"$1\"; kill -s KILL 0", "watchdog"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()
}

#[cfg(not(unix))]
fn watchdog(_: &Child, _: &Path) -> Option<Child> {
    None
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use rustix::process::{Pid, test_kill_process};

    /// Left alone, as the tests do not die.
    fn folder() -> &'static Path {
        Path::new("no-such-folder")
    }

    #[test]
    fn a_dropped_group_is_dead_and_reaped() {
        let group =
            Group::start(Command::new("sleep").arg("300"), folder()).expect("every Unix sleeps");
        let leader = Pid::from_child(&group.leader);
        assert!(test_kill_process(leader).is_ok());
        drop(group);
        assert!(test_kill_process(leader).is_err());
    }

    #[test]
    fn an_exit_code_arrives() {
        let group =
            Group::start(Command::new("sh").args(["-c", "exit 20"]), folder()).expect("a shell");
        let status = group.wait(|| Ok::<(), ()>(())).expect("not stopped");
        assert_eq!(status.expect("it ran").code(), Some(20));
    }
}
