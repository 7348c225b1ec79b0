import type {ReactNode} from 'react';
import {displayMoney} from '../../src/core/money/display.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {type BindingId, keyText} from '../terminal/bindings.js';
import type {ViewOf} from '../view.js';
import {shiftOffers} from './shift-logic.js';
import type {ShiftScreen} from './shift-screens.js';
import {carriedText, lastZText, shiftText} from './shown.js';

const keyWidth = 9;
const tallFrom = 16;

/** Who has the shift, and every key that does something about it. */
export function Shift({view}: ViewOf<ShiftScreen>): ReactNode {
  const {columns, height, language, styles, till, words} = view;
  const {shift} = till.state.ledger;
  const say = (text: string, style = styles.quiet) =>
    text === '' ? [] : paragraph(text, {width: columns - 1, most: 2, indent: 3, style});
  const space = height >= tallFrom ? [blank] : [];
  const floats = (shift?.floats ?? []).map(sum => displayMoney(sum, language)).join('   ');
  const offers = shiftOffers({till}).filter(id => id !== 'back');
  const rows: readonly Row[] = [
    row(' ', span(words.shiftScreen.title, styles.strong)),
    ...space,
    ...say(shiftText(view), styles.strong),
    ...(floats === '' ? [] : say(`${words.shiftScreen.float}  ${floats}`)),
    ...say(carriedText(view), styles['not-known']),
    ...say(lastZText(view)),
    blank,
    ...offers.flatMap(id => keyRows(id, view)),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function keyRows(id: BindingId, view: ViewOf<ShiftScreen>['view']): readonly Row[] {
  const {columns, styles, words} = view;
  const lead = span(`   ${keyText(id, view)}`, styles.strong);
  return paragraph(words.key.does[id].long, {width: columns - 1, most: 1, indent: keyWidth + 3, lead});
}
