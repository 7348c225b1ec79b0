import {serviceCurrencies} from '../market/market.js';
import {namesOf, patternOf} from '../money/currencies.js';
import {type Currency, type Money, parseAmount} from '../money/money.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';

/** A network's message that a customer shows or forwards. It is only a claim: anyone can type such a text. */
export type PaymentMessage = {
  readonly network: string;
  /** The network's own name of the payment. */
  readonly code: string;
  /** The amount, in each currency that its sign may stand for. */
  readonly amounts: readonly [Money, ...Money[]];
  /** In epoch milliseconds; undefined if the text has no time. */
  readonly at: number | undefined;
  /** The person or business that was paid, or that the money came from. */
  readonly name: string | undefined;
  /** The payer's number, if the message went to the person who was paid. */
  readonly payer: string | undefined;
};

/** A network's messages in one language: patterns for the code, and for a payment as the payer (`paid`) and payee (`received`) see it. */
type MessageForm = {
  readonly network: string;
  readonly language: 'en' | 'fr' | 'sw';
  readonly code: string;
  readonly paid: readonly string[];
  readonly received: readonly string[];
};

/** What networks write before or after an amount. */
const units = new Map<string, readonly Currency[]>([
  ...namesOf(serviceCurrencies),
  ['k', ['ZMW']], // elsewhere it stands for thousands
]);
const unit = patternOf(units);
const figure = String.raw`\d{1,3}(?:[ ,.]\d{3})+(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?`;
/** An amount with its currency before or after it. */
const money = `(?:(?<unit>${unit})[ .:]?(?<figure>${figure})(?!\\d)(?:/=)?|(?<figure>${figure}) ?(?<unit>${unit})(?![\\p{L}\\d]))`;
/** The name of the other side, and the number that may follow, up to the words that come next. */
const name = String.raw`(?<name>[^.,;:()]{2,60}?)(?:\s*\(?(?<number>\+?\d{9,13})\)?)?`;
const next = String.raw`(?=\s*[.,;:(]|\s+(?:on|at|via|for|has|was|is|till|ref|id|tid|txn|date|bal|current|available|new|fee|le|du|pour|a été|effectu|r[eé]ussi|solde|nouveau|frais|tarehe|kwa akaunti|salio|succes)|\s*$)`;
const who = `${name}${next}`;
/** The same with the number first, as in a network's message to the owner of a till number. */
const numberedWho = String.raw`(?<number>\+?\d{9,13})\s+(?<name>[^.,;:()]{2,60}?)${next}`;
/** A network's code that contains a date and a time: `MP261120.1402.A12345`. */
const dated = String.raw`[A-Z]{2}\d{6}\.\d{4}\.[A-Z]?\d{4,6}`;
const mpesaCode = String.raw`^(?:m-?pesa\s+)?(?<code>(?=[A-Z]*\d)[A-Z0-9]{7,12})\.?\s+`;

