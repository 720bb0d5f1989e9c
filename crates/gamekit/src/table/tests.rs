use std::num::NonZeroU16;
use std::sync::atomic::AtomicU64;
use std::thread;

use super::*;
use crate::{Bound, Score, SplitMix64};

const PLY: Ply = Ply::ROOT;

fn entry(depth: u8) -> Entry {
    let mv = NonZeroU16::new(depth as u16 + 1);
    Entry { mv, score: Score::cp(17), eval: Some(Score::cp(-3)), depth, bound: Bound::Lower, was_pv: false }
}

/// Keys that share the only cluster of the smallest table.
fn keys() -> impl Iterator<Item = Key> {
    (1..).map(Key::new)
}

fn smallest() -> Table {
    Table::with_entries(1).expect("enough memory")
}

#[test]
fn finds_what_was_stored_and_nothing_else() {
    let table = Table::new(1).expect("enough memory");
    let mut rng = SplitMix64::new(5);
    let stored: Vec<Key> = (0..1000).map(|_| Key::new(rng.next_u64())).collect();
    for (i, &key) in stored.iter().enumerate() {
        table.store(key, PLY, entry(i as u8));
    }
    for (i, &key) in stored.iter().enumerate() {
        assert_eq!(table.probe(key, PLY), Some(entry(i as u8)));
    }
    let found = (0..10_000).filter(|_| table.probe(Key::new(rng.next_u64()), PLY).is_some()).count();
    assert!(found <= 2, "{found} of 10000 unknown positions were taken for known ones");
}

#[test]
fn an_empty_table_knows_nothing() {
    let table = smallest();
    assert_eq!(table.probe(Key::ZERO, PLY), None, "a key whose check is that of an empty slot");
    assert_eq!(table.hashfull(5000), 0);
}

#[test]
fn the_shallowest_entry_goes_first() {
    let table = smallest();
    for (key, depth) in keys().zip([9, 5, 7, 6]) {
        table.store(key, PLY, entry(depth));
    }
    let depths: Vec<_> = keys().take(4).map(|key| table.probe(key, PLY).map(|entry| entry.depth)).collect();
    assert_eq!(depths, [Some(9), None, Some(7), Some(6)]);
}

#[test]
fn entries_of_past_searches_go_before_shallow_ones_of_this() {
    let table = smallest();
    let [old, first, second, third] = [1, 2, 3, 4].map(Key::new);
    table.store(old, PLY, entry(10));
    table.new_search();
    table.new_search();
    for key in [first, second, third] {
        table.store(key, PLY, entry(2));
    }
    assert_eq!(table.probe(old, PLY), None);
    assert!([first, second, third].iter().all(|&key| table.probe(key, PLY).is_some()));
    assert_eq!(table.hashfull(5000), 1000);
}

#[test]
fn a_position_keeps_its_move_and_its_deep_result() {
    let table = smallest();
    let key = Key::new(77);
    let without_move = |depth, bound| Entry { mv: None, bound, ..entry(depth) };
    table.store(key, PLY, entry(20));

    table.store(key, PLY, without_move(3, Bound::Upper));
    assert_eq!(table.probe(key, PLY), Some(entry(20)), "a shallow bound came from the same search");

    table.store(key, PLY, without_move(18, Bound::Upper));
    let kept_move = Entry { mv: entry(20).mv, ..without_move(18, Bound::Upper) };
    assert_eq!(table.probe(key, PLY), Some(kept_move));

    table.store(key, PLY, entry(20));
    table.store(key, PLY, without_move(3, Bound::Exact));
    assert_eq!(table.probe(key, PLY).map(|entry| entry.depth), Some(3), "exact wins");

    table.store(key, PLY, entry(20));
    table.new_search();
    table.store(key, PLY, without_move(3, Bound::Upper));
    assert_eq!(table.probe(key, PLY).map(|entry| entry.depth), Some(3), "a new search wins");
}

#[test]
fn forced_ends_are_counted_from_the_asking_root() {
    let table = smallest();
    let key = Key::new(5);
    let mate = Entry { score: Score::mate_in(Ply::new(9)), ..entry(4) };
    table.store(key, Ply::new(6), mate);
    let seen_from = |ply| table.probe(key, Ply::new(ply)).map(|entry| entry.score);
    assert_eq!(seen_from(6), Some(Score::mate_in(Ply::new(9))));
    assert_eq!(seen_from(2), Some(Score::mate_in(Ply::new(5))));
    let lost = Entry { score: Score::mated_in(Ply::new(8)), ..entry(4) };
    table.store(key, Ply::new(2), lost);
    assert_eq!(seen_from(10), Some(Score::mated_in(Ply::new(16))));
}

