import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {type Acting, type Logic, pop, push, replace, type Step, still} from '../model.js';
import {listHeight} from '../parts/list-page.js';
import {scrolled} from '../reading/reading-logic.js';
import {stepAt} from '../terminal/bindings.js';
import {compare, todayOf} from './begin.js';
import {mayBeAccepted} from './difference.js';
import {fileScreen} from './file-form.js';
import type {DifferenceScreen, ReconcilePageScreen, ReconcileScreen} from './reconcile-screens.js';
import {markedLine, nextCode, nextState, workRows} from './work-list.js';

/** The work list. */
export const reconcileLogic: Logic<ReconcileScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: (screen, desk) => {
    const {work, result} = screen;
    const hasRows = workRows(screen).length > 0;
    const isAsking = work?.isLive === true;
    return [
      ...(hasRows ? (['open-difference'] as const) : []),
      ...(work === undefined && desk.till.poison() === undefined ? (['add-file', 'ask-all'] as const) : []),
      ...(result === undefined ? [] : (['other-page'] as const)),
      isAsking ? 'stop-asking' : 'back',
      ...(result === undefined ? [] : (['lines-by-state', 'lines-by-code'] as const)),
      ...(isAsking ? [] : (['other-day'] as const)),
      ...(hasRows ? (['select'] as const) : []),
    ];
  },
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const to = (next: Partial<ReconcileScreen>): Step => still(replace(model, {...screen, ...next}));
    switch (action) {
      case 'open-difference':
        return open(acting);
      case 'select':
        return select(acting);
      case 'lines-by-state':
        return to({state: nextState(screen), code: 'all', selected: undefined, index: 0});
      case 'lines-by-code':
        return to({code: nextCode(screen), selected: undefined, index: 0});
      case 'other-page':
        if (screen.result === undefined) return still(model);
        return still(push(model, {kind: 'reconcile-page', page: 'equations', result: screen.result, offset: 0}));
      case 'other-day':
        return turned(acting, place === 0 ? -1 : 1, desk);
      case 'add-file':
        return still(push(model, fileScreen));
      case 'ask-all':
        return compare(model, screen, true);
      case 'stop-asking': {
        if (screen.work === undefined) return still(model);
        return still(replace(model, {...screen, work: {...screen.work, isStopping: true}}), {kind: 'stop-reconcile'});
      }
      case 'back':
        return still(pop(model));
      default:
        return still(model);
    }
  },
};

function open({model, screen}: Acting<ReconcileScreen>): Step {
  const rows = workRows(screen);
  const index = markedLine(screen, rows);
  const line = rows[index];
  if (line === undefined) return still(model);
  const suggestion = screen.result?.suggestions.find(({key}) => key === line.key);
  const marked = replace(model, {...screen, index, selected: line.key});
  return still(push(marked, {kind: 'reconcile-line', line, suggestion, offset: 0}));
}

function select({model, screen, place, size}: Acting<ReconcileScreen>): Step {
  const rows = workRows(screen);
  const step = stepAt(place, {page: listHeight(size.rows - 5), all: rows.length});
  const index = Math.max(0, Math.min(rows.length - 1, markedLine(screen, rows) + step));
  return still(replace(model, {...screen, index, selected: rows[index]?.key}));
}

/** Another day; nothing has happened yet on those to come. */
function turned({model, screen}: Acting<ReconcileScreen>, by: 1 | -1, desk: Desk): Step {
  const day = Temporal.PlainDate.from(screen.days.from).add({days: by}).toString();
  if (day > todayOf(desk)) return still(model);
  const bare = replace(model, {...screen, result: undefined, selected: undefined, index: 0, code: 'all'});
  return compare(bare, {days: {from: day, to: day}, files: []});
}

/** The equations, then what everything rests on, then the list again. */
export const reconcilePageLogic: Logic<ReconcilePageScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: () => ['scroll', 'other-page', 'back'],
  act: acting => {
    const {model, screen, action} = acting;
    if (action === 'scroll') return scrolled(acting);
    if (action === 'other-page' && screen.page === 'equations')
      return still(replace(model, {...screen, page: 'coverage', offset: 0}));
    return still(pop(model));
  },
};

/** One line. Its payment's evidence is the till's own. */
export const differenceLogic: Logic<DifferenceScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({line}, {till}) => [
    'scroll',
    ...(mayBeAccepted(line) && till.poison() === undefined ? (['accept'] as const) : []),
    ...(hasEvidence({line}, till) ? (['evidence'] as const) : []),
    'back',
  ],
  act: acting => {
    const {model, screen, action, desk} = acting;
    const {reference} = screen.line;
    switch (action) {
      case 'scroll':
        return scrolled(acting);
      case 'accept':
        return still(push(model, entering('reconcile-accept', {line: screen.line})));
      case 'evidence':
        return still(
          push(model, entering('evidence', {reference})),
          ...(desk.till.state.payments.has(reference) ? [] : [{kind: 'recall-payment' as const, reference}]),
        );
      default:
        return still(pop(model));
    }
  },
};

/** Whether this till's own journal has the payment. */
const hasEvidence = ({line}: Pick<DifferenceScreen, 'line'>, till: Desk['till']): boolean =>
  line.reference !== '' && line.local !== null && line.till === till.settings.till;
