/**
 * All words of the pages. The other languages have the same keys; the type says so, and a test that their
 * placeholders are the same.
 */
import type { Text } from '../text';
import analyse from './analyse';
import chess from './chess';
import engines from './engines';
import explorer from './explorer';
import first from './first';
import games from './games';
import lab from './lab';
import neighbours from './neighbours';
import play from './play';
import puzzles from './puzzles';
import review from './review';
import training from './training';
import watch from './watch';

const en = {
  ...first,
  ...chess,
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

export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<TextKey, Text>>;
export default en as Texts;
