import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {emptyState} from '../../src/core/books/state.js';
import type {NewEvent, StoredEvent} from '../../src/core/events/event.js';
import {flawText} from '../../src/core/messages/cause.js';
import {reportOf} from '../../src/core/shift/report.js';
import {openJournal} from '../../store/journal.js';
import {headPath} from '../../store/stored-head.js';
import {MemoryDisk} from './memory-disk.js';
import {
  carry,
  clockAt,
  collect,
  options,
  problemOf,
  reference,
  requested,
  resolved,
  sent,
  temporaryFolder,
  watched,
} from './support.js';

describe('an empty journal', () => {
  it('has no file before the first event', async () => {
    const folder = temporaryFolder();
    const journal = await openJournal(options(folder));
    expect(readdirSync(folder)).toEqual([]);
    expect(journal.tail()).toEqual({seq: 0, head: '0'.repeat(64), segment: '', bytes: 0});
    expect(journal.opening).toEqual({carried: [], totals: null, events: [], tornBytes: 0});
    expect(await journal.segments()).toEqual([]);
    expect(await journal.verify()).toEqual({segments: 0, events: 0, head: '0'.repeat(64), tornBytes: 0, outside: null});
    await journal.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is what a reader finds in a folder that does not exist', async () => {
    const journal = await openJournal(options(join(temporaryFolder(), 'nowhere'), {mode: 'read'}));
    expect(journal.readOnly).toBe(true);
    expect(journal.opening.events).toEqual([]);
    expect(await journal.eventsOf(reference(1))).toEqual([]);
    await journal.close();
  });
});

