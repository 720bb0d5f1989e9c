/** A match as a watcher sees it. */
import { announce } from './announce.svelte';
import type { LiveBoard, MatchState, NewMatch, Settle } from './protocol/watch';
import { openChannel } from './socket.svelte';
import { t } from './text.svelte';

export class MatchWatch {
  state = $state.raw<MatchState>();
  boards = $state.raw<readonly LiveBoard[]>([]);
  problem = $state('');
  /** When each board was last heard of, for its clocks. */
  heard = $state.raw<ReadonlyMap<number, number>>(new Map());

  #wanted: string | undefined;
  readonly #channel = openChannel('watch', {
    onopen: () => {
      if (this.#wanted) this.#channel.send({ type: 'open', id: this.#wanted });
    },
    onevent: event => {
      if (event.type === 'board') this.#board(event);
      else this.#state(event);
    },
    onrefused: reason => (this.problem = reason),
  });

  start(match: NewMatch): void {
    this.problem = '';
    this.#channel.send({ type: 'start', ...match });
  }

  /** Plays a position out. */
  settle(asked: Settle): void {
    this.problem = '';
    this.state = undefined;
    this.#wanted = undefined;
    this.#channel.send({ type: 'settle', ...asked });
  }

  open(id: string): void {
    this.problem = '';
    this.#wanted = id;
    this.#channel.send({ type: 'open', id });
  }

  /** Goes on with the match that is shown. */
  resume(): void {
    if (!this.state) return;
    this.problem = '';
    this.#channel.send({ type: 'resume', id: this.state.id });
  }

  stop(): void {
    this.#channel.send({ type: 'stop' });
  }

  close(): void {
    this.#channel.close();
  }

  #state(state: MatchState): void {
    const before = this.state;
    this.state = state;
    this.#wanted = state.id;
    if (before?.id !== state.id || state.boards.length === 0) this.boards = state.boards;
    for (const board of state.boards) this.#board(board);
    const last = state.finished[0];
    if (before?.id === state.id && last && state.games_done > before.games_done)
      announce(t('watch.gameOver', { ...last, number: String(last.number) }));
    if (before?.running && !state.running) announce(t('watch.over'));
  }

  #board(board: LiveBoard): void {
    this.boards = [...this.boards.filter(other => other.place !== board.place), board].sort(
      (a, b) => a.place - b.place,
    );
    this.heard = new Map(this.heard).set(board.place, performance.now());
  }
}
