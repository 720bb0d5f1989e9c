/**
 * What the page Analyse works on: a game with variations, where one stands in it, and what the engine says.
 * The game outlives a reload (it is kept in the browser, for this tab); the engine's words do not.
 */
import { announce } from './announce.svelte';
import { readGames, writeGame } from './chess/pgn';
import { spokenMove } from './chess/speech';
import type { Score } from './chess/score';
import { GameTree, type TreeNode } from './chess/tree';
import { EngineWatch } from './engine-watch.svelte';
import { GameReview } from './review.svelte';
import { playSound, soundOf } from './sound';

const place = 'petteia.analysis';

export class Analysis {
  tree = $state.raw(new GameTree());
  /** Grows with every change of the tree, which is a plain object. */
  revision = $state(0);
  current = $state.raw<TreeNode>(this.tree.root);
  readonly engine = new EngineWatch();
  readonly review = new GameReview();

  constructor() {
    this.#restore();
  }

  get scores(): ReadonlyMap<number, Score> {
    return this.review.scores;
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
    } else announce('Start of the game');
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

  remove(): void {
    const parent = this.tree.remove(this.current);
    this.changed();
    this.go(parent);
  }

  /** To be called after any change of the tree. */
  changed(): void {
    this.revision += 1;
    this.#keep();
  }

  load(tree: GameTree, ply?: number): void {
    this.tree = tree;
    this.review.clear();
    const line = tree.mainLine();
    this.current = (ply === undefined ? undefined : line[ply - 1 - tree.root.ply]) ?? tree.root;
    this.changed();
  }

  /** Takes a FEN or PGN, whichever it is. */
  loadText(text: string, ply?: number): void {
    const isFen = /^\s*([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/.test(text) && !text.includes('[');
    this.load(isFen ? new GameTree(text.trim()) : readGames(text)[0]!, ply);
  }

  pgn(): string {
    return writeGame(this.tree);
  }

  close(): void {
    this.engine.close();
    this.review.close();
  }

  #keep(): void {
    // The way through the tree is kept as places among siblings, which survive being written as PGN.
    const path = this.tree.path(this.current).map(node => node.parent!.children.indexOf(node));
    sessionStorage.setItem(place, JSON.stringify({ pgn: this.pgn(), path }));
  }

  #restore(): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as {
        pgn: string;
        path: number[];
      } | null;
      if (!kept) return;
      this.load(readGames(kept.pgn)[0]!);
      for (const index of kept.path) this.current = this.current.children[index] ?? this.current;
      this.#keep();
    } catch {
      sessionStorage.removeItem(place);
    }
  }
}
