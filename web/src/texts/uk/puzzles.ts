/** Puzzles, and how they go. */
import type { Part } from '../text';

export default {
  'puzzles.find.white': 'Хід білих: знайдіть виграшний хід',
  'puzzles.find.black': 'Хід чорних: знайдіть виграшний хід',
  'puzzles.rating': 'Рейтинг {rating}',
  'puzzles.new': 'нова',
  'puzzles.again': 'зі скриньки {box}',
  'puzzles.right': 'Правильно. Далі.',
  'puzzles.wrong': '{move} не виграє. Спробуйте ще раз.',
  'puzzles.solved': 'Розв’язано.',
  'puzzles.finished': 'Це весь варіант.',
  'puzzles.shown': 'Ось розв’язок.',
  'puzzles.hint': 'Підказка',
  'puzzles.hinted': 'Ходить фігура на {square}.',
  'puzzles.solution': 'Показати розв’язок',
  'puzzles.next': 'Наступна задача',
  'puzzles.analyse': 'Аналізувати',
  'puzzles.line': 'Варіант',
  'puzzles.statistics': 'Як іде',
  'puzzles.own': 'Ваш рейтинг',
  'puzzles.solvedOf': 'Розв’язано',
  'puzzles.of': '{solved} з {tries}',
  'puzzles.streak': 'Поспіль',
  'puzzles.due': 'Чекають на вас',
  'puzzles.seen': 'Переглянуто',
  'puzzles.how':
    'Задачі чекають у п’яти скриньках (система Лейтнера): розв’язана переходить до наступної скриньки й повертається через 1, 3, 7 і 21 день, нерозв’язана — через десять хвилин. Усе це пам’ятає сервер, для всіх, хто ним користується.',
  'puzzles.scale':
    'Рейтинг задачі — це рейтинг найслабшого рівня Petteia, який рахує досить далеко, щоб її розв’язати; ваш — Elo проти цих рейтингів.',
  'puzzles.make':
    'Задачі з власних партій: експортуйте їх на сторінці «Партії», а потім `petteia puzzles make games.pgn`.',
} satisfies Part;
