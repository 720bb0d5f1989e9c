/** What is trained and what was. */
import type { Part } from '../text';

export default {
  'training.what':
    'Як мережі та агент Neighbours стали такими, якими є. Те, що триває, рухається у вас на очах.',
  'training.runs': 'Запуски',
  'training.live': 'Навчається зараз',
  'training.chess': 'Шахи',
  'training.none': 'Запусків ще немає',
  'training.how': 'Криві з’являться тут, щойно щось почне навчатися, наприклад за допомогою',
  'training.over': '{curves} залежно від {axis}',
  'training.nets': 'Мережі',
  'training.generations': 'Сила, мережа за мережею',
  'training.elo': 'Elo понад класичну оцінку',
  'training.atLeast': 'щонайменше',
  'training.atMost': 'щонайбільше',
  'training.net': 'мережа',
  'training.quality': 'Похибка статичної оцінки',
  'training.weights': 'Ваги агента Neighbours',
} satisfies Part;
