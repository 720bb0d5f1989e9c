/** What positions of Neighbours are worth: scores count thousandths of a won game, for White. */
import type { Side } from '../chess/position';
import { showScore, spokenScore, type Score } from '../chess/score';
import type { TableVerdict } from '../protocol/study';
import { showNumber, t } from '../text.svelte';

/** “+0.34”: a third of the way from an even game to a won one; “#5”: won in five moves. */
export const showWorth = (score: Score): string =>
  showScore(score.kind === 'cp' ? { kind: 'cp', value: score.value / 10 } : score);

/** As short as the space beside a board asks for: “0.3”, “#5”. */
export const showWorthBriefly = (score: Score): string =>
  score.kind === 'cp' ? (Math.abs(score.value) / 1000).toFixed(1) : showScore(score).replace('−', '');

export function spokenWorth(score: Score): string {
  if (score.kind !== 'cp') return spokenScore(score);
  if (score.value === 0) return t('score.equal');
  const worth = showNumber(Math.abs(score.value) / 1000, { minimumFractionDigits: 2 });
  return t(`study.ahead.${score.value < 0 ? 'black' : 'white'}`, { worth });
}

/** “White wins in 11 plies”. */
export function showVerdict({ winner, plies }: TableVerdict): string {
  if (winner === null) return t('study.draw');
  return plies === 0 ? t(`study.won.${winner}`) : t(`study.wins.${winner}`, { count: plies });
}

/** What a verdict means for the side that moved: for its color. */
export function outcomeFor(verdict: TableVerdict, mover: Side): 'win' | 'draw' | 'loss' {
  if (verdict.winner === null) return 'draw';
  return verdict.winner === mover ? 'win' : 'loss';
}
