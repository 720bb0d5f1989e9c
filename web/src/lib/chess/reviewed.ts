/** What a review says of a game, written into it. The judgement is the server's. */
import type { GameReview, MoveClass } from '../protocol/review';
import { setScore } from './pgn';
import { scoreFrom, type Score } from './score';
import { sideToMove, type Side } from './position';
import type { GameTree, TreeNode } from './tree';

export const slipClasses = ['inaccuracy', 'mistake', 'blunder'] as const satisfies readonly MoveClass[];

const nags: Partial<Record<MoveClass, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** The glyph of a class, where annotators mark it. */
export const nagOf = (name: MoveClass): number | undefined => nags[name];

export const isSlip = (name: MoveClass): boolean => name in nags;

/** Who made the move that led to a node. */
export const moverOf = (node: TreeNode): Side => (sideToMove(node.fen) === 'white' ? 'black' : 'white');

/** Writes a review as `petteia annotate` does: evaluations, glyphs and better lines at slips, and tags. */
export function writeReview(tree: GameTree, review: GameReview): void {
  if (tree.headers.size === 0) {
    for (const name of ['White', 'Black']) tree.headers.set(name, '?');
    tree.headers.set('Result', '*');
  }
  for (const [name, value] of review.tags) tree.headers.set(name, value);
  tree.mainLine().forEach((node, index) => {
    const [score, move] = [review.positions[index + 1]?.score, review.moves[index]];
    if (!score || !move) return;
    // After a mating move there is nothing left to evaluate.
    if (score.kind !== 'mate' || score.value !== 0) setScore(node, score);
    const nag = nagOf(move.class);
    if (nag === undefined) return;
    node.nags = [nag, ...node.nags.filter(code => code > 6)];
    let at = node.parent;
    for (const { uci } of move.best) at = at && tree.play(at, uci);
  });
}

/** The scores of a review, by node. */
export function scoresOfReview(tree: GameTree, review: GameReview): Map<number, Score> {
  const scores = new Map<number, Score>();
  [tree.root, ...tree.mainLine()].forEach((node, index) => {
    const score = review.positions[index]?.score;
    if (score) scores.set(node.id, scoreFrom(score, sideToMove(node.fen)));
  });
  return scores;
}
