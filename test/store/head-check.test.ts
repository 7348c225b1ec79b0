import {expect, it} from 'vitest';
import type {StoredEvent} from '../../src/core/events/event.js';
import {openJournal} from '../../store/journal.js';
import {checkHead, type FoundJournal, type HeadRead} from '../../store/stored-head.js';
import {MemoryDisk} from './memory-disk.js';
import {options, sent} from './support.js';

const date = '2026-11-20';
const sealerOf = (publicKey: string) => ({publicKey, seal: (sealed: string) => `${publicKey} sealed ${sealed}`});
const key = sealerOf('ours');
const keys = {own: key, changed: {...key, earlier: sealerOf('theirs')}, none: undefined};

/**
 * A segment of lines 8 to 10 that names `named` as the key of the till, where it names one; `later` in its second line. The till has its own
 * key, also the one before it, or none.
 */
function found(
  named: string | undefined,
  {has = 'own', later}: {has?: keyof typeof keys; later?: string} = {},
): FoundJournal {
  const data = [8, 9, 10].map(seq => ({
    seq,
    hash: `h${seq}`,
    ...(seq === 8
      ? {type: 'segment-opened', data: {previousSegment: '2026-11-19', previousHead: 'h7', signingKey: named}}
      : seq === 9 && later !== undefined
        ? {type: 'signing-key', data: {publicKey: later}}
        : {type: 'sent', data: {}}),
  })) as unknown as StoredEvent[];
  const open = {file: {date, reached: {seq: 10, head: 'h10', lines: 3}}, low: {data}};
  return {disk: {}, folder: '', key: keys[has], open, opensUnproved: false} as unknown as FoundJournal;
}
const none = {disk: {}, folder: '', key, open: null, opensUnproved: false} as unknown as FoundJournal;

const head = (more: Partial<HeadRead>): HeadRead =>
  ({
    seq: 10,
    head: 'h10',
    segment: date,
    key: 'ours',
    sealed: 's',
    seal: `${more.key ?? 'ours'} sealed s`,
    ...more,
  }) as HeadRead;

/** `why` the journal is damaged, where and on which line. */
async function foundOut(kept: Parameters<typeof checkHead>[0], journal: FoundJournal) {
  const problem = await checkHead(kept, journal).then(
    () => undefined,
    error => error,
  );
  return problem === undefined ? 'whole' : [problem.facts.why, problem.facts.segment, problem.facts.line].join(' ');
}

const [changed, forged, keyMissing] = [
  {has: 'changed'},
  `head-forged ${date} 4`,
  `head-key-missing ${date} 4`,
] as const;
const noSeal = head({key: null, seal: null});

