import type {Block} from '../src/views/block.js';
import type {View} from './lines.js';
import {type Model, type PlaceId, topOf} from './model.js';
import {hasPanels} from './terminal/size.js';
import {areLoaded, tillScreens} from './till-screens.js';

type Panels = {readonly form: readonly Block[]; readonly beside: readonly (readonly Block[])[]};

/** Returns the form of the sale, and today's latest sales and the day beside it, if one of these is in use and the window has room. */
export function panelsOf(model: Model, view: View): Panels | undefined {
  const top = topOf(model);
  const isMarking = top.kind === 'latest';
  if (!hasPanels(view.size) || !areLoaded() || (top.kind !== 'sale' && !isMarking)) return undefined;
  const [sale] = model.stack;
  const form = tillScreens.describedOn(sale, view);
  const latest = isMarking ? tillScreens.describedOn(top, view) : firstOf('latest', view).map(withoutMark);
  const shown = isMarking ? form.map(withoutFocus) : form;
  if (!view.till.mayLook('totals')) return {form: shown, beside: [latest]};
  return {form: shown.filter(block => !isOfDay(block)), beside: [latest, firstOf('day', view)]};
}

function firstOf(place: PlaceId, view: View): readonly Block[] {
  const {open, describe} = tillScreens.screenOf(place);
  return describe(open(undefined, view).state, view);
}

const withoutMark = (block: Block): Block => (block.kind === 'list' ? {...block, marked: -1, markedText: ''} : block);
const withoutFocus = (block: Block): Block => ('isFocused' in block ? {...block, isFocused: false} : block);
/** Whether the sale shows this of the day, which a panel of its own shows as well. */
const isOfDay = ({kind, id}: Block): boolean => kind === 'tally' || kind === 'chart' || id === 'part';
