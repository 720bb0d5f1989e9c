/** The home page. */
import type { Part } from '../text';

export default {
  'home.what':
    'Μια σκακιστική μηχανή που εκπαιδεύει το δικό της νευρωνικό δίκτυο από τις δικές της παρτίδες, και ένα δεύτερο παιχνίδι, το Neighbours, με έναν πράκτορα που μαθαίνει παίζοντας. Παίξτε στο επίπεδό σας, αναλύστε, δείτε μηχανές να παίζουν και πώς μαθαίνουν. Τίποτα δεν φεύγει από αυτόν τον υπολογιστή.',
  'home.unfinished': {
    one: 'Δεν τελείωσε: {white} – {black}, {count} κίνηση.',
    other: 'Δεν τελείωσε: {white} – {black}, {count} κινήσεις.',
  },
  'home.continue': 'Συνέχεια',
  'home.againstFull': 'Απέναντι στην Petteia σε πλήρη δύναμη, ή σε όποια άλλη, από αρχάριο ως μηχανή.',
  'home.againstElo': 'Απέναντι στην Petteia με {elo}, ή με όποια άλλη δύναμη, από αρχάριο ως μηχανή.',
  'home.playNow': 'Παίξτε τώρα, {opponent}',
  'home.choose': 'Επιλογή…',
  'home.game': 'PGN ή FEN',
  'home.gameHint': 'Επικολλήστε PGN ή FEN',
  'home.analyse': 'Ανάλυση',
  'home.board': 'Άνοιγμα σκακιέρας',
  'home.watch': 'Θέαση',
  'home.otherMatch': 'Άλλος αγώνας',
  'home.matches': 'Αγώνες μεταξύ μηχανών, με Elo και όρια σφάλματος, ζωντανά.',
  'home.startMatch': 'Έναρξη αγώνα',
  'home.puzzles': 'Μία κίνηση κερδίζει: βρείτε την. Γρίφοι από τις παρτίδες της Petteia και τις δικές σας.',
  'home.solvePuzzles': 'Λύστε γρίφους',
  'home.neighbours':
    'Οι πεσσοί προχωρούν τόσα τετράγωνα όσους γείτονες έχουν. Αιχμαλωτίστε τους όλους, απέναντι σε έναν αυτοδίδακτο πράκτορα.',
  'home.playNeighbours': 'Παίξτε Neighbours',
  'home.trainingNow': 'εκπαιδεύεται τώρα',
  'home.training': 'Η ιστορία των δικτύων, και καμπύλες όσων εκπαιδεύονται.',
  'home.lookAtIt': 'Προβολή',
  'home.lab':
    'Πώς δουλεύουν οι μηχανές, σε κάθε θέση: δέντρα αναζήτησης, Monte Carlo, bitboards, και πόσο αξίζει κάθε τεχνική.',
  'home.openLab': 'Άνοιγμα εργαστηρίου',
  'home.lastGames': 'Τελευταίες παρτίδες',
  'home.allGames': 'Όλες οι παρτίδες',
  'home.noGames': 'Καμία ακόμη. Οι παρτίδες που παίζετε εμφανίζονται εδώ μόνες τους.',

  // Of other pages, but shown here too: this page comes before the others’ words.
  'watch.progress': '{done} από {games} παρτίδες',
  'watch.running': 'σε εξέλιξη',
  'play.fullStrength': 'πλήρης δύναμη',
} satisfies Part;
