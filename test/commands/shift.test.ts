import {describe, expect} from 'vitest';
import {readHledger} from './book-readers.js';
import {charging, piped, setUp} from './card-support.js';
import {beginDays, inShop} from './day-support.js';
import {begin, collecting, openShop, paymentIn} from './support.js';

const it = inShop();

const opening = ['shift', 'open', '--person', 'Amina', '--json'] as const;
const closing = ['shift', 'z', '--person', 'Amina', '--json'] as const;

describe.concurrent('a day', () => {
  it('is opened, sold, counted short and closed; late payments come into the next Z', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, world, nextMorning, today} = await beginDays(shop);
    const first = today();
    expect(await run(...opening, '--float', 'KES:500x2')).toMatchObject({
      exit: 0,
      json: {shift: {number: 1, person: 'Amina', floats: [{amount: '1000.00', currency: 'KES'}]}},
    });
    const cash = await run('cash', 'sale', '--amount', '350', '--tendered', '500', '--json');
    expect(cash).toMatchObject({exit: 0, json: {method: 'cash', status: 'paid', tendered: '500.00', change: '150.00'}});
    expect(await run(...collecting('0712345678'))).toMatchObject({exit: 0});
    const card = await shop.run(charging('24'), {input: piped(), world});
    expect(await run('refund', paymentIn(card).reference, '--amount', '10', '--json')).toMatchObject({exit: 0});
    const back = await run('cash', 'refund', paymentIn(cash).reference, '--amount', '50', '--reason', 'torn', '--json');
    expect(back).toMatchObject({exit: 0, json: {refund: {refund: 1, status: 'done', amount: '50.00', why: 'torn'}}});
    expect(await run('cash', 'drop', '--amount', '100', '--reason', 'safe')).toMatchObject({exit: 0});
    const slow = await run(...collecting('0712345103', '--wait', '8'));
    expect(slow.exit).toBe(3);
    const late = paymentIn(slow).reference;

    const x = await run('shift', 'x');
    expect(x.exit).toBe(0);
    expect(x.out).toContain('X - NOTHING WAS CLOSED');
    expect(x.out).not.toContain('Expected');
    expect(x.out).toContain('Cash is shown when the drawer is counted.');
    expect(x.out).toMatch(/^Total KES without cash +1 +KES +200\.00 *$/m);
    expect(x.out).not.toMatch(/\b[35]?50\.00\b/);
    const withheld = await run('shift', 'x', '--json');
    expect(withheld.out).not.toMatch(/"[35]?50\.00"/);
    expect(withheld.json).toMatchObject({
      drawers: [],
      uncounted: [{currency: 'KES', float: '1000.00', cashSales: 1}],
      takings: [{method: 'mobile-money'}, {method: 'card'}],
    });

    expect(await run(...closing)).toMatchObject({exit: 2, json: {error: 'count-missing'}});
    const short = await run(...closing, '--count', 'KES:500x2+100x1');
    expect(short).toMatchObject({exit: 2, json: {error: 'difference-needs-note', difference: 'KES -100.00'}});
    expect(short.err).not.toContain('Asking about');
    const noted = [...closing, '--note', 'a note is gone'];
    const own = await run(...noted, '--approver', 'amina ');
    expect(own).toMatchObject({exit: 2, json: {error: 'difference-needs-second-person'}});
    const z = await run(...noted, '--approver', 'Joseph');
    expect(z.exit).toBe(4);
    expect(z.err).toContain(`Checking payment ${late}: 1 of 1.`);
    expect(z.err).toContain('! Z-0001 was made with a difference in the drawer: −KES 100.00.');
    expect(z.json.recount).toBeNull();
    expect(z.json).toMatchObject({
      kind: 'z',
      name: 'Z-0001',
      businessDate: first,
      totals: [
        {currency: 'KES', amount: '550.00', count: 2},
        {currency: 'USD', amount: '24.00', count: 1},
      ],
      refunds: [
        {method: 'cash', amount: '50.00', currency: 'KES', done: 1},
        {method: 'card', amount: '10.00', currency: 'USD', done: 1},
      ],
      drawers: [{currency: 'KES', expected: '1200.00', counted: '1100.00', difference: '-100.00'}],
      difference: {note: 'a note is gone', approver: 'Joseph'},
      inFlight: [{reference: late, amount: '200.00'}],
      late: [],
      notAsked: 0,
    });

    const again = await run('shift', 'z', '--person', 'Amina');
    expect(again).toMatchObject({exit: 4, out: (await run('shift', 'show', '--z', '1')).out});
    expect(again.err).toContain('Nothing new since Z-0001');
    expect((await run(...closing, '--count', 'KES:5')).out).toBe(z.out);

    await nextMorning();
    expect(await run('status', late)).toMatchObject({exit: 0});
    expect(await run(...closing)).toMatchObject({
      exit: 0,
      json: {number: 2, late: [{reference: late, z: 1}], totals: [{amount: '200.00', count: 1}], inFlight: []},
    });
    expect((await run('shift', 'show', '--z', 'Z-0002')).out).toMatch(/^Late from Z-0001 +KES 200\.00 *$/m);
    await run('cash', 'sale', '--amount', '10');
    expect(await run(...closing, '--count', 'KES:7+3')).toMatchObject({exit: 0, json: {number: 3, late: []}});
    expect((await run('shift', 'show', '--z', '1', '--json')).out).toBe(z.out);
    expect(await run('journal', 'verify')).toMatchObject({exit: 0});
  });

  it('holds cash from before the float once, on paper, for scripts and in the books', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_ZONE: 'Africa/Abidjan'}, onTestFinished);
    setUp(shop, {country: 'CI'});
    await shop.run(['cash', 'sale', '--amount', '1300']);
    expect(await shop.run(opening)).toMatchObject({exit: 2, json: {error: 'count-missing', currency: 'XOF'}});
    expect(await shop.run([...opening, '--float', 'XOF:50000'])).toMatchObject({exit: 0});
    const z = await shop.run([...closing, '--count', 'XOF:50000']);
    const flow = {sales: '1300', refunds: '0', paidIn: '0', paidOut: '0', drops: '0', net: '1300'};
    expect(z).toMatchObject({
      exit: 0,
      json: {
        totals: [{currency: 'XOF', amount: '1300', count: 1}],
        drawers: [{float: '50000', sales: '0', expected: '50000', difference: '0', beforeFloat: flow}],
        perpetual: [{currency: 'XOF', sales: '1300'}],
      },
    });
    const paper = await shop.run(['shift', 'show', '--z', '1', '--lang', 'en']);
    expect(paper.out).toMatch(/^Cash before the float was counted\s+XOF +1,300 *$/m);
    const books = await shop.run(['journal', 'export', '--format', 'hledger']);
    expect(books.out).toMatch(/48700\b/);
    expect(readHledger(books.out).assertions).toBe(1);
  });

  it('goes from hand to hand', async ({shop}) => {
    expect(await shop.run(['shift', 'show'])).toMatchObject({exit: 0, out: 'No shift is open.\n'});
    const none = await shop.run(['shift', 'hand-over', '--to', 'Joseph', '--json']);
    expect(none).toMatchObject({exit: 2, json: {error: 'shift-not-open'}});
    await shop.run([...opening, '--float', 'KES:1000', '--float', 'USD:20']);
    expect(await shop.run(opening)).toMatchObject({exit: 2, json: {error: 'shift-open-already', person: 'Amina'}});
    expect(await shop.run(['shift', 'hand-over', '--to', 'Joseph', '--count', 'KES:990', '--json'])).toMatchObject({
      exit: 2,
      json: {error: 'count-missing', currency: 'USD'},
    });
    const given = await shop.run(['shift', 'hand-over', '--to', 'Joseph']);
    expect(given.out).toBe('✓ Shift 1 is now with Joseph.\n  Float KES 1,000.00\n  Float USD 20.00\n');
    const {json, out} = await shop.run(['shift', 'show', '--json']);
    expect(json).toMatchObject({shift: {number: 1, person: 'Joseph', floats: [{}, {currency: 'USD'}]}, lastZ: null});
    expect(out).toBe((await shop.run(['shift', 'show', '--json'])).out);
    expect((await shop.run(['shift', 'show', '--lang', 'fr'])).out).toMatch(
      /^Session 1 : Joseph, ouverte depuis \d{4}-\d\d-\d\d \d\d:\d\d\.\n {2}Fonds de caisse [\d ]+,00 KES/,
    );
  });

  it('is counted by who has it before it is handed over', async ({shop}) => {
    const handOver = ['shift', 'hand-over', '--to', 'Joseph', '--count', 'KES:200x4+100x1', '--count', 'USD:20'];
    expect(await shop.run([...handOver, '--json'])).toMatchObject({exit: 2, json: {error: 'shift-not-open'}});
    await shop.run([...opening, '--float', 'KES:1000', '--float', 'USD:20']);
    expect((await shop.run(handOver)).out).toContain(
      '  Counted KES 900.00, difference −KES 100.00\n  Counted USD 20.00, difference USD 0.00\n',
    );
    const {json} = await shop.run(['journal', 'list', '--json']);
    expect(json.slice(-2)).toMatchObject([
      {type: 'cash-counted', person: 'Amina'},
      {type: 'shift-handed-over', person: 'Amina'},
    ]);
  });
});

