/** Puzzles, and how they go. */
import type { Part } from '../text';

export default {
  'puzzles.find.white': 'Παίζουν τα λευκά: βρείτε την κίνηση που κερδίζει',
  'puzzles.find.black': 'Παίζουν τα μαύρα: βρείτε την κίνηση που κερδίζει',
  'puzzles.rating': 'Βαθμός {rating}',
  'puzzles.new': 'νέος',
  'puzzles.again': 'από το κουτί {box}',
  'puzzles.right': 'Σωστά. Συνεχίζεται.',
  'puzzles.wrong': 'Η κίνηση {move} δεν κερδίζει. Δοκιμάστε ξανά.',
  'puzzles.solved': 'Λύθηκε.',
  'puzzles.finished': 'Αυτή είναι όλη η βαριάντα.',
  'puzzles.shown': 'Αυτή είναι η λύση.',
  'puzzles.hint': 'Υπόδειξη',
  'puzzles.hinted': 'Κινείται το κομμάτι στο {square}.',
  'puzzles.solution': 'Εμφάνιση λύσης',
  'puzzles.next': 'Επόμενος γρίφος',
  'puzzles.analyse': 'Ανάλυση',
  'puzzles.line': 'Η βαριάντα',
  'puzzles.statistics': 'Πώς πάει',
  'puzzles.own': 'Ο βαθμός σας',
  'puzzles.solvedOf': 'Λυμένοι',
  'puzzles.of': '{solved} από {tries}',
  'puzzles.streak': 'Στη σειρά',
  'puzzles.due': 'Σας περιμένουν',
  'puzzles.seen': 'Είδατε',
  'puzzles.how':
    'Οι γρίφοι περιμένουν σε πέντε κουτιά (σύστημα Λάιτνερ): όποιος λυθεί πηγαίνει στο επόμενο κουτί και επιστρέφει μετά από 1, 3, 7 και 21 ημέρες, όποιος χαθεί μετά από δέκα λεπτά. Όλα αυτά τα θυμάται ο διακομιστής, για όλους όσοι τον χρησιμοποιούν.',
  'puzzles.scale':
    'Ο βαθμός ενός γρίφου είναι εκείνος του πιο αδύναμου επιπέδου του Petteia που υπολογίζει αρκετά μακριά για να τον λύσει· ο δικός σας είναι Elo έναντι αυτών των βαθμών.',
  'puzzles.make':
    'Γρίφοι από τις δικές σας παρτίδες: εξαγάγετέ τις από τη σελίδα Παρτίδες και μετά `petteia puzzles make games.pgn`.',
} satisfies Part;
