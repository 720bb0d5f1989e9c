/** What is drawn over the analysis board: the engine's arrows, a person's own, and what pieces are worth. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { CommentShapeColor } from 'chessops/pgn';
import { parseSquare } from 'chessops/util';
import { makeComment } from 'chessops/pgn';
import type { Analysis } from '../../lib/analysis.svelte';
import { annotations, readable } from '../../lib/chess/pgn';
import { squareName } from '../../lib/chess/position';
import { whiteShare } from '../../lib/chess/score';
import type { TreeNode } from '../../lib/chess/tree';
import type { AnalysisUpdate } from '../../lib/protocol/analyse';
import type { PositionView } from '../../lib/protocol/library';
import type { Retry } from '../../lib/retry.svelte';

/** The first moves of the lines; the worse a line, the thinner its arrow. */
export function arrowsOf(update: AnalysisUpdate, threat: boolean): DrawShape[] {
  const best = update.lines[0] && whiteShare(update.lines[0].score);
  return update.lines
    .flatMap((line, rank): DrawShape[] => {
      const move = line.moves[0]?.uci;
      if (!move || best === undefined) return [];
      const lost = Math.abs(best - whiteShare(line.score));
      const lineWidth = Math.max(4, 12 - rank * 1.5 - lost * 40);
      const brush = threat ? 'paleRed' : rank === 0 ? 'paleGreen' : 'paleBlue';
      return [
        { orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush, modifiers: { lineWidth } },
      ];
    })
    .reverse();
}

/** What is drawn while somebody looks for a better move: the move of the game, a hint, the answer. */
export function retryShapes(retry: Retry): DrawShape[] {
  const { slip, state, hinted, tried } = retry;
  if (!slip) return [];
  const arrow = (uci: string, brush: string): DrawShape => ({
    orig: uci.slice(0, 2) as Key,
    dest: uci.slice(2, 4) as Key,
    brush,
  });
  const best = slip.best[0]?.uci ?? '';
  if (state === 'told') return [arrow(slip.node.uci, 'paleRed'), arrow(best, 'green')];
  if (state === 'right') return [arrow(best, 'paleGreen'), arrow(tried?.uci ?? best, 'green')];
  const hint: DrawShape[] = hinted ? [{ orig: best.slice(0, 2) as Key, brush: 'green' }] : [];
  return [arrow(slip.node.uci, 'paleRed'), ...hint];
}

/** Arrows and circles a person drew, as the comments of the game keep them. */
export const drawnOf = (node: TreeNode): DrawShape[] =>
  annotations(node).flatMap(({ shapes }) =>
    shapes.map(({ color, from, to }) =>
      from === to
        ? { orig: squareName(from), brush: color }
        : { orig: squareName(from), dest: squareName(to), brush: color },
    ),
  );

/** Adds what was just drawn to the comments; what is drawn twice goes away. */
export function keepDrawn(analysis: Analysis, drawn: DrawShape[]): void {
  const node = analysis.current;
  const parsed = annotations(node);
  const shapes = parsed.flatMap(comment => comment.shapes);
  for (const shape of drawn) {
    const [from, to] = [parseSquare(shape.orig), parseSquare(shape.dest ?? shape.orig)];
    if (from === undefined || to === undefined) continue;
    const same = shapes.findIndex(known => known.from === from && known.to === to);
    if (same >= 0) shapes.splice(same, 1);
    else shapes.push({ from, to, color: (shape.brush ?? 'green') as CommentShapeColor });
  }
  const { clock, emt, evaluation } = Object.assign({}, ...parsed.map(defined)) as ReturnType<
    typeof annotations
  >[number];
  const text = node.comments.map(readable).filter(Boolean).join(' ');
  const whole = makeComment({ text, shapes, ...defined({ clock, emt, evaluation }) }).trim();
  node.comments = whole ? [whole] : [];
  analysis.changed();
}

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Partial<T>;

/** What the evaluation thinks each piece is worth, written at its corner. */
export function worthShapes(view: PositionView): DrawShape[] {
  return view.pieces.flatMap(({ square, worth }): DrawShape[] => {
    if (worth === null) return [];
    const text = (worth / 100).toFixed(1);
    const color = worth < 0 ? '#9c2b24' : '#24453a';
    const html =
      `<rect x="4" y="70" width="${text.length * 12 + 12}" height="27" rx="8" fill="#fffdf8" fill-opacity=".92"/>` +
      `<text x="10" y="91" font-size="21" font-weight="600" font-family="system-ui, sans-serif" fill="${color}">${text}</text>`;
    return [{ orig: square as Key, customSvg: { html } }];
  });
}
