import {hash} from 'node:crypto';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {signReceipt} from '../../src/print/signature.js';
import {makeSigningKey} from '../../src/print/signing-key.js';
import {paidByCard, setUp} from './card-support.js';
import {beginDays, inShop} from './day-support.js';
import {collectAndLeave, collectAndSettle, collecting, openShop, paymentIn, type Shop, segmentsOf} from './support.js';
import {headIn, keepAnew} from './thief.js';

const it = inShop({DUKA_TILL: 'T7K', DUKA_LANG: 'en'});

const selling = ['cash', 'sale', '--amount', '200', '--json'] as const;
const closing = ['shift', 'z', '--person', 'Amina', '--json'] as const;

/** The text of the QR code of a payment’s receipt. */
async function codeOf(shop: Shop, reference: string): Promise<string> {
  const {json} = await shop.run(['receipt', reference, '--json']);
  const text: string = json.lines.map((line: string) => line.trim()).join('');
  return /DUKA1\.[\w-]+\.[\w-]{86}/.exec(text)?.[0] ?? '';
}

const claiming = (qr: string, ...more: readonly string[]) => ['claim', '--qr', qr, '--json', ...more];

function keyOf({home}: Shop): string {
  return JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).signingKeys.sandbox;
}

/** The same code with another amount in it, whose signature no longer fits. */
function raised(code: string): string {
  const [kind, fields = '', signature] = code.split('.');
  const changed = Buffer.from(fields, 'base64url').toString().replace('200.00', '900.00');
  return [kind, Buffer.from(changed).toString('base64url'), signature].join('.');
}

