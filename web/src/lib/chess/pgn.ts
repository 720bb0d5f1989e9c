/** Games as text: PGN in, PGN out, and nothing lost between. */
import {
  ChildNode,
  makePgn,
  Node,
  parseComment,
  parsePgn,
  startingPosition,
  type Game,
  type PgnNodeData,
} from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { GameTree, type TreeNode } from './tree';
import { BadInput, fenOf, INITIAL_FEN, uciOf } from './position';

/** What a pasted text may hold. */
export function readGames(text: string): GameTree[] {
  const games = parsePgn(text, () => new Map<string, string>()).filter(
    game => game.headers.size > 0 || game.moves.children.length > 0,
  );
  if (games.length === 0) throw new BadInput('No game was found in this text; PGN was expected.');
  return games.map(treeOf);
}

function treeOf(game: Game<PgnNodeData>): GameTree {
  const position = startingPosition(game.headers).unwrap(
    position => position,
    error => {
      throw new BadInput(`The game starts from an impossible position (${error.message}).`);
    },
  );
  const tree = new GameTree(fenOf(position as never), new Map(game.headers));
  tree.root.comments = [...(game.comments ?? [])];
  // A stack instead of recursion: a long game is deeper than some browsers' call stacks.
  const open: { from: Node<PgnNodeData>; at: TreeNode; position: ReturnType<typeof position.clone> }[] = [
    { from: game.moves, at: tree.root, position },
  ];
  for (let job = open.pop(); job; job = open.pop()) {
    for (const child of job.from.children) {
      const next = job.position.clone();
      const move = parseSan(next, child.data.san);
      if (!move) throw new BadInput(`“${child.data.san}” is not a legal move after ${describe(job.at)}.`);
      const node = tree.play(job.at, uciOf(move));
      if (!node) throw new BadInput(`“${child.data.san}” is not a legal move after ${describe(job.at)}.`);
      node.startingComments.push(...(child.data.startingComments ?? []));
      node.comments.push(...(child.data.comments ?? []));
      node.nags.push(...(child.data.nags ?? []));
      next.play(move);
      open.push({ from: child, at: node, position: next });
    }
  }
  return tree;
}

const describe = (node: TreeNode): string =>
  node.parent ? `${Math.ceil(node.ply / 2)}${node.ply % 2 ? '.' : '…'} ${node.san}` : 'the start';

/** The whole game as PGN. */
export function writeGame(tree: GameTree): string {
  const headers = new Map(tree.headers);
  if (headers.size === 0) {
    for (const name of ['White', 'Black']) headers.set(name, '?');
    headers.set('Result', '*');
  }
  if (tree.root.fen !== INITIAL_FEN && !headers.has('FEN')) {
    headers.set('FEN', tree.root.fen);
    headers.set('SetUp', '1');
  }
  const moves = new Node<PgnNodeData>();
  const open: [TreeNode, Node<PgnNodeData>][] = [[tree.root, moves]];
  for (let job = open.pop(); job; job = open.pop()) {
    const [from, to] = job;
    for (const child of from.children) {
      const { san, startingComments, comments, nags } = child;
      const node = new ChildNode<PgnNodeData>({ san, startingComments, comments, nags });
      to.children.push(node);
      open.push([child, node]);
    }
  }
  return makePgn({ headers, comments: tree.root.comments, moves });
}

/** A comment without the commands for programs in it (`[%clk …]`, `[%eval …]`). */
export const readable = (comment: string): string =>
  parseComment(comment)
    .text.replace(/\[%[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What the commands in a node's comments say: arrows, clock, evaluation. */
export const annotations = (node: TreeNode): ReturnType<typeof parseComment>[] =>
  node.comments.map(parseComment);

/** Replaces what a person reads in a node's comments and leaves the commands for programs alone. */
export function setComment(node: TreeNode, text: string): void {
  const commands = node.comments.flatMap(comment => comment.match(/\[%[^\]]*\]/g) ?? []).join(' ');
  const whole = [text.trim(), commands].filter(Boolean).join(' ');
  node.comments = whole ? [whole] : [];
}
