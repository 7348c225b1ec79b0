import {hash} from 'node:crypto';
import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect as always, describe, expect} from 'vitest';
import {maskOf} from '../../src/commands/evidence/pack.js';
import {cardLeaks} from '../card-leaks.js';
import {linksIn} from './bank-page.js';
import {challengedCards, charging, piped} from './card-support.js';
import {beginDays, inShop} from './day-support.js';
import {begin, collecting, harmfulIn, openShop, paymentIn, type Ran, type Shop, segmentsOf} from './support.js';

const it = inShop({DUKA_TILL: 'T7K'});

type Link = {readonly seq: number; readonly previous: string; readonly hash: string; readonly line: string | null};
type Event = {readonly seq: number; readonly hash: string; readonly type: string};

/** Every line of the journal, by its number. */
function journalOf(shop: Shop): ReadonlyMap<number, Event> {
  const lines = segmentsOf(shop)
    .toSorted()
    .flatMap(file => readFileSync(file, 'utf8').trimEnd().split('\n'));
  return new Map(lines.map(line => JSON.parse(line) as Event).map(event => [event.seq, event]));
}

/** What a third party does with the chain of a pack, and with the journal beside it. */
function expectProven({json}: Ran, journal: ReadonlyMap<number, Event>, expect: typeof always): readonly Link[] {
  const {links, segments, head} = json.chain;
  for (const {seq, previous, hash: sum, line} of links as readonly Link[]) {
    expect(journal.get(seq)?.hash).toBe(sum);
    expect(previous).toBe(journal.get(seq - 1)?.hash ?? '0'.repeat(64));
    if (line !== null) expect(hash('sha256', previous + line)).toBe(sum);
  }
  for (const {firstSeq, previousHead} of segments)
    expect(previousHead).toBe(journal.get(firstSeq - 1)?.hash ?? '0'.repeat(64));
  expect(journal.get(head.seq)?.hash).toBe(head.hash);
  return links;
}

