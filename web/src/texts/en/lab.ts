/** The lab: techniques of engines, one at a time. */
import type { Part } from '../text';

export default {
  'lab.what': 'How chess engines work, one technique at a time, on the position of the board.',
  'lab.position': 'The position',
  'lab.examples': 'Examples',
  'lab.example.initial': 'Initial position',
  'lab.example.mate': 'Mate in two',
  'lab.example.pawn': 'King and pawn',
  'lab.example.rooks': 'Rooks and a bishop',
  'lab.example.middlegame': 'Italian game',
  'lab.show': 'Show',
  'lab.technique': 'Technique',

  'lab.searches': 'Search trees',
  'lab.depth': 'Depth',
  'lab.counts': 'Nodes',
  'lab.counts.see':
    'All three find the same value: the shorter the bar, the fewer positions were looked at for it.',
  'lab.nodes': {
    one: '{count} node',
    other: '{count} nodes',
  },
  'lab.minimax': 'Minimax',
  'lab.minimax.see':
    'Every move is looked at; each node takes over the best value after it, White the greatest, Black the least.',
  'lab.alphaBeta': 'Alpha-beta',
  'lab.alphaBeta.see':
    'Dashed nodes were cut off: the value of a move before them lies outside the window in small print, so they cannot matter.',
  'lab.negascout': 'PVS (NegaScout)',
  'lab.negascout.see':
    'After the first move the windows have no room: they ask only whether a move is better, and one that is gets searched again.',
  'lab.material': 'Leaves are judged by material alone, in pawns for White.',
  'lab.tree.how': 'A click opens or closes a node; drag to move a tree.',
  'lab.root': 'Root',
  'lab.cut': 'cut off',
  'lab.again': 'once more',
  'lab.openAll': 'Open all',
  'lab.closeAll': 'Close all',

  'lab.monteCarlo': 'Monte Carlo',
  'lab.monteCarlo.see':
    'Each simulation adds one node where the mean Q (from −1 to 1, for the side that moves) and the prior P promise most; the move with the most visits N is played.',
  'lab.simulations': 'Simulations',
  'lab.grown': {
    one: '{count} simulation',
    other: '{count} simulations',
  },
  'lab.grow': 'Grow',
  'lab.stop': 'Stop',
  'lab.growingTree': 'The tree',
  'lab.growingTree.see':
    'Watch the tree grow deep where the visits go, and stay flat elsewhere: a node shows visits, mean and prior.',
  'lab.move': 'Move',
  'lab.visits': 'Visits N',
  'lab.mean': 'Mean Q',
  'lab.prior': 'Prior P',
  'lab.won': 'wins',
  'lab.drawn': 'draws',
  'lab.lost': 'loses',

  'lab.bitboards': 'Bitboards',
  'lab.bitboards.how': 'Click a square of the board. A queen attacks what rook and bishop attack together.',
  'lab.slider': 'Piece',
  'lab.occupied': 'Occupied',
  'lab.occupied.see': 'All pieces, a bit each.',
  'lab.mask': 'Mask',
  'lab.mask.see': 'The squares that matter: the rays without their ends.',
  'lab.blockers': 'Blockers',
  'lab.blockers.see': 'Occupied and mask: only these can be in the way.',
  'lab.attacks': 'Attacks',
  'lab.attacks.see': 'What the table holds: each ray up to and with its first piece.',
  'lab.index': 'Index',
  'lab.index.see':
    'Either number says where the attacks stand in a table of {entries} entries; see how it changes with the square and the pieces.',
  'lab.magic': 'Magic number',

  'lab.results': 'Results',
  'lab.results.see':
    'What each technique is worth, measured: a bar is its share of the longest in the row; won, drawn and lost games are white, gray and black, with the score and its 95 % interval below.',
  'lab.score': 'Score {score} %, with 95 % between {least} % and {most} %',
} satisfies Part;
