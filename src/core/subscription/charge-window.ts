import type {SubscriptionCharge} from '../endpoints/subscription-charges.js';
import type {Problem} from '../problem.js';
import type {Page} from '../service/reply.js';

/** Charges on a page of the service, as it pages when it is not told. */
export const chargesPerPage = 20;

/**
 * A window over a history of any length, the newest charge first, whichever way the service has them. Of its pages only
 * those that the window touches are held, and one is asked for at a time.
 */
export type ChargeWindow = {
  /** The marked line, from 0 for the newest, and how many lines are shown. */
  readonly index: number;
  readonly height: number;
  /** By their number at the service, from 0. */
  readonly pages: ReadonlyMap<number, readonly SubscriptionCharge[]>;
  /** Whether the service's first page has the oldest; undefined before there was one. */
  readonly isOldestFirst: boolean | undefined;
  /** How many pages the service has, and how many charges in all; that is at most so many until the last page was read. */
  readonly lastPage: number;
  readonly total: {readonly count: number; readonly isExact: boolean};
  readonly asking: number | undefined;
  readonly problem: Problem | undefined;
};

/** The window before anything was read; its first page is being asked for. */
export function newChargeWindow(height: number): ChargeWindow {
  return {
    index: 0,
    height,
    pages: new Map(),
    isOldestFirst: undefined,
    lastPage: 0,
    total: {count: 0, isExact: false},
    asking: 0,
    problem: undefined,
  };
}

/** The first line that is shown. It turns by whole windows, so that most keys move one line. */
export const firstShown = ({index, height}: ChargeWindow): number => Math.floor(index / height) * height;

/** The charge on a line; undefined while its page, or what tells which it is, is not there. */
export function chargeAt(window: ChargeWindow, line: number): SubscriptionCharge | undefined {
  if (isUnplaced(window)) return undefined;
  const {page, row} = placeOf(window, line);
  return window.pages.get(page)?.[row];
}

/** The lines that are shown. */
export function shownLines(window: ChargeWindow): readonly number[] {
  const from = firstShown(window);
  const length = Math.max(0, Math.min(window.height, window.total.count - from));
  return Array.from({length}, (_, at) => from + at);
}

/** The window after a key has moved its mark, in a terminal that has room for `height` lines. */
export function moved(window: ChargeWindow, by: number, height: number): ChargeWindow {
  const index = Math.max(0, Math.min(window.total.count - 1, window.index + by));
  return asked(trimmed({...window, index, height}));
}

/** The window with a page that was read, which is dropped if the window has gone on. */
export function withPage(window: ChargeWindow, page: Page<SubscriptionCharge>): ChargeWindow {
  const {rows} = page;
  const lastPage = page.isLast ? page.page : Math.max((page.totalPages ?? 0) - 1, page.page + 1);
  const isOldestFirst = window.isOldestFirst ?? (rows[0]?.id ?? 0) < (rows.at(-1)?.id ?? 0);
  const read: ChargeWindow = {
    ...window,
    isOldestFirst,
    lastPage,
    total: totalAfter(window, page, lastPage),
    pages: new Map(window.pages).set(page.page, rows),
    asking: undefined,
    problem: undefined,
  };
  return isUnplaced(read) ? {...read, asking: lastPage} : asked(trimmed(settled(read)));
}

/** The window whose question was not answered; the same question is not asked again by itself. */
export const withoutPage = (window: ChargeWindow, problem: Problem): ChargeWindow => ({
  ...window,
  asking: undefined,
  problem,
});

/** The window asking for the first page that it lacks. */
export function askedAgain(window: ChargeWindow): ChargeWindow {
  const ready = {...window, problem: undefined};
  if (window.isOldestFirst === undefined) return {...ready, asking: 0};
  return isUnplaced(window) ? {...ready, asking: window.lastPage} : asked(ready);
}

/** Where the newest charges stand is only known with the last page. */
const isUnplaced = ({isOldestFirst, total}: ChargeWindow) => isOldestFirst === true && !total.isExact;

function totalAfter({total}: ChargeWindow, {rows, page, isLast}: Page<SubscriptionCharge>, lastPage: number) {
  if (isLast) return {count: page * chargesPerPage + rows.length, isExact: true};
  const most = (lastPage + 1) * chargesPerPage;
  const isSame = total.isExact && total.count > most - chargesPerPage && total.count <= most;
  return isSame ? total : {count: most, isExact: false};
}

/** The mark never stands beyond the end. */
const settled = (window: ChargeWindow): ChargeWindow => ({
  ...window,
  index: Math.max(0, Math.min(window.total.count - 1, window.index)),
});

function placeOf({isOldestFirst, total}: ChargeWindow, line: number): {readonly page: number; readonly row: number} {
  const at = isOldestFirst === true ? total.count - 1 - line : line;
  return {page: Math.floor(at / chargesPerPage), row: at % chargesPerPage};
}

function wantedPages(window: ChargeWindow): readonly number[] {
  return [...new Set(shownLines(window).map(line => placeOf(window, line).page))];
}

function trimmed(window: ChargeWindow): ChargeWindow {
  const wanted = wantedPages(window);
  const pages = new Map([...window.pages].filter(([page]) => wanted.includes(page)));
  return pages.size === window.pages.size ? window : {...window, pages};
}

/** Asking for a page that is wanted and not there, unless another is being asked for. */
function asked(window: ChargeWindow): ChargeWindow {
  if (window.asking !== undefined || window.problem !== undefined || window.isOldestFirst === undefined) return window;
  const missing = wantedPages(window).find(page => !window.pages.has(page));
  return missing === undefined ? window : {...window, asking: missing};
}