describe.concurrent('the evidence of a payment', () => {
  it('tells what was asked and heard, in order, with a proof that anybody can check', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_SHOP: 'Corner Shop'}, onTestFinished);
    const {run, nextMorning} = await beginDays(shop);
    const {reference} = paymentIn(await run(...collecting('0712345103', '--wait', '8')));
    await run('receipt', reference);
    await run('shift', 'z', '--person', 'Amina');
    await nextMorning();
    await run('status', reference);
    await run('receipt', reference);
    await run('shift', 'z', '--person', 'Amina');
    await nextMorning();
    await run('cash', 'sale', '--amount', '5');
    const ran = await run('evidence', reference, '--json');
    expect(ran).toMatchObject({exit: 0, err: ''});
    const {json} = ran;
    expect(json).toMatchObject({
      schema: 'duka.evidence/1',
      shop: 'Corner Shop',
      till: 'T7K',
      version: '0.0.0',
      verdict: 'paid',
      releaseGoods: true,
      payment: {reference, status: 'paid', amount: '200.00', currency: 'KES', operator: 'M-Pesa', payer: '…345 103'},
      slips: [
        {kind: 'pending', copy: 0},
        {kind: 'receipt', copy: 0},
      ],
      chain: {z: {number: 2}},
    });
    const journal = journalOf(shop);
    const own = [...journal.values()].filter(event => JSON.stringify(event).includes(`"reference":"${reference}"`));
    expect(json.timeline.map(({seq}: Link) => seq)).toEqual(
      own.filter(({type}) => type !== 'z-reported').map(({seq}) => seq),
    );
    const links = expectProven(ran, journal, expect);
    expect(links).toHaveLength(json.timeline.length);
    expect(links.filter(({line}) => line !== null).length).toBeGreaterThan(2);
    const {line: asked} = links[0] ?? {};
    expect(asked).toMatch(/"type":"requested","key":"/); // the customer's number is sealed in it
    expect(asked).not.toMatch(/"wallet":"\d/);
    expect(json.chain.segments).toHaveLength(2);
    const z = [...journal.values()].find(({type, seq}) => type === 'z-reported' && seq > json.chain.z.throughSeq);
    expect(journal.get(json.chain.z.throughSeq)?.hash).toBe(json.chain.z.head);
    expect(z?.seq).toBe(json.chain.z.throughSeq + 2); // behind the start of its command
    expect(json.clock.answers.length).toBeGreaterThan(0);
    for (const text of ['712345103', '0712345103', '712 345 103']) expect(ran.out).not.toContain(text);
    expect(json.timeline[0].data.phone).toBe('…345 103');
  });

  it('has nothing of a card but its last four digits, and nothing of its bank’s page', async ({shop}) => {
    const [cardNumber] = challengedCards;
    const running = begin(shop, charging('24'), {}, {input: piped({cardNumber})});
    await running.until(/The customer confirms here.*\n/);
    expect(linksIn(running.said())).toHaveLength(1);
    running.interrupt();
    const {reference} = paymentIn(await running.ended);
    const file = join(shop.home, 'evidence.json');
    const ran = await shop.run(['evidence', reference, '--out', file]);
    expect(ran).toMatchObject({exit: 0, out: '', err: `✓ Dispute pack saved: ${file}\n`});
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    const pack = JSON.parse(text);
    const body = pack.timeline.find(({type}: Event) => type === 'answered').data.answer.body;
    const raw = segmentsOf(shop)
      .map(each => readFileSync(each, 'utf8'))
      .join('');
    expect(raw).toContain('formData');
    const kept = /"formData":"([^"]+)"/.exec(raw)?.[1] ?? '';
    expect(kept.length).toBeGreaterThan(20);
    expect(text).not.toContain(kept.slice(0, 20));
    expect(JSON.stringify(body)).toContain('"formData":"[removed]"');
    expect(cardLeaks(text, [cardNumber])).toEqual([]);
    expect(pack.payment.payer).toBe(`…${cardNumber.slice(-4)}`);
    expectProven({...ran, json: pack}, journalOf(shop), expect);
    expect(await shop.run(['evidence', reference, '--out', file, '--json'])).toMatchObject({
      exit: 2,
      json: {error: 'file-exists'},
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('can be read by people, in both languages, and moves no cursor', async ({shop, run}) => {
    const {reference} = paymentIn(await run(...collecting('0712345102', '--wait', '8')));
    await run('receipt', reference);
    const english = (await run('evidence', reference)).out;
    expect(english).toMatch(/ pending, text\n/);
    expect(english).toContain(`Dispute pack of payment ${reference}`);
    expect(english).toContain('? WAITING FOR CUSTOMER');
    expect(english).not.toMatch(/712 ?345 ?102/);
    expect(harmfulIn(english)).toBeUndefined();
    expect((await run('evidence', reference, '--lang', 'fr')).out).toContain(
      `Dossier de litige du paiement ${reference}`,
    );
    const file = join(shop.home, 'evidence.txt');
    const written = await run('evidence', reference, '--format', 'text', '--out', file, '--json');
    expect(written.json).toEqual({reference, out: file, format: 'text'});
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(english.split('\n').length);
    expect((await run('evidence', reference, '--format', 'json')).out).toMatch(/^\{\n {2}"schema": "duka.evidence\/1"/);
  });

  it('is of no payment that is not there, and of no journal that was changed', async ({shop}) => {
    const sale = paymentIn(await shop.run(['cash', 'sale', '--amount', '5', '--json']));
    expect(await shop.run(['evidence', 'T7K0MZ4K8AAAAAA', '--json'])).toMatchObject({
      exit: 2,
      json: {error: 'payment-unknown'},
    });
    const [file = ''] = segmentsOf(shop);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"minor":500', '"minor":900'));
    expect(await shop.run(['evidence', sale.reference, '--json'])).toMatchObject({
      exit: 7,
      json: {error: 'journal-damaged'},
    });
  });
});

describe('the mask of evidence', () => {
  const {text, json} = maskOf({phones: ['254712345678'], keys: ['not-for-anybody']});

  it.each([
    ['ask +254 712 345 678 again', 'ask …345 678 again'],
    ['0712-345-678, (0712) 345.678', '…345 678, (…345 678'],
    ['712345678', '…345 678'],
    ['Authorization: Bearer abcdefgh12345', 'Authorization: [key]'],
    ['key not-for-anybody', 'key [key]'],
    ['PZ78-PKTEST-5A4DB0C5-0000-4000', '[key]'],
    ['see https://pay.example/s/abc?token=1 now', 'see https://pay.example/… now'],
    ['amina.k@example.com', 'a…@example.com'],
    ['4508 7500 1574 1019 and 5123450000000008', '[card …1019] and [card …0008]'],
    ['T7K0MZ4K8Q2RD 20261120140207 KES 200.00', 'T7K0MZ4K8Q2RD 20261120140207 KES 200.00'],
  ])('makes of %j %j', (before, after) => always(text(before)).toBe(after));

  it('takes out by their names what opens a payment, at any depth', () => {
    const body = {
      payment_token: 'abc',
      formData: 'x',
      threeDsUrl: 'https://bank.example/a',
      creq: 'y',
      requires_otp: true,
      data: [{msisdn: 254712345678, other_phone: '0799111222', amount: 200, status: 'Completed', api_key: 'z'}],
    };
    always(json(body)).toEqual({
      payment_token: '[removed]',
      formData: '[removed]',
      threeDsUrl: '[removed]',
      creq: '[removed]',
      requires_otp: true,
      data: [{msisdn: '…345 678', other_phone: '…111 222', amount: 200, status: 'Completed', api_key: '[removed]'}],
    });
  });
});
