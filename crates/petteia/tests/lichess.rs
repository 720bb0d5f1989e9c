//! `petteia lichess` as a process: ended in mid-game and started again, and asked to end.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use gamekit::Color;
use lichess_fake::{Fake, TOKEN, Terms};

struct Process {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Process {
    /// Starts the bot with its token in the environment, and waits until it plays.
    fn start(fake: &Fake, folder: &Path) -> Self {
        let mut child = Command::new(cargo_bin!("petteia"))
            .args(["lichess", "--evaluator", "classical", "--url", &fake.url()])
            .env("PETTEIA_DATA", folder)
            .env("PETTEIA_LICHESS_TOKEN", TOKEN)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("its output"));
        let mut process = Self { child, stdout };
        assert_eq!(process.line(), format!("PetteiaBot is online at {}", fake.url()));
        process
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    fn signal(&self, signal: &str) {
        let kill = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(kill.expect("kill").success());
    }

    /// Waits for the end; what was said, on stdout and stderr.
    fn end(mut self) -> (Option<i32>, String, String) {
        let (mut said, mut errors) = (String::new(), String::new());
        self.stdout.read_to_string(&mut said).expect("text");
        self.child.stderr.take().expect("its errors").read_to_string(&mut errors).expect("text");
        (self.child.wait().expect("its end").code(), said, errors)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_the_process_and_ctrl_c_waits_for_its_end() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().expect("a folder"));
    let id = fake.begin(Terms::default());
    let first = Process::start(&fake, folder.path());
    fake.until("a first move", |fake| fake.status(&id).plies == 1).await;
    first.signal("-KILL");
    assert_eq!(first.end().0, None);

    fake.play(&id, "e7e5");
    let mut second = Process::start(&fake, folder.path());
    assert_eq!(second.line(), format!("{id}: playing on as White against Mary, 2 half-moves so far"));
    fake.until("a second move", |fake| fake.status(&id).plies == 3).await;
    second.signal("-INT");
    assert_eq!(second.line(), "games to finish: 1");
    fake.end(&id, "resign", Some(Color::White));
    let (code, said, errors) = second.end();
    assert_eq!(code, Some(0), "{errors}");
    assert!(said.contains(&format!("{id}: won (resign)\n1 win, 0 losses, 0 draws (100.0 %)")), "{said}");
    assert!(errors.contains("Ctrl-C again ends at once"), "{errors}");
    assert!(!said.contains(TOKEN) && !errors.contains(TOKEN));
    let kept =
        std::fs::read_to_string(folder.path().join("lichess").join(format!("{id}.pgn"))).expect("a game");
    assert!(kept.contains("[Result \"1-0\"]"), "{kept}");
}
