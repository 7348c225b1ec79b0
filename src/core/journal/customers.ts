import type {Json} from '../service/answer.js';
import {hasSignal} from '../service/signals.js';
import {jsonIn} from '../text/json.js';

/**
 * The values of a journal line that identify a customer. On disk, each value is sealed in its place under a key of its month. A reader
 * without the key sees a stand-in; equal values of one payment have equal stand-ins.
 */

/** The month of an instant in UTC, as `YYYY-MM`. `at` is in milliseconds since the epoch. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** `Seal` seals one value. `Unseal` opens it, or returns undefined if the text is no sealed value or its key is not available. */
export type Seal = (value: string) => string;
export type Unseal = (sealed: string) => string | undefined;

type Told = {readonly type: string; readonly data: unknown};
type Members = Readonly<Record<string, unknown>>;

/** The members of each event type that identify a customer. */
const ownMembers: Readonly<Record<string, readonly string[]>> = {
  requested: ['phone', 'email', 'firstName', 'lastName', 'wallet', 'customerEmail', 'name'],
  'account-set': ['name', 'phone'],
  'enrolment-requested': ['customerEmail'],
  'subscription-seen': ['customerEmail', 'firstName', 'lastName', 'metadata'],
  'ticket-opened': ['customer'],
  'basket-parked': ['name'],
  'receipt-mail-queued': ['to'],
  'receipt-mail-answered': ['text'],
};

/** The members by which the service identifies a payer in its answers. */
const payerMembers: ReadonlySet<string> = new Set([
  ...['payee', 'payer', 'sender_name', 'payer_name', 'payerName', 'payer_account_number', 'payerAccountNumber'],
  ...['customer_number', 'customerNumber', 'customer_phone_number', 'customer_phone', 'customerPhone', 'phone'],
  ...['phone_number', 'phoneNumber', 'mobile_number', 'mobileNumber', 'msisdn', 'account_number', 'accountNumber'],
  ...['email', 'email_address', 'emailAddress', 'customer_email', 'customerEmail', 'customer_email_address'],
  ...['customer_name', 'customerName', 'customer_first_name', 'customer_last_name', 'first_name', 'last_name'],
  ...['firstName', 'lastName', 'full_name', 'fullName', 'account_name', 'accountName', 'cardHolderName', 'metadata'],
]);

/** The other members from which a payment's standing is read, not sealed as a whole even if a customer's name is the same word. */
const membersThatProve: ReadonlySet<string> = new Set([
  ...['amount', 'transaction_amount', 'amount_received', 'transaction_fee', 'fees', 'refund_amount', 'currency'],
  ...['currency_code', 'payment_token', 'payment_method', 'transaction_channel', 'chargeMode', 'connectionMode'],
  ...['interval', 'planCode', 'name', 'type'],
]);
const nobody: ReadonlySet<string> = new Set();

/** The scope of an event: equal values can be recognised as equal only within one scope. */
export function scopeOf({type, data}: Told): string {
  const its = data as Members;
  if (typeof its['reference'] === 'string') return its['reference'];
  if (typeof its['enrolment'] === 'string') return its['enrolment'];
  if (typeof its['ticket'] === 'string') return its['ticket'];
  if (typeof its['account'] === 'number') return `account ${its['account']}`;
  if (type.startsWith('receipt-mail')) return `mail ${String(its['number'])}`;
  const {subscription} = its;
  return typeof subscription === 'object' ? `subscription ${String((subscription as Members)['id'])}` : 'shop';
}

/** Whether an event begins a scope. Later events of the scope are sealed under the key of this event's month. */
export const beginsScope = ({type}: Told): boolean => type === 'requested' || type === 'enrolment-requested';

export const customersIn = ({type, data}: Told): readonly string[] =>
  (ownMembers[type] ?? [])
    .map(name => (data as Members)[name])
    .filter((value): value is string => typeof value === 'string' && value !== '');

/** The data of an event with the customer's values sealed; the same object if there are none. `known`: those of the payment. */
export function sealedData({type, data}: Told, known: readonly string[], seal: Seal): unknown {
  const its = data as Members;
  const own = ownMembers[type];
  if (type === 'subscription-seen')
    return withMember(its, 'subscription', sealedMembers(its['subscription'], own, seal));
  if (type === 'x-reported' || type === 'z-reported') return withMember(its, 'report', withParked(its['report'], seal));
  if (ofRows.has(type)) return mapped(its, value => sealedRow(value, seal));
  let sealed = sealedMembers(its, own, seal);
  if (its['received'] !== undefined)
    sealed = withMember(
      sealed,
      'received',
      mapped(its['received'], value => sealedRow(value, seal)),
    );
  if (isMembers(its['answer'])) sealed = withMember(sealed, 'answer', sealedAnswer(its['answer'], known, seal));
  return sealed;
}

