/** Puzzles, and how they go. */
import type { Part } from '../text';

export default {
  'puzzles.find.white': 'White to move: find the winning move',
  'puzzles.find.black': 'Black to move: find the winning move',
  'puzzles.rating': 'Rating {rating}',
  'puzzles.new': 'new',
  'puzzles.again': 'from box {box}',
  'puzzles.right': 'Right. It goes on.',
  'puzzles.wrong': '{move} does not win. Try again.',
  'puzzles.solved': 'Solved.',
  'puzzles.finished': 'That is the whole line.',
  'puzzles.shown': 'This is the solution.',
  'puzzles.hint': 'Hint',
  'puzzles.hinted': 'The piece on {square} moves.',
  'puzzles.solution': 'Show the solution',
  'puzzles.next': 'Next puzzle',
  'puzzles.analyse': 'Analyse',
  'puzzles.line': 'The line',
  'puzzles.statistics': 'How it goes',
  'puzzles.own': 'Your rating',
  'puzzles.solvedOf': 'Solved',
  'puzzles.of': '{solved} of {tries}',
  'puzzles.streak': 'In a row',
  'puzzles.due': 'Waiting for you',
  'puzzles.seen': 'Seen',
  'puzzles.how':
    'Puzzles wait in five boxes (Leitner’s system): a solved one moves to the next box and comes back after 1, 3, 7 and 21 days, a missed one after ten minutes. All of this is kept by the server, for everybody who uses it.',
  'puzzles.scale':
    'A puzzle’s rating is that of Petteia’s weakest level that calculates far enough to solve it; yours is Elo against those ratings.',
  'puzzles.make':
    'Puzzles from your own games: export them on the page Games, then `petteia puzzles make games.pgn`.',
} satisfies Part;
