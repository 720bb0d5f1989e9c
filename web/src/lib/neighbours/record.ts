/** Reads a save file of Neighbours: where the game starts, and its moves. */
import type { StudyLine } from '../protocol/study';

export function readRecord(text: string): StudyLine {
  const start = /^\[Position "([^"]*)"\]/m.exec(text)?.[1] ?? '';
  // The first game of the file: its tags end with an empty line, and so do its moves.
  const body = text.slice(text.search(/^(?!\[|\s*$)/m)).split(/\n\s*\n/)[0] ?? '';
  const moves = body.replace(/\{[^}]*\}/g, ' ').match(/\b[a-h][1-8][a-h][1-8]\b/g) ?? [];
  return { start, moves };
}
