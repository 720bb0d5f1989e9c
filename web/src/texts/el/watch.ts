/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Δείτε μηχανές να παίζουν',
  'watch.what':
    'Βάλτε την Petteia να παίξει με τον εαυτό της σε διαφορετικές δυνάμεις, ή τις μηχανές που έχετε ρυθμίσει.',
  'watch.all': 'Όλοι οι αγώνες',
  'watch.end': 'Τερματισμός αγώνα',
  'watch.ended': 'ολοκληρώθηκε',
  'watch.resume': 'Συνέχεια',
  'watch.opening': 'Άνοιγμα του αγώνα…',
  'watch.game': 'Παρτίδα {number}',
  'watch.depth': 'βάθος {depth}',
  'watch.expects': 'Η {name} περιμένει',
  'watch.opinions': 'Τι σκέφτονταν για την παρτίδα {white} (ανοιχτή γραμμή) και {black} (σκούρα γραμμή)',
  'watch.gameOver': 'Παρτίδα {number}: {white} – {black}, {result}, {reason}.',
  'watch.over': 'Ο αγώνας τελείωσε.',

  'matches.title': 'Αγώνες',
  'matches.none':
    'Κανένας ακόμη. Εδώ εμφανίζονται οι αγώνες που ξεκινάτε και οι βάσεις δεδομένων του `petteia match`.',

  'match.player': 'Παίκτης {number}',
  'match.engine': 'Μηχανή του παίκτη {number}',
  'match.strength': 'Δύναμη του παίκτη {number}',
  'match.remove': 'Αφαίρεση του παίκτη {number}',
  'match.another': 'Άλλος παίκτης',
  'match.time': 'Χρόνος ανά πλευρά, δευτερόλεπτα + προσαύξηση',
  'match.games': 'Παρτίδες',
  'match.boards': 'Σκακιέρες',
  'match.test': 'Τέλος μόλις κριθεί (SPRT)',
  'match.testHint':
    'Ο αγώνας τελειώνει όταν αποδειχθεί ότι ο πρώτος παίκτης είναι ισχυρότερος κατά Elo 1, ή ούτε καν κατά Elo 0 (κανονικοποιημένο Elo, σφάλμα 5 %).',
  'match.same': 'Δύο παίκτες είναι ίδιοι· δώστε τους διαφορετική δύναμη.',
  'match.start': 'Έναρξη αγώνα',

  'table.label': 'Βαθμολογία',
  'table.player': 'Παίκτης',
  'table.points': 'Βαθμοί',
  'table.wonDrawnLost': 'Νίκες, ισοπαλίες, ήττες',
  'table.depth': 'Βάθος',
  'table.speed': 'Ταχύτητα',
  'table.record': '{won} νίκες, {drawn} ισοπαλίες, {lost} ήττες',
  'table.cross': 'Ποιος πήρε τι εναντίον ποιου',
  'table.numbers': 'Σε αριθμούς',
  'table.finished': 'Τελειωμένες παρτίδες',
  'table.game': { one: '{reason}, {count} κίνηση', other: '{reason}, {count} κινήσεις' },
  'table.none': 'Καμία ακόμη.',

  'curve.difference': '{one} έναντι {other}: {elo} ± {error} Elo',
  'curve.label':
    'Elo με το σφάλμα του, παρτίδα προς παρτίδα· διακεκομμένη: πού βρίσκεται ο έλεγχος ανάμεσα στα όριά του',
  'test.state': 'SPRT: {verdict}',
  'test.ratio': '{bounds}: LLR {llr} ({lower} … {upper})',
  'test.open': 'δεν κρίθηκε',
  'test.passed': 'πέτυχε',
  'test.failed': 'απέτυχε',
} satisfies Part;
