/**
 * Piece letters of several languages. Newspapers, old databases and some programs write moves with them; PGN's own
 * are English.
 */

/** King, queen, rook, bishop, knight. */
const languages: Readonly<Record<string, string>> = {
  English: 'KQRBN',
  German: 'KDTLS',
  French: 'RDTFC',
  Spanish: 'RDTAC',
  Dutch: 'KDTLP',
  Portuguese: 'RDTBC',
  Polish: 'KHWGS',
  Czech: 'KDVSJ',
  Hungarian: 'KVBFH',
  figurines: '♔♕♖♗♘',
};

const move = /^(\p{Lu}|[♔-♙])?([a-h]?[1-8]?[x:-]?[a-h][1-8])(?:=?\(?(\p{Lu}|[♔-♙])\)?)?([+#†‡]*)$/u;

/** Black figurines as white ones: both stand for the piece. */
const whitened = (word: string) =>
  word.replace(/[♚-♟]/g, figure => String.fromCodePoint(figure.codePointAt(0)! - 6));

export type Translate = (word: string) => string;

/** The languages that these words may be written in, English first, each with a way to turn a move into English. */
export function languagesOf(words: readonly string[]): [string, Translate][] {
  const letters = new Set<string>();
  for (const word of words) {
    const found = move.exec(whitened(word));
    for (const letter of [found?.[1], found?.[3]]) if (letter && letter !== '♙') letters.add(letter);
  }
  const fitting = Object.entries(languages).filter(([, pieces]) =>
    [...letters].every(one => pieces.includes(one)),
  );
  const found = fitting.length ? fitting : [['English', languages['English']!] as const];
  return found.map(([name, pieces]) => [name, word => translated(word, pieces)]);
}

function translated(word: string, pieces: string): string {
  const found = move.exec(whitened(word));
  if (!found) return word;
  const [, piece = '', squares = '', promotion, suffix = ''] = found;
  const letter = (one: string) => (one === '♙' ? '' : ('KQRBN'[[...pieces].indexOf(one)] ?? one));
  const check = suffix.replace('‡', '#').replace('†', '+');
  return `${letter(piece)}${squares.replace(':', 'x')}${promotion ? `=${letter(promotion)}` : ''}${check}`;
}
