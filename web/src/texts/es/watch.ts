/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Mirar cómo juegan los módulos',
  'watch.what':
    'Haz que Petteia juegue contra sí misma con distintas fuerzas, o los módulos que hayas configurado.',
  'watch.all': 'Todos los encuentros',
  'watch.progress': '{done} de {games} partidas',
  'watch.running': 'en curso',
  'watch.end': 'Terminar el encuentro',
  'watch.ended': 'terminado',
  'watch.opening': 'Abriendo el encuentro…',
  'watch.game': 'Partida {number}',
  'watch.depth': 'profundidad {depth}',
  'watch.opinions': 'Lo que {white} (línea clara) y {black} (línea oscura) pensaban de la partida',
  'watch.gameOver': 'Partida {number}: {white} contra {black}, {result}, {reason}.',
  'watch.over': 'El encuentro ha terminado.',

  'matches.title': 'Encuentros',
  'matches.none':
    'Aún no hay. Aquí aparecen los encuentros que empieces y las bases de datos de `petteia match`.',

  'match.player': 'Jugador {number}',
  'match.engine': 'Módulo del jugador {number}',
  'match.strength': 'Fuerza del jugador {number}',
  'match.remove': 'Quitar al jugador {number}',
  'match.another': 'Otro jugador',
  'match.time': 'Tiempo por bando, segundos + incremento',
  'match.games': 'Partidas',
  'match.boards': 'Tableros',
  'match.same': 'Dos jugadores son iguales; dales fuerzas distintas.',
  'match.start': 'Empezar el encuentro',

  'table.label': 'Clasificación',
  'table.player': 'Jugador',
  'table.points': 'Puntos',
  'table.wonDrawnLost': 'Victorias, tablas, derrotas',
  'table.depth': 'Profundidad',
  'table.speed': 'Velocidad',
  'table.record': '{won} ganadas, {drawn} tablas, {lost} perdidas',
  'table.numbers': 'En cifras',
  'table.finished': 'Partidas terminadas',
  'table.game': { one: '{reason}, {count} jugada', other: '{reason}, {count} jugadas' },
  'table.none': 'Aún ninguna.',
} satisfies Part;