it.each([
  ['nothing kept by a till that names a key', null, found('ours'), `head-missing ${date} 4`],
  ['nothing kept, in lines that name no key', null, found(undefined), `head-missing ${date} 4`],
  ['nothing kept by a journal without keys', null, found(undefined, {has: 'none'}), 'whole'],
  [
    'nothing kept by a till that names its key later',
    null,
    found(undefined, {later: 'ours'}),
    `head-missing ${date} 4`,
  ],
  ['nothing kept, and no journal', null, none, 'whole'],
  ['what nobody can read', 'unreadable', found('ours'), `head-unreadable ${date} 4`],
  ['what nobody can read, without a journal', 'unreadable', none, 'head-unreadable 0000-00-00 1'],
  ['the newest line', head({}), found('ours'), 'whole'],
  ['a line before the newest', head({seq: 9, head: 'h9'}), found('ours'), 'whole'],
  ['the first line of the segment', head({seq: 8, head: 'h8'}), found('ours'), 'whole'],
  ['the last line of the segment before', head({seq: 7, head: 'h7', segment: '2026-11-19'}), found('ours'), 'whole'],
  [
    'another last line before',
    head({seq: 7, head: 'x', segment: '2026-11-19'}),
    found('ours'),
    'rewritten 2026-11-19 1',
  ],
  ['another newest line', head({head: 'x'}), found('ours'), `rewritten ${date} 3`],
  ['another line before the newest', head({seq: 9, head: 'x'}), found('ours'), `rewritten ${date} 2`],
  ['a line that is no more', head({seq: 11, head: 'h11'}), found('ours'), `cut-short ${date} 4`],
  ['a segment that is no more', head({seq: 11, segment: '2026-11-21'}), found('ours'), 'missing 2026-11-21 1'],
  ['a line where there is no journal', head({}), none, `missing ${date} 1`],
  ['the beginning of a journal', head({seq: 0}), none, 'whole'],
  ['a seal that is not of its line', head({seal: 'x'}), found('ours'), forged],
  ['no seal', noSeal, found('ours'), forged],
  ['a seal that is read without the key', head({}), found('ours', {has: 'none'}), keyMissing],
  ['no seal, in lines without a key', noSeal, found(undefined, {has: 'none'}), 'whole'],
  ['a seal in lines without a key, read without it', head({}), found(undefined, {has: 'none'}), keyMissing],
  ['a seal of another key', head({key: 'theirs'}), found('ours'), forged],
  ['a seal of the key before, which is gone', head({key: 'theirs'}), found('theirs'), keyMissing],
  ['a seal of the key before, which is there', head({key: 'theirs'}), found('theirs', changed), 'whole'],
  [
    'a seal in the name of the key before, by nobody',
    head({key: 'theirs', seal: 'x'}),
    found('theirs', changed),
    forged,
  ],
  ['a seal of the new key, while the one before is there', head({}), found('theirs', changed), 'whole'],
  ['a seal of the new key, while the one before is gone', head({}), found('theirs'), keyMissing],
  ['no seal, while the key is changed', noSeal, found('theirs', changed), forged],
  [
    'a seal of the key before, on a line after the new one was named',
    head({key: 'theirs'}),
    found('theirs', {...changed, later: 'ours'}),
    forged,
  ],
  [
    'a seal of the key before, on a line before the new one was named',
    head({key: 'theirs', seq: 8, head: 'h8'}),
    found('theirs', {...changed, later: 'ours'}),
    'whole',
  ],
  ['a seal of the till’s key in lines that name no key', head({}), found(undefined), keyMissing],
] as const)('%s', async (_, kept, journal, wanted) => expect(await foundOut(kept, journal)).toBe(wanted));

it('an older line of a segment before is held against that segment', async () => {
  const disk = new MemoryDisk();
  const before = {disk, businessDate: () => '2026-11-19'};
  const journal = await openJournal(options('/till', before));
  const written = await journal.append([sent(1), sent(2), sent(3)]);
  await journal.close();
  const {seq, hash} = written[1] as StoredEvent;
  const journalFound = {...found('ours'), disk, folder: '/till'};
  const older = {seq, segment: '2026-11-19'};
  expect(await foundOut(head({...older, head: hash}), journalFound)).toBe('whole');
  expect(await foundOut(head({...older, head: 'h7'}), journalFound)).toMatch(/^rewritten 2026-11-19 /);
  expect(await foundOut(head({...older, seq: 6, head: hash}), journalFound)).toMatch(/^rewritten 2026-11-19 /);
});

it('a head that proves nothing is left to an owner, and one that proves a loss is not', async () => {
  const asked = (journal: FoundJournal) => ({...journal, opensUnproved: true});
  expect(await checkHead(null, asked(found('ours')))).toBe('head-missing');
  expect(await checkHead(head({seal: 'x', seq: 99}), asked(found('ours')))).toBe('head-forged');
  expect(await checkHead(head({}), asked(found('theirs')))).toBe('head-key-missing');
  expect(await checkHead(head({}), asked(found('ours')))).toBeUndefined();
  expect(await foundOut(head({seq: 11, head: 'h11'}), asked(found('ours')))).toBe(`cut-short ${date} 4`);
});
