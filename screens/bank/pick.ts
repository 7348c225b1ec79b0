import {fit} from '../../src/core/text/width.js';
import {type Row, row, span} from '../parts/rows.js';
import type {Style, Styles} from '../terminal/styles.js';

/** Those of a list that have what was typed in one of their texts, in any letters; all while nothing is typed. */
export function fitting<T>(all: readonly T[], typed: string, textsOf: (each: T) => readonly string[]): readonly T[] {
  const wanted = typed.trim().toLowerCase();
  return wanted === '' ? all : all.filter(each => textsOf(each).some(text => text.toLowerCase().includes(wanted)));
}

/** Where the mark stands in a list that may have grown shorter. */
export const markedIn = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1));

export type PickRow = {readonly text: string; readonly style: Style};

type PickOptions = {
  readonly marked: number;
  readonly most: number;
  readonly indent: number;
  readonly width: number;
  readonly styles: Styles;
};

/** As many lines of a list as have room, the marked one among them, and how many there are when that is not all. */
export function pickRows(rows: readonly PickRow[], {marked, most, indent, width, styles}: PickOptions): readonly Row[] {
  if (most < 1 || rows.length === 0) return [];
  const isAll = rows.length <= most;
  const room = isAll ? rows.length : Math.max(1, most - 1);
  const from = Math.max(0, Math.min(marked - Math.floor(room / 2), rows.length - room));
  const lines = rows.slice(from, from + room).map(({text, style}, at) => {
    const isMarked = from + at === marked;
    const shown = fit(`${isMarked ? '▸' : ' '} ${text}`, width - indent - 1);
    return row(' '.repeat(indent), span(shown, isMarked ? {...style, ...styles.selected} : style));
  });
  const place = `${from + 1}–${from + room} / ${rows.length}`;
  return isAll || most < 2 ? lines : [...lines, row(' '.repeat(indent + 2), span(place, styles.quiet))];
}
