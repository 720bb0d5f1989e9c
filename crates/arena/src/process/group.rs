//! An engine's process together with those that it starts.
//!
//! On Unix an engine leads a group of its own. Ctrl-C, which the terminal sends to the group of the
//! arbiter, does not reach it: the arbiter ends engines in order. Killing the group ends an engine
//! behind a script, too. On Linux an engine also ends with the arbiter, even if that is killed.

use std::io;
use std::process::{Child, Command};

/// The group that an engine leads.
#[derive(Debug)]
pub(super) struct Group {
    #[cfg(unix)]
    leader: rustix::process::Pid,
}

#[cfg(not(unix))]
pub(super) fn spawn(mut command: Command) -> io::Result<(Child, Group)> {
    Ok((command.spawn()?, Group {}))
}

/// Starts a process as the leader of a new group.
#[cfg(unix)]
pub(super) fn spawn(mut command: Command) -> io::Result<(Child, Group)> {
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(target_os = "linux")]
    let child = linux::spawn(command)?;
    #[cfg(not(target_os = "linux"))]
    let child = command.spawn()?;
    let leader = rustix::process::Pid::from_child(&child);
    Ok((child, Group { leader }))
}

impl Group {
    /// Ends all processes of the group.
    pub(super) fn kill(&self) {
        // An error means that they have ended already.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(self.leader, rustix::process::Signal::KILL);
    }
}

/// Linux ends a child together with the thread that started it, if it is told to. Threads of the
/// arbiter come and go; so one that stays starts all engines.
#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::LazyLock;
    use std::sync::mpsc::{Sender, channel};
    use std::thread;

    use parking_lot::Mutex;
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

    /// A command to start, and where to send its process.
    type Order = (Command, Sender<io::Result<Child>>);

    static STARTER: LazyLock<Mutex<Sender<Order>>> = LazyLock::new(|| {
        let (orders, received) = channel::<Order>();
        // If there can be no thread, the orders go nowhere, which is an error for those who wait.
        let _ = thread::Builder::new().name("engine starter".to_owned()).spawn(move || {
            for (mut command, answer) in received {
                let _ = answer.send(command.spawn());
            }
        });
        Mutex::new(orders)
    });

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        let arbiter = getpid();
        // SAFETY: between fork and exec only system calls are made, and nothing is allocated.
        unsafe {
            command.pre_exec(move || {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // The arbiter may have ended before it could be followed.
                if getppid() == Some(arbiter) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
            });
        }
        let (answer, child) = channel();
        let none = || io::Error::other("there is no thread to start engines");
        STARTER.lock().send((command, answer)).map_err(|_| none())?;
        child.recv().map_err(|_| none())?
    }
}
