/** The engine at work on one position: what is asked, and the latest it says. */
import type { Score } from './chess/score';
import type { AnalysePosition, AnalysingEngine, AnalysisUpdate } from './protocol/analyse';
import type { OpeningName, Status } from './protocol/chess';
import { openChannel } from './socket.svelte';

/** How long a page may be hidden before its engine rests. */
const PATIENCE_MS = 60_000;

export class EngineWatch {
  update = $state.raw<AnalysisUpdate>();
  /** The position the update belongs to. */
  fen = $state('');
  opening = $state.raw<OpeningName | null>(null);
  status = $state.raw<Status>();
  waiting = $state(0);
  /** The engine that analyses, as it calls itself. */
  engine = $state.raw<AnalysingEngine>();
  /** The analysis ended at the depth or time that was asked for. */
  isLimited = $state(false);
  problem = $state('');

  #asked: AnalysePosition | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #resting = false;
  readonly #watchVisibility = () => {
    clearTimeout(this.#leaving);
    if (document.visibilityState === 'hidden') this.#leaving = setTimeout(() => this.#rest(), PATIENCE_MS);
    else if (this.#resting) {
      this.#resting = false;
      this.#send();
    }
  };
  readonly #channel = openChannel('analyse', {
    onopen: () => this.#send(),
    onevent: event => {
      if (event.type === 'position') {
        if (event.fen !== this.fen) this.update = undefined;
        this.fen = event.fen;
        this.opening = event.opening;
        this.status = event.status;
        this.isLimited = false;
      } else if (event.type === 'engine') {
        if (event.name !== this.engine?.name || event.net !== this.engine.net) this.update = undefined;
        this.engine = event;
      } else if (event.type === 'limitReached') this.isLimited = true;
      else if (event.type === 'waiting') this.waiting = event.ahead;
      else if (event.type === 'update') {
        this.update = event;
        this.waiting = 0;
      }
    },
    onrefused: reason => {
      this.problem = reason;
      this.update = undefined;
    },
  });

  constructor() {
    document.addEventListener('visibilitychange', this.#watchVisibility);
  }

  /** The result as a score, where the game is over. */
  get result(): Score | undefined {
    if (this.status?.kind !== 'over') return undefined;
    const { winner } = this.status;
    return { kind: 'over', value: winner === null ? 0 : winner === 'white' ? 1 : -1 };
  }

  look(wanted: AnalysePosition): void {
    this.#asked = wanted;
    this.problem = '';
    this.#send();
  }

  stop(): void {
    this.#asked = undefined;
    this.#channel.send({ type: 'stop' });
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#watchVisibility);
    clearTimeout(this.#leaving);
    this.#channel.close();
  }

  /** Nobody looks: others can use the processor. What was asked is asked again when somebody does. */
  #rest(): void {
    this.#resting = true;
    this.#channel.send({ type: 'stop' });
  }

  #send(): void {
    if (this.#asked && !this.#resting) this.#channel.send({ type: 'position', ...this.#asked });
  }
}
