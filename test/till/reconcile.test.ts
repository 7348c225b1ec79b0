import {appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {everyLine, type Reconciliation} from '../../src/core/reconcile/result/reconcile.js';
import type {ReconciliationLine} from '../../src/core/reconcile/rows/discrepancy.js';
import type {Till} from '../../src/till/till.js';
import {machine} from '../../src/world.js';
import {sandbox} from '../sandbox/support.js';
import {type Opened, openRealTill, order, temporaryFolder} from './real-till.js';

const today = '2026-11-20';
const days = {from: today, to: today};
const heading = 'transaction_reference,amount,currency,status,fee,date';

async function shop() {
  const server = await sandbox();
  let now = Date.UTC(2026, 10, 20, 11);
  const world = {...machine, now: () => now};
  /** The service's clock beside the till's. */
  const clocksApart = (seconds: number) =>
    server.faults({switches: {clockSkewSeconds: Math.round((now - machine.now()) / 1000) - seconds}});
  await clocksApart(0);
  const nextDay = async () => {
    now += 24 * 3_600_000;
    await clocksApart(0);
  };
  return {...(await openRealTill({...server, world})), server, nextDay, clocksApart};
}

async function paid(
  {till, server}: Opened & {server: Awaited<ReturnType<typeof sandbox>>},
  wallet: string,
): Promise<string> {
  const {reference, finished} = await till.collect(order('678', {wallet}));
  await finished;
  await server.advance('PT5S');
  await till.check(reference);
  return reference;
}

function fileOf(name: string, ...lines: readonly string[]): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

const codes = (result: Reconciliation) =>
  [...everyLine(result)].map(({code, reference, status}) => `${code} ${reference} ${status}`);
const imports = (till: Till) => till.state.reconciled.imports;
const provider = (file: string) => ({kind: 'provider', file}) as const;

describe('the reading of a file into the till', () => {
  it('keeps a copy for its owner, and writes nothing the second time', async () => {
    const {till, folder} = await shop();
    const file = fileOf('provider.csv', heading, `A,1.00,KES,Completed,0.00,${today}`);
    const read = await till.importSource(provider(file));
    expect([...read.source.rows]).toMatchObject([{reference: 'A'}]);
    expect(read).toMatchObject({source: {name: 'provider.csv'}, mapping: {decimalMark: '.'}});
    const [copy = ''] = readdirSync(join(folder, 'sources'));
    expect(copy).toBe(read.source.sha256);
    expect(readFileSync(join(folder, 'sources', copy))).toEqual(readFileSync(file));
    const {lastSeq} = till.state;
    await till.importSource(provider(file));
    await till.importSource(
      provider(fileOf('the same by another name.csv', ...readFileSync(file, 'utf8').trimEnd().split('\n'))),
    );
    expect(till.state.lastSeq).toBe(lastSeq);
    await till.importSource({...provider(file), interval: days});
    expect(imports(till)).toMatchObject([{interval: days, rows: 1}]);
  });

  it('remembers what a person said of a form for the next file of that form, and of no other', async () => {
    const {till} = await shop();
    const form = 'Reference;Summa;Devise;Tila;Summa netto';
    const said = {columns: {amount: 'Summa netto', status: 'Tila'}, decimalMark: ',' as const};
    const first = fileOf('first.csv', form, 'A;1.234;KES;Completed;1.200');
    await expect(till.importSource(provider(first))).rejects.toMatchObject({code: 'file-column-missing'});
    await till.importSource({...provider(first), mapping: said});
    const next = await till.importSource(provider(fileOf('next.csv', form, 'B;5.678;KES;Completed;5.600')));
    expect([...next.source.rows]).toMatchObject([
      {reference: 'B', amount: '5600', currency: 'KES', status: 'Completed'},
    ]);
    const other = fileOf('other.csv', 'Reference;Devise;Summa;Summa netto', 'C;KES;1.234;1.200');
    await expect(till.importSource(provider(other))).rejects.toMatchObject({code: 'file-column-missing'});
    expect(imports(till)).toHaveLength(2);
  });

  it('lets a file show its own decimal mark, whatever an earlier one showed', async () => {
    const {till} = await shop();
    await till.importSource(provider(fileOf('comma.csv', 'reference;amount;currency', 'A;1250,50;KES')));
    const {source} = await till.importSource(
      provider(fileOf('point.csv', 'reference;amount;currency', 'A;1250.50;KES')),
    );
    expect([...source.rows]).toMatchObject([{amount: '1250.50'}]);
  });

  it('says so where its own copy is not what was read', async () => {
    const {till, folder} = await shop();
    const file = fileOf('provider.csv', heading, `A,1.00,KES,Completed,0.00,${today}`);
    const {source} = await till.importSource(provider(file));
    const copy = join(folder, 'sources', source.sha256);
    appendFileSync(copy, `B,1.00,KES,Completed,0.00,${today}\n`);
    await expect(till.reconcile({days})).rejects.toMatchObject({code: 'file-changed', facts: {file: 'provider.csv'}});
    rmSync(copy);
    await expect(till.reconcile({days})).rejects.toMatchObject({code: 'file-changed'});
    expect(codes(await till.reconcile({days, files: [provider(file)]}))).toEqual(['MISSING_LOCALLY A exception']);
    expect(codes(await till.reconcile({days}))).toEqual(['MISSING_LOCALLY A exception']);
  });

  it('leaves out a kept file of other days, and reads none where one of several is refused', async () => {
    const {till} = await shop();
    const before = fileOf('before.csv', heading, 'A,1.00,KES,Completed,0.00,2026-11-18');
    await till.importSource(provider(before));
    expect((await till.reconcile({days})).coverage.provider).toEqual([]);
    expect((await till.reconcile({days: {from: '2026-11-18', to: '2026-11-18'}})).coverage.provider).toMatchObject([
      {name: 'before.csv', interval: null},
    ]);
    const bad = fileOf('bad.csv', heading, 'B,one,KES,Completed,0.00,2026-11-20');
    const good = fileOf('good.csv', heading, 'C,1.00,KES,Completed,0.00,2026-11-20');
    const both = till.reconcile({days, files: [provider(good), provider(bad)]});
    await expect(both).rejects.toMatchObject({code: 'file-row-invalid'});
    expect(imports(till)).toHaveLength(1);
  });
});

describe('a reconciliation of the till', () => {
  it('does not explain a credit by payouts that its own copy of a file does not have', async () => {
    const {till} = await shop();
    const payouts = fileOf('payouts.csv', 'payout_id,amount,currency,status,date', `B7,5.00,KES,Paid,2026-11-21`);
    const statement = fileOf('bank.csv', 'date,narration,amount,currency', `${today},DEPOSIT,9.00,KES`);
    const files = [{kind: 'payout', file: payouts} as const, {kind: 'bank', file: statement} as const];
    const given = codes(await till.reconcile({days, files}));
    expect(given).toEqual(['BANK_EXTRA  exception', 'TIMING  carried']);
    expect(codes(await till.reconcile({days}))).toEqual(given);
  });

  it('is the same with the till’s own copy of a file, which covers the days of its rows', async () => {
    const opened = await shop();
    const reference = await paid(opened, '0712345678');
    const file = fileOf('night.csv', heading, 'X,1.00,KES,Completed,0.00,2026-11-19');
    const options = {days: {from: '2026-11-19', to: today}, asOf: Date.UTC(2026, 10, 21)};
    const given = await opened.till.reconcile({...options, files: [provider(file)]});
    expect(codes(given)).toEqual(['MISSING_LOCALLY X exception', `TIMING ${reference} carried`]);
    const {agreeing: _, credited: __, items: ___, causes: ____, ...kept} = await opened.till.reconcile(options);
    expect(given).toMatchObject(kept);
  });

  it('is written down once for what it leaves, and again when that changes', async () => {
    const opened = await shop();
    const {till} = opened;
    const reference = await paid(opened, '0712345678');
    const file = fileOf('provider.csv', heading, `X,1.00,KES,Completed,0.00,${today}`);
    const result = await till.reconcile({days, files: [provider(file)]});
    expect(codes(result)).toEqual([`MISSING_AT_PROVIDER ${reference} exception`, 'MISSING_LOCALLY X exception']);
    const {lastSeq} = till.state;
    await till.reconcile({days, files: [provider(file)]});
    expect(till.state.lastSeq).toBe(lastSeq);
    const [, line] = result.lines;
    await till.decide({type: 'accept', lines: [line as ReconciliationLine], said: {person: ' Amina ', note: ' told '}});
    const after = await till.reconcile({days});
    expect(codes(after)).toEqual([`MISSING_AT_PROVIDER ${reference} exception`, 'MISSING_LOCALLY X accepted']);
    expect(after.lines.at(1)?.acceptance).toMatchObject({who: 'Amina', note: 'told'});
    expect(till.state.reconciled.left).toMatchObject([{to: today, lines: [{key: result.lines.at(0)?.key}]}]);
  });

  it('tells by the answers that the till’s clock is off', async () => {
    const opened = await shop();
    await paid(opened, '0712345678');
    expect(codes(await opened.till.reconcile({days}))).toEqual([expect.stringMatching(/^OK /)]);
    await opened.clocksApart(900);
    await paid(opened, '0712345679');
    const {lines} = await opened.till.reconcile({days});
    const skew = [...lines].find(({code}) => code === 'CLOCK_SKEW');
    expect(skew).toMatchObject({till: 'T7K', facts: {count: 1}, status: 'exception'});
    expect(Math.abs(Number(skew?.facts['seconds']) - 900)).toBeLessThan(60);
  });

  it('takes nobody’s word without a name, a reason, or with a card number in it', async () => {
    const {till} = await shop();
    const line = {key: 'MISSING_LOCALLY:X', code: 'MISSING_LOCALLY', reference: 'X'} as const;
    const refused = (person: string, note: string) =>
      till.decide({type: 'accept', lines: [line], said: {person, note}});
    await expect(refused(' ', 'told')).rejects.toMatchObject({code: 'person-missing'});
    await expect(refused('Amina', ' ')).rejects.toMatchObject({code: 'reason-missing'});
    await expect(refused('Amina', 'card 4012 0000 3333 0026')).rejects.toMatchObject({code: 'text-has-card'});
    expect(till.state.reconciled.accepted).toEqual([]);
  });

  it('stops asking once the link is down, and says of whom nothing was heard', async () => {
    const opened = await shop();
    const {till, server} = opened;
    const references = [
      await paid(opened, '0712345678'),
      await paid(opened, '0712345679'),
      await paid(opened, '0712345680'),
    ];
    const heard = await till.reconcile({days, isLive: true});
    expect(heard.coverage.live).toEqual({asked: 3, unanswered: []});
    const {lastSeq} = till.state;
    const ended = await till.reconcile({days, isLive: true, signal: AbortSignal.abort()});
    expect(ended.coverage.live?.unanswered).toHaveLength(3);
    expect(till.state.lastSeq).toBe(lastSeq);
    await server.close();
    const asked: string[] = [];
    const silent = await till.reconcile({
      days,
      isLive: true,
      onProgress: ({step, what}) => step === 'asking' && asked.push(what),
    });
    expect(silent.coverage.live).toEqual({asked: 3, unanswered: [...references].sort()});
    expect(till.link().state).toBe('down');
    expect(till.state.lastSeq).toBe(lastSeq + 1);
    expect(silent.lines).toEqual(heard.lines);
  });

  it('knows what became of a payment on later days, and payments of long ago that a file names', {
    tags: ['slow'],
  }, async () => {
    const opened = await shop();
    const {till, nextDay} = opened;
    const reference = await paid(opened, '0712345678');
    for (let day = 0; day < 14; day += 1) {
      await nextDay();
      await paid(opened, `07123457${String(day).padStart(2, '0')}`);
    }
    const later = '2026-12-04';
    const rows = [`${reference},200.00,KES,Completed,0.00,${later}`];
    const file = {...provider(fileOf('late.csv', heading, ...rows)), interval: {from: later, to: later}};
    const result = await till.reconcile({days: {from: later, to: later}, files: [file]});
    expect(codes(result)).toContain(`TIMING ${reference} matched`);
    expect(codes(result).filter(code => code.startsWith('MISSING_LOCALLY'))).toEqual([]);
  });
});
