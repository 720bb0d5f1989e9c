/** What is trained and what was. */
import type { Part } from '../text';

export default {
  'training.what':
    'How the networks and the Neighbours agent became what they are. Running ones move as you watch.',
  'training.runs': 'Runs',
  'training.live': 'Learning now',
  'training.chess': 'Chess',
  'training.none': 'No runs yet',
  'training.how': 'Curves appear here as soon as something learns, for example with',
  'training.over': '{curves} over {axis}',
  'training.nets': 'Nets',
  'training.generations': 'Strength, net by net',
  'training.elo': 'Elo over the classical evaluation',
  'training.atLeast': 'at least',
  'training.atMost': 'at most',
  'training.net': 'net',
  'training.quality': 'Error of the static evaluation',
  'training.weights': 'Weights of the Neighbours agent',
} satisfies Part;
