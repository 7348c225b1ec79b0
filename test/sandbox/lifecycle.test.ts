import {describe, expect, test} from 'vitest';
import {type Client, enrolment, enrolmentWith, lagosNow, openSandbox} from './support.js';

const refused = (message: string) => ({success: false, message, data: null});
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
const recordOf = async (client: Client) => (await client.subscription(1)).json.data;

async function withSubscription(order: object = {...enrolment, interval: 'DAILY'}) {
  const client = await openSandbox();
  const {subscription} = (await client.subscribe(order)).json.data;
  return {client, subscription};
}

const partOf = (subscription: Record<string, unknown>, status: string) => ({
  id: 1,
  customerId: null,
  customerEmail: 'amina@example.com',
  status,
  enrollmentReference: subscription['enrollmentReference'],
  enrollmentTxnReference: subscription['enrollmentTxnReference'],
});

describe('cancelling', () => {
  test('is for good: nothing is charged any more', async () => {
    const {client, subscription} = await withSubscription();
    const {status, json} = await client.cancel(1, {reason: 'moved away'});
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        message: 'Subscription cancelled successfully',
        data: {...partOf(subscription, 'CANCELLED'), cancelledAt: time, cancellationReason: 'moved away'},
      },
    ]);
    expect(await recordOf(client)).toMatchObject({
      status: 'CANCELLED',
      nextChargeDate: null,
      cancelledAt: json.data.cancelledAt,
      cancellationReason: 'moved away',
    });
    await client.advance('P30D');
    expect(await client.books()).toHaveLength(1);
    const again = await client.cancel(1);
    expect([again.status, again.json]).toEqual([400, refused('Subscription is already cancelled')]);
  });

  test.each([
    ['TRIALING', {...enrolment, trialPeriodDays: 1}],
    ['INCOMPLETE', enrolmentWith({expiryMonth: '05'})],
    ['PAUSED', enrolment],
    ['PAST_DUE', {...enrolment, amount: 201, interval: 'DAILY'}],
  ])('is possible while it is %s', async (status, order) => {
    const {client} = await withSubscription(order);
    if (status === 'PAUSED') await client.pause(1);
    if (status === 'PAST_DUE') await client.advance('P1D');
    expect(await recordOf(client)).toMatchObject({status});
    const rows = (await client.books()).length;
    expect((await client.cancel(1)).json.data.status).toBe('CANCELLED');
    await client.advance('P30D');
    expect(await client.books()).toHaveLength(rows);
    expect(await recordOf(client)).toMatchObject({status: 'CANCELLED', pausedAt: null, pauseResumesAt: null});
  });

  test('does not undo a charge that was under way', async () => {
    const {client} = await withSubscription(enrolmentWith({expiryMonth: '08', expiryYear: '28'}));
    await client.cancel(1);
    await client.advance('PT2S');
    expect(await recordOf(client)).toMatchObject({status: 'CANCELLED', nextChargeDate: null});
    expect((await client.charges(1)).json.data.content).toMatchObject([{status: 'SUCCESS'}]);
  });

  test.each([[{}], [{reason: ' '}], [{reason: 7}]])('needs a reason: %j is none', async order => {
    const {client} = await withSubscription();
    const {status, json} = await client.cancel(1, order);
    expect([status, json]).toEqual([400, refused('reason is required')]);
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE'});
  });
});

