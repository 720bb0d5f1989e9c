/** A puzzle at a time: the moves that were found, the replies, and what the server is told about it. */
import { announce } from './announce.svelte';
import { get, post, reasonOf } from './api';
import { spokenMove } from './chess/speech';
import { fenOf, legalMove, positionOf, sideToMove, type Side } from './chess/position';
import type { PuzzleStatistics, PuzzleTask } from './protocol/puzzles';
import { playSound, soundOf } from './sound';
import { t } from './text.svelte';
import { makeSan } from 'chessops/san';

/** How long the other side seems to think. */
const pause = 450;

export type PuzzleState = 'asked' | 'replying' | 'solved' | 'finished' | 'shown';

export class PuzzleSession {
  task = $state.raw<PuzzleTask>();
  statistics = $state.raw<PuzzleStatistics>();
  problem = $state('');
  /** What is said of the last move. */
  remark = $state('');
  wrong = $state(false);
  state = $state<PuzzleState>('asked');
  /** How many moves of the line are on the board. */
  played = $state(0);
  /** The square whose piece moves, if a hint was asked for. */
  hint = $state('');
  /** Counts what must be drawn again: a wrong move goes back. */
  refused = $state(0);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private isNoted = false;

  readonly line = $derived(this.task?.line ?? []);
  readonly fen = $derived.by(() => this.fenAfter(this.played));
  readonly side = $derived<Side>(this.task ? sideToMove(this.task.fen) : 'white');
  readonly lastMove = $derived(this.played ? (this.line[this.played - 1]?.uci ?? '') : '');
  readonly isOver = $derived(['solved', 'finished', 'shown'].includes(this.state));

  constructor() {
    void this.next();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Asks for the next puzzle. */
  async next(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.take(await get<PuzzleTask>('puzzles/next'));
    } catch (error) {
      this.problem = reasonOf(error);
    }
  }

  private take(task: PuzzleTask): void {
    this.task = task;
    this.statistics = task.statistics;
    [this.problem, this.remark, this.hint] = ['', '', ''];
    [this.wrong, this.isNoted] = [false, false];
    [this.played, this.state] = [0, 'asked'];
    announce(t(`puzzles.find.${this.side}`));
  }

  private fenAfter(count: number): string {
    if (!this.task) return '';
    const position = positionOf(this.task.fen);
    for (const { uci } of this.line.slice(0, count)) {
      const move = legalMove(position, uci);
      if (move) position.play(move);
    }
    return fenOf(position);
  }

  /** The solver's move. Any mate is as good as the one of the line. */
  move(uci: string): void {
    if (this.state !== 'asked') return;
    const expected = this.line[this.played];
    const position = positionOf(this.fen);
    const move = legalMove(position, uci);
    if (!expected || !move) return;
    const san = makeSan(position, move);
    if (uci !== expected.uci && !san.endsWith('#')) return this.refuse(san);
    this.hint = '';
    this.wrong = false;
    if (uci !== expected.uci) return this.end();
    playSound(soundOf(san));
    this.played += 1;
    if (this.played === this.line.length) return this.end();
    this.remark = t('puzzles.right');
    announce(this.remark);
    this.state = 'replying';
    this.timer = setTimeout(() => this.reply(), pause);
  }

  private refuse(san: string): void {
    this.wrong = true;
    this.remark = t('puzzles.wrong', { move: san });
    this.refused += 1;
    announce(t('puzzles.wrong', { move: spokenMove(san) }));
    void this.note(false);
  }

  private reply(): void {
    const { san } = this.line[this.played]!;
    playSound(soundOf(san));
    this.played += 1;
    this.state = 'asked';
    announce(spokenMove(san));
  }

  private end(): void {
    this.state = this.isNoted ? 'finished' : 'solved';
    this.remark = t(`puzzles.${this.state}`);
    announce(this.remark);
    void this.note(true);
  }

  /** Shows which piece moves. */
  giveHint(): void {
    this.hint = this.line[this.played]?.uci.slice(0, 2) ?? '';
    this.remark = t('puzzles.hinted', { square: this.hint });
    this.wrong = false;
    announce(this.remark);
    void this.note(false);
  }

  /** Plays the rest of the line. */
  show(): void {
    clearTimeout(this.timer);
    void this.note(false);
    [this.state, this.hint, this.wrong] = ['shown', '', false];
    this.remark = t('puzzles.shown');
    announce(`${this.remark} ${this.line.map(({ san }) => spokenMove(san)).join(', ')}`);
    const step = () => {
      if (this.played >= this.line.length) return;
      this.played += 1;
      this.timer = setTimeout(step, 1.5 * pause);
    };
    step();
  }

  /** Steps through the line of a puzzle that is over. */
  step(by: number): void {
    if (!this.isOver) return;
    clearTimeout(this.timer);
    this.played = Math.max(0, Math.min(this.line.length, this.played + by));
  }

  /** Tells the server how it went: what came first counts. */
  private async note(solved: boolean): Promise<void> {
    if (this.isNoted || !this.task) return;
    this.isNoted = true;
    try {
      this.statistics = await post<PuzzleStatistics>(`puzzles/${this.task.id}`, JSON.stringify({ solved }));
    } catch (error) {
      this.problem = reasonOf(error);
    }
  }
}
