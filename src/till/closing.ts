import {emptyState, foldEvents} from '../core/books/state.js';
import type {StoredEvent} from '../core/events/event.js';
import {decimalText, isCurrency} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import {type CheckedClosing, checkClosing, closingName} from '../core/shift/closing.js';
import {type ClosingCommand, decideClosing} from '../core/shift/closing-decide.js';
import type {BooksClosing} from '../core/shift/closing-schema.js';
import {takingsOf} from '../core/shift/report.js';
import type {TillContext} from './context.js';
import {performAfterAll, withMutex} from './handler.js';
import type {Sign} from './signing.js';

type Books = Pick<TillContext, 'journal' | 'state'>;
type ClosingLine = StoredEvent & {readonly type: 'books-closed'};

/** Closes a month or a year. The closing is on the disk when this resolves. Throws as `decideClosing` does. */
export async function closeBooks(context: TillContext, command: ClosingCommand): Promise<BooksClosing> {
  const [event] = await withMutex(context, () => performAfterAll(context, decideClosing, command));
  if (event?.type !== 'books-closed') throw new Error('a closing that is none');
  return event.data.closing;
}

/** The journal's line of a closing. `name` is a name that `closingName` returns. Throws `Problem` closing-unknown. */
export async function closingLine({journal, state}: Books, name: string): Promise<ClosingLine> {
  const made = state.ledger.books.closings.find(each => closingName(each) === name);
  if (made === undefined) throw new Problem('closing-unknown', {name});
  const segments = await journal.segments();
  for (const date of segments.toSorted((a, b) => Number(b === made.date) - Number(a === made.date)))
    for await (const event of journal.readSegment(date))
      if (event.seq === made.seq && event.type === 'books-closed') return event;
  throw new Problem('closing-unknown', {name});
}

/** The text that proves the content of a closing, signed with the till's present key. */
export function signedClosing(sign: Sign, {data: {closing}, hash: line}: ClosingLine): Promise<string> {
  const {till, number, of, throughSeq: lastSeq, head: chainHead} = closing;
  return sign({
    kind: 'closing',
    content: {till, number, of, lastSeq, chainHead, totals: totalsOfClosing(closing), line},
  });
}

/** The takings of a closing as its code contains them. */
export function totalsOfClosing(closing: BooksClosing) {
  return takingsOf(closing).flatMap(({currency, minor, count}) =>
    isCurrency(currency) ? [{currency, amount: decimalText({currency, minor}), count}] : [],
  );
}

/**
 * Adds up every closing again from the Zs in the journal, which is read completely and whose chain is checked. Throws `Problem`
 * journal-damaged.
 */
export async function checkClosings({journal}: Pick<TillContext, 'journal'>): Promise<readonly CheckedClosing[]> {
  await journal.verify();
  const state = emptyState();
  const checked: CheckedClosing[] = [];
  for (const date of await journal.segments())
    for await (const event of journal.readSegment(date)) {
      if (event.type === 'books-closed') checked.push(checkClosing(event.data.closing, state.ledger.books));
      if (event.type === 'books-closed' || event.type === 'z-reported' || event.type === 'shift-opened')
        foldEvents(state, [event]);
    }
  return checked;
}
