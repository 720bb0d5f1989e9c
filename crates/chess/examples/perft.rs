fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap();
    let depth = args.next().unwrap().parse().unwrap();
    let fen = args.next().unwrap_or_else(|| chess::fen::INITIAL.into());
    let p: chess::Position = fen.parse().unwrap();
    println!("{}", if mode == "count" { chess::perft(&p, depth) } else { chess::perft_by_lists(&p, depth) });
}
