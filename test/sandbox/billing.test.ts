import {describe, expect, test} from 'vitest';
import {type Client, enrolment, enrolmentWith, lagosNow, openSandbox} from './support.js';

const recordOf = async (client: Client) => (await client.subscription(1)).json.data;
const chargesOf = async (client: Client) => (await client.charges(1, 'size=100')).json.data.content;

/** `cycle.attempt status day`: what was charged and when. */
const course = async (client: Client) =>
  (await chargesOf(client)).map(
    (charge: {cycleNumber: number; attemptNumber: number; status: string; chargedAt: string}) =>
      `${charge.cycleNumber}.${charge.attemptNumber} ${charge.status} ${charge.chargedAt.slice(0, 10)}`,
  );

/** A sandbox whose clock says ten in the morning of a day of next year, `MM-DD`. */
async function openOn(day: string): Promise<{readonly client: Client; readonly year: number}> {
  const client = await openSandbox();
  const now = await lagosNow(client);
  const year = now.year + 1;
  const then = Temporal.PlainDateTime.from(`${year}-${day}T10:00`);
  await client.advance(now.until(then).toString());
  return {client, year};
}

const instant = (year: number, rest: string) => expect.stringContaining(`${year}-${rest}T10:0`);

describe('a subscription is charged when it falls due', () => {
  test.each([
    ['DAILY', 'P3D', ['01-31', '02-01', '02-02', '02-03'], '02-04'],
    ['WEEKLY', 'P15D', ['01-31', '02-07', '02-14'], '02-21'],
    ['MONTHLY', 'P95D', ['01-31', '02-28', '03-31', '04-30'], '05-31'],
    ['QUARTERLY', 'P185D', ['01-31', '04-30', '07-31'], '10-31'],
  ])('%s: and month ends stay month ends', async (interval, ahead, days, next) => {
    const {client, year} = await openOn('01-31');
    const february = Temporal.PlainYearMonth.from({year, month: 2}).daysInMonth;
    const named = (day: string) => `${year}-${day === '02-28' && interval === 'MONTHLY' ? `02-${february}` : day}`;
    await client.subscribe({...enrolment, interval});
    await client.advance(ahead);
    expect(await course(client)).toEqual(days.map((day, position) => `${position + 1}.1 SUCCESS ${named(day)}`));
    const record = await recordOf(client);
    expect(record).toMatchObject({
      status: 'ACTIVE',
      currentPeriodStart: expect.stringContaining(named(days.at(-1) ?? '')),
      currentPeriodEnd: instant(year, next),
      nextChargeDate: record.currentPeriodEnd,
    });
  });

  test('ANNUAL', async () => {
    const {client, year} = await openOn('05-31');
    await client.subscribe({...enrolment, interval: 'ANNUAL'});
    await client.advance('P364D');
    expect(await chargesOf(client)).toHaveLength(1);
    await client.advance('P3D');
    expect(await course(client)).toEqual([`1.1 SUCCESS ${year}-05-31`, `2.1 SUCCESS ${year + 1}-05-31`]);
  });

  test('not a minute early, and every charge is a card payment of its own', async () => {
    const client = await openSandbox();
    await client.subscribe({...enrolment, interval: 'DAILY'});
    await client.advance('PT23H59M');
    expect(await client.books()).toHaveLength(1);
    await client.advance('PT1M');
    const [first, second] = await chargesOf(client);
    expect(Object.entries(second)).toEqual([
      ['id', 2],
      ['subscriptionId', 1],
      ['cycleNumber', 2],
      ['attemptNumber', 1],
      ['transactionReference', expect.stringMatching(/^SUB[0-9A-Z]{12}$/)],
      ['amount', 100],
      ['currency', 'NGN'],
      ['description', 'Basic Monthly, cycle 2'],
      ['status', 'SUCCESS'],
      ['respCode', 'APPROVED'],
      ['failureReason', null],
      ['isRetriable', null],
      ['isExternal', false],
      ['chargedAt', second.createdAt],
      ['nextRetryAt', null],
      ['cardServiceResponse', null],
      ['createdAt', second.chargedAt],
      ['updatedAt', second.chargedAt],
    ]);
    expect(await client.books()).toMatchObject([
      {transaction_reference: first.transactionReference, status: 'Completed', method: 'card', requests: 1},
      {transaction_reference: second.transactionReference, status: 'Completed', method: 'card', requests: 1},
    ]);
    expect((await client.cardStatus(second.transactionReference)).json.data).toMatchObject({
      transaction_status: 'Completed',
      sender_name: 'Amina Otieno',
      source_bank_name: 'VISA',
      amount_received: 100,
    });
  });

  test('those of several customers happen in the order of their instants', async () => {
    const client = await openSandbox();
    await client.subscribe({...enrolment, name: 'A', interval: 'DAILY'});
    await client.advance('PT6H');
    await client.subscribe({...enrolment, name: 'B', interval: 'DAILY', customerEmail: 'baraka@example.com'});
    await client.advance('P2D');
    const rows: {amount: number; transaction_reference: string}[] = await client.books();
    const told = [...(await client.charges(1)).json.data.content, ...(await client.charges(2)).json.data.content];
    const inOrder = rows.map(
      row => told.find(charge => charge.transactionReference === row.transaction_reference).description,
    );
    expect(inOrder).toEqual(['A, cycle 1', 'B, cycle 1', 'A, cycle 2', 'B, cycle 2', 'A, cycle 3', 'B, cycle 3']);
  });

  test('in one leap as in many steps', async () => {
    const courseIn = async (steps: readonly string[]) => {
      const {client} = await openOn('03-01');
      await client.subscribe({...enrolment, interval: 'WEEKLY', amount: 202});
      for (const step of steps) await client.advance(step);
      return course(client);
    };
    const leap = await courseIn(['P30D']);
    expect(leap).toHaveLength(6);
    expect(await courseIn(Array.from({length: 60}, () => 'PT12H'))).toEqual(leap);
  });
});

