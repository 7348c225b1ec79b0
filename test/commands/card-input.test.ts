import {spawn} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {describe, expect, inject, it} from 'vitest';
import {hasCardOn} from '../../src/commands/line.js';
import type {Environment} from '../../src/config.js';
import {sandboxApiKey} from '../../src/sandbox/call.js';
import {charging, piped, plainCards, setUp} from './card-support.js';
import {begin, openShop, type Shop} from './support.js';

const [, number] = plainCards;
const inGroups = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** Every event and every mistake that a home keeps. */
const keptBy = ({home}: Shop) =>
  readdirSync(home, {recursive: true, encoding: 'utf8'}).filter(name => /jsonl$|mistakes/.test(name));

describe('with --pin-stdin', () => {
  const line = charging('24', '--as', 'Amina', '--pin-stdin');
  const badged = async () => {
    const shop = await openShop();
    await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], {input: '739154'});
    const badge = {input: '739154\n{"badge":7}\n{"badge":7}\n'};
    await shop.run(['staff', 'change', 'Amina', '--badge', '--as', 'Amina', '--pin-stdin'], badge);
    return shop;
  };

  it.each<[string, string]>([
    ['a PIN', `739154\r\n${piped()}`],
    ['a badge that begins with a brace', `{"badge":7}\n${piped()}\n`],
    ['a card over several lines', `739154\n  ${piped().replaceAll(/[{,]/gu, '$&\n  ')}\n\n`],
  ])('comes after %s on the same input', async (_, input) => {
    const shop = await badged();
    const {exit, err} = await shop.run(line, {input});
    expect([exit, err]).toEqual([0, expect.not.stringContaining(number)]);
  });

  it('takes a customer’s code after the PIN too', async () => {
    const shop = await badged();
    const who = ['--as', 'Amina', '--pin-stdin', '--json'];
    const asking = ['collect', '--country', 'CI', '--phone', '2250712345678', '--amount', '350', ...who];
    const {json} = await shop.run(asking, {input: '739154\n'});
    const sending = ['otp', json.reference, ...who];
    expect(await shop.run(sending, {input: '739154\n'})).toMatchObject({json: {error: 'sign-in-needed'}});
    expect(await shop.run(sending, {input: '739154\n45 67\n'})).toMatchObject({exit: 0, json: {status: 'paid'}});
  });

  it.each<[string, string, string]>([
    ['without a PIN before it', piped(), 'sign-in-needed'],
    ['without a PIN, over several lines', piped().replaceAll(/[{,]/gu, '$&\n'), 'sign-in-needed'],
    ['before the PIN', `${piped()}\n739154\n`, 'card-input-invalid'],
    ['that is none', '739154\n', 'card-input-invalid'],
  ])('%s is no PIN, and nobody has tried one', async (_, input, error) => {
    const shop = await badged();
    expect((await shop.run(line, {input})).json).toMatchObject({error});
    const events = (await shop.run(['journal', 'list', '--json'])).json as {type: string}[];
    expect(events.filter(({type}) => type === 'sign-in-refused')).toEqual([]);
  });
});

