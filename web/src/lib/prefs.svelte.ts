/** What a person has chosen to see and hear, kept in the browser. */
import type { LanguageName } from './languages';

export interface Prefs {
  language: 'system' | LanguageName;
  theme: 'system' | 'light' | 'dark';
  board: 'aegean' | 'walnut' | 'olive' | 'marble';
  pieces: 'classic' | 'stones';
  sound: boolean;
  coordinates: boolean;
  dots: boolean;
  lastMove: boolean;
  arrows: boolean;
  statusLine: boolean;
  moveList: boolean;
  neighbourCounts: boolean;
  /** Whether Analyse shows what was played before. */
  explorer: boolean;
  analysis: AnalysisPrefs;
}

/** How positions are analysed. */
export interface AnalysisPrefs {
  engine: string;
  /** `null` leaves it to the engine. */
  threads: number | null;
  hash: number | null;
  /** The depth or the seconds at which the analysis stops; neither if it never does. */
  limit: '' | `${'depth' | 'seconds'}:${number}`;
}

const defaults: Prefs = {
  language: 'system',
  theme: 'system',
  board: 'aegean',
  pieces: 'classic',
  sound: false,
  coordinates: true,
  dots: true,
  lastMove: true,
  arrows: true,
  statusLine: true,
  moveList: true,
  neighbourCounts: false,
  explorer: false,
  // Enough for a good answer, and the machine rests when nobody asks for more.
  analysis: { engine: 'petteia', threads: null, hash: null, limit: 'seconds:30' },
};

const place = 'petteia.prefs';

function stored(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Prefs>;
  } catch {
    // A browser without storage, or one in which somebody else wrote there: the defaults will do.
    return {};
  }
}

export const prefs: Prefs = $state({ ...defaults, ...stored() });

const system = matchMedia('(prefers-color-scheme: dark)');
let systemDark = $state(system.matches);
system.addEventListener('change', event => (systemDark = event.matches));

export const isDark = (): boolean => prefs.theme === 'dark' || (prefs.theme === 'system' && systemDark);

$effect.root(() => {
  $effect(() => {
    document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
    document.documentElement.dataset['board'] = prefs.board;
    document.documentElement.dataset['pieces'] = prefs.pieces;
    // The frame of the window, where it is the app's own.
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--bg');
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  });
  $effect(() => {
    const text = JSON.stringify(prefs);
    try {
      localStorage.setItem(place, text);
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  });
});
