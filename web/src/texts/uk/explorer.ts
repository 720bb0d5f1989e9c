/** What was played in a position. */
import type { Part } from '../text';

export default {
  'explorer.title': 'Огляд партій',
  'explorer.hint': 'Що тут уже грали',
  'explorer.move': 'Хід',
  'explorer.games': 'Партії',
  'explorer.results': 'Результати',
  'explorer.rating': 'Рейтинг',
  'explorer.tables': 'Таблиці',
  'explorer.of': {
    one: '{count} партія',
    few: '{count} партії',
    many: '{count} партій',
    other: '{count} партії',
  },
  'explorer.none': 'Такої позиції немає в жодній партії.',
  'explorer.win': 'виграш',
  'explorer.draw': 'нічия',
  'explorer.loss': 'програш',
  'explorer.winIn': 'виграш, {count}',
  'explorer.lossIn': 'програш, {count}',
  'explorer.distance': 'Півходи до наступного взяття, ходу пішака або мату',
  'explorer.more':
    'Завершені партії, що зберігаються тут, знаходяться одразу. Інші додаються командою `petteia explore index FILE`.',
} satisfies Part;
