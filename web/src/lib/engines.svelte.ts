/** The engines that can be chosen, for all pages. */
import { get, post, reasonOf, remove } from './api';
import { prefs } from './prefs.svelte';
import type { EngineChoice, EngineList, EngineReport, NewEngine } from './protocol/library';

class Engines {
  list = $state.raw<EngineList>();
  problem = $state('');
  /** The list is shown, with the form to add another one. */
  managing = $state(false);
  #asked = false;

  /** All engines; those of the last answer while the next one is on its way. */
  get all(): readonly EngineChoice[] {
    if (!this.#asked) void this.load();
    return this.list?.engines ?? [];
  }

  async load(): Promise<void> {
    this.#asked = true;
    try {
      this.list = await get<EngineList>('engines');
      this.problem = this.list.problem ?? '';
      // An engine that was removed leaves the analysis to Petteia.
      const isKnown = this.list.engines.some(({ id }) => id === prefs.analysis.engine);
      if (!isKnown) prefs.analysis.engine = 'petteia';
    } catch (error) {
      this.problem = reasonOf(error);
    }
  }

  /** What a program says of itself. */
  test(engine: NewEngine): Promise<EngineReport> {
    return post<EngineReport>('engines/try', JSON.stringify(engine));
  }

  async add(engine: NewEngine): Promise<EngineReport> {
    const report = await post<EngineReport>('engines', JSON.stringify(engine));
    await this.load();
    return report;
  }

  async remove(name: string): Promise<void> {
    await remove(`engines/${encodeURIComponent(name)}`);
    await this.load();
  }
}

export const engines = new Engines();
