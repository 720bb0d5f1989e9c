/**
 * All words of the pages. The other languages have the same keys; the type says so, and a test that their
 * placeholders are the same.
 */
const en = {
  'engines.title': 'Engines',
  'engines.what':
    'Engines that play, analyse and take part in matches. Each runs as a program on this machine, next to Petteia.',
  'engines.manage': 'Engines…',
  'engines.kind.petteia': 'this program',
  'engines.kind.net': 'another net',
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
  'analysis.engine': 'Engine',
  'analysis.settings': 'Engine settings',
  'analysis.threads': 'Threads',
  'analysis.hash': 'Table, MB',
  'analysis.asUsual': 'as usual',
  'analysis.limit': 'Stop',
  'analysis.limit.never': 'never',
  'analysis.limit.depth': 'at depth {depth}',
  'analysis.limit.seconds': { one: 'after {count} second', other: 'after {count} seconds' },
  'analysis.limit.minutes': { one: 'after {count} minute', other: 'after {count} minutes' },
  'analysis.reached': 'Stopped at depth {depth}.',
  'analysis.deeper': 'Go deeper',
  'analysis.threadsUsed': { one: '{count} thread', other: '{count} threads' },
  'analysis.megabytes': '{count} MB',
  'play.opponent': 'Opponent',
} satisfies Record<string, Text>;

/** One form, or the forms of a number as `Intl.PluralRules` calls them. */
export type Text = string | { one?: string; few?: string; many?: string; other: string };
export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<TextKey, Text>>;
export default en as Texts;