export function namesCustomer(event: Told, known: readonly string[] = []): boolean {
  let names = false;
  sealedData(event, known, value => {
    names = true;
    return value;
  });
  return names;
}

/** How a line is sealed: the name of its key, and the till and scope that its values are bound to. */
export type SealedWith = {readonly key: string; readonly till: string; readonly scope: string};

/** A line with its data opened. Values whose key is not available become stand-ins. A line that names no key is returned unchanged. */
export function openedLine(line: unknown, unsealOf: (how: SealedWith) => Unseal = () => standInOf): unknown {
  if (!isMembers(line) || typeof line['key'] !== 'string' || !isMembers(line['data'])) return line;
  const {key, ...rest} = line;
  const {till, type, data} = rest as {till?: unknown; type?: unknown; data: Members};
  const scope = scopeOf({type: String(type), data});
  return {...rest, data: openedData(data, unsealOf({key: String(key), till: String(till), scope}))};
}

const standInLetters = 'bcdfghjkmnpqrstvwxyz';
const sealedDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The stand-in for a sealed value whose key is not available. It has no digits, so that it can never be part of a number. */
export function standInOf(sealed: string): string {
  const letters = Array.from(sealed.slice(1, 13), digit => standInLetters.charAt(sealedDigits.indexOf(digit) % 20));
  return `sealed-${letters.join('')}`;
}

/** Whether a text is a stand-in and not a customer's value. */
export const isStandIn = (text: string): boolean => /^sealed-[bcdfghjkmnpqrstvwxyz]{12}$/.test(text);

const openedData = (data: unknown, unseal: Unseal): unknown =>
  mapped(data, value => (typeof value === 'string' && value.includes('~') ? openedText(value, unseal) : value));

/** Matches what may be a sealed value within a text. */
const mayBeSealed = /~(?:[\w-]{12}\.)?[\w-]{13,}~/g;

/** No answer of the service is nested this deeply; anything deeper is sealed as a whole. */
const deepest = 50;

/** Prefix of a sealed value that is JSON and not plain text. */
const asJson = '\0';