/// The word of one write with the check of another: no more than chance lets pass.
#[test]
fn torn_writes_are_not_taken_for_entries() {
    let mut rng = SplitMix64::new(3);
    let mut taken = 0;
    let (table, torn) = (smallest(), smallest());
    for _ in 0..50_000 {
        let [first, second] = [(); 2].map(|()| Key::new(rng.next_u64()));
        let [one, other] = [(); 2].map(|()| entry(rng.below(256) as u8));
        table.clear(1);
        torn.clear(1);
        table.store(first, PLY, one);
        torn.store(second, PLY, other);
        torn.memory.clusters()[0].tear(&table.memory.clusters()[0]);
        if one.depth != other.depth {
            taken += [first, second].iter().filter(|&&key| torn.probe(key, PLY).is_some()).count();
        }
    }
    // 100000 probes, each with a chance of 1 in 65536.
    assert!(taken <= 10, "{taken} torn writes were taken for entries");
}

#[test]
fn many_threads_never_read_what_none_wrote() {
    let table = Table::with_entries(300).expect("enough memory");
    // All of an entry follows from its key, so any mixture of two would show.
    let entry_of = |key: Key| Entry {
        mv: NonZeroU16::new((key.bits() >> 7) as u16),
        score: Score::cp((key.bits() >> 20) as i16 as i32 / 2),
        eval: None,
        depth: (key.bits() >> 40) as u8,
        bound: Bound::Exact,
        was_pv: key.bits() >> 50 & 1 != 0,
    };
    let mut rng = SplitMix64::new(11);
    let keys: Vec<Key> = (0..2000).map(|_| Key::new(rng.next_u64())).collect();
    let (hits, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for seed in 0..4 {
            let (table, keys, hits, wrong) = (&table, &keys, &hits, &wrong);
            scope.spawn(move || {
                let mut rng = SplitMix64::new(seed);
                for _ in 0..200_000 {
                    let key = keys[rng.below(keys.len())];
                    if let Some(found) = table.probe(key, PLY) {
                        let counter = if found == entry_of(key) { hits } else { wrong };
                        counter.fetch_add(1, Relaxed);
                    }
                    table.store(key, PLY, entry_of(key));
                }
            });
        }
    });
    let (hits, wrong) = (hits.into_inner(), wrong.into_inner());
    assert!(hits > 10_000, "only {hits} hits");
    // A probe meets up to three strangers whose checks may be the same by chance.
    assert!(wrong < 300, "{wrong} of {} entries were mixed up", hits + wrong);
}

#[test]
fn sizes_are_kept_to() {
    let mut table = Table::new(2).expect("enough memory");
    assert_eq!(table.bytes(), 2 * MEGABYTE);
    let million = Table::with_entries(1_000_000).expect("enough memory");
    assert!(million.entries() >= 1_000_000 && million.bytes() < 11 * MEGABYTE);
    table.resize(1, 2).expect("enough memory");
    assert_eq!(table.bytes(), MEGABYTE);
}

#[test]
fn too_much_memory_is_an_error_and_the_old_size_stays() {
    let megabytes = usize::MAX;
    assert_eq!(Table::new(megabytes).err(), Some(TableError::Refused { megabytes }));
    let megabytes = 1 << 43;
    let mut table = smallest();
    let error = table.resize(megabytes, 1).expect_err("no machine has 2^43 megabytes");
    assert!(error.to_string().starts_with("no memory for a table of 8796093022208 MB"), "{error}");
    assert_eq!(table.entries(), ENTRIES);
}

#[test]
fn clearing_forgets_everything() {
    let table = Table::new(3).expect("enough memory");
    let mut rng = SplitMix64::new(8);
    let keys: Vec<Key> = (0..5000).map(|_| Key::new(rng.next_u64())).collect();
    for &key in &keys {
        table.store(key, PLY, entry(1));
    }
    table.prefetch(keys[0]);
    assert!(table.hashfull(5000) > 0);
    assert_eq!(table.hashfull(100), 0, "too few nodes for a thousandth of the table");
    table.clear(3);
    assert!(keys.iter().all(|&key| table.probe(key, PLY).is_none()));
    assert_eq!(table.hashfull(5000), 0);
}
