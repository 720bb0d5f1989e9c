import { describe, expect, it } from 'vitest';
import { isCounter, planCharts } from '../src/lib/curves';

const table = (columns: Record<string, (number | null)[]>) => ({
  columns: Object.keys(columns),
  values: Object.values(columns),
  changed_ms: 0,
});

describe('charts', () => {
  it('leave out columns that only count', () => {
    expect(isCounter([0, 10, 10, 20])).toBe(true);
    expect(isCounter([0.5, 1, 2])).toBe(false);
    expect(isCounter([3, 2, 1])).toBe(false);
    const plans = planCharts(table({ moves: [1, 2], games: [1, 2], change: [0.2, 0.1] }));
    expect(plans.map(plan => plan.series.map(curve => curve.label))).toEqual([['change']]);
  });

  it('share an axis among curves of a similar size, in the order of the file', () => {
    const plans = planCharts(
      table({ step: [1, 2], train: [0.5, 0.4], speed: [90_000.5, 80_000], validation: [0.6, null] }),
    );
    expect(plans.map(plan => plan.series.map(curve => curve.label))).toEqual([
      ['train', 'validation'],
      ['speed'],
    ]);
  });

  it('are logarithmic where a few values tower over the rest', () => {
    expect(planCharts(table({ x: [1, 2, 3], y: [0.1, 0.1, 1000] }))[0]?.log).toBe(true);
    expect(planCharts(table({ x: [1, 2, 3], y: [-0.1, 0.1, 1000] }))[0]?.log).toBe(false);
  });
});