describe('a card on the command line', () => {
  it.each<readonly string[]>([
    ['charge', '--card-stdin', '--card-number', number],
    ['charge', '--card', number],
    ['charge', `--pan=${number}`],
    ['charge', '--amount', '24', '--cvv', '100'],
    ['charge', '--amount', '24', '--security-code=100'],
    ['charge', '--pin', '1234'],
    ['charge', '--expiry', '01/39'],
    ['charge', '--expiryMonth', '01'],
    ['charge', number],
    ['charge', inGroups],
    ['charge', ...inGroups.split(' ')],
    ['charge', '--amount', '24', '--description', `card ${number.slice(0, 4)}-${number.slice(4)}, Amina`],
    ['charge', `{"cardNumber":"${number}"}`],
    ['collect', '--phone', number, '--amount', '24'],
    ['status', number],
    [`--${number}`],
    ['--nothing', number, 'sell'],
  ])('is refused before anything else, and not repeated: %j', async (...line) => {
    const shop = await openShop();
    const {exit, out, err, json} = await shop.run([...line, '--json'], {input: piped()});
    expect(exit).toBe(2);
    expect(json).toEqual({error: 'card-on-command-line', message: expect.stringContaining('--card-stdin')});
    expect(err).toBe(`✗ ${json.message}\n`);
    for (const part of [number, ...inGroups.split(' '), '01/39']) expect(out + err).not.toContain(part);
    expect(await shop.books()).toEqual([]);
    expect(keptBy(shop)).toEqual([]);
  });

  it.each<readonly string[]>([
    ['charge', '--card-stdin', '--amount', '24', '--currency', 'USD'],
    ['collect', '--country', 'CI', '--phone', '2250712345678', '--amount', '5000', '--otp', '4567'],
    ['collect', '--phone', '+225 07 12 34 56 78', '--amount', '350'],
    ['resolve', 'T7K0MZ4K8Q2RD', '--as', 'paid', '--person', 'Pan', '--reason', 'order 4012000033330027'],
    ['journal', 'list', '--day', '2026-11-20'],
    ['sandbox', '--port', '4010', '--data', '/tmp/1763660000000'],
    ['items', 'add', '--name', 'Bread', '--price', '120', '--barcode', '5901234123457'],
    ['ticket', 'open', '--item', '5901234123457x3'],
  ])('is nothing that other commands have: %j', (...line) => {
    expect(hasCardOn(line)).toBe(false);
  });

  it('is not seen in any wallet of Ivory Coast or Benin', () => {
    const wallets = Array.from({length: 2000}, (_, index) => `22507${String(12_345_678 + index * 37_411)}`);
    expect(wallets.filter(wallet => hasCardOn(['collect', '--phone', wallet]))).toEqual([]);
    expect(wallets.filter(wallet => hasCardOn(['collect', '--phone', wallet.replace('2250', '2290')]))).toEqual([]);
  });
});

/** A text that must not come back, in whatever stands around it. */
const marked = 'b9Xq7';

describe('what is piped in', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['no JSON', `${marked} ${number}`],
    ['half of a card', piped().slice(0, 30)],
    ['a list', `[${piped()}]`],
    ['two cards', `${piped()}\n${piped()}`],
    ['a text', JSON.stringify(marked)],
    ['no number', JSON.stringify({expiryMonth: '01', expiryYear: '39', securityCode: '100'})],
    ['a number that is no text', piped({cardNumber: 4_012_000_033_330_026})],
    ['a member that nobody knows', piped({[marked]: 'x'})],
    ['a month in letters', piped({expiryMonth: marked})],
    ['a month of three digits', piped({expiryMonth: '001'})],
    ['a month of half', piped({expiryMonth: 1.5})],
    ['a year of three digits', piped({expiryYear: 203})],
    ['a security code that is no text', piped({securityCode: 100})],
    ['a PIN that is no text', piped({pin: 1234})],
    ['more than 4 kB', piped({cardHolderName: marked.repeat(1000)})],
  ])('%s is refused without a byte of it', async (_, input) => {
    const shop = await openShop();
    const {exit, out, err, json} = await shop.run(charging('24'), {input});
    expect(exit).toBe(2);
    expect(json).toEqual({error: 'card-input-invalid', message: expect.stringContaining('Nothing was sent.')});
    for (const part of [marked, number, number.slice(0, 6)]) expect(out + err).not.toContain(part);
    expect(await shop.books()).toEqual([]);
    expect(keptBy(shop)).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a number with a wrong digit', {cardNumber: '4012000033330027'}, 'card-number-mistyped'],
    ['a number that is too short', {cardNumber: '401200003333'}, 'card-number-wrong-length'],
    ['a number in letters', {cardNumber: marked}, 'card-number-not-digits'],
    ['an empty number', {cardNumber: ''}, 'card-number-missing'],
    ['a month that there is not', {expiryMonth: 13}, 'card-expiry-invalid'],
    ['an expiry that is over', {expiryMonth: 1, expiryYear: 2020}, 'card-expired'],
    ['a security code of four digits', {securityCode: '1000'}, 'card-code-invalid'],
    ['a number in the name’s place', {cardHolderName: number}, 'card-holder-has-digits'],
  ])('%s has its own sentence, which repeats nothing', async (_, card, code) => {
    const shop = await openShop();
    const {exit, out, err, json} = await shop.run(charging('24'), {input: piped(card)});
    expect(exit).toBe(2);
    expect(json.error).toBe(code);
    for (const part of [marked, number, '401200003333', '1000']) expect(out + err).not.toContain(part);
    expect(await shop.books()).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['numbers', {expiryMonth: 1, expiryYear: 39}],
    ['a year of four digits', {expiryMonth: '1', expiryYear: '2039'}],
    ['a number in groups', {cardNumber: inGroups, expiryYear: 2039}],
    ['a name', {cardHolderName: 'AMINA OTIENO'}],
  ])('may be written with %s', async (_, card) => {
    const shop = await openShop();
    const ran = await shop.run(charging('24'), {input: `\uFEFF${piped(card)}\n`});
    expect(ran).toMatchObject({exit: 0, json: {card: {brand: 'Visa', lastFour: '0026'}}});
  });

  it('is not read before the rest of the line is right', async () => {
    const shop = await openShop();
    const bad = [
      [charging('0'), 'amount-not-positive'],
      [charging('24', '--wait', '0'), 'unknown-option'],
      [charging('24', '--again', ' '), 'reason-missing'],
      [charging('24', '--currency', 'KES'), 'card-currency-not-taken'],
      [charging('24', '--phone', 'Amina'), 'phone-invalid'],
      [charging('24', '--sale', 'T7K0MZ4K8Q2RD'), 'sale-unknown'],
      [['charge', '--amount', '24', '--json'], 'unknown-option'],
    ] as const;
    for (const [line, error] of bad) {
      const {exit, json} = await shop.run(line, {input: error === 'sale-unknown' ? piped() : marked});
      expect([exit, json.error]).toEqual([2, error]);
    }
    expect(await shop.books()).toEqual([]);
  });
});