describe('append', () => {
  it('writes lines that jq reads, chained by their hashes, behind a header', async () => {
    const folder = temporaryFolder();
    const journal = await openJournal(options(folder));
    const stored = await journal.append([requested(1), sent(1)]);
    await journal.close();
    const lines = readFileSync(join(folder, 'journal/2026-11-20.jsonl'), 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    const events = lines.map(line => JSON.parse(line));
    expect(events.map(({seq, v, at, till, person, type}) => ({seq, v, at, till, person, type}))).toEqual(
      ['segment-opened', 'requested', 'sent'].map((type, index) => {
        return {seq: index + 1, v: 1, at: '2026-11-20T12:00:00.000Z', till: 'T7K', person: 'cashier', type};
      }),
    );
    expect(events[0].data).toEqual({
      profile: 'sandbox',
      zone: 'Africa/Nairobi',
      dayStartsAt: '00:00',
      version: '0.1.0',
      businessDate: '2026-11-20',
      previousSegment: null,
      previousHead: null,
    });
    expect(Object.keys(events[1])).toEqual(['seq', 'v', 'at', 'till', 'person', 'type', 'key', 'data', 'hash']);
    expect(Object.keys(events[2])).toEqual(['seq', 'v', 'at', 'till', 'person', 'type', 'data', 'hash']);
    expect(stored.at(0)).toEqual({...events[1], key: undefined, data: requested(1).data});
    expect(stored.at(1)).toEqual(events[2]);
  });

  it('chains the bytes as they are written', async () => {
    const {createHash} = await import('node:crypto');
    const folder = temporaryFolder();
    const journal = await openJournal(options(folder));
    await journal.append([requested(1)]);
    await journal.close();
    let previous = '0'.repeat(64);
    for (const line of readFileSync(join(folder, 'journal/2026-11-20.jsonl'), 'utf8').trimEnd().split('\n')) {
      const body = line.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}');
      const sum = createHash('sha256')
        .update(previous + body, 'utf8')
        .digest('hex');
      expect(JSON.parse(line).hash).toBe(sum);
      previous = sum;
    }
  });

  it('is for the owner of the till alone', async () => {
    const folder = join(temporaryFolder(), 'sandbox', 'T7K');
    const clock = clockAt('2026-11-20T12:00:00Z');
    const journal = await openJournal(options(folder, {now: () => clock.now}));
    await journal.append([sent(1)]);
    clock.set('2026-11-21T12:00:00Z');
    await journal.append([sent(2)]);
    await journal.close();
    const mode = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
    expect([mode('..'), mode('.'), mode('journal')]).toEqual(['700', '700', '700']);
    expect(readdirSync(join(folder, 'journal')).map(name => [name, mode(join('journal', name))])).toEqual([
      ['2026-11-20.jsonl', '600'],
      ['2026-11-20.summary.json', '600'],
      ['2026-11-21.jsonl', '600'],
    ]);
  });

  it('shares one sync among the appends that arrive while another is written, in their order', async () => {
    const {disk, count} = watched();
    const journal = await openJournal(options(temporaryFolder(), {disk}));
    await journal.append([sent(1)]);
    const before = count('datasync');
    const first = journal.append([sent(2)]);
    await Promise.resolve();
    await Promise.resolve(); // its commit has begun
    const others = [3, 4, 5].map(number => journal.append([sent(number), resolved(number)]));
    const results = await Promise.all([first, ...others]);
    expect(count('datasync') - before).toBe(2);
    expect(results.map(events => events.map(({seq, type}) => `${seq} ${type}`))).toEqual([
      ['3 sent'],
      ['4 sent', '5 resolved'],
      ['6 sent', '7 resolved'],
      ['8 sent', '9 resolved'],
    ]);
    await journal.close();
  });

  it('tells of an event only when the disk has it, and resolves only then', async () => {
    const story: string[] = [];
    const {disk} = watched(({call}) => ['append', 'datasync', 'syncFolder'].includes(call) && story.push(call));
    const onEvents = (events: readonly StoredEvent[]) => story.push(events.map(({type}) => type).join(' and '));
    const journal = await openJournal(options(temporaryFolder(), {disk, onEvents}));
    await journal.append([sent(1)]);
    story.push('resolved');
    await journal.append([sent(2)]);
    story.push('resolved');
    await journal.close();
    expect(story).toEqual([
      ...['append', 'datasync', 'syncFolder', 'segment-opened and sent', 'resolved'],
      ...['append', 'datasync', 'sent', 'resolved'],
    ]);
  });

  it('hands out nothing that is still on its way to the disk', async () => {
    let whileSyncing: Promise<readonly StoredEvent[]> | undefined;
    const {disk} = watched(({call}) => {
      if (call === 'datasync') whileSyncing = journal.eventsOf(reference(2));
    });
    const journal = await openJournal(options(temporaryFolder(), {disk}));
    await journal.append([sent(1)]);
    await journal.append([sent(2)]);
    expect(await whileSyncing).toEqual([]);
    expect(await journal.eventsOf(reference(2))).toHaveLength(1);
    await journal.close();
  });

  it('puts what precedes before whatever is written next, which alone is given back', async () => {
    const journal = await openJournal(options('/till', {disk: new MemoryDisk()}));
    const seqs = (events: readonly StoredEvent[]) => events.map(({seq}) => seq);
    journal.precede([sent(1)]);
    expect(seqs(await journal.append([sent(2)]))).toEqual([3]);
    journal.precede([sent(3), sent(4)]);
    expect(await journal.append([])).toEqual([]);
    expect(await journal.append([])).toEqual([]);
    const written = await collect(journal.readSegment('2026-11-20'));
    expect(written.map(({data}) => 'reference' in data && data.reference).slice(1)).toEqual(
      [1, 2, 3, 4].map(reference),
    );
    await journal.close();
  });

  it('refuses an event that is not of its type, and that one alone', async () => {
    const journal = await openJournal(options(temporaryFolder()));
    const bad = journal.append([{type: 'sent', data: {reference: 'no'}, person: 'cashier'}]);
    const good = journal.append([sent(1)]);
    await expect(bad).rejects.toThrow();
    expect(await good).toHaveLength(1);
    expect(await journal.append([])).toEqual([]);
    await journal.close();
  });

  it('is not reached by later changes to what it was given', async () => {
    const journal = await openJournal(options(temporaryFolder()));
    const data = {reference: reference(1)};
    const appending = journal.append([{type: 'sent', data, person: 'cashier'}]);
    data.reference = reference(9);
    const [event] = await appending;
    expect(event?.data).toEqual({reference: reference(1)});
    await journal.close();
  });

  it('refuses after it was closed, and closing waits for what is being written', async () => {
    const journal = await openJournal(options(temporaryFolder()));
    const appending = journal.append([sent(1)]);
    await journal.close();
    expect(await appending).toHaveLength(1);
    expect(await problemOf(journal.append([sent(2)]))).toEqual({code: 'journal-not-writable', cause: 'closed'});
  });
});

