/** What is trained and what was. */
import type { Part } from '../text';

export default {
  'training.what':
    'Wie die Netze und der Agent von Neighbours wurden, was sie sind. Laufendes bewegt sich, während du zusiehst.',
  'training.runs': 'Läufe',
  'training.live': 'Lernt gerade',
  'training.chess': 'Schach',
  'training.none': 'Noch keine Läufe',
  'training.how': 'Sobald etwas lernt, erscheinen hier Kurven, zum Beispiel mit',
  'training.over': '{curves} über {axis}',
  'training.nets': 'Netze',
  'training.generations': 'Spielstärke, Netz für Netz',
  'training.elo': 'Elo über der klassischen Bewertung',
  'training.atLeast': 'mindestens',
  'training.atMost': 'höchstens',
  'training.net': 'Netz',
  'training.quality': 'Fehler der statischen Bewertung',
  'training.weights': 'Gewichte des Agenten von Neighbours',
} satisfies Part;