/** Tried in this order; the first form that reads a text is used. */
export const messageForms: readonly MessageForm[] = [
  {
    network: 'M-Pesa',
    language: 'en',
    code: `${mpesaCode}confirmed`,
    paid: [`${money} (?:sent|paid|transferred) to ${who}`, `you have (?:paid|sent|transferred) ${money} to ${who}`],
    received: [
      `received ${money} from ${who}`,
      `${money} received from ${numberedWho}`,
      `${money} received from ${who}`,
    ],
  },
  {
    network: 'M-Pesa',
    language: 'sw',
    code: `${mpesaCode}(?:imethibitishwa|umethibitishwa)`,
    paid: [
      `${money} (?:imetumwa|zimetumwa|imelipwa|zimelipwa) (?:kwa|kwenda|kwenye) ${who}`,
      `(?:umelipa|umetuma) ${money} (?:kwa|kwenda|kwenye) ${who}`,
    ],
    received: [`umepokea ${money} kutoka (?:kwa )?${who}`],
  },
  {
    network: 'Wave',
    language: 'en',
    code: String.raw`transaction ?id\s*:?\s*(?<code>T_[A-Z0-9]{8,20})`,
    paid: [`you (?:have )?(?:paid|sent) ${money} to ${who}`, `payment of ${money} to ${who}`],
    received: [`received ${money} from ${who}`],
  },
  {
    network: 'Wave',
    language: 'fr',
    code: String.raw`id ?(?:de )?(?:la )?transaction\s*:?\s*(?<code>T_[A-Z0-9]{8,20})`,
    paid: [`paiement de ${money} [aà] ${who}`, `vous avez (?:pay[eé]|envoy[eé]) ${money} [aà] ${who}`],
    received: [`re[cç]u ${money} de ${who}`],
  },
  {
    network: 'Airtel Money',
    language: 'en',
    code: String.raw`\bTID\s*[:.]?\s*(?<code>${dated}|\d{8,14})`,
    paid: [`(?:you have )?(?:paid|sent) ${money} to ${who}`, `${money} (?:sent|paid) to ${who}`],
    received: [`received ${money} from ${who}`],
  },
  {
    network: 'Airtel Money',
    language: 'fr',
    code: String.raw`\btrans\.? ?id\s*[:.]?\s*(?<code>${dated}|\d{8,14})`,
    paid: [`vous avez (?:pay[eé]|envoy[eé]|transf[eé]r[eé]) ${money} [aà] ${who}`, `paiement de ${money} [aà] ${who}`],
    received: [`re[cç]u ${money} de ${who}`],
  },
  {
    network: 'Orange Money',
    language: 'fr',
    code: String.raw`\b(?:id ?(?:de )?(?:la )?trans(?:action)?|r[eé]f(?:[eé]rence)?)\.?\s*:?\s*(?<code>${dated})`,
    paid: [
      `paiement (?:de|d.un montant de) ${money} [aà] ${who}`,
      `transfert de ${money} (?:.{0,40}?)(?:vers|[aà])(?: le)? ${who}`,
      `vous avez (?:pay[eé]|envoy[eé]|transf[eé]r[eé]) ${money} [aà] ${who}`,
    ],
    received: [`re[cç]u (?:un (?:transfert|paiement) de )?${money} (?:de|du) ${who}`],
  },
  {
    network: 'Orange Money',
    language: 'en',
    code: String.raw`\b(?:txn|trans(?:action)?)\.? ?(?:id|ref)\s*:?\s*(?<code>${dated})`,
    paid: [`(?:payment|transfer) of ${money} to ${who}`, `you have (?:paid|sent|transferred) ${money} to ${who}`],
    received: [`received ${money} from ${who}`],
  },
  {
    network: 'MTN MoMo',
    language: 'en',
    code: String.raw`\b(?:financial )?(?:transaction|txn) ?id\s*[:.]?\s*(?<code>\d{6,20})`,
    paid: [
      `payment (?:made |successful )?(?:for|of) ${money} to ${who}`,
      `you have (?:paid|transferred|sent) ${money} to ${who}`,
      `you(?:r payment of)? (?:paid )?${money} to ${who}`,
    ],
    received: [`payment received for ${money} from ${who}`, `received ${money} from ${who}`],
  },
  {
    network: 'MTN MoMo',
    language: 'fr',
    code: String.raw`\bid ?(?:de )?(?:la )?transaction\s*[:.]?\s*(?<code>\d{6,20})`,
    paid: [
      `(?:paiement|transfert) (?:effectu[eé] )?(?:pour|de) ${money} [aà] ${who}`,
      `vous avez (?:pay[eé]|transf[eé]r[eé]|envoy[eé]) ${money} [aà] ${who}`,
    ],
    received: [`re[cç]u ${money} de ${who}`],
  },
];

const expression = (source: string) => new RegExp(source, 'iu');
const compiled = messageForms.map(({network, code, paid, received}) => ({
  network,
  code: expression(code),
  paid: paid.map(expression),
  received: received.map(expression),
}));

