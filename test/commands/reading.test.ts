import {describe, expect} from 'vitest';
import type {World} from '../../src/core/world.js';
import {machine} from '../../src/world.js';
import {inShop} from './day-support.js';
import {
  begin,
  collectAndLeave,
  collectAndSettle,
  collecting,
  harmfulIn,
  openShop,
  paymentIn,
  type Shop,
  segmentsOf,
} from './support.js';

const it = inShop();

/** What is read from the journal alone: the proof, the slip, the lists. */
async function ended(shop: Shop, phone = '0712345678'): Promise<string> {
  return paymentIn(await collectAndSettle(shop, collecting(phone))).reference;
}

async function open(shop: Shop, phone = '0712345102'): Promise<string> {
  return paymentIn(await collectAndLeave(shop, collecting(phone))).reference;
}

describe.concurrent('why', () => {
  it('shows every rule that fired, with its line in the journal, and what they come to', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const reference = await ended(shop, '0712345107');
    const {exit, json} = await shop.run(['why', reference, '--json']);
    expect(exit).toBe(0);
    expect(json).toMatchObject({
      reference,
      status: 'paid',
      verdict: 'paid',
      releaseGoods: true,
      conclusion: 'Result: PAID.',
      steps: [
        {seq: 3, rule: 'intent-on-disk', raw: null},
        {seq: 4, rule: 'sent-after-sync', raw: null},
        {seq: 5, rule: 'answer-unknown', raw: 'HTTP 500', facts: {why: 'server-error'}},
        {seq: 7, rule: 'record-paid', raw: 'Completed 00', meaning: 'the provider confirms the payment'},
      ],
    });
    const {out} = await shop.run(['why', reference]);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe(`✓ PAID   KES 200.00   …345 107   M-Pesa   ${reference}`);
    expect(lines.at(-2)).toMatch(/^ {2}#7 {2}\d\d:\d\d:\d\d {2}the provider confirms the payment +Completed 00$/);
    expect(lines.at(-1)).toBe('Result: PAID.');
  });

  it('speaks French', async ({shop}) => {
    const reference = await open(shop);
    const {out} = await shop.run(['why', reference, '--lang', 'fr']);
    expect(out).toContain('accepté, en attente du client');
    expect(out).toContain('Résultat : EN ATTENTE DU CLIENT.');
  });
});

describe.concurrent('receipt', () => {
  it('prints a receipt of a paid payment, in every width', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_SHOP: 'Corner Shop'}, onTestFinished);
    const reference = await ended(shop);
    for (const width of [32, 42, 48]) {
      const {exit, out} = await shop.run(['receipt', reference, '--format', 'text', '--width', String(width)]);
      expect(exit).toBe(0);
      const lines = out.slice(0, -1).split('\n');
      expect(new Set(lines.map(line => line.length))).toEqual(new Set([width]));
      expect(out).toContain('RECEIPT');
      expect(out).not.toContain('NOT A RECEIPT');
      expect(out).toContain('Corner Shop');
      expect(out).toContain('SANDBOX');
      expect(out).toContain('…345 678');
      expect(out).not.toContain('254712345678');
    }
  });

  it('prints no receipt of anything else', async ({shop}) => {
    expect((await shop.run(['receipt', await open(shop)])).out.match(/PENDING - NOT A RECEIPT/g)).toHaveLength(2);
    const reference = await ended(shop, '0712345101');
    const failed = await shop.run(['receipt', reference, '--json']);
    expect(failed.json).toMatchObject({reference, isReceipt: false});
    expect(failed.json.lines.join('\n')).toContain('NOT PAID - NOT A RECEIPT');
  });
});