describe('a trial', () => {
  test('is charged for the first time when it ends', async () => {
    const {client, year} = await openOn('05-01');
    const {subscription} = (await client.subscribe({...enrolment, trialPeriodDays: 14})).json.data;
    await client.advance('P13D');
    expect(await recordOf(client)).toEqual(subscription);
    await client.advance('P1D');
    expect(await course(client)).toEqual([`1.1 SUCCESS ${year}-05-15`]);
    expect(await recordOf(client)).toMatchObject({
      status: 'ACTIVE',
      currentPeriodStart: instant(year, '05-15'),
      nextChargeDate: instant(year, '06-15'),
      trialEndDate: subscription.trialEndDate,
    });
    const [charge] = await chargesOf(client);
    expect(charge.transactionReference).toBe(subscription.enrollmentTxnReference);
  });

  test('whose first charge fails is PAST_DUE', async () => {
    const {client, year} = await openOn('05-01');
    await client.subscribe({...enrolmentWith({expiryMonth: '05'}), trialPeriodDays: 2});
    await client.advance('P2D');
    expect(await course(client)).toEqual([`1.1 FAILED ${year}-05-03`]);
    expect(await recordOf(client)).toMatchObject({status: 'PAST_DUE', nextChargeDate: instant(year, '05-04')});
  });
});

describe('a limit', () => {
  test('ends the subscription when the last paid period is over', async () => {
    const {client, year} = await openOn('05-01');
    await client.subscribe({...enrolment, interval: 'WEEKLY', billingLimit: 2});
    expect(await recordOf(client)).toMatchObject({nextChargeDate: instant(year, '05-08')});
    await client.advance('P7D');
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE', nextChargeDate: null});
    await client.advance('P7D');
    expect(await recordOf(client)).toMatchObject({status: 'COMPLETED', nextChargeDate: null, cancelledAt: null});
    await client.advance('P90D');
    expect(await course(client)).toEqual([`1.1 SUCCESS ${year}-05-01`, `2.1 SUCCESS ${year}-05-08`]);
    expect((await client.cancel(1)).json.message).toBe('Subscription is already completed');
    expect((await client.subscribe(enrolment)).status).toBe(200);
  });

  test('that is taken away in time ends nothing', async () => {
    const client = await openSandbox();
    await client.subscribe({...enrolment, interval: 'DAILY', billingLimit: 1});
    const {planCode} = (await client.plans()).json.data.content[0];
    await client.changePlan(planCode, {billingLimit: null});
    await client.advance('P1D');
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE'});
    expect(await chargesOf(client)).toHaveLength(2);
  });
});

