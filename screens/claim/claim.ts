import {releasesGoods} from '../../src/core/books/selectors.js';
import type {State} from '../../src/core/books/state.js';
import {
  type Claim,
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
  saysNothing,
  shortestTail,
  worthAsking,
} from '../../src/core/claim/claim.js';
import {longestMessage, type PaymentMessage, readMessage} from '../../src/core/claim/message.js';
import {dateText} from '../../src/core/day/business-day.js';
import {marketOf} from '../../src/core/market/markets.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeOf, glyphs} from '../../src/core/payment/badge.js';
import {checkNoCard, validateFreeText} from '../../src/core/payment/order.js';
import {maskPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {problemOf} from '../../src/core/payment/said.js';
import {channelName} from '../../src/core/payment/tender.js';
import {problemText} from '../../src/core/present/problem-text.js';
import type {Problem} from '../../src/core/problem.js';
import {unaskedRows} from '../../src/core/reconcile/result/decide.js';
import type {ClaimReading} from '../../src/till/claim.js';
import {type Block, fact, gap, type ListBlock, title, verdict} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, firstWrong, formKeys, moved, remembered, typedIn} from '../kit/form.js';
import {onlyWhile} from '../kit/question.js';
import {clauses} from '../kit/said.js';
import {type Context, checking, type Form, recalling, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {amountLine, wordsLine} from '../order/masks.js';
import {keyText} from '../terminal/bindings.js';
import {codeRules, type emptyLine, type LineRules, numberRules, textRules} from '../terminal/line.js';

const isAnswer = ({focus}: ClaimCheck) => focus === 'answer';
/** Whether Enter has asked for the answer. There may still be several payments to distinguish. */
const isAsked = (state: ClaimCheck) =>
  isAnswer(state) || (state.focus === 'tail' && (state.isReading || state.read !== undefined));
const unaskedIn = (state: ClaimCheck, context: Context) => {
  const claim = claimIn(state, context);
  return claim?.kind === 'unasked' ? claim.row : undefined;
};
const askedOf = (claim: Claim | undefined) =>
  claim === undefined ? [] : worthAsking(claim).map(({reference}) => checking(reference));

/** Returns the facts of a message. They are only a claim of the person who shows it. */
function messageBlocks(state: ClaimCheck, context: Context): readonly Block[] {
  const message = messageIn(state, context);
  if (message === undefined) return [];
  const {message: lead} = context.messages.claim.screen;
  return [fact('message', messageText(message, readerOf(context)), {lead, tone: 'strong', most: 2})];
}

/** Returns the verdict, its sentences and the payments that fit. They are narrated when Enter has asked for them. */
function answerBlocks(state: ClaimCheck, claim: Claim, context: Context): readonly Block[] {
  const {language, messages} = context;
  const importance = isAsked(state) ? 'standing' : 'detail';
  const coverage = fact('coverage', coverageText(state, context), {
    tone: 'quiet',
    most: 2,
    importance: isAsked(state) ? 'news' : 'detail',
  });
  if (isNothingYet(state, claim))
    return [fact('nothing', messages.claim.screen.nothingYet, {importance: 'detail'}), coverage];
  const word = messages.claim.verdicts[claim.kind];
  const {found, means} = claimText(claim, readerOf(context));
  const ask = askText(state, claim, context);
  return [
    verdict('answer', claimVerdict[claim.kind], word, [], {
      importance,
      said: `${word}: ${clauses(`${found} ${means}`, language)}`,
      ageless: keyOf(claim),
    }),
    // In a small window, the payments themselves show that there are several.
    fact('found', found, {said: '', isOptional: claim.fits.length > 1}),
    fact('means', means, {said: '', tone: 'strong'}),
    ...(ask === '' ? [] : [fact('ask', ask, {tone: 'not-known', importance: isAsked(state) ? 'news' : 'detail'})]),
    ...fitBlocks(state, claim, context),
    coverage,
  ];
}

const columns: ListBlock['columns'] = [
  {title: ''},
  {title: '', align: 'right'},
  {title: ''},
  {title: ''},
  {title: ''},
  {title: '', from: 90},
];

function fitBlocks(state: ClaimCheck, {fits}: Claim, context: Context): readonly Block[] {
  if (fits.length === 0) return [];
  const marked = isAnswer(state) ? 0 : -1;
  const markedFit = fits[marked]?.payment;
  return [
    {
      kind: 'list',
      id: 'fits',
      importance: 'standing',
      columns,
      count: fits.length,
      rowAt: at => {
        const {payment} = fits[at] as Claimed;
        const [word = '', ...cells] = fitCells(payment, context);
        const badge = badgeOf(payment);
        return {id: payment.reference, cells: [`${glyphs[badge]} ${word}`, ...cells], tone: badge};
      },
      marked,
      markedText: markedFit === undefined ? '' : `${fitCells(markedFit, context).join(', ')}.`,
      ageless: markedFit?.reference ?? '',
      empty: '',
    },
  ];
}

/** Returns the key of an answer without the age of the sale, which grows by itself and is not news. */
const keyOf = (claim: Claim) =>
  [claim.kind, 'used' in claim ? claim.used : '', ...claim.fits.map(({payment}) => payment.reference)].join(' ');

/** Handles Enter: older days are read, the answer gets the focus, and before any goods are handed over the service is asked once more. */
function look(state: ClaimCheck, context: Context): Step<ClaimCheck> {
  const wrong = firstWrong(form(state, context), state);
  if (wrong !== undefined) return {state: wrong};
  const claim = claimIn(state, context);
  if (claim === undefined) return {state: moved(form(state, context), state, 1)};
  const {codeOrTail, networkCode} = factsIn(state, context) ?? {};
  return {
    state: {...state, focus: focusAfter(claim), wrong: undefined, isReading: true},
    asks: [reading(codeOrTail ?? networkCode), ...(claim.kind === 'paid' ? askedOf(claim) : [])],
  };
}

/** Returns the task that reads the newest days. They may have more payments that fit than the state, or facts that distinguish them. */
const reading = (code: string | undefined): Task<ClaimCheck> =>
  task({
    kind: 'read',
    run: till => till.claimed({code}),
    done: (state, read, context) => {
      const now = {...state, isReading: false, read, unread: undefined};
      const claim = isAnswer(state) || state.focus === 'tail' ? claimIn(now, context) : undefined;
      return {state: claim === undefined || typedIn(state, 'tail') !== '' ? now : {...now, focus: focusAfter(claim)}};
    },
    refused: (state, problem) => ({state: {...state, isReading: false, unread: problem}}),
  });

/** Returns the field with the focus. While several payments fit, digits are asked for that leave only one, and Enter opens none. */
const focusAfter = ({kind}: Claim): ClaimCheck['focus'] => (kind === 'several' || kind === 'vague' ? 'tail' : 'answer');

/** Opens the payment that fits, with the word to hand over the goods, or only its evidence if this claim does not allow that. */
function open(state: ClaimCheck, context: Context): Step<ClaimCheck> {
  const claim = claimIn(state, context);
  const [only, ...others] = claim?.fits ?? [];
  if (claim === undefined || only === undefined || others.length > 0) return {};
  const {payment: marked} = only;
  const {reference} = marked;
  const isMisleading = releasesGoods(context.till.state, marked) && claim.kind !== 'paid';
  return {
    go: isMisleading ? goTo('evidence', {reference}) : goTo('payment', {reference, isNews: claim.kind === 'paid'}),
    asks: recalling(reference),
  };
}

const readerOf = ({language, shop, till}: Context) => ({language, zone: shop.zone, now: till.now()});

/** Whether nothing fits, but not everything has been read yet. */
function isNothingYet({focus, isReading, read, unread}: ClaimCheck, {kind}: Claim): boolean {
  const isThrough =
    (focus === 'answer' || focus === 'tail') && !isReading && read !== undefined && unread === undefined;
  return kind === 'never-asked' && !isThrough;
}

/** Returns that the service is being asked, or how to ask it; empty if it would have nothing to add. */
function askText({focus}: ClaimCheck, claim: Claim, context: Context): string {
  const open = worthAsking(claim);
  const {asking, noAnswer, screen} = context.messages.claim;
  const busy = open.find(({reference}) => context.till.outlook(reference).isAsking);
  if (busy !== undefined) return asking({reference: busy.reference});
  if (open.length === 0) return '';
  const keys = {key: keyText('ask-claim', context), enter: keyText('continue', context)};
  const key = (focus === 'who' ? screen.askKeyLater : screen.askKey)(keys);
  return context.till.link().state === 'down' ? `${noAnswer} ${key}` : key;
}

/** Returns which days were read. The text never claims more than was read. */
function coverageText({read, isReading, unread}: ClaimCheck, context: Context): string {
  const {since, sinceNothing, screen} = context.messages.claim;
  if (isReading) return screen.reading;
  if (unread !== undefined) return problemText(unread, context.language);
  if (read === undefined) return screen.atHand({key: keyText('continue', context), days: claimDays});
  return read.since === undefined
    ? sinceNothing
    : since({date: dateText(read.since, context.language)}).replace(/\.\.$/u, '.');
}

/** Returns a payment in the columns of a list: its verdict, amount, payer, time, reference and channel. */
function fitCells(payment: Payment, context: Context): readonly string[] {
  const {language} = context;
  const {request, requestedAt, reference} = payment;
  return [
    context.messages.payment.verdicts[badgeOf(payment)],
    displayMoney(request.amount, language),
    maskPayer(request),
    momentText(requestedAt, readerOf(context)),
    reference,
    channelName(request, language),
  ];
}

/** A customer's message: what it says, and what the till knows about it. */
export const claim: Screen<'claim', ClaimCheck> = {
  id: 'claim',
  open: () => ({state: {...emptyForm('who'), read: undefined, isReading: false, unread: undefined}}),
  form,
  describe: (state, context) => {
    const {screen} = context.messages.claim;
    const claim = claimIn(state, context);
    return [
      title(screen.title),
      gap('above'),
      ...fieldBlocks(form(state, context), state, context),
      ...messageBlocks(state, context),
      gap('below'),
      ...(claim === undefined ? [fact('lead', screen.lead, {tone: 'quiet'})] : answerBlocks(state, claim, context)),
    ];
  },
  keys: [
    {id: 'open', when: (state, context) => isAnswer(state) && claimIn(state, context)?.fits.length === 1, press: open},
    {
      id: 'receive',
      when: (state, context) => isAnswer(state) && unaskedIn(state, context) !== undefined,
      press: (state, context) => {
        const row = unaskedIn(state, context);
        if (row === undefined) return {};
        const amount = displayMoney(row.amount, context.language);
        return {go: goTo('reconcile-receive', {key: row.key, amount, row: `${amount} · ${row.code}`})};
      },
    },
    {id: 'continue', when: state => !isAnswer(state), press: look},
    ...formKeys(form).map(onlyWhile<ClaimCheck>(state => !isAnswer(state))),
    {
      id: 'ask-claim',
      when: (state, context) => state.focus !== 'who' && askedOf(claimIn(state, context)).length > 0,
      press: (state, context) => ({asks: askedOf(claimIn(state, context))}),
    },
    {id: 'back', press: state => (isAsked(state) ? {state: {...state, focus: 'who', read: undefined}} : {go: 'back'})},
  ],
};

const fields = ['who', 'tail', 'amount', 'time'] as const;
type ClaimField = (typeof fields)[number];

/** A message being checked. While the answer has the focus, letters are commands; while several payments fit, digits are asked for. */
type ClaimCheck = Filled<ClaimField | 'answer'> & {
  readonly read: ClaimReading | undefined;
  readonly isReading: boolean;
  readonly unread: Problem | undefined;
};

/** The rules of the field for a code, into which a whole message can be pasted. */
const messageRules: LineRules = {...textRules, longest: longestMessage};
/** The rules of the field for a time of day, optionally with a date before it. */
const timeRules: LineRules = {accepts: /^[0-9:. -]$/, longest: 16};

function form(state: ClaimCheck, context: Context): Form<ClaimCheck> {
  const messages = context.messages.claim.screen;
  const guard = (_: unknown, line: typeof emptyLine) => wordsLine(line);
  const own = {
    who: {rules: messageRules, guard: (_: unknown, line: typeof emptyLine) => wordsLine(line, checkNoCard)},
    tail: {rules: codeRules},
    amount: {rules: numberRules, guard: amountLine},
    time: {rules: timeRules, guard},
  };
  return fieldsIn(state, context).map(id => ({
    id,
    label: messages.fields[id],
    hint: messages.hints[id],
    check: () => problemOf(() => (id === 'tail' ? checkedTail(state) : said(state, id, context))),
    edited: now => ({...now, unread: undefined}),
    ...own[id],
  }));
}

/** Returns the fields. Digits are asked for only if amount and time do not identify the payment. */
function fieldsIn(state: ClaimCheck, context: Context): readonly ClaimField[] {
  if (messageIn(state, context) !== undefined) return ['who', 'tail'];
  const isNarrowed = state.focus === 'tail' || typedIn(state, 'tail') !== '';
  return isNarrowed ? fields : ['who', 'amount', 'time'];
}

/** Returns the network's message that was pasted or typed, or undefined if it is not one. */
const messageIn = (state: ClaimCheck, {shop}: Context): PaymentMessage | undefined =>
  readMessage(typedIn(state, 'who'), shop.zone);

function checkedTail(state: ClaimCheck): void {
  const typed = typedIn(state, 'tail');
  if (typed !== '') checkTail(typed);
}

/** Returns the facts of one field. Throws a `Problem` if it cannot be read. */
function said(state: ClaimCheck, field: ClaimField, context: Context): ClaimFacts {
  const {shop, till} = context;
  const text = typedIn(state, field).trim();
  if (text === '') return {};
  // Digits that are too few to identify a payment are ignored: more are being typed.
  if (field === 'tail') return text.length < shortestTail ? {} : {tail: text};
  if (field === 'amount') return {amounts: claimedAmounts(text, undefined, marketOf(shop.country).currency)};
  if (field === 'time') return {at: claimedTime(text, {zone: shop.zone, now: till.now()})};
  const message = messageIn(state, context);
  if (message !== undefined) return factsOf(message);
  validateFreeText(text);
  return {codeOrTail: checkCode(text)};
}

/** Returns the facts of all fields, or undefined if one cannot be read, because nothing that was typed may be ignored. */
function factsIn(state: ClaimCheck, context: Context): ClaimFacts | undefined {
  const shown = fieldsIn(state, context);
  const required = form(state, context).filter(({id}) => id !== 'tail');
  if (firstWrong(required, state) !== undefined) return undefined;
  return Object.assign({}, ...shown.map(field => said(state, field, context))) as ClaimFacts;
}

/** Returns the till's answer so far, or undefined while nothing is typed or something that cannot be read. */
function claimIn(state: ClaimCheck, context: Context): Claim | undefined {
  const facts = factsIn(state, context);
  if (facts === undefined || saysNothing(facts)) return undefined;
  const {till} = context;
  return checkClaim(facts, candidatesIn(till.state, state.read), till.now(), unaskedRows(till.state));
}

const candidates = remembered<readonly Claimed[]>();

/** Returns the payments in the state and those that were read from older days. */
const candidatesIn = (state: State, read: ClaimReading | undefined): readonly Claimed[] =>
  candidates(state, [read], () => {
    const older = new Map((read?.claimed ?? []).map(each => [each.payment.reference, each]));
    const atHand = [...state.payments.values()].map(payment => ({
      payment,
      names: older.get(payment.reference)?.names ?? [],
    }));
    return [...[...older.values()].filter(({payment}) => !state.payments.has(payment.reference)), ...atHand];
  });
