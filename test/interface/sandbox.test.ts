import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {serviceRoutes} from '../../src/sandbox/routes.js';
import {
  authorization,
  type Client,
  challenged,
  enrolment,
  enrolmentWith,
  fullHeaders,
  kenya,
  monthly,
  openSandbox,
  orange,
  type Reply,
  southAfrica,
  visa,
  wave,
} from '../sandbox/support.js';
import {answers, authenticationError, type Call} from './schemas.js';

const calls = Object.keys(answers) as Call[];

/** A sandbox of which every answer is held against the documents as it comes. */
async function witnessed() {
  const client = await openSandbox();
  const seen: {readonly call: Call; readonly isSuccess: boolean}[] = [];
  const complaints: string[] = [];

  function witness(call: Call, {status, text, json}: Reply): void {
    const isRefused =
      json?.success === false || (/^(?:06|96)$/.test(json?.response_code) && json?.transaction_status === undefined);
    const isSuccess = status >= 200 && status <= 299 && !isRefused;
    const {success, refusal} = answers[call];
    const schema = isSuccess
      ? success
      : status === 401 || status === 403
        ? z.union([authenticationError, refusal])
        : refusal;
    const {error} = schema.safeParse(json);
    if (error !== undefined) complaints.push(`${call} answered ${status} ${text}: ${z.prettifyError(error)}`);
    seen.push({call, isSuccess});
  }

  const asked = calls.map(call => [
    call,
    async (...details: never[]) => {
      const reply = await (client[call] as (...given: never[]) => Promise<Reply>)(...details);
      witness(call, reply);
      return reply;
    },
  ]);
  return {...client, ...(Object.fromEntries(asked) as Pick<Client, Call>), seen, complaints};
}
type Witnessed = Awaited<ReturnType<typeof witnessed>>;

async function collections({charge, otp, approve, status, query, banks, advance}: Witnessed): Promise<void> {
  await charge({...kenya, customer_number: '254712345103'});
  await status('REF1');
  await query('REF1');
  await approve({transaction_reference: 'REF1', country_code: 'KE'});
  await status('REF1');
  await query('REF1');
  for (const ending of ['101', '102', '104', '111', '112', '113', '114', '115']) {
    const reference = `END${ending}`;
    await charge({...kenya, customer_number: `254712345${ending}`, transaction_reference: reference});
    await advance('PT3S');
    await status(reference);
    await query(reference);
    await advance('PT2M');
    await status(reference);
  }
  const {json} = await charge({...orange, transaction_reference: 'OTP1'});
  const code = {
    payment_token: json.payment_token,
    payee: json.payee,
    payment_method: json.payment_method,
    transaction_reference: 'OTP1',
    transaction_channel: json.transaction_channel,
    country_code: 'CI',
  };
  await otp({...code, otp_code: '0000'});
  await otp({...code, otp_code: '4567'});
  await charge({...wave, transaction_reference: 'WAVE1'});
  await charge({...southAfrica, transaction_reference: 'ZAR1'});
  await charge(kenya);
  await charge({...kenya, transaction_reference: 'BAD1', customer_number: '12'});
  await charge({...kenya, transaction_reference: 'BAD2', currency_code: 'EUR'});
  await status('NONE');
  await status('REF1', 'UG');
  await query('NONE');
  await approve({transaction_reference: 'NONE', country_code: 'KE'});
  for (const currency of ['KES', 'XAF', 'NGN']) await banks(currency);
}

async function cards({chargeCard, cardStatus, refund, refundStatus, refundHistory, advance}: Witnessed): Promise<void> {
  await chargeCard(visa);
  await advance('PT5S');
  await cardStatus('CARD1');
  await chargeCard({...challenged, transaction_reference: 'CARD2'});
  await cardStatus('CARD2');
  const expiries = [
    ['05', '39'],
    ['04', '27'],
    ['08', '28'],
    ['01', '37'],
    ['02', '37'],
    ['05', '37'],
    ['01', '20'],
  ] as const;
  for (const [index, [expiryMonth, expiryYear]] of expiries.entries()) {
    const reference = `CARDX${index}`;
    await chargeCard({...visa, transaction_reference: reference, card: {...visa.card, expiryMonth, expiryYear}});
    await advance('PT5S');
    await cardStatus(reference);
  }
  await chargeCard(visa);
  await chargeCard({...visa, transaction_reference: 'CARD9', currency: 'KES'});
  await chargeCard({...visa, transaction_reference: 'CARD8', card: {...visa.card, cardNumber: '4012000000001111'}});
  await cardStatus('NONE');
  const {json} = await refund({transaction_reference: 'CARD1', refund_amount: 10, refund_reason: 'Came back'});
  await refundStatus(json.data.refund_transaction_reference);
  await advance('P1D');
  await refundStatus(json.data.refund_transaction_reference);
  await refund({transaction_reference: 'CARD1', refund_amount: 1000});
  await refund({transaction_reference: 'NONE', refund_amount: 1});
  await refundStatus('NONE');
  await refundHistory('from=2020-01-01&to=2099-01-01&currency=USD&page=1&size=20');
  await refundHistory('from=yesterday&to=2099-01-01&currency=USD&page=1&size=20');
}

