import {
  type Claimed,
  type ClaimFacts,
  checkClaim,
  checkCode,
  checkTail,
  claimDays,
  claimedAmounts,
  claimedTime,
  claimText,
  claimVerdict,
  factsOf,
  messageText,
  momentText,
  type Claim as Said,
  saysNothing,
  worthAsking,
} from '../core/claim/claim.js';
import {type PaymentMessage, readMessage} from '../core/claim/message.js';
import {date, instant} from '../core/day/schema.js';
import {marketOf} from '../core/market/markets.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {isCurrency, type Money} from '../core/money/money.js';
import {amount, amountOf} from '../core/money/schema.js';
import {badgeOf, badgeText, glyphs} from '../core/payment/badge.js';
import {maskPayer} from '../core/payment/payer.js';
import {type Payment, verdictNames, verdictOf} from '../core/payment/payment.js';
import {refundedOf} from '../core/payment/refund.js';
import {reference} from '../core/payment/schema.js';
import {channelName} from '../core/payment/tender.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import type {UnaskedRow} from '../core/reconcile/result/decide.js';
import {
  count,
  elseNull,
  fields,
  flag,
  type Given,
  list,
  made,
  oneOf,
  orNull,
  type Spec,
  text,
} from '../core/spec/spec.js';
import {answer, note, noteProblem} from '../session/print.js';
import {configOf, type Session, within} from '../session/session.js';
import {type ClaimReading, readClaimed} from '../till/claim.js';
import type {OpenTill} from '../till/open.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withReading, withTillOrReading} from './reading.js';
import {pipedInput} from './sign-in.js';
import {currencies, wholeFrom} from './values.js';
import {slipAnswer, verifySlip} from './verify-slip.js';

const options = {
  '--wallet <digits>': 'claimWallet',
  '--amount <amount>': 'claimAmount',
  '--currency <currency>': {says: 'claimCurrency', offers: currencies},
  '--at <time>': 'claimAt',
  '--days <count>': 'claimDays',
  '--offline': 'offline',
  '--message-stdin': 'messageStdin',
  '--qr <text>': 'qr',
  '--key <key>': 'key',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  arguments: ['[code]'],
  options,
  examples: [
    'duka claim "SKL4XY9QRT Confirmed. Ksh1,250.00 paid to CORNER SHOP. on 20/11/26 at 2:02 PM" --wallet 678',
    'duka claim --message-stdin --wallet 678 --json < message.txt',
    'duka claim --wallet 678 --amount 1250 --at 14:02',
    'duka claim T7K0MZ4K8Q2RD --offline --json',
    'duka claim --qr DUKA1.WyJUN0siLCJUN0sw.c2ln',
    'duka claim --qr "$SCANNED" --key "$KEY" --json',
  ],
  action: claim,
});

/** Success means that the goods may go; everything else is an error. */
const exits: Readonly<Record<Said['kind'], ExitCode>> = {
  paid: exitCodes.done,
  'not-paid': exitCodes.notPaid,
  'never-asked': exitCodes.notPaid,
  'not-known': exitCodes.notKnown,
  'needs-person': exitCodes.needsPerson,
  used: exitCodes.needsPerson,
  several: exitCodes.needsPerson,
  vague: exitCodes.needsPerson,
  unasked: exitCodes.needsPerson,
};
const outcomes = Object.keys(exits) as readonly Said['kind'][];

const ofPayment = <S extends Spec>(spec: S, get: (payment: Payment) => Given<S>) =>
  made(spec, ({payment}: Claimed) => get(payment));

const claimedSpec = fields({
  reference: ofPayment(reference('of the payment'), payment => payment.reference),
  sale: ofPayment(reference('of the first attempt to be paid for the sale'), ({sale}) => sale),
  verdict: ofPayment(oneOf(verdictNames, 'what that means for the sale'), verdictOf),
  ...amountOf('that was asked for', ({payment}: Claimed) => payment.request.amount),
  payer: ofPayment(text('masked'), ({request}) => maskPayer(request)),
  askedAt: ofPayment(instant('when it was asked for'), ({requestedAt}) => requestedAt),
  paidAt: ofPayment(elseNull(instant('when it was paid'), 'it is not'), ({status, since}) =>
    status === 'paid' ? since : undefined,
  ),
  receipts: ofPayment(count('how many were made'), ({receipts}) => receipts),
  refunded: ofPayment(amount('what was given back'), payment => refundedOf(payment, 'made')),
});

