/** What was played in a position. */
import type { Part } from '../text';

export default {
  'explorer.title': 'Explorer',
  'explorer.hint': 'What was played here before',
  'explorer.move': 'Move',
  'explorer.games': 'Games',
  'explorer.results': 'Results',
  'explorer.rating': 'Rating',
  'explorer.tables': 'Tables',
  'explorer.of': { one: '{count} game', other: '{count} games' },
  'explorer.none': 'No game has this position.',
  'explorer.win': 'win',
  'explorer.draw': 'draw',
  'explorer.loss': 'loss',
  'explorer.winIn': 'win, {count}',
  'explorer.lossIn': 'loss, {count}',
  'explorer.distance': 'Half-moves to the next capture, pawn move or mate',
  'explorer.more':
    'Finished games that are kept here are found at once. More games come with `petteia explore index FILE`.',
} satisfies Part;
