use gamekit::SplitMix64;

use super::scalar::Scalar;
use super::{Best, Lanes, accumulate, dot, dots, screlu};
use crate::block::{Bytes, LANES};
use crate::{Block, MOST_HIDDEN};

fn blocks(count: usize, limit: i16, rng: &mut SplitMix64) -> Vec<Block> {
    let mut draw = |_| (rng.below(2 * limit as usize + 1) as i32 - i32::from(limit)) as i16;
    (0..count).map(|_| Block(std::array::from_fn(&mut draw))).collect()
}

fn bytes(count: usize, least: i8, rng: &mut SplitMix64) -> Vec<Bytes> {
    let mut draw = |_| (i32::from(least) + rng.below((128 - i32::from(least)) as usize) as i32) as i8;
    (0..count).map(|_| Bytes(std::array::from_fn(&mut draw))).collect()
}

#[test]
fn accumulating_is_adding_and_subtracting() {
    let mut rng = SplitMix64::new(1);
    for row in 1..=MOST_HIDDEN / LANES {
        let source = blocks(row, 16_000, &mut rng);
        let weights = blocks(20 * row, 505, &mut rng);
        for (added, removed) in [(vec![], vec![]), (vec![3], vec![19]), (vec![0, 4], vec![7, 7, 1])] {
            let expected: Vec<i16> = (0..row * LANES)
                .map(|at| {
                    let number = |blocks: &[Block], at: usize| blocks[at / LANES].0[at % LANES];
                    let weight = |&feature: &u16| number(&weights, usize::from(feature) * row * LANES + at);
                    number(&source, at) + added.iter().map(weight).sum::<i16>()
                        - removed.iter().map(weight).sum::<i16>()
                })
                .collect();
            let rows = |features: &[u16]| -> Vec<&[Block]> {
                features.iter().map(|&feature| &weights[usize::from(feature) * row..][..row]).collect()
            };
            let (added, removed) = (rows(&added), rows(&removed));
            let mut target = vec![Block::ZERO; row];
            accumulate::<Best>(&mut target, &source, &added, &removed);
            assert!(crate::block::numbers(&target).eq(expected.iter().copied()), "{row} blocks");
            accumulate::<Scalar>(&mut target, &source, &added, &removed);
            assert!(crate::block::numbers(&target).eq(expected), "{row} blocks, scalar");
        }
    }
}

#[test]
fn squares_are_summed_alike_everywhere() {
    let mut rng = SplitMix64::new(2);
    for row in 1..=MOST_HIDDEN / LANES {
        for limit in [300, 20_000] {
            let (own, other) = (blocks(row, limit, &mut rng), blocks(row, limit, &mut rng));
            let weights = blocks(2 * row, 127, &mut rng);
            assert_eq!(screlu::<Best>(&own, &other, &weights), screlu::<Scalar>(&own, &other, &weights));
        }
    }
}

#[test]
fn the_largest_sums_fit() {
    let row = MOST_HIDDEN / LANES;
    let ones = vec![Block([505; LANES]); row];
    for weight in [127, -127] {
        let weights = vec![Block([weight; LANES]); 2 * row];
        let expected = 2 * MOST_HIDDEN as i64 * 255 * 255 * i64::from(weight);
        assert_eq!(screlu::<Best>(&ones, &ones, &weights), expected);
        assert_eq!(screlu::<Scalar>(&ones, &ones, &weights), expected);
    }
}

#[test]
fn clipping_keeps_the_order() {
    let mut rng = SplitMix64::new(3);
    for block in blocks(100, 300, &mut rng) {
        let expected = block.0.map(|number| number.clamp(0, 127) as i8);
        assert_eq!(Best::load(&block).clip().0, expected);
        assert_eq!(Scalar::load(&block).clip().0, expected);
    }
}

#[test]
fn pairs_are_multiplied_alike_everywhere() {
    let mut rng = SplitMix64::new(5);
    for _ in 0..100 {
        let [a, b] = [(); 2].map(|()| blocks(1, 300, &mut rng)[0]);
        let expected: [i8; LANES] = std::array::from_fn(|lane| {
            let one = |value: i16| f64::from(value.clamp(0, 255)) / 255.0;
            (one(a.0[lane]) * one(b.0[lane]) * (255.0 * 255.0 / 512.0) + 0.5).floor() as i8
        });
        assert_eq!(Best::load(&a).pairs(Best::load(&b)).0, expected);
        assert_eq!(Scalar::load(&a).pairs(Scalar::load(&b)).0, expected);
    }
    let most = Block([505; LANES]);
    assert_eq!(Best::load(&most).pairs(Best::load(&most)).0, [127; LANES]);
}

#[test]
fn bytes_are_multiplied_alike_everywhere() {
    let mut rng = SplitMix64::new(4);
    for count in [1, 16] {
        let mut input = bytes(count, 0, &mut rng);
        let mut weights = bytes(count, -128, &mut rng);
        assert_eq!(dot::<Best>(&input, &weights), dot::<Scalar>(&input, &weights));
        input.fill(Bytes([127; LANES]));
        weights.fill(Bytes([-128; LANES]));
        assert_eq!(dot::<Best>(&input, &weights), -127 * 128 * (count * LANES) as i32);
        assert_eq!(dot::<Scalar>(&input, &weights), -127 * 128 * (count * LANES) as i32);
    }
}

#[test]
fn rows_are_multiplied_one_by_one() {
    let mut rng = SplitMix64::new(6);
    for count in [1, 4, 12] {
        let (input, rows) = (bytes(count, 0, &mut rng), bytes(8 * count, -128, &mut rng));
        let expected = std::array::from_fn(|row| dot::<Scalar>(&input, &rows[row * count..][..count]));
        assert_eq!(dots::<Best, 8>(&input, &rows), expected);
        assert_eq!(dots::<Scalar, 8>(&input, &rows), expected);
    }
}