describe('a charge that fails', () => {
  test('201: is tried again after 1, 3 and 5 days, and the subscription stays PAST_DUE', async () => {
    const {client, year} = await openOn('05-01');
    await client.subscribe({...enrolment, amount: 201.5});
    await client.advance('P31D');
    const failed = {respCode: 'INSUFFICIENT_FUNDS', failureReason: 'Insufficient funds', isRetriable: true};
    expect((await chargesOf(client)).at(-1)).toMatchObject({...failed, nextRetryAt: instant(year, '06-02')});
    expect(await recordOf(client)).toMatchObject({
      status: 'PAST_DUE',
      currentPeriodEnd: instant(year, '06-01'),
      nextChargeDate: instant(year, '06-02'),
    });
    await client.advance('P90D');
    expect(await course(client)).toEqual([
      `1.1 SUCCESS ${year}-05-01`,
      `2.1 FAILED ${year}-06-01`,
      `2.2 FAILED ${year}-06-02`,
      `2.3 FAILED ${year}-06-04`,
      `2.4 FAILED ${year}-06-06`,
    ]);
    expect((await chargesOf(client)).at(-1)).toMatchObject({...failed, nextRetryAt: null});
    expect(await recordOf(client)).toMatchObject({status: 'PAST_DUE', nextChargeDate: null});
    expect((await client.books()).map((row: {status: string}) => row.status)).toEqual([
      'Completed',
      'Failed',
      'Failed',
      'Failed',
      'Failed',
    ]);
  });

  test('202: succeeds at the first retry, and the rhythm stays', async () => {
    const {client, year} = await openOn('05-01');
    await client.subscribe({...enrolment, amount: 202});
    await client.advance('P32D');
    expect(await recordOf(client)).toMatchObject({
      status: 'ACTIVE',
      currentPeriodStart: instant(year, '06-01'),
      nextChargeDate: instant(year, '07-01'),
    });
    await client.advance('P29D');
    expect(await course(client)).toEqual([
      `1.1 SUCCESS ${year}-05-01`,
      `2.1 FAILED ${year}-06-01`,
      `2.2 SUCCESS ${year}-06-02`,
      `3.1 SUCCESS ${year}-07-01`,
    ]);
  });

  test('203: is not tried again', async () => {
    const {client, year} = await openOn('05-01');
    await client.subscribe({...enrolment, amount: 203});
    await client.advance('P90D');
    expect(await course(client)).toEqual([`1.1 SUCCESS ${year}-05-01`, `2.1 FAILED ${year}-06-01`]);
    expect((await chargesOf(client))[1]).toMatchObject({isRetriable: false, nextRetryAt: null});
    expect(await recordOf(client)).toMatchObject({status: 'PAST_DUE', nextChargeDate: null});
  });

  test('of a daily plan is paid once, and no day is charged twice', async () => {
    const {client, year} = await openOn('05-01');
    await client.subscribe({...enrolment, amount: 202, interval: 'DAILY'});
    await client.advance('P3D');
    expect(await course(client)).toEqual([
      `1.1 SUCCESS ${year}-05-01`,
      `2.1 FAILED ${year}-05-02`,
      `2.2 SUCCESS ${year}-05-03`,
      `3.1 SUCCESS ${year}-05-04`,
    ]);
  });

  test('at the enrolment is tried again too, and the subscription stays INCOMPLETE', async () => {
    const {client, year} = await openOn('05-01');
    await client.subscribe(enrolmentWith({expiryMonth: '05'}));
    await client.advance('P30D');
    expect(await course(client)).toEqual([
      `1.1 FAILED ${year}-05-01`,
      `1.2 FAILED ${year}-05-02`,
      `1.3 FAILED ${year}-05-04`,
      `1.4 FAILED ${year}-05-06`,
    ]);
    expect(await recordOf(client)).toMatchObject({status: 'INCOMPLETE', nextChargeDate: null});
  });

  test('whose end nobody knew counts from when it was known', async () => {
    const client = await openSandbox();
    await client.subscribe({...enrolmentWith({expiryMonth: '08', expiryYear: '28'}), interval: 'DAILY'});
    await client.advance('PT2S');
    await client.advance('P1D');
    expect((await chargesOf(client))[1]).toMatchObject({status: 'PENDING', nextRetryAt: null});
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE', nextChargeDate: null});
    await client.advance('PT2S');
    expect((await chargesOf(client))[1]).toMatchObject({status: 'SUCCESS', respCode: 'APPROVED'});
    expect((await recordOf(client)).nextChargeDate).toMatch(/^\d{4}-/);
  });
});

describe('a card that expires', () => {
  const until = (months: number, now: Temporal.PlainDateTime) => {
    const {month, year} = now.toPlainDate().toPlainYearMonth().add({months});
    return enrolmentWith({expiryMonth: String(month).padStart(2, '0'), expiryYear: String(year).slice(2)});
  };

  test('before the charge after the next one is warned of, and fails for good when it has', async () => {
    const {client} = await openOn('05-31');
    await client.subscribe(until(2, await lagosNow(client)));
    expect(await recordOf(client)).toMatchObject({cardExpiryAlertSent: false});
    await client.advance('P31D');
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE', cardExpiryAlertSent: true});
    await client.advance('P65D');
    expect((await chargesOf(client)).at(-1)).toMatchObject({
      cycleNumber: 4,
      status: 'FAILED',
      respCode: 'EXPIRED_CARD',
      failureReason: 'Expired card',
      isRetriable: false,
    });
    expect(await recordOf(client)).toMatchObject({status: 'PAST_DUE'});
  });

  test('this month is warned of at once', async () => {
    const {client} = await openOn('05-31');
    await client.subscribe(until(0, await lagosNow(client)));
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE', cardExpiryAlertSent: true});
  });
});

test('114: what a person reads of a charge is hostile', async () => {
  const client = await openSandbox();
  const {data} = (await client.subscribe({...enrolment, amount: 114})).json;
  const [charge] = await chargesOf(client);
  for (const text of [data.chargeResult.message, charge.description]) expect(text).toContain('\u001b[2J');
});
