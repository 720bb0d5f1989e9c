/** The home page. */
import type { Part } from '../text';

export default {
  'home.what':
    'Un módulo de ajedrez que entrena su propia red neuronal con sus propias partidas, y un segundo juego, Neighbours, con un agente que aprende jugando. Juega a tu nivel, analiza, mira cómo juegan los módulos y cómo aprenden. Nada sale de este equipo.',
  'home.unfinished': {
    one: 'Sin terminar: {white} – {black}, {count} jugada.',
    other: 'Sin terminar: {white} – {black}, {count} jugadas.',
  },
  'home.continue': 'Continuar',
  'home.againstFull': 'Contra Petteia a plena fuerza, o a cualquier otra, de principiante a módulo.',
  'home.againstElo': 'Contra Petteia a {elo}, o a cualquier otra fuerza, de principiante a módulo.',
  'home.playNow': 'Jugar ya, {opponent}',
  'home.choose': 'Elegir…',
  'home.game': 'PGN o FEN',
  'home.gameHint': 'Pega un PGN o una FEN',
  'home.analyse': 'Analizar',
  'home.board': 'Abrir el tablero',
  'home.watch': 'Mirar',
  'home.otherMatch': 'Otro encuentro',
  'home.matches': 'Encuentros entre módulos, con Elo y márgenes de error, en directo.',
  'home.startMatch': 'Empezar un encuentro',
  'home.puzzles': 'Una jugada gana: encuéntrala. Problemas de las partidas de Petteia y de las tuyas.',
  'home.solvePuzzles': 'Resolver problemas',
  'home.neighbours':
    'Las fichas avanzan tantas casillas como vecinas tienen. Captúralas todas, contra un agente que aprendió solo.',
  'home.playNeighbours': 'Jugar a Neighbours',
  'home.trainingNow': 'entrenando ahora',
  'home.training': 'La historia de las redes y las curvas de lo que se está entrenando.',
  'home.lookAtIt': 'Verlo',
  'home.lab':
    'Cómo funcionan los motores, en cualquier posición: árboles de búsqueda, Monte Carlo, bitboards y lo que vale cada técnica.',
  'home.openLab': 'Abrir el laboratorio',
  'home.lastGames': 'Últimas partidas',
  'home.allGames': 'Todas las partidas',
  'home.noGames': 'Aún no hay. Las partidas que juegues aparecerán aquí solas.',

  // Of other pages, but shown here too: this page comes before the others’ words.
  'watch.progress': '{done} de {games} partidas',
  'watch.running': 'en curso',
  'play.fullStrength': 'plena fuerza',
} satisfies Part;
