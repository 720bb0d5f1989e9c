use std::thread;

use proptest::prelude::*;

use super::*;

/// A tree as plain data: a label, visits and children.
#[derive(Clone, PartialEq, Debug)]
struct Plain {
    label: u16,
    visits: u32,
    children: Vec<Plain>,
}

impl Plain {
    fn of(arena: &Arena, node: &Node) -> Self {
        let children = arena.children(node).map_or(&[][..], |(_, children)| children);
        let children = children.iter().map(|child| Self::of(arena, child)).collect();
        Self { label: node.mv(), visits: node.visits(), children }
    }

    /// What is left when nodes with fewer visits lose their children; the root keeps its own.
    fn pruned(&self, least: u32) -> Self {
        let prune = |child: &Self| {
            if child.visits >= least {
                child.pruned(least)
            } else {
                Self { children: Vec::new(), ..child.clone() }
            }
        };
        Self { children: self.children.iter().map(prune).collect(), ..self.clone() }
    }

    fn nodes(&self) -> usize {
        1 + self.children.iter().map(Self::nodes).sum::<usize>()
    }
}

/// Grows a tree: each step visits a path, chosen by the numbers, and adds children at its end.
/// Returns how many steps found room.
fn grow(arena: &Arena, steps: &[(Vec<u8>, u8)]) -> usize {
    let mut labels = 1..;
    let mut grown = 0;
    for (choices, count) in steps {
        let mut node = arena.root();
        node.enter(0.0);
        for &choice in choices {
            let Some((_, children)) = arena.children(node) else { break };
            node = &children[usize::from(choice) % children.len()];
            node.enter(0.0);
        }
        if node.children().is_none() {
            assert!(node.claim());
            let block = arena.allocate(usize::from(*count));
            for child in block.map_or(&[][..], |(_, children)| children) {
                child.reset(labels.next().unwrap_or(0), 0.5);
            }
            node.publish(block.map(|(first, children)| (first, children.len())));
            grown += usize::from(block.is_some());
        }
    }
    grown
}

fn arena() -> Arena {
    let mut arena = Arena::with_capacity(Arena::LEAST).expect("a little memory");
    arena.clear();
    arena
}

fn steps() -> impl Strategy<Value = Vec<(Vec<u8>, u8)>> {
    prop::collection::vec((prop::collection::vec(any::<u8>(), 0..12), 1_u8..60), 1..200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn compacting_keeps_what_was_visited_often(steps in steps(), least in 0_u32..20) {
        let mut arena = arena();
        grow(&arena, &steps);
        let expected = Plain::of(&arena, arena.root()).pruned(least);
        arena.compact(Arena::ROOT, least);
        prop_assert_eq!(arena.used(), expected.nodes());
        prop_assert_eq!(Plain::of(&arena, arena.root()), expected);
    }

    #[test]
    fn another_root_takes_its_own_tree_along(steps in steps(), choice in any::<u8>()) {
        let mut arena = arena();
        grow(&arena, &steps);
        let (first, children) = arena.children(arena.root()).expect("the first step added them");
        let root = first + u32::from(choice) % children.len() as u32;
        let expected = Plain::of(&arena, arena.node(root));
        arena.compact(root, 0);
        prop_assert_eq!(arena.used(), expected.nodes());
        prop_assert_eq!(Plain::of(&arena, arena.root()), expected);
    }

    #[test]
    fn a_full_arena_is_at_most_half_full_after_a_recycling(steps in steps(), rounds in 1_usize..4) {
        let mut arena = arena();
        for _ in 0..rounds {
            grow(&arena, &steps);
            arena.compact(Arena::ROOT, arena.visits_worth_keeping());
            // The root keeps its children whatever there is.
            prop_assert!(arena.used() <= arena.capacity() / 2 + 1 + 60);
            prop_assert_eq!(Plain::of(&arena, arena.root()).nodes(), arena.used());
        }
    }
}

#[test]
fn threads_never_get_the_same_nodes() {
    let arena = arena();
    let blocks: Vec<(u32, usize)> = thread::scope(|scope| {
        let take = |len: usize| {
            let arena = &arena;
            move || {
                let blocks =
                    std::iter::from_fn(|| arena.allocate(len).map(|(first, block)| (first, block.len())));
                blocks.collect::<Vec<_>>()
            }
        };
        let threads: Vec<_> = [3, 7, 20].into_iter().map(|len| scope.spawn(take(len))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut blocks = blocks;
    blocks.sort_unstable();
    let mut end = 1;
    for (first, len) in blocks {
        assert_eq!(first, end, "a gap or an overlap");
        end = first + len as u32;
    }
    assert!(end as usize <= arena.capacity() && arena.capacity() - end as usize <= 3);
}
