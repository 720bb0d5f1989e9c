/** Games as text: PGN in, PGN out, and nothing lost between. What cannot be read is named. */
import type { Chess } from 'chessops/chess';
import { ChildNode, makePgn, Node, parseComment, type PgnNodeData } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { languagesOf, type Translate } from './languages';
import { tokens, type Token } from './pgn-tokens';
import type { Score } from './score';
import { BadInput, fenOf, INITIAL_FEN, positionOf, uciOf } from './position';
import { GameTree, type TreeNode } from './tree';
import { t } from '../text.svelte';

/** A game that was read, and what of its text could not be: those moves are left out, with all that follows them. */
export interface ReadGame {
  readonly tree: GameTree;
  readonly problems: readonly string[];
}

/** All games of a text, as far as they can be read. */
export function readGames(text: string): ReadGame[] {
  const games = split(text.replace(/^\uFEFF/, ''));
  if (games.length === 0) throw new BadInput(t('pgn.none'));
  return games.map(readGame);
}

/** The one game of a text that this app has written. */
export const readOwn = (text: string): GameTree => readGames(text)[0]!.tree;

/** The tokens of each game. A result or a header behind moves ends one. */
function split(text: string): Token[][] {
  const games: Token[][] = [];
  let game: Token[] = [];
  const isUnderway = () => game.some(token => token.kind !== 'header');
  const finish = () => {
    if (game.some(token => token.kind !== 'comment')) games.push(game);
    game = [];
  };
  let depth = 0;
  for (const token of tokens(text)) {
    if (token.kind === 'header' && isUnderway()) finish();
    if (token.kind === '(') depth += 1;
    else if (token.kind === ')') depth = Math.max(0, depth - 1);
    else if (token.kind === 'header') depth = 0;
    game.push(token);
    if (token.kind === 'result' && depth === 0) finish();
  }
  finish();
  return games;
}

/** Reads a game in the language in which most of it makes sense. */
function readGame(game: readonly Token[]): ReadGame {
  const words = game.flatMap(token => (token.kind === 'word' ? token.text : []));
  let best: ReadGame | undefined;
  for (const [, translate] of languagesOf(words)) {
    const read = readIn(game, translate);
    if (!best || read.problems.length < best.problems.length || read.tree.size > best.tree.size) best = read;
    if (!best.problems.length) break;
  }
  return best!;
}

function readIn(game: readonly Token[], translate: Translate): ReadGame {
  const headers = new Map<string, string>();
  for (const token of game) if (token.kind === 'header') headers.set(token.name, token.value);
  const problems: string[] = [];
  const position = startOf(headers, problems);
  const tree = new GameTree(fenOf(position), headers);
  if (problems.length) return { tree, problems };
  const positions = new Map<TreeNode, Chess>([[tree.root, position]]);
  /** Where the next move is played; nothing behind a move that could not be read. */
  let at: TreeNode | undefined = tree.root;
  /** Comments before the first move of a variation. */
  let starting: string[] | undefined;
  const variations: (TreeNode | undefined)[] = [];
  for (const token of game) {
    if (token.kind === '(') {
      variations.push(at);
      at = at?.parent;
      starting = [];
    } else if (token.kind === ')') {
      at = variations.pop();
      starting = undefined;
    } else if (token.kind === 'comment') {
      const comment = token.text.replace(/\s+/g, ' ').trim();
      if (token.open) problems.push(t('pgn.openComment'));
      if (comment) (starting ?? at?.comments)?.push(comment);
    } else if (token.kind === 'nag') at?.nags.push(token.code);
    else if (token.kind === 'word' && at) {
      const next = play(tree, positions, at, translate(token.text));
      if (next) next.startingComments.push(...(starting ?? []));
      else problems.push(t('pgn.illegal', { move: token.text, place: describe(at) }));
      starting = undefined;
      at = next;
    }
  }
  return { tree, problems };
}

function play(
  tree: GameTree,
  positions: Map<TreeNode, Chess>,
  at: TreeNode,
  san: string,
): TreeNode | undefined {
  const position = positions.get(at)!.clone();
  const move = parseSan(position, san.replaceAll('0', 'O'));
  const node = move && tree.play(at, uciOf(move));
  if (!node) return undefined;
  position.play(move);
  positions.set(node, position);
  return node;
}

const known = [
  'standard',
  'chess',
  'normal',
  'chess960',
  'chess 960',
  'fischerandom',
  'fischer random',
  'from position',
];

/** The position in which a game starts; the usual one if that of the text is no chess position. */
function startOf(headers: Map<string, string>, problems: string[]): Chess {
  const variant = headers.get('Variant');
  if (variant && !known.includes(variant.toLowerCase())) {
    problems.push(t('pgn.variant', { variant }));
    return positionOf(INITIAL_FEN);
  }
  try {
    return positionOf(headers.get('FEN') ?? INITIAL_FEN);
  } catch (error) {
    problems.push(error instanceof BadInput ? error.message : String(error));
    headers.delete('FEN');
    return positionOf(INITIAL_FEN);
  }
}

const describe = (node: TreeNode): string =>
  node.parent ? `${Math.ceil(node.ply / 2)}${node.ply % 2 ? '.' : '…'} ${node.san}` : t('pgn.start');

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

/** The scores that a game's comments have (`[%eval …]`), by node. */
export function scoresOf(tree: GameTree): Map<number, Score> {
  const scores = new Map<number, Score>();
  for (const node of [tree.root, ...tree.mainLine()]) {
    const found = annotations(node).find(({ evaluation }) => evaluation)?.evaluation;
    if (!found) continue;
    const isMate = 'mate' in found;
    scores.set(
      node.id,
      isMate ? { kind: 'mate', value: found.mate } : { kind: 'cp', value: Math.round(found.pawns * 100) },
    );
  }
  return scores;
}

/** Writes a score into a node's comments, in the place of an older one. */
export function setScore(node: TreeNode, { kind, value }: Score): void {
  const others = node.comments.map(comment => comment.replace(/\s*\[%eval [^\]]*\]/g, '').trim());
  const written = `[%eval ${kind === 'mate' ? `#${value}` : (value / 100).toFixed(2)}]`;
  node.comments = [[...others.filter(Boolean), written].join(' ')];
}

/** Replaces what a person reads in a node's comments and leaves the commands for programs alone. */
export function setComment(node: TreeNode, text: string): void {
  const commands = node.comments.flatMap(comment => comment.match(/\[%[^\]]*\]/g) ?? []).join(' ');
  const whole = [text.trim(), commands].filter(Boolean).join(' ');
  node.comments = whole ? [whole] : [];
}
