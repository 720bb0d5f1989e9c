/**
 * How a game is set on the page: the main line in pairs of moves, side lines and comments between them as
 * running text. A flat list of plain values, made anew whenever the tree changes, so that drawing it is a loop.
 */
import { readable } from './pgn';
import type { GameTree, TreeNode } from './tree';

export type Token =
  | { kind: 'number'; text: string }
  | { kind: 'move'; node: TreeNode }
  | { kind: 'comment'; text: string }
  | { kind: 'open' | 'close' };

export type Block =
  | {
      kind: 'pair';
      number: number;
      white: TreeNode | undefined;
      black: TreeNode | undefined;
      broken: boolean;
    }
  | { kind: 'aside'; key: string; tokens: Token[] };

export function layOut(tree: GameTree): Block[] {
  const blocks: Block[] = [];
  const opening = comments(tree.root.comments);
  if (opening.length) blocks.push({ kind: 'aside', key: 'start', tokens: opening });
  for (let at = tree.root.children[0]; at; at = at.children[0]) {
    const isWhite = at.ply % 2 === 1;
    const last = blocks.at(-1);
    if (!isWhite && last?.kind === 'pair' && !last.black) last.black = at;
    else {
      const number = Math.ceil(at.ply / 2);
      blocks.push({
        kind: 'pair',
        number,
        white: isWhite ? at : undefined,
        black: isWhite ? undefined : at,
        broken: false,
      });
    }
    const tokens = [...comments(at.startingComments), ...comments(at.comments)];
    for (const rival of at.parent?.children.slice(1) ?? []) tokens.push(...sideLine(rival));
    if (tokens.length) {
      const pair = blocks.at(-1);
      if (isWhite && pair?.kind === 'pair' && at.children.length) pair.broken = true;
      blocks.push({ kind: 'aside', key: `after ${at.id}`, tokens });
    }
  }
  return blocks;
}

function sideLine(first: TreeNode): Token[] {
  const tokens: Token[] = [{ kind: 'open' }, ...comments(first.startingComments)];
  let numbered = true;
  for (let at: TreeNode | undefined = first; at; at = at.children[0]) {
    const number = Math.ceil(at.ply / 2);
    if (at.ply % 2 === 1) tokens.push({ kind: 'number', text: `${number}.` });
    else if (numbered) tokens.push({ kind: 'number', text: `${number}…` });
    tokens.push({ kind: 'move', node: at }, ...comments(at.comments));
    numbered = at.comments.length > 0;
    if (at !== first) {
      for (const rival of at.parent?.children.slice(1) ?? []) {
        tokens.push(...sideLine(rival));
        numbered = true;
      }
    }
  }
  tokens.push({ kind: 'close' });
  return tokens;
}

const comments = (texts: readonly string[]): Token[] =>
  texts
    .map(readable)
    .filter(Boolean)
    .map(text => ({ kind: 'comment', text }));
