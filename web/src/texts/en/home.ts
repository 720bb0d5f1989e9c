/** The home page. */
import type { Part } from '../text';

export default {
  'home.what':
    'A chess engine that trains its own neural network from its own games, and a second game, Neighbours, with an agent that learns by playing. Play at your level, analyse, watch engines play and see how they learn. Nothing leaves this machine.',
  'home.unfinished': {
    one: 'Not over yet: {white} – {black}, {count} move.',
    other: 'Not over yet: {white} – {black}, {count} moves.',
  },
  'home.continue': 'Continue',
  'home.againstFull': 'Against Petteia at full strength, or any other strength from beginner to engine.',
  'home.againstElo': 'Against Petteia at {elo}, or any other strength from beginner to engine.',
  'home.playNow': 'Play now, {opponent}',
  'home.choose': 'Choose…',
  'home.game': 'PGN or FEN',
  'home.gameHint': 'Paste a PGN or a FEN',
  'home.analyse': 'Analyse',
  'home.board': 'Open the board',
  'home.watch': 'Watch',
  'home.otherMatch': 'Another match',
  'home.matches': 'Matches between engines, with Elo and error bars, live.',
  'home.startMatch': 'Start a match',
  'home.puzzles': 'One winning move: find it. Puzzles from Petteia’s games and your own.',
  'home.solvePuzzles': 'Solve puzzles',
  'home.neighbours':
    'Stones move as far as they have neighbours. Capture them all, against an agent that taught itself.',
  'home.playNeighbours': 'Play Neighbours',
  'home.trainingNow': 'training now',
  'home.training': 'The history of the networks, and curves of what is being trained.',
  'home.lookAtIt': 'Look at it',
  'home.lab':
    'How engines work, on any position: search trees, Monte Carlo, bitboards, and what each technique is worth.',
  'home.openLab': 'Open the lab',
  'home.lastGames': 'Last games',
  'home.allGames': 'All games',
  'home.noGames': 'None yet. Games that you play appear here by themselves.',

  // Of other pages, but shown here too: this page comes before the others’ words.
  'watch.progress': '{done} of {games} games',
  'watch.running': 'running',
  'play.fullStrength': 'full strength',
} satisfies Part;
