/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Engines beim Spielen zuschauen',
  'watch.what':
    'Lass Petteia in verschiedenen Stärken gegen sich selbst spielen, oder die Engines, die du eingerichtet hast.',
  'watch.all': 'Alle Wettkämpfe',
  'watch.end': 'Wettkampf beenden',
  'watch.ended': 'beendet',
  'watch.resume': 'Fortsetzen',
  'watch.opening': 'Wettkampf wird geöffnet …',
  'watch.game': 'Partie {number}',
  'watch.depth': 'Tiefe {depth}',
  'watch.expects': '{name} erwartet',
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
  'match.test': 'Aufhören, sobald es entschieden ist (SPRT)',
  'match.testHint':
    'Der Wettkampf endet, wenn feststeht, dass der erste Spieler um Elo 1 stärker ist oder nicht einmal um Elo 0 (normalisierte Elo, 5 % Irrtum).',
  'match.same': 'Zwei Spieler sind gleich; gib ihnen verschiedene Stärken.',
  'match.start': 'Wettkampf starten',

  'table.label': 'Tabelle',
  'table.player': 'Spieler',
  'table.points': 'Punkte',
  'table.wonDrawnLost': 'Siege, Remis, Niederlagen',
  'table.depth': 'Tiefe',
  'table.speed': 'Tempo',
  'table.record': '{won} gewonnen, {drawn} remis, {lost} verloren',
  'table.cross': 'Wer gegen wen wie viel geholt hat',
  'table.numbers': 'In Zahlen',
  'table.finished': 'Beendete Partien',
  'table.game': { one: '{reason}, {count} Zug', other: '{reason}, {count} Züge' },
  'table.none': 'Noch keine.',

  'curve.difference': '{one} gegenüber {other}: {elo} ± {error} Elo',
  'curve.label':
    'Elo mit Fehler, Partie für Partie; gestrichelt: wie weit der Test zwischen seinen Schranken ist',
  'test.state': 'SPRT: {verdict}',
  'test.ratio': '{bounds}: LLR {llr} ({lower} … {upper})',
  'test.open': 'unentschieden',
  'test.passed': 'bestanden',
  'test.failed': 'nicht bestanden',
} satisfies Part;
