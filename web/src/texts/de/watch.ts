/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Engines beim Spielen zuschauen',
  'watch.what':
    'Lass Petteia in verschiedenen Stärken gegen sich selbst spielen, oder die Engines, die du eingerichtet hast.',
  'watch.all': 'Alle Wettkämpfe',
  'watch.progress': '{done} von {games} Partien',
  'watch.running': 'läuft',
  'watch.end': 'Wettkampf beenden',
  'watch.ended': 'beendet',
  'watch.opening': 'Wettkampf wird geöffnet …',
  'watch.game': 'Partie {number}',
  'watch.depth': 'Tiefe {depth}',
  'watch.opinions': 'Was {white} (helle Linie) und {black} (dunkle Linie) von der Partie hielten',
  'watch.gameOver': 'Partie {number}: {white} gegen {black}, {result}, {reason}.',
  'watch.over': 'Der Wettkampf ist zu Ende.',

  'matches.title': 'Wettkämpfe',
  'matches.none':
    'Noch keine. Hier stehen die Wettkämpfe, die du hier startest, und die Datenbanken von `petteia match`.',

  'match.player': 'Spieler {number}',
  'match.engine': 'Engine von Spieler {number}',
  'match.strength': 'Stärke von Spieler {number}',
  'match.remove': 'Spieler {number} entfernen',
  'match.another': 'Weiterer Spieler',
  'match.time': 'Bedenkzeit je Seite, Sekunden + Zugabe',
  'match.games': 'Partien',
  'match.boards': 'Bretter',
  'match.same': 'Zwei Spieler sind gleich; gib ihnen verschiedene Stärken.',
  'match.start': 'Wettkampf starten',

  'table.label': 'Tabelle',
  'table.player': 'Spieler',
  'table.points': 'Punkte',
  'table.wonDrawnLost': 'Siege, Remis, Niederlagen',
  'table.depth': 'Tiefe',
  'table.speed': 'Tempo',
  'table.record': '{won} gewonnen, {drawn} remis, {lost} verloren',
  'table.numbers': 'In Zahlen',
  'table.finished': 'Beendete Partien',
  'table.game': { one: '{reason}, {count} Zug', other: '{reason}, {count} Züge' },
  'table.none': 'Noch keine.',
} satisfies Part;
