/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Watch engines play',
  'watch.what': 'Let Petteia play itself at different strengths, or the engines that you have configured.',
  'watch.all': 'All matches',
  'watch.progress': '{done} of {games} games',
  'watch.running': 'running',
  'watch.end': 'End the match',
  'watch.ended': 'ended',
  'watch.opening': 'Opening the match…',
  'watch.game': 'Game {number}',
  'watch.depth': 'depth {depth}',
  'watch.opinions': 'What {white} (light line) and {black} (dark line) thought of the game',
  'watch.gameOver': 'Game {number}: {white} against {black}, {result}, {reason}.',
  'watch.over': 'The match is over.',

  'matches.title': 'Matches',
  'matches.none':
    'None yet. Matches that you start here are listed, and so are the databases of `petteia match`.',

  'match.player': 'Player {number}',
  'match.engine': 'Engine of player {number}',
  'match.strength': 'Strength of player {number}',
  'match.remove': 'Remove player {number}',
  'match.another': 'Another player',
  'match.time': 'Time for each side, seconds + increment',
  'match.games': 'Games',
  'match.boards': 'Boards',
  'match.same': 'Two players are the same; let them differ in strength.',
  'match.start': 'Start the match',

  'table.label': 'Table',
  'table.player': 'Player',
  'table.points': 'Points',
  'table.wonDrawnLost': 'Won, drawn, lost',
  'table.depth': 'Depth',
  'table.speed': 'Speed',
  'table.record': '{won} won, {drawn} drawn, {lost} lost',
  'table.numbers': 'In numbers',
  'table.finished': 'Finished games',
  'table.game': { one: '{reason}, {count} move', other: '{reason}, {count} moves' },
  'table.none': 'None yet.',
} satisfies Part;
