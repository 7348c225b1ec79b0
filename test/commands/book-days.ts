import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {folding, stateAfter} from '../../src/core/books/state.js';
import {businessDate} from '../../src/core/day/business-day.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {openJournal} from '../../store/journal.js';
import {temporaryFolder} from '../till/real-till.js';
import {type Happening, Shop as RandomShop} from '../till/shop-days.js';
import {charging, piped} from './card-support.js';
import {beginDays, type ShopDays} from './day-support.js';
import {collecting, paymentIn, type Shop} from './support.js';

/** Two days of a shop with every kind of line, in several currencies; texts that would break a careless writer among them. */
export async function playDays(shop: Shop): Promise<ShopDays & {readonly first: string; readonly second: string}> {
  const days = await beginDays(shop);
  const {run, world, nextMorning, today} = days;
  const first = today();
  await run('shift', 'open', '--person', 'Ami"na; (x) [2026-99-99]', '--float', 'KES:1000', '--float', 'USD:20');
  const cash = paymentIn(await run('cash', 'sale', '--amount', '350', '--tendered', '500', '--json'));
  await run('cash', 'sale', '--amount', '5', '--currency', 'USD');
  await run(...collecting('0712345678'));
  await run(...collecting('0712345101'));
  const card = paymentIn(await shop.run(charging('24'), {input: piped(), world}));
  await run('refund', card.reference, '--amount', '10');
  await run('cash', 'refund', cash.reference, '--amount', '50', '--reason', '=SUM(A1) "; date:1 } | {');
  await run('cash', 'drop', '--amount', '100', '--reason', '@safe\\" ; x:y,z:');
  await run('cash', 'in', '--amount', '20', '--reason', '+small change');
  await run('cash', 'out', '--amount', '7.5', '--reason', '-milk\n    Assets:Safe  1 KES');
  const late = paymentIn(await run(...collecting('0712345103', '--wait', '8')));
  const closing = ['shift', 'z', '--person', 'Amina', '--count'];
  await run(...closing, 'KES:1112.5', '--count', 'USD:26', '--note', '=1+1', '--approver', 'Joseph');
  await run('cash', 'sale', '--amount', '60');
  await nextMorning();
  await run('status', late.reference);
  await run('shift', 'open', '--person', 'Joseph', '--float', 'KES:560');
  await run('cash', 'sale', '--amount', '0.5', '--currency', 'USD');
  await run(...closing, 'KES:560', '--count', 'USD:0.5');
  await run(...collecting('0712345102', '--wait', '8'));
  await run('cash', 'sale', '--amount', '11');
  return {...days, first, second: today()};
}

/** Whatever the dates are. */
export const everyDay = {from: '0000-00-00', to: '9999-12-31'};

/** A shop to which all that happened, its journal opened to be read. */
export async function playAtRandom(happenings: readonly Happening[]) {
  const [zone, dayStartsAt] = ['Africa/Nairobi', '04:00'];
  const shop = new RandomShop({zone, dayStartsAt});
  await shop.open();
  for (const each of happenings) await shop.happen(each);
  const reading = await readingOf(shop.events, zone, dayStartsAt);
  const place = {zone, dayStartsAt, shop: 'Shop', profile: 'sandbox', till: 'T7K'} as const;
  return {reading, place, dates: await reading.journal.segments()};
}

/** The journal of these events, on the disk as a till writes it, opened to be read. */
async function readingOf(events: readonly StoredEvent[], zone: string, dayStartsAt: string) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'journal'), {recursive: true});
  const days = new Map<string, string>();
  let day = '';
  for (const event of events) {
    if (event.type === 'segment-opened') day = event.data.businessDate;
    days.set(day, `${days.get(day) ?? ''}${JSON.stringify(event)}\n`);
  }
  for (const [date, text] of days) writeFileSync(join(folder, 'journal', `${date}.jsonl`), text);
  const journal = await openJournal({
    folder,
    mode: 'read',
    till: 'T7K',
    now: () => 0,
    ...folding,
    onEvents: () => undefined,
    header: {profile: 'sandbox', zone, dayStartsAt, version: 'test'},
    businessDate: at => businessDate(at, zone, dayStartsAt),
  });
  return {journal, state: stateAfter(journal.opening, journal.opening.events), tornBytes: 0};
}
