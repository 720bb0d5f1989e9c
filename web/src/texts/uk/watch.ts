/** Matches between engines. */
import type { Part } from '../text';

export default {
  'watch.title': 'Дивитися, як грають рушії',
  'watch.what': 'Нехай Petteia зіграє сама з собою з різною силою, або рушії, які ви налаштували.',
  'watch.all': 'Усі матчі',
  'watch.progress': '{done} з {games} партій',
  'watch.running': 'триває',
  'watch.end': 'Завершити матч',
  'watch.ended': 'завершено',
  'watch.opening': 'Відкриваємо матч…',
  'watch.game': 'Партія {number}',
  'watch.depth': 'глибина {depth}',
  'watch.opinions': 'Що думали про партію {white} (світла лінія) та {black} (темна лінія)',
  'watch.gameOver': 'Партія {number}: {white} проти {black}, {result}, {reason}.',
  'watch.over': 'Матч завершено.',

  'matches.title': 'Матчі',
  'matches.none': 'Ще немає. Тут будуть матчі, які ви почнете, і бази даних `petteia match`.',

  'match.player': 'Гравець {number}',
  'match.engine': 'Рушій гравця {number}',
  'match.strength': 'Сила гравця {number}',
  'match.remove': 'Прибрати гравця {number}',
  'match.another': 'Ще гравець',
  'match.time': 'Час для кожної сторони, секунди + додавання',
  'match.games': 'Партії',
  'match.boards': 'Дошки',
  'match.same': 'Два гравці однакові; дайте їм різну силу.',
  'match.start': 'Почати матч',

  'table.label': 'Таблиця',
  'table.player': 'Гравець',
  'table.points': 'Очки',
  'table.wonDrawnLost': 'Перемоги, нічиї, поразки',
  'table.depth': 'Глибина',
  'table.speed': 'Швидкість',
  'table.record': 'перемог: {won}, нічиїх: {drawn}, поразок: {lost}',
  'table.numbers': 'У числах',
  'table.finished': 'Зіграні партії',
  'table.game': {
    one: '{reason}, {count} хід',
    few: '{reason}, {count} ходи',
    many: '{reason}, {count} ходів',
    other: '{reason}, {count} ходу',
  },
  'table.none': 'Ще немає.',
} satisfies Part;
