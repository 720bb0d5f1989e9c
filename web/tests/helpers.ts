import { GameTree } from '../src/lib/chess/tree';

/** The position after some moves from the start. */
export function afterwards(...moves: string[]): string {
  const tree = new GameTree();
  return moves.reduce((node, uci) => tree.play(node, uci) ?? node, tree.root).fen;
}
