/** PGN cut into tokens. Nothing is dropped: what is no token of PGN comes out as a word, to be named in an error. */
export type Token =
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'comment'; readonly text: string; readonly open?: true }
  | { readonly kind: 'nag'; readonly code: number }
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: '(' }
  | { readonly kind: ')' };

const signs: Record<string, number> = { '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6 };

const pattern = new RegExp(
  [
    /\[\s*(?<name>\w+)\s+"(?<value>(?:[^"\\]|\\.)*)"\s*\]/,
    /\{(?<comment>[^}]*)(?<end>\}?)/,
    /;(?<rest>[^\n]*)/,
    /^%[^\n]*/,
    /\$(?<nag>\d+)/,
    /(?<sign>[!?]{1,2})(?=[\s(){};$]|$)/,
    /(?<result>1-0|0-1|1\/2-1\/2|½-½|\*)(?=[\s(){};[]|$)/,
    /(?<bracket>[()])/,
    // A move number belongs to no move: “1.e4” is a number and a word.
    /\d+\s*(?:\.+|…)/,
    /(?<word>[^\s(){};$!?]+)(?<glyph>[!?]{1,2})?/,
  ]
    .map(part => part.source)
    .join('|'),
  'gmu',
);

export function* tokens(text: string): Generator<Token> {
  for (const { groups } of text.matchAll(pattern)) {
    const { name, value, comment, end, rest, nag, sign, result, bracket, word, glyph } = groups ?? {};
    if (name !== undefined) yield { kind: 'header', name, value: (value ?? '').replace(/\\(["\\])/g, '$1') };
    else if (comment !== undefined)
      yield end ? { kind: 'comment', text: comment } : { kind: 'comment', text: comment, open: true };
    else if (rest !== undefined) yield { kind: 'comment', text: rest };
    else if (nag !== undefined) yield { kind: 'nag', code: Number(nag) };
    else if (sign !== undefined) yield { kind: 'nag', code: signs[sign] ?? 1 };
    else if (result !== undefined) yield { kind: 'result', text: result };
    else if (bracket !== undefined) yield { kind: bracket as '(' | ')' };
    else if (word !== undefined && !/^(\d+|\.+|…|e\.p\.)$/.test(word)) {
      yield { kind: 'word', text: word };
      if (glyph) yield { kind: 'nag', code: signs[glyph] ?? 1 };
    }
  }
}
