/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Watch engines play',
  'watch.what': 'Let Petteia play itself at different strengths, or the engines that you have configured.',
  'watch.all': 'All matches',
  'watch.end': 'End the match',
  'watch.ended': 'ended',
  'watch.resume': 'Go on',
  'watch.opening': 'Opening the match…',
  'watch.game': 'Game {number}',
  'watch.depth': 'depth {depth}',
  'watch.expects': '{name} expects',
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
  'match.test': 'Stop as soon as it is decided (SPRT)',
  'match.testHint':
    'The match ends when the first player is shown to be stronger by Elo 1, or not even by Elo 0 (normalised Elo, 5 % error).',
  'match.same': 'Two players are the same; let them differ in strength.',
  'match.start': 'Start the match',

  'table.label': 'Table',
  'table.player': 'Player',
  'table.points': 'Points',
  'table.wonDrawnLost': 'Won, drawn, lost',
  'table.depth': 'Depth',
  'table.speed': 'Speed',
  'table.record': '{won} won, {drawn} drawn, {lost} lost',
  'table.cross': 'Who scored what against whom',
  'table.numbers': 'In numbers',
  'table.finished': 'Finished games',
  'table.game': { one: '{reason}, {count} move', other: '{reason}, {count} moves' },
  'table.none': 'None yet.',

  'curve.difference': '{one} over {other}: {elo} ± {error} Elo',
  'curve.label': 'Elo with its error, game by game; dashed: how far the test is between its bounds',
  'test.state': 'SPRT: {verdict}',
  'test.ratio': '{bounds}: LLR {llr} ({lower} … {upper})',
  'test.open': 'undecided',
  'test.passed': 'passed',
  'test.failed': 'failed',
} satisfies Part;
