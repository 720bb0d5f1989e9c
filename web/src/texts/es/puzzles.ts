/** Puzzles, and how they go. */
import type { Part } from '../text';

export default {
  'puzzles.find.white': 'Juegan blancas: encuentra la jugada ganadora',
  'puzzles.find.black': 'Juegan negras: encuentra la jugada ganadora',
  'puzzles.rating': 'Puntuación {rating}',
  'puzzles.new': 'nuevo',
  'puzzles.again': 'de la caja {box}',
  'puzzles.right': 'Correcto. Sigue.',
  'puzzles.wrong': '{move} no gana. Prueba otra vez.',
  'puzzles.solved': 'Resuelto.',
  'puzzles.finished': 'Esa es toda la línea.',
  'puzzles.shown': 'Esta es la solución.',
  'puzzles.hint': 'Pista',
  'puzzles.hinted': 'Mueve la pieza de {square}.',
  'puzzles.solution': 'Mostrar la solución',
  'puzzles.next': 'Siguiente problema',
  'puzzles.analyse': 'Analizar',
  'puzzles.line': 'La línea',
  'puzzles.statistics': 'Cómo va',
  'puzzles.own': 'Tu puntuación',
  'puzzles.solvedOf': 'Resueltos',
  'puzzles.of': '{solved} de {tries}',
  'puzzles.streak': 'Seguidos',
  'puzzles.due': 'Te esperan',
  'puzzles.seen': 'Vistos',
  'puzzles.how':
    'Los problemas esperan en cinco cajas (sistema de Leitner): uno resuelto pasa a la caja siguiente y vuelve tras 1, 3, 7 y 21 días; uno fallado, tras diez minutos. Todo lo guarda el servidor, para todos los que lo usan.',
  'puzzles.scale':
    'La puntuación de un problema es la del nivel más débil de Petteia que calcula lo bastante lejos para resolverlo; la tuya es Elo contra esas puntuaciones.',
  'puzzles.make':
    'Problemas de tus propias partidas: expórtalas en la página Partidas y después `petteia puzzles make games.pgn`.',
} satisfies Part;
