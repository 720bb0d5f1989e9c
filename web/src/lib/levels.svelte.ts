/** The ratings that Petteia can play like. */
import { get } from './api';
import type { About } from './protocol/library';

/** The weakest and the strongest, short of full strength; the server knows better than this guess. */
export const levels = $state({ least: 400, most: 2800 });

get<About>('about').then(
  about => {
    levels.least = about.least_elo;
    levels.most = about.most_elo;
  },
  () => undefined, // Without a server there is no game either, and the page says so.
);
