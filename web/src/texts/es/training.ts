/** What is trained and what was. */
import type { Part } from '../text';

export default {
  'training.what':
    'Cómo las redes y el agente de Neighbours llegaron a ser lo que son. Lo que está en marcha se mueve mientras miras.',
  'training.runs': 'Entrenamientos',
  'training.live': 'Aprendiendo ahora',
  'training.chess': 'Ajedrez',
  'training.none': 'Aún no hay entrenamientos',
  'training.how': 'Aquí aparecen curvas en cuanto algo aprende, por ejemplo con',
  'training.over': '{curves} según {axis}',
  'training.nets': 'Redes',
  'training.generations': 'Fuerza, red a red',
  'training.elo': 'Elo sobre la evaluación clásica',
  'training.atLeast': 'como mínimo',
  'training.atMost': 'como máximo',
  'training.net': 'red',
  'training.quality': 'Error de la evaluación estática',
  'training.weights': 'Pesos del agente de Neighbours',
} satisfies Part;
