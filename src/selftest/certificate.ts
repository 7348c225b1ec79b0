import {createHash} from 'node:crypto';
import {fillFrom, type Messages, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {isCurrency, type Money, parseAmount, sumByCurrency} from '../core/money/money.js';
import {type Payment, type Verdict, verdictOf} from '../core/payment/payment.js';
import {widthOf, wrap} from '../core/text/width.js';
import type {Session} from '../session/session.js';
import type {Finding} from './compare.js';
import type {Books} from './practice-service.js';

export type MomentName = keyof Messages['selftest']['moments'];

/** What the certificate says about the machine. Nothing in it identifies the machine. */
export type Machine = {readonly files: string; readonly syncMilliseconds: number};

/** The certificate as text. Its last line contains only the SHA-256 of all lines except the last two. */
type Certificate = {readonly text: string; readonly sha256: string};

const widest = 80;

export type Outcome = {
  readonly seed: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly kills: Readonly<Record<MomentName, number>>;
  readonly sales: Sales;
  /** The number of states that were acknowledged before a kill and looked for afterwards. */
  readonly acknowledged: number;
  readonly torn: number;
  /** Milliseconds from the start of the program after a kill to the open till. */
  readonly restarts: readonly number[];
  /** The slowest round, in milliseconds. */
  readonly slowest: number;
  readonly findings: readonly Finding[];
};

type Sales = {
  /** Sales begun by the till's processes, whether or not they lived to record them. */
  readonly begun: number;
  readonly written: number;
  readonly byMethod: Readonly<Record<string, number>>;
  readonly byVerdict: Readonly<Record<Exclude<Verdict, 'on-book'>, number>>;
  readonly rows: number;
  readonly refunds: number;
  /** What was paid without cash, in both books, except payments that need a person, about which the two may disagree. */
  readonly paidHere: readonly Money[];
  readonly paidThere: readonly Money[];
};

export function salesOf(payments: readonly Payment[], books: Books, begun: number): Sales {
  const count = (holds: (payment: Payment) => boolean) => payments.filter(holds).length;
  const verdict = (wanted: Verdict) => count(payment => verdictOf(payment) === wanted);
  const disputed = new Set(payments.filter(({status}) => status === 'disputed').map(({reference}) => reference));
  const mispaid = new Set(payments.filter(({status}) => status === 'mispaid').map(({reference}) => reference));
  const rows = books.transactions.filter(
    ({transaction_reference: reference, status}) =>
      status === 'Completed' && !disputed.has(reference) && !mispaid.has(reference),
  );
  const methods = [...new Set(payments.map(({request}) => request.method))].sort();
  return {
    begun,
    written: payments.length,
    byMethod: Object.fromEntries(methods.map(method => [method, count(({request}) => request.method === method)])),
    byVerdict: {
      paid: verdict('paid'),
      'not-paid': verdict('not-paid'),
      'not-known': verdict('not-known'),
      'needs-person': verdict('needs-person'),
    },
    rows: books.transactions.length,
    refunds: books.refunds.length,
    paidHere: sumByCurrency(
      payments
        .filter(({status, request}) => status === 'paid' && request.method !== 'cash')
        .map(({request}) => request.amount),
    ),
    paidThere: sumByCurrency(rows.map(({amount, currency}) => moneyOf(amount, currency))),
  };
}

/** The service writes an amount as a JSON number, whose shortest text is the amount that was requested. */
function moneyOf(amount: number, currency: string): Money {
  if (!isCurrency(currency)) throw new Error(`${currency} is no currency of a practice sale`);
  return parseAmount(String(amount), currency);
}

/** Makes a certificate of a run, whether or not the run proved anything. */
export function certify(session: Session, outcome: Outcome, machine: Machine): Certificate {
  const words = messages(session.language).selftest.certificate;
  const rows = rowsOf(session, outcome, machine);
  const width = Math.max(...rows.map(([name]) => widthOf(name))) + 2;
  const lines = rows.flatMap(([name, text]) =>
    wrap(text, widest - width).map((line, index) => {
      const heading = index === 0 ? name : '';
      return `${heading}${' '.repeat(width - widthOf(heading))}${line}`;
    }),
  );
  const {findings} = outcome;
  const verdict = findings.length === 0 ? words.proven : words.notProven({count: findings.length});
  const limits = wrap(words.limits, widest);
  const body = [
    words.title,
    '',
    ...lines,
    '',
    ...wrap(verdict, widest),
    ...findingLines(session, outcome),
    ...limits,
    '',
  ];
  const text = body.map(line => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return {text: `${text}${words.hash}\n${sha256}\n`, sha256};
}

function findingLines({language}: Session, {findings}: Pick<Outcome, 'findings'>): readonly string[] {
  const words = messages(language).selftest.findings;
  return findings.flatMap(({reference, name, facts}) =>
    wrap(`✗ ${reference}: ${fillFrom(words[name], facts)}`, widest),
  );
}

function rowsOf(
  {language, face}: Session,
  {seed, rounds, seconds, slowest, kills, sales, acknowledged, torn, restarts}: Outcome,
  {files, syncMilliseconds: milliseconds}: Machine,
): readonly (readonly [string, string])[] {
  const {certificate: words, moments} = messages(language).selftest;
  const {version} = face;
  const at = Temporal.Instant.fromEpochMilliseconds(Math.round(face.world.now())).toString({smallestUnit: 'second'});
  const killed = Object.entries(kills) as [MomentName, number][];
  const methods = Object.entries(sales.byMethod).map(([method, count]) =>
    words.methods[method as keyof typeof words.methods]({count}),
  );
  const verdicts = Object.entries(sales.byVerdict) as [keyof typeof sales.byVerdict, number][];
  const sums = (list: readonly Money[]) => list.map(sum => displayMoney(sum, language)).join(', ') || words.nothing;
  const disk = process.platform === 'linux' ? words.diskSyncedAsWritten : words.diskSyncedAfter;
  return [
    [words.date, at],
    [words.software, words.softwareIs({version, node: process.versions.node})],
    [words.platform, words.platformIs({platform: process.platform, processor: process.arch, files})],
    [words.disk, disk({milliseconds})],
    [words.seed, seed],
    [words.rounds, words.roundsAre({rounds, seconds: Math.round(seconds * 10) / 10, slowest: Math.round(slowest)})],
    ...killed.map(
      ([moment, count], index) =>
        [index === 0 ? words.kills : '', words.killsAre({count, moment: moments[moment]})] as const,
    ),
    [words.sales, words.salesAre({begun: sales.begun, written: sales.written})],
    ['', methods.join(', ')],
    ['', verdicts.map(([verdict, count]) => words.verdicts[verdict]({count})).join(', ')],
    [words.service, words.serviceIs({rows: sales.rows, refunds: sales.refunds})],
    [words.paidHere, sums(sales.paidHere)],
    [words.paidThere, sums(sales.paidThere)],
    [words.acknowledged, words.acknowledgedAre({count: acknowledged})],
    [words.torn, words.tornAre({count: torn})],
    [words.restarts, words.restartsAre(spread(restarts))],
  ];
}

/** The median and the maximum, in whole milliseconds. */
export function spread(durations: readonly number[]): {readonly half: number; readonly most: number} {
  const sorted = durations.toSorted((a, b) => a - b);
  return {half: Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0), most: Math.round(sorted.at(-1) ?? 0)};
}
