//! Weights as source code.

use std::fmt::Write;

use engine::eval::Group;

/// The source file `eval/weights.rs` of the engine, with these weights in place of its own.
pub fn weights_file(weights: &[[f64; 2]]) -> String {
    let mut text = String::from(
        "//! The weights of the classical evaluation, in centipawns for middlegame and endgame.\n\
         //!\n\
         //! `petteia tune` writes this file.\n\
         \n\
         use super::{Group, Pair};\n\
         \n\
         /// Every weight, in the order of [`Group::ALL`].\n\
         #[rustfmt::skip]\n\
         pub static WEIGHTS: [Pair; Group::WEIGHTS] = {\n    \
             const fn w(middlegame: i16, endgame: i16) -> Pair {\n        \
                 Pair::new(middlegame, endgame)\n    \
             }\n    \
             [\n",
    );
    for group in Group::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "        // {}: {}", group.name(), group.doc());
        for row in weights[group.range()].chunks(group.columns()) {
            let row: Vec<String> = row.iter().map(|pair| written(*pair)).collect();
            let _ = writeln!(text, "        {}", row.join(" "));
        }
    }
    text.push_str("    ]\n};\n");
    text
}

fn written(pair: [f64; 2]) -> String {
    let [middlegame, endgame] = pair.map(|weight| weight.round().clamp(-9999.0, 9999.0) as i16);
    format!("w({middlegame}, {endgame}),")
}
