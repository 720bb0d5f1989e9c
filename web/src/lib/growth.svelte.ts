/** A Monte Carlo tree that the server grows, and the latest picture of it. */
import type { GrowingTree } from './protocol/lab';
import { openChannel } from './socket.svelte';
import { t } from './text.svelte';

export class Growth {
  tree = $state.raw<GrowingTree>();
  growing = $state(false);
  problem = $state('');

  readonly #channel = openChannel('lab', {
    onevent: event => {
      if (!this.growing) return;
      this.tree = event;
      this.growing = !event.finished;
    },
    onrefused: reason => {
      this.problem = reason;
      this.growing = false;
    },
    // After a break the server has forgotten the tree; what was seen of it stays.
    onopen: () => (this.growing = false),
  });

  grow(fen: string, simulations: number): void {
    this.tree = undefined;
    this.problem = '';
    this.growing = this.#channel.send({ type: 'grow', fen, simulations });
    if (!this.growing) this.problem = t('app.noAnswer');
  }

  stop(): void {
    this.growing = false;
    this.#channel.send({ type: 'stop' });
  }

  close(): void {
    this.#channel.close();
  }
}