describe.concurrent('a close', () => {
  it('wants every currency counted, before anything is written', async ({shop}) => {
    await shop.run([...opening, '--float', 'KES:1000', '--float', 'USD:20']);
    const left = await shop.run([...closing, '--count', 'KES:1000']);
    expect(left).toMatchObject({exit: 2, json: {error: 'count-missing', currency: 'USD'}});
    expect((await shop.run(['journal', 'list', '--json'])).out).not.toContain('cash-counted');
    const z = await shop.run([...closing, '--count', 'KES:1000x1', '--count', 'usd:20']);
    expect(z).toMatchObject({exit: 0, json: {difference: null, drawers: [{difference: '0.00'}, {difference: '0.00'}]}});
  });

  it('says on the Z that the drawer was counted again, and what was counted first', async ({shop}) => {
    await shop.run([...opening, '--float', 'KES:1000']);
    const short = await shop.run([...closing, '--count', 'KES:900']);
    expect(short).toMatchObject({exit: 2, json: {error: 'difference-needs-note', difference: 'KES -100.00'}});
    const z = await shop.run([...closing, '--count', 'KES:1000']);
    const first = [{currency: 'KES', counted: '900.00', difference: '-100.00'}];
    expect(z).toMatchObject({exit: 0, json: {difference: null, recount: {times: 2, first}}});
    const {out} = await shop.run(['shift', 'show', '--z', '1']);
    expect(out).toMatch(/^Times counted +2$/m);
    expect(out).toMatch(/^Counted first +KES +900\.00 *$/m);
    expect(out).toMatch(/^Over or short then +KES +-100\.00 *$/m);
  });

  it('lets a small difference pass with a note alone, where the owner allows it', async ({shop}) => {
    setUp(shop, {authorisedDifference: {KES: '50'}});
    await shop.run([...opening, '--float', 'KES:1000']);
    const noted = await shop.run([...closing, '--count', 'KES:950', '--note', 'small change']);
    expect(noted).toMatchObject({exit: 4, json: {difference: {note: 'small change', approver: null}}});
  });

  it('asks nothing where that is wanted, or where nobody answers, and carries what is open', async ({shop, run}) => {
    const {reference} = paymentIn(await run(...collecting('0712345102', '--wait', '4')));
    const unasked = await run(...closing, '--skip-questions');
    expect(unasked).toMatchObject({exit: 0, json: {number: 1, notAsked: 1, inFlight: [{reference}]}});
    expect(unasked.err).toBe('! Open payments without an answer or not checked: 1. They move to the next period.\n');
    await run('cash', 'sale', '--amount', '5');
    const environment = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0', DUKA_PROFILE: 'sandbox'};
    const away = await shop.run([...closing, '--count', 'KES:5', '--wait', '600'], {environment});
    expect(away).toMatchObject({exit: 0, json: {number: 2, notAsked: 1, inFlight: [{reference}]}});
    expect(away.err).toContain(`Checking payment ${reference}`);
  });

  it('waits no longer than it may, and closes nothing that was interrupted', async ({shop, run}) => {
    await run(...collecting('0712345102', '--wait', '4'));
    const interrupted = await shop.run(closing, {interrupted: AbortSignal.abort('SIGINT')});
    expect(interrupted).toMatchObject({exit: 130, out: ''});
    expect((await run('shift', 'show', '--json')).json.lastZ).toBeNull();
    const z = await run(...closing, '--wait', '0');
    expect(z).toMatchObject({exit: 0, json: {number: 1, notAsked: 1}});
    expect(z.err).not.toContain('Asking about');
  });

  it('says which payments need a person', async ({run}) => {
    const {reference} = paymentIn(await run(...collecting('0712345104')));
    const z = await run(...closing);
    expect(z).toMatchObject({exit: 4, json: {needsPerson: [{reference, status: 'mispaid'}]}});
    expect(z.err).toBe(`! Z-0001 is made; payments for the manager: ${reference}.\n`);
  });

  it('is for the till that has the journal', async ({shop}) => {
    const busy = begin(shop, collecting('0712345102'));
    await busy.until('Waiting for the customer');
    expect(await shop.run(closing)).toMatchObject({exit: 7, json: {error: 'journal-locked'}});
    busy.interrupt();
    await busy.ended;
  });

  it.for([
    [['shift', 'z', '--count', 'KES:5'], 'person-missing'],
    [['shift', 'open'], 'person-missing'],
    [['shift', 'open', '--person', '1000'], 'person-without-letters'],
    [['shift', 'hand-over', '--to', '1000'], 'person-without-letters'],
    [[...closing, '--count', 'KES:5', '--note', 'x', '--approver', '20'], 'person-without-letters'],
    [['shift', 'hand-over'], 'person-missing'],
    [[...closing, '--count', '1000'], 'count-invalid'],
    [[...closing, '--count', 'KES:1000x'], 'count-invalid'],
    [[...closing, '--count', 'KES:1000x3+'], 'count-invalid'],
    [[...closing, '--count', 'KES:5', '--count', 'KES:6'], 'count-twice'],
    [[...closing, '--count', 'XTS:5'], 'currency-unknown'],
    [[...closing, '--count', 'KES:5.555'], 'amount-ambiguous'],
    [[...opening, '--float', 'UGX:5.5'], 'amount-too-fine'],
    [['shift', 'show', '--z', 'first'], 'unknown-option'],
    [['shift', 'show', '--z', '9'], 'report-unknown'],
    [['shift', 'show', '--z', '9', '--print'], 'printer-missing'],
    [['shift'], 'unknown-option'],
  ] as const)('wants what can be: %j', async ([line, error], {shop}) => {
    const ran = await shop.run([...line, '--json']);
    expect(ran).toMatchObject({exit: error === 'printer-missing' ? 5 : 2, json: {error}});
    expect((await shop.run(['journal', 'list', '--json'])).json).toEqual([]);
  });

  it('counts by pieces exactly', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_ZONE: 'Africa/Kampala'}, onTestFinished);
    await shop.run([...opening, '--float', 'USD:0.1x3+0.2x1', '--float', 'UGX:50000x2']);
    expect(await shop.run([...closing, '--count', 'USD:0,50', '--count', 'UGX:100000'])).toMatchObject({
      exit: 0,
      json: {
        drawers: [
          {currency: 'UGX', counted: '100000'},
          {currency: 'USD', float: '0.50', counted: '0.50'},
        ],
      },
    });
    expect(await shop.run([...opening, '--float', 'KES:0'])).toMatchObject({exit: 0, json: {shift: {floats: []}}});
  });
});

it.concurrent('names every till that has a journal in the home', async ({onTestFinished}) => {
  const shop = await openShop({}, onTestFinished);
  for (const till of ['T7K', 'K7Q']) await shop.run(['cash', 'sale', '--amount', '350', '--till', till]);
  const counted = ['shift', 'z', '--person', 'Amina', '--count', 'KES:350', '--till', 'T7K'];
  expect((await shop.run([...counted, '--json'])).json.tills).toEqual(['sandbox/K7Q', 'sandbox/T7K']);
  const {out} = await shop.run(['shift', 'show', '--z', '1', '--till', 'T7K']);
  expect(out).toMatch(/^Tills here +sandbox\/K7Q, sandbox\/T7K$/m);
});
