/** The nodes of a drawn search: which are open, and how their values are written. */
import { scoreFrom, showScore } from '../chess/score';
import type { SearchNode } from '../protocol/lab';

/** Places among the moves at each node, with points between them; the root has none. */
export const pathTo = (path: string, place: number): string => (path ? `${path}.${place}` : `${place}`);

/** The nodes on the way of best play, as far as they are drawn. */
export function bestLine(root: SearchNode): string[] {
  const paths = [''];
  let node = root;
  for (;;) {
    const place = node.children.findIndex(child => child.best);
    const next = node.children[place];
    if (!next?.children.length) return paths;
    paths.push(pathTo(paths.at(-1)!, place));
    node = next;
  }
}

/** All nodes whose moves are drawn. */
export function drawnPaths(node: SearchNode, path = ''): string[] {
  if (!node.children.length) return [];
  return [path, ...node.children.flatMap((child, place) => drawnPaths(child, pathTo(path, place)))];
}

/** The tree with another node in the place of the one at the end of the path. */
export function withNode(root: SearchNode, path: string, found: SearchNode): SearchNode {
  if (!path) return found;
  const [first, ...rest] = path.split('.');
  const place = Number(first);
  const children = root.children.map((child, index) =>
    index === place ? withNode(child, rest.join('.'), found) : child,
  );
  return { ...root, children };
}

const signs = { exact: '', atLeast: '≥ ', atMost: '≤ ', cut: '' } as const;

/** “≥ +1.00”; nothing if the node was cut off. */
export const shownValue = (node: SearchNode): string =>
  node.value ? `${signs[node.bound]}${showScore(scoreFrom(node.value, node.turn))}` : '';

/** “−∞ … +0.50”: what White can have already, and what Black can hold White to. */
export function shownWindow({ alpha, beta, turn }: SearchNode): string {
  const side = (score: SearchNode['alpha'], none: string) =>
    score ? showScore(scoreFrom(score, turn)) : none;
  return `${side(alpha, '−∞')} … ${side(beta, '+∞')}`;
}
