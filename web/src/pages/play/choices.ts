/** The choices of the last game, offered again for the next. */
import { INITIAL_FEN } from '../../lib/chess/position';

export interface PlayChoices {
  color: 'white' | 'black' | 'random';
  elo: number;
  full: boolean;
  time: '' | '60+0' | '180+2' | '300+3' | '600+0' | '900+10';
  start: 'initial' | 'chess960' | 'position';
  fen: string;
}

const place = 'petteia.play.choices';

const usual: PlayChoices = {
  color: 'white',
  elo: 1500,
  full: false,
  time: '',
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
