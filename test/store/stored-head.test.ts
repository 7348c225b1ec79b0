import {expect, it} from 'vitest';
import {HeadKeeper, headPath, isElsewhere, readHead, writeHeadOfCopy} from '../../store/stored-head.js';
import {MemoryDisk} from './memory-disk.js';

const newest = {seq: 3, head: 'a'.repeat(64), segment: '2026-11-20'};
const key = {publicKey: 'ours', seal: (text: string) => `sealed ${text.length}`};

/** A disk that gives each of `texts` once and the last of them for ever, and how often it was asked. */
function reads(...texts: readonly (string | null)[]) {
  const disk = new MemoryDisk();
  let asked = 0;
  disk.readText = async () => {
    asked += 1;
    return texts[Math.min(asked, texts.length) - 1] ?? null;
  };
  return {disk, asked: () => asked};
}

it('is kept of a copy as a copy’s, sealed where there is a key', async () => {
  const disk = new MemoryDisk();
  await writeHeadOfCopy(disk, '/till', newest, undefined);
  expect(await readHead(disk, '/till')).toMatchObject({...newest, identity: 'a copy', key: null, seal: null});
  await writeHeadOfCopy(disk, '/till', newest, key);
  const kept = await readHead(disk, '/till');
  if (kept === null || kept === 'unreadable') throw new Error('nothing was kept');
  expect(kept).toMatchObject({...newest, key: 'ours', seal: key.seal(kept.sealed)});
  expect(isElsewhere(disk, '/till', kept)).toBe(true);
});

it('is read again where a writer was in the midst of it, three times and no more', async () => {
  const whole = new MemoryDisk();
  await writeHeadOfCopy(whole, '/till', newest, key);
  const text = whole.files.get(headPath('/till'))?.bytes.toString() ?? '';
  const late = reads('{"seq":', text.slice(0, 40), text);
  expect(await readHead(late.disk, '/till')).toMatchObject(newest);
  expect(late.asked()).toBe(3);
  const never = reads('{"seq":');
  expect(await readHead(never.disk, '/till')).toBe('unreadable');
  expect(never.asked()).toBe(3);
  expect(await readHead(reads(null).disk, '/till')).toBe(null);
});

it('stays a copy’s until the till takes it for its own', async () => {
  const disk = new MemoryDisk();
  await writeHeadOfCopy(disk, '/till', newest, key);
  const kept = async () => {
    const head = await readHead(disk, '/till');
    if (head === null || head === 'unreadable') throw new Error('nothing was kept');
    return head;
  };
  const keeper = new HeadKeeper(disk, '/till', {key, isOwn: false});
  await keeper.begin(newest, await kept());
  keeper.keep({...newest, seq: 4});
  expect(isElsewhere(disk, '/till', await kept())).toBe(true);
  keeper.own();
  expect(isElsewhere(disk, '/till', await kept())).toBe(false);
  expect(await kept()).toMatchObject({seq: 4, key: 'ours'});
  await keeper.close();

  // Where it was its own all along, what nobody had kept is so from the beginning.
  const fresh = new MemoryDisk();
  const own = new HeadKeeper(fresh, '/till', {key, isOwn: false});
  own.own();
  await own.begin(newest, null);
  const head = await readHead(fresh, '/till');
  if (head === null || head === 'unreadable') throw new Error('nothing was kept');
  expect(isElsewhere(fresh, '/till', head)).toBe(false);
  await own.close();
});
