import {
  type ClaimFacts,
  checkCode,
  checkTail,
  claimDays,
  claimedAmounts,
  claimedTime,
  claimText,
  claimVerdict,
  judgeClaim,
  momentText,
  type Claim as Said,
  saysNothing,
  worthAsking,
} from '../core/claim.js';
import {marketOf} from '../core/markets.js';
import {decimalText, displayMoney, groupThousands, isCurrency} from '../core/money.js';
import {channelName, maskPayer} from '../core/payer.js';
import {type Payment, verdictOf} from '../core/payment.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {refundedOf} from '../core/refund.js';
import {claimWords} from '../core/words/claim.js';
import {commandWords} from '../core/words/commands.js';
import {fill} from '../core/words/fill.js';
import {paymentWords} from '../core/words/payment.js';
import {problemText} from '../core/words/words.js';
import type {Claim} from '../print/signature.js';
import {type ClaimReading, readClaimed} from '../till/claim.js';
import type {OpenTill} from '../till/open.js';
import {examples} from './examples.js';
import {glyphs} from './payment-lines.js';
import {note, writeJson, writeLines} from './print.js';
import {readPayment, withReading, withTillOrReading} from './reading.js';
import {refundLine} from './refund-lines.js';
import {configOf, type Define, type Session} from './session.js';
import {refuseValue} from './values.js';
import {within} from './within.js';

type Options = {
  readonly qr?: string;
  readonly key?: string;
  readonly wallet?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly at?: string;
  readonly days?: string;
  readonly offline?: boolean;
};

export const define: Define = (command, {act, help: {options, commands}}) => {
  command
    .description(commands.claim)
    .argument('[code]')
    .option('--wallet <digits>', options.claimWallet)
    .option('--amount <amount>', options.claimAmount)
    .option('--currency <currency>', options.claimCurrency)
    .option('--at <time>', options.claimAt)
    .option('--days <count>', options.claimDays)
    .option('--offline', options.offline)
    .option('--qr <text>', options.qr)
    .option('--key <key>', options.key)
    .action(act(claim));
  examples(command, [
    'duka claim --wallet 678 --amount 1250 --at 14:02',
    'duka claim T7K0MZ4K8Q2RD --offline --json',
    'duka claim --qr DUKA1.WyJUN0siLCJUN0sw.c2ln',
    'duka claim --qr "$SCANNED" --key "$KEY" --json',
  ]);
};

/** A slip is proved by its signature alone; of a message the till says what it knows of the payment that it tells of. */
async function claim(session: Session, code: string | undefined, options: Options): Promise<ExitCode> {
  const {qr, key, ...said} = options;
  if (qr === undefined && key === undefined) return judge(session, code, said);
  if (qr !== undefined && code === undefined && Object.keys(said).length === 0) return proveClaim(session, options);
  throw new Problem('unknown-option', {detail: claimWords[session.language].slipAlone});
}

/** The longest that the service may keep a customer waiting at the counter. */
const patience = 10_000;

type Wanted = {readonly facts: ClaimFacts; readonly code: string | undefined; readonly days: number};

/**
 * Judges a message, by the journal first; where the service may know more it is asked, unless that is not wanted or not
 * possible. Under `--json` `{outcome, releaseGoods, used, isAsked, since, payments}`.
 */
async function judge(session: Session, code: string | undefined, options: Options): Promise<ExitCode> {
  const wanted = wantedFrom(session, code, options);
  const judged = (reading: ClaimReading) => judgeClaim(wanted.facts, reading.claimed, session.face.world.now());
  const known = await withReading(session, reading => readClaimed(reading, wanted));
  const first = judged(known);
  const tell = (said: Said, {since}: ClaimReading, about: Asking) => {
    if (session.isJson) writeJson(session, saidAsJson(session, said, {since, isAsked: about === 'asked'}));
    else writeLines(session, saidLines(session, said, {since, about}));
    return exits[said.kind];
  };
  if (worthAsking(first).length === 0) return tell(first, known, 'nothing-to-ask');
  if (options.offline === true) return tell(first, known, 'not-asked');
  return withTillOrReading(session, 'claim', {
    ask: async opened => {
      await askAbout(session, opened, worthAsking(first));
      const heard = await readClaimed({journal: opened.journal, state: opened.till.state}, wanted);
      const {state, refusedKey} = opened.till.link();
      const exit = tell(judged(heard), heard, state === 'up' && !refusedKey ? 'asked' : 'no-answer');
      if (session.face.interrupted.aborted && exit === exitCodes.notKnown) return exitCodes.interrupted;
      if (!refusedKey || exit === exitCodes.done) return exit;
      note(session, `! ${problemText(new Problem('key-refused'), session.language)}`);
      return exit === exitCodes.notKnown ? exitCodes.configuration : exit;
    },
    read: async () => tell(first, known, 'not-asked'),
    needsService: false,
  });
}

