//! What every command says of bad input: one line on stderr that names the text and what was
//! expected and says nothing twice, exit code 2, nothing on stdout.

#[path = "common/commands.rs"]
mod commands;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use trainer::data::Writer;
use trainer::training::synthetic;

/// Arguments of a command, and parts of the message they lead to.
type Mistake = (&'static [&'static str], [&'static str; 2]);

/// First arguments, and mistakes in those that follow.
const MISTAKES: &[(&[&str], &[Mistake])] = &[
    (
        &[],
        &[
            (&["mathc"], ["unknown command 'mathc'", "did you mean 'match'?"]),
            (&["mathc", "--help"], ["unknown command 'mathc'", "did you mean 'match'?"]),
            (&["xyzzy"], ["unknown command 'xyzzy'", "see --help"]),
            (&["mathc", "go depth 1", "quit"], ["unknown command 'mathc'", "see --help"]),
            (&["--depth"], ["'--depth'", "unexpected argument"]),
            (&["uci", "quit"], ["'quit'", "unexpected argument"]),
        ],
    ),
    (
        &["perft"],
        &[
            (&["x"], ["'x'", "expected a whole number"]),
            (&["31"], ["31", "0..=30"]),
            (&[], ["<DEPTH>", "required"]),
            (&["3", "--position", "8/8/8 w"], ["8/8/8", "expected 8 ranks"]),
            (
                &["3", "--position", "8/8/8/8/8/8/8/4K3 w"],
                ["8/8/8/8/8/8/8/4K3 w", "Black has 0 kings; expected one"],
            ),
            (&["3", "--threads", "0"], ["'0'", "1..=1024"]),
            (&["3", "--hash", "-1"], ["'-1'", "unexpected argument"]),
            (&["3", "--hash", "99999999999999"], ["99999999999999", "expected megabytes that are free"]),
            (&["3", "--hsh", "4"], ["'--hsh'", "did you mean '--hash'?"]),
        ],
    ),
    (
        &["bench"],
        &[
            (&["99"], ["99", "1..=60"]),
            (&["1", "--evaluator", "guess"], ["\"guess\"", "expected NNUE, Classical or PieceSquare"]),
            (&["1", "--net", "no/such.nnue"], ["no/such.nnue", "No such file"]),
        ],
    ),
    (
        &["eval"],
        &[
            (
                &["--position", "8/8/8/8/8/8/8/8 w - - 0 1"],
                ["8/8/8/8/8/8/8/8", "White has 0 kings; expected one"],
            ),
            (&["--net", "no/such.nnue"], ["no/such.nnue", "No such file"]),
            (&["--net", "fens.txt"], ["fens.txt", "not a net"]),
            (&["--raw", "--positions", "no/such.txt"], ["no/such.txt", "No such file"]),
            (&["--raw", "--positions", "fens.txt"], ["line 3", "\"nonsense\""]),
        ],
    ),
    (
        &["match", "--engine", "cmd=self", "name=a", "--engine", "cmd=self", "name=b"],
        &[
            (&[], ["no limit for engine \"a\"", "expected a time control"]),
            (&["--tc", "soon"], ["'soon'", "bad time control"]),
            (&["--tc", "307445734561825860:16"], ["'307445734561825860:16'", "bad time control"]),
            (&["--nodes", "9", "--concurrency", "9999999"], ["concurrency is 9999999", "at most 1024"]),
            (&["--nodes", "9", "--games", "0"], ["games is 0", "expected at least 1"]),
            (&["--nodes", "9", "--sprt", "elo0=0"], ["--sprt elo0=0", "missing field `elo1`"]),
            (&["--nodes", "9", "--sprt", "elo0=0", "elo1=x"], ["--sprt elo0=0 elo1=x", "expected f64"]),
            (&["--nodes", "9", "--sprt", "5"], ["bad --sprt \"5\"", "expected KEY=VALUE"]),
            (&["--nodes", "9", "--sprt", "elo0=5", "elo1=0"], ["elo0=5", "expected elo0 < elo1"]),
            (
                &["--nodes", "9", "--draw", "moves=3"],
                ["unknown field `moves`", "expected one of `movenumber`, `movecount`, `score`"],
            ),
            (&["--nodes", "9", "--resign", "score=-1"], ["--resign score=-1", "expected u32"]),
            (&["--nodes", "9", "--openings", "no/such.epd"], ["no/such.epd", "No such file"]),
            (&["--nodes", "9", "--openings", "fens.txt"], ["fens.txt:3", "nonsense"]),
            (&["--nodes", "9", "--openings", "bad.pgn"], ["bad.pgn", "illegal move \"Ke3\""]),
            (&["--nodes", "9", "--syzygy", "no/such"], ["no/such", "No such file"]),
            (&["--nodes", "9", "--results", "no/such/folder/r"], ["no/such/folder/r", "unable to open"]),
        ],
    ),
    (
        &["match"],
        &[
            (&[], ["0 engines", "expected at least 2"]),
            (&["--engine", "name=a"], ["name=a", "no cmd=PROGRAM"]),
            (&["--engine", "stockfish"], ["\"stockfish\"", "expected KEY=VALUE"]),
            (
                &["--engine", "cmd=no/such/engine", "--engine", "cmd=self", "--nodes", "9"],
                ["engine \"engine\" does not start", "no/such/engine"],
            ),
            (&["--shard", "9/8"], ["'9/8'", "expected i/n with i from 1 to n"]),
            (&["merge", "--out", "new.sqlite"], ["required", "<FILE>..."]),
            (&["merge", "--out", "new.sqlite", "no/such.sqlite"], ["no/such.sqlite", "unable to open"]),
            (&["merge", "--out", "new.sqlite", "fens.txt"], ["fens.txt", "file is not a database"]),
            (&["--resume", "no/such.sqlite"], ["no/such.sqlite", "unable to open"]),
            (&["--resume", "fens.txt"], ["fens.txt", "file is not a database"]),
            (&["--results", "fens.txt", "--fresh"], ["--fresh", "fens.txt exists already"]),
            (&["--config", "no/such.toml"], ["no/such.toml", "No such file"]),
            (&["--config", "typo.toml"], ["line 2", "unknown field `gmaes`"]),
        ],
    ),
    (
        &["ratings"],
        &[
            (&[], ["<RESULTS>", "required"]),
            (&["no/such.sqlite"], ["no/such.sqlite", "unable to open"]),
            (&["fens.txt", "--known", "a"], ["'a'", "expected NAME=ELO"]),
        ],
    ),
    (
        &["spsa", "run.toml", "--openings", "fens.txt"],
        &[(&["--nodes", "100"], ["parameters are fixed", "--features engine/tune"])],
    ),
    (
        &["compliance"],
        &[
            (&["no/such/engine"], ["cannot start \"no/such/engine\"", "No such file"]),
            (&["/bin/false", "--answers"], ["stop to bestmove, 1 thread", "engine"]),
            (&["self", "--step", "99"], ["99", "1..=22"]),
        ],
    ),
    (
        &["datagen", "--games", "1"],
        &[
            (&[], ["--out <FILE>", "required"]),
            (&["--out", "no/such/folder/games"], ["no/such/folder/games", "No such file"]),
            (&["--out", "noise.games"], ["noise.games", "PTGAMES"]),
            (&["--out", "some.games"], ["made by \"made up\"", "to continue it"]),
            (&["--out", "new.games", "--net", "fens.txt"], ["fens.txt", "not a net"]),
            (&["--out", "some.games", "--fresh"], ["--fresh", "some.games exists already"]),
            (&["--out", "new.games", "--shard", "3/2"], ["\"3/2\"", "expected i/n"]),
        ],
    ),
    (
        &["data"],
        &[
            (&["stats", "none.games"], ["none.games", "No such file"]),
            (&["check", "noise.games"], ["noise.games", "PTGAMES"]),
            (&["check", "cut.games"], ["cut.games", "is broken"]),
            (&["wdl", "none.games"], ["none.games", "No such file"]),
            (
                &["convert", "bad.pgn", "--from", "pgn", "--out", "new.games"],
                ["game 1", "illegal move \"Ke3\""],
            ),
            (
                &["convert", "untold.pgn", "--from", "pgn", "--out", "new.games"],
                ["game 1: no tag says", "expected --evals before"],
            ),
            (
                &["convert", "some.games", "--evals", "after", "--to", "viriformat", "--out", "new"],
                ["--evals", "expected --from pgn"],
            ),
            (&["positions", "--out", "new.db"], ["--from-pgn <FILE>", "required"]),
            (&["positions", "--from-pgn", "none.pgn", "--out", "new.db"], ["none.pgn", "No such file"]),
            (&["positions", "--from-games", "noise.games", "--out", "new.db"], ["noise.games", "PTGAMES"]),
            (&["errors", "none.db"], ["none.db", "expected a database"]),
            (&["errors", "noise.games"], ["noise.games", "not a database"]),
            (&["merge", "--out", "some.games", "some.games"], ["--out some.games", "exists already"]),
            (&["filter", "--out", "new.games", "none.games"], ["none.games", "No such file"]),
            (
                &["convert", "noise.games", "--from", "viriformat", "--out", "new.games"],
                ["noise.games", "expected games in viriformat"],
            ),
        ],
    ),
    (
        &["tune"],
        &[
            (&[], ["<FILE>", "required"]),
            (&["none.games"], ["none.games", "No such file"]),
            (&["noise.games"], ["noise.games", "PTGAMES"]),
        ],
    ),
    (
        &["train"],
        &[
            (&[], ["<RECIPE>", "required"]),
            (&["none.toml"], ["none.toml", "No such file"]),
            (&["some.games"], ["some.games", "UTF-8"]),
            (&["hidden.toml"], ["hidden size 33", "expected a multiple of 32"]),
            (&["key.toml"], ["unknown field `hiden`", "expected one of"]),
            (&["wdl.toml"], ["wdl", "expected a number or two"]),
            (&["missing.toml"], ["none.games", "No such file"]),
            (&["cut.toml"], ["cut.games", "is broken"]),
            (&["noise.toml"], ["noise.games", "expected it to begin with PTGAMES"]),
            (&["start.toml"], ["start: some.games", "not a net; expected NAME.floats"]),
            (&["dense.toml"], ["none.db", "expected a database"]),
            (&["layers.toml"], ["layers.toml", "unknown field `layers`"]),
            (&["few.toml"], ["0 positions for training", "expected some of both"]),
            (&["recipe.toml", "--resume"], ["holds no training", "expected a checkpoint"]),
            (&["recipe.toml", "--threads", "0"], ["'0'", "--threads"]),
            (&["--benchmark", "--hidden", "100"], ["hidden size 100", "expected a multiple of 32"]),
        ],
    ),
    (
        &["serve", "--no-open", "--port", "0", "--data", "data"],
        &[
            (&["--listen", "nowhere"], ["'nowhere'", "--listen"]),
            (&["--listen", "192.0.2.1"], ["cannot listen on 192.0.2.1", "assign"]),
            (&["--index", "no/such.index"], ["--index no/such.index", "No such file"]),
            (&["--index", "fens.txt"], ["--index fens.txt", "not an index of games"]),
            (&["--syzygy", "no/such"], ["no/such", "No such file"]),
            (&["--engines", "no/such.toml"], ["no/such.toml", "No such file"]),
            (&["--engines", "engines.toml"], ["engines.toml: line 2", "unknown field `engines`"]),
        ],
    ),
    (
        &["serve", "--no-open", "--port"],
        &[
            (&["x"], ["'x'", "--port"]),
            (&["0", "--data", "fens.txt"], ["cannot keep games in fens.txt", "fens.txt"]),
        ],
    ),
    (
        &["lichess"],
        &[
            (&[], ["no token", "expected --token-file FILE or PETTEIA_LICHESS_TOKEN"]),
            (&["--token-file", "no/such/file"], ["--token-file no/such/file", "No such file"]),
            (&["--token-file", "fens.txt"], ["--token-file fens.txt", "expected one word"]),
            (&["--token", "x"], ["'--token'", "did you mean '--token-file'?"]),
            (&["--token-file", "token", "--config", "no/such.toml"], ["no/such.toml", "No such file"]),
            (
                &["--token-file", "token", "--config", "typo.toml"],
                ["typo.toml: line 1", "unknown field `games`"],
            ),
            (&["--token-file", "token", "--config", "elo.toml"], ["elo.toml: elo = 3", "from 400 to 2800"]),
            (&["--token-file", "token", "--config", "book.toml"], ["book no/such.bin", "No such file"]),
            (&["--token-file", "token", "--url", "nowhere"], ["\"nowhere\"", "expected one as in https"]),
            (&["--token-file", "token", "--net", "no/such.nnue"], ["no/such.nnue", "No such file"]),
            (&["--token-file", "token", "--games", "fens.txt"], ["cannot make fens.txt", "exists"]),
        ],
    ),
    (
        &["neighbours"],
        &[
            (&["pref", "3"], ["unknown command 'pref'", "did you mean 'perft'?"]),
            (&["perft", "x"], ["'x'", "expected a whole number"]),
            (&["moves", "--position", "8/8 w 0 1"], ["'8/8 w 0 1'", "expected eight ranks"]),
            (
                &["moves", "--position", "bbbbbbbb/8/8/8/8/8/8/wwwwwwwx w 0 1"],
                ["\"wwwwwwwx\"", "expected eight squares"],
            ),
            (&["analyse", "--depth", "65"], ["65", "--depth"]),
            (&["analyse", "--weights", "no/such/file"], ["cannot read no/such/file", "No such file"]),
            (&["analyse", "--weights", "weights.txt"], ["weights.txt is not a weights file", "found \"9\""]),
            (&["bench", "--weights", "no/such/file"], ["cannot read no/such/file", "No such file"]),
            (&["play", "--load", "no/such/game"], ["cannot read no/such/game", "No such file"]),
            (&["play", "--load", "fens.txt"], ["fens.txt is not a saved game", "expected"]),
            (&["plot", "no/such/run", "--out", "c.svg"], ["cannot read no/such/run", "No such file"]),
            (&["match", "--player", "agent"], ["expected --player twice", "found it 1 times"]),
            (&["match", "--player", "agent", "--player", "level:12"], ["level:12", "expected a level from"]),
            (&["learn", "--out", "no/such/run", "--resume"], ["cannot read no/such/run", "No such file"]),
            (&["learn", "--out", "no/such/run", "--mu", "2"], ["expected mu from 0 to 1", "found 2"]),
            (&["experiments", "--out", "fens.txt"], ["cannot make fens.txt", "File exists"]),
            (&["zero", "--out", "no/such/run", "--gate", "2"], ["'2'", "expected a number from 0 to 1"]),
            (&["tables", "--pieces", "7"], ["7", "2..=6"]),
            (&["tables", "--out", "fens.txt"], ["cannot write fens.txt", "File exists"]),
            (&["lab", "--to", "13"], ["13", "1..=12"]),
            (&["serve", "--listen", "nowhere"], ["cannot listen on nowhere", "invalid socket address"]),
            (&["join", "nowhere", "a-game"], ["cannot play at nowhere", "invalid socket address"]),
            (&["join", "127.0.0.1:1", "a-game", "--alpha", "2"], ["'2'", "expected a number from 0 to 1"]),
        ],
    ),
    (
        &["average"],
        &[
            (&["a.floats", "b.floats"], ["--out <FILE>", "not provided"]),
            (&["no/such.floats", "b.floats", "--out", "new.nnue"], ["no/such.floats", "No such file"]),
            (&["fens.txt", "fens.txt", "--out", "new.nnue"], ["fens.txt: not a net", "NAME.floats"]),
            (&["a.floats", "b.floats", "--out", "fens.txt"], ["fens.txt", "ends in .nnue"]),
        ],
    ),
    (
        &["quality"],
        &[
            (&["--positions", "no/such.epd"], ["no/such.epd", "No such file"]),
            (&["--positions", "fens.txt"], ["fens.txt", "expected"]),
            (&["no/such.nnue", "--positions", "some.epd"], ["no/such.nnue", "No such file"]),
            (&["--make", "none.games", "--positions", "new.epd"], ["none.games", "No such file"]),
            (&["--make", "some.games", "--positions", "fens.txt"], ["fens.txt", "exists already"]),
            (&["--count", "5"], ["--make <GAMES>", "required"]),
        ],
    ),
    (
        &["suite"],
        &[
            (&["no/such.epd"], ["no/such.epd", "No such file"]),
            (&["fens.txt"], ["fens.txt", "expected an EPD with its best move"]),
            (&["new.epd", "--make", "none.games"], ["none.games", "No such file"]),
            (&["fens.txt", "--make", "some.games"], ["fens.txt", "exists already"]),
            (&["a.epd", "b.epd", "--make", "some.games"], ["--make: 2 files", "expected the one to make"]),
            (&["a.epd", "--factor", "10"], ["--make <GAMES>", "required"]),
        ],
    ),
    (
        &["explore"],
        &[
            (&["index"], ["<GAMES>", "required"]),
            (&["index", "none.pgn"], ["none.pgn", "No such file"]),
            (&["index", "cut.games", "--out", "new.index"], ["cut.games", "is broken"]),
            (&["index", "some.games", "--out", "fens.txt"], ["fens.txt", "not an index of games"]),
            (&["index", "some.games", "--out", "fens.txt", "--fresh"], ["--fresh", "exists already"]),
            (&["index", "some.games", "--out", "no/such/new.index"], ["no/such/new.index", "No such file"]),
            (&["moves"], ["no index in data/explorer", "made by petteia explore index"]),
            (&["moves", "none.index"], ["none.index", "No such file"]),
            (&["moves", "fens.txt"], ["fens.txt", "not an index of games"]),
            (&["moves", "--position", "8/8/8 w"], ["8/8/8", "expected 8 ranks"]),
        ],
    ),
    (
        &["puzzles", "make"],
        &[
            (&[], ["<GAMES>", "required"]),
            (&["none.pgn"], ["none.pgn", "No such file"]),
            (
                &["cut.games", "--out", "cut.epd", "--nodes", "1", "--verify", "10"],
                ["cut.games", "is broken"],
            ),
            (
                &["some.games", "--verify", "5000"],
                ["--verify 5000", "expected at least ten times --nodes 2000"],
            ),
            (&["some.games", "--out", "fens.txt"], ["--out fens.txt", "to continue it"]),
            (&["some.games", "--out", "fens.txt", "--fresh"], ["--fresh", "exists already"]),
            (&["some.games", "--out", "new.epd", "--net", "fens.txt"], ["fens.txt", "not a net"]),
        ],
    ),
    (
        &["annotate"],
        &[
            (&["no/such.pgn", "--out", "a.pgn"], ["no/such.pgn", "No such file"]),
            (&["weights.txt", "--out", "fens.txt"], ["fens.txt", "not written by this command"]),
            (&["bad.pgn", "--out", "fens.txt", "--fresh"], ["--fresh", "exists already"]),
            (&["bad.pgn"], ["--out <FILE>", "required"]),
            (&["bad.pgn", "--out", "new.pgn", "--known", "no/such.pgn"], ["--known no/such.pgn", "No such"]),
        ],
    ),
    (
        &["lab"],
        &[
            (&["list", "all"], ["'all'", "unexpected argument"]),
            (&["uci", "fritz"], ["'fritz'", "expected one of minimax, basic"]),
            (&["uci"], ["<PROFILE>", "required"]),
            (&["run", "everything"], ["'everything'", "expected all or one of representations"]),
            (&["run", "madrid", "--games", "0"], ["'0'", "1..=4294967295"]),
            (&["run", "madrid", "--net", "no/such.nnue"], ["no/such.nnue", "expected a file"]),
        ],
    ),
    (&["completions"], &[(&[], ["<SHELL>", "required"]), (&["basch"], ["'basch'", "did you mean 'bash'?"])]),
    (&["man"], &[(&[], ["--out <DIR>", "required"]), (&["--out", "no/such"], ["no/such", "No such file"])]),
];

#[test]
fn every_mistake_is_named_on_one_line() {
    let folder = folder();
    for (command, mistakes) in MISTAKES {
        for (args, parts) in *mistakes {
            check(folder.path(), &[*command, *args].concat(), parts);
        }
    }
}

/// A new command cannot be forgotten here.
#[test]
fn every_command_has_mistakes() {
    for command in commands::all() {
        let words = |words: &[&str]| format!("{} ", words.join(" "));
        let command = format!("{} ", command.join(" "));
        let is_covered = MISTAKES.iter().any(|(first, mistakes)| {
            mistakes.iter().any(|(args, _)| words(&[*first, *args].concat()).starts_with(&command))
        });
        assert!(is_covered, "no mistakes of petteia {command}");
    }
}

fn check(folder: &Path, args: &[&str], parts: &[&str]) {
    let mut petteia = Command::cargo_bin("petteia").expect("the binary is built");
    let assert = petteia.current_dir(folder).env("PETTEIA_DATA", "data").args(args).assert();
    let output = assert.get_output();
    let message = String::from_utf8_lossy(&output.stderr);
    let context = format!("{args:?}: {message}");
    assert_eq!(output.status.code(), Some(2), "{context}");
    assert_eq!(message.lines().count(), 1, "{context}");
    assert!(message.starts_with("petteia: "), "{context}");
    assert!(parts.iter().all(|part| message.contains(part)), "{context}");
    assert!(output.stdout.is_empty(), "{context}: nothing is printed before the mistake is found");
    let mut clauses = HashSet::new();
    assert!(message.trim().split([':', ';']).all(|clause| clauses.insert(clause.trim())), "{context}");
}

/// A folder of files, most of them with mistakes.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a file");
    let mut writer = Writer::open(&folder.path().join("some.games"), "made up", |_| ()).expect("a file");
    for number in 0..20 {
        writer.add(&synthetic::game(number)).expect("a game");
    }
    writer.finish().expect("a file");
    let games = fs::read(folder.path().join("some.games")).expect("games");
    write("cut.games", &games[..games.len() - 3]);
    write("noise.games", b"1. e4 e5 2. Nf3");
    write("fens.txt", format!("{}\n\nnonsense\n", chess::fen::INITIAL).as_bytes());
    write("some.epd", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 20;\n");
    write("bad.pgn", b"1. e4 e5 2. Ke3 *");
    write("untold.pgn", b"1. e4 {[%eval 0.3]} 1-0");
    write("dense.toml", b"name = 'd'\nkind = 'dense'\ndata = 'none.db'\n");
    write("layers.toml", b"name = 'd'\nkind = 'dense'\ndata = 'none.db'\nlayers = 5\n");
    write("typo.toml", b"games = 4\ngmaes = 4\n");
    write("engines.toml", b"\n[[engines]]\ncmd = 'x'\n");
    write("weights.txt", b"set 9\n");
    write("token", b"lip_secret\n");
    write("elo.toml", b"[engine]\nelo = 3\n");
    write("book.toml", b"[engine]\nbook = 'no/such.bin'\n");
    write("recipe.toml", RECIPE.as_bytes());
    write("few.toml", format!("{RECIPE}\n[filter]\nfirst_ply = 1000\n").as_bytes());
    for (name, from, to) in [
        ("hidden.toml", "hidden = 32", "hidden = 33"),
        ("key.toml", "hidden", "hiden"),
        ("wdl.toml", "wdl = 0.5", "wdl = 'half'"),
        ("missing.toml", "some.games", "none.games"),
        ("cut.toml", "some.games", "cut.games"),
        ("noise.toml", "some.games", "noise.games"),
        ("start.toml", "epochs", "start = 'some.games'\nepochs"),
    ] {
        write(name, RECIPE.replace(from, to).as_bytes());
    }
    folder
}

const RECIPE: &str = "name = 'small'\ndata = ['some.games']\nhidden = 32\nbuckets = 8\nepochs = 1\n\
    wdl = 0.5\nbatch = 500\nvalidation = 0.1\n";
