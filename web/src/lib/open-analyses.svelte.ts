/**
 * The open analyses, kept in the browser. A link, an import or “New” opens another one, so that none is lost. All
 * tabs of the browser share the list; each remembers which of them it shows.
 */
import type { KeptReview } from './review.svelte';

export interface KeptAnalysis {
  readonly id: string;
  readonly title: string;
  readonly pgn: string;
  /** The way to the current move: the index among its siblings of each node. */
  readonly path: readonly number[];
  readonly review?: KeptReview;
}

const place = 'petteia.analyses';
const shownPlace = 'petteia.analysis.shown';

/** Not `crypto.randomUUID`, which browsers keep from pages that another machine serves without encryption. */
export const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

function read(): KeptAnalysis[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptAnalysis[]) : [];
  } catch {
    return [];
  }
}

export class OpenAnalyses {
  list = $state.raw<readonly KeptAnalysis[]>(read());
  /** The one that was closed last, and where it was. */
  closed = $state.raw<{ kept: KeptAnalysis; index: number }>();
  readonly #listen = (event: StorageEvent) => {
    if (event.key === place) this.list = read();
  };

  constructor() {
    addEventListener('storage', this.#listen);
  }

  /** The id of the analysis that this tab shows, if it has shown any. */
  get shown(): string | undefined {
    return sessionStorage.getItem(shownPlace) ?? undefined;
  }

  show(id: string): void {
    sessionStorage.setItem(shownPlace, id);
  }

  find(id: string | undefined): KeptAnalysis | undefined {
    return this.list.find(kept => kept.id === id);
  }

  save(kept: KeptAnalysis): void {
    const list = read();
    const index = list.findIndex(other => other.id === kept.id);
    list.splice(index < 0 ? list.length : index, index < 0 ? 0 : 1, kept);
    this.#write(list);
  }

  /** Takes one off the list; returns its neighbour. */
  close(id: string): KeptAnalysis | undefined {
    const list = read();
    const index = list.findIndex(kept => kept.id === id);
    if (index < 0) return undefined;
    const [kept] = list.splice(index, 1);
    this.closed = { kept: kept!, index };
    this.#write(list);
    return list[Math.min(index, list.length - 1)];
  }

  /** Puts the one that was closed last back on the list. */
  reopen(): KeptAnalysis | undefined {
    if (!this.closed) return undefined;
    const { kept, index } = this.closed;
    const list = read();
    list.splice(index, 0, kept);
    this.closed = undefined;
    this.#write(list);
    return kept;
  }

  dispose(): void {
    removeEventListener('storage', this.#listen);
  }

  #write(list: readonly KeptAnalysis[]): void {
    this.list = list;
    try {
      localStorage.setItem(place, JSON.stringify(list));
    } catch {
      // Full or refused: then the list lasts as long as the page.
    }
  }
}
