/** The engines that there are, and how one is added. */
import type { Part } from '../text';

export default {
  'engines.what':
    'Módulos que juegan, analizan y participan en encuentros. Cada uno funciona como programa en este equipo, junto a Petteia.',
  'engines.manage': 'Módulos…',
  'engines.kind.petteia': 'este programa',
  'engines.kind.net': 'otra red',
  'engines.kind.lab': 'un pequeño módulo del laboratorio',
  'engines.kind.configured': 'de engines.toml',
  'engines.kind.added': 'añadido aquí',
  'engines.matchesOnly': 'solo encuentros',
  'engines.remove': 'Quitar {name}',
  'engines.add': 'Añadir un módulo',
  'engines.path': 'Programa',
  'engines.pathHint': '/usr/games/stockfish, o un nombre si está en el PATH',
  'engines.arguments': 'Argumentos',
  'engines.name': 'Nombre',
  'engines.nameHint': 'como se llama a sí mismo',
  'engines.test': 'Probar',
  'engines.testing': 'Esperando su respuesta…',
  'engines.answers': '{name} responde.',
  'engines.by': 'de {author}',
  'engines.options': 'Opciones',
  'engines.save': 'Añadir',
  'engines.saved': '{name} se ha añadido.',
  'engines.notHere':
    'Los módulos se añaden en el equipo donde funciona Petteia, en su propio navegador, o en engines.toml en la carpeta de datos.',
  'engines.loading': 'Preguntando por los módulos…',
} satisfies Part;
