/** Positions that show something. */
import { INITIAL_FEN } from '../../lib/chess/position';
import { t } from '../../lib/text.svelte';

export const examples = (): { name: string; fen: string }[] => [
  { name: t('lab.example.initial'), fen: INITIAL_FEN },
  { name: t('lab.example.mate'), fen: '6k1/5ppp/8/8/8/8/5PPP/1R1R2K1 w - - 0 1' },
  { name: t('lab.example.pawn'), fen: '8/8/8/8/4k3/8/4P3/4K3 w - - 0 1' },
  { name: t('lab.example.rooks'), fen: '3r2k1/5pp1/7p/8/1p1R4/8/5PPP/3B2K1 w - - 0 1' },
  {
    name: t('lab.example.middlegame'),
    fen: 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7',
  },
];
