/** Which columns of a table belong into one chart. */
import type { Table } from './protocol/library';

export interface Curve {
  readonly label: string;
  readonly y: readonly (number | null)[];
}

export interface ChartPlan {
  readonly series: readonly Curve[];
  /** Whether the values are so far apart that only a logarithmic axis shows them all. */
  readonly log: boolean;
}

/** A column that only counts on, such as games beside moves, says when and not how: it is no curve. */
export function isCounter(y: Curve['y']): boolean {
  const values = y.filter(value => value !== null);
  return (
    values.length > 1 &&
    values.every((value, index) => Number.isInteger(value) && (index === 0 || value >= values[index - 1]!)) &&
    values.at(-1)! > values[0]!
  );
}

const greatest = (curve: Curve): number =>
  curve.y.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);

/** Curves of a similar size share a chart; beside much larger ones they would lie flat. */
export function planCharts(table: Table): ChartPlan[] {
  const curves = table.columns
    .map((label, index): Curve => ({ label, y: table.values[index] ?? [] }))
    .slice(1)
    .filter(curve => !isCounter(curve.y) && greatest(curve) > 0);
  const groups: Curve[][] = [];
  for (const curve of [...curves].sort((a, b) => greatest(b) - greatest(a))) {
    const group = groups.find(group => greatest(group[0]!) < 10 * Math.max(1e-12, greatest(curve)));
    if (group) group.push(curve);
    else groups.push([curve]);
  }
  // Columns keep the order of the file, within a chart and from chart to chart.
  return groups
    .map(group => ({ series: curves.filter(curve => group.includes(curve)), log: isSteep(group) }))
    .sort((a, b) => curves.indexOf(a.series[0]!) - curves.indexOf(b.series[0]!));
}

function isSteep(curves: readonly Curve[]): boolean {
  const values = curves.flatMap(curve => curve.y.filter(value => value !== null)).sort((a, b) => a - b);
  const [least, middle, most] = [values[0] ?? 0, values[values.length >> 1] ?? 0, values.at(-1) ?? 0];
  return least > 0 && most > 100 * middle;
}