describe('pausing', () => {
  test('charges nothing until it is resumed, and then one interval later', async () => {
    const {client, subscription} = await withSubscription();
    const {status, json} = await client.pause(1);
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        message: 'Subscription paused successfully',
        data: {...partOf(subscription, 'PAUSED'), pausedAt: time, pauseResumesAt: null},
      },
    ]);
    await client.advance('P10D');
    expect(await recordOf(client)).toMatchObject({
      status: 'PAUSED',
      pausedAt: json.data.pausedAt,
      pauseResumesAt: null,
      nextChargeDate: null,
    });
    expect(await client.books()).toHaveLength(1);

    const resumed = await client.resume(1);
    expect([resumed.status, resumed.json]).toEqual([
      200,
      {success: true, message: 'Subscription resumed successfully', data: partOf(subscription, 'ACTIVE')},
    ]);
    const record = await recordOf(client);
    expect(record).toMatchObject({status: 'ACTIVE', pausedAt: null, currentPeriodStart: record.updatedAt});
    const {currentPeriodStart: from, nextChargeDate: next} = record;
    expect(Temporal.PlainDateTime.from(from).until(next).total('hours')).toBe(24);
    await client.advance('PT23H');
    expect(await client.books()).toHaveLength(1);
    await client.advance('PT1H');
    expect((await client.charges(1)).json.data.content).toMatchObject([{cycleNumber: 1}, {cycleNumber: 2}]);
  });

  test('ends by itself at resumeAt', async () => {
    const {client} = await withSubscription();
    const until = (await lagosNow(client)).add({days: 5}).round('second');
    const {data} = (await client.pause(1, {resumeAt: until.toString({smallestUnit: 'second'})})).json;
    expect(data.pauseResumesAt).toBe(`${until.toString({smallestUnit: 'second'})}.000000`);
    expect(await recordOf(client)).toMatchObject({pauseResumesAt: data.pauseResumesAt, nextChargeDate: null});
    await client.advance('P6DT1M');
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE', pauseResumesAt: null, pausedAt: null});
    const [, second] = (await client.charges(1)).json.data.content;
    const expected = until.add({days: 1}).toString({fractionalSecondDigits: 6});
    expect(second).toMatchObject({cycleNumber: 2, chargedAt: expected});
  });

  test.each([
    ['tomorrow', 'resumeAt must be a time such as 2026-08-01T00:00:00'],
    ['2026-02-30T00:00:00', 'resumeAt must be a time such as 2026-08-01T00:00:00'],
    ['2090-08-01T00:00:00Z', 'resumeAt must be a time such as 2026-08-01T00:00:00'],
    [7, 'resumeAt must be a time such as 2026-08-01T00:00:00'],
    ['2020-01-01T00:00:00', 'resumeAt must be in the future'],
  ])('until %j is refused', async (resumeAt, message) => {
    const {client} = await withSubscription();
    const {status, json} = await client.pause(1, {resumeAt});
    expect([status, json]).toEqual([400, refused(message)]);
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE'});
  });

  test.each([
    ['TRIALING', {...enrolment, trialPeriodDays: 1}],
    ['INCOMPLETE', enrolmentWith({expiryMonth: '05'})],
  ])('is not possible while it is %s', async (status, order) => {
    const {client} = await withSubscription(order);
    const reply = await client.pause(1);
    expect([reply.status, reply.json]).toEqual([400, refused('Only an active subscription can be paused')]);
    expect(await recordOf(client)).toMatchObject({status});
  });
});

test('only a paused subscription can be resumed', async () => {
  const {client} = await withSubscription();
  const {status, json} = await client.resume(1);
  expect([status, json]).toEqual([400, refused('Only a paused subscription can be resumed')]);
});

describe('a subscription that is not there', () => {
  test.each(['99', 'abc', '1%27', '9999999999999999'])('is not found: %s', async id => {
    const {client} = await withSubscription();
    const replies = [client.subscription(id), client.charges(id), client.cancel(id), client.resume(id)];
    for (const {status, json} of await Promise.all([...replies, client.pause(id)])) {
      expect([status, json]).toEqual([404, refused('Subscription not found')]);
    }
  });
});

