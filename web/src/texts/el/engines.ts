/** The engines that there are, and how one is added. */
import type { Part } from '../text';

export default {
  'engines.what':
    'Μηχανές που παίζουν, αναλύουν και συμμετέχουν σε αγώνες. Καθεμία τρέχει ως πρόγραμμα σε αυτόν τον υπολογιστή, δίπλα στην Petteia.',
  'engines.manage': 'Μηχανές…',
  'engines.kind.petteia': 'αυτό το πρόγραμμα',
  'engines.kind.net': 'άλλο δίκτυο',
  'engines.kind.lab': 'μικρή μηχανή του εργαστηρίου',
  'engines.kind.configured': 'από το engines.toml',
  'engines.kind.added': 'προστέθηκε εδώ',
  'engines.matchesOnly': 'μόνο αγώνες',
  'engines.remove': 'Αφαίρεση: {name}',
  'engines.add': 'Προσθήκη μηχανής',
  'engines.path': 'Πρόγραμμα',
  'engines.pathHint': '/usr/games/stockfish, ή ένα όνομα αν βρίσκεται στο PATH',
  'engines.arguments': 'Ορίσματα',
  'engines.name': 'Όνομα',
  'engines.nameHint': 'όπως ονομάζει τον εαυτό της',
  'engines.test': 'Δοκιμή',
  'engines.testing': 'Αναμονή για την απάντησή της…',
  'engines.answers': '{name}: απαντά.',
  'engines.by': 'από {author}',
  'engines.options': 'Επιλογές',
  'engines.save': 'Προσθήκη',
  'engines.saved': '{name}: προστέθηκε.',
  'engines.notHere':
    'Οι μηχανές προστίθενται στον υπολογιστή όπου τρέχει η Petteia, στο δικό του πρόγραμμα περιήγησης, ή στο engines.toml του φακέλου δεδομένων.',
  'engines.loading': 'Αναζήτηση μηχανών…',
} satisfies Part;
