import type {SubscriptionCharge} from '../endpoints/subscription/subscription-charges.js';
import type {Problem} from '../problem.js';
import type {Page} from '../service/reply.js';

/** The number of charges on a page of the service, which is its default page size. */
export const chargesPerPage = 20;

/** A window over a history of any length, newest charge first. It holds only pages that it touches, and requests one at a time. */
export type ChargeWindow = {
  /** The marked line, counted from 0 for the newest charge, and the number of lines shown. */
  readonly index: number;
  readonly height: number;
  /** By their number at the service, from 0. */
  readonly pages: ReadonlyMap<number, readonly SubscriptionCharge[]>;
  /** Whether the service's first page has the oldest charges; undefined before a page was read. */
  readonly isOldestFirst: boolean | undefined;
  /** The number of the service's last page, and the number of all charges; `count` is an upper limit until the last page was read. */
  readonly lastPage: number;
  readonly total: {readonly count: number; readonly isExact: boolean};
  readonly asking: number | undefined;
  readonly problem: Problem | undefined;
};

/** The window before anything was read; it is asking for its first page. */
export const newChargeWindow = (height: number): ChargeWindow => ({
  index: 0,
  height,
  pages: new Map(),
  isOldestFirst: undefined,
  lastPage: 0,
  total: {count: 0, isExact: false},
  asking: 0,
  problem: undefined,
});

/** The first line that is shown. The view moves by whole windows, so that most keys only move the mark. */
export const firstShown = ({index, height}: ChargeWindow): number => Math.floor(index / height) * height;

/** The charge on a line; undefined if its page, or what tells which charge it is, has not been read. */
export function chargeAt(window: ChargeWindow, line: number): SubscriptionCharge | undefined {
  if (isUnplaced(window)) return undefined;
  const {page, row} = placeOf(window, line);
  return window.pages.get(page)?.[row];
}

export function shownLines(window: ChargeWindow): readonly number[] {
  const from = firstShown(window);
  const length = Math.max(0, Math.min(window.height, window.total.count - from));
  return Array.from({length}, (_, at) => from + at);
}

/** The window after a key moved its mark by `by` lines, in a terminal that has room for `height` lines. */
export function moved(window: ChargeWindow, by: number, height: number): ChargeWindow {
  const index = Math.max(0, Math.min(window.total.count - 1, window.index + by));
  return asked(trimmed({...window, index, height}));
}

/** The window with a page that was read. The page is dropped if the window has moved away from it. */
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

/** The window after its request failed. It does not repeat the request by itself. */
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

/** With the oldest charges first, the place of the newest ones is known only once the last page was read. */
const isUnplaced = ({isOldestFirst, total}: ChargeWindow) => isOldestFirst === true && !total.isExact;

function totalAfter({total}: ChargeWindow, {rows, page, isLast}: Page<SubscriptionCharge>, lastPage: number) {
  if (isLast) return {count: page * chargesPerPage + rows.length, isExact: true};
  const most = (lastPage + 1) * chargesPerPage;
  const isSame = total.isExact && total.count > most - chargesPerPage && total.count <= most;
  return isSame ? total : {count: most, isExact: false};
}

/** Keeps the mark within the list. */
const settled = (window: ChargeWindow): ChargeWindow => ({
  ...window,
  index: Math.max(0, Math.min(window.total.count - 1, window.index)),
});

function placeOf({isOldestFirst, total}: ChargeWindow, line: number): {readonly page: number; readonly row: number} {
  const at = isOldestFirst === true ? total.count - 1 - line : line;
  return {page: Math.floor(at / chargesPerPage), row: at % chargesPerPage};
}

const wantedPages = (window: ChargeWindow): readonly number[] => [
  ...new Set(shownLines(window).map(line => placeOf(window, line).page)),
];

function trimmed(window: ChargeWindow): ChargeWindow {
  const wanted = wantedPages(window);
  const pages = new Map([...window.pages].filter(([page]) => wanted.includes(page)));
  return pages.size === window.pages.size ? window : {...window, pages};
}

/** Asks for a page that is wanted and missing, unless the window is already asking for one or its last request failed. */
function asked(window: ChargeWindow): ChargeWindow {
  if (window.asking !== undefined || window.problem !== undefined || window.isOldestFirst === undefined) return window;
  const missing = wantedPages(window).find(page => !window.pages.has(page));
  return missing === undefined ? window : {...window, asking: missing};
}