function openedText(text: string, unseal: Unseal): unknown {
  mayBeSealed.lastIndex = 0;
  let opened = '';
  let from = 0;
  for (let found = mayBeSealed.exec(text); found !== null; found = mayBeSealed.exec(text)) {
    const [sealed] = found;
    const value = unseal(sealed);
    if (value === undefined) {
      mayBeSealed.lastIndex = found.index + sealed.length - 1; // its last `~` may begin another sealed value
      continue;
    }
    if (sealed.length === text.length && value.startsWith(asJson)) return jsonIn(value.slice(1));
    opened += text.slice(from, found.index) + value;
    from = found.index + sealed.length;
  }
  return opened + text.slice(from);
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withMember = (members: Members, name: string, value: unknown): Members =>
  members[name] === value ? members : {...members, [name]: value};

function withParked(report: unknown, seal: Seal): Members {
  const its = report as Members;
  const parked = its['parked'];
  if (!Array.isArray(parked)) return its;
  const sealed = parked.map(each => sealedMembers(each, ownMembers['basket-parked'], seal));
  return withMember(its, 'parked', sameOr(parked, sealed));
}

function sealedMembers(value: unknown, names: readonly string[] = [], seal: Seal): Members {
  let members = value as Members;
  for (const name of names) members = withMember(members, name, sealedWhole(members[name], seal));
  return members;
}

/** Empty values and booleans stay unsealed: they reveal nothing, and a reader can still see whether a value is present. */
function sealedWhole(value: unknown, seal: Seal): unknown {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return value;
  const isPlain = typeof value === 'string' && !value.startsWith(asJson) && value.isWellFormed();
  return seal(isPlain ? value : asJson + JSON.stringify(value));
}

function sealedAnswer(answer: Members, known: readonly string[], seal: Seal): Members {
  const patterns = patternsOf(known);
  const body = sealedBody(answer['body'] as Json | undefined, patterns, seal);
  const text = sealedIn(answer['text'], patterns, seal);
  return withMember(withMember(answer, 'body', body), 'text', text);
}

function sealedBody(body: Json | undefined, patterns: Patterns, seal: Seal): unknown {
  const sealed = (value: unknown, depth: number): unknown => {
    if (typeof value === 'object' && depth > deepest) return sealedWhole(value, seal);
    if (Array.isArray(value))
      return sameOr(
        value,
        value.map(each => sealed(each, depth + 1)),
      );
    if (!isMembers(value)) return sealedIn(value, patterns, seal);
    const entries = Object.entries(value).map(([name, member]) => [name, sealedMember(name, member, depth)] as const);
    return entries.every(([name, member]) => member === value[name]) ? value : Object.fromEntries(entries);
  };
  /** Objects and lists are searched under every name, because they may contain what an answer proves. */
  const sealedMember = (name: string, member: unknown, depth: number) => {
    if (typeof member === 'object' && member !== null) return sealed(member, depth + 1);
    if (payerMembers.has(name)) return sealedWhole(member, seal);
    return sealedIn(
      member,
      membersThatProve.has(name) || hasSignal(name) ? {...patterns, whole: nobody} : patterns,
      seal,
    );
  };
  return body === undefined ? undefined : sealed(body, 0);
}

/** The events that refer to a row of a provider's file. */
const ofRows: ReadonlySet<string> = new Set([
  'discrepancy-accepted',
  'acceptance-withdrawn',
  'match-confirmed',
  'match-withdrawn',
  'reconciled',
]);

/** A row without a reference is identified by its instant and the payer's number. */
const payerOfRow = /(?<=\brow\/[^/]*\/)[^/]+(?=\/)/g;
const sealedRow = (value: unknown, seal: Seal): unknown =>
  typeof value === 'string' && value.includes('row/') ? value.replaceAll(payerOfRow, found => seal(found)) : value;

/** The key of a row without its payer. It is the same whether or not the key of the month is available. */
export const rowWithoutPayer = (key: string): string => key.replaceAll(payerOfRow, '');

type Patterns = {
  readonly within: RegExp | null;
  /** The last digits of every known number, and `@` if an address is known. A text that contains none of them cannot match. */
  readonly signs: readonly string[];
  readonly whole: ReadonlySet<string>;
};

/** A shorter run of digits could belong to anything. */
const fewestDigits = 8;

const gaps = /[\s.-]/g;

/** Keyed by the list of a payment's values, which stays the same object while its events are processed. */
const patternsMade = new WeakMap<readonly string[], Patterns>();

/** Numbers and addresses are found anywhere, also without country code and in groups; names, which may be any word, only alone. */
function patternsOf(known: readonly string[]): Patterns {
  const made = patternsMade.get(known);
  if (made !== undefined) return made;
  const within = known.flatMap(value => {
    const digits = value.replaceAll(/\D/g, '');
    if (/^\+?[\d\s.()-]+$/.test(value) && digits.length >= fewestDigits)
      return [{pattern: numberPattern(digits), sign: digits.slice(-fewestDigits)}];
    return value.includes('@') && value.isWellFormed() ? [{pattern: RegExp.escape(value.trim()), sign: '@'}] : [];
  });
  const patterns = {
    within: within.length === 0 ? null : new RegExp([...new Set(within.map(({pattern}) => pattern))].join('|'), 'gi'),
    signs: [...new Set(within.map(({sign}) => sign))],
    whole: new Set(known),
  };
  patternsMade.set(known, patterns);
  return patterns;
}

/** The pattern if the text may match it, else null: matching every text of an answer takes longer than writing it. */
function withinOf(text: string, {within, signs}: Patterns): RegExp | null {
  if (within === null) return null;
  const bare = text.replaceAll(gaps, '');
  return signs.some(sign => bare.includes(sign)) ? within : null;
}

function numberPattern(digits: string): string {
  const gap = String.raw`[\s.-]?`;
  const zero = `(?:0${gap})?`;
  const last = [...digits.slice(-fewestDigits)].join(gap);
  const before = [...digits.slice(0, -fewestDigits)].map(digit => `${zero}(?:${digit}${gap})?`).join('');
  return String.raw`${digits}|(?<!\d)\+?${zero}${before}${zero}${last}(?!\d)`;
}

function sealedIn(value: unknown, patterns: Patterns, seal: Seal): unknown {
  if (typeof value === 'number') {
    const text = String(value);
    const within = withinOf(text, patterns);
    return within !== null && text.search(within) !== -1 ? seal(asJson + JSON.stringify(value)) : value;
  }
  if (typeof value !== 'string' || value === '') return value;
  const within = withinOf(value, patterns);
  if (within !== null && value.search(within) !== -1) return value.replaceAll(within, found => seal(found));
  return patterns.whole.has(value) ? sealedWhole(value, seal) : value;
}

const sameOr = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((each, at) => each === before[at]) ? before : after;

/** A value with `change` applied to everything in it; the same value if nothing changes. */
function mapped(value: unknown, change: (value: unknown) => unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return change(value);
  if (depth > deepest + 10) return value;
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map(each => mapped(each, change, depth + 1)),
    );
  const entries = Object.entries(value).map(([name, member]) => [name, mapped(member, change, depth + 1)] as const);
  return entries.every(([name, member]) => member === (value as Members)[name]) ? value : Object.fromEntries(entries);
}
