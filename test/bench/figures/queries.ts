import {setTimeout as pause} from 'node:timers/promises';
import {createService} from '../../../src/api/service.js';
import type {Bench, Section} from '../bench.js';
import {compare, type Row} from '../row.js';

const reference = 'T7KBENCH00001';

type Ask = () => Promise<unknown>;

/** How many status questions a second are answered, one after the other and eight at a time. */
export async function measureQueries({service, isQuick}: Bench): Promise<Section> {
  const {baseUrl, apiKey: key} = service;
  const ours = createService({baseUrl, key, tenant: 'test', version: 'bench'});
  await ours.collect({
    wallet: '254712345678',
    amount: {currency: 'KES', minor: 20_000},
    reference,
    description: 'Sale',
    bankCode: 'SAFKEN',
    returnUrl: null,
    email: 'shop@example.com',
    firstName: 'Customer',
    lastName: 'Corner Shop',
    phone: '254712345678',
    country: 'KE',
  });
  await pause(isQuick ? 0 : 2500);
  const ask: Ask = async () => {
    const answer = await ours.status({reference, country: 'KE'});
    if (answer.kind !== 'answered' || answer.http !== 200) throw new Error(JSON.stringify(answer));
  };
  const bare = bareFetch(baseUrl, key);
  const rows: Row[] = [];
  for (const atOnce of [1, 8]) {
    const [mine, theirs] = await inTurns(ask, bare, {atOnce, rounds: isQuick ? 2 : 12, questions: isQuick ? 40 : 240});
    const what = atOnce === 1 ? 'one after the other' : `${atOnce} at a time`;
    rows.push(compare({what, ours: mine, reference: 'bare fetch', theirs, shares: [0.5]}));
  }
  ours.close();
  return {
    title: 'Status queries (a second)',
    method:
      'The till’s own service against a bare loop of Node’s fetch, which is undici, with the same headers on the same ' +
      'sandbox in a thread of its own; both keep their connections. Rounds are taken in turns, after one round each that ' +
      'does not count. More is better.',
    rows,
    notes: [
      'The till asks at most one question a second. What its own client adds to fetch is the proof of what has left the ' +
        'machine (a timing of every phase), the count of bytes, the size cap, the timeouts, and the check of the answer.',
    ],
  };
}

function bareFetch(baseUrl: string, key: string): Ask {
  const query = new URLSearchParams({transaction_reference: reference, country_code: 'KE'});
  const url = `${baseUrl}/subsidiary/collections/v1/check-status?${query.toString()}`;
  const headers = {
    authorization: `Payaza ${Buffer.from(key).toString('base64')}`,
    'x-tenantid': 'test',
    'x-productid': 'app',
    accept: 'application/json',
  };
  return async () => {
    const answer = await fetch(url, {headers});
    if (!answer.ok) throw new Error(String(answer.status));
    await answer.json();
  };
}

type Load = {readonly atOnce: number; readonly rounds: number; readonly questions: number};

async function inTurns(ours: Ask, theirs: Ask, {atOnce, rounds, questions}: Load) {
  const rates = [[], []] as [number[], number[]];
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, ask] of [ours, theirs].entries()) {
      const begun = performance.now();
      await Promise.all(Array.from({length: atOnce}, () => repeat(ask, questions / atOnce)));
      if (round >= 0) rates[index]?.push((1000 * questions) / (performance.now() - begun));
    }
  }
  return rates;
}

async function repeat(ask: Ask, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await ask();
}