describe('segments', () => {
  it('begin with a later business date, and the chain goes on', async () => {
    const folder = temporaryFolder();
    const clock = clockAt('2026-11-20T23:59:59.999Z');
    const journal = await openJournal(options(folder, {now: () => clock.now}));
    await journal.append([sent(1)]);
    const {head} = journal.tail();
    clock.set('2026-11-21T00:00:00Z');
    await journal.append([sent(2)]);
    clock.set('2026-12-05T10:00:00Z');
    const [third] = await journal.append([sent(3)]);
    expect(await journal.segments()).toEqual(['2026-11-20', '2026-11-21', '2026-12-05']);
    expect(third?.seq).toBe(6);
    const [header, second] = await collect(journal.readSegment('2026-11-21'));
    expect(header?.data).toMatchObject({businessDate: '2026-11-21', previousSegment: '2026-11-20', previousHead: head});
    expect(second?.data).toEqual({reference: reference(2)});
    const {bytes, ...tail} = journal.tail();
    expect(tail).toEqual({seq: 6, head: third?.hash, segment: '2026-12-05'});
    expect(bytes).toBe(statSync(join(folder, 'journal/2026-12-05.jsonl')).size);
    const seen: number[] = [];
    expect(await journal.verify(({segments, of}) => seen.push(segments, of))).toEqual({
      segments: 3,
      events: 6,
      head: third?.hash,
      tornBytes: 0,
      outside: null,
    });
    expect(seen).toEqual([1, 3, 2, 3, 3, 3]);
    await journal.close();
  });

  it('that are closed have what is kept of their newest line on the disk', async () => {
    const [disk, clock] = [new MemoryDisk(), clockAt('2026-11-20T12:00:00Z')];
    const journal = await openJournal(options('/till', {disk, now: () => clock.now}));
    const mayBeOlder = () => disk.files.get(headPath('/till'))?.durable !== undefined;
    await journal.append([sent(1)]);
    expect(mayBeOlder()).toBe(true);
    clock.set('2026-11-21T12:00:00Z');
    await journal.append([sent(2)]);
    expect(mayBeOlder()).toBe(false);
    await journal.close();
  });

  it('have what is kept of their newest line on the disk with a Z', async () => {
    const disk = new MemoryDisk();
    const journal = await openJournal(options('/till', {disk}));
    const mayBeOlder = () => disk.files.get(headPath('/till'))?.durable !== undefined;
    await journal.append([sent(1)]);
    expect(mayBeOlder()).toBe(true);
    const report = reportOf(emptyState(), {
      kind: 'z',
      till: 'T7K',
      shop: 'Duka',
      profile: 'sandbox',
      zone: 'UTC',
      businessDate: '2026-11-20',
      head: journal.tail().head,
      closedAt: 0,
      difference: null,
      notAsked: 0,
    });
    const z: NewEvent = {type: 'z-reported', person: 'Amina', data: {report}};
    await journal.append([z]);
    expect(mayBeOlder()).toBe(false);
    await journal.close();
  });

  it('do not begin when the clock goes back', async () => {
    const folder = temporaryFolder();
    const clock = clockAt('2026-11-21T12:00:00Z');
    const journal = await openJournal(options(folder, {now: () => clock.now}));
    await journal.append([sent(1)]);
    clock.set('2026-11-19T12:00:00Z');
    const [event] = await journal.append([sent(2)]);
    expect(event).toMatchObject({seq: 3, at: '2026-11-19T12:00:00.000Z'});
    expect(await journal.segments()).toEqual(['2026-11-21']);
    await journal.close();
    const again = await openJournal(options(folder, {now: () => clock.now}));
    await again.append([sent(3)]);
    expect(await again.segments()).toEqual(['2026-11-21']);
    expect(again.opening.events.map(({seq}) => seq)).toEqual([1, 2, 3]);
    await again.close();
  });

  it('are of a business date and of nothing else', async () => {
    const journal = await openJournal(options(temporaryFolder(), {businessDate: () => '../../2026-11-20'}));
    await expect(journal.append([sent(1)])).rejects.toThrow('businessDate');
    await journal.close();
  });

  it('share the batch that begins them: the header goes first, with the person who began it', async () => {
    const journal = await openJournal(options(temporaryFolder()));
    await Promise.all([journal.append([sent(1, 'Amina')]), journal.append([sent(2, 'Otieno')])]);
    expect((await collect(journal.readSegment('2026-11-20'))).map(({type, person}) => `${type} ${person}`)).toEqual([
      'segment-opened Amina',
      'sent Amina',
      'sent Otieno',
    ]);
    expect(await collect(journal.readSegment('2026-11-21'))).toEqual([]);
    await journal.close();
  });
});

