/** What was played in a position. */
import type { Part } from '../text';

export default {
  'explorer.title': 'Explorador',
  'explorer.hint': 'Qué se ha jugado aquí',
  'explorer.move': 'Jugada',
  'explorer.games': 'Partidas',
  'explorer.results': 'Resultados',
  'explorer.rating': 'Puntos',
  'explorer.tables': 'Tablas',
  'explorer.of': { one: '{count} partida', other: '{count} partidas' },
  'explorer.none': 'Ninguna partida tiene esta posición.',
  'explorer.win': 'gana',
  'explorer.draw': 'tablas',
  'explorer.loss': 'pierde',
  'explorer.winIn': 'gana, {count}',
  'explorer.lossIn': 'pierde, {count}',
  'explorer.distance': 'Medias jugadas hasta la próxima captura, jugada de peón o mate',
  'explorer.more':
    'Las partidas terminadas que se guardan aquí aparecen enseguida. Otras se añaden con `petteia explore index FILE`.',
} satisfies Part;
