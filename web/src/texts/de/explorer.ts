/** What was played in a position. */
import type { Part } from '../text';

export default {
  'explorer.title': 'Explorer',
  'explorer.hint': 'Was hier schon gespielt wurde',
  'explorer.move': 'Zug',
  'explorer.games': 'Partien',
  'explorer.results': 'Ergebnisse',
  'explorer.rating': 'Wertung',
  'explorer.tables': 'Tabellen',
  'explorer.of': { one: '{count} Partie', other: '{count} Partien' },
  'explorer.none': 'Keine Partie hat diese Stellung.',
  'explorer.win': 'Gewinn',
  'explorer.draw': 'Remis',
  'explorer.loss': 'Verlust',
  'explorer.winIn': 'Gewinn, {count}',
  'explorer.lossIn': 'Verlust, {count}',
  'explorer.distance': 'Halbzüge bis zum nächsten Schlagen, Bauernzug oder Matt',
  'explorer.more':
    'Beendete Partien, die hier aufbewahrt sind, werden sofort gefunden. Weitere kommen hinzu mit `petteia explore index FILE`.',
} satisfies Part;