async function askAbout(session: Session, {till}: OpenTill, payments: readonly Payment[]): Promise<void> {
  const {face, language} = session;
  const until = face.world.monotonic() + patience;
  for (const {reference} of payments) {
    if (face.interrupted.aborted) break;
    note(session, fill(claimWords[language].asking, {reference}));
    await within(face, until - face.world.monotonic(), till.check(reference));
    const poison = till.poison();
    if (poison !== undefined) throw poison;
  }
}

/** Only goods that may go are a success. */
const exits: Readonly<Record<Said['kind'], ExitCode>> = {
  paid: exitCodes.done,
  'not-paid': exitCodes.notPaid,
  'never-asked': exitCodes.notPaid,
  'not-known': exitCodes.notKnown,
  'needs-person': exitCodes.needsPerson,
  used: exitCodes.needsPerson,
  several: exitCodes.needsPerson,
  vague: exitCodes.needsPerson,
};

const mostDays = 3660;

/** Throws `Problem` for what cannot be read, and where nothing was said. */
function wantedFrom(session: Session, code: string | undefined, options: Options): Wanted {
  const {language} = session;
  const {wallet, amount, at} = options;
  const {zone, country} = configOf(session);
  const typed = options.currency?.trim().toUpperCase();
  if (typed !== undefined && !isCurrency(typed)) throw new Problem('currency-unknown', {currency: typed});
  const days = Number(options.days ?? claimDays);
  if (!Number.isInteger(days) || days < 1 || days > mostDays)
    refuseValue({name: '--days', value: options.days ?? '', language}, `1–${mostDays}`);
  const now = session.face.world.now();
  const facts: ClaimFacts = {
    ...(code === undefined ? {} : {code: checkCode(code)}),
    ...(wallet === undefined ? {} : {tail: checkTail(wallet)}),
    ...(amount === undefined ? {} : {amounts: claimedAmounts(amount, typed, marketOf(country).currency)}),
    ...(at === undefined ? {} : {at: claimedTime(at, {zone, now})}),
  };
  if (saysNothing(facts)) throw new Problem('unknown-option', {detail: claimWords[language].nothingGiven});
  return {facts, code: facts.code, days};
}

/** `payments` are those that fit, the newest first; where none does, those that fit but for one thing. */
function saidAsJson(
  session: Session,
  said: Said,
  {since, isAsked}: {readonly since: string | undefined; readonly isAsked: boolean},
) {
  const instant = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
  const {found, means} = claimText(said, readerOf(session));
  return {
    outcome: said.kind,
    releaseGoods: said.kind === 'paid',
    used: said.kind === 'used' ? said.used : null,
    sentence: `${found} ${means}`,
    isAsked,
    since: since ?? null,
    payments: said.fits.map(({payment}) => ({
      reference: payment.reference,
      sale: payment.sale,
      verdict: verdictOf(payment),
      amount: decimalText(payment.request.amount),
      currency: payment.request.amount.currency,
      payer: maskPayer(payment.request),
      askedAt: instant(payment.requestedAt),
      paidAt: payment.status === 'paid' ? instant(payment.since) : null,
      receipts: payment.receipts,
      refunded: decimalText(refundedOf(payment, 'made')),
    })),
  };
}

type Asking = 'asked' | 'not-asked' | 'no-answer' | 'nothing-to-ask';

const readerOf = (session: Session) => ({
  language: session.language,
  zone: configOf(session).zone,
  now: session.face.world.now(),
});

function saidLines(
  session: Session,
  said: Said,
  {since, about}: {readonly since: string | undefined; readonly about: Asking},
): readonly string[] {
  const {language} = session;
  const words = claimWords[language];
  const {found, means} = claimText(said, readerOf(session));
  const looked = since === undefined ? words.sinceNothing : fill(words.since, {date: since});
  const asking = {
    asked: [words.asked],
    'not-asked': [words.notAsked, ...worthAsking(said).slice(0, 1).map(askLine(session))],
    'no-answer': [words.noAnswer],
    'nothing-to-ask': [],
  };
  return [
    `${glyphs[claimVerdict[said.kind]]} ${words.verdicts[said.kind]}`,
    `  ${found}`,
    `  ${means}`,
    ...said.fits.map(({payment}) => `  ${paymentLine(session, payment)}`),
    `  ${[looked, ...asking[about]].join(' ')}`,
  ];
}

const askLine =
  ({language}: Session) =>
  ({reference}: Payment): string =>
    fill(claimWords[language].askNow, {command: `duka status ${reference}`});

function paymentLine(session: Session, payment: Payment): string {
  const {language} = session;
  const {request, reference, requestedAt} = payment;
  const verdict = verdictOf(payment);
  return [
    `${glyphs[verdict]} ${paymentWords[language].verdicts[verdict]}`,
    displayMoney(request.amount),
    ...[maskPayer(request), channelName(request, language)].filter(part => part !== ''),
    momentText(requestedAt, readerOf(session)),
    reference,
  ].join('   ');
}

/** What this till's journal says of a claim: nothing, the same, or something else. */
type Word = 'paid' | 'not-paid' | 'differs' | 'unknown';