describe.concurrent('a claim', () => {
  it('is proved offline, beside what the journal says', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
    const code = await codeOf(shop, reference);
    const away = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_PROFILE: 'sandbox'};
    const proved = await shop.run(claiming(code), {environment: away});
    expect(proved).toMatchObject({
      exit: 0,
      json: {
        genuine: true,
        agrees: true,
        journal: 'paid',
        status: 'paid',
        claim: {till: 'T7K', reference, amount: '200.00', currency: 'KES', profile: 'sandbox'},
      },
    });
    const {out} = await shop.run(['claim', '--qr', code]);
    expect(out).toContain('✓ The code is genuine: it was signed with the key of till T7K.\n');
    expect(out).toContain(`It claims that KES 200.00 was paid on`);
    expect(out).toContain(`✓ This till’s journal agrees: ${reference} is paid.\n`);
    await shop.run(['cash', 'refund', reference, '--reason', 'torn']);
    expect(proved.json).toMatchObject({badge: 'paid', refunded: '0.00', copies: 0, judgedBy: null});
    const after = await shop.run(['claim', '--qr', code]);
    expect(after.out).toContain('✓ Refund 1   refunded   KES 200.00   torn\n');
    expect(after.out).toContain(`← In this till’s journal ${reference} is paid and fully refunded`);
    await shop.run(['receipt', reference, '--format', 'html', '--out', join(shop.home, 'copy.html')]);
    expect(await shop.run(claiming(code))).toMatchObject({
      exit: 4,
      json: {genuine: true, agrees: false, journal: 'given-back', badge: 'given-back', refunded: '200.00', copies: 1},
    });
  });

  it('that was forged, or that another till made, is not believed', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {reference} = paymentIn(await shop.run(selling));
    const code = await codeOf(shop, reference);
    const forged = await shop.run(claiming(raised(code)));
    expect(forged).toMatchObject({exit: 4, json: {genuine: false, agrees: false, journal: 'differs'}});
    // Nor does it help to put the key of a forger into the settings.
    const {privateKey, publicKey} = makeSigningKey();
    const paid = {till: 'T7K', reference, amount: '200.00', currency: 'KES', paidAt: 0, profile: 'sandbox'} as const;
    const file = join(shop.home, 'settings.json');
    const settings = readFileSync(file);
    writeFileSync(file, settings.toString().replace(keyOf(shop), publicKey));
    const short = await shop.run(claiming(signReceipt({...paid, businessDate: '2026-11-20'}, privateKey)));
    expect(short).toMatchObject({exit: 4, json: {genuine: false}});
    writeFileSync(file, settings);
    const {out} = await shop.run(['claim', '--qr', raised(code)]);
    expect(out).toContain('✗ The code is forged or of another till: the key does not fit its signature.\n');
    expect(out).toContain(`✗ This till’s journal contradicts it: ${reference} is KES 200.00 of `);

    const other = await openShop({DUKA_TILL: 'T8K'}, onTestFinished);
    await other.run(['receipt', paymentIn(await other.run(selling)).reference]);
    expect(await other.run(claiming(code))).toMatchObject({exit: 4, json: {genuine: false, journal: 'unknown'}});
    const known = await other.run(claiming(code, '--key', keyOf(shop)));
    expect(known).toMatchObject({exit: 0, json: {genuine: true, agrees: true, journal: 'unknown', status: null}});
    const text = await other.run(['claim', '--qr', code, '--key', keyOf(shop)]);
    expect(text.out).toContain(`? This till does not know ${reference}.\n`);
  });

  it('with the till’s own key is contradicted by its journal', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {privateKey, publicKey} = makeSigningKey();
    const {reference, businessDate} = paymentIn(await collectAndSettle(shop, collecting('0712345101')));
    const claim = {
      till: 'T7K',
      reference,
      amount: '200.00',
      currency: 'KES',
      paidAt: 0,
      businessDate,
      profile: 'sandbox',
    } as const;
    const ran = (changed: object) =>
      shop.run(claiming(signReceipt({...claim, ...changed}, privateKey), '--key', publicKey));
    expect(await ran({})).toMatchObject({exit: 4, json: {genuine: true, agrees: false, journal: 'not-paid'}});
    expect(await ran({amount: '2000.00'})).toMatchObject({exit: 4, json: {genuine: true, journal: 'differs'}});
    expect(await ran({businessDate: '2026-99-99', paidAt: 8.64e15})).toMatchObject({
      json: {journal: 'differs', claim: {businessDate: '2026-99-99', paidAt: '+275760-09-13T00:00:00Z'}},
    });
    expect(await ran({reference: 'T7K0MZ4K8Q2RD'})).toMatchObject({exit: 4, json: {journal: 'unknown'}});
    expect(await ran({reference: 'T9K0MZ4K8Q2RD', till: 'T9K'})).toMatchObject({exit: 0, json: {journal: 'unknown'}});
    setUp(shop, {zone: 'Africa/Nairobi', profilesUsed: ['sandbox']});
    const live = {environment: {DUKA_PROFILE: 'live'}};
    const practice = await shop.run(claiming(signReceipt(claim, privateKey), '--key', publicKey), live);
    expect(practice).toMatchObject({exit: 4, json: {genuine: true, agrees: false, journal: 'unknown'}});
  });

  it.for([
    ['no code', 'hello', [], 2, 'unknown-option'],
    ['a code of a Z', 'DUKAZ1.WyJUN0siXQ.c2ln', [], 2, 'unknown-option'],
    ['no code at all', '', [], 2, 'unknown-option'],
    ['a key that is none', 'DUKA1.WyJUN0siXQ.c2ln', ['--key', 'short'], 2, 'unknown-option'],
  ] as const)('is none for %s', async ([, qr, more, exit, error], {onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    expect(await shop.run(claiming(qr, ...more))).toMatchObject({exit, json: {error}});
  });

  it('cannot be proved without a key', async ({onTestFinished}) => {
    const [shop, other] = [await openShop({}, onTestFinished), await openShop({}, onTestFinished)];
    const code = await codeOf(shop, paymentIn(await shop.run(selling)).reference);
    expect(await other.run(claiming(code))).toMatchObject({exit: 5, json: {error: 'setting-missing', name: '--key'}});
  });
});

