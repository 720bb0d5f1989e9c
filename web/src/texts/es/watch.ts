/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Mirar cómo juegan los módulos',
  'watch.what':
    'Haz que Petteia juegue contra sí misma con distintas fuerzas, o los módulos que hayas configurado.',
  'watch.all': 'Todos los encuentros',
  'watch.end': 'Terminar el encuentro',
  'watch.ended': 'terminado',
  'watch.resume': 'Continuar',
  'watch.opening': 'Abriendo el encuentro…',
  'watch.game': 'Partida {number}',
  'watch.depth': 'profundidad {depth}',
  'watch.expects': '{name} espera',
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
  'match.test': 'Parar en cuanto esté decidido (SPRT)',
  'match.testHint':
    'El encuentro termina cuando se demuestra que el primer jugador es más fuerte por Elo 1, o ni siquiera por Elo 0 (Elo normalizado, 5 % de error).',
  'match.same': 'Dos jugadores son iguales; dales fuerzas distintas.',
  'match.start': 'Empezar el encuentro',

  'table.label': 'Clasificación',
  'table.player': 'Jugador',
  'table.points': 'Puntos',
  'table.wonDrawnLost': 'Victorias, tablas, derrotas',
  'table.depth': 'Profundidad',
  'table.speed': 'Velocidad',
  'table.record': '{won} ganadas, {drawn} tablas, {lost} perdidas',
  'table.cross': 'Quién puntuó cuánto contra quién',
  'table.numbers': 'En cifras',
  'table.finished': 'Partidas terminadas',
  'table.game': { one: '{reason}, {count} jugada', other: '{reason}, {count} jugadas' },
  'table.none': 'Aún ninguna.',

  'curve.difference': '{one} frente a {other}: {elo} ± {error} Elo',
  'curve.label': 'Elo con su error, partida a partida; a trazos: dónde está la prueba entre sus límites',
  'test.state': 'SPRT: {verdict}',
  'test.ratio': '{bounds}: LLR {llr} ({lower} … {upper})',
  'test.open': 'sin decidir',
  'test.passed': 'superada',
  'test.failed': 'no superada',
} satisfies Part;
