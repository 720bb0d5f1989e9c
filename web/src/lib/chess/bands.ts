/** Win, draw and loss over a game as three bands, White's at the bottom. */
import type { Chances } from '../protocol/chess';

export interface Bands {
  readonly white: string;
  readonly draw: string;
}

/** The areas of White's wins and of draws, as paths in a box of this size; what is left above is Black's. */
export function bandsOf(chances: readonly Chances[], width: number, height: number): Bands {
  const x = (index: number) => rounded((index / Math.max(1, chances.length - 1)) * width);
  const y = (thousandths: number) => rounded(height * (1 - thousandths / 1000));
  const edge = (top: (at: Chances) => number) => chances.map((at, index) => `${x(index)},${y(top(at))}`);
  const area = (upper: string[], lower: string[]) =>
    upper.length ? `M${[...upper, ...lower.toReversed()].join(' L')} Z` : '';
  const [floor, wins, draws] = [edge(() => 0), edge(at => at.win), edge(at => at.win + at.draw)];
  return { white: area(wins, floor), draw: area(draws, wins) };
}

/** White's expected share of the point, for a mark on the graph. */
export const shareOf = ({ win, draw }: Chances): number => (win + draw / 2) / 1000;

const rounded = (value: number): number => Math.round(value * 100) / 100;
