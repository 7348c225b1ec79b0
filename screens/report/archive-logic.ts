import type {State} from '../../src/core/journal/state.js';
import {type Acting, type Logic, pop, replace, type Step, still} from '../model.js';
import {listHeight, pageOf} from '../parts/list-page.js';
import type {ArchiveScreen} from '../shift/shift-screens.js';
import {stepAt} from '../terminal/bindings.js';
import type {Size} from '../terminal/size.js';

export const archiveScreen = (): ArchiveScreen => ({kind: 'archive', index: 0, reports: new Map()});

/** The numbers of all Zs, the newest first. */
export const archivedZs = ({ledger}: State): readonly number[] => ledger.zs.map(({number}) => number).toReversed();

const heightIn = ({rows}: Size) => listHeight(rows - 5);

/** The Zs on the page of the mark that have not been read yet. */
export function archiveRows({index, reports}: ArchiveScreen, state: State, size: Size): readonly number[] {
  const height = heightIn(size);
  const from = pageOf(index, height);
  return archivedZs(state)
    .slice(from, from + height)
    .filter(number => !reports.has(number));
}

export const archiveLogic: Logic<ArchiveScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: () => ['open-z', 'select', 'back'],
  act: acting => {
    const {model, screen, action, desk} = acting;
    const number = archivedZs(desk.till.state)[screen.index];
    switch (action) {
      case 'open-z':
        return number === undefined ? still(model) : still(model, {kind: 'open-z', number});
      case 'select':
        return select(acting);
      default:
        return still(pop(model));
    }
  },
};

function select({model, screen, place, size, desk}: Acting<ArchiveScreen>): Step {
  const {state} = desk.till;
  const all = state.ledger.zs.length;
  const to = screen.index + stepAt(place, {page: heightIn(size), all});
  const next = {...screen, index: Math.max(0, Math.min(all - 1, to))};
  const numbers = archiveRows(next, state, size);
  return still(replace(model, next), ...(numbers.length === 0 ? [] : [{kind: 'read-zs' as const, numbers}]));
}
