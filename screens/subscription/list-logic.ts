import {Problem} from '../../src/core/problem.js';
import {openEnrol} from '../enrol/enrol-logic.js';
import {entering} from '../kit/places.js';
import {type Acting, type Logic, type Model, pop, push, replace, type Step, still} from '../model.js';
import {stepAt} from '../terminal/bindings.js';
import {emptyLine, type LineRules, textOf, textRules} from '../terminal/line.js';
import {enrolmentScreen} from './enrolment-logic.js';
import {type ListRow, listHeight, listRows, markedRow} from './list-rows.js';
import {subscriptionScreen} from './one-logic.js';
import type {SubscriptionsScreen} from './screens.js';
import {stateFilters} from './states.js';

const idRules: LineRules = {accepts: /^[0-9]$/, longest: 15};

/** The list from memory, while the service is asked for its own. */
export const subscriptionsScreen = (): SubscriptionsScreen => ({
  kind: 'subscriptions',
  selected: undefined,
  index: 0,
  search: emptyLine,
  filter: 'all',
  typing: undefined,
  id: emptyLine,
  isAdding: false,
  problem: undefined,
  hearing: {kind: 'asking'},
});

/** Opens the list, and asks the service for its own. */
export const openSubscriptions = (model: Model): Step =>
  still(push(model, subscriptionsScreen()), {kind: 'refresh-subscriptions'});

export const listLogic: Logic<SubscriptionsScreen> = {
  field: ({typing, isAdding}) => {
    if (isAdding) return undefined;
    return typing === undefined ? undefined : typing === 'id' ? idRules : textRules;
  },
  edit: (screen, change) => {
    if (screen.typing === 'id') return {...screen, id: change(screen.id), problem: undefined};
    const search = change(screen.search);
    return search === screen.search ? screen : {...screen, search, selected: undefined, index: 0};
  },
  offers: (screen, {till}) => {
    if (screen.isAdding) return ['back'];
    if (screen.typing === 'id') return ['add-it', 'back'];
    const rows = listRows(till.state, screen);
    const marked = rows.length > 0 ? (['open-marked', 'select'] as const) : [];
    if (screen.typing === 'search') return [...marked, 'back'];
    return [
      ...marked,
      'plans',
      ...(till.poison() === undefined ? (['enrol'] as const) : []),
      'find-subscription',
      'filter-state',
      ...(till.poison() === undefined ? (['add-by-id'] as const) : []),
      ...(isAsking(screen) ? [] : (['refresh'] as const)),
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action, desk} = acting;
    const to = (next: SubscriptionsScreen): Step => still(replace(model, next));
    const rows = listRows(desk.till.state, screen);
    const at = markedRow(screen, rows);
    switch (action) {
      case 'open-marked':
        return open(replace(model, marked({...screen, typing: undefined}, rows, at)), rows[at], acting);
      case 'select':
        return select(acting, rows);
      case 'plans':
        return still(push(model, entering('plans')));
      case 'enrol':
        return openEnrol(model, desk);
      case 'find-subscription':
        return to({...screen, typing: 'search', problem: undefined});
      case 'filter-state': {
        const next = stateFilters.indexOf(screen.filter) + 1;
        return to({...screen, filter: stateFilters[next] ?? 'all', selected: undefined, index: 0});
      }
      case 'add-by-id':
        return to({...screen, typing: 'id', id: emptyLine, problem: undefined});
      case 'add-it':
        return add(acting);
      case 'refresh':
        return still(replace(model, {...screen, hearing: {kind: 'asking'}}), {kind: 'refresh-subscriptions'});
      case 'back':
        return back(model, screen);
      default:
        return still(model);
    }
  },
};

const isAsking = ({hearing}: SubscriptionsScreen) => hearing.kind === 'asking' || hearing.learning !== undefined;

function open(model: Model, row: ListRow | undefined, {desk}: Acting<SubscriptionsScreen>): Step {
  if (row === undefined) return still(model);
  if (row.kind === 'enrolment') return still(push(model, enrolmentScreen(row.enrolment, desk)));
  const {id} = row.known.subscription;
  return still(push(model, subscriptionScreen(id)), {kind: 'read-subscription', id});
}

function add({model, screen}: Acting<SubscriptionsScreen>): Step {
  const id = Number(textOf(screen.id));
  if (!Number.isSafeInteger(id) || id < 1) {
    const problem = new Problem('subscription-id-invalid', {id: textOf(screen.id)});
    return still(replace(model, {...screen, problem}));
  }
  return still(replace(model, {...screen, isAdding: true, problem: undefined}), {kind: 'add-subscription', id});
}

/** First what is typed goes, then what was searched for, then the list. */
function back(model: Model, screen: SubscriptionsScreen): Step {
  if (screen.typing === 'id') {
    return still(replace(model, {...screen, typing: undefined, isAdding: false, problem: undefined}));
  }
  const isSearch = screen.typing === 'search' || textOf(screen.search) !== '';
  return still(isSearch ? replace(model, {...screen, typing: undefined, search: emptyLine}) : pop(model));
}

function select({model, screen, place, size}: Acting<SubscriptionsScreen>, rows: readonly ListRow[]): Step {
  const page = listHeight(size.rows - 5);
  const to = markedRow(screen, rows) + stepAt(place, {page, all: rows.length});
  return still(replace(model, marked(screen, rows, Math.max(0, Math.min(rows.length - 1, to)))));
}

function marked(screen: SubscriptionsScreen, rows: readonly ListRow[], index: number): SubscriptionsScreen {
  return {...screen, index, selected: rows[index]?.key};
}
