import {create, type Font} from 'fontkit';
import type {Picture, SlipPart, SlipWidth} from '../core/slip/slip.js';
import {columnInLines, fontBytes, type PageItem, pageOf} from './page.js';
import {dotsPerColumn, pngOf, scaled} from './picture.js';

/** The dots per column: a slip of 42 columns is as wide as a telephone shows it. */
const column = 16;
const line = column / columnInLines;
const margin = 2 * column;
/** The number of parts per dot, in each direction, that are tested for being inside a letter. */
const fine = 4;
const letterWidth = 0.602;

/** Returns the slip as a PNG picture for sharing: black on white, in shades of grey. */
export async function pngSlip(parts: readonly SlipPart[], width: SlipWidth): Promise<Uint8Array> {
  const {lines, items} = pageOf(parts, width);
  const size = {width: width * column + 2 * margin, height: Math.ceil(lines * line) + 2 * margin};
  const picture: Picture = {...size, dots: new Uint8Array(size.width * size.height).fill(255)};
  const font = create(Buffer.from(await fontBytes())) as Font;
  for (const item of items) draw(picture, item, font);
  return pngOf(picture);
}

function draw(picture: Picture, item: PageItem, font: Font): void {
  const top = margin + item.top * line;
  if (item.kind === 'code') {
    const module = Math.max(1, Math.floor((item.columns * column) / item.modules.length));
    const left = Math.floor((picture.width - module * item.modules.length) / 2);
    for (const [y, cells] of item.modules.entries())
      for (const [x, isDark] of cells.entries())
        if (isDark) fill(picture, left + x * module, Math.floor(top) + y * module, module);
    return;
  }
  if (item.kind === 'picture') {
    const {width, height, dots} = scaled(item.picture, column / dotsPerColumn);
    const left = Math.floor((picture.width - width) / 2);
    for (let y = 0; y < height; y += 1)
      picture.dots.set(dots.subarray(y * width, (y + 1) * width), (Math.floor(top) + y) * picture.width + left);
    return;
  }
  const {text, scale, isStrong} = item;
  const unit = ((column / letterWidth) * scale) / font.unitsPerEm;
  const baseline = top + font.ascent * unit;
  let left = margin + item.left * column;
  for (const letter of text) {
    const outline = outlineOf(font, letter, unit);
    cover(picture, outline, {left, baseline});
    if (isStrong) cover(picture, outline, {left: left + 0.8, baseline});
    left += column * scale;
  }
}

function fill({width, dots}: Picture, left: number, top: number, size: number): void {
  for (let y = top; y < top + size; y += 1) dots.fill(0, y * width + left, y * width + left + size);
}

type Point = readonly [x: number, y: number];

/** The contours of a letter as lines from point to point, in dots from the start of its baseline. */
function outlineOf(font: Font, letter: string, unit: number): readonly (readonly Point[])[] {
  const contours: Point[][] = [];
  const {commands} = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).path;
  for (const {command, args} of commands) {
    const at = (index: number): Point => [(args[index] ?? 0) * unit, -(args[index + 1] ?? 0) * unit];
    const contour = contours.at(-1);
    const from = contour?.at(-1);
    if (command === 'moveTo') contours.push([at(0)]);
    else if (command === 'lineTo') contour?.push(at(0));
    else if (command === 'quadraticCurveTo' && from !== undefined) contour?.push(...curve(from, at(0), at(2)));
  }
  return contours;
}

const steps = 5;

const curve = (from: Point, by: Point, to: Point): readonly Point[] =>
  Array.from({length: steps}, (_, at): Point => {
    const t = (at + 1) / steps;
    const mix = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t ** 2 * c;
    return [mix(from[0], by[0], to[0]), mix(from[1], by[1], to[1])];
  });

/** Darkens every dot by the part of it that lies inside the contours (non-zero winding rule). */
function cover(
  {width, height, dots}: Picture,
  contours: readonly (readonly Point[])[],
  {left, baseline}: {readonly left: number; readonly baseline: number},
): void {
  const edges = contours.flatMap(points =>
    points.map((point, at) => [point, points[(at + 1) % points.length] ?? point] as const),
  );
  const ys = edges.map(([[, y]]) => y + baseline);
  const first = Math.max(0, Math.floor(Math.min(...ys)));
  const last = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  for (let y = first; y <= last; y += 1) {
    const covered = new Map<number, number>();
    for (let part = 0; part < fine; part += 1) {
      const at = y + (part + 0.5) / fine - baseline;
      for (const [from, to] of spansAt(edges, at)) {
        for (let x = Math.ceil((from + left) * fine - 0.5); x + 0.5 < (to + left) * fine; x += 1) {
          const dot = Math.floor(x / fine);
          covered.set(dot, (covered.get(dot) ?? 0) + 1);
        }
      }
    }
    for (const [x, count] of covered) {
      const dot = y * width + x;
      const shade = Math.round(255 * (1 - count / fine ** 2));
      if (x >= 0 && x < width) dots[dot] = Math.min(dots[dot] ?? 255, shade);
    }
  }
}

/** The ranges in which a line at this height is inside the contours (non-zero winding rule). */
function spansAt(edges: readonly (readonly [Point, Point])[], y: number): readonly (readonly [number, number])[] {
  const crossings = edges
    .filter(([[, a], [, b]]) => a <= y !== b <= y)
    .map(([[x1, y1], [x2, y2]]) => ({x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y2 > y1 ? 1 : -1}))
    .sort((a, b) => a.x - b.x);
  const spans: (readonly [number, number])[] = [];
  let winding = 0;
  for (const [at, {x, turn}] of crossings.entries()) {
    winding += turn;
    const next = crossings[at + 1];
    if (winding !== 0 && next !== undefined) spans.push([x, next.x]);
  }
  return spans;
}
