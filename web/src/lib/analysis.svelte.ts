/**
 * What the page Analyse works on: a game with variations, the current move, and the engine's opinion. The games
 * are kept in the browser, the engine's opinion is not.
 */
import { announce } from './announce.svelte';
import { toggleNag } from './chess/nags';
import { readGames, readOwn, scoresOf, writeGame } from './chess/pgn';
import { scoresOfReview, writeReview } from './chess/reviewed';
import { spokenMove } from './chess/speech';
import type { Score } from './chess/score';
import { BadInput, INITIAL_FEN } from './chess/position';
import { GameTree, type TreeNode } from './chess/tree';
import { EngineWatch } from './engine-watch.svelte';
import { newId, OpenAnalyses, type KeptAnalysis } from './open-analyses.svelte';
import type { GameReview } from './protocol/review';
import { ReviewWatch, type KeptReview } from './review.svelte';
import { playSound, soundOf } from './sound';
import { t } from './text.svelte';

/** How many changes can be undone. */
const mostUndone = 100;

type Snapshot = Pick<KeptAnalysis, 'pgn' | 'path'>;

export class Analysis {
  tree = $state.raw(new GameTree());
  /** Grows with every change of the tree, which is a plain object. */
  revision = $state(0);
  current = $state.raw<TreeNode>(this.tree.root);
  readonly engine = new EngineWatch();
  readonly review = new ReviewWatch();
  /** The evaluations of the main line: those of a review, or of the game's comments. */
  scores = $state.raw<ReadonlyMap<number, Score>>(new Map());
  readonly open = new OpenAnalyses();
  /** What could not be read of the game's text. */
  problems = $state.raw<readonly string[]>([]);
  id = $state<string>(newId());
  #past = $state.raw<readonly Snapshot[]>([]);
  #future = $state.raw<readonly Snapshot[]>([]);
  #last: Snapshot = this.#snapshot();

  constructor() {
    this.review.onfinished = review => {
      // The game may have changed while it was reviewed.
      if (this.review.of(this.tree) !== review) return;
      writeReview(this.tree, review);
      this.#readScores();
      this.changed();
    };
    const kept = this.open.find(this.open.shown);
    if (kept) this.show(kept);
  }

  /** The review of the main line as it is now, if there is one. */
  get reviewed(): GameReview | undefined {
    void this.revision;
    return this.review.of(this.tree);
  }

  /** Stands at another node. */
  go(node: TreeNode | undefined): void {
    if (!node || node === this.current) return;
    const forward = node.parent === this.current;
    this.current = node;
    this.#keep();
    if (node.san) {
      announce(`${Math.ceil(node.ply / 2)}, ${spokenMove(node.san)}`);
      if (forward) playSound(soundOf(node.san));
    } else announce(t('analysis.startOfGame'));
  }

  play(uci: string): void {
    const node = this.tree.play(this.current, uci);
    if (!node) return;
    this.changed();
    this.go(node);
  }

  /** Plays a line of the engine up to one of its moves. */
  playLine(moves: readonly string[]): void {
    let at: TreeNode | undefined = this.current;
    for (const uci of moves) at = at && this.tree.play(at, uci);
    this.changed();
    this.go(at);
  }

  forward(): void {
    this.go(this.current.children[0]);
  }

  back(): void {
    this.go(this.current.parent);
  }

  /** So many moves on, or back. */
  step(by: number): void {
    for (let left = Math.abs(by); left > 0; left -= 1) by < 0 ? this.back() : this.forward();
  }

  first(): void {
    this.go(this.tree.root);
  }

  last(): void {
    this.go(this.tree.lineThrough(this.current).at(-1));
  }

  /** The next or previous of several moves at the same place. */
  sibling(by: number): void {
    const siblings = this.current.parent?.children ?? [];
    this.go(siblings[siblings.indexOf(this.current) + by]);
  }

  promote(): void {
    this.tree.promote(this.current);
    this.changed();
  }

  /** Puts a sign on the current move, or takes it away. */
  toggle(code: number): void {
    if (!this.current.parent) return;
    this.current.nags = toggleNag(this.current.nags, code);
    this.changed();
  }

  remove(): void {
    const parent = this.tree.remove(this.current);
    this.changed();
    this.go(parent);
  }

