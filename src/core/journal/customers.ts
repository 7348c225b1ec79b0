import type {Json} from '../service/answer.js';
import {membersWithSignals} from '../service/signals.js';

/**
 * What of a line names a customer. It is on the disk sealed, each value in its place, under a key of its month; who has no key reads a
 * stand-in, and equal values of one payment have equal stand-ins.
 */

/** The month of an instant in milliseconds since the epoch, in UTC. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** How one value is sealed, and a sealed one opened: undefined where it is none, or its key is not at hand. */
export type Seal = (value: string) => string;
export type Unseal = (sealed: string) => string | undefined;

/** An event, or what was read of one. */
type Told = {readonly type: string; readonly data: unknown};
type Members = Readonly<Record<string, unknown>>;

/** The members of events that name a customer. */
const ownMembers: Readonly<Record<string, readonly string[]>> = {
  requested: ['phone', 'email', 'firstName', 'lastName', 'wallet', 'customerEmail'],
  'enrolment-requested': ['customerEmail'],
  'subscription-seen': ['customerEmail', 'firstName', 'lastName', 'metadata'],
  'ticket-opened': ['customer'],
  'receipt-mail-queued': ['to'],
  'receipt-mail-answered': ['text'],
};

/** Those by which the service names a payer in its answers. */
const payerMembers: ReadonlySet<string> = new Set([
  ...['payee', 'payer', 'sender_name', 'payer_name', 'payerName', 'payer_account_number', 'payerAccountNumber'],
  ...['customer_number', 'customerNumber', 'customer_phone_number', 'customer_phone', 'customerPhone', 'phone'],
  ...['phone_number', 'phoneNumber', 'mobile_number', 'mobileNumber', 'msisdn', 'account_number', 'accountNumber'],
  ...['email', 'email_address', 'emailAddress', 'customer_email', 'customerEmail', 'customer_email_address'],
  ...['customer_name', 'customerName', 'customer_first_name', 'customer_last_name', 'first_name', 'last_name'],
  ...['firstName', 'lastName', 'full_name', 'fullName', 'account_name', 'accountName', 'cardHolderName', 'metadata'],
]);

/** What a payment's standing is read from: it is as good as a name where a customer is called by such a word. */
const membersThatProve: ReadonlySet<string> = new Set([
  ...membersWithSignals,
  ...['amount', 'transaction_amount', 'amount_received', 'transaction_fee', 'fees', 'refund_amount', 'currency'],
  ...['currency_code', 'payment_token', 'payment_method', 'transaction_channel', 'chargeMode', 'connectionMode'],
  ...['interval', 'planCode', 'name', 'type'],
]);
const nobody: ReadonlySet<string> = new Set();

/** By what an event is told from others: values that are equal are to be seen as such within it alone. */
export function scopeOf({type, data}: Told): string {
  const its = data as Members;
  if (typeof its['reference'] === 'string') return its['reference'];
  if (typeof its['enrolment'] === 'string') return its['enrolment'];
  if (typeof its['ticket'] === 'string') return its['ticket'];
  if (type.startsWith('receipt-mail')) return `mail ${String(its['number'])}`;
  const {subscription} = its;
  return typeof subscription === 'object' ? `subscription ${String((subscription as Members)['id'])}` : 'shop';
}

/** Whether an event begins something: what comes later about it is under the key of its month. */
export const beginsScope = ({type}: Told): boolean => type === 'requested' || type === 'enrolment-requested';

/** The values by which a payment or an enrolment names its customer. */
export function customersIn({type, data}: Told): readonly string[] {
  return (ownMembers[type] ?? [])
    .map(name => (data as Members)[name])
    .filter((value): value is string => typeof value === 'string' && value !== '');
}

