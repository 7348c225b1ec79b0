import {describe, expect, test} from 'vitest';
import {type Client, kenya, openSandbox, type Reply} from './support.js';

type Outcome = Reply | {readonly lost: string};

const attempt = (call: Promise<Reply>): Promise<Outcome> => call.catch((error: Error) => ({lost: error.message}));

async function chargeUnder(fault: string, more: object = {}) {
  const client = await openSandbox();
  await client.faults({rules: [{route: 'process-collection', fault, rate: 1, seed: 1, ...more}]});
  const outcome = await attempt(client.charge(kenya));
  return {client, outcome, books: await client.books()};
}

describe('faults in front of the service: nothing is processed', () => {
  test.each([
    ['reset-before', {lost: 'read ECONNRESET'}],
    ['http-502-html', {status: 502, json: undefined}],
    ['captive-portal', {status: 200, json: undefined}],
    ['rate-limit', {status: 429}],
    ['redirect', {status: 307}],
  ])('%s', async (fault, expected) => {
    const {outcome, books} = await chargeUnder(fault);
    expect(outcome).toMatchObject(expected);
    expect(books).toEqual([]);
  });

  test('rate-limit says when to come again', async () =>
    expect((await chargeUnder('rate-limit', {seconds: 17})).outcome).toMatchObject({headers: {'retry-after': '17'}}));

  test('redirect leads to the same call again', async () => {
    const {client, outcome} = await chargeUnder('redirect');
    expect(outcome).toMatchObject({
      headers: {location: `${client.baseUrl}/live/subsidiary/collections/v1/process-collection`},
    });
  });
});

describe('faults on the way back: the request was processed', () => {
  test.each([
    ['drop-after', {lost: 'socket hang up'}],
    ['http-500-after', {status: 500}],
    ['cut-answer', {status: 200, complete: false}],
    ['malformed', {status: 200, complete: true, json: undefined}],
    ['truncate-no-length', {status: 200, complete: true, json: undefined}],
    ['slow', {status: 200, complete: true, json: {response_code: '09'}}],
  ])('%s', async (fault, expected) => {
    const {outcome, books} = await chargeUnder(fault, {seconds: 0});
    expect(outcome).toMatchObject(expected);
    expect(books).toHaveLength(1);
  });

  test('truncate-no-length states no length and is not chunked', async () => {
    const {outcome} = await chargeUnder('truncate-no-length');
    const {headers} = outcome as Reply;
    expect(headers['content-length']).toBeUndefined();
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(headers.date).toBeDefined();
  });
});

describe('rates', () => {
  async function pattern(client: Client, seed: number): Promise<string> {
    await client.faults({rules: [{route: 'banks', fault: 'http-502-html', rate: 0.5, seed}]});
    let seen = '';
    for (let call = 0; call < 20; call += 1) seen += (await client.banks('KES')).status === 502 ? 'x' : '.';
    return seen;
  }

  test('the same seed gives the same calls, on any sandbox', async () => {
    const client = await openSandbox();
    const first = await pattern(client, 7);
    expect(first).toMatch(/x/);
    expect(first).toMatch(/\./);
    expect(await pattern(client, 7)).toBe(first);
    expect(await pattern(await openSandbox(), 7)).toBe(first);
    expect(await pattern(client, 8)).not.toBe(first);
  });

  test('rate 0 is never, and calls of other routes do not count', async () => {
    const client = await openSandbox();
    await client.faults({rules: [{route: 'process-otp', fault: 'reset-before', rate: 1, seed: 1}]});
    expect((await client.charge(kenya)).status).toBe(200);
    await client.faults({rules: [{route: '*', fault: 'reset-before', rate: 0, seed: 1}]});
    expect((await client.banks('KES')).status).toBe(200);
  });

  test('* is every call of the interface and none of the controls', async () => {
    const client = await openSandbox();
    await client.faults({rules: [{route: '*', fault: 'http-502-html', rate: 1, seed: 1}]});
    expect((await client.banks('KES')).status).toBe(502);
    expect((await client.status('REF1')).status).toBe(502);
    expect((await client.query('REF1')).status).toBe(502);
    expect(await client.books()).toEqual([]);
    await client.faults({});
    expect((await client.banks('KES')).status).toBe(200);
  });
});

describe('the control', () => {
  test('shows what is set and fills in what was left out', async () => {
    const client = await openSandbox();
    const cleared = {
      rules: [],
      switches: {unapproved: [], statusCountries: null, clockSkewSeconds: 0, withoutOptional: false},
    };
    expect((await client.get('/sandbox/faults')).json).toEqual(cleared);
    const rule = {route: 'banks', fault: 'slow', rate: 0.25, seed: 3, seconds: 1};
    const set = await client.faults({rules: [rule], switches: {unapproved: ['KES']}});
    expect(set.json).toEqual({rules: [rule], switches: {...cleared.switches, unapproved: ['KES']}});
    expect((await client.get('/sandbox/faults')).json).toEqual(set.json);
    expect((await client.faults({})).json).toEqual(cleared);
  });

  test.each([
    [{rules: [{route: 'subscription-plan', fault: 'slow', rate: 1, seed: 1}]}, /route/],
    [{rules: [{route: 'refunds', fault: 'slow', rate: 1, seed: 1}]}, /route/],
    [{rules: [{route: '*', fault: 'gremlins', rate: 1, seed: 1}]}, /fault/],
    [{rules: [{route: '*', fault: 'slow', rate: 2, seed: 1}]}, /rate/],
    [{rules: [{route: '*', fault: 'slow', rate: 1, seed: 1.5}]}, /seed/],
    [{switches: {unapproved: 'KES'}}, /unapproved/],
    [{switches: {withoutOptional: 1}}, /withoutOptional/],
    [{rule: []}, /rule/],
    [[], /object/],
  ])('%j is refused with a reason and changes nothing', async (settings, reason) => {
    const client = await openSandbox();
    await client.faults({switches: {unapproved: ['KES']}});
    const reply = await client.faults(settings);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({message: expect.stringMatching(reason), status: false});
    expect((await client.get('/sandbox/faults')).json.switches.unapproved).toEqual(['KES']);
  });

  test('clockSkewSeconds moves the Date header and nothing else', async () => {
    const client = await openSandbox();
    const ahead = async () => {
      const date = (await client.banks('KES')).headers.date ?? '';
      return Math.round((Date.parse(date) - Temporal.Now.instant().epochMilliseconds) / 1000);
    };
    expect(Math.abs(await ahead())).toBeLessThan(60);
    await client.faults({switches: {clockSkewSeconds: 7200}});
    expect(Math.abs((await ahead()) - 7200)).toBeLessThan(60);
    const {now} = (await client.get('/sandbox/clock')).json;
    expect(Math.abs(Temporal.Now.instant().since(now).total('seconds'))).toBeLessThan(60);
  });
});
