/** A game of Neighbours to think about: its positions, what the tables and the agent say, its review. */
import { get, reasonOf } from '../api';
import { announce } from '../announce.svelte';
import { link } from '../router.svelte';
import { openChannel } from '../socket.svelte';
import { t } from '../text.svelte';
import type { KeptGame } from '../protocol/library';
import type { StudiedPosition, StudyEvent, StudyLine, StudyReview, StudyUpdate } from '../protocol/study';
import { replay } from './replay';
import { readRecord } from './record';

/** The address of a study of this game. */
export const studyLink = (line: StudyLine): string =>
  link('neighbours', { study: '1', start: line.start, moves: line.moves.join(' ') });

/** How many lines may be seen at a time. */
export const lineCounts = [1, 2, 3, 4, 5] as const;

export class Study {
  start = $state('');
  /** The line that is looked at: the game, or what was tried instead. */
  moves = $state.raw<readonly string[]>([]);
  shown = $state(0);
  lines = $state(3);
  on = $state(true);
  problem = $state('');

  known = $state.raw<StudiedPosition>();
  update = $state.raw<StudyUpdate>();
  review = $state.raw<StudyReview>();
  progress = $state.raw<{ done: number; total: number }>();

  /** The game, while something else is tried. */
  #game = $state.raw<readonly string[]>([]);
  readonly #channel = openChannel('study', {
    onopen: () => this.#look(),
    onevent: event => this.#hear(event),
    onrefused: reason => (this.problem = reason),
  });
  readonly #reviewer = openChannel('study', {
    onevent: event => this.#hear(event),
    onrefused: reason => ((this.problem = reason), (this.progress = undefined)),
  });

  readonly positions = $derived(replay(this.start, this.moves));
  readonly isGame = $derived(this.moves === this.#game);
  readonly position = $derived(this.positions[this.shown] ?? '');
  readonly lastMove = $derived(this.moves[this.shown - 1]);

  /** Opens what an address brings: moves, or a kept game. */
  async open(params: URLSearchParams): Promise<void> {
    const id = params.get('study') ?? '';
    const moves = (params.get('moves') ?? '').split(' ').filter(Boolean);
    if (id.length < 2) return this.take({ start: params.get('start') ?? '', moves });
    try {
      this.take(readRecord((await get<KeptGame>(`games/${id}`)).text));
    } catch (error) {
      this.problem = reasonOf(error);
    }
  }

  take(line: StudyLine): void {
    this.start = line.start;
    this.moves = this.#game = line.moves;
    this.review = this.progress = undefined;
    this.problem = '';
    this.go(line.moves.length);
  }

  go(shown: number): void {
    this.shown = Math.max(0, Math.min(this.moves.length, shown));
    this.#look();
  }

  /** Plays a move here; what came after it makes way, unless it is the same move. */
  play(move: string): void {
    if (this.moves[this.shown] !== move) this.moves = [...this.moves.slice(0, this.shown), move];
    this.go(this.shown + 1);
  }

  /** Plays the moves of a line one after the other. */
  playLine(moves: readonly string[]): void {
    this.moves = [...this.moves.slice(0, this.shown), ...moves];
    this.go(this.shown + moves.length);
  }

  /** Back to the game, where the tried line left it. */
  return(): void {
    const same = this.moves.findIndex((move, index) => this.#game[index] !== move);
    this.moves = this.#game;
    this.go(same < 0 ? this.shown : same);
  }

  setLines(count: number): void {
    this.lines = count;
    this.#look();
  }

  toggle(on: boolean): void {
    this.on = on;
    this.#look();
  }

  startReview(): void {
    this.problem = '';
    this.progress = { done: 0, total: this.#game.length + 1 };
    this.#reviewer.send({ type: 'review', line: { start: this.start, moves: [...this.#game] } });
  }

  close(): void {
    this.#channel.close();
    this.#reviewer.close();
  }

  #look(): void {
    this.known = this.update = undefined;
    const moves = this.moves.slice(0, this.shown);
    this.#channel.send({
      type: 'position',
      line: { start: this.start, moves },
      lines: this.on ? this.lines : 0,
    });
  }

  #hear(event: StudyEvent): void {
    if (event.type === 'position') this.known = event;
    else if (event.type === 'update') this.update = event;
    else if (event.type === 'reviewing') this.progress = { done: event.done, total: event.total };
    else if (event.type === 'reviewed') {
      this.progress = undefined;
      this.review = event;
      announce(t('study.reviewed'));
    }
  }
}