/** The data of an event with what names a customer sealed; the same object where nothing does. `known` are values of the payment. */
export function sealedData({type, data}: Told, known: readonly string[], seal: Seal): unknown {
  const its = data as Members;
  const own = ownMembers[type];
  if (type === 'subscription-seen')
    return withMember(its, 'subscription', sealedMembers(its['subscription'], own, seal));
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

/** Whether an event says anything that is to be sealed. */
export function namesCustomer(event: Told, known: readonly string[] = []): boolean {
  let names = false;
  sealedData(event, known, value => {
    names = true;
    return value;
  });
  return names;
}

/** Of which key a line is: its name, and what the values are bound to. */
export type SealedWith = {readonly key: string; readonly till: string; readonly scope: string};

/** What was read of a line with its data opened, by stand-ins where its key is not at hand; what names no key as it is. */
export function openedLine(line: unknown, unsealOf: (how: SealedWith) => Unseal = () => standInOf): unknown {
  if (!isMembers(line) || typeof line['key'] !== 'string' || !isMembers(line['data'])) return line;
  const {key, ...rest} = line;
  const {till, type, data} = rest as {till?: unknown; type?: unknown; data: Members};
  const scope = scopeOf({type: String(type), data});
  return {...rest, data: openedData(data, unsealOf({key: String(key), till: String(till), scope}))};
}

const standInLetters = 'bcdfghjkmnpqrstvwxyz';
const sealedDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What is read in place of a sealed value whose key is not at hand: no digits, so that it is no part of any number. */
export function standInOf(sealed: string): string {
  const letters = Array.from(sealed.slice(1, 13), digit => standInLetters.charAt(sealedDigits.indexOf(digit) % 20));
  return `sealed-${letters.join('')}`;
}

/** Whether it is no value of a customer, but what is read in place of one. */
export const isStandIn = (text: string): boolean => /^sealed-[bcdfghjkmnpqrstvwxyz]{12}$/.test(text);

/** The data as they were before they were sealed. */
function openedData(data: unknown, unseal: Unseal): unknown {
  return mapped(data, value => (typeof value === 'string' && value.includes('~') ? openedText(value, unseal) : value));
}

/** The sealed values of a text. */
const mayBeSealed = /~(?:[\w-]{12}\.)?[\w-]{13,}~/g;

/** No answer of the service is as deep: what is in a deeper one is sealed whole. */
const deepest = 50;

/** Before the JSON of a value that is no plain text. */
const asJson = '\0';

function openedText(text: string, unseal: Unseal): unknown {
  mayBeSealed.lastIndex = 0;
  let opened = '';
  let from = 0;
  for (let found = mayBeSealed.exec(text); found !== null; found = mayBeSealed.exec(text)) {
    const [sealed] = found;
    const value = unseal(sealed);
    if (value === undefined) {
      mayBeSealed.lastIndex = found.index + sealed.length - 1; // its end may be the beginning of another
      continue;
    }
    if (sealed.length === text.length && value.startsWith(asJson)) return JSON.parse(value.slice(1));
    opened += text.slice(from, found.index) + value;
    from = found.index + sealed.length;
  }
  return opened + text.slice(from);
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withMember(members: Members, name: string, value: unknown): Members {
  return members[name] === value ? members : {...members, [name]: value};
}

function sealedMembers(value: unknown, names: readonly string[] = [], seal: Seal): Members {
  let members = value as Members;
  for (const name of names) members = withMember(members, name, sealedWhole(members[name], seal));
  return members;
}

/** Nothing is as good as sealed, and what is there or not stays to be seen. */
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
  /** An object or a list is looked through under every name: it may hold what an answer proves. */
  const sealedMember = (name: string, member: unknown, depth: number) => {
    if (typeof member === 'object' && member !== null) return sealed(member, depth + 1);
    if (payerMembers.has(name)) return sealedWhole(member, seal);
    return sealedIn(member, membersThatProve.has(name) ? {...patterns, whole: nobody} : patterns, seal);
  };
  return body === undefined ? undefined : sealed(body, 0);
}

/** The events that say of which row of a provider's file they are. */
const ofRows: ReadonlySet<string> = new Set([
  'discrepancy-accepted',
  'match-confirmed',
  'match-withdrawn',
  'reconciled',
]);

/** A row that has no reference is known by its instant and the payer's number. */
const payerOfRow = /(?<=\brow\/[^/]*\/)[^/]+(?=\/)/g;
const sealedRow = (value: unknown, seal: Seal): unknown =>
  typeof value === 'string' && value.includes('row/') ? value.replaceAll(payerOfRow, found => seal(found)) : value;

/** What names a row, without its payer: the same with the key of the month and without. */
export const rowWithoutPayer = (key: string): string => key.replaceAll(payerOfRow, '');

type Patterns = {
  readonly within: RegExp | null;
  /** The digits in which every number ends, and `@` where an address is known: a text without any of them has no match. */
  readonly signs: readonly string[];
  readonly whole: ReadonlySet<string>;
};

/** Fewer digits may be of anything. */
const fewestDigits = 8;

const gaps = /[\s.-]/g;

/** By the values of a payment, which stay as they are for as long as it is spoken of. */
const patternsMade = new WeakMap<readonly string[], Patterns>();

/**
 * Numbers and addresses are found wherever they stand, numbers also without their country and in groups; names where they are all
 * that a text says, since a name may be any word.
 */
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

/** The pattern where the text may match it: to look for it in every text of an answer would take longer than to write the answer. */
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

function sameOr(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((each, at) => each === before[at]) ? before : after;
}

/** A value with all that is in it put through `change`; the same where nothing was changed. */
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
