/** The review of a game, which the server makes as `petteia annotate` does: under way, or done. */
import type { GameTree } from './chess/tree';
import type { GameReview } from './protocol/review';
import { openChannel } from './socket.svelte';

/** A review, and the moves that it is of. */
export interface KeptReview {
  readonly moves: string;
  readonly review: GameReview;
}

export class ReviewWatch {
  kept = $state.raw<KeptReview>();
  running = $state(false);
  problem = $state('');
  /** Positions looked at, and in all. */
  done = $state(0);
  total = $state(0);

  /** Called with a review that is done. */
  onfinished: (review: GameReview) => void = () => undefined;

  #tree: GameTree | undefined;
  readonly #channel = openChannel('analyse', {
    // What was under way when the connection broke begins anew.
    onopen: () => {
      if (this.running && this.#tree) this.start(this.#tree);
    },
    onevent: event => {
      if (event.type === 'reviewing') [this.done, this.total] = [event.done, event.total];
      else if (event.type === 'reviewed' && this.running && this.#tree) {
        const { type: _, ...review } = event;
        this.running = false;
        this.kept = { moves: movesOf(this.#tree), review };
        this.onfinished(review);
      }
    },
    onrefused: reason => {
      this.problem = reason;
      this.running = false;
    },
  });

  start(tree: GameTree): void {
    this.#tree = tree;
    this.problem = '';
    this.running = true;
    this.done = 0;
    this.total = tree.mainLine().length + 1;
    const moves = tree.mainLine().map(node => node.uci);
    this.#channel.send({ type: 'review', line: { fen: tree.root.fen, moves, chess960: tree.chess960 } });
  }

  stop(): void {
    this.#channel.send({ type: 'stop' });
    this.running = false;
  }

  /** Another game, which may have been reviewed before. */
  show(kept: KeptReview | undefined): void {
    if (this.running) this.stop();
    this.problem = '';
    this.kept = kept;
  }

  /** The review of these moves, if the last one was of them. */
  of(tree: GameTree): GameReview | undefined {
    return this.kept?.moves === movesOf(tree) ? this.kept.review : undefined;
  }

  close(): void {
    this.#channel.close();
  }
}

const movesOf = (tree: GameTree): string =>
  [tree.root.fen, ...tree.mainLine().map(node => node.uci)].join(' ');
