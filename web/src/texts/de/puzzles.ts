/** Puzzles, and how they go. */
import type { Part } from '../text';

export default {
  'puzzles.find.white': 'Weiß am Zug: finde den Gewinnzug',
  'puzzles.find.black': 'Schwarz am Zug: finde den Gewinnzug',
  'puzzles.rating': 'Wertung {rating}',
  'puzzles.new': 'neu',
  'puzzles.again': 'aus Fach {box}',
  'puzzles.right': 'Richtig. Es geht weiter.',
  'puzzles.wrong': '{move} gewinnt nicht. Versuch es noch einmal.',
  'puzzles.solved': 'Gelöst.',
  'puzzles.finished': 'Das ist die ganze Variante.',
  'puzzles.shown': 'Das ist die Lösung.',
  'puzzles.hint': 'Tipp',
  'puzzles.hinted': 'Die Figur auf {square} zieht.',
  'puzzles.solution': 'Lösung zeigen',
  'puzzles.next': 'Nächste Aufgabe',
  'puzzles.analyse': 'Analysieren',
  'puzzles.line': 'Die Variante',
  'puzzles.statistics': 'Wie es läuft',
  'puzzles.own': 'Deine Wertung',
  'puzzles.solvedOf': 'Gelöst',
  'puzzles.of': '{solved} von {tries}',
  'puzzles.streak': 'In Folge',
  'puzzles.due': 'Warten auf dich',
  'puzzles.seen': 'Gesehen',
  'puzzles.how':
    'Die Aufgaben warten in fünf Fächern (Lernkartei nach Leitner): Eine gelöste rückt ein Fach weiter und kommt nach 1, 3, 7 und 21 Tagen wieder, eine verfehlte nach zehn Minuten. Das merkt sich der Server, für alle, die ihn benutzen.',
  'puzzles.scale':
    'Die Wertung einer Aufgabe ist die der schwächsten Stufe von Petteia, die weit genug rechnet, um sie zu lösen; deine ist Elo gegen diese Wertungen.',
  'puzzles.make':
    'Aufgaben aus eigenen Partien: auf der Seite Partien exportieren, dann `petteia puzzles make games.pgn`.',
} satisfies Part;