describe.concurrent('a message that something was paid', () => {
  const said = (...more: readonly string[]) => ['claim', ...more, '--json'];

  it('is true of the one payment that is paid and not used, and of it once only', async ({shop}) => {
    const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
    expect(await shop.run(said('--wallet', '678', '--amount', '200', '--offline'))).toMatchObject({
      exit: 0,
      err: '',
      json: {
        outcome: 'paid',
        releaseGoods: true,
        used: null,
        isAsked: false,
        payments: [{reference, payer: '…345 678'}],
      },
    });
    const {out} = await shop.run(['claim', reference.toLowerCase()]);
    expect(out).toContain('✓ PAID, NOT USED YET\n');
    expect(out).toContain(`This till requested KES 200.00 at`);
    expect(out).toContain('Hand over the goods of this sale and its receipt');
    await shop.run(['receipt', reference]);
    expect(await shop.run(said('--wallet', '0712345678'))).toMatchObject({
      exit: 4,
      json: {outcome: 'used', releaseGoods: false, used: 'receipt', payments: [{receipts: 1}]},
    });
    expect((await shop.run(['claim', '--wallet', '678'])).out).toContain(
      `The receipt of sale ${reference} was already issued`,
    );
  });

  it('lets no goods go for money that was taken back since it was paid', async ({shop}) => {
    const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345113')));
    await shop.advance('PT90S');
    expect(await shop.run(said(reference, '--offline'))).toMatchObject({exit: 0, json: {outcome: 'paid'}});
    const asked = await shop.run(said(reference));
    expect(asked).toMatchObject({exit: 4, json: {outcome: 'needs-person', releaseGoods: false, isAsked: true}});
  });

  it('is false where nothing was asked for, and says what was looked at', async ({shop}) => {
    expect((await shop.run(['claim', 'SKL4XY9QRT'])).out).toContain('This till’s journal is still empty.');
    await collectAndSettle(shop, collecting('0712345678'));
    const told = await shop.run(said('--wallet', '679'));
    expect(told).toMatchObject({exit: 1, json: {outcome: 'never-asked', releaseGoods: false, payments: []}});
    expect(told.json.since).toMatch(/^\d{4}-\d\d-\d\d$/);
    const close = await shop.run(said('--wallet', '678', '--amount', '2000'));
    expect(close).toMatchObject({exit: 1, json: {outcome: 'never-asked', payments: [{amount: '200.00'}]}});
    const text = await shop.run(['claim', '--wallet', '678', '--amount', '2000']);
    expect(text.out).toContain('✗ NO SUCH REQUEST\n');
    expect(text.out).toContain('Close matches: one detail differs.');
    expect(text.out).toContain('✓ PAID   KES 200.00   …345 678   M-Pesa');
  });

  it('of an open payment is asked about: the journal alone does not know', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345678')));
    await shop.advance('PT3S');
    const offline = await shop.run(said('--wallet', '678', '--offline'));
    expect(offline).toMatchObject({exit: 3, err: '', json: {outcome: 'not-known', isAsked: false}});
    const text = await shop.run(['claim', '--wallet', '678', '--offline', '--lang', 'fr']);
    expect(text.out).toContain('? DEMANDÉ, SANS RÉSULTAT\n');
    expect(text.out).toContain(`Vérifier auprès du prestataire : duka status ${reference}.`);
    const online = await shop.run(said('--wallet', '678'));
    expect(online).toMatchObject({exit: 0, json: {outcome: 'paid', isAsked: true}});
    expect(online.err).toBe(`Checking ${reference}…\n`);
    expect((await shop.books()).map(({requests}) => requests)).toEqual([1]);
  });

  it('of a payment that failed is not true, when the service is asked again either', async ({shop}) => {
    await collectAndSettle(shop, collecting('0712345101'));
    const told = await shop.run(said('--wallet', '101'));
    expect(told).toMatchObject({exit: 1, json: {outcome: 'not-paid', releaseGoods: false, isAsked: true}});
    expect((await shop.run(['claim', '--wallet', '101'])).out).toContain('✗ REQUESTED, NOT PAID\n');
  });

  it('is not known while the service cannot be reached', async ({shop}) => {
    await collectAndLeave(shop, collecting('0712345102'));
    const environment = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_PROFILE: 'sandbox', DUKA_API_KEY: 'PZ78-PKTEST-X'};
    const told = await shop.run(said('--wallet', '102'), {environment});
    expect(told).toMatchObject({exit: 3, json: {outcome: 'not-known', isAsked: false}});
    const {out} = await shop.run(['claim', '--wallet', '102'], {environment});
    expect(out).toContain('The provider gave no answer: this is what the journal knows.');
  });

  it('may be the last digits of the wallet alone', async ({shop}) => {
    const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
    expect(await shop.run(said('345678', '--offline'))).toMatchObject({
      exit: 0,
      json: {outcome: 'paid', payments: [{reference}]},
    });
  });

  it('is a whole message as the network wrote it: it names the payment only with digits or a code that is known', async ({
    onTestFinished,
  }) => {
    const shop = await openShop({}, onTestFinished);
    const {reference} = paymentIn(await shop.run(collecting('0712345678')));
    const text = 'SKL4XY9QRT Confirmed. Ksh200.00 paid to CORNER SHOP. New M-PESA balance is Ksh500.00.';
    const alone = await shop.run(['claim', text, '--json']);
    expect(alone).toMatchObject({exit: 4, json: {outcome: 'vague', releaseGoods: false}});
    expect(alone.json.message).toEqual({
      network: 'M-Pesa',
      code: 'SKL4XY9QRT',
      at: null,
      name: 'CORNER SHOP',
      amounts: [{amount: '200.00', currency: 'KES'}],
    });
    const piped = await shop.run(['claim', '--message-stdin', '--wallet', '678'], {input: `${text}\n`});
    expect(piped).toMatchObject({exit: 0});
    expect(piped.out).toContain('M-Pesa · SKL4XY9QRT · KES 200.00 · CORNER SHOP');
    expect(piped.out).toContain(reference);
    expect(await shop.run(['claim', text.replace('200', '300'), '--json'])).toMatchObject({
      exit: 1,
      json: {outcome: 'never-asked', payments: []},
    });
    expect(await shop.run(['claim', text, '--message-stdin'], {input: text})).toMatchObject({exit: 2});
    expect(await shop.run(['claim', '--message-stdin'], {input: ''})).toMatchObject({exit: 2});
  });

  it('that fits several is decided by nobody but a person', async ({shop}) => {
    const first = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
    const second = paymentIn(await collectAndSettle(shop, collecting('0733000678')));
    const told = await shop.run(said('--wallet', '678', '--amount', '200', '--offline'));
    expect(told).toMatchObject({exit: 4, json: {outcome: 'several', releaseGoods: false}});
    const references = told.json.payments.map(({reference}: {readonly reference: string}) => reference);
    expect(references).toEqual([second.reference, first.reference]);
    expect(await shop.run(said('--wallet', '000678', '--offline'))).toMatchObject({exit: 0, json: {outcome: 'paid'}});
    expect(await shop.run(said('--amount', '200'))).toMatchObject({exit: 4, json: {outcome: 'vague'}});
  });

  it('of a sale of another day was used then', async ({run, nextMorning}) => {
    await run('cash', 'sale', '--amount', '200', '--json');
    const {reference} = paymentIn(await run('cash', 'sale', '--amount', '300', '--json'));
    for (let days = 0; days < 3; days += 1) {
      await nextMorning();
      await run('cash', 'sale', '--amount', '400', '--json');
    }
    const told = await run(...said(reference));
    expect(told).toMatchObject({exit: 4, json: {outcome: 'used', used: 'earlier', payments: [{reference}]}});
  });

  it('is found by the references that the service gave it', async ({shop}) => {
    setUp(shop, {email: 'shop@example.com', phone: '254700000000', cards: {currencies: ['USD']}});
    const reference = await paidByCard(shop, '24');
    const shown = await shop.run(['journal', 'show', reference, '--json']);
    const name = /"session_id":"(\w+)"/.exec(shown.out)?.[1] ?? 'none';
    expect(await shop.run(said(name))).toMatchObject({exit: 0, json: {outcome: 'paid', payments: [{reference}]}});
    // A digit more would make thirteen of them, which now and then are those of a card.
    expect(await shop.run(said(`${name}X`))).toMatchObject({exit: 1, json: {outcome: 'never-asked'}});
  });

  it.for([
    ['nothing', [], 'unknown-option'],
    ['two digits', ['--wallet', '78'], 'claim-too-short'],
    ['no number', ['--wallet', 'abc'], 'claim-too-short'],
    ['no amount', ['--wallet', '678', '--amount', 'much'], 'amount-not-a-number'],
    ['no currency', ['--wallet', '678', '--amount', '5', '--currency', 'XXX'], 'currency-unknown'],
    ['no time', ['--at', '25:00'], 'claim-time-invalid'],
    ['no days', ['--wallet', '678', '--days', '0'], 'unknown-option'],
    ['a slip as well', ['T7K0MZ4K8Q2RD', '--qr', 'x'], 'unknown-option'],
  ] as const)('cannot be judged by %s', async ([, more, error], {onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    expect(await shop.run(said(...more))).toMatchObject({exit: 2, json: {error}});
  });
});

