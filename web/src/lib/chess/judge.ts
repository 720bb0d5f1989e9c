/** Which moves gave something away. */
import { whiteShare, type Score } from './score';
import type { TreeNode } from './tree';

/** What a move may cost, in White's or Black's share of the point, before it gets a sign. */
const steps = [
  { loss: 0.15, nag: 4 },
  { loss: 0.1, nag: 2 },
  { loss: 0.05, nag: 6 },
] as const;

/** The sign a move earns by what it cost, if any. */
export function judge(node: TreeNode, scores: ReadonlyMap<number, Score>): number | undefined {
  const [before, after] = [node.parent && scores.get(node.parent.id), scores.get(node.id)];
  if (!before || !after) return undefined;
  const gained = whiteShare(after) - whiteShare(before);
  const lost = node.ply % 2 === 1 ? -gained : gained;
  return steps.find(step => lost >= step.loss)?.nag;
}