async function subscriptions(client: Witnessed): Promise<void> {
  const {createPlan, plan, plans, changePlan, subscribe, subscription, charges, cancel, resume, pause, advance} =
    client;
  const {json: made} = await createPlan({...monthly, trialPeriodDays: 2, billingLimit: 1});
  const {planCode} = made.data;
  await createPlan(monthly);
  await createPlan({...monthly, interval: 'HOURLY'});
  await plan(planCode);
  await plan('NONE');
  await plans('page=0&size=20');
  await plans('page=x');
  await changePlan(planCode, {name: 'Another'});
  await changePlan('NONE', {name: 'Another'});
  const {json: first} = await subscribe(enrolment);
  const {id} = first.data.subscription;
  await subscribe(enrolment);
  await subscribe({...enrolmentWith({cardNumber: challenged.card.cardNumber}), customerEmail: 'b@example.com'});
  await subscribe({...enrolmentWith({expiryMonth: '05'}), customerEmail: 'c@example.com'});
  await subscribe({...enrolment, customerEmail: 'd@example.com', planCode});
  await advance('P3D');
  for (const which of [id, 999_999]) {
    await subscription(which);
    await charges(which, 'page=0&size=20');
    await resume(which);
    await pause(which);
    await resume(which);
    await cancel(which);
    await subscription(which);
  }
  await advance('P70D');
  await client.subscriptions('page=0&size=20');
  await client.subscriptions('page=0&size=2&status=ACTIVE');
  await client.subscriptions('page=x');
}

async function accounts({holder}: Witnessed): Promise<void> {
  await holder({currency: 'NGN', bank_code: '000013', account_number: '0123456789'});
  await holder({currency: 'NGN', bank_code: '13', account_number: '0123456789'});
  await holder({currency: 'NGN', bank_code: '000013', account_number: '1'});
}

describe('the sandbox answers as the documents have it', () => {
  test('through every call, whether it does what is asked or refuses', async () => {
    const client = await witnessed();
    await collections(client);
    await cards(client);
    await subscriptions(client);
    await accounts(client);
    expect(client.complaints).toEqual([]);
    const unseen = calls.flatMap(call =>
      [true, false]
        .filter(isSuccess => !client.seen.some(each => each.call === call && each.isSuccess === isSuccess))
        .map(isSuccess => `${call} ${isSuccess ? 'done' : 'refused'}`),
    );
    // A list of banks is refused for want of a right key alone, which the next test does.
    expect(unseen).toEqual(['banks refused']);
    expect(calls).toHaveLength(serviceRoutes.length);
  });

  test('to a wrong key under every call', async () => {
    const {seen: _, post, get, patch} = await witnessed();
    const wrong = {...fullHeaders, Authorization: authorization('PZ78-PKTEST-WRONG')};
    const {'X-TenantID': _tenant, 'X-ProductID': _product, ...bare} = wrong;
    for (const {method, path, headers} of serviceRoutes) {
      const url = `/live${path.replace('{currency_code}', 'KES').replace(/\{\w+\}/, '1')}`;
      const own = headers.tenant === 'rejected' ? bare : wrong;
      const {status, json} = await (method === 'GET'
        ? get(url, own)
        : method === 'POST'
          ? post(url, {}, own)
          : patch(url, {}, own));
      expect([401, 403], url).toContain(status);
      expect(authenticationError.safeParse(json).error?.message, url).toBeUndefined();
    }
  });

  test('and the witness would say so of an answer that is not', async () => {
    const {json} = await (await openSandbox()).holder({
      currency: 'NGN',
      bank_code: '000013',
      account_number: '0123456789',
    });
    expect(answers.holder.success.safeParse(json).success).toBe(true);
    expect(answers.holder.success.safeParse({...json, response_code: '200'}).success).toBe(false);
    expect(answers.holder.success.safeParse({...json, more: 1}).success).toBe(false);
  });
});
