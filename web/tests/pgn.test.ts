import { describe, expect, it } from 'vitest';
import { readable, readGames, setComment, writeGame } from '../src/lib/chess/pgn';
import { BadInput } from '../src/lib/chess/position';
import { GameTree } from '../src/lib/chess/tree';
import { toggleNag } from '../src/lib/chess/nags';

const annotated = `[Event "Test"]
[White "Alekhine \\"the\\" Lion"]
[Black "?"]
[Result "1-0"]

{ A comment before the game } 1. e4 $1 { best } 1... e5 ( 1... c5 { Sicilian } 2. Nf3 $14 ( 2. c3 d5 ( 2... Nf6 3. e5 ) ) 2... d6 ) 2. Nf3 { [%clk 0:09:58] [%eval 0.31,20] } Nc6 $6 $14 3. Bb5 { [%cal Gb5c6,Rf3e5] } 1-0
`;

describe('PGN', () => {
  it('is written as it was read', () => {
    expect(writeGame(readGames(annotated)[0]!)).toBe(annotated);
  });

  it('comes back the same however often it is written', () => {
    const once = writeGame(readGames(annotated)[0]!);
    expect(writeGame(readGames(once)[0]!)).toBe(once);
  });

  it('keeps a start from a position', () => {
    const tree = new GameTree('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    tree.play(tree.root, 'e2e4');
    const text = writeGame(tree);
    expect(text).toContain('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]');
    expect(text).toContain('[SetUp "1"]');
    const again = readGames(text)[0]!;
    expect(again.root.fen).toBe(tree.root.fen);
    expect(writeGame(again)).toBe(text);
  });

  it('reads several games', () => {
    const games = readGames('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n');
    expect(games.map(game => game.headers.get('White'))).toEqual(['A', 'B']);
  });

  it('says which move is illegal and where', () => {
    expect(() => readGames('1. e4 e5 2. Ke4 *')).toThrow(/“Ke4” is not a legal move after 1… e5/);
    expect(() => readGames('   ')).toThrow(BadInput);
  });

  it('reads a game of a thousand moves', () => {
    const cycle = ['Nf3 Nf6', 'Ng1 Ng8'];
    const moves = Array.from({ length: 1000 }, (_, index) => `${index + 1}. ${cycle[index % 2]}`).join(' ');
    expect(readGames(`${moves} *`)[0]!.mainLine()).toHaveLength(2000);
  });
});

describe('comments', () => {
  it('are shown without commands for programs, which survive an edit', () => {
    const tree = readGames('1. e4 { good [%clk 0:10:00] } *')[0]!;
    const node = tree.root.children[0]!;
    expect(node.comments.map(readable)).toEqual(['good']);
    setComment(node, 'very good');
    expect(node.comments).toEqual(['very good [%clk 0:10:00]']);
    setComment(node, '');
    expect(node.comments).toEqual(['[%clk 0:10:00]']);
  });
});

describe('glyphs', () => {
  it('replace others of their kind', () => {
    expect(toggleNag([1], 4)).toEqual([4]);
    expect(toggleNag([4], 14)).toEqual([4, 14]);
    expect(toggleNag([4, 14], 4)).toEqual([14]);
  });
});
