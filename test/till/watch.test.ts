import {expect, it, onTestFinished} from 'vitest';
import type {Answer} from '../../src/core/service/answer.js';
import {cardOf} from '../core/card/plain-card.js';
import {sandbox} from '../sandbox/support.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, dollars, toldDisk} from './card-till.js';
import {openTillOverJournal} from './over-journal.js';
import {openRealTill, order} from './real-till.js';
import {obedientService} from './still-shop.js';
import {virtualWorld} from './virtual-world.js';

const minute = 60_000;

/** A till in a virtual world whose status questions are counted with their instants, and answered as a test wants. */
async function watchedTill(answers: (asked: number) => Answer | undefined) {
  const server = await sandbox();
  const world = virtualWorld();
  const asked: number[] = [];
  const opened = await openRealTill({
    ...server,
    world,
    service: real => ({
      ...real,
      status: (question, signal) => {
        asked.push(world.monotonic());
        const answer = answers(asked.length);
        return answer === undefined ? real.status(question, signal) : Promise.resolve(of(answer, question.reference));
      },
    }),
  });
  const intervals = () => asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  return {...opened, server, world, asked, intervals};
}

const waiting: Answer = {kind: 'answered', http: 200, body: {transaction_status: 'Initialized', response_code: '09'}};
/** A record says of which payment it is. */
const of = (answer: Answer, reference: string): Answer =>
  answer.kind === 'answered' && typeof answer.body === 'object' && answer.body !== null
    ? {...answer, body: {...answer.body, transaction_reference: reference}}
    : answer;

it('looks after 3 seconds, then every 2 for the sale in front, and less and less behind it', async () => {
  const {till, world, asked, intervals} = await watchedTill(() => waiting);
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  till.focus(reference);
  till.watch();
  await world.pass(minute);
  expect(asked[0]).toBe(3000);
  expect(Math.min(...intervals())).toBeGreaterThanOrEqual(1600);
  expect(Math.max(...intervals())).toBeLessThanOrEqual(2400);
  till.focus(undefined);
  const before = asked.length;
  await world.pass(30 * minute);
  const late = intervals().slice(before);
  expect(Math.max(...late)).toBeLessThanOrEqual(2 * minute * 1.2);
  expect(asked.length - before).toBeLessThan(100);
});

it('writes an answer that does not change once a minute, and how often it was heard', async () => {
  const {till, world, asked} = await watchedTill(() => waiting);
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  till.focus(reference);
  till.watch();
  await world.pass(2 * minute);
  const looks = till.state.payments.get(reference)?.steps.filter(step => step.rule === 'record-pending') ?? [];
  expect(asked.length).toBeGreaterThan(50);
  expect(looks.length).toBeLessThanOrEqual(3);
  const told = looks.reduce((sum, step) => sum + 1 + (step.repeated ?? 0), 0);
  expect(asked.length - told).toBeLessThan(40);
});

it('asks about a failure again after 1, 5 and 15 minutes, and finds the late success', async () => {
  const {till, world, asked, server} = await watchedTill(() => undefined);
  const {reference, finished} = await till.collect(order('115'));
  await finished;
  till.watch();
  await server.advance('PT3S');
  await world.pass(5000);
  expect(till.state.payments.get(reference)?.status).toBe('failed');
  const sofar = asked.length;
  await world.pass(50_000);
  expect(asked.length).toBe(sofar);
  await server.advance('PT2M');
  await world.pass(15_000);
  expect(till.state.payments.get(reference)?.status).toBe('disputed');
});

it('keeps its pace whatever the wall clock does', async () => {
  const {till, world, asked} = await watchedTill(() => waiting);
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  till.focus(reference);
  till.watch();
  await world.pass(20_000);
  const before = asked.length;
  world.rewind(50 * 365 * 24 * 60 * minute);
  await world.pass(20_000);
  expect(asked.length - before).toBeGreaterThanOrEqual(8);
});

it('asks a busy service half as often, and a dead link at growing intervals', async () => {
  const busy: Answer = {kind: 'answered', http: 429, text: ''};
  const slow = await watchedTill(() => busy);
  const first = await slow.till.collect(order('678'));
  await first.finished;
  slow.till.focus(first.reference);
  slow.till.watch();
  await slow.world.pass(2 * minute);
  expect(slow.asked.length).toBeLessThan(12);

  const dead = await watchedTill(() => ({kind: 'not-sent', code: 'ENETUNREACH'}));
  const second = await dead.till.collect(order('678'));
  await second.finished;
  dead.till.focus(second.reference);
  dead.till.watch();
  await dead.world.pass(2 * minute);
  expect(dead.till.link().state).toBe('down');
  expect(dead.asked.length).toBeLessThan(12);

  const portal = await watchedTill(() => ({
    kind: 'answered',
    http: 200,
    text: '<html>Sign in to the free Wi-Fi</html>',
  }));
  const third = await portal.till.collect(order('678'));
  await third.finished;
  portal.till.focus(third.reference);
  portal.till.watch();
  await portal.world.pass(2 * minute);
  expect(portal.till.link().state).toBe('down');
});

