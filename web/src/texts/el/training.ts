/** What is trained and what was. */
import type { Part } from '../text';

export default {
  'training.what':
    'Πώς τα δίκτυα και ο πράκτορας του Neighbours έγιναν αυτό που είναι. Όσα τρέχουν κινούνται καθώς κοιτάτε.',
  'training.runs': 'Εκπαιδεύσεις',
  'training.live': 'Μαθαίνει τώρα',
  'training.chess': 'Σκάκι',
  'training.none': 'Καμία εκπαίδευση ακόμη',
  'training.how': 'Καμπύλες εμφανίζονται εδώ μόλις κάτι μάθει, για παράδειγμα με',
  'training.over': '{curves} ως προς {axis}',
  'training.nets': 'Δίκτυα',
  'training.generations': 'Δύναμη, δίκτυο προς δίκτυο',
  'training.elo': 'Elo πάνω από την κλασική αξιολόγηση',
  'training.atLeast': 'τουλάχιστον',
  'training.atMost': 'το πολύ',
  'training.net': 'δίκτυο',
  'training.quality': 'Σφάλμα της στατικής αξιολόγησης',
  'training.weights': 'Βάρη του πράκτορα του Neighbours',
} satisfies Part;
