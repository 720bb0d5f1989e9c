/** The lab: techniques of engines, one at a time. */
import type { Part } from '../text';

export default {
  'lab.what': 'Cómo funcionan los motores de ajedrez, técnica por técnica, en la posición del tablero.',
  'lab.position': 'La posición',
  'lab.examples': 'Ejemplos',
  'lab.example.initial': 'Posición inicial',
  'lab.example.mate': 'Mate en dos',
  'lab.example.pawn': 'Rey y peón',
  'lab.example.rooks': 'Torres y un alfil',
  'lab.example.middlegame': 'Apertura italiana',
  'lab.show': 'Mostrar',
  'lab.technique': 'Técnica',

  'lab.searches': 'Árboles de búsqueda',
  'lab.depth': 'Profundidad',
  'lab.counts': 'Nodos',
  'lab.counts.see':
    'Las tres encuentran el mismo valor: cuanto más corta la barra, menos posiciones se miraron para ello.',
  'lab.nodes': {
    one: '{count} nodo',
    other: '{count} nodos',
  },
  'lab.minimax': 'Minimax',
  'lab.minimax.see':
    'Se mira cada jugada; cada nodo toma el mejor valor que le sigue, las blancas el mayor y las negras el menor.',
  'lab.alphaBeta': 'Alfa-beta',
  'lab.alphaBeta.see':
    'Los nodos discontinuos se podaron: el valor de una jugada anterior queda fuera de la ventana en letra pequeña, así que ya no importan.',
  'lab.negascout': 'PVS (NegaScout)',
  'lab.negascout.see':
    'Tras la primera jugada las ventanas no tienen espacio: solo preguntan si una jugada es mejor, y la que lo es se busca otra vez.',
  'lab.material': 'Las hojas se juzgan solo por el material, en peones para las blancas.',
  'lab.tree.how': 'Un clic abre o cierra un nodo; arrastre para mover un árbol.',
  'lab.root': 'Raíz',
  'lab.cut': 'podado',
  'lab.again': 'otra vez',
  'lab.openAll': 'Abrir todo',
  'lab.closeAll': 'Cerrar todo',

  'lab.monteCarlo': 'Monte Carlo',
  'lab.monteCarlo.see':
    'Cada simulación añade un nodo donde más prometen la media Q (de −1 a 1, para quien mueve) y la expectativa P; se juega la jugada con más visitas N.',
  'lab.simulations': 'Simulaciones',
  'lab.grown': {
    one: '{count} simulación',
    other: '{count} simulaciones',
  },
  'lab.grow': 'Crecer',
  'lab.stop': 'Detener',
  'lab.growingTree': 'El árbol',
  'lab.growingTree.see':
    'Vea cómo el árbol crece hondo donde van las visitas y queda llano en lo demás: un nodo muestra visitas, media y expectativa.',
  'lab.move': 'Jugada',
  'lab.visits': 'Visitas N',
  'lab.mean': 'Media Q',
  'lab.prior': 'Expectativa P',
  'lab.won': 'gana',
  'lab.drawn': 'tablas',
  'lab.lost': 'pierde',

  'lab.bitboards': 'Bitboards',
  'lab.bitboards.how':
    'Haga clic en una casilla del tablero. Una dama ataca lo que atacan torre y alfil juntos.',
  'lab.slider': 'Pieza',
  'lab.occupied': 'Ocupadas',
  'lab.occupied.see': 'Todas las piezas, un bit cada una.',
  'lab.mask': 'Máscara',
  'lab.mask.see': 'Las casillas que importan: los rayos sin sus extremos.',
  'lab.blockers': 'Obstáculos',
  'lab.blockers.see': 'Ocupadas y máscara: solo estas pueden estorbar.',
  'lab.attacks': 'Ataques',
  'lab.attacks.see': 'Lo que guarda la tabla: cada rayo hasta su primera pieza, incluida.',
  'lab.index': 'Índice',
  'lab.index.see':
    'Cada uno de los dos números dice dónde están los ataques en una tabla de {entries} entradas; vea cómo cambia con la casilla y las piezas.',
  'lab.magic': 'Número mágico',

  'lab.results': 'Resultados',
  'lab.results.see':
    'Lo que vale cada técnica, medido: una barra es su parte de la más larga de la fila; las partidas ganadas, tablas y perdidas son blancas, grises y negras, con la puntuación y su intervalo del 95 % debajo.',
  'lab.score': 'Puntuación {score} %, con 95 % entre {least} % y {most} %',
} satisfies Part;
