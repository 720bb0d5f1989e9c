/** Evaluations as people read them. All scores here are seen from White. */
import { showNumber, t } from '../text.svelte';
import type { Side } from './position';

export type Score =
  | { kind: 'cp'; value: number }
  | { kind: 'mate'; value: number }
  /** The game is over: 1 if White won, -1 if Black did, 0 for a draw. */
  | { kind: 'over'; value: 1 | 0 | -1 };

/** A score of the server, where “mate in 0” says that the side to move has been mated. */
export function scoreFrom(score: { kind: 'cp' | 'mate'; value: number }, turn: Side): Score {
  if (score.kind === 'mate' && score.value === 0) return { kind: 'over', value: turn === 'white' ? -1 : 1 };
  return score;
}

/** “+0.34”, “−1.20”, “#5”, “−#3”. The sign is a true minus, as wide as the plus. */
export function showScore(score: Score): string {
  if (score.kind === 'over') return score.value === 0 ? '½–½' : score.value > 0 ? '1–0' : '0–1';
  if (score.kind === 'mate') return `${score.value < 0 ? '−' : ''}#${Math.abs(score.value)}`;
  const pawns = Math.abs(score.value) / 100;
  const sign = score.value > 0 ? '+' : score.value < 0 ? '−' : '';
  return `${sign}${pawns.toFixed(pawns >= 100 ? 0 : 2)}`;
}

/** As short as the space beside a board asks for: “0.3”, “12”, “#5”. */
export function showBriefly(score: Score): string {
  if (score.kind !== 'cp') return showScore(score).replace('−', '');
  const pawns = Math.abs(score.value) / 100;
  return pawns.toFixed(pawns >= 10 ? 0 : 1);
}

/** In words: “White is ahead by 0.34 pawns”. */
export function spokenScore(score: Score): string {
  const side = score.value < 0 ? 'black' : 'white';
  if (score.kind === 'over') return t(score.value === 0 ? 'score.draw' : `score.${side}.won`);
  if (score.kind === 'mate') return t(`score.${side}.mates`, { count: Math.abs(score.value) });
  if (score.value === 0) return t('score.equal');
  const pawns = showNumber(Math.abs(score.value) / 100, { minimumFractionDigits: 2 });
  return t(`score.${side}.ahead`, { pawns });
}

/**
 * White's expected share of the point, for bars and graphs. The logistic curve is the one by which
 * the field turns centipawns into winning chances; a mate fills the bar.
 */
export function whiteShare(score: Score): number {
  if (score.kind === 'over') return (score.value + 1) / 2;
  if (score.kind === 'mate') return score.value < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-0.00368208 * score.value));
}

/** “12.3M”, “845k”: counts as wide as they need to be. */
export function showCount(count: number): string {
  if (count >= 1e9) return `${tenths(count / 1e9)}G`;
  if (count >= 1e6) return `${tenths(count / 1e6)}M`;
  if (count >= 1e3) return `${Math.round(count / 1e3)}k`;
  return String(count);
}

const tenths = (value: number): string =>
  showNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** “1:05:09”, “3:07”, and tenths when the last ten seconds run. */
export function showClock(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.floor(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(rest).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** Thousandths as whole per cents that add up to a hundred: what rounding loses goes to the largest remainders. */
export function percentages(thousandths: readonly number[]): number[] {
  const down = thousandths.map(part => Math.floor(part / 10));
  const total = thousandths.reduce((sum, part) => sum + part, 0);
  let left = Math.round(total / 10) - down.reduce((sum, part) => sum + part, 0);
  const byRemainder = thousandths
    .map((part, index) => ({ index, rest: part % 10 }))
    .sort((a, b) => b.rest - a.rest);
  for (const { index } of byRemainder) if (left-- > 0) down[index]! += 1;
  return down;
}
