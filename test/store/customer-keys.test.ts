import {describe, expect, it} from 'vitest';
import {CustomerKeys, type KeyPlace} from '../../store/customer-keys.js';

const [november, december, second] = ['2026-11-3f9a', '2026-12-0a1b', '2026-11-9c00'];
const secret = (letter: string) => letter.repeat(43);
const stored = {[december]: secret('d'), [second]: secret('s'), [november]: secret('n')};
const keys = () => CustomerKeys.from(JSON.stringify(stored));
const where = {till: 'T7K', scope: 'T7K00000001'};

/** A folder that writes down what is asked of it. */
function place() {
  const written: {readonly text: string; readonly durable: boolean | undefined}[] = [];
  const disk: KeyPlace['disk'] = {
    readText: async () => written.at(-1)?.text ?? null,
    makeFolder: async () => {},
    rename: async () => {},
    writeTextAtomically: async (_path, text, options) => {
      written.push({text, durable: options?.durable});
    },
  };
  return {written, folder: '/till', disk};
}

describe('the keys of customers', () => {
  it.each([
    ['no file', null],
    ['no JSON', '{'],
    ['a name of another form', JSON.stringify({'2026-11': secret('n')})],
    ['a key that is too short', JSON.stringify({[november]: 'n'})],
  ])('are none where there is %s', (_, text) => expect(CustomerKeys.from(text).names).toEqual([]));

  it('are named oldest first, and of a month the last', () => {
    expect(keys().names).toEqual([november, second, december]);
    expect([keys().of('2026-11'), keys().of('2026-12'), keys().of('2026-1')]).toEqual([second, december, undefined]);
  });

  it('are made once a month, and durable before their name is said', async () => {
    const folder = place();
    const made = await CustomerKeys.in(folder);
    const name = await made.made('2026-11', folder);
    expect(await made.made('2026-11', folder)).toBe(name);
    expect(folder.written).toEqual([{text: made.fileOf(new Set([name])), durable: true}]);
    expect((await CustomerKeys.in(folder)).names).toEqual([name]);
  });

  it('are written to a file of those that are named alone', () =>
    expect(CustomerKeys.from(keys().fileOf(new Set([second, 'another']))).names).toEqual([second]));

  it('are gone once forgotten, in memory as on the disk, and nothing is written for one that is not there', async () => {
    const folder = place();
    const few = keys();
    await few.forget(['2026-10-ffff'], folder);
    expect(folder.written).toEqual([]);
    const sealed = few.sealOf({...where, key: november})('254712345678');
    await few.forget([november], folder);
    expect([few.names, (await CustomerKeys.in(folder)).names]).toEqual([
      [second, december],
      [second, december],
    ]);
    expect(folder.written.map(({durable}) => durable)).toEqual([true]);
    expect(few.unsealOf({...where, key: november})(sealed)).not.toBe('254712345678');
    expect(() => few.sealOf({...where, key: november})).toThrow(`no key ${november}`);
  });
});

describe('what was sealed', () => {
  const key = {...where, key: november};
  const sealed = keys().sealOf(key)('254712345678');

  it.each([
    ['as it was sealed', key, sealed, '254712345678'],
    ['of another payment', {...key, scope: 'T7K00000002'}, sealed, undefined],
    ['of another till', {...key, till: 'K7Q'}, sealed, undefined],
    ['by another key', {...key, key: december}, sealed, undefined],
    ['with another letter', key, sealed.replace(/.~$/, end => (end === 'A~' ? 'B~' : 'A~')), undefined],
    ['cut to less than its code', key, '~AAAA~', undefined],
    ['that is nothing', key, '~~', undefined],
  ])('is opened %s, or not at all', (_, by, text, wanted) => expect(keys().unsealOf(by)(text)).toBe(wanted));

  it('is opened alike however often, past what is held at hand', () => {
    const few = keys();
    const values = Array.from({length: 2500}, (_, number) => String(254_700_000_000 + number));
    const all = values.map(few.sealOf(key));
    const unseal = few.unsealOf(key);
    expect([all.map(unseal), all.map(unseal)]).toEqual([values, values]);
  });

  it('is one address however it is written, beside its own letters', () => {
    const seal = keys().sealOf(key);
    const [plain, written] = [seal('ann@example.com'), seal(' Ann@Example.com ')];
    const standIn = (text: string) => text.slice(1, 13);
    expect(standIn(written)).toBe(standIn(plain));
    expect(keys().unsealOf(key)(written)).toBe(' Ann@Example.com ');
  });
});