describe('a payment', () => {
  it('is found in all segments that speak of it, also after opening again', async () => {
    const folder = temporaryFolder();
    const clock = clockAt('2026-11-20T12:00:00Z');
    const write = options(folder, {now: () => clock.now});
    const journal = await openJournal(write);
    await journal.append([requested(1), requested(2), sent(1)]);
    clock.set('2026-11-21T12:00:00Z');
    await journal.append([sent(2)]);
    clock.set('2026-11-22T12:00:00Z');
    await journal.append([resolved(1)]);
    const found = async (one: {eventsOf: typeof journal.eventsOf}, number: number) =>
      (await one.eventsOf(reference(number))).map(({at, type}) => `${at.slice(8, 10)} ${type}`);
    expect(await found(journal, 1)).toEqual(['20 requested', '20 sent', '22 resolved']);
    expect(await found(journal, 2)).toEqual(['20 requested', '21 sent']);
    expect(await found(journal, 3)).toEqual([]);
    await journal.close();
    const {disk, calls} = watched();
    const again = await openJournal({...write, disk});
    calls.length = 0;
    expect(await found(again, 1)).toEqual(['20 requested', '20 sent', '22 resolved']);
    const read = calls.filter(({call}) => call === 'open to read').map(({path}) => path.slice(-16));
    expect(read).toEqual(['2026-11-20.jsonl', '2026-11-21.jsonl']); // the second says where the first ends
    await again.close();
  });

  it('that is open is carried from segment to segment with all its events', async () => {
    const folder = temporaryFolder();
    const clock = clockAt('2026-11-20T12:00:00Z');
    const write = options(folder, {now: () => clock.now});
    const journal = await openJournal(write);
    const first = await journal.append([requested(1), requested(2), sent(1)]);
    clock.set('2026-11-21T12:00:00Z');
    const second = await journal.append([sent(2), resolved(1)]);
    clock.set('2026-11-22T12:00:00Z');
    const third = await journal.append([sent(3)]);
    await journal.close();
    const again = await openJournal(write);
    expect(again.opening.carried).toEqual([first[1], second[0]]);
    expect(again.opening.events.slice(1)).toEqual(third);
    expect(carry(again.opening, again.opening.events).carried).toEqual([first[1], second[0], third[0]]);
    await again.close();
  });
});

it('does not write in a journal of another till or profile', async () => {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  await journal.append([sent(1)]);
  await journal.close();
  const facts = {code: 'journal-damaged', segment: '2026-11-20', line: 1};
  expect(await problemOf(openJournal(options(folder, {till: 'X1'})))).toEqual({...facts, why: 'of-another-till'});
  const header = {...options(folder).header, profile: 'live'} as const;
  expect(await problemOf(openJournal(options(folder, {header})))).toEqual({...facts, why: 'of-another-profile'});
  expect(flawText('of-another-till', 'en')).toBe('it is the journal of another till');
  const reader = await openJournal(options(folder, {mode: 'read', till: 'X1', header}));
  expect(reader.opening.events).toHaveLength(2);
  await reader.close();
});