const unaskedSpec = fields({
  key: text('of the difference, for `duka reconcile`'),
  code: text('the provider’s, for `duka reconcile receive`'),
  ...amountOf('that came in', ({amount: money}: UnaskedRow) => money),
});

const messageSpec = fields({
  network: text('that writes such messages'),
  code: text('its own name of the payment'),
  amounts: list(
    fields(amountOf('that the customer claims', (money: Money) => money)),
    'in each currency that its sign may stand for',
  ),
  at: elseNull(instant('that it states'), 'none'),
  name: elseNull(text('of the other side'), 'none'),
});

export const answers = {
  claim: fields({
    outcome: made(oneOf(outcomes, 'only `paid` lets goods go'), ({kind}: Said) => kind),
    releaseGoods: made(flag('whether the goods may go'), ({kind}: Said) => kind === 'paid'),
    used: made(
      orNull(
        oneOf(['receipt', 'earlier', 'given-back', 'paid-twice'], 'why the payment pays for goods no more'),
        'it was not used',
      ),
      (said: Said) => (said.kind === 'used' ? said.used : null),
    ),
    unasked: made(orNull(unaskedSpec, 'no row of the provider’s files has it without a request'), (said: Said) =>
      said.kind === 'unasked' ? said.row : null,
    ),
    message: elseNull(messageSpec, 'no message was given, or not one of a known form'),
    sentence: text('the outcome and what it means, in the language of the reader'),
    isAsked: flag('whether the service was asked and answered'),
    since: elseNull(date('the first day that was searched'), 'the journal is empty'),
    payments: made(
      list(claimedSpec, 'which match, newest first; if none does, those that match except for one fact'),
      ({fits}: Said) => fits,
    ),
  }),
  'claim --qr': slipAnswer,
};

/** Checks a slip by its signature only. For a message, says what the till knows about the payment that it mentions. */
async function claim(session: Session, code: string | undefined, options: Options): Promise<ExitCode> {
  const {qr, key, messageStdin, ...said} = options;
  if (qr === undefined && key === undefined) {
    const piped = messageStdin === true ? await messageFrom(session, code) : code;
    return check(session, piped, said);
  }
  if (qr !== undefined && code === undefined && Object.keys(said).length === 0) return verifySlip(session, options);
  throw new Problem('unknown-option', {detail: messages(session.language).claim.slipAlone});
}

/** More bytes than any message has. */
const longestInput = 4096;

/** The message on standard input. It cannot be an argument as well. */
async function messageFrom(session: Session, code: string | undefined): Promise<string | undefined> {
  if (code !== undefined) throw new Problem('unknown-option', {detail: messages(session.language).claim.givenTwice});
  const piped = await pipedInput(session, {mostBytes: longestInput, signal: session.face.interrupted});
  const text = new TextDecoder().decode(piped).trim();
  return text === '' ? undefined : text;
}

/** How long the service may keep a customer waiting at the counter, in milliseconds. */
const patience = 10_000;

type Wanted = {
  readonly facts: ClaimFacts;
  readonly message: PaymentMessage | undefined;
  readonly code: string | undefined;
  readonly days: number;
};

/** Checks a message against the journal. If the service may know more, the till asks it, unless the options forbid it. */
async function check(session: Session, code: string | undefined, options: Options): Promise<ExitCode> {
  const wanted = wantedFrom(session, code, options);
  const checked = ({claimed, unasked}: ClaimReading) =>
    checkClaim(wanted.facts, claimed, session.face.world.now(), unasked);
  const known = await withReading(session, reading => readClaimed(reading, wanted));
  const first = checked(known);
  const write = async (said: Said, {since}: ClaimReading, about: Asking) => {
    const {message} = wanted;
    const {found, means} = claimText(said, readerOf(session));
    const told = {...said, message, sentence: `${found} ${means}`, isAsked: about === 'asked', since};
    await answer(session, answers.claim, told, () => saidLines(session, said, {since, about, message}));
    return exits[said.kind];
  };
  if (worthAsking(first).length === 0) return write(first, known, 'nothing-to-ask');
  if (options.offline === true) return write(first, known, 'not-asked');
  return withTillOrReading(session, 'claim', {
    ask: async opened => {
      await askAbout(session, opened, worthAsking(first));
      const reading = await readClaimed({journal: opened.journal, state: opened.till.state}, wanted);
      const {state, refusedKey} = opened.till.link();
      const exit = await write(checked(reading), reading, state === 'up' && !refusedKey ? 'asked' : 'no-answer');
      if (session.face.interrupted.aborted && exit === exitCodes.notKnown) return exitCodes.interrupted;
      if (!refusedKey || exit === exitCodes.done) return exit;
      noteProblem(session, new Problem('key-refused'));
      return exit === exitCodes.notKnown ? exitCodes.configuration : exit;
    },
    read: async () => write(first, known, 'not-asked'),
    needsService: false,
  });
}

