import {needingPerson, pendingEnding, pendingPayments} from '../../src/core/journal/questions.js';
import type {State} from '../../src/core/journal/state.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {
  type Acting,
  type Logic,
  paymentScreen,
  pop,
  push,
  replace,
  type Step,
  still,
  type TrayScreen,
} from '../model.js';
import {listHeight} from '../parts/list-page.js';
import {stepAt} from '../terminal/bindings.js';
import {codeRules, emptyLine, textOf} from '../terminal/line.js';

export const trayScreen = (): TrayScreen => ({
  kind: 'tray',
  selected: undefined,
  index: 0,
  search: emptyLine,
  isSearching: false,
});

/** What wants an eye: first what only a person can settle, then what nobody knows the end of, oldest first. */
export function trayRows(state: State, search: string): readonly Payment[] {
  const open = pendingPayments(state);
  const mine = needingPerson(state).filter(({reference}) => !state.open.has(reference));
  return pendingEnding(mine.length === 0 ? open : [...mine, ...open], search);
}

/** Where the mark stands: on its payment, or, when that has left the list, where it stood. */
export function markedIndex({selected, index}: TrayScreen, rows: readonly Payment[]): number {
  const at = rows.findIndex(({reference}) => reference === selected);
  return at >= 0 ? at : Math.max(0, Math.min(index, rows.length - 1));
}

export const trayLogic: Logic<TrayScreen> = {
  field: () => codeRules,
  edit: (screen, change) => {
    const search = change(screen.search);
    return search === screen.search ? screen : {...screen, search, isSearching: true, selected: undefined, index: 0};
  },
  offers: (screen, {till}) => {
    const hasRows = trayRows(till.state, textOf(screen.search)).length > 0;
    return [...(hasRows ? (['open', 'select', 'check'] as const) : []), 'search', 'back'];
  },
  act: acting => {
    const {model, screen, action, desk} = acting;
    const rows = trayRows(desk.till.state, textOf(screen.search));
    const marked = rows[markedIndex(screen, rows)];
    switch (action) {
      case 'open':
        if (marked === undefined) return still(model);
        return still(
          push(replace(model, withMark(screen, rows, markedIndex(screen, rows))), paymentScreen(marked.reference)),
        );
      case 'check':
        return marked === undefined ? still(model) : still(model, {kind: 'check', reference: marked.reference});
      case 'search':
        return still(replace(model, {...screen, isSearching: true}));
      case 'back':
        return still(
          screen.isSearching ? replace(model, {...screen, isSearching: false, search: emptyLine}) : pop(model),
        );
      case 'select':
        return select(acting, rows);
      default:
        return still(model);
    }
  },
};

function select({model, screen, place, size}: Acting<TrayScreen>, rows: readonly Payment[]): Step {
  const at = markedIndex(screen, rows);
  const page = listHeight(size.rows - 5);
  const to = at + stepAt(place, {page, all: rows.length});
  return still(replace(model, withMark(screen, rows, Math.max(0, Math.min(rows.length - 1, to)))));
}

function withMark(screen: TrayScreen, rows: readonly Payment[], index: number): TrayScreen {
  return {...screen, index, selected: rows[index]?.reference};
}
