import {createHash, randomBytes} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {holds, sealedLines, takeApart, unpacked} from '../../src/till/sealed-file.js';
import {inputs as anyInputs, payment, refund} from '../core/reconcile/samples.js';
import {plantable, twoBooks} from '../core/reconcile/two-books.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'duka-sealed-test-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true});
});

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const [head, inputs, signature] = ['{"format":"x"}', '{"payments":[]}', '{"signature":"abc"}'];
const result = `{"schema":"r","text":"${'ü'.repeat(1_500_000)}"}`;
const copies = [randomBytes(2_500_000), Buffer.from('Date,Amount\n'), Buffer.alloc(0)];
const lines = copies.map(
  (copy, at) => `{"kind":"bank","name":"${at}.csv","gzip":"${gzipSync(copy).toString('base64')}"}`,
);

async function taken(text: string) {
  const path = join(folder, 'sealed');
  writeFileSync(path, text);
  return takeApart(path, folder);
}

describe('a sealed reconciliation', () => {
  it('is taken apart in pieces, whatever the length of its lines', async () => {
    const content = [head, inputs, ...lines, result].map(line => `${line}\n`).join('');
    const parts = await taken(`${content}${signature}\n${signature}\n`);
    expect(parts).toMatchObject({head, inputs, signatures: [signature, signature], sha256: sha256(content)});
    expect(parts.files.map(({facts}) => JSON.parse(facts))).toEqual(
      copies.map((_, at) => ({kind: 'bank', name: `${at}.csv`})),
    );
    for (const [at, {packed}] of parts.files.entries()) {
      const path = join(folder, `copy ${at}`);
      expect(await unpacked(packed, path, 3_000_000)).toBe(sha256(copies[at] ?? ''));
      expect(readFileSync(path).equals(copies[at] ?? Buffer.alloc(1))).toBe(true);
    }
    expect(await unpacked(parts.files[0]?.packed ?? '', join(folder, 'too much'), 2_000_000)).toBeUndefined();
    expect(await holds(parts.result, [result.slice(0, 7), result.slice(7)])).toBe(true);
    for (const other of [[result, ' '], [result.slice(0, -1)], [result.replace('r', 's')]])
      expect(await holds(parts.result, other)).toBe(false);
  });

  it.each([
    ['its result', [head, inputs, ...lines]],
    ['nothing', []],
    ['the end of a copy', [head, inputs, '{"kind":"bank","gzip":"H4sI', result]],
    ['a copy', [head, inputs, '{"kind":"bank"}', result]],
    ['an order', [head, inputs, result, lines[1] ?? '']],
  ])('is none that lacks %s', async (_, all) => {
    await expect(taken(all.map(line => `${line}\n`).join(''))).rejects.toThrow(Error);
  });

  it('is none that is cut in a line', async () => {
    await expect(taken([head, inputs, result].join('\n'))).rejects.toThrow('a line without an end');
  });
});

describe('the inputs of a sealed reconciliation', () => {
  const said = {who: 'Amina', when: '2026-11-20T12:00:00Z'};
  const full = anyInputs({
    payments: [
      payment(1, {refunds: [refund(1), refund(2, {serviceReference: 'R2'})], skewSeconds: -3, profile: 'live', z: 4}),
      payment(2, {
        record: {status: 'Completed', amount: '200.00', currency: 'KES'},
        fee: '2.00',
        answer: {seq: 9, rule: 'record-paid'},
      }),
      payment(3, {record: {status: 'Failed'}, payer: null}),
    ],
    tills: {loaded: ['T7K'], missing: ['B2']},
    live: {asked: 3, unanswered: ['T7K00000000003']},
    chains: [{till: 'T7K', state: 'gap', seq: 12}],
    accepted: [{key: 'k', ...said, note: 'n', text: 'FEE'}],
    matches: [{key: 'k', reference: 'r', keys: ['l'], references: ['s'], ...said}],
    rules: [{text: 'FEE *', amount: '20', tolerance: '1 %', account: 'Fees', ...said, learned: 3}],
    carried: [{key: 'k', firstSeen: '2026-11-19', text: 'FEE', on: '2026-11-18'}],
  });

  it('are read as they were written, with every member', () => {
    const books = plantable.map(kind => twoBooks(7, {size: 12, kinds: [kind, kind], ofPayout: null}).inputs);
    for (const {providerFiles: _, payoutFiles: __, bankFiles: ___, ...sealed} of [full, ...books]) {
      const written = JSON.parse(JSON.stringify(sealed));
      expect(sealedLines.inputs.parse(written)).toEqual(written);
    }
  });

  it.each<[string, object]>([
    ['a profile with members', {profile: {remaining: 0}}],
    ['a zone with members', {zone: {remaining: 0}}],
    ['a payment without a reference', {payments: [{...payment(1), reference: undefined}]}],
    ['a status of nobody', {payments: [{...payment(1), status: 'settled'}]}],
    ['an amount that is a text', {payments: [{...payment(1), amount: {currency: 'KES', minor: '200'}}]}],
    ['a setting that is missing', {settings: {...full.settings, tariffs: undefined}}],
    ['a list that is none', {accepted: {length: 0}}],
  ])('are none with %s', (_, changed) => {
    expect(sealedLines.inputs.safeParse(JSON.parse(JSON.stringify({...full, ...changed}))).success).toBe(false);
  });
});