async function askAbout(session: Session, {till}: OpenTill, payments: readonly Payment[]): Promise<void> {
  const {face, language} = session;
  const until = face.world.monotonic() + patience;
  for (const {reference} of payments) {
    if (face.interrupted.aborted) break;
    note(session, messages(language).claim.asking({reference}));
    await within(face, until - face.world.monotonic(), till.check(reference));
    const writeFailure = till.writeFailure();
    if (writeFailure !== undefined) throw writeFailure;
  }
}

const mostDays = 3660;

/** What the options and the message ask for. Throws `Problem` for what cannot be read, and if nothing was given. */
function wantedFrom(session: Session, code: string | undefined, options: Options): Wanted {
  const {language} = session;
  const {wallet, amount, at} = options;
  const {zone, country} = configOf(session);
  const typed = options.currency?.trim().toUpperCase();
  if (typed !== undefined && !isCurrency(typed)) throw new Problem('currency-unknown', {currency: typed});
  const days = wholeFrom({name: '--days', value: options.days ?? String(claimDays), language}, {from: 1, to: mostDays});
  const now = session.face.world.now();
  const message = code === undefined ? undefined : readMessage(code, zone);
  const mayBeTail = wallet === undefined && code !== undefined && /^\d{3,15}$/.test(code.trim());
  const facts: ClaimFacts = {
    ...(message === undefined ? {} : factsOf(message)),
    ...(code === undefined || message !== undefined ? {} : {[mayBeTail ? 'codeOrTail' : 'code']: checkCode(code)}),
    ...(wallet === undefined ? {} : {tail: checkTail(wallet)}),
    ...(amount === undefined ? {} : {amounts: claimedAmounts(amount, typed, marketOf(country).currency)}),
    ...(at === undefined ? {} : {at: claimedTime(at, {zone, now})}),
  };
  if (saysNothing(facts)) throw new Problem('unknown-option', {detail: messages(language).claim.nothingGiven});
  return {facts, message, code: facts.code ?? facts.codeOrTail ?? facts.networkCode, days};
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
  {since, about, message}: {readonly since: string | undefined; readonly about: Asking} & Pick<Wanted, 'message'>,
): readonly string[] {
  const words = messages(session.language).claim;
  const {found, means} = claimText(said, readerOf(session));
  const looked = since === undefined ? words.sinceNothing : words.since({date: since});
  const asking = {
    asked: [words.asked],
    'not-asked': [words.notAsked, ...worthAsking(said).slice(0, 1).map(askLine(session))],
    'no-answer': [words.noAnswer],
    'nothing-to-ask': [],
  };
  return [
    `${glyphs[claimVerdict[said.kind]]} ${words.verdicts[said.kind]}`,
    ...(message === undefined ? [] : [`  ${words.screen.message}: ${messageText(message, readerOf(session))}`]),
    `  ${found}`,
    `  ${means}`,
    ...(said.kind === 'unasked'
      ? [`  ${words.receive({command: `duka reconcile receive ${said.row.code} --person NAME`})}`]
      : []),
    ...said.fits.map(({payment}) => `  ${paymentLine(session, payment)}`),
    `  ${[looked, ...asking[about]].join(' ')}`,
  ];
}

const askLine =
  ({language}: Session) =>
  ({reference}: Payment): string =>
    messages(language).claim.askNow({command: `duka status ${reference}`});

function paymentLine(session: Session, payment: Payment): string {
  const {language} = session;
  const {request, reference, requestedAt} = payment;
  return [
    badgeText(badgeOf(payment), language),
    displayMoney(request.amount, language),
    ...[maskPayer(request), channelName(request, language)].filter(part => part !== ''),
    momentText(requestedAt, readerOf(session)),
    reference,
  ].join('   ');
}
