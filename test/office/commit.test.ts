import {expect, it} from 'vitest';
import {Busy, CommitQueue, JoinQueue} from '../../src/office/commit.js';

it('sends away what comes while too much waits, and does all that it has taken', async () => {
  const begin = Promise.withResolvers<void>();
  let done = 0;
  const queries: string[] = [];
  const client = {
    query: async (text: string) => {
      queries.push(text);
      return {rows: []};
    },
  };
  const database = {transaction: async <T>(work: (client: never) => Promise<T>) => work(client as never)};
  const queue = new CommitQueue(database as never, {sleep: () => begin.promise});
  const work = async () => {
    done += 1;
  };
  const taken = Array.from({length: 1000}, () => queue.run(work));
  expect(queue.length).toBe(1000);
  await expect(queue.run(work)).rejects.toBeInstanceOf(Busy);
  begin.resolve();
  await Promise.all(taken);
  expect(done).toBe(1000);
  expect(queue.length).toBe(0);
  expect(queries).toEqual([]); // nothing has failed
  await expect(queue.run(work)).resolves.toBeUndefined();
});

it('fails what fails alone, and with a transaction all that was in it', async () => {
  let fails = false;
  const client = {query: async () => ({rows: []})};
  const transaction = async <T>(work: (client: never) => Promise<T>) => {
    const result = await work(client as never);
    if (fails) throw new Error('the commit failed');
    return result;
  };
  const queue = new CommitQueue({transaction} as never, {sleep: async () => undefined});
  const bad = () => Promise.reject(new Error('its own fault'));
  const good = async () => undefined;
  const together = await Promise.allSettled([queue.run(good), queue.run(bad), queue.run(good)]);
  expect(together.map(({status}) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  // Those of one lane go one after the other, and who has no lane alone: neither meets what another is about to write.
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise(resolve => setImmediate(resolve));
    order.push(`${name} ends`);
  };
  await Promise.all([
    ...[queue.run(work('alone')), queue.run(work('a1'), {partition: 'a'}), queue.run(work('b'), {partition: 'b'})],
    ...[queue.run(work('a2'), {partition: 'a'}), queue.run(work('alone too'))],
  ]);
  expect(order).toEqual([
    ...['a1 begins', 'b begins', 'a1 ends', 'a2 begins', 'b ends', 'a2 ends'],
    ...['alone begins', 'alone ends', 'alone too begins', 'alone too ends'],
  ]);
  fails = true; // nothing is said to be kept before the commit
  const lost = await Promise.allSettled([queue.run(good), queue.run(good)]);
  expect(lost.map(({status}) => status)).toEqual(['rejected', 'rejected']);
});

it('takes first what tills send as they sell, and leaves neither that nor what comes late waiting for all of the other', async () => {
  const groups: string[][] = [];
  const client = {query: async () => ({rows: []})};
  const transaction = async <T>(work: (client: never) => Promise<T>) => {
    groups.push([]);
    return work(client as never);
  };
  const queue = new CommitQueue({transaction} as never, {sleep: async () => undefined});
  const send = (what: string, bytes: number) => queue.run(async () => void groups.at(-1)?.push(what), {bytes});
  const late = Array.from({length: 100}, () => send('late', 256 * 1024));
  const prompt = Array.from({length: 200}, () => send('prompt', 2000));
  await Promise.all([...late, ...prompt]);
  const counts = groups.map(group => [
    group.filter(what => what === 'prompt').length,
    group.filter(what => what === 'late').length,
  ]);
  expect(counts.slice(0, 5)).toEqual([
    [63, 1],
    [63, 1],
    [63, 1],
    [11, 4],
    [0, 4],
  ]);
  expect(counts.flat().reduce((sum, count) => sum + count, 0)).toBe(300);
});

it('hears so many requests to join of an address in a minute, without those by which a till has joined', () => {
  const clock = {now: 0};
  const queue = new JoinQueue({monotonic: () => clock.now});
  const admitted = (address: string) => {
    try {
      queue.admit(address);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(Busy);
      return false;
    }
  };
  expect(Array.from({length: 21}, () => admitted('a'))).toEqual([...Array.from({length: 20}, () => true), false]);
  expect(admitted('b')).toBe(true);
  queue.joined('a');
  expect([admitted('a'), admitted('a')]).toEqual([true, false]);
  clock.now = 60_000;
  expect(admitted('a')).toBe(true);
  // Of more addresses than anybody has tills at, none is remembered.
  for (let each = 1; each < 10_000; each += 1) expect(admitted(`address ${each}`)).toBe(true);
  expect([admitted('another'), admitted('a')]).toEqual([false, true]);
});

it('does one request to join after the other, and sends away those that too many wait before', async () => {
  const queue = new JoinQueue({monotonic: () => 0});
  const begin = Promise.withResolvers<void>();
  let working = 0;
  const work = async () => {
    working += 1;
    expect(working).toBe(1);
    await begin.promise;
    working -= 1;
    throw new Error('its own fault');
  };
  const taken = Array.from({length: 32}, () => queue.run(work).catch((error: Error) => error.message));
  await expect(queue.run(work)).rejects.toBeInstanceOf(Busy);
  begin.resolve();
  expect(new Set(await Promise.all(taken))).toEqual(new Set(['its own fault']));
  expect(await queue.run(async () => 'after them')).toBe('after them');
});
