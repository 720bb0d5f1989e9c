/** No page has words of its own: all are in `src/texts`, where they can be translated. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../src');
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

/** Names, abbreviations and notation, which are the same in all languages. */
const names = /\b(Petteia|FEN|PGN|PEXT|Elo|Chess960|host:port)\b/g;
const isReadable = (text: string): boolean => /\p{L}{2}/u.test(text.replace(names, ''));

/** Attributes and properties whose text a person sees or hears. */
const shownAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'hint',
  'label',
  'name',
  'note',
  'options',
  'placeholder',
  'text',
  'title',
]);
/** A `name` of these is a key: which icon, which group of radio buttons. */
const keyed = new Set(['Icon', 'input']);

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The texts that an expression may show: its strings, but not those that it compares or looks up. */
function stringsIn(node: Node): string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type === 'TemplateElement') return [(node['value'] as { cooked: string }).cooked];
  if (['CallExpression', 'BinaryExpression'].includes(node.type)) return [];
  // One letter of a word: the files of the board.
  if (node.type === 'MemberExpression' && (node['object'] as Node).type === 'Literal') return [];
  if (node.type === 'Property') return stringsIn(node['value'] as Node);
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].filter(isNode).flatMap(stringsIn);
  return childrenOf(node).flatMap(stringsIn);
}

/** The words in the markup of a component that do not come from `t`. */
function wordsOfMarkup(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'Text') found.push(node['data'] as string);
    else if (node.type === 'ExpressionTag') found.push(...stringsIn(node['expression'] as Node));
    else for (const child of childrenOf(node)) visitPart(node, child);
  };
  const visitPart = (parent: Node, child: Node): void => {
    // What is left of attributes: handlers, styles, bindings.
    if (/Directive$|^AttachTag$|^SpreadAttribute$/.test(child.type)) return;
    if (child.type !== 'Attribute') return visit(child);
    const name = child['name'] as string;
    const isKey = name === 'name' && keyed.has(parent['name'] as string);
    if (!shownAttributes.has(name) || isKey) return;
    for (const value of [child['value']].flat().filter(isNode)) visit(value);
  };
  visit(parse(source, { modern: true }).fragment as unknown as Node);
  return found.map(text => text.trim()).filter(isReadable);
}

/** Properties that programs hand to the markup. */
const shownProperties = new Set(['hint', 'label', 'note', 'placeholder', 'text', 'title']);

/** Whether a string goes where a person will see or hear it. */
function isShown({ parent }: ts.Node): boolean {
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'announce';
  return ts.isPropertyAssignment(parent) && shownProperties.has(parent.name.getText());
}

/** The sentences in a program: strings that begin like one, are said aloud, or are a label. */
function sentencesOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
      const isSentence = /^[“\s]*\p{Lu}\p{Ll}+[ ,.…?]/u.test(node.text) || isShown(node);
      if (isSentence && isReadable(node.text)) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('page.ts', source, ts.ScriptTarget.ES2022, true));
  return found;
}

const scriptsOf = (source: string): string =>
  [...source.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join('\n');

describe('the search for words', () => {
  it('finds them in text, attributes and expressions', () => {
    expect(wordsOfMarkup('<p>Your move</p>')).toEqual(['Your move']);
    expect(wordsOfMarkup("<b>{on ? 'stop' : `go ${far}`}</b>")).toEqual(['stop', 'go']);
    expect(wordsOfMarkup('<button title="Go on" aria-label={`Delete ${name}`}></button>')).toEqual([
      'Go on',
      'Delete',
    ]);
    expect(wordsOfMarkup('{#if a}<Dialog title="Keys">{#each b as c}<i>of</i>{/each}</Dialog>{/if}')).toEqual(
      ['Keys', 'of'],
    );
    expect(sentencesOf("announce('done'); x = { label: 'Stop' }; y = `No such game: ${id}`;")).toEqual([
      'done',
      'Stop',
      'No such game: ',
    ]);
  });

  it('leaves alone what is no text', () => {
    expect(
      wordsOfMarkup('<p class="muted" data-test="x">{t("play.you")} – {side === "white" ? 1 : 2} {a}</p>'),
    ).toEqual([]);
    expect(wordsOfMarkup('<Icon name="close" /><label>FEN <input name="fen" /></label>')).toEqual([]);
    expect(sentencesOf("get('games'); key === 'Escape'; tree.headers.get('White');")).toEqual([]);
  });
});

describe('all words are in src/texts', () => {
  const files = filesBelow(root).filter(path => !/\/(texts|protocol)\//.test(path));

  it.each(files.filter(path => path.endsWith('.svelte')).map(path => relative(root, path)))('%s', path => {
    const source = readFileSync(join(root, path), 'utf8');
    expect([...wordsOfMarkup(source), ...sentencesOf(scriptsOf(source))]).toEqual([]);
  });

  it.each(files.filter(path => path.endsWith('.ts')).map(path => relative(root, path)))('%s', path => {
    expect(sentencesOf(readFileSync(join(root, path), 'utf8'))).toEqual([]);
  });
});
