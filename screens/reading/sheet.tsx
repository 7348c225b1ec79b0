import type {ReactNode} from 'react';
import {firstLine} from '../parts/offset.js';
import {blank, type Row, Rows, row, span} from '../parts/rows.js';
import type {View} from '../view.js';

type SheetProps = {
  readonly title: string;
  readonly lines: readonly Row[];
  readonly offset: number;
  readonly view: View;
};

/** Text that may be longer than the window: a title, a part of it, and where that part lies. */
export function Sheet({title, lines, offset, view}: SheetProps): ReactNode {
  const height = view.height - 2;
  const from = firstLine(offset, {count: lines.length, height});
  const shown = lines.slice(from, from + height);
  const place = lines.length > height ? `  ${from + 1}–${from + shown.length} / ${lines.length}` : '';
  return <Rows rows={[row(' ', span(title, view.styles.strong), span(place, view.styles.quiet)), blank, ...shown]} />;
}
