/** The engines that there are, and how one is added. */
import type { Part } from '../text';

export default {
  'engines.what':
    'Engines that play, analyse and take part in matches. Each runs as a program on this machine, next to Petteia.',
  'engines.manage': 'Engines…',
  'engines.kind.petteia': 'this program',
  'engines.kind.net': 'another net',
  'engines.kind.lab': 'a small engine of the lab',
  'engines.kind.configured': 'from engines.toml',
  'engines.kind.added': 'added here',
  'engines.matchesOnly': 'matches only',
  'engines.remove': 'Remove {name}',
  'engines.add': 'Add an engine',
  'engines.path': 'Program',
  'engines.pathHint': '/usr/games/stockfish, or a name if it is in the PATH',
  'engines.arguments': 'Arguments',
  'engines.name': 'Name',
  'engines.nameHint': 'as it calls itself',
  'engines.test': 'Test',
  'engines.testing': 'Waiting for its answer…',
  'engines.answers': '{name} answers.',
  'engines.by': 'by {author}',
  'engines.options': 'Options',
  'engines.save': 'Add',
  'engines.saved': '{name} was added.',
  'engines.notHere':
    'Engines are added on the machine that runs Petteia, in its own browser, or in engines.toml in the data folder.',
  'engines.loading': 'Asking for the engines…',
} satisfies Part;
