import {chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import type {Profile} from '../../src/core/journal/schema.js';
import {checkPlace} from '../../src/till/place.js';
import {temporaryFolder} from './real-till.js';

/** A home with a till of two days in which all is its owner's; the path of something in it. */
function shop(profile: Profile) {
  const home = temporaryFolder();
  const at = (path: string) => join(home, path);
  const folder = at(`${profile}/T7K`);
  mkdirSync(join(folder, 'journal'), {recursive: true, mode: 0o700});
  const files = [
    'settings.json',
    ...['signing-key.pem', 'journal/1.jsonl', 'journal/2.jsonl', 'journal/3.digest'].map(
      name => `${profile}/T7K/${name}`,
    ),
  ];
  for (const file of files) writeFileSync(at(file), '', {mode: 0o600});
  return {at, look: () => checkPlace({home, profile, folder})};
}

describe.skipIf(process.platform === 'win32')('a place in which somebody sells', () => {
  it.each([
    ['', 0o770],
    ['live', 0o702],
    ['live/T7K', 0o720],
    ['live/T7K/journal', 0o777],
    ['settings.json', 0o620],
    ['live/T7K/signing-key.pem', 0o602],
    ['live/T7K/journal/2.jsonl', 0o660],
  ] as const)('for real money has no %j that others may write', (path, mode) => {
    const {at, look} = shop('live');
    look();
    chmodSync(at(path), mode);
    const facts = {file: join(at(path)), command: `chmod go-w '${join(at(path))}'`};
    expect(look).toThrow(expect.objectContaining({code: 'home-unsafe', facts}));
  });

  it('for real money has nothing of another user, to whom no chmod would matter', () => {
    const {at, look} = shop('live');
    const user = process.getuid?.() ?? 0;
    vi.spyOn(process, 'getuid').mockReturnValue(user + 1);
    onTestFinished(() => void vi.restoreAllMocks());
    if (user === 0) chownSync(at('live'), 2, 2); // what is the administrator’s is nobody else’s
    const facts = {file: join(at(user === 0 ? 'live' : '')), command: `sudo chown -R "$(id -un)" '${at('')}'`};
    expect(look).toThrow(expect.objectContaining({code: 'home-unsafe', facts}));
  });

  it('may have what makes no difference: older days, what is made anew, what others may read, nothing at all', () => {
    const {at, look} = shop('live');
    for (const path of ['live/T7K/journal/1.jsonl', 'live/T7K/journal/3.digest']) chmodSync(at(path), 0o666);
    chmodSync(at(''), 0o755);
    look();
    const home = join(at('nowhere'));
    checkPlace({home, profile: 'live', folder: join(home, 'live/T7K')});
  });

  it('for practice may be anybody’s', () => {
    const {at, look} = shop('sandbox');
    chmodSync(at('settings.json'), 0o666);
    look();
  });

  it.each(['sandbox', 'sandbox/T7K', 'sandbox/T7K/journal'])('has no link for %s', path => {
    const {at, look} = shop('sandbox');
    renameSync(at(path), at('elsewhere'));
    symlinkSync(at('elsewhere'), at(path));
    expect(look).toThrow(expect.objectContaining({code: 'journal-is-link', facts: {file: at(path)}}));
  });

  it('is said to be none where it cannot be looked at', () => {
    const {at} = shop('live');
    const home = at('settings.json');
    const look = () => checkPlace({home, profile: 'live', folder: join(home, 'live/T7K')});
    expect(look).toThrow(expect.objectContaining({code: 'journal-not-writable'}));
  });
});
