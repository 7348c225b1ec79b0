import {createHash, generateKeyPairSync, sign} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'vitest';
import {dayOfHeads, type HeadProof, proofOf} from '../../src/core/office/proof.js';
import {openShop, type Shop, segmentsOf} from './support.js';
import {keepAnew, newestOf, rewrite} from './thief.js';

const digest = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const {privateKey, publicKey} = generateKeyPairSync('ed25519');
const office = publicKey.export({format: 'jwk'}).x ?? '';

/** What an office that has this journal would prove: its newest line, and its Z. */
function proofFrom(shop: Shop, till: string): HeadProof {
  const lines = segmentsOf(shop).flatMap(path => readFileSync(path, 'utf8').trimEnd().split('\n'));
  const events = lines.map(line => JSON.parse(line));
  const {seq, hash: head} = events.at(-1);
  const z = events.find(({type}) => type === 'z-reported');
  const at = '2026-11-23T21:00:00.000Z';
  const of = (name: string, place: object) => ({
    shop: 'market',
    till: name,
    key: '0123456789abcdef',
    seq: 1,
    head: '0'.repeat(64),
    at,
    ...place,
  });
  const {notes, note} = dayOfHeads('2026-11-23', [of('A1', {}), of(till, {seq, head}), of('Z9', {})], digest);
  const root = {note, signature: sign(null, Buffer.from(note), privateKey).toString('base64')};
  const report = {number: 1, seq: z.seq, hash: z.hash};
  return proofOf({notes, root, office}, {till: {shop: 'market', till}, z: report}, digest);
}

async function closedShop(onTestFinished: Parameters<typeof openShop>[1]) {
  const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
  await shop.run(['cash', 'sale', '--amount', '200']);
  await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:200']);
  const file = join(shop.home, 'proof.json');
  const verify = (proof: HeadProof, ...more: readonly string[]) => {
    writeFileSync(file, JSON.stringify(proof));
    return shop.run(['journal', 'verify', '--proof', file, ...more]);
  };
  return {shop, verify};
}

describe.concurrent('the proof of an office', () => {
  it('holds for the journal that the office has seen, also after more was sold', async ({expect, onTestFinished}) => {
    const {shop, verify} = await closedShop(onTestFinished);
    const proof = proofFrom(shop, 'T7K');
    await shop.run(['cash', 'sale', '--amount', '50']);
    const {exit, json} = await verify(proof, '--key', office, '--json');
    const checks = {signature: true, day: true, till: true, line: true, z: true, chain: true};
    expect({exit, json}).toMatchObject({
      exit: 0,
      json: {ok: true, till: 'T7K', day: '2026-11-23', tills: 3, z: 1, checks},
    });
    const {out} = await verify(proof, '--key', office);
    expect(out).toContain(`✓ The journal has line ${json.line} as the office saw it, and with it every line before.\n`);
    expect(out).toContain('✓ Z-0001 is one of these lines, as the office saw it.\n');
  });

  it('does not hold for a journal that was written anew, whose chain is whole', async ({expect, onTestFinished}) => {
    const {shop, verify} = await closedShop(onTestFinished);
    const proof = proofFrom(shop, 'T7K');
    rewrite(newestOf(shop), line => ({...line, person: line.person === 'Amina' ? 'Joseph' : line.person}));
    keepAnew(shop);
    const {exit, json} = await verify(proof, '--key', office, '--json');
    expect({exit, json}).toMatchObject({
      exit: 4,
      json: {ok: false, checks: {signature: true, day: true, line: false, z: false}},
    });
  });

  it('is believed by the office’s key alone, and of this till', async ({expect, onTestFinished}) => {
    const {shop, verify} = await closedShop(onTestFinished);
    const proof = proofFrom(shop, 'T7K');
    const other = generateKeyPairSync('ed25519').publicKey.export({format: 'jwk'}).x ?? '';
    expect(await verify(proof, '--key', other, '--json')).toMatchObject({
      exit: 4,
      json: {checks: {signature: false, day: true}},
    });
    const unnamed = {exit: 5, json: {error: 'setting-missing'}};
    expect(await verify(proof, '--json')).toMatchObject(unnamed);
    // Whoever edits the settings names no office either.
    const settings = join(shop.home, 'settings.json');
    const edited = {
      ...JSON.parse(readFileSync(settings, 'utf8')),
      office: {sandbox: {url: 'http://127.0.0.1:9', shop: 'corner', key: office}},
    };
    writeFileSync(settings, JSON.stringify(edited));
    expect(await verify(proof, '--json')).toMatchObject(unnamed);
    const changed = {...proof, path: proof.path.map(hash => hash.replace(/^./, first => (first === '0' ? '1' : '0')))};
    expect(await verify(changed, '--key', office, '--json')).toMatchObject({
      exit: 4,
      json: {checks: {signature: true, day: false}},
    });
    expect(await verify(proofFrom(shop, 'T8'), '--key', office, '--json')).toMatchObject({
      exit: 4,
      json: {checks: {till: false}},
    });
    expect(
      await shop.run(['journal', 'verify', '--proof', join(shop.home, 'settings.json'), '--key', office, '--json']),
    ).toMatchObject({exit: 2, json: {error: 'unknown-option'}});
    expect(
      await shop.run(['journal', 'verify', '--proof', join(shop.home, 'none.json'), '--key', office, '--json']),
    ).toMatchObject({json: {error: 'file-not-readable'}});
  });
});
