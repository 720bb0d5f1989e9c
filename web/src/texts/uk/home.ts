/** The home page. */
import type { Part } from '../text';

export default {
  'home.what':
    'Шаховий рушій, що навчає власну нейронну мережу на власних партіях, і друга гра, Neighbours, з агентом, який вчиться граючи. Грайте на своєму рівні, аналізуйте, дивіться, як грають і вчаться рушії. Ніщо не покидає цього комп’ютера.',
  'home.unfinished': {
    one: 'Не закінчено: {white} – {black}, {count} хід.',
    few: 'Не закінчено: {white} – {black}, {count} ходи.',
    many: 'Не закінчено: {white} – {black}, {count} ходів.',
    other: 'Не закінчено: {white} – {black}, {count} ходу.',
  },
  'home.continue': 'Продовжити',
  'home.againstFull': 'Проти Petteia на повну силу або будь-якої іншої, від новачка до рушія.',
  'home.againstElo': 'Проти Petteia на {elo} або будь-якої іншої сили, від новачка до рушія.',
  'home.playNow': 'Грати зараз, {opponent}',
  'home.choose': 'Вибрати…',
  'home.game': 'PGN або FEN',
  'home.gameHint': 'Вставте PGN або FEN',
  'home.analyse': 'Аналізувати',
  'home.board': 'Відкрити дошку',
  'home.watch': 'Дивитися',
  'home.otherMatch': 'Інший матч',
  'home.matches': 'Матчі між рушіями, з Elo та межами похибки, наживо.',
  'home.startMatch': 'Почати матч',
  'home.puzzles': 'Один хід виграє: знайдіть його. Задачі з партій Petteia та ваших власних.',
  'home.solvePuzzles': 'Розв’язувати задачі',
  'home.neighbours':
    'Камені ходять на стільки полів, скільки мають сусідів. Побийте їх усі, граючи проти агента-самоука.',
  'home.playNeighbours': 'Грати в Neighbours',
  'home.trainingNow': 'навчається зараз',
  'home.training': 'Історія мереж і криві того, що зараз навчається.',
  'home.lookAtIt': 'Подивитися',
  'home.lab':
    'Як працюють рушії, на будь-якій позиції: дерева пошуку, Монте-Карло, бітборди й чого вартий кожен метод.',
  'home.openLab': 'Відкрити лабораторію',
  'home.lastGames': 'Останні партії',
  'home.allGames': 'Усі партії',
  'home.noGames': 'Ще немає. Зіграні партії з’являться тут самі.',

  // Of other pages, but shown here too: this page comes before the others’ words.
  'watch.progress': '{done} з {games} партій',
  'watch.running': 'триває',
  'play.fullStrength': 'повна сила',
} satisfies Part;