/**
 * Proves a slip by its code, offline. The exit code is 0 for one that is genuine and that the journal does not contradict.
 * Under `--json` `{genuine, agrees, journal, status, claim}`, where `journal` is `paid`, `not-paid`, `differs` or `unknown`.
 */
async function proveClaim(session: Session, {qr = '', key}: Pick<Options, 'qr' | 'key'>): Promise<ExitCode> {
  const {readClaim} = await import('../print/signature.js');
  const read = (by: string) => readClaim(qr.trim(), by);
  const claimed = read('')?.claim;
  if (claimed === undefined) throw noCode(session);
  const isGenuine = read(keyFrom(session, key, claimed.profile))?.isGenuine === true;
  return withReading(session, async reading => {
    const payment = await readPayment(reading, claimed.reference).catch(unknown);
    const word = wordOf(payment, claimed);
    const agrees = isGenuine && word !== 'not-paid' && word !== 'differs' && !isOdd(session, claimed, word);
    if (session.isJson) writeJson(session, asJson(claimed, {isGenuine, agrees, word, payment}));
    else writeLines(session, lines(session, claimed, {isGenuine, word, payment}));
    return agrees ? exitCodes.done : exitCodes.needsPerson;
  });
}

/** The key by which a slip of this home is proved. Throws `Problem` unknown-option, setting-missing. */
export function keyFrom(session: Session, typed: string | undefined, profile: Claim['profile']): string {
  if (typed !== undefined && !/^[\w-]{43}$/.test(typed.trim()))
    refuseValue({name: '--key', value: typed, language: session.language}, 'base64url, 43');
  const key = typed?.trim() ?? session.surroundings().settings.read().signingKeys?.[profile];
  if (key === undefined) throw new Problem('setting-missing', {name: '--key'});
  return key;
}

/** What is said of a text that is no slip's code. */
export function noCode({language}: Session): Problem {
  return new Problem('unknown-option', {detail: commandWords[language].claim.noCode});
}

/** A payment that the journal does not have is an answer here; a damaged journal is not. */
function unknown(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'payment-unknown') throw error;
}

function wordOf(payment: Payment | undefined, {amount, currency, businessDate}: Claim): Word {
  if (payment === undefined) return 'unknown';
  const {request} = payment;
  const isSame =
    decimalText(request.amount) === amount &&
    request.amount.currency === currency &&
    request.businessDate === businessDate;
  if (!isSame) return 'differs';
  return verdictOf(payment) === 'paid' ? 'paid' : 'not-paid';
}

/** A slip for practice where real money is taken, or one of this very till of which its journal knows nothing. */
function isOdd(session: Session, claim: Claim, word: Word): boolean {
  return isPractice(session, claim) || (word === 'unknown' && isOurs(session, claim));
}

function isPractice(session: Session, {profile}: Claim): boolean {
  return profile !== 'live' && configOf(session).profile === 'live';
}

function isOurs(session: Session, {till, profile}: Claim): boolean {
  const config = configOf(session);
  return till === config.till && profile === config.profile;
}

type Found = {readonly isGenuine: boolean; readonly word: Word; readonly payment: Payment | undefined};

function asJson(claim: Claim, {isGenuine, agrees, word, payment}: Found & {readonly agrees: boolean}) {
  const paidAt = Temporal.Instant.fromEpochMilliseconds(claim.paidAt).toString();
  return {genuine: isGenuine, agrees, journal: word, status: payment?.status ?? null, claim: {...claim, paidAt}};
}

function lines(session: Session, claim: Claim, {isGenuine, word, payment}: Found): readonly string[] {
  const {language} = session;
  const words = commandWords[language].claim;
  const {till, reference, businessDate, profile, currency} = claim;
  const amount = `${currency} ${groupThousands(claim.amount)}`;
  return [
    isGenuine ? `✓ ${fill(words.genuine, {till})}` : `✗ ${words.forged}`,
    `  ${fill(words.says, {amount, businessDate, reference, till, profile})}`,
    ...(isPractice(session, claim) ? [`✗ ${fill(words.practice, {profile})}`] : []),
    journalLine(session, claim, word, payment),
    ...(payment?.refunds ?? []).map(refund => `  ${refundLine(refund, language)}`),
  ];
}

function journalLine(session: Session, claim: Claim, word: Word, payment: Payment | undefined): string {
  const {language} = session;
  const words = commandWords[language].claim;
  const {reference} = claim;
  if (payment === undefined)
    return isOurs(session, claim)
      ? `✗ ${fill(words.unknownOurs, {reference})}`
      : `? ${fill(words.unknownHere, {reference})}`;
  if (word === 'paid') return `✓ ${fill(words.agrees, {reference})}`;
  const {amount, businessDate} = payment.request;
  const verdict = paymentWords[language].verdicts[verdictOf(payment)];
  return word === 'differs'
    ? `✗ ${fill(words.differs, {reference, amount: displayMoney(amount), businessDate})}`
    : `✗ ${fill(words.notPaid, {reference, verdict})}`;
}
