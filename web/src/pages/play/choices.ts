/** The choices of the last game, offered again for the next. */
import { INITIAL_FEN } from '../../lib/chess/initial';
import { levels } from '../../lib/levels.svelte';
import type { NewGame } from '../../lib/protocol/play';

export interface PlayChoices {
  color: 'white' | 'black' | 'random';
  /** The opponent: Petteia, or another engine. */
  engine: string;
  elo: number;
  full: boolean;
  /** Whether a level takes its time, as a person does. */
  human: boolean;
  time: '' | '60+0' | '180+2' | '300+3' | '600+0' | '900+10' | 'own';
  /** The clock of one's own choice. */
  minutes: number;
  increment: number;
  start: 'initial' | 'chess960' | 'position';
  fen: string;
}

/** The number of some Chess960 position. */
export const anyNumber = (): number => Math.floor(Math.random() * 960);

const place = 'petteia.play.choices';

const usual: PlayChoices = {
  color: 'white',
  engine: 'petteia',
  elo: 1500,
  full: false,
  human: true,
  time: '',
  minutes: 25,
  increment: 10,
  start: 'initial',
  fen: INITIAL_FEN,
};

export function recall(): PlayChoices {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<PlayChoices>) };
  } catch {
    return usual;
  }
}

export function remember(choices: PlayChoices): void {
  localStorage.setItem(place, JSON.stringify(choices));
}

/** The game that was chosen. */
export function gameOf(choices: PlayChoices, number: number): NewGame {
  const [base, increment] =
    choices.time === 'own' ? [choices.minutes * 60, choices.increment] : choices.time.split('+').map(Number);
  return {
    color: choices.color === 'random' ? null : choices.color,
    engine: choices.engine === 'petteia' ? null : choices.engine,
    strength: choices.full ? { kind: 'full' } : { kind: 'elo', elo: Math.min(choices.elo, levels.most) },
    pace: choices.human ? 'human' : 'atOnce',
    clock: base
      ? { base_ms: Math.round(base * 1000), increment_ms: Math.round((increment ?? 0) * 1000) }
      : null,
    start:
      choices.start === 'chess960'
        ? { kind: 'chess960', number }
        : choices.start === 'position'
          ? { kind: 'position', fen: choices.fen.trim(), moves: [], chess960: false }
          : { kind: 'initial' },
  };
}