describe.concurrent('pending', () => {
  it('lists what is not known yet, oldest first', async ({shop}) => {
    expect(await shop.run(['pending'])).toMatchObject({exit: 0, out: 'Nothing is pending.\n'});
    const first = await open(shop);
    const second = await open(shop, '0712345108');
    const {exit, json} = await shop.run(['pending', '--json']);
    expect(exit).toBe(0);
    expect(json).toMatchObject([
      {reference: first, status: 'pending', lastAnswer: {rule: 'answer-accepted', raw: '09 PENDING'}},
      {reference: second, status: 'unknown', lastAnswer: {rule: 'answer-unknown'}},
    ]);
    const {out} = await shop.run(['pending']);
    expect(out.split('\n')[0]).toMatch(
      /^\? {2}0:\d\d {2}KES 200\.00 {2}…345 102 {2}M-Pesa {2}\w+ {2}accepted, waiting for the customer$/,
    );
  });

  it('points at what needs a person', async ({shop}) => {
    const reference = await ended(shop, '0712345104');
    const {json, err} = await shop.run(['pending', '--json']);
    expect(json).toEqual([]);
    expect(err).toBe(`! Payment ${reference} needs the manager: duka why ${reference}\n`);
  });

  it('watches until none is left, one line of JSON for each change', async ({shop}) => {
    const reference = await open(shop, '0712345103');
    const watching = begin(shop, ['pending', '--watch', '--json']);
    await shop.advance('PT10M');
    const {exit, out} = await watching.ended;
    expect(exit).toBe(0);
    const lines = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toMatchObject({reference, status: 'pending'});
    expect(lines.at(-1)).toMatchObject({reference, status: 'paid', lastAnswer: {rule: 'record-paid'}});
  });

  it('stops watching at Ctrl-C', async ({shop}) => {
    await open(shop);
    const watching = begin(shop, ['pending', '--watch']);
    watching.interrupt();
    expect(await watching.ended).toMatchObject({exit: 130});
  });
});

describe.concurrent('journal', () => {
  it('lists a day, one line per event', async ({shop}) => {
    const reference = await ended(shop);
    expect((await shop.run(['journal', 'list', '--json'])).json).toMatchObject([
      {seq: 1, type: 'segment-opened', reference: null},
      {seq: 2, type: 'started', reference: null, raw: 'duka collect 0.0.0'},
      {seq: 3, type: 'requested', reference, person: 'cashier', amount: '200.00', currency: 'KES', raw: null},
      {seq: 4, type: 'sent', reference, amount: null},
      {seq: 5, type: 'answered', reference, raw: 'HTTP 200 09 PENDING'},
      {seq: 6, type: 'started', raw: 'duka status 0.0.0'},
      {seq: 7, type: 'status-answered', reference, raw: 'HTTP 200 00 Completed'},
    ]);
    const {out} = await shop.run(['journal', 'list']);
    expect(out.trimEnd().split('\n')).toHaveLength(7);
    const [path = ''] = segmentsOf(shop);
    const day = path.slice(-'2026-11-20.jsonl'.length, -'.jsonl'.length);
    expect((await shop.run(['journal', 'list', '--day', day])).out).toBe(out);
    const other = await shop.run(['journal', 'list', '--day', '2020-01-01']);
    expect(other).toMatchObject({exit: 0, out: 'The journal has no events on 2020-01-01.\n'});
    expect((await shop.run(['journal', 'list', '--day', '2020-01-01', '--json'])).json).toEqual([]);
  });

  it('shows whole events of a payment or of a number', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_PERSON: 'Amina'}, onTestFinished);
    const reference = await ended(shop);
    const {json} = await shop.run(['journal', 'show', reference.toLowerCase(), '--json']);
    expect(json).toHaveLength(4);
    expect(json[0]).toMatchObject({
      seq: 3,
      person: 'Amina',
      data: {wallet: '254712345678', businessDate: expect.anything()},
    });
    expect(json[0].hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await shop.run(['journal', 'show', '4', '--json'])).json).toMatchObject([{seq: 4, type: 'sent'}]);
    expect((await shop.run(['journal', 'show', '99', '--json'])).json).toMatchObject({error: 'payment-unknown'});
    expect((await shop.run(['journal', 'show', reference])).out).toContain('"bankCode": "SAFKEN"');
  });

  it('is whole, with its head', async ({shop}) => {
    expect((await shop.run(['journal', 'verify'])).out).toBe('✓ The journal is empty.\n');
    const reference = await ended(shop);
    const {json: events} = await shop.run(['journal', 'show', reference, '--json']);
    const {exit, json} = await shop.run(['journal', 'verify', '--json']);
    expect(exit).toBe(0);
    const {hash: head} = events.at(-1);
    expect(json).toEqual({
      ok: true,
      segments: 1,
      events: 7,
      head,
      tornBytes: 0,
      outside: null,
      breaches: [],
      office: null,
      zs: [],
    });
  });

  it('shows hostile words without obeying them', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_SHOP: 'Shop\u001B[2J\u202E\u009B2K'}, onTestFinished);
    const attack = 'milk\u001B]0;owned\u0007\u202E\u009B2K';
    const ran = await collectAndSettle(shop, collecting('0712345114', '--description', attack));
    const {reference} = paymentIn(ran);
    const lines = [
      ['why', reference],
      ['receipt', reference],
      ['pending'],
      ['journal', 'list'],
      ['journal', 'show', reference],
    ];
    for (const line of [...lines, ...lines.map(words => [...words, '--json'])]) {
      const {exit, out, err} = await shop.run(line);
      expect(exit).toBe(0);
      expect(harmfulIn(out + err)).toBeUndefined();
    }
  });
});

