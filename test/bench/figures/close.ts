import {join} from 'node:path';
import {foldEvents, folding, stateAfter} from '../../../src/core/books/state.js';
import {businessDate} from '../../../src/core/day/business-day.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {storedKey} from '../../../src/till/signing.js';
import {createTill, type Till} from '../../../src/till/till.js';
import {machine} from '../../../src/world.js';
import {nodeDisk} from '../../../store/disk.js';
import {openJournal} from '../../../store/journal.js';
import {scriptedService} from '../../till/scripted-service.js';
import {usualSettings} from '../../till/settings.js';
import type {Bench, Section} from '../bench.js';
import {header, till as tillName, writeJournal, zone} from '../journals.js';
import {compare, type Limits} from '../row.js';

const eventsOfPayment = 4;
const target: Limits = {of: 'value', unit: 'ms', limits: {p50: 1000, p99: 1000}};
const closing = {person: 'owner', note: 'bench', approver: 'another', notAsked: 0};

/** The end of a shop's day: the Z that closes it, and the X that anybody may ask for before. */
export async function measureClose({folder, isQuick}: Bench): Promise<Section> {
  const [ofZ, ofX] = isQuick ? [100, 1000] : [1000, 100_000];
  const rounds = isQuick ? 3 : 20;
  const zs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const {till} = await openPeriod(join(folder, `close-z-${round}`), ofZ);
    zs.push(await timed(() => till.reportZ(closing)));
    await till.close();
  }
  const {till, opened} = await openPeriod(join(folder, 'close-x'), ofX);
  const xs: number[] = [];
  for (let round = 0; round < rounds; round += 1) xs.push(await timed(() => till.reportX()));
  const {tenders} = await till.reportX();
  if (tenders[0]?.count !== ofX) throw new Error(`an X of ${tenders[0]?.count} payments`);
  await till.close();
  const row = (what: string, ours: readonly number[], limits?: Limits) =>
    compare({what, ours, reference: '', theirs: [], ...(limits === undefined ? {} : {target: limits})});
  return {
    title: 'Closing (ms)',
    method:
      'The real till over a journal on the disk whose one open day has all the payments, each of four lines, and one more ' +
      'Z, or X, made and synced with fdatasync. Each Z closes a journal of its own.',
    rows: [
      row(`a Z of ${ofZ.toLocaleString('en')} payments, synced`, zs, target),
      row(`an X of ${ofX.toLocaleString('en')} payments, synced`, xs, target),
      row(
        `the same day read, checked and folded at opening, without a summary of its lines (${ofX.toLocaleString('en')} payments)`,
        [opened],
      ),
    ],
    notes: [
      'A report is a look at sums that every event has kept up, so that it costs the same for one payment as for a ' +
        'hundred thousand. The Z is the first line that its till writes, which makes the schemas as well.',
    ],
  };
}

/** A till whose open day has so many paid payments. */
async function openPeriod(folder: string, payments: number): Promise<{till: Till; opened: number}> {
  const now = machine.now();
  await writeJournal(folder, {events: payments * eventsOfPayment + 1, segments: 1, pendingToday: 0, now});
  const key = await storedKey(folder);
  const begun = performance.now();
  let told: (events: readonly StoredEvent[]) => void = () => undefined;
  const journal = await openJournal({
    folder,
    mode: 'write',
    till: tillName,
    key,
    header,
    businessDate: at => businessDate(at, zone, header.dayStartsAt),
    now: machine.now,
    ...folding,
    onEvents: events => {
      foldEvents(state, events);
      told(events);
    },
  });
  const state = stateAfter(journal.opening, journal.opening.events);
  const opened = performance.now() - begun;
  const settings = {...usualSettings, till: tillName, zone, dayStartsAt: header.dayStartsAt};
  const {till, onEvents} = createTill({
    version: '0.1.0',
    settings,
    environment: {},
    world: machine,
    service: scriptedService(machine),
    journal,
    disk: nodeDisk,
    state,
    sign: async () => '',
    release: () => journal.close(),
  });
  told = onEvents;
  return {till, opened};
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
