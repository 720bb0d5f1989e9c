/** The lab: techniques of engines, one at a time. */
import type { Part } from '../text';

export default {
  'lab.what': 'Wie Schachengines arbeiten, ein Verfahren nach dem anderen, an der Stellung auf dem Brett.',
  'lab.position': 'Die Stellung',
  'lab.examples': 'Beispiele',
  'lab.example.initial': 'Grundstellung',
  'lab.example.mate': 'Matt in zwei',
  'lab.example.pawn': 'König und Bauer',
  'lab.example.rooks': 'Türme und ein Läufer',
  'lab.example.middlegame': 'Italienische Partie',
  'lab.show': 'Zeigen',
  'lab.technique': 'Verfahren',

  'lab.searches': 'Suchbäume',
  'lab.depth': 'Tiefe',
  'lab.counts': 'Knoten',
  'lab.counts.see':
    'Alle drei finden denselben Wert: Je kürzer der Balken, desto weniger Stellungen wurden dafür angesehen.',
  'lab.nodes': {
    one: '{count} Knoten',
    other: '{count} Knoten',
  },
  'lab.minimax': 'Minimax',
  'lab.minimax.see':
    'Jeder Zug wird angesehen; jeder Knoten übernimmt den besten Wert nach ihm, Weiß den größten, Schwarz den kleinsten.',
  'lab.alphaBeta': 'Alpha-Beta',
  'lab.alphaBeta.see':
    'Gestrichelte Knoten wurden abgeschnitten: Der Wert eines Zuges vor ihnen liegt außerhalb des klein gedruckten Fensters, auf sie kommt es nicht mehr an.',
  'lab.negascout': 'PVS (NegaScout)',
  'lab.negascout.see':
    'Nach dem ersten Zug sind die Fenster ohne Raum: Sie fragen nur, ob ein Zug besser ist, und wenn ja, wird er noch einmal gesucht.',
  'lab.material': 'Blätter werden allein nach Material bewertet, in Bauern für Weiß.',
  'lab.tree.how': 'Ein Klick öffnet oder schließt einen Knoten; Ziehen verschiebt einen Baum.',
  'lab.root': 'Wurzel',
  'lab.cut': 'abgeschnitten',
  'lab.again': 'noch einmal',
  'lab.openAll': 'Alle öffnen',
  'lab.closeAll': 'Alle schließen',

  'lab.monteCarlo': 'Monte Carlo',
  'lab.monteCarlo.see':
    'Jede Simulation fügt einen Knoten an, wo das Mittel Q (von −1 bis 1, für die Seite am Zug) und die Erwartung P am meisten versprechen; gespielt wird der Zug mit den meisten Besuchen N.',
  'lab.simulations': 'Simulationen',
  'lab.grown': {
    one: '{count} Simulation',
    other: '{count} Simulationen',
  },
  'lab.grow': 'Wachsen lassen',
  'lab.stop': 'Anhalten',
  'lab.growingTree': 'Der Baum',
  'lab.growingTree.see':
    'Man sieht, wie der Baum dort in die Tiefe wächst, wohin die Besuche gehen, und sonst flach bleibt: Ein Knoten zeigt Besuche, Mittel und Erwartung.',
  'lab.move': 'Zug',
  'lab.visits': 'Besuche N',
  'lab.mean': 'Mittel Q',
  'lab.prior': 'Erwartung P',
  'lab.won': 'gewinnt',
  'lab.drawn': 'remis',
  'lab.lost': 'verliert',

  'lab.bitboards': 'Bitboards',
  'lab.bitboards.how':
    'Klicken Sie auf ein Feld des Bretts. Eine Dame greift an, was Turm und Läufer zusammen angreifen.',
  'lab.slider': 'Figur',
  'lab.occupied': 'Besetzt',
  'lab.occupied.see': 'Alle Figuren, je ein Bit.',
  'lab.mask': 'Maske',
  'lab.mask.see': 'Die Felder, auf die es ankommt: die Strahlen ohne ihre Enden.',
  'lab.blockers': 'Hindernisse',
  'lab.blockers.see': 'Besetzt und Maske: Nur diese können im Weg stehen.',
  'lab.attacks': 'Angriffe',
  'lab.attacks.see': 'Was in der Tabelle steht: jeder Strahl bis zur ersten Figur und mit ihr.',
  'lab.index': 'Index',
  'lab.index.see':
    'Jede der beiden Zahlen sagt, wo die Angriffe in einer Tabelle von {entries} Einträgen stehen; man sieht, wie sie sich mit Feld und Figuren ändert.',
  'lab.magic': 'Magische Zahl',

  'lab.results': 'Ergebnisse',
  'lab.results.see':
    'Was jedes Verfahren wert ist, gemessen: Ein Balken ist der Anteil am längsten der Zeile; gewonnene, remise und verlorene Partien sind weiß, grau und schwarz, darunter das Ergebnis mit seinem 95-%-Intervall.',
  'lab.score': 'Ergebnis {score} %, mit 95 % zwischen {least} % und {most} %',
} satisfies Part;
