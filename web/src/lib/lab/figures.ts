/** What the cells of the tables of experiments mean, so that they can be drawn. */

export type Figure =
  | { kind: 'text' }
  | { kind: 'number'; value: number }
  /** Won, drawn and lost games. */
  | { kind: 'games'; won: number; drawn: number; lost: number }
  /** A value and half of its interval. */
  | { kind: 'interval'; value: number; error: number };

const number = String.raw`[+-]?\d+(?:\.\d+)?`;
const games = /^(\d+)-(\d+)-(\d+)$/;
const interval = new RegExp(String.raw`^(${number}) (?:\+/-|±) (${number})$`);
const plain = new RegExp(`^${number}$`);

export function figureOf(cell: string): Figure {
  const counts = games.exec(cell)?.slice(1).map(Number);
  if (counts) return { kind: 'games', won: counts[0]!, drawn: counts[1]!, lost: counts[2]! };
  const [, value, error] = interval.exec(cell) ?? [];
  if (value && error) return { kind: 'interval', value: Number(value), error: Number(error) };
  const digits = cell.replaceAll(',', '');
  return plain.test(digits) ? { kind: 'number', value: Number(digits) } : { kind: 'text' };
}

/** The largest number of a row beside its first cell: what the bars of the row are drawn by. */
export const scaleOf = (row: readonly string[]): number =>
  Math.max(
    0,
    ...row.slice(1).map(cell => {
      const figure = figureOf(cell);
      return figure.kind === 'number' ? figure.value : 0;
    }),
  );

/** The farthest end of an interval in a table: what its error bars are drawn by. */
export const reachOf = (rows: readonly (readonly string[])[]): number =>
  Math.max(
    1,
    ...rows.flat().map(cell => {
      const figure = figureOf(cell);
      return figure.kind === 'interval' ? Math.abs(figure.value) + figure.error : 0;
    }),
  );
