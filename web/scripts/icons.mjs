/** Makes the pictures for home screens from `public/icon.svg`: `npm run icons`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const folder = join(import.meta.dirname, '../public');

/** How many points of each pixel are looked at, along each axis. */
const FINE = 4;

const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)[1]);

/** The shapes of the drawing, from back to front. It is made of rectangles with round corners, and of circles. */
const shapes = [...svg.matchAll(/<(rect|circle) ([^>]*)\/>/g)].map(([, kind, text]) => {
  const attributes = Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const number = name => Number(attributes[name] ?? 0);
  const colorOf = name =>
    attributes[name]?.startsWith('#') ? Buffer.from(attributes[name].slice(1), 'hex') : undefined;
  return { kind, number, fill: colorOf('fill'), stroke: colorOf('stroke') };
});

/** The color of a shape at a point, or nothing where it does not reach. */
function colorAt({ kind, number, fill, stroke }, x, y, square) {
  if (kind === 'circle') {
    const distance = Math.hypot(x - number('cx'), y - number('cy'));
    const width = number('stroke-width') / 2;
    if (stroke && Math.abs(distance - number('r')) <= width) return stroke;
    return distance <= number('r') ? fill : undefined;
  }
  const radius = square ? 0 : number('rx');
  const [dx, dy] = [x, y].map((at, axis) => {
    const length = number(axis ? 'height' : 'width');
    return Math.max(radius - at, at - (length - radius), 0);
  });
  return Math.hypot(dx, dy) <= radius ? fill : undefined;
}

/** The drawing as rows of red, green, blue and alpha. Where systems cut a shape of their own, its corners are filled. */
function draw(pixels, square) {
  const rows = Buffer.alloc(pixels * (pixels * 4 + 1));
  for (let row = 0; row < pixels; row += 1)
    for (let column = 0; column < pixels; column += 1) {
      const sum = [0, 0, 0];
      let covered = 0;
      for (let point = 0; point < FINE * FINE; point += 1) {
        const x = ((column + ((point % FINE) + 0.5) / FINE) * size) / pixels;
        const y = ((row + (Math.floor(point / FINE) + 0.5) / FINE) * size) / pixels;
        const color = shapes.reduce((below, shape) => colorAt(shape, x, y, square) ?? below, undefined);
        if (!color) continue;
        covered += 1;
        color.forEach((part, index) => (sum[index] += part));
      }
      const at = row * (pixels * 4 + 1) + 1 + column * 4;
      sum.forEach((part, index) => (rows[at + index] = covered ? Math.round(part / covered) : 0));
      rows[at + 3] = Math.round((covered * 255) / FINE ** 2);
    }
  return rows;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function png(pixels, square) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  // Eight bits for each of four channels.
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(draw(pixels, square), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

for (const [name, pixels, square] of [
  ['icon-192.png', 192, false],
  ['icon-512.png', 512, false],
  ['icon-maskable.png', 512, true],
])
  writeFileSync(join(folder, name), png(pixels, square));
