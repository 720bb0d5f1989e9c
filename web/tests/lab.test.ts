import { describe, expect, it } from 'vitest';
import { figureOf, reachOf, scaleOf } from '../src/lib/lab/figures';
import { bestLine, drawnPaths, shownValue, shownWindow, withNode } from '../src/lib/lab/nodes';
import type { SearchNode } from '../src/lib/protocol/lab';

const node = (part: Partial<SearchNode>): SearchNode => ({
  mv: null,
  turn: 'white',
  alpha: null,
  beta: null,
  value: { kind: 'cp', value: 0 },
  bound: 'exact',
  nodes: 1,
  again: false,
  best: false,
  moves: part.children?.length ?? 0,
  children: [],
  ...part,
});

describe('figures of experiments', () => {
  it('are read from cells', () => {
    expect(figureOf('29224530')).toEqual({ kind: 'number', value: 29224530 });
    expect(figureOf('1,576')).toEqual({ kind: 'number', value: 1576 });
    expect(figureOf('44-24-32')).toEqual({ kind: 'games', won: 44, drawn: 24, lost: 32 });
    expect(figureOf('+41.89 +/- 55.20')).toEqual({ kind: 'interval', value: 41.89, error: 55.2 });
    for (const text of ['', '-', 'table', '+inf +/- inf', '+ PEXT'])
      expect(figureOf(text)).toEqual({ kind: 'text' });
  });

  it('share a scale', () => {
    expect(scaleOf(['9', '2', '8', 'x'])).toBe(8);
    expect(
      reachOf([
        ['a', '-40 +/- 30'],
        ['b', '+20 +/- 10'],
      ]),
    ).toBe(70);
    expect(reachOf([['a', '1']])).toBe(1);
  });
});

describe('drawn searches', () => {
  const leaf = node({ best: true });
  const inner = node({ best: true, children: [node({}), leaf] });
  const root = node({ children: [node({}), inner] });

  it('open the best line', () => {
    expect(bestLine(root)).toEqual(['', '1']);
    expect(drawnPaths(root)).toEqual(['', '1']);
  });

  it('take nodes that were asked for later', () => {
    const found = node({ children: [leaf] });
    const grown = withNode(root, '1.0', found);
    expect(grown.children[1]?.children[0]).toBe(found);
    expect(grown.children[0]).toBe(root.children[0]);
    expect(drawnPaths(grown)).toEqual(['', '1', '1.0']);
    expect(withNode(root, '', found)).toBe(found);
  });

  it('say values and windows', () => {
    expect(shownValue(node({ value: { kind: 'cp', value: 100 }, bound: 'atLeast' }))).toBe('≥ +1.00');
    expect(shownValue(node({ value: { kind: 'mate', value: -2 }, bound: 'atMost' }))).toBe('≤ −#2');
    expect(shownValue(node({ value: null, bound: 'cut' }))).toBe('');
    expect(shownWindow(node({}))).toBe('−∞ … +∞');
    expect(shownWindow(node({ alpha: { kind: 'cp', value: -100 } }))).toBe('−1.00 … +∞');
  });
});
