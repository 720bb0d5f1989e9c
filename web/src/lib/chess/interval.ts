/** How sure a score is. */

/** The quantile of the normal distribution that leaves 2.5 % on each side. */
const Z = 1.96;

/**
 * The interval in which the true score lies with 95 %, by Wilson's formula, which also holds after few games and
 * where all ended alike. Draws make the truth narrower than this, never wider.
 */
export function interval(points: number, games: number): [number, number] {
  if (games === 0) return [0, 1];
  const share = points / games;
  const scale = 1 + (Z * Z) / games;
  const middle = (share + (Z * Z) / (2 * games)) / scale;
  const half = (Z * Math.sqrt((share * (1 - share)) / games + (Z * Z) / (4 * games * games))) / scale;
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
