import {cpSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {nextOf} from '../../src/core/books/selectors.js';
import type {Service} from '../../src/core/endpoints/service.js';
import {marketOf} from '../../src/core/market/markets.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {waitingFor} from '../../src/core/payment/waiting.js';
import type {Answer} from '../../src/core/service/answer.js';
import type {World} from '../../src/core/world.js';
import {machine} from '../../src/world.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {outsideOfHashes} from '../outside-of-hashes.js';
import {sandbox} from '../sandbox/support.js';
import {slowDisk} from './card-till.js';
import {openTillOverJournal} from './over-journal.js';
import {openRealTill, order, temporaryFolder} from './real-till.js';
import {obedientService, stillWorld} from './still-shop.js';
import {virtualWorld} from './virtual-world.js';

const noAnswer = {kind: 'no-answer', code: 'ECONNRESET'} as const;

/** A payment by Orange in Ivory Coast, which waits for a one-time password. */
async function withCode(wrap: (real: Service) => Service = real => real, world: World = machine) {
  const service = await sandbox();
  const log: string[] = [];
  const opened = await openRealTill({
    ...service,
    world,
    service: real => ({
      ...real,
      processOtp: (otp, signal) => {
        log.push('code leaves');
        return wrap(real).processOtp(otp, signal);
      },
      status: (question, signal) => {
        log.push('question');
        return wrap(real).status(question, signal);
      },
    }),
  });
  const {reference, finished} = await opened.till.collect(
    order('', {amount: '5000', country: 'CI', wallet: '2250712345678'}),
  );
  await finished;
  return {...opened, service, log, reference};
}

it('asks for the code again after a wrong one and never writes a code down', async () => {
  const {till, reference, service, folder} = await withCode();
  await till.enterOtp(reference, '11 11');
  expect(till.state.payments.get(reference)).toMatchObject({
    status: 'pending',
    otp: {sent: 1, last: {kind: 'wrong-code'}},
  });
  await till.enterOtp(reference, '4567');
  await service.advance('PT3S');
  await till.check(reference);
  expect(till.state.payments.get(reference)?.status).toBe('paid');
  await expect(till.enterOtp(reference, '4567')).rejects.toMatchObject({code: 'code-not-asked'});
  const {readdirSync, readFileSync} = await import('node:fs');
  const [name = ''] = readdirSync(`${folder}/journal`);
  const journal = readFileSync(`${folder}/journal/${name}`, 'utf8');
  expect(outsideOfHashes(journal)).not.toMatch(/4567"|1111"|"4567|"1111/);
});

it('checks a code before it sends it', async () => {
  const {till, reference, log} = await withCode();
  for (const code of ['', '123', '12345', 'abcd']) {
    await expect(till.enterOtp(reference, code), code).rejects.toMatchObject({code: 'code-wrong-length'});
  }
  expect(log).toEqual([]);
});

it('asks the service first when the fate of an earlier code is not known', async () => {
  const {till, reference, log, service} = await withCode();
  const rules = [{route: 'process-otp', fault: 'drop-after', rate: 1, seed: 1}];
  await service.faults({rules});
  await till.enterOtp(reference, '4567');
  expect(till.state.payments.get(reference)?.otp.last?.kind).toBe('unknown');
  await service.faults({});
  await service.advance('PT3S');
  log.length = 0;
  await expect(till.enterOtp(reference, '4567')).rejects.toMatchObject({code: 'code-not-asked'});
  expect(log).toEqual(['question']);
  expect(till.state.payments.get(reference)?.status).toBe('paid');
});

describe('a code that got no answer', () => {
  /** What the service answers to the code and to the questions after it: the record, or nothing. */
  async function withLostCode() {
    const link = {isSilent: false};
    const world = virtualWorld();
    const opened = await withCode(
      real => ({
        ...real,
        processOtp: async () => noAnswer,
        status: async (...asked) => (link.isSilent ? noAnswer : real.status(...asked)),
      }),
      world,
    );
    const {till, reference, log} = opened;
    await till.check(reference);
    link.isSilent = true;
    await till.enterOtp(reference, '4567');
    log.length = 0;
    const payment = () => {
      const found = till.state.payments.get(reference);
      if (found === undefined) throw new Error(`no ${reference}`);
      return found;
    };
    return {...opened, link, payment, world};
  }

  it('is followed by no other one before the service says, a minute later, that it still waits', async () => {
    const {till, reference, log, link, payment, world} = await withLostCode();
    expect([waitingFor(payment()), nextOf(payment()).kind]).toEqual(['otp-unclear', 'none']);
    const unclear = {code: 'code-unclear', facts: {reference}};
    await expect(till.enterOtp(reference, '1234', {isOther: true})).rejects.toMatchObject(unclear);
    expect(log).toEqual(['question']);
    link.isSilent = false;
    await till.check(reference); // the very answer that was heard before the code: it may lag
    expect([waitingFor(payment()), nextOf(payment()).kind]).toEqual(['otp-unclear', 'none']);
    await expect(till.enterOtp(reference, '1234', {isOther: true})).rejects.toMatchObject(unclear);
    await world.pass(61_000);
    await till.check(reference);
    expect([waitingFor(payment()), nextOf(payment()).kind]).toEqual(['otp-still-wanted', 'otp']);
    expect(log).not.toContain('code leaves');
    await till.enterOtp(reference, '1234', {isOther: true});
    expect(log.at(-1)).toBe('code leaves');
    expect(payment().otp.sent).toBe(2);
  });

  it('is wanted still by a record of a minute later, even if the same one was written a moment before', async () => {
    const {till, reference, link, payment, world} = await withLostCode();
    const hear = async (milliseconds: number) => {
      await world.pass(milliseconds);
      link.isSilent = false;
      await till.check(reference);
      link.isSilent = true;
      return waitingFor(payment());
    };
    expect([await hear(50_000), await hear(11_000)]).toEqual(['otp-unclear', 'otp-still-wanted']);
  });

  it('is not sent a second time: not without a word that it is another, and not with a wrong one', async () => {
    const {till, reference, log, link, world} = await withLostCode();
    link.isSilent = false;
    await world.pass(61_000);
    const refused = {code: 'code-not-other', facts: {reference}};
    for (const isOther of [false, true])
      await expect(till.enterOtp(reference, '45 67', {isOther})).rejects.toMatchObject(refused);
    await expect(till.enterOtp(reference, '1234')).rejects.toMatchObject(refused);
    expect(log).not.toContain('code leaves');
  });

  it('is one whose answer a crash has lost, too', async () => {
    const leaving = Promise.withResolvers<void>();
    const {till, reference, folder, service} = await withCode(real => ({
      ...real,
      processOtp: (_, signal) => {
        leaving.resolve();
        return new Promise(resolve => signal?.addEventListener('abort', () => resolve(noAnswer)));
      },
    }));
    const world = virtualWorld();
    void till.enterOtp(reference, '4567');
    await leaving.promise;
    const left = temporaryFolder();
    cpSync(`${folder}/journal`, `${left}/journal`, {recursive: true});
    for (const file of ['head.json', 'customer-keys.json', 'signing-key.pem'])
      cpSync(`${folder}/${file}`, `${left}/${file}`);
    const {till: back} = await openRealTill({...service, folder: left, world});
    const lost = back.state.payments.get(reference);
    expect(lost?.otp).toMatchObject({sent: 1, last: {kind: 'unknown'}, isStillWanted: false});
    await expect(back.enterOtp(reference, '4567')).rejects.toMatchObject({code: 'code-unclear'});
    await world.pass(61_000);
    await expect(back.enterOtp(reference, '4567')).rejects.toMatchObject({code: 'code-not-other'});
    await back.enterOtp(reference, '4567', {isOther: true}); // which a new process has to believe
    expect(back.state.payments.get(reference)?.otp).toMatchObject({sent: 2, last: {kind: 'accepted'}});
  });

  it('is not made up for by an answer to a question that left before it', async () => {
    const answering = Promise.withResolvers<void>();
    const link = {isHeld: false};
    const {till, reference} = await withCode(real => ({
      ...real,
      processOtp: async () => noAnswer,
      status: async (...asked) => {
        const answer = await real.status(...asked);
        if (link.isHeld) await answering.promise;
        return answer;
      },
    }));
    link.isHeld = true;
    const checking = till.check(reference);
    await expect.poll(() => till.outlook(reference).isAsking).toBe(true);
    await till.enterOtp(reference, '4567');
    answering.resolve();
    await checking;
    expect(till.state.payments.get(reference)?.otp).toMatchObject({sent: 1, isStillWanted: false});
  });
});

it('lets a named person judge what nobody can know, and hears contrary evidence', async () => {
  const service = await sandbox();
  const world = virtualWorld();
  const {till} = await openRealTill({...service, world});
  const {reference, finished} = await till.collect(order('107'));
  await finished;
  expect(till.state.payments.get(reference)?.status).toBe('unknown');
  await expect(till.resolve(reference, {as: 'not-paid', person: ' ', reason: 'no trace'})).rejects.toThrow(
    'person-missing',
  );
  await expect(till.resolve(reference, {as: 'not-paid', person: 'Amina', reason: ''})).rejects.toThrow(
    'reason-missing',
  );
  const judging = {as: 'not-paid', person: 'Amina', reason: 'no trace on the statement'} as const;
  await expect(till.resolve(reference, judging)).rejects.toMatchObject({code: 'judged-too-early', facts: {reference}});
  await world.pass(24 * 60 * 60_000);
  await till.resolve(reference, judging);
  expect(till.state.payments.get(reference)).toMatchObject({
    status: 'failed',
    resolution: {person: 'Amina', contradicted: false},
  });
  await expect(till.resolve(reference, {as: 'paid', person: 'Amina', reason: 'again'})).rejects.toThrow(
    'payment-not-open',
  );
  await service.advance('PT3S');
  await till.check(reference);
  expect(till.state.payments.get(reference)?.status).toBe('disputed');
});

it('judges nothing that the service has told of meanwhile, though it is still on its way to the disk', async () => {
  const server = await sandbox();
  const world = virtualWorld();
  const {disk, writing} = slowDisk('status-answered');
  const {till} = await openRealTill({...server, world, folder: '/till', disk});
  const {reference, finished} = await till.collect(order('107'));
  await finished;
  await world.pass(24 * 60 * 60_000);
  await server.advance('PT3S');
  const checking = till.check(reference);
  await writing;
  expect(till.state.payments.get(reference)?.status).toBe('unknown');
  const judging = till.resolve(reference, {as: 'not-paid', person: 'Amina', reason: 'no trace on the statement'});
  await expect(judging).rejects.toMatchObject({code: 'payment-not-open', facts: {status: 'paid'}});
  await checking;
  expect(till.state.payments.get(reference)?.status).toBe('paid');
});

it('does not judge over an end that nobody has seen: half of the money came while the judgement was typed', async () => {
  const world = stillWorld();
  const {disk, writing} = slowDisk('status-answered');
  const {service, accounts} = obedientService();
  const {till} = await openTillOverJournal({folder: '/till', world, service, disk});
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  world.pass(24 * 60 * 60_000);
  accounts.set(reference, {says: 'Completed', amount: 1, currency: 'KES'});
  const checking = till.check(reference);
  await writing;
  const judging = {as: 'not-paid', person: 'Amina', reason: 'no trace on the statement'} as const;
  await expect(till.resolve(reference, judging)).rejects.toMatchObject({code: 'judged-unseen', facts: {reference}});
  await checking;
  expect(till.state.payments.get(reference)).toMatchObject({status: 'mispaid', resolution: undefined});
  await till.resolve(reference, judging);
  expect(till.state.payments.get(reference)?.status).toBe('failed');
});

it('lets a cashier go on whose code nobody tells of: the payment is set aside, and another attempt is taken', async () => {
  const noRecord: Answer = {kind: 'answered', http: 400, body: {response_code: '06', response_message: 'not found'}};
  const {till, reference, log} = await withCode(real => ({
    ...real,
    processOtp: async () => noAnswer,
    status: async () => noRecord,
  }));
  await till.enterOtp(reference, '4567');
  await expect(till.enterOtp(reference, '4567')).rejects.toMatchObject({code: 'code-unclear'});
  const again = order('', {amount: '5000', country: 'CI', wallet: '2250712345678'});
  const sale = reference;
  await expect(till.collect(again, {sale})).rejects.toMatchObject({code: 'earlier-payment'});
  const {reference: next, finished} = await till.collect(again, {sale, again: 'no word of the first'});
  await finished;
  expect(till.state.payments.get(reference)).toMatchObject({status: 'pending', isSuperseded: true});
  expect(nextOf(till.state.payments.get(next) as Payment).kind).toBe('otp');
  expect(log.filter(line => line === 'code leaves')).toHaveLength(1);
});

it('offers the networks that the service lists as usable, and the table when it does not answer', async () => {
  const service = await sandbox();
  const {till} = await openRealTill(service);
  const kenya = marketOf('KE');
  const offered = await till.networks(kenya);
  expect(offered.map(({code}) => code)).toEqual(['SAFKEN', 'AIRKEN']);
  expect(till.networksAtHand(kenya)).toBe(offered);
  const {till: alone} = await openRealTill({...service, baseUrl: 'http://127.0.0.1:1'});
  expect((await alone.networks(kenya)).map(({code}) => code)).toEqual(kenya.networks.map(({code}) => code));
});

it('knows how far its clock is from the service’s, and who confirmed it', async () => {
  const service = await sandbox();
  await service.faults({switches: {clockSkewSeconds: 7200}});
  const {till} = await openRealTill(service);
  await till.networks(marketOf('KE'));
  expect(Math.round((till.clockSkew() ?? 0) / 60_000)).toBe(-120);
  expect(till.state.clockConfirmedAt).toBeUndefined();
  await till.confirmClock();
  expect(till.state.clockConfirmedAt).toBeTypeOf('number');
});

it('fails at its next start what had never left, and sends nothing by starting', async () => {
  const service = await sandbox();
  const disk: Disk = {
    ...nodeDisk,
    open: async (path, mode) => {
      const file = await nodeDisk.open(path, mode);
      const append = async (bytes: Uint8Array) => {
        if (new TextDecoder().decode(bytes).includes('"type":"sent"'))
          throw Object.assign(new Error('gone'), {code: 'EIO'});
        await file.append(bytes);
      };
      return {...file, append};
    },
  };
  const {till, folder} = await openRealTill({...service, disk});
  const {reference, finished} = await till.collect(order('678'));
  await expect(finished).rejects.toMatchObject({code: 'journal-not-writable'});
  await till.close();
  const {till: back} = await openRealTill({...service, folder});
  expect(back.state.payments.get(reference)).toMatchObject({status: 'failed', failure: {reason: 'never-left'}});
  await expect(back.sendAgain(reference)).rejects.toMatchObject({code: 'payment-not-resendable'});
  expect(await service.books()).toEqual([]);
});

it('sells nothing by a clock that says a year that cannot be, and no reference twice when it goes back and forth', async () => {
  const service = await sandbox();
  const dead = await openRealTill({...service, world: virtualWorld(0)});
  for (const refused of [
    () => dead.till.collect(order('678')),
    () => dead.till.takeCash({amount: {currency: 'KES', minor: 500}, country: 'KE', description: ''}),
    () => dead.till.openShift('Amina', []),
    () => dead.till.reportZ({person: 'Amina', notAsked: 0}),
  ])
    await expect(refused()).rejects.toMatchObject({code: 'clock-impossible', facts: {date: '1970-01-01'}});
  expect(Math.abs(dead.till.clockSkew() ?? 0)).toBe(0);
  await dead.till.close();
  const references: string[] = [];
  const years = [Date.UTC(2031, 0, 1), Date.UTC(2026, 10, 23), Date.UTC(2057, 11, 31), Date.UTC(2026, 10, 24)];
  for (const now of [...years, Date.UTC(2058, 0, 2)]) {
    const {till} = await openRealTill({...service, folder: dead.folder, world: virtualWorld(now)});
    const cash = {amount: {currency: 'KES', minor: 500}, country: 'KE', description: ''} as const;
    if (now > Date.UTC(2058, 0, 1)) await expect(till.takeCash(cash)).rejects.toMatchObject({code: 'clock-impossible'});
    else for (let sale = 0; sale < 3; sale += 1) references.push((await till.takeCash(cash)).reference);
    await till.close();
  }
  expect(new Set(references).size).toBe(12);
  expect([...references].sort()).toEqual(references);
});
