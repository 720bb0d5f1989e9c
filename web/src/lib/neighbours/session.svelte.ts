/** A game of Neighbours as the page sees it: the server's reports, and a look back through the moves. */
import { announce } from '../announce.svelte';
import type { NeighboursHint, NeighboursRequest, NeighboursState, Seat } from '../protocol/neighbours';
import { other, type Side } from '../chess/position';
import { openChannel } from '../socket.svelte';
import { playSound } from '../sound';
import { stonesOf } from './board';
import { replay } from './replay';
import { t } from '../text.svelte';

const place = 'petteia.neighbours';

export class NeighboursSession {
  state = $state.raw<NeighboursState>();
  hint = $state.raw<NeighboursHint>();
  thinkingOfHint = $state(false);
  problem = $state('');
  /** How many moves are shown; all of them unless somebody looks back. */
  shown = $state(0);
  /** The positions from the start to now. */
  positions = $state.raw<readonly string[]>([]);

  #wanted: string | undefined;
  readonly #channel = openChannel('neighbours', {
    onopen: () => this.#open(),
    onevent: event => {
      if (event.type === 'hint') this.#hint(event);
      else this.#show(event);
    },
    onrefused: reason => this.#refused(reason),
  });

  constructor(id: string | undefined) {
    this.#wanted = id ?? localStorage.getItem(place) ?? undefined;
  }

  get isLive(): boolean {
    return this.shown === (this.state?.moves.length ?? 0);
  }

  /** Opens another game, unless it is the one that is open. */
  visit(id: string): void {
    if (this.state?.id === id || this.#wanted === id) return;
    this.#wanted = id;
    this.#channel.send({ type: 'resume', id });
  }

  start(white: Seat, black: Seat): void {
    this.ask({ type: 'new', white, black, start: null });
  }

  sit(side: Side, seat: Seat): void {
    this.ask({ type: 'sit', side, seat });
  }

  askHint(): void {
    this.thinkingOfHint = true;
    this.ask({ type: 'hint' });
  }

  ask(request: NeighboursRequest): void {
    this.problem = '';
    this.#channel.send(request);
  }

  close(): void {
    this.#channel.close();
  }

  #open(): void {
    if (this.#wanted) this.#channel.send({ type: 'resume', id: this.#wanted });
    else this.start({ kind: 'person' }, { kind: 'agent', level: 4 });
  }

  #refused(reason: string): void {
    this.thinkingOfHint = false;
    if (!this.state && this.#wanted) {
      // The kept game is gone: begin another one rather than complain.
      this.#wanted = undefined;
      return this.#open();
    }
    this.problem = reason;
    announce(reason);
  }

  #hint(hint: NeighboursHint): void {
    this.hint = hint;
    this.thinkingOfHint = false;
    announce(t('neighbours.said.hint', { from: hint.mv.slice(0, 2), to: hint.mv.slice(2, 4) }));
  }

  #show(state: NeighboursState): void {
    const before = this.state;
    const fresh = before?.id !== state.id;
    const wasLive = this.isLive || fresh || state.moves.length < (before?.moves.length ?? 0);
    this.state = state;
    this.#wanted = state.id;
    localStorage.setItem(place, state.id);
    if (before?.position !== state.position) this.hint = undefined;
    this.positions = replay(state.start, state.moves);
    if (wasLive) this.shown = state.moves.length;
    if (!fresh) this.#tell(before, state);
  }

  #tell(before: NeighboursState | undefined, state: NeighboursState): void {
    const count = state.moves.length - (before?.moves.length ?? 0);
    const last = state.moves.at(-1);
    const over = state.status.kind === 'over' && before?.status.kind !== 'over';
    const ending = over && state.status.kind === 'over' ? ` ${state.status.reason}.` : '';
    if (count > 0 && last) {
      const taken = stonesOf(this.positions.at(-2) ?? '').size > stonesOf(state.position).size;
      const said = `neighbours.said.${other(state.turn)}.${taken ? 'takes' : 'moves'}` as const;
      announce(t(said, { from: last.slice(0, 2), to: last.slice(2, 4) }) + ending);
      playSound(over ? 'end' : taken ? 'capture' : 'move');
    } else if (count < 0) announce(t('moves.takenBack'));
    else if (over) announce(ending.trim());
  }
}