describe.concurrent('the code of a Z', () => {
  const verifying = (proof: string, ...more: readonly string[]) => [
    'journal',
    'verify',
    '--z',
    proof,
    '--json',
    ...more,
  ];

  async function closed(shop: Shop): Promise<{readonly proof: string; readonly throughSeq: number}> {
    await shop.run(selling);
    return (await shop.run([...closing, '--count', 'KES:200'])).json;
  }

  it('agrees with the journal however much was sold since', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, nextMorning} = await beginDays(shop);
    await run(...selling);
    const {json: z} = await run(...closing, '--count', 'KES:200');
    await nextMorning();
    await run(...selling);
    await run(...closing, '--count', 'KES:200');
    const {exit, json} = await run(...verifying(z.proof));
    expect(exit).toBe(0);
    const checks = {signature: true, exists: true, head: true, totals: true, chain: true};
    expect(json).toMatchObject({ok: true, z: 1, checks, claim: {lastSeq: z.throughSeq}});
    const {out} = await run('journal', 'verify', '--z', z.proof, '--lang', 'fr');
    expect(out).toContain('✓ Il a été signé avec la clé de cette caisse.\n');
    expect(out).toContain('Z-0001 de la caisse T7K');
  });

  it('names the line that was changed since', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, nextMorning} = await beginDays(shop);
    await run(...selling);
    const {json: z} = await run(...closing, '--count', 'KES:200');
    await nextMorning();
    await run(...selling);
    const [segment = ''] = [...segmentsOf(shop)].sort();
    writeFileSync(segment, readFileSync(segment, 'utf8').replace('"minor":20000', '"minor":10000'));
    expect(await run(...verifying(z.proof))).toMatchObject({exit: 7, json: {error: 'journal-damaged', line: 3}});
  });

  it('does not fit a journal that was written anew, whose chain is whole', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const z = await closed(shop);
    const [segment = ''] = segmentsOf(shop);
    writeFileSync(segment, chainedAnew(readFileSync(segment, 'utf8').replace('Sale T7K', 'Gift T7K')));
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 7});
    keepAnew(shop);
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
    const {exit, json, err} = await shop.run(verifying(z.proof));
    expect({exit, err}).toEqual({exit: 4, err: ''});
    expect(json).toMatchObject({ok: false, checks: {signature: true, exists: true, head: false, totals: true}});
    expect((await shop.run(['journal', 'verify', '--z', z.proof])).out).toContain(
      `✗ Line ${z.throughSeq} of the journal is another one now: this line or one before it was changed since.\n`,
    );
  });

  it('that is forged, or of a till whose journal is gone, is not believed', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {proof} = await closed(shop);
    const forged = await shop.run(verifying(raised(proof)));
    expect(forged).toMatchObject({exit: 4, json: {checks: {signature: false, exists: true, totals: false}}});
    const {publicKey} = makeSigningKey();
    const other = await shop.run(verifying(proof, '--key', publicKey));
    expect(other).toMatchObject({exit: 4, json: {checks: {signature: false, totals: true}}});
    const [segment = ''] = segmentsOf(shop);
    rmSync(segment);
    expect(await shop.run(verifying(proof))).toMatchObject({exit: 7, json: {why: 'missing'}});
    rmSync(headIn(segment));
    expect(await shop.run(verifying(proof))).toMatchObject({exit: 7, json: {error: 'journal-gone'}});
    const elsewhere = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const unknown = await elsewhere.run(verifying(proof, '--key', keyOf(shop)));
    const checks = {signature: true, exists: false, head: false, totals: false};
    expect(unknown).toMatchObject({exit: 4, json: {checks}});
    expect(await elsewhere.run(verifying('hello'))).toMatchObject({exit: 2, json: {error: 'unknown-option'}});
  });
});

/** Whoever rewrites a line can rewrite all hashes after it: only what left the till stands against that. */
function chainedAnew(text: string): string {
  let head = '0'.repeat(64);
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => {
      const body = `${line.replace(/,"hash":"[0-9a-f]{64}"\}$/, '')}}`;
      head = hash('sha256', head + body);
      return `${body.slice(0, -1)},"hash":"${head}"}`;
    });
  return `${lines.join('\n')}\n`;
}
