/** The engines that there are, and how one is added. */
import type { Part } from '../text';

export default {
  'engines.what':
    'Рушії, що грають, аналізують і беруть участь у матчах. Кожен працює як програма на цьому комп’ютері, поруч із Petteia.',
  'engines.manage': 'Рушії…',
  'engines.kind.petteia': 'ця програма',
  'engines.kind.net': 'інша мережа',
  'engines.kind.lab': 'невеликий рушій лабораторії',
  'engines.kind.configured': 'з engines.toml',
  'engines.kind.added': 'додано тут',
  'engines.matchesOnly': 'лише матчі',
  'engines.remove': 'Прибрати {name}',
  'engines.add': 'Додати рушій',
  'engines.path': 'Програма',
  'engines.pathHint': '/usr/games/stockfish, або назва, якщо вона є в PATH',
  'engines.arguments': 'Аргументи',
  'engines.name': 'Назва',
  'engines.nameHint': 'як він себе називає',
  'engines.test': 'Перевірити',
  'engines.testing': 'Чекаємо на відповідь…',
  'engines.answers': '{name} відповідає.',
  'engines.by': 'автор: {author}',
  'engines.options': 'Параметри',
  'engines.save': 'Додати',
  'engines.saved': '{name} додано.',
  'engines.notHere':
    'Рушії додають на комп’ютері, де працює Petteia, у його браузері, або в engines.toml у теці даних.',
  'engines.loading': 'Питаємо про рушії…',
} satisfies Part;
