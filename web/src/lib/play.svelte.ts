/**
 * A game against Petteia as the page sees it. The server owns the game; this follows its reports, lets
 * the person look back through the moves, and says aloud what happened.
 */
import { announce } from './announce.svelte';
import { spokenMove } from './chess/speech';
import { GameTree, type TreeNode } from './chess/tree';
import type { GameState, NewGame } from './protocol/play';
import { openChannel } from './socket.svelte';
import { playSound, soundOf } from './sound';
import { t } from './text.svelte';

const place = 'petteia.play';

export class PlaySession {
  state = $state.raw<GameState>();
  /** When the last report came, for the clocks. */
  received = $state(0);
  problem = $state('');
  notice = $state('');
  tree = $state.raw(new GameTree());
  revision = $state(0);
  /** The move that is looked at; the last one as a rule. */
  current = $state.raw<TreeNode>(this.tree.root);

  readonly #channel;
  /** The game to go on with; known before the server has told anything about it. */
  #wanted = $state<string>();
  /** The game to start as soon as there is a connection. */
  #pending: NewGame | undefined;

  constructor(id: string | undefined) {
    this.#wanted = id ?? localStorage.getItem(place) ?? undefined;
    this.#channel = openChannel('play', {
      onopen: () => {
        if (this.#pending) this.start(this.#pending);
        else if (this.#wanted) this.#channel.send({ type: 'resume', id: this.#wanted });
      },
      onevent: event => {
        if (event.type === 'drawDeclined') this.#say(t('play.drawDeclined', { name: this.opponent }));
        else this.#show(event);
      },
      onrefused: reason => this.#refused(reason),
    });
  }

  /** A game is to come back: not the moment to offer a new one. */
  get isResuming(): boolean {
    return !this.state && this.#wanted !== undefined;
  }

  get opponent(): string {
    return this.state?.engine ?? 'Petteia';
  }

  get latest(): TreeNode {
    return this.tree.mainLine().at(-1) ?? this.tree.root;
  }

  get isLive(): boolean {
    return this.current === this.latest;
  }

  get isOver(): boolean {
    return this.state?.status.kind === 'over';
  }

  start(game: NewGame): void {
    this.leave();
    this.problem = '';
    this.#pending = this.#channel.send({ type: 'new', ...game }) ? undefined : game;
  }

  move(uci: string): void {
    this.notice = '';
    if (!this.#channel.send({ type: 'move', uci })) this.#refused(t('play.notMade'));
  }

  takeBack(): void {
    this.#channel.send({ type: 'takeback' });
  }

  resign(): void {
    this.#channel.send({ type: 'resign' });
  }

  offerDraw(): void {
    this.#channel.send({ type: 'offerDraw' });
  }

  /** Leaves the game for a new one; the old one stays in the list of games. */
  leave(): void {
    localStorage.removeItem(place);
    this.#wanted = undefined;
    this.state = undefined;
    this.notice = '';
    this.tree = new GameTree();
    this.current = this.tree.root;
  }

  close(): void {
    this.#channel.close();
  }

  #say(words: string): void {
    this.notice = words;
    announce(words);
  }

  #refused(reason: string): void {
    // A game that is gone is no problem of the person's: the page offers a new one.
    if (!this.state && this.#wanted) return this.leave();
    this.problem = reason;
    announce(reason);
    // The board shows a move that was not made; drawing the state again puts it right.
    if (this.state) this.state = { ...this.state };
  }

  #show(state: GameState): void {
    const before = this.state;
    const fresh = before?.id !== state.id;
    const wasLive = this.isLive || fresh;
    this.state = state;
    this.received = performance.now();
    this.problem = '';
    this.#wanted = state.id;
    localStorage.setItem(place, state.id);
    const known = fresh ? -1 : this.tree.mainLine().length;
    if (fresh || state.moves.length < known) {
      this.tree = new GameTree(state.start_fen, new Map(), state.chess960);
      this.current = this.tree.root;
    }
    let at = this.latest;
    for (const move of state.moves.slice(this.tree.mainLine().length))
      at = this.tree.play(at, move.uci) ?? at;
    this.revision += 1;
    if (wasLive || state.moves.length < known) this.current = at;
    this.#tell(before, state, fresh);
  }

  #tell(before: GameState | undefined, state: GameState, fresh: boolean): void {
    const last = state.moves.at(-1);
    const ended = state.status.kind === 'over' && (fresh || before?.status.kind !== 'over');
    const ending = ended && state.status.kind === 'over' ? ` ${state.status.reason}.` : '';
    if (!fresh && last && state.moves.length > (before?.moves.length ?? 0)) {
      const said = state.turn === state.color ? 'play.theyPlayed' : 'play.youPlayed';
      announce(t(said, { name: this.opponent, move: spokenMove(last.san) }) + ending);
      playSound(ended ? 'end' : soundOf(last.san));
    } else if (!fresh && before && state.moves.length < before.moves.length) announce(t('moves.takenBack'));
    else if (ended) announce(ending.trim());
    if (state.draw_offered && !before?.draw_offered) announce(t('play.drawOffered', { name: this.opponent }));
  }
}
