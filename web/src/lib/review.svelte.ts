/** A look at every position of a game: the graph, and which moves gave something away. */
import { sideToMove } from './chess/position';
import { scoreFrom, type Score } from './chess/score';
import type { GameTree, TreeNode } from './chess/tree';
import { openChannel } from './socket.svelte';

export class GameReview {
  scores = $state.raw<ReadonlyMap<number, Score>>(new Map());
  running = $state(false);
  problem = $state('');
  /** Positions looked at, and in all. */
  done = $state(0);
  total = $state(0);

  /** Called when every position has its score. */
  onfinished: () => void = () => undefined;

  #line: TreeNode[] = [];
  #tree: GameTree | undefined;
  readonly #channel = openChannel('analyse', {
    // What was under way when the connection broke begins anew.
    onopen: () => {
      if (this.running && this.#tree) this.start(this.#tree);
    },
    onevent: event => {
      if (event.type === 'graph') {
        const node = this.#line[event.ply];
        if (node)
          this.scores = new Map(this.scores).set(node.id, scoreFrom(event.score, sideToMove(node.fen)));
        this.done += 1;
      } else if (event.type === 'finished') {
        this.running = false;
        this.onfinished();
      }
    },
    onrefused: reason => {
      this.problem = reason;
      this.running = false;
    },
  });

  start(tree: GameTree): void {
    this.#tree = tree;
    this.#line = [tree.root, ...tree.mainLine()];
    this.scores = new Map();
    this.problem = '';
    this.running = true;
    this.done = 0;
    this.total = this.#line.length;
    const moves = this.#line.slice(1).map(node => node.uci);
    this.#channel.send({ type: 'game', line: { fen: tree.root.fen, moves, chess960: tree.chess960 } });
  }

  stop(): void {
    this.#channel.send({ type: 'stop' });
    this.running = false;
  }

  /** Forgets the last review; the game may have scores of its own. */
  clear(scores: ReadonlyMap<number, Score> = new Map()): void {
    if (this.running) this.stop();
    this.scores = scores;
  }

  close(): void {
    this.#channel.close();
  }
}