describe.concurrent('resolve', () => {
  const judging = ['--person', 'Amina', '--reason', 'not in the dashboard', '--json'] as const;
  const hour = 60 * 60_000;
  const in24Hours: World = {...machine, now: () => machine.now() + 24 * hour};

  it('shows the evidence, keeps the judgement, and is contradicted by a later answer', async ({shop}) => {
    const reference = await open(shop, '0712345103');
    const judged = await shop.run(['resolve', reference, '--as', 'not-paid', ...judging], {world: in24Hours});
    expect(judged).toMatchObject({exit: 0, json: {status: 'failed', verdict: 'not-paid'}});
    expect(judged.json.reason).toBe('Marked as not paid: not in the dashboard.');
    expect(judged.err).toContain(`What is known of payment ${reference}:`);
    expect(judged.err).toContain('checked: still waiting');
    const {json: events} = await shop.run(['journal', 'show', reference, '--json']);
    expect(events.at(-1)).toMatchObject({type: 'resolved', person: 'Amina', data: {as: 'not-paid'}});
    await shop.advance('PT10M');
    const later = await shop.run(['status', reference, '--json']);
    expect(later).toMatchObject({exit: 4, json: {status: 'disputed', releaseGoods: false}});
  });

  it('settles what the service cannot tell', async ({shop}) => {
    const reference = await open(shop, '0712345106');
    const judged = await shop.run(['resolve', reference, '--as', 'paid', ...judging], {world: in24Hours});
    expect(judged).toMatchObject({exit: 0, json: {status: 'paid', releaseGoods: true}});
    expect(judged.json.reason).toBe('Marked as paid by Amina: not in the dashboard.');
    expect((await shop.run(['receipt', reference])).out).toContain('Confirmed by');
    expect(await shop.run(['status', reference])).toMatchObject({exit: 0});
  });

  it.for([
    ['102', 'pending', 24 * hour],
    ['106', 'unknown', hour / 20],
  ] as const)('judges …%s, which is %s, no sooner than the screen does', async ([ending, status, wait], {shop}) => {
    const reference = await open(shop, `0712345${ending}`);
    await shop.run(['status', reference]);
    const before = machine.now();
    const early = await shop.run(['resolve', reference, '--as', 'not-paid', ...judging]);
    expect(early).toMatchObject({exit: 3, json: {error: 'judged-too-early', reference}});
    expect(early.err).toContain(`by hand from ${early.json.time} on`);
    expect((await shop.run(['status', reference, '--json'])).json).toMatchObject({status});
    const from = Temporal.PlainDateTime.from(early.json.time).toZonedDateTime('Africa/Nairobi').epochMilliseconds;
    expect(Math.abs(from - before - wait)).toBeLessThan(hour / 10);
    const french = await shop.run(['resolve', reference, '--as', 'not-paid', ...judging, '--lang', 'fr']);
    expect(french.json.message).toContain(`à partir du ${french.json.time}`);
    const world = {...machine, now: () => machine.now() + (from - before)};
    expect(await shop.run(['resolve', reference, '--as', 'not-paid', ...judging], {world})).toMatchObject({exit: 0});
  });

  it('asks the service a last time, and judges nothing that has ended', async ({shop}) => {
    const reference = await open(shop, '0712345103');
    await shop.advance('PT10M');
    const judged = await shop.run(['resolve', reference, '--as', 'not-paid', ...judging]);
    expect(judged).toMatchObject({exit: 2, json: {error: 'payment-not-open', status: 'paid'}});
  });

  it.for([
    [['--as', 'paid', '--reason', 'seen'], 'person-missing'],
    [['--as', 'paid', '--person', 'Amina'], 'reason-missing'],
    [['--as', 'perhaps', '--person', 'Amina', '--reason', 'seen'], 'unknown-option'],
    [['--person', 'Amina', '--reason', 'seen'], 'unknown-option'],
  ] as const)('wants all of it: %j', async ([line, code], {shop}) => {
    const {exit, json} = await shop.run(['resolve', 'T7K0MZ4K8Q2RD', ...line, '--json']);
    expect(exit).toBe(2);
    expect(json.error).toBe(code);
  });
});