  /** To be called after any change of the tree. */
  changed(): void {
    this.#past = [...this.#past, this.#last].slice(-mostUndone);
    this.#future = [];
    this.revision += 1;
    this.#keep();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [...this.#future, this.#last];
    this.#past = this.#past.slice(0, -1);
    this.#restore(before);
    announce(t('analysis.undone'));
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#past = [...this.#past, this.#last];
    this.#future = this.#future.slice(0, -1);
    this.#restore(after);
    announce(t('analysis.doneAgain'));
  }

  /** Opens a game beside those that are open; only an empty board makes room for it. */
  load(tree: GameTree, ply?: number, problems: readonly string[] = []): void {
    if (!isEmpty(this.tree)) this.id = newId();
    const line = tree.mainLine();
    this.#begin(tree, (ply === undefined ? undefined : line[ply - 1 - tree.root.ply]) ?? tree.root);
    this.problems = problems;
  }

  /** Shows one of the open analyses. */
  show(kept: KeptAnalysis): void {
    this.id = kept.id;
    const tree = readOwn(kept.pgn);
    this.#begin(tree, follow(tree, kept.path), kept.review);
  }

  /** Closes one of the open analyses; `reopen` takes that back. */
  shut(id: string): void {
    const next = this.open.close(id);
    if (id !== this.id) return;
    if (next) return this.show(next);
    this.id = newId();
    this.#begin(new GameTree());
  }

  reopen(): void {
    const kept = this.open.reopen();
    if (kept) this.show(kept);
  }

  /** Takes a FEN or PGN, whichever it is. */
  loadText(text: string, ply?: number): void {
    const isFen = /^\s*([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/.test(text) && !text.includes('[');
    if (isFen) return this.load(new GameTree(text.trim()), ply);
    const { tree, problems } = readGames(text)[0]!;
    if (problems.length && isEmpty(tree)) throw new BadInput(problems[0]);
    this.load(tree, ply, problems);
  }

  pgn(): string {
    return writeGame(this.tree);
  }

  close(): void {
    this.engine.close();
    this.review.close();
    this.open.dispose();
  }

  #begin(tree: GameTree, current = tree.root, review?: KeptReview): void {
    this.tree = tree;
    this.current = current;
    this.review.show(review);
    this.#readScores();
    this.revision += 1;
    this.#past = this.#future = [];
    this.problems = [];
    this.#keep();
  }

  #restore({ pgn, path }: Snapshot): void {
    this.tree = readOwn(pgn);
    this.current = follow(this.tree, path);
    this.#readScores();
    this.revision += 1;
    this.#keep();
  }

  #readScores(): void {
    const review = this.review.of(this.tree);
    this.scores = review ? scoresOfReview(this.tree, review) : scoresOf(this.tree);
  }

  #snapshot(): Snapshot {
    const path = this.tree.path(this.current).map(node => node.parent!.children.indexOf(node));
    return { pgn: this.pgn(), path };
  }

  #keep(): void {
    this.#last = this.#snapshot();
    this.open.show(this.id);
    const review = this.reviewed && this.review.kept;
    if (this.open.find(this.id) || !isEmpty(this.tree))
      this.open.save({ id: this.id, title: titleOf(this.tree), ...this.#last, ...(review && { review }) });
  }
}

const isEmpty = (tree: GameTree): boolean =>
  tree.root.fen === INITIAL_FEN && !tree.root.children.length && !tree.root.comments.length;

/** The node at the end of a way through the tree. */
function follow(tree: GameTree, path: readonly number[]): TreeNode {
  let node = tree.root;
  for (const index of path) node = node.children[index] ?? node;
  return node;
}

/** The players, or the first moves, or what kind of board it is. */
export function titleOf(tree: GameTree): string {
  const [white, black] = ['White', 'Black'].map(name => tree.headers.get(name) ?? '?');
  if (white !== '?' || black !== '?') return `${white} – ${black}`;
  const moves = tree.mainLine().slice(0, 4);
  if (!moves.length) return tree.root.fen === INITIAL_FEN ? t('analysis.untitled') : t('analysis.position');
  return moves
    .map(({ ply, san }, index) =>
      ply % 2 ? `${Math.ceil(ply / 2)}. ${san}` : index ? san : `${ply / 2}… ${san}`,
    )
    .join(' ');
}
