import {businessDate} from '../../src/core/day/business-day.js';
import type {Days} from '../../src/core/reconcile/inputs.js';
import type {GivenSource} from '../../src/till/reconcile.js';
import type {Desk} from '../desk.js';
import {type Model, push, type Step, still} from '../model.js';
import {changed} from '../shift/heard.js';
import type {ReconcileScreen, Work} from './reconcile-screens.js';

const begun = (isLive: boolean): Work => ({isLive, isStopping: false, progress: undefined});

/** A file that is read is no question to the service. */
export const fileWork = begun(false);

/** The business day that is today. */
export const todayOf = ({shop, till}: Pick<Desk, 'shop' | 'till'>): string =>
  businessDate(till.now(), shop.zone, shop.dayStartsAt);

/** Opens the reconciliation of today: the journal, and whatever was imported before. */
export function openReconcile(model: Model, desk: Desk): Step {
  const today = todayOf(desk);
  const days: Days = {from: today, to: today};
  const screen: ReconcileScreen = {
    kind: 'reconcile',
    days,
    files: [],
    result: undefined,
    work: undefined,
    problem: undefined,
    state: 'remaining',
    code: 'all',
    selected: undefined,
    index: 0,
  };
  return compare(push(model, screen), screen);
}

/** Compares anew what the screen below or above shows. */
export function compare(model: Model, {days, files}: Pick<ReconcileScreen, 'days' | 'files'>, isLive = false): Step {
  const about = {days, files};
  const next = changed(model, 'reconcile', screen => ({...screen, ...about, work: begun(isLive), problem: undefined}));
  return still(next, {kind: 'reconcile', ...about, isLive});
}

/** The same for the days that are on the screen, with one more file if one was read; nothing where there is none. */
export function compareAgain(model: Model, given?: GivenSource): Step {
  const screen = model.stack.find(each => each.kind === 'reconcile');
  if (screen === undefined) return still(model);
  const others = screen.files.filter(({kind, file}) => kind !== given?.kind || file !== given.file);
  return compare(model, {days: screen.days, files: given === undefined ? others : [...others, given]});
}
