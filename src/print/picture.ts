import {readFile, stat} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import pngjs from 'pngjs';
import {Problem, unless} from '../core/problem.js';
import type {Picture, SlipPart} from '../core/slip/slip.js';
import {cleanText} from '../core/text/text.js';

const {PNG} = pngjs;

/** The dots per column of a thermal printer, in the font that all widths are counted in. */
export const dotsPerColumn = 12;
/** The most that a picture takes of a roll of 80 mm, in dots of its printer. */
const most = {width: 576, height: 288};
const [mostBytes, mostDots] = [1_000_000, 2000];

/** Returns the slip with its pictures read. One that cannot be read is left out: `duka doctor` says why. */
export async function withPictures(parts: readonly SlipPart[]): Promise<readonly SlipPart[]> {
  const read: SlipPart[] = [];
  for (const part of parts) {
    const picture = part.kind === 'picture' ? await readPicture(part.file).catch(unless('logo-unusable')) : undefined;
    if (part.kind !== 'picture') read.push(part);
    else if (picture !== undefined) read.push({...part, picture});
  }
  return read;
}

/** Returns the picture in a PNG file, on white and small enough for a roll. Throws `Problem` logo-unusable. */
export async function readPicture(file: string): Promise<Picture> {
  try {
    if (!isAbsolute(file)) throw new Error('not an absolute path');
    const found = await stat(file);
    if (!found.isFile() || found.size > mostBytes) throw new Error('not a file of this size');
    return fitted(decoded(await readFile(file)), most);
  } catch {
    throw new Problem('logo-unusable', {file: cleanText(file, 200)});
  }
}

/** An interlaced one is refused, since its decoder would accept any amount of data for it. */
function decoded(bytes: Buffer): Picture {
  const [columns, rows, interlace] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[28]];
  if (columns > mostDots || rows > mostDots || interlace !== 0) throw new Error('not a picture of this size');
  const {width, height, data} = PNG.sync.read(bytes);
  const part = (at: number): number => data[at] ?? 0;
  const dots = Uint8Array.from({length: width * height}, (_, dot) => {
    const at = 4 * dot;
    const shade = 0.299 * part(at) + 0.587 * part(at + 1) + 0.114 * part(at + 2);
    return Math.round(255 + ((shade - 255) * part(at + 3)) / 255);
  });
  return {width, height, dots};
}

/** Returns the picture no larger than that, and in its proportions. */
export function fitted(picture: Picture, {width, height}: {readonly width: number; readonly height: number}): Picture {
  const factor = Math.min(1, width / picture.width, height / picture.height);
  return factor === 1 ? picture : scaled(picture, factor);
}

/** Returns the picture in another size. Each dot has the mean shade of what it covers. */
export function scaled(picture: Picture, factor: number): Picture {
  const [width, height] = [picture.width, picture.height].map(size => Math.max(1, Math.round(size * factor))) as [
    number,
    number,
  ];
  const dots = new Uint8Array(width * height);
  const across = sharesOf(picture.width, width);
  for (const [y, rows] of sharesOf(picture.height, height).entries())
    for (const [x, columns] of across.entries()) {
      let shade = 0;
      for (const [row, high] of rows)
        for (const [column, wide] of columns)
          shade += high * wide * (picture.dots[row * picture.width + column] ?? 255);
      dots[y * width + x] = Math.round(shade);
    }
  return {width, height, dots};
}

/** Returns for each of `to` dots which of `from` dots it covers, and how much of it each of these is. */
const sharesOf = (from: number, to: number): readonly (readonly (readonly [at: number, share: number])[])[] =>
  Array.from({length: to}, (_, dot) => {
    const [start, end] = [(dot * from) / to, ((dot + 1) * from) / to];
    const first = Math.floor(start);
    return Array.from({length: Math.ceil(end) - first}, (__, at): readonly [number, number] => [
      first + at,
      (Math.min(first + at + 1, end) - Math.max(first + at, start)) / (end - start),
    ]);
  });

/** The dots to which what is lost at one is given, and how many sixteenths of it each gets (Floyd and Steinberg, 1976). */
const heirs = [
  [1, 0, 7],
  [-1, 1, 3],
  [0, 1, 5],
  [1, 1, 1],
] as const;

/** Returns the picture in black and white only. What was black or white stays so: no stray dots beside a drawing. */
export function dithered({width, height, dots}: Picture): Picture {
  const shades = Float32Array.from(dots);
  for (const [at, shade] of dots.entries()) {
    if (shade === 0 || shade === 255) continue;
    const wanted = shades[at] ?? 0;
    const drawn = wanted < 128 ? 0 : 255;
    shades[at] = drawn;
    for (const [right, down, share] of heirs) {
      const [x, to] = [(at % width) + right, at + right + down * width];
      if (x >= 0 && x < width) shades[to] = (shades[to] ?? 0) + ((wanted - drawn) * share) / 16;
    }
  }
  return {
    width,
    height,
    dots: Uint8Array.from(dots, (shade, at) => (shade === 0 || shade === 255 ? shade : (shades[at] ?? 0))),
  };
}

/** Returns the picture as a PNG file (ISO/IEC 15948). */
export const pngOf = ({width, height, dots}: Picture): Buffer =>
  PNG.sync.write(Object.assign(new PNG({width, height}), {data: Buffer.from(dots)}), {
    colorType: 0,
    inputColorType: 0,
    inputHasAlpha: false,
    filterType: 0,
  });
