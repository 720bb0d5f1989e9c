import { describe, expect, it } from 'vitest';
import { layOut } from '../src/lib/chess/layout';
import { readOwn } from '../src/lib/chess/pgn';
import { GameTree } from '../src/lib/chess/tree';
import { BadInput, INITIAL_FEN, problemOf } from '../src/lib/chess/position';

function played(moves: string, fen?: string): GameTree {
  const tree = new GameTree(fen);
  let at = tree.root;
  for (const uci of moves.split(' ')) {
    const next = tree.play(at, uci);
    if (!next) throw new Error(`${uci} is illegal`);
    at = next;
  }
  return tree;
}

describe('the move tree', () => {
  it('refuses illegal moves and leaves no trace of them', () => {
    const tree = new GameTree();
    expect(tree.play(tree.root, 'e2e5')).toBeUndefined();
    expect(tree.play(tree.root, 'nonsense')).toBeUndefined();
    expect(tree.root.children).toEqual([]);
  });

  it('finds a move that is already there', () => {
    const tree = new GameTree();
    const first = tree.play(tree.root, 'e2e4');
    expect(tree.play(tree.root, 'e2e4')).toBe(first);
    expect(tree.root.children).toHaveLength(1);
  });

  it('takes castling in either spelling as one move and keeps the usual one', () => {
    const tree = played('e2e4 e7e5 g1f3 b8c6 f1c4 f8c5');
    const at = tree.mainLine().at(-1)!;
    const castled = tree.play(at, 'e1h1');
    expect(castled).toMatchObject({ uci: 'e1g1', san: 'O-O' });
    expect(tree.play(at, 'e1g1')).toBe(castled);
  });

  it('spells castling “king takes rook” where the start is one of Chess960', () => {
    const tree = new GameTree('bnrkqbrn/pppppppp/8/8/8/8/PPPPPPPP/2RK2R1 w GCgc - 0 1');
    expect(tree.chess960).toBe(true);
    expect(tree.play(tree.root, 'd1g1')).toMatchObject({ uci: 'd1g1', san: 'O-O' });
  });

  it('knows en passant and promotion', () => {
    const tree = played('e2e4 a7a6 e4e5 d7d5 e5d6');
    expect(tree.mainLine().at(-1)).toMatchObject({ san: 'exd6' });
    const queen = played('a7b8q', 'rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1');
    expect(queen.mainLine()[0]!.san).toBe('axb8=Q+');
  });

  it('makes a variation the main line and cuts lines off', () => {
    const tree = played('e2e4 e7e5');
    const sicilian = tree.play(tree.root.children[0]!, 'c7c5')!;
    tree.promote(sicilian);
    expect(tree.mainLine().map(node => node.san)).toEqual(['e4', 'c5']);
    expect(tree.remove(sicilian).san).toBe('e4');
    expect(tree.mainLine().map(node => node.san)).toEqual(['e4', 'e5']);
  });

  it('starts from any legal position and says what is wrong with others', () => {
    expect(new GameTree(INITIAL_FEN).root.ply).toBe(0);
    expect(new GameTree('8/8/8/4k3/8/8/4P3/4K3 b - - 0 30').root.ply).toBe(59);
    expect(() => new GameTree('8/8/8/8/8/8/8/8 w - - 0 1')).toThrow(BadInput);
    expect(problemOf('4k3/8/8/8/8/8/8/4KK2 w - - 0 1')).toContain('exactly one king');
    expect(problemOf('rubbish')).toContain('“rubbish” is not a FEN');
  });
});

describe('the layout of moves', () => {
  it('sets the main line in pairs and variations between them', () => {
    const tree = readOwn('1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 *');
    const blocks = layOut(tree);
    expect(blocks.map(block => block.kind)).toEqual(['pair', 'aside', 'pair']);
    const aside = blocks[1];
    const text =
      aside?.kind === 'aside'
        ? aside.tokens.map(token =>
            'node' in token ? token.node.san : 'text' in token ? token.text : token.kind,
          )
        : [];
    expect(text.join(' ')).toBe('open 1… c5 2. Nf3 open 2. c3 d5 close 2… d6 close');
  });

  it('breaks a pair where something is said after White’s move', () => {
    const blocks = layOut(readOwn('1. e4 {best by test} e5 *'));
    expect(blocks.map(block => block.kind)).toEqual(['pair', 'aside', 'pair']);
    expect(blocks[0]).toMatchObject({ broken: true });
    expect(blocks[2]).toMatchObject({ white: undefined, number: 1 });
  });
});