describe('the real standard input', () => {
  /** Runs the built program, as a shell does; `end` is when its input has all been written. */
  function start({home, baseUrl}: Shop, line: readonly string[], environment: Environment = {}) {
    const child = spawn(process.execPath, [inject('duka'), ...line], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DUKA_HOME: home,
        DUKA_ZONE: 'Africa/Nairobi',
        DUKA_BASE_URL: baseUrl,
        DUKA_API_KEY: sandboxApiKey,
        ...environment,
      },
    });
    child.stdin.on('error', () => undefined); // it may have gone before all was written
    const ended = Promise.all([
      new Promise<number | null>(resolve => child.on('close', resolve)),
      text(child.stdout),
      text(child.stderr),
    ]).then(([exit, out, err]) => ({exit, out, err}));
    return {child, ended};
  }

  it('is read to its end, in pieces', async () => {
    const shop = await openShop();
    const {child, ended} = start(shop, charging('24'));
    child.stdin.write(piped().slice(0, 20));
    child.stdin.end(piped().slice(20));
    const {exit, out} = await ended;
    expect(JSON.parse(out)).toMatchObject({status: 'paid', card: {brand: 'Visa', lastFour: '0026'}});
    expect(exit).toBe(0);
  });

  it('is not waited for beyond --wait, nor after a signal', async () => {
    const shop = await openShop();
    const late = start(shop, charging('24', '--wait', '1'));
    expect((await late.ended).out).toContain('card-input-invalid');
    setUp(shop, {cardPin: true});
    const real = {DUKA_PROFILE: 'test', DUKA_PHONE: '2348012345678', DUKA_EMAIL: 'shop@example.com'};
    const stopped = start(shop, ['charge', '--card-stdin', '--currency', 'NGN', '--amount', '24'], real);
    await new Promise(resolve => stopped.child.stderr.once('data', resolve)); // the warning about PINs
    stopped.child.kill('SIGINT');
    expect((await stopped.ended).exit).toBe(130);
    expect(await shop.books()).toEqual([]);
    expect(existsSync(join(shop.home, 'mistakes.log'))).toBe(false);
  });

  it('is not read beyond 4 kB', async () => {
    const shop = await openShop();
    const {child, ended} = start(shop, charging('24'));
    child.stdin.write(' '.repeat(5000));
    const {exit, out} = await ended;
    expect([exit, JSON.parse(out).error]).toEqual([2, 'card-input-invalid']);
  });
});

it('leaves at Ctrl-C while the card is awaited, and has sent nothing', async () => {
  const shop = await openShop();
  const interruption = AbortSignal.abort('SIGINT');
  expect(await shop.run(charging('24'), {input: piped(), interrupted: interruption})).toMatchObject({exit: 130});
  const after = begin(shop, ['pending']);
  expect(await after.ended).toMatchObject({exit: 0, out: 'Nothing is pending.\n'});
  expect(await shop.books()).toEqual([]);
});