it('takes everything that is open up again after a restart', async () => {
  const first = await watchedTill(() => waiting);
  const {reference, finished} = await first.till.collect(order('678'));
  await finished;
  await first.till.close();
  const {till} = await openRealTill({...first.server, folder: first.folder});
  expect(till.outlook(reference).inMs).toBe(0);
  till.watch();
  await first.server.advance('PT3S');
  await expect.poll(() => till.state.payments.get(reference)?.status).toBe('paid');
});

it('counts what the link carries for a sale and for a question', async () => {
  const {till, world} = await watchedTill(asked => ({...waiting, bytes: asked === 1 ? 500 : 700}));
  expect(till.wire()).toEqual({perSale: undefined, perQuestion: undefined});
  const {reference, finished} = await till.collect(order('678'));
  await finished;
  const {perSale} = till.wire();
  expect(perSale).toBeGreaterThan(500);
  await till.refreshPlans();
  expect(till.wire().perSale).toBe(perSale);
  till.focus(reference);
  till.watch();
  await world.pass(minute);
  const {perQuestion = 0} = till.wire();
  expect(perQuestion).toBeGreaterThan(600);
  expect(perQuestion).toBeLessThan(700);
});

it('lets the sale in front go before many in a row, and ends them when nobody waits any longer', async () => {
  const {till, world, asked} = await watchedTill(() => waiting);
  const references: string[] = [];
  for (const ending of ['678', '679', '680']) {
    const {reference, finished} = await till.collect(order(ending));
    await finished;
    references.push(reference);
    await world.pass(1000);
  }
  till.focus(references[0]);
  till.watch();
  const leaving = new AbortController();
  const asking = (async () => {
    while (!leaving.signal.aborted) await till.checkAtPace(references[1] ?? '', leaving.signal);
  })();
  await world.pass(minute);
  const inFront = till.outlook(references[0] ?? '').asked;
  expect(inFront).toBeGreaterThanOrEqual(25);
  expect(asked.length).toBeLessThanOrEqual(61);
  expect(asked.length - inFront).toBeGreaterThan(10);
  leaving.abort();
  await asking;
});

it('asks at once what a person waits for over a link that is down, though the sale in front has been asked in vain', async () => {
  const {till, world, asked} = await watchedTill(() => ({kind: 'not-sent', code: 'ENETUNREACH'}));
  const [first, second] = [await till.collect(order('678')), await till.collect(order('679'))];
  await Promise.all([first.finished, second.finished]);
  till.focus(first.reference);
  till.watch();
  await world.pass(2 * minute);
  const before = asked.length;
  let isAnswered = false;
  const asking = till.checkAtPace(second.reference).then(() => {
    isAnswered = true;
  });
  await world.pass(1000);
  expect([isAnswered, asked.length - before]).toEqual([true, 1]);
  await asking;
});

it('waits for no sale in front any more when the journal can no longer be written', {tags: ['slow']}, async () => {
  const memory = new MemoryDisk();
  const server = await sandbox();
  const world = virtualWorld();
  const {till} = await openRealTill({...server, world, folder: '/till', disk: toldDisk(memory, [], 'status-answered')});
  const [first, second] = [await till.collect(order('678')), await till.collect(order('679'))];
  await Promise.all([first.finished, second.finished]);
  till.focus(first.reference);
  till.watch();
  await world.pass(10_000);
  const outcome = till.checkAtPace(second.reference).catch((error: unknown) => error);
  await world.pass(5000);
  expect(await Promise.race([outcome, 'still waiting'])).toMatchObject({code: 'journal-not-writable'});
});

it('asks about the refund that is open, whichever of a payment it is', async () => {
  const [world, {service, accounts, refunds}, disk] = [virtualWorld(), obedientService(), new MemoryDisk()];
  const asked: string[] = [];
  const refundStatus: typeof service.refundStatus = (question, signal) => {
    asked.push(question.refundReference);
    return service.refundStatus(question, signal);
  };
  const {till} = await openTillOverJournal({folder: '/till', disk, world, service: {...service, refundStatus}});
  onTestFinished(() => till.close());
  const {reference, finished} = await till.charge(cardOrder(), cardOf(card));
  await finished;
  Object.assign(accounts.get(reference) ?? {}, {says: 'Completed'});
  await till.check(reference);
  const giveBack = async () => (await till.refund(reference, {reason: 'torn', amount: dollars(5)})).finished;
  await giveBack();
  Object.assign(refunds[0] ?? {}, {says: 'Success'});
  await till.check(reference);
  await giveBack();
  expect(till.state.payments.get(reference)?.refunds.map(({status}) => status)).toEqual(['done', 'pending']);
  asked.length = 0;
  till.watch();
  await world.pass(minute);
  expect(new Set(asked)).toEqual(new Set(['RF2']));
});
