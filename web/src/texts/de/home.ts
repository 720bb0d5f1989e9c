/** The home page. */
import type { Part } from '../text';

export default {
  'home.what':
    'Eine Schach-Engine, die ihr eigenes neuronales Netz aus ihren eigenen Partien trainiert, und ein zweites Spiel, Neighbours, mit einem Agenten, der durch Spielen lernt. Spiele auf deinem Niveau, analysiere, schau Engines beim Spielen zu und sieh, wie sie lernen. Nichts verlässt diesen Rechner.',
  'home.unfinished': {
    one: 'Noch nicht zu Ende: {white} – {black}, {count} Zug.',
    other: 'Noch nicht zu Ende: {white} – {black}, {count} Züge.',
  },
  'home.continue': 'Fortsetzen',
  'home.againstFull': 'Gegen Petteia in voller Stärke, oder in jeder anderen vom Anfänger bis zur Engine.',
  'home.againstElo': 'Gegen Petteia mit {elo}, oder in jeder anderen Stärke vom Anfänger bis zur Engine.',
  'home.playNow': 'Jetzt spielen, {opponent}',
  'home.choose': 'Auswählen …',
  'home.game': 'PGN oder FEN',
  'home.gameHint': 'PGN oder FEN einfügen',
  'home.analyse': 'Analysieren',
  'home.board': 'Brett öffnen',
  'home.watch': 'Zuschauen',
  'home.otherMatch': 'Anderer Wettkampf',
  'home.matches': 'Wettkämpfe zwischen Engines, mit Elo und Fehlergrenzen, live.',
  'home.startMatch': 'Wettkampf starten',
  'home.puzzles': 'Ein Zug gewinnt: finde ihn. Aufgaben aus Petteias Partien und deinen eigenen.',
  'home.solvePuzzles': 'Aufgaben lösen',
  'home.neighbours':
    'Steine ziehen so weit, wie sie Nachbarn haben. Schlage sie alle, gegen einen Agenten, der sich das Spiel selbst beigebracht hat.',
  'home.playNeighbours': 'Neighbours spielen',
  'home.trainingNow': 'trainiert gerade',
  'home.training': 'Die Geschichte der Netze, und Kurven dessen, was gerade trainiert wird.',
  'home.lookAtIt': 'Ansehen',
  'home.lab':
    'Wie Engines arbeiten, an jeder Stellung: Suchbäume, Monte Carlo, Bitboards, und was jedes Verfahren wert ist.',
  'home.openLab': 'Labor öffnen',
  'home.lastGames': 'Letzte Partien',
  'home.allGames': 'Alle Partien',
  'home.noGames': 'Noch keine. Partien, die du spielst, erscheinen hier von selbst.',

  // Of other pages, but shown here too: this page comes before the others’ words.
  'watch.progress': '{done} von {games} Partien',
  'watch.running': 'läuft',
  'play.fullStrength': 'volle Stärke',
} satisfies Part;
