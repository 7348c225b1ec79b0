import {expect, it} from 'vitest';
import {
  CustomerKeys,
  keptCopies,
  keptKeys,
  keysNamed,
  shredCustomers,
  unreadKeys,
  usedKeys,
} from '../../store/customer-keys.js';
import {MemoryDisk} from './memory-disk.js';
import {problemOf} from './support.js';

const folder = '/till';
const whole = 'a'.repeat(64);

/** A till's folder with these files; what they say matters to nobody. */
function diskWith(...names: readonly string[]) {
  const disk = new MemoryDisk();
  for (const name of names) put(disk, name, '');
  return disk;
}

function put(disk: MemoryDisk, name: string, text: string): void {
  const bytes = Buffer.from(text);
  disk.files.set(`${folder}/${name}`, {bytes, synced: bytes.length});
}

const namesOn = (disk: MemoryDisk) => [...disk.files.keys()].map(path => path.slice(folder.length + 1)).sort();

it('takes away the keys of those months, and whatever else may have them or what was sealed', async () => {
  const kept = [
    'journal/2026-11-20.jsonl',
    'sources/notes',
    `sources/${'b'.repeat(64)}`,
    'customer-keys.json.old',
    'x.unread',
  ];
  const gone = [
    ...['summary.json', 'digest.json', 'index.txt', 'index.txt.tmp'].map(name => `journal/2026-11-20.${name}`),
    ...[`sources/${whole}`, `sources/${whole}.part`, 'customer-keys.json.1.tmp', 'customer-keys.json.2.unread'],
  ];
  const disk = diskWith(...kept, ...gone);
  const keys = await CustomerKeys.in({folder, disk});
  const [august, september] = [await keys.made('2026-08', {folder, disk}), await keys.made('2026-09', {folder, disk})];
  expect(await keptKeys({folder, disk})).toEqual([august, september]);
  expect(await keptCopies({folder, disk})).toEqual([`${'b'.repeat(64)}`, whole, `${whole}.part`]);
  expect(await unreadKeys({folder, disk})).toEqual(['customer-keys.json.2.unread']);

  await shredCustomers({folder, disk}, {keys: [august], copies: [whole, `${whole}.part`]});
  expect(namesOn(disk)).toEqual(['customer-keys.json', ...kept].sort());
  expect(await keptKeys({folder, disk})).toEqual([september]);
  // The keys last: as long as one is there, something may be.
  const again = diskWith('journal/2026-11-20.summary.json');
  const key = await (await CustomerKeys.in({folder, disk: again})).made('2026-08', {folder, disk: again});
  again.remove = async () => {
    throw Object.assign(new Error('not permitted'), {code: 'EPERM'});
  };
  const shredding = shredCustomers({folder, disk: again}, {keys: [key], copies: []});
  expect(await problemOf(shredding)).toEqual({code: 'customers-not-shredded', cause: 'EPERM'});
  expect(await keptKeys({folder, disk: again})).toEqual([key]);
});

it('what was taken away stays away after a power cut', async () => {
  const disk = diskWith('journal/2026-11-20.summary.json', `sources/${whole}`, 'customer-keys.json.2.unread');
  const synced: string[] = [];
  disk.syncFolder = async path => void synced.push(path);
  await shredCustomers({folder, disk}, {keys: [], copies: [whole]});
  expect(synced).toEqual([`${folder}/journal`, `${folder}/sources`, folder]);
  await shredCustomers({folder, disk}, {keys: [], copies: [whole]});
  expect(synced).toHaveLength(3);
});

it('takes away entries that cannot be read, and overwrites no file that the disk does not give', async () => {
  const disk = diskWith();
  const named = '2026-08-3f9a';
  const shred = () => shredCustomers({folder, disk}, {keys: [named], copies: []});
  put(disk, 'customer-keys.json', JSON.stringify({[named]: 'too short', '2026-09-77aa': 'A'.repeat(43)}));
  expect(await keysNamed([named, '2026-07-0a1b'], {folder, disk})).toEqual([named]);
  const {readText} = disk;
  disk.readText = async () => {
    throw Object.assign(new Error('not permitted'), {code: 'EACCES'});
  };
  expect(await problemOf(shred())).toEqual({code: 'customers-not-shredded', cause: 'EACCES'});
  disk.readText = readText;
  await shred();
  expect(await keysNamed([named], {folder, disk})).toEqual([]);
  expect(await keptKeys({folder, disk})).toEqual(['2026-09-77aa']);
});

it('finds the keys of lines of any day, wherever one is read in pieces', async () => {
  const disk = diskWith();
  const line = (key: string) => `{"seq":1,"key":"${key}","data":{}}\n`;
  const piece = 1_048_576;
  const [begin, end] = [line('2026-07-0a1b'), line('2026-08-2c3d')];
  put(disk, 'journal/2026-11-20.jsonl', begin + ' '.repeat(piece - begin.length - 15) + end);
  put(disk, 'journal/2026-11-21.jsonl', `${line('2026-09-4e5f')}{"key":"2026-1-4e5f"}{"other":"2026-10-4e5f"}`);
  put(disk, 'journal/2026-11-21.digest.json', line('2026-06-ffff'));
  expect(await usedKeys({folder, disk})).toEqual(new Set(['2026-07-0a1b', '2026-08-2c3d', '2026-09-4e5f']));
  expect(disk.openFiles).toBe(0);
});