describe('the list', () => {
  async function three() {
    const client = await openSandbox();
    for (const name of ['a', 'b', 'c']) {
      await client.subscribe({...enrolment, name, customerEmail: `${name}@example.com`, interval: 'DAILY'});
    }
    return client;
  }

  test('is a page of subscriptions with their plans', async () => {
    const client = await three();
    const {status, json} = await client.subscriptions('page=1&size=2');
    const {content} = (await client.plans('page=2&size=1')).json.data;
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        message: 'Subscriptions fetched successfully',
        data: {
          content: [{subscription: (await client.subscription(3)).json.data, plan: content[0]}],
          pageable: {
            sort: {sorted: false, unsorted: true, empty: true},
            pageNumber: 1,
            pageSize: 2,
            offset: 2,
            paged: true,
            unpaged: false,
          },
          totalElements: 3,
          totalPages: 2,
          numberOfElements: 1,
          size: 2,
          number: 1,
          first: false,
          last: true,
          empty: false,
          sort: {sorted: false, unsorted: true, empty: true},
        },
      },
    ]);
  });

  test('can be of one status, however it is written', async () => {
    const client = await three();
    await client.pause(2);
    await client.subscribe({...enrolment, customerEmail: 'd@example.com', amount: 203, interval: 'DAILY'});
    await client.cancel(3);
    await client.advance('P1D');
    const ids = async (status: string) =>
      (await client.subscriptions(`status=${status}`)).json.data.content.map(
        ({subscription}: {subscription: {id: number}}) => subscription.id,
      );
    expect(await ids('ACTIVE')).toEqual([1]);
    expect(await ids('paused')).toEqual([2]);
    expect(await ids('cancelled')).toEqual([3]);
    expect(await ids('past-due')).toEqual([4]);
    expect(await ids('COMPLETED')).toEqual([]);
    expect(await ids('')).toEqual([1, 2, 3, 4]);
  });

  test.each(['status=sleeping', 'page=-1', 'page=x', 'size=0', 'size=101'])('%s is refused', async query => {
    const client = await openSandbox();
    const {status, json} = await client.subscriptions(query);
    expect([status, json]).toEqual([400, refused(expect.stringContaining('must be'))]);
  });
});

describe('the charges', () => {
  test('come in pages of 20 from page 0, oldest first, in the envelope of the contract', async () => {
    const {client} = await withSubscription();
    await client.advance('P24D');
    const {status, json} = await client.charges(1);
    expect([status, json.success, json.message]).toEqual([200, true, 'Subscription charges fetched successfully']);
    expect(Object.keys(json.data)).toEqual([
      'content',
      'pageable',
      'totalElements',
      'totalPages',
      'numberOfElements',
      'size',
      'number',
      'first',
      'last',
      'empty',
      'sort',
    ]);
    expect(json.data).toMatchObject({
      totalElements: 25,
      totalPages: 2,
      numberOfElements: 20,
      size: 20,
      number: 0,
      first: true,
      last: false,
      empty: false,
    });
    const cycles = (content: {cycleNumber: number}[]) => content.map(({cycleNumber}) => cycleNumber);
    expect(cycles(json.data.content)).toEqual(Array.from({length: 20}, (_, position) => position + 1));
    const second = (await client.charges(1, 'page=1')).json.data;
    expect(cycles(second.content)).toEqual([21, 22, 23, 24, 25]);
    expect(second).toMatchObject({number: 1, first: false, last: true, pageable: {offset: 20, pageNumber: 1}});
    const third = (await client.charges(1, 'page=2')).json.data;
    expect(third).toMatchObject({content: [], empty: true, last: true, numberOfElements: 0, totalElements: 25});
  });

  test('of none are one empty page', async () => {
    const {client} = await withSubscription({...enrolment, trialPeriodDays: 1});
    const {data} = (await client.charges(1)).json;
    expect(data).toMatchObject({content: [], totalElements: 0, totalPages: 0, first: true, last: true, empty: true});
  });
});

describe('a service without the calls that the contract does not promise', () => {
  test('answers them as it answers any unknown address, and the others as ever', async () => {
    const {client} = await withSubscription();
    const {planCode} = (await client.plans()).json.data.content[0];
    await client.faults({switches: {withoutOptional: true}});
    for (const reply of [
      await client.plans(),
      await client.subscription(1),
      await client.subscriptions(),
      await client.pause(1),
    ]) {
      expect([reply.status, reply.json]).toEqual([404, {message: 'Not found', status: false}]);
    }
    expect((await client.plan(planCode)).status).toBe(200);
    expect((await client.charges(1)).status).toBe(200);
    expect((await client.resume(1)).json.message).toBe('Only a paused subscription can be resumed');
    expect((await client.cancel(1)).status).toBe(200);
  });
});
