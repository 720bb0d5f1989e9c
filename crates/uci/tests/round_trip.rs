//! What is written reads back the same, and no text does harm.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use uci::{
    BestMove, Bound, BoundedScore, Chances, Command, CurrentLine, GenFens, Go, Info, Message, OptionKind,
    OptionSpec, Position, ScoreText, SetOption, Start, UciMove,
};

fn uci_move() -> impl Strategy<Value = UciMove> {
    "[a-h][1-8][a-h][1-8][nbrq]?".prop_map(|text| text.parse().expect("made as a move"))
}

/// Words that are not keywords, separated by single blanks.
fn text() -> impl Strategy<Value = String> {
    "[A-Z][A-Za-z0-9_./-]{0,8}( [A-Z0-9][a-z0-9=]{0,5}){0,3}"
}

fn go() -> impl Strategy<Value = Go> {
    let clocks = (of(any::<i64>()), of(any::<i64>()), of(any::<i64>()), of(any::<i64>()));
    let limits = (of(any::<u32>()), of(any::<u32>()), of(any::<u64>()), of(any::<u32>()), of(any::<u64>()));
    (vec(uci_move(), 0..4), any::<(bool, bool)>(), clocks, limits).prop_map(
        |(searchmoves, (ponder, infinite), clocks, limits)| {
            let (wtime, btime, winc, binc) = clocks;
            let (movestogo, depth, nodes, mate, movetime) = limits;
            Go {
                searchmoves,
                ponder,
                wtime,
                btime,
                winc,
                binc,
                movestogo,
                depth,
                nodes,
                mate,
                movetime,
                infinite,
            }
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    let start = prop_oneof![Just(Start::Initial), text().prop_map(Start::Fen)];
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        text().prop_map(Command::Register),
        (text(), of(prop_oneof![text(), Just(String::new())]))
            .prop_map(|(name, value)| Command::SetOption(SetOption { name, value })),
        (start, vec(of(uci_move()), 0..9))
            .prop_map(|(start, moves)| Command::Position(Position { start, moves })),
        go().prop_map(Command::Go),
        any::<u32>().prop_map(Command::Perft),
        of(any::<u32>()).prop_map(Command::Bench),
        (any::<u64>(), any::<u64>(), of("[a-m]{1,9}"))
            .prop_map(|(count, seed, book)| { Command::GenFens(GenFens { count, seed, book }) }),
    ]
}

fn score() -> impl Strategy<Value = BoundedScore> {
    let value = prop_oneof![any::<i32>().prop_map(ScoreText::Cp), any::<i32>().prop_map(ScoreText::Mate)];
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    (value, bound).prop_map(|(value, bound)| BoundedScore { value, bound })
}

fn info() -> impl Strategy<Value = Info> {
    let numbers = (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()), of(any::<u64>()), of(any::<u64>()));
    let wdl = of((any::<u16>(), any::<u16>(), any::<u16>()).prop_map(|(win, draw, loss)| Chances {
        win,
        draw,
        loss,
    }));
    let lines = (vec(uci_move(), 0..9), vec(uci_move(), 0..3), of((of(any::<u32>()), vec(uci_move(), 0..3))));
    (numbers, of(score()), wdl, of(uci_move()), lines, of(text())).prop_map(
        |(
            (depth, seldepth, multipv, nodes, time),
            score,
            wdl,
            currmove,
            (pv, refutation, currline),
            string,
        )| {
            let currline = currline.map(|(cpu, moves)| CurrentLine { cpu, moves });
            Info {
                depth,
                seldepth,
                multipv,
                score,
                wdl,
                nodes,
                time,
                currmove,
                pv,
                refutation,
                currline,
                string,
                ..Info::default()
            }
        },
    )
}

fn message() -> impl Strategy<Value = Message> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin { default, min, max }),
        (text(), vec(text(), 0..4)).prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        prop_oneof![text(), Just(String::new())].prop_map(|default| OptionKind::String { default }),
    ];
    prop_oneof![
        text().prop_map(Message::IdName),
        Just(Message::UciOk),
        (of(uci_move()), of(uci_move()))
            .prop_map(|(best, ponder)| Message::BestMove(BestMove { best, ponder })),
        info().prop_map(Message::Info),
        (text(), kind).prop_map(|(name, kind)| Message::Option(OptionSpec { name, kind })),
    ]
}

/// Lines made of the protocol's own words: more likely to find faults than random characters.
fn line_of_keywords() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => proptest::sample::select(vec![
            "uci", "debug", "on", "isready", "setoption", "name", "value", "register", "position", "startpos",
            "fen", "moves", "go", "searchmoves", "ponder", "wtime", "depth", "perft", "mate", "infinite",
            "bench", "genfens", "seed", "book", "id", "option", "type", "spin", "combo", "var", "default",
            "min", "string", "bestmove", "info", "score", "cp", "lowerbound", "wdl", "pv", "currline", "<empty>",
        ]).prop_map(str::to_owned),
        1 => "[a-h][1-8][a-h][1-8]",
        1 => "-?[0-9]{1,22}",
        1 => "\\PC{0,4}",
    ];
    vec((word, "[ \t\r]{1,2}"), 0..12).prop_map(|words| words.into_iter().map(|(a, b)| a + &b).collect())
}

proptest! {
    #[test]
    fn commands_round_trip(command in command()) {
        prop_assert_eq!(command.to_string().parse(), Ok(command));
    }

    #[test]
    fn messages_round_trip(message in message()) {
        prop_assert_eq!(message.to_string().parse(), Ok(message));
    }

    #[test]
    fn any_text_is_read_or_refused(line in any::<String>()) {
        let _ = line.parse::<Command>();
        let _ = line.parse::<Message>();
    }

    #[test]
    fn what_was_read_is_written_on_one_line_and_reads_back(line in line_of_keywords()) {
        if let Ok(command) = line.parse::<Command>() {
            let written = command.to_string();
            prop_assert!(!written.contains(['\n', '\r']), "{:?}", written);
            prop_assert_eq!(written.parse(), Ok(command));
        }
        if let Ok(message) = line.parse::<Message>() {
            let written = message.to_string();
            prop_assert!(!written.contains(['\n', '\r']), "{:?}", written);
            prop_assert_eq!(written.parse(), Ok(message));
        }
    }
}
