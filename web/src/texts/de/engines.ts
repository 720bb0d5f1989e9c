/** The engines that there are, and how one is added. */
import type { Part } from '../text';

export default {
  'engines.what':
    'Engines, die spielen, analysieren und an Wettkämpfen teilnehmen. Jede läuft als Programm auf diesem Rechner, neben Petteia.',
  'engines.manage': 'Engines …',
  'engines.kind.petteia': 'dieses Programm',
  'engines.kind.net': 'ein anderes Netz',
  'engines.kind.lab': 'eine kleine Engine des Labors',
  'engines.kind.configured': 'aus engines.toml',
  'engines.kind.added': 'hier hinzugefügt',
  'engines.matchesOnly': 'nur Wettkämpfe',
  'engines.remove': '{name} entfernen',
  'engines.add': 'Engine hinzufügen',
  'engines.path': 'Programm',
  'engines.pathHint': '/usr/games/stockfish, oder ein Name, wenn es im PATH liegt',
  'engines.arguments': 'Argumente',
  'engines.name': 'Name',
  'engines.nameHint': 'wie sie sich selbst nennt',
  'engines.test': 'Testen',
  'engines.testing': 'Warte auf ihre Antwort …',
  'engines.answers': '{name} antwortet.',
  'engines.by': 'von {author}',
  'engines.options': 'Optionen',
  'engines.save': 'Hinzufügen',
  'engines.saved': '{name} wurde hinzugefügt.',
  'engines.notHere':
    'Engines werden auf dem Rechner hinzugefügt, auf dem Petteia läuft, in dessen Browser, oder in engines.toml im Datenordner.',
  'engines.loading': 'Frage nach den Engines …',
} satisfies Part;
