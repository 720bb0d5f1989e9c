/** All words of the pages in German. */
import type { Texts } from '../en';
import analyse from './analyse';
import app from './app';
import chess from './chess';
import engines from './engines';
import explorer from './explorer';
import games from './games';
import home from './home';
import lab from './lab';
import neighbours from './neighbours';
import play from './play';
import puzzles from './puzzles';
import review from './review';
import training from './training';
import watch from './watch';

const de: Texts = {
  ...app,
  ...chess,
  ...home,
  ...play,
  ...analyse,
  ...review,
  ...watch,
  ...neighbours,
  ...training,
  ...lab,
  ...games,
  ...engines,
  ...explorer,
  ...puzzles,
};

export default de;
