import {createHash} from 'node:crypto';
import {appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {beginDays, inShop} from './day-support.js';
import {openShop, type Ran, segmentsOf} from './support.js';

const it = inShop({DUKA_PERSON: 'Amina'});

type Line = {
  readonly seq: number | null;
  readonly type: string;
  readonly person: string;
  readonly data: Record<string, unknown>;
};
const typesOf = ({json}: Ran) => (json as readonly Line[]).map(({type}) => type);
const technical = ['journal', 'events', '--technical', '--json'];
const sale = ['cash', 'sale', '--amount', '200'];
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

describe.concurrent('technical events', () => {
  it('tell of a command that wrote, by whom, and of none that only read', async ({shop}) => {
    await shop.run(sale);
    for (const line of [['pending'], ['journal', 'list'], ['journal', 'verify'], ['day'], technical])
      await shop.run(line);
    await shop.run(sale, {environment: {DUKA_PERSON: 'Juma'}});
    expect((await shop.run(technical)).json).toMatchObject([
      {seq: 1, type: 'segment-opened'},
      {seq: 2, type: 'started', person: 'Amina', data: {by: 'command', command: 'duka cash sale', version: '0.0.0'}},
      {type: 'started', person: 'Juma'},
    ]);
    const {out} = await shop.run(technical.slice(0, -1));
    expect(out.split('\n')[1]).toMatch(/^ {4}#2 {2}\d\d:\d\d:\d\d {2}started +Amina +duka cash sale 0\.0\.0$/);
    const everything = await shop.run(['journal', 'events', '--json']);
    expect(typesOf(everything)).toContain('requested');
    const other = await shop.run(['journal', 'events', '--from', '2020-01-01', '--to', '2020-01-02']);
    expect(other).toMatchObject({exit: 0, out: 'The journal has no events from 2020-01-01 to 2020-01-02.\n'});
  });

  it('tell what was exported, with its digest, once the till writes', async ({shop}) => {
    const {json: paid} = await shop.run([...sale, '--json']);
    const {out} = await shop.run(['journal', 'export']);
    const file = join(shop.home, 'lines.csv');
    await shop.run(['journal', 'export', '--out', file]);
    const folder = `${join(shop.home, 'folder')}/`;
    await shop.run(['journal', 'export', '--out', folder]);
    await shop.run(['evidence', paid.reference, '--out', join(shop.home, 'pack.json')]);
    const today = out.split('\n')[1]?.match(/\d{4}-\d\d-\d\d/)?.[0] ?? '';
    const waiting = (await shop.run(technical)).json.slice(2);
    expect(waiting).toMatchObject([
      {
        seq: null,
        type: 'exported',
        person: 'Amina',
        data: {kind: 'journal', format: 'csv', from: today, sha256: sha256(out)},
      },
      {seq: null, data: {kind: 'journal', sha256: sha256(readFileSync(file))}},
      {seq: null, data: {kind: 'journal', format: 'csv'}},
      {
        seq: null,
        data: {kind: 'evidence', from: paid.reference, sha256: sha256(readFileSync(join(shop.home, 'pack.json')))},
      },
    ]);
    expect((await shop.run(technical.slice(0, -1))).err).toBe(
      '? 4 notes wait to be saved in the journal: the till saves them when it next writes.\n',
    );
    await shop.run(sale);
    const written = (await shop.run(technical)).json.slice(3);
    expect(written.map(({data}: Line) => data)).toEqual(waiting.map(({data}: Line) => data));
    expect(written.every(({seq}: Line) => seq !== null)).toBe(true);
    expect((await shop.run(['journal', 'verify'])).exit).toBe(0);
  });

  it('tell of a torn line, of mended damage, and of nothing that somebody slipped in', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    await shop.run(sale);
    const [path = ''] = segmentsOf(shop);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace('"minor":20000', '"minor":10000'));
    for (const _ of [1, 2]) expect((await shop.run(sale)).exit).toBe(7);
    writeFileSync(path, `${whole}{"seq":`);
    const notes = join(shop.home, 'sandbox', 'T7K', 'notes.jsonl');
    appendFileSync(
      notes,
      '{"type":"requested","person":"thief","data":{}}\nno json\n{"type":"exported","person":"x","data":{"at":1}}\n',
    );
    await shop.run(sale);
    const {json} = await shop.run(technical);
    expect(json.slice(2)).toMatchObject([
      {type: 'started'},
      {type: 'journal-repaired', data: {tornBytes: 7}},
      {type: 'journal-refused', data: {segment: path.slice(-16, -6), line: 3}},
    ]);
    expect(json).toHaveLength(5);
    expect(existsSync(notes)).toBe(false);
    expect(readdirSync(join(shop.home, 'sandbox', 'T7K'))).not.toContain('notes.jsonl');
  });

  it('put no words into the mouth of a person who did not say them', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const pin = '739154';
    await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], {input: pin});
    const as = (...line: readonly string[]) =>
      shop.run([...line, '--as', 'Amina', '--pin-stdin', '--json'], {input: pin});
    const {json: paid} = await as(...sale);
    expect(await as('journal', 'export', '--out', join(shop.home, 'lines.csv'))).toMatchObject({exit: 0});
    const packed = await shop.run(['evidence', paid.reference, '--out', join(shop.home, 'pack.json')], {
      environment: {DUKA_PERSON: 'Amina'},
    });
    expect(packed.exit).toBe(0);
    const told = await shop.run(technical);
    const exports = (ran: Ran) => (ran.json as readonly Line[]).filter(({type}) => type === 'exported');
    const [first] = exports(told);
    const forged = {type: 'exported', person: 'Amina', data: {...first?.data, kind: 'archive'}};
    appendFileSync(join(shop.home, 'sandbox', 'T7K', 'notes.jsonl'), `${JSON.stringify(forged)}\n`);
    await as(...sale);
    const written = await shop.run(technical);
    expect(exports(written)).toMatchObject([
      {seq: expect.any(Number), person: 'Amina', data: {kind: 'journal'}},
      {person: 'cashier', data: {kind: 'evidence'}},
      {person: 'cashier', data: {kind: 'archive', unproved: 'Amina'}},
    ]);
    expect((await shop.run(technical.slice(0, -1))).out).toContain('not-proved: Amina archive csv');
  });

  it('tell of a clock that went back between two starts', async ({onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {run, world} = await beginDays(shop); // it goes back within one day
    await run(...sale);
    await shop.run(sale, {world: {...world, now: () => world.now() - 3_600_000}});
    const told = (await run(...technical)).json.find(({type}: Line) => type === 'clock-set');
    expect(told.data).toMatchObject({seen: 'between-starts'});
    expect(Math.abs(told.data.seconds + 3600)).toBeLessThan(60);
  });
});
