/** What was played in a position. */
import type { Part } from '../text';

export default {
  'explorer.title': 'Εξερεύνηση',
  'explorer.hint': 'Τι έχει παιχτεί εδώ',
  'explorer.move': 'Κίνηση',
  'explorer.games': 'Παρτίδες',
  'explorer.results': 'Αποτελέσματα',
  'explorer.rating': 'Βαθμός',
  'explorer.tables': 'Πίνακες',
  'explorer.of': { one: '{count} παρτίδα', other: '{count} παρτίδες' },
  'explorer.none': 'Καμία παρτίδα δεν έχει αυτή τη θέση.',
  'explorer.win': 'νίκη',
  'explorer.draw': 'ισοπαλία',
  'explorer.loss': 'ήττα',
  'explorer.winIn': 'νίκη, {count}',
  'explorer.lossIn': 'ήττα, {count}',
  'explorer.distance': 'Ημικινήσεις μέχρι το επόμενο πάρσιμο, κίνηση πιονιού ή ματ',
  'explorer.more':
    'Οι τελειωμένες παρτίδες που φυλάσσονται εδώ βρίσκονται αμέσως. Περισσότερες προστίθενται με `petteia explore index FILE`.',
} satisfies Part;