/** In characters: no message of a network is longer, advertisements included. */
export const longestMessage = 600;
/** In characters: every message is at least this long. */
const shortestMessage = 25;

/** Reads a network's message; undefined unless both its code and its amount are where a form of that network has them. */
export function readMessage(typed: string, zone: string): PaymentMessage | undefined {
  const text = cleanText(typed, longestMessage)
    .normalize('NFC')
    .replaceAll(/[\s\u00A0\u202F]+/gu, ' ');
  if (text.length < shortestMessage) return undefined;
  for (const {network, code, paid, received} of compiled) {
    const named = code.exec(text)?.groups?.['code'];
    if (named === undefined) continue;
    const sent = firstOf(paid, text);
    const groups = sent ?? firstOf(received, text);
    const amounts = groups === undefined ? [] : amountsOf(groups);
    const [first, ...others] = amounts;
    if (groups === undefined || first === undefined) continue;
    return {
      network,
      code: named.toUpperCase(),
      amounts: [first, ...others],
      at: timeIn(text, zone) ?? timeOfCode(named, zone),
      name: groups['name']?.trim() || undefined,
      payer: sent === undefined ? groups['number'] : undefined,
    };
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function firstOf(forms: readonly RegExp[], text: string): Groups | undefined {
  for (const form of forms) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** Networks separate groups of three digits by a sign, and write decimals even if the currency has none. */
function amountsOf({unit: sign = '', figure: digits = ''}: Groups): readonly Money[] {
  const isGrouped = /^\d{1,3}(?:[ ,.]\d{3})+(?:[.,]\d{1,2})?$/u.test(digits);
  const [, whole = digits, cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/u.exec(digits) ?? [];
  const plain = isGrouped ? whole.replaceAll(/\D/gu, '') : whole;
  return (units.get(sign.toLowerCase()) ?? []).flatMap(currency => {
    try {
      return [parseAmount(/^0*$/u.test(cents) ? plain : `${plain}.${cents}`, currency)];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });
}

const clock = String.raw`(?:,|\s)\s*(?:at |[aà] |saa |kl )?(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?(?:\s?(?<half>[ap])\.?m)?`;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const moments = [
  String.raw`\b(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})T?${clock}`,
  String.raw`\b(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4}|\d{2})${clock}`,
  String.raw`\b(?<day>\d{1,2})[- ](?<month>[a-z]{3})[a-z]*[- ](?<year>\d{4}|\d{2})${clock}`,
].map(expression);

function timeIn(text: string, zone: string): number | undefined {
  const groups = firstOf(moments, text);
  if (groups === undefined) return undefined;
  const {year = '', month = '', day = '', hour = '', minute = '', half} = groups;
  const named = months.indexOf(month.toLowerCase()) + 1;
  const twelve = Number(hour) % 12;
  const clockHour = half === undefined ? Number(hour) : half.toLowerCase() === 'p' ? twelve + 12 : twelve;
  return instantOf(
    {year, month: named || Number(month), day: Number(day), hour: clockHour, minute: Number(minute)},
    zone,
  );
}

/** The time within a code such as `MP261120.1402.A12345`. */
function timeOfCode(code: string, zone: string): number | undefined {
  const [, year = '', month, day, hour, minute] = /^[A-Z]{2}(\d\d)(\d\d)(\d\d)\.(\d\d)(\d\d)\./iu.exec(code) ?? [];
  if (year === '') return undefined;
  return instantOf({year, month: Number(month), day: Number(day), hour: Number(hour), minute: Number(minute)}, zone);
}

type Wall = {readonly year: string} & Readonly<Record<'month' | 'day' | 'hour' | 'minute', number>>;

function instantOf({year, ...wall}: Wall, zone: string): number | undefined {
  try {
    const whole = Number(year.length === 2 ? `20${year}` : year);
    const at = Temporal.PlainDateTime.from({year: whole, ...wall}, {overflow: 'reject'});
    return at.toZonedDateTime(zone).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
