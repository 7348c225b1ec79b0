import {type IncomingHttpHeaders, request} from 'node:http';
import {onTestFinished} from 'vitest';
import {sandboxApiKey} from '../../src/sandbox/call.js';
import {type Sandbox, startSandbox} from '../../src/sandbox/server.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever JSON came
type Json = any;

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** False when the connection ended before the stated length. */
  readonly complete: boolean;
  readonly json: Json;
};

export type Sent = {readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string};

/** One request on a connection of its own. Rejects with the socket's error when no answer came. */
export function send(address: string, {method = 'GET', headers = {}, body}: Sent = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(address, {method, headers, agent: false}, answer => {
      let text = '';
      const done = () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          complete: answer.complete,
          json: parsed(text),
        });
      answer.setEncoding('utf8');
      answer.on('data', chunk => {
        text += chunk;
      });
      answer.on('end', done);
      answer.on('error', done);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A key as the service issues them for live. */
export const liveKey = 'PZ78-PKLIVE-5A4DB0C5-0000-4000-8000-00000000D0CA';

export function authorization(key: string = sandboxApiKey): string {
  return `Payaza ${Buffer.from(key).toString('base64')}`;
}

export const fullHeaders = {
  Authorization: authorization(),
  'X-TenantID': 'test',
  'X-ProductID': 'app',
  'Content-Type': 'application/json',
};

/** The contract's momo body, for Kenya. */
export const kenya = {
  amount: 200,
  customer_number: '254712345678',
  transaction_reference: 'REF1',
  transaction_description: 'Sale REF1',
  customer_bank_code: 'SAFKEN',
  currency_code: 'KES',
  customer_email: 'amina@example.com',
  customer_first_name: 'Amina',
  customer_last_name: 'Otieno',
  customer_phone_number: '254712345678',
  country_code: 'KE',
};

/** The field notes' XOF body: an Orange wallet that needs a one-time password. */
export const orange = {
  ...kenya,
  amount: 350,
  customer_number: '2251114462945',
  customer_phone_number: '2251114462945',
  customer_bank_code: 'MOMCIV',
  currency_code: 'XOF',
  country_code: 'CI',
};

export const wave = {
  ...orange,
  customer_number: '2250748293975',
  customer_bank_code: 'WAVCIV',
  redirect_url: 'https://shop.example/paid?order=7&x=<y>',
};

const {customer_number: _wallet, ...withoutWallet} = kenya;
export const southAfrica = {
  ...withoutWallet,
  amount: 99.95,
  customer_phone_number: '27113785456',
  customer_bank_code: 'EFTZAR',
  currency_code: 'ZAR',
  country_code: 'ZA',
  redirect_url: 'https://shop.example/paid',
  cancel_url: 'https://shop.example/cancelled',
  error_url: 'https://shop.example/error',
};

/** The contract's card body, for a documented test card that needs no confirmation. */
export const visa = {
  first_name: 'Amina',
  last_name: 'Otieno',
  email_address: 'amina@example.com',
  phone_number: '254712345678',
  amount: 24,
  transaction_reference: 'CARD1',
  currency: 'USD',
  description: 'Sale CARD1',
  card: {cardNumber: '4012000033330026', expiryMonth: '01', expiryYear: '39', securityCode: '100'},
};

export type CardOrder = Partial<Omit<typeof visa, 'card'>> & {readonly card?: object};

/** A documented test card whose bank asks for a confirmation. */
export const challenged = {...visa, card: {...visa.card, cardNumber: '4508750015741019'}};

/** The documented sample of a plan, without a trial and without an end. */
export const monthly = {
  name: 'Basic Monthly',
  description: 'Bread every day',
  amount: 100,
  currency: 'NGN',
  interval: 'MONTHLY',
};

/** The contract's enrolment, on a plan that is made from the request, with a card that needs no confirmation. */
export const enrolment = {
  customerEmail: 'amina@example.com',
  ...monthly,
  cardDetails: {...visa.card, cardHolderName: 'Amina Otieno', present: true},
};

/** The same with a card that expires so. */
export const enrolmentWith = (card: object) => ({...enrolment, cardDetails: {...enrolment.cardDetails, ...card}});

export type Client = ReturnType<typeof clientOf>;

/** What the service documents for cards and refunds: no tenant, no product. */
export const cardHeaders = {Authorization: authorization(), 'Content-Type': 'application/json'};

const plansPath = '/live/subscription/api/v1/subscription-plans';
const subscriptionsPath = '/live/subscription/api/v1/subscriptions';
const queryPath = '/live/merchant-collection/transfer_notification_controller/merchant/transaction-query';

/** The calls of the interface and of the sandbox's controls, with the right headers. */
export function clientOf({baseUrl}: Pick<Sandbox, 'baseUrl'>) {
  const get = (path: string, headers: Record<string, string> = fullHeaders) => send(baseUrl + path, {headers});
  const post = (path: string, body: unknown, headers: Record<string, string> = fullHeaders) =>
    send(baseUrl + path, {method: 'POST', headers, body: JSON.stringify(body)});
  const patch = (path: string, body?: object, headers: Record<string, string> = cardHeaders) =>
    send(baseUrl + path, {method: 'PATCH', headers, ...(body === undefined ? {} : {body: JSON.stringify(body)})});
  return {
    baseUrl,
    get,
    post,
    patch,
    charge: (body: object) => post('/live/subsidiary/collections/v1/process-collection', body),
    otp: (body: object) => post('/live/subsidiary/collections/v1/process-otp', body),
    approve: (body: object) => post('/live/subsidiary/funding/v1/process-collection', body),
    status: (reference: string, country = 'KE') =>
      get(`/live/subsidiary/collections/v1/check-status?transaction_reference=${reference}&country_code=${country}`),
    query: (reference: string) => get(`${queryPath}?merchant_reference=${reference}`, {Authorization: authorization()}),
    banks: (currency: string) => get(`/live/payaza-account/api/v1/mainaccounts/merchant/banks/${currency}`),
    chargeCard: (payload: object, headers: Record<string, string> = cardHeaders) =>
      post('/live/card/card_charge/', {service_type: 'Account', service_payload: payload}, headers),
    cardStatus: (reference: string) =>
      post(
        '/live/card/card_charge/transaction_status',
        {service_payload: {transaction_reference: reference}},
        cardHeaders,
      ),
    refund: (order: object) => post('/live/refund-chargeback/refund/merchant/api/refund', order, cardHeaders),
    refundStatus: (reference: string) =>
      post(
        '/live/card/card_charge/refund_status',
        {service_payload: {refund_transaction_reference: reference}},
        cardHeaders,
      ),
    refundHistory: (query: string) =>
      get(`/live/refund-chargeback/refund/merchant/api/refund_history?${query}`, cardHeaders),
    createPlan: (plan: object, headers = cardHeaders) => post(plansPath, plan, headers),
    plan: (code: string, headers = cardHeaders) => get(`${plansPath}/${code}`, headers),
    plans: (query = '', headers = cardHeaders) => get(`${plansPath}?${query}`, headers),
    changePlan: (code: string, changes: object, headers = cardHeaders) =>
      patch(`${plansPath}/${code}`, changes, headers),
    subscribe: (order: object, headers: Record<string, string> = cardHeaders) =>
      post(subscriptionsPath, order, headers),
    subscription: (id: number | string, headers = cardHeaders) => get(`${subscriptionsPath}/${id}`, headers),
    subscriptions: (query = '', headers = cardHeaders) => get(`${subscriptionsPath}?${query}`, headers),
    charges: (id: number | string, query = '', headers = cardHeaders) =>
      get(`${subscriptionsPath}/${id}/charges?${query}`, headers),
    cancel: (id: number | string, order: object = {reason: 'moved away'}, headers = cardHeaders) =>
      patch(`${subscriptionsPath}/${id}/cancel`, order, headers),
    resume: (id: number | string, headers = cardHeaders) =>
      patch(`${subscriptionsPath}/${id}/resume`, undefined, headers),
    pause: (id: number | string, order?: object, headers = cardHeaders) =>
      patch(`${subscriptionsPath}/${id}/pause`, order, headers),
    holder: (payload: object, headers: Record<string, string> = fullHeaders) =>
      post('/live/payaza-account/api/v1/mainaccounts/merchant/provider/enquiry', {service_payload: payload}, headers),
    advance: (duration: string) => post('/sandbox/clock', {advance: duration}),
    faults: (settings: object) => post('/sandbox/faults', settings),
    books: async () => (await get('/sandbox/transactions')).json,
  };
}

/** The sandbox's time on the wall of Lagos, in whose zoneless timestamps it answers. */
export async function lagosNow(client: Client): Promise<Temporal.PlainDateTime> {
  const {now} = (await client.get('/sandbox/clock')).json;
  return Temporal.Instant.from(now).toZonedDateTimeISO('Africa/Lagos').toPlainDateTime();
}

/** A clock that stands: a sandbox's then moves only when it is advanced, and nobody pays by himself on a slow machine. */
export function stillClock(): () => number {
  const now = Date.now();
  return () => now;
}

/** A sandbox with private books that ends with the test; its clock stands until it is advanced. */
export async function openSandbox(
  data = ':memory:',
  now = stillClock(),
): Promise<Client & {readonly sandbox: Sandbox}> {
  const sandbox = await startSandbox({data, now});
  onTestFinished(() => sandbox.close());
  return {...clientOf(sandbox), sandbox};
}

export type Booked = {
  readonly transaction_reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly requests: number;
};

export type BookedRefund = {
  readonly refund_transaction_reference: string;
  readonly payment_transaction_reference: string;
  readonly amount: number;
  readonly status: string;
};

export type SandboxServer = Sandbox & {
  readonly advance: (duration: string) => Promise<void>;
  readonly books: () => Promise<readonly Booked[]>;
  readonly refunds: () => Promise<readonly BookedRefund[]>;
  readonly faults: (faults: object) => Promise<void>;
  /** What a till must know to use it. */
  readonly environment: Readonly<Record<string, string>>;
};

/** The same beside a till, whose processes it outlives. Its clock runs (`Date.now`) where a command waits by itself until it is paid. */
export async function sandbox(now?: () => number): Promise<SandboxServer> {
  const {sandbox: server, ...client} = await openSandbox(':memory:', now);
  const answered = async (reply: Promise<Reply>) => {
    const {status, text, json} = await reply;
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json;
  };
  return {
    ...server,
    advance: duration => answered(client.advance(duration)),
    books: client.books,
    refunds: () => answered(client.get('/sandbox/refunds')),
    faults: faults => answered(client.faults(faults)),
    environment: {DUKA_BASE_URL: server.baseUrl, DUKA_API_KEY: server.apiKey, DUKA_PROFILE: 'sandbox'},
  };
}
