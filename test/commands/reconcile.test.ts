import {cpSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {cardLeaks} from '../card-leaks.js';
import {setUp} from './card-support.js';
import {beginDays, inShop} from './day-support.js';
import {addedUp, fileOf, found, linesIn, own, providerFile, providerHeading, unexplained} from './reconcile-support.js';
import {collecting, paymentIn} from './support.js';

const it = inShop(own);

describe.concurrent('reconcile', () => {
  it('misses the payment of a till that is not loaded, and finds it in its folder', async ({shop, run, world}) => {
    await run(...collecting('0712345678'));
    const stall = {world, environment: {DUKA_TILL: 'B2'}};
    const other = paymentIn(await shop.run(collecting('0712345679'), stall)).reference;
    const file = await providerFile(shop, 'provider.csv');
    const line = ['reconcile', '--provider-file', file, '--json'];
    const alone = await run(...line);
    expect(alone.exit).toBe(4);
    expect(linesIn(alone)).toMatchObject([{code: 'MISSING_LOCALLY', reason: 'till-not-loaded', reference: other}]);
    expect(alone.json.coverage.journal).toMatchObject({tills: ['T7K'], missingTills: ['B2']});
    const folder = join(shop.home, 'sandbox', 'B2');
    const both = await run(...line, '--journal', folder);
    expect(both).toMatchObject({exit: 0, json: {lines: [], coverage: {journal: {tills: ['B2', 'T7K'], payments: 2}}}});
    // A home stands for its other tills, this till's own home too.
    const {json} = await run(...line, '--journal', shop.home);
    expect(json).toEqual({...both.json, asOf: json.asOf});
    const book = join(shop.home, 'both.xlsx');
    expect(await run('reconcile', '--journal', shop.home, '--out', book)).toMatchObject({exit: 0});
    const {added, stated, items} = addedUp(readFileSync(book));
    expect(added).toEqual(stated);
    expect(Object.values(added)).toEqual(['400000000', '400000000']);
    expect(new Set(items.map(({till}) => till))).toEqual(new Set(['T7K', 'B2']));
    const damaged = join(shop.home, 'stick');
    cpSync(folder, damaged, {recursive: true});
    const [segment = ''] = readdirSync(join(damaged, 'journal')).filter(name => name.endsWith('.jsonl'));
    const text = readFileSync(join(damaged, 'journal', segment), 'utf8').split('\n');
    const sent = text.findIndex(line => line.includes('"type":"sent"'));
    writeFileSync(
      join(damaged, 'journal', segment),
      text.with(sent, (text[sent] ?? '').replace('sent', 'SENT')).join('\n'),
    );
    const broken = await run(...line, '--journal', damaged);
    expect(found(broken)).toEqual(['CHAIN_BROKEN ', `STATUS_LOCAL_OPEN ${other}`]);
    expect(broken.json.lines[0]).toMatchObject({till: 'B2', facts: {seq: sent + 1}, severity: 'critical'});
    const nowhereAtAll = await run(...line, '--journal', join(shop.home, 'nothing'));
    expect(nowhereAtAll).toMatchObject({exit: 2, json: {error: 'file-not-readable'}});
  });

  it('takes a named person’s word of which payment a row is, until it is taken back', async ({shop, run, today}) => {
    const {reference} = paymentIn(await run(...collecting('0712345678')));
    const file = fileOf(shop, 'wallet.csv', 'Receipt No,Completion Time,Details,Paid In,Withdrawn,Currency', [
      `QKX12ABC,${today()} 10:00:00,Payment from 254712345678 - AMINA W,200.00,,KES`,
    ]);
    const line = ['reconcile', '--provider-file', file];
    expect((await run(...line)).out).toContain('duka reconcile match KEY REFERENCE --person NAME');
    expect((await run(...line, '--json')).json.suggestions).toMatchObject([{candidates: [{reference}]}]);
    const unknown = await run('reconcile', 'match', 'QKX12ABC', 'T7K000000000000', '--person', 'Amina', '--json');
    expect(unknown).toMatchObject({exit: 2, json: {error: 'payment-unknown'}});
    const matched = await run('reconcile', 'match', 'QKX12ABC', reference, '--person', 'Amina', '--json');
    expect(matched).toMatchObject({exit: 0, json: {reference, by: 'Amina'}});
    const after = await run(...line, '--all', '--json');
    expect(after).toMatchObject({exit: 0, json: {lines: [{code: 'OK', reason: 'agrees-by-person', reference}]}});
    expect(unexplained(after)).toEqual(['a KES 0.00']);
    expect(await run('reconcile', 'unmatch', matched.json.key, '--json')).toMatchObject({exit: 0});
    expect((await run(...line, '--json')).exit).toBe(4);
  });

  it('keeps rules of the shop, which are listed, counted and removed', async ({shop, run, today}) => {
    const payouts = fileOf(shop, 'payouts.csv', 'payout,amount,currency,status', ['PO-1001,10.00,KES,Completed']);
    const bank = fileOf(shop, 'bank.csv', 'Date,Reference,Narration,Amount,Currency', [
      `${today()},E1,PO-1001,10.00,KES`,
      `${today()},E2,SMS CHARGE 77,-5.00,KES`,
      ...['SEP', 'OCT', 'NOV', 'DEC'].map((month, at) => `${today()},E${at + 3},INTEREST ${month},2.00,KES`),
    ]);
    const line = ['reconcile', '--payout-file', payouts, '--bank-file', bank];
    expect(found(await run(...line, '--json'))).toEqual(Array.from({length: 4}, () => 'BANK_EXTRA '));
    for (const entry of ['E3', 'E4', 'E5'])
      await run('reconcile', 'accept', entry, '--note', 'Income of the bank', '--person', 'Amina');
    // Of another day, whose files are none of these.
    const elsewhere = await run('reconcile', '--from', '2026-01-05', '--to', '2026-01-05', '--json');
    expect(elsewhere.json.ruleOffers).toEqual([{text: 'INTEREST', count: 3, account: 'Income of the bank'}]);
    expect(await run('reconcile', 'rules', 'add', 'interest', '--person', 'Amina', '--json')).toMatchObject({
      exit: 0,
      json: {text: 'INTEREST', account: 'Income of the bank', learned: 3},
    });
    expect((await run(...line)).out.replaceAll(/\s+/g, ' ')).toContain('(rule by Amina, learned from 3 acceptances)');
    await run('reconcile', 'rules', 'remove', 'interest', '--person', 'Amina');
    const noAccount = await run('reconcile', 'rules', 'add', 'rent', '--person', 'Amina', '--json');
    expect(noAccount).toMatchObject({exit: 2, json: {error: 'rule-invalid', field: 'account'}});
    for (const [text = '', account = ''] of [
      ['interest', '701'],
      ['SMS charge', '631'],
    ])
      expect((await run('reconcile', 'rules', 'add', text, '--account', account, '--person', 'Amina')).exit).toBe(0);
    expect((await run('reconcile', 'rules', 'list')).out).toContain('SMS CHARGE · to 631 · Amina');
    const after = await run(...line, '--json');
    expect(after).toMatchObject({
      exit: 0,
      json: {
        rules: [
          {text: 'INTEREST', entries: 4},
          {text: 'SMS CHARGE', entries: 1},
        ],
      },
    });
    expect(unexplained(after)).toEqual(['c KES 0.00']);
    expect((await run(...line)).out).toContain('“INTEREST” to 701: 4 entries');
    expect(await run('reconcile', 'rules', 'remove', 'interest', '--person', 'Amina')).toMatchObject({exit: 0});
    expect((await run(...line)).exit).toBe(4);
  });

  it('offers a file of the same sender and days as a replacement of the old', async ({shop, run, today}) => {
    const {reference} = paymentIn(await run(...collecting('0712345678')));
    const heading = 'reference,amount,currency,status,date';
    const first = fileOf(shop, 'first.csv', heading, [`${reference},150.00,KES,Completed,${today()}`]);
    const second = fileOf(shop, 'second.csv', heading, [`${reference},200.00,KES,Completed,${today()}`]);
    expect((await run('reconcile', '--provider-file', first)).exit).toBe(4);
    const offered = await run('reconcile', '--provider-file', second, '--json');
    expect(offered).toMatchObject({exit: 4, json: {sources: [{mayReplace: [{file: 'first.csv'}]}]}});
    expect(found(offered)).toEqual([`DUPLICATE_SAME_REF ${reference}`]);
    expect((await run('reconcile', '--provider-file', second)).out).toContain('--replaces');
    const unknown = await run('reconcile', '--provider-file', second, '--replaces', 'third.csv', '--json');
    expect(unknown).toMatchObject({exit: 2, json: {error: 'file-not-imported'}});
    expect(await run('reconcile', '--provider-file', second, '--replaces', 'first.csv', '--json')).toMatchObject({
      exit: 0,
      json: {lines: [], coverage: {provider: [{name: 'second.csv', replaces: ['first.csv']}]}},
    });
    const later = await run('reconcile');
    expect(later.exit).toBe(0);
    expect(later.out.replaceAll(/\s+/g, ' ')).toContain('replaces first.csv');
  });

  it('takes a person’s word that one row is several payments, suggested by their sum', async ({shop, run, today}) => {
    const sold = [await run(...collecting('0712345678')), await run(...collecting('0712345679'))];
    const references = sold.map(each => paymentIn(each).reference);
    const file = fileOf(shop, 'wallet.csv', 'Receipt No,Completion Time,Details,Paid In,Withdrawn,Currency', [
      `QKX12ABC,${today()} 23:59:00,Settlement,400.00,,KES`,
    ]);
    const line = ['reconcile', '--provider-file', file];
    expect((await run(...line, '--json')).json.groups).toMatchObject([{references, basis: 'whole-day'}]);
    expect((await run(...line)).out).toContain('2 payments together are');
    const [first = '', second = ''] = references;
    const half = await run('reconcile', 'match', 'QKX12ABC', first, '--person', 'Amina', '--json');
    expect(half).toMatchObject({exit: 2, json: {error: 'match-amount'}});
    const matched = await run('reconcile', 'match', 'QKX12ABC', first, second, '--person', 'Amina', '--json');
    expect(matched).toMatchObject({exit: 0, json: {reference: first, references: [second], by: 'Amina'}});
    const after = await run(...line, '--all', '--json');
    const facts = {who: 'Amina', rows: 1, payments: 2};
    expect(after).toMatchObject({exit: 0, json: {lines: [{reason: 'agrees-together-by-person', facts}, {facts}]}});
    expect(unexplained(after)).toEqual(['a KES 0.00']);
    expect(await run('reconcile', 'unmatch', matched.json.key, '--json')).toMatchObject({exit: 0});
  });

  it('carries what is left to the next day, and clears it by a late file', async ({shop, run, nextMorning, today}) => {
    const references: string[] = [];
    for (const wallet of ['678', '679', '680'])
      references.push(paymentIn(await run(...collecting(`0712345${wallet}`))).reference);
    const [accepted = '', cleared = '', right = ''] = references;
    const row = (reference: string, amount = '200.00') => `${reference},${amount},KES,Completed,0.00,,${today()},`;
    const first = fileOf(shop, 'first.csv', providerHeading, [row(right)]);
    const interval = ['--interval', `${today()}..${today()}`];
    const day = await run('reconcile', '--provider-file', first, ...interval, '--json');
    expect(linesIn(day).map(({code, ageDays}) => [code, ageDays])).toEqual([
      ['MISSING_AT_PROVIDER', 0],
      ['MISSING_AT_PROVIDER', 0],
    ]);
    const begun = today();
    await nextMorning();
    const next = await run('reconcile', '--json');
    expect(next.exit).toBe(4);
    expect(linesIn(next)).toMatchObject([
      {status: 'carried', firstSeen: begun, ageDays: 1},
      {status: 'carried', firstSeen: begun, ageDays: 1},
    ]);
    const noName = await run('reconcile', 'accept', accepted, '--note', 'told by telephone', '--json');
    expect(noName).toMatchObject({exit: 2, json: {error: 'person-missing'}});
    const accepting = ['--person', 'Amina', '--note', 'told by telephone', '--json'];
    const ambiguous = await run('reconcile', 'accept', 'MISSING_AT_PROVIDER', ...accepting);
    expect(ambiguous).toMatchObject({exit: 2, json: {error: 'unknown-option'}});
    expect(ambiguous.err).toContain(`MISSING_AT_PROVIDER:${cleared}`);
    const unknown = await run('reconcile', 'accept', 'T7KXXXXXXXXXXXX', ...accepting);
    expect(unknown).toMatchObject({exit: 2, json: {error: 'difference-unknown'}});
    const key = linesIn(next).find(({reference}) => reference === accepted)?.key ?? '';
    const done = await run('reconcile', 'accept', key.slice(0, -4).toLowerCase(), ...accepting);
    expect(done).toMatchObject({exit: 0, json: {key, reference: accepted, accepted: {by: 'Amina'}}});
    const after = await run('reconcile', '--json');
    expect(linesIn(after).find(line => line.key === key)).toMatchObject({
      status: 'accepted',
      accepted: {by: 'Amina', note: 'told by telephone'},
    });
    const told = await run('reconcile');
    expect(told.out).toContain('To look at: 1\nAccepted: 1\n');
    expect(told.out).toMatch(/Accepted +Amina, .*, \d\d:\d\d: told by telephone/);
    const days = ['--interval', `${begun}..${today()}`];
    const late = fileOf(shop, 'late.csv', providerHeading, [row(cleared), row(right)]);
    const end = await run('reconcile', '--provider-file', late, ...days, '--json');
    expect(end).toMatchObject({exit: 0, json: {cleared: [{key: expect.stringContaining(cleared), firstSeen: begun}]}});
    const events = (await run('journal', 'list', '--json')).json;
    expect(events.find(({type}: {type: string}) => type === 'discrepancy-accepted')).toMatchObject({person: 'Amina'});
  });

  it('accepts all lines of one cause, or several keys, with one command, and undoes them as one', async ({shop}) => {
    setUp(shop, {till: {sandbox: 'T7K'}});
    const {run, today} = await beginDays(shop);
    const kept = [1, 2, 3].map(at => `${today()};Settlement PO-100${at};;${at}99,00;KES`);
    const others = [`${today()};7 from Ann;;2,00;KES`, `${today()};7 from Ben;;1,00;KES`];
    const bank = fileOf(shop, 'bank.csv', 'Booking date;Narration;Debit;Credit;Currency', [...kept, ...others]);
    const payouts = fileOf(
      shop,
      'payouts.csv',
      'payout_id,amount,currency,status,date',
      [1, 2, 3].map(at => `PO-100${at},${at + 1}00.00,KES,Completed,${today()}`),
    );
    const first = await run('reconcile', '--payout-file', payouts, '--bank-file', bank);
    const cause = `BANK_MISSING/KES-1.00/${today()}`;
    expect(first.out).toContain(`BANK_MISSING · urgent · today · ${cause}`);
    expect(first.out).toContain('3 of one cause: each differs by −KES 1.00; together −KES 3.00');
    expect(first.out.replaceAll(/\s+/g, ' ')).toContain('duka reconcile rules add "SETTLEMENT" --tolerance "1.00"');
    const before = (await run('reconcile', '--json')).json;
    expect(before).toMatchObject({
      totals: {remaining: 5},
      causes: [{cause, count: 3, delta: {amount: '-3.00'}, shared: {kind: 'amount'}, rule: {text: 'SETTLEMENT'}}],
    });
    expect(before.lines).toHaveLength(5);
    const said = ['--person', 'Amina', '--note', 'the fee of the bank', '--json'];
    const {json} = await run('reconcile', 'accept', cause.slice(0, 17).toLowerCase(), ...said);
    expect(json).toMatchObject({accepted: {by: 'Amina'}, lines: before.causes[0].keys.map((key: string) => ({key}))});
    const left = (await run('reconcile', '--json')).json;
    expect(left).toMatchObject({totals: {remaining: 2, byStatus: {accepted: 3}}});
    const open = left.lines.filter(({status}: {status: string}) => status === 'exception');
    await run('reconcile', 'accept', ...open.map(({key}: {key: string}) => key), ...said);
    expect(await run('reconcile', '--json')).toMatchObject({exit: 0, json: {totals: {remaining: 0}}});
    const [one] = before.causes[0].keys;
    const undone = await run('reconcile', 'unaccept', one, '--person', 'Amina', '--json');
    expect(undone.json).toEqual({keys: before.causes[0].keys});
    expect(await run('reconcile', '--json')).toMatchObject({exit: 4, json: {totals: {remaining: 3}}});
    const again = await run('reconcile', 'unaccept', one, '--person', 'Amina', '--json');
    expect(again).toMatchObject({exit: 2, json: {error: 'difference-unknown'}});
  });

  it('closes the payouts and the bank to 0.00 by all three equations', async ({shop}) => {
    setUp(shop, {reconciliation: {feeTolerance: {KES: '5'}}, till: {sandbox: 'T7K'}});
    const {run, today} = await beginDays(shop);
    const references: string[] = [];
    for (const wallet of ['678', '679', '680'])
      references.push(paymentIn(await run(...collecting(`0712345${wallet}`))).reference);
    const [a = '', b = '', c = ''] = references;
    const row = (reference: string, payout: string) =>
      `${reference},200.00,KES,Completed,5.00,195.00,${today()},${payout}`;
    const provider = fileOf(shop, 'provider.csv', providerHeading, [row(a, 'PO-1'), row(b, 'PO-1'), row(c, '')]);
    const payouts = fileOf(shop, 'payouts.csv', 'payout_id,amount,currency,status,date', [
      `PO-1,390.00,KES,Completed,${today()}`,
    ]);
    const bank = fileOf(shop, 'bank.csv', 'Booking date;Narration;Debit;Credit;Currency', [
      `${today()};TRANSFER PO-1 DUKA;;390,00;KES`,
    ]);
    const files = ['--provider-file', provider, '--payout-file', payouts, '--bank-file', bank];
    const ran = await run('reconcile', ...files, '--json', '--all');
    expect(ran.exit).toBe(0);
    expect(unexplained(ran)).toEqual(['a KES 0.00', 'b KES 0.00', 'c KES 0.00']);
    const {out} = await run('reconcile', ...files);
    expect(out).toMatch(/Payouts to bank KES\n\s+Payouts +390\.00\n= Bank entries +390\.00\n\s+Unexplained +0\.00/u);
    const short = fileOf(shop, 'short.csv', 'Booking date;Narration;Debit;Credit;Currency', [
      `${today()};TRANSFER PO-1 DUKA;;380,00;KES`,
    ]);
    const kept = await run(
      'reconcile',
      '--provider-file',
      provider,
      '--payout-file',
      payouts,
      '--bank-file',
      short,
      '--json',
    );
    expect(kept.exit).toBe(4);
    expect(linesIn(kept).map(({code}) => code)).toContain('BANK_EXTRA');
  });

  it('takes what the owner has set about fees and words of the provider', async ({shop, run, today}) => {
    const {reference} = paymentIn(await run(...collecting('0712345678')));
    const row = `${reference},200.00,KES,Dénoué,3.50,196.50,${today()},`;
    const file = fileOf(shop, 'provider.csv', providerHeading, [row]);
    const line = ['reconcile', '--provider-file', file, '--json'];
    expect(found(await run(...line))).toEqual([`UNKNOWN_STATUS ${reference}`]);
    setUp(shop, {reconciliation: {statusWords: {Dénoué: 'paid'}}, till: {sandbox: 'T7K'}});
    expect(found(await run(...line))).toEqual([`UNKNOWN_STATUS ${reference}`]); // somebody else may have written it
    await run('settings', 'accept');
    expect(found(await run(...line))).toEqual([`FEE_MISMATCH ${reference}`]);
    const tariffs = [{method: 'mobile-money', currency: 'KES', basisPoints: 150, fixed: '0.50'}];
    setUp(shop, {
      reconciliation: {statusWords: {dénoué: 'paid'}, tariffs, feeTolerance: {KES: '3.50'}},
      till: {sandbox: 'T7K'},
    });
    await run('settings', 'accept');
    expect(await run(...line)).toMatchObject({exit: 0, json: {lines: []}});
    setUp(shop, {reconciliation: {feeTolerance: {KES: 'much'}}, till: {sandbox: 'T7K'}});
    expect(await run(...line)).toMatchObject({exit: 5, json: {error: 'setting-invalid'}});
  });

  it('counts a file no more that was taken out again', async ({shop, run, today}) => {
    await run(...collecting('0712345678'));
    const wrong = fileOf(shop, 'wrong.csv', providerHeading, [`T7KAAAAAAAAAAAA,5.00,KES,Completed,0.00,,${today()},`]);
    expect((await run('reconcile', '--provider-file', wrong, '--json')).exit).toBe(4);
    expect(await run('reconcile', 'withdraw', 'other.csv', '--json')).toMatchObject({
      exit: 2,
      json: {error: 'file-not-imported'},
    });
    expect(await run('reconcile', 'withdraw', 'wrong.csv', '--json')).toMatchObject({
      exit: 0,
      json: {file: 'wrong.csv', kind: 'provider'},
    });
    expect(await run('reconcile', 'files', '--json')).toMatchObject({exit: 0, json: []});
    expect(await run('reconcile', '--json')).toMatchObject({exit: 0, json: {lines: []}});
  });

  it('tells apart two files of one name, of which one was read by mistake', async ({shop, run, today}) => {
    for (const amount of ['5.00', '6.00']) {
      const row = `T7KAAAAAAAAAAAA,${amount},KES,Completed,0.00,,${today()},`;
      await run('reconcile', '--provider-file', fileOf(shop, 'report.csv', providerHeading, [row]), '--json');
    }
    const ambiguous = await run('reconcile', 'withdraw', 'report.csv', '--json');
    expect(ambiguous).toMatchObject({exit: 2, json: {error: 'file-ambiguous'}});
    const told = (await run('reconcile', 'files')).out.trim().split('\n');
    const hashes = told.map(line => line.split(' · ').at(-1) ?? '');
    expect(new Set(hashes).size).toBe(2);
    const [first = ''] = hashes;
    expect(await run('reconcile', 'withdraw', first, '--json')).toMatchObject({exit: 0, json: {file: 'report.csv'}});
    const left = await run('reconcile', 'withdraw', 'report.csv', '--json');
    expect(left).toMatchObject({exit: 0, json: {sha256: expect.stringMatching(`^${hashes[1]}`)}});
  });

  it('turns a payment that ended while nobody asked into a paid one', async ({shop, run, world}) => {
    const {reference} = paymentIn(await run(...collecting('0712345103', '--wait', '8')));
    await world.pass(3_600_000);
    const file = await providerFile(shop, 'provider.csv');
    const before = await run('reconcile', '--provider-file', file, '--json');
    expect(linesIn(before)).toMatchObject([{code: 'STATUS_LOCAL_OPEN', reference}]);
    const after = await run('reconcile', '--provider-file', file, '--live', '--json');
    expect(after).toMatchObject({exit: 0, json: {coverage: {live: {asked: 1, unanswered: []}}}});
    expect((await run('journal', 'list', '--json')).json.at(-1)).toMatchObject({type: 'reconciled'});
  });

  it('keeps only the last four digits of a card number that stands in a file', async ({shop, run, today}) => {
    const {reference} = paymentIn(await run(...collecting('0712345678')));
    const [card, other] = ['4012000033330026', '5111 1111 1111 1118'];
    const rows = [
      `${reference},200.00,KES,Completed,${card}`,
      `${other},7.00,KES,Completed,"paid by ${other}, thanks"`,
    ];
    const file = fileOf(shop, 'provider.csv', 'reference,amount,currency,status,note', rows);
    const given = ['--provider-file', file, '--interval', `${today()}..${today()}`];
    const told = await run('reconcile', ...given);
    const first = await run('reconcile', ...given, '--json');
    const again = await run('reconcile', '--json');
    expect(linesIn(first)).toMatchObject([{code: 'MISSING_LOCALLY', reference: '[card …1118]'}]);
    // The copy is read the next time, and is the same file.
    expect(again.json.lines).toEqual(first.json.lines);
    expect(again.json.coverage.provider).toEqual(first.json.coverage.provider);
    const home = readdirSync(shop.home, {recursive: true, withFileTypes: true});
    const kept = home.filter(each => each.isFile() && each.name !== 'provider.csv');
    expect(kept.some(({parentPath}) => parentPath.endsWith('sources'))).toBe(true);
    const texts = kept.map(({parentPath, name}) => readFileSync(join(parentPath, name), 'utf8'));
    expect(
      cardLeaks([...texts, told.out, told.err, first.out, first.err].join('\n'), [card, other.replaceAll(' ', '')]),
    ).toEqual([]);
  });

  it('never says that nothing remains while a payment is open, or a file stands alone', async ({shop, run}) => {
    await run(...collecting('0712345678'));
    const idle = await run('reconcile');
    expect(idle.exit).toBe(0);
    expect(idle.out).toContain('? Nothing was compared: no file was imported, and nothing was checked');
    expect(idle.out).not.toContain('✓');
    expect((await run('reconcile', '--live')).out).toContain('✓ Nothing left to look at');
    expect(await run('reconcile', '--live', '--json')).toMatchObject({
      exit: 0,
      json: {
        totals: {answersPaid: [{currency: 'KES', amount: '200.00'}], stillOpen: []},
        equations: [{id: 'answers', total: {name: 'answers-paid', amount: '200.00'}, unexplained: '0.00'}],
      },
    });
    const {reference} = paymentIn(await run(...collecting('0712345102', '--wait', '8')));
    for (const live of [['--live'], []]) {
      const open = await run('reconcile', ...live);
      expect(open.exit).toBe(3);
      expect(open.out).toContain('? Still open: 1 (KES 200.00); do not charge this money again.');
      expect(open.out).not.toContain('Nothing left to look at');
      expect(open.out).not.toContain('✓');
    }
    const bank = fileOf(shop, 'bank.csv', 'date,amount,currency,narration,Dr/Cr', ['2026-11-20,5.00,KES,SALE,CR']);
    const alone = await run('reconcile', '--bank-file', bank, '--interval', '2026-11-20..2099-01-01', '--json');
    expect(alone.exit).toBe(4);
    expect(linesIn(alone)).toContainEqual(expect.objectContaining({code: 'NOT_COMPARED', reason: 'bank-file-alone'}));
    expect(alone.json.totals.stillOpen).toEqual([{currency: 'KES', amount: '200.00', payments: 1}]);
    expect(reference).not.toBe('');
  });

  it.for([
    [['--day', 'tomorrow'], 'day-invalid'],
    [['--day', '2026-11-20', '--to', '2026-11-21'], 'unknown-option'],
    [['--from', '2026-11-21', '--to', '2026-11-20'], 'days-reversed'],
    [['--codes', 'MISSING'], 'unknown-option'],
    [['--as-of', 'noon'], 'unknown-option'],
    [['--map', 'amount=X'], 'unknown-option'],
    [['--provider-file', 'no-such.csv'], 'file-not-readable'],
    [['--provider-file', 'plain.csv', '--map', 'colour=X'], 'unknown-option'],
    [['--provider-file', 'plain.csv', '--map', 'fee=Nothing'], 'file-heading-unknown'],
    [['--provider-file', 'plain.csv', '--separator', 'x'], 'unknown-option'],
    [['--provider-file', 'plain.csv', '--interval', '2026-11-21..2026-11-20'], 'unknown-option'],
    [['--provider-file', 'plain.csv', '--currency', 'shillings'], 'unknown-option'],
    [['--out', 'found'], 'unknown-option'],
  ] as const)('refuses %j and writes nothing', async ([line, error], {shop}) => {
    fileOf(shop, 'plain.csv', providerHeading, ['T7KXXXXXXXXXXXX,200.00,KES,Completed,0.00,,2026-11-20,']);
    const inHome = line.map(word => (word.endsWith('.csv') ? join(shop.home, word) : word));
    expect(await shop.run(['reconcile', ...inHome, '--json'])).toMatchObject({exit: 2, json: {error}});
    expect((await shop.run(['reconcile', 'files', '--json'])).json).toEqual([]);
    if (error.startsWith('file-heading'))
      expect((await shop.run(['reconcile', ...inHome])).err).toContain('--decimal-mark');
  });
});
