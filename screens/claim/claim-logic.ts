import {type Claim, worthAsking} from '../../src/core/claim/claim.js';
import {releasesGoods} from '../../src/core/journal/selectors.js';
import {checkWords} from '../../src/core/payment/order.js';
import {Problem} from '../../src/core/problem.js';
import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {
  type Acting,
  type Logic,
  type Message,
  type Model,
  paymentScreen,
  pop,
  push,
  replace,
  type Step,
  still,
} from '../model.js';
import {amountLine} from '../sale/amount-line.js';
import {changed} from '../shift/heard.js';
import {stepAt} from '../terminal/bindings.js';
import {emptyLine, type Line, type LineRules, numberRules, textOf, textRules} from '../terminal/line.js';
import {type ClaimField, type ClaimScreen, claimFields, claimIn, readFacts} from './claim-form.js';

/** A time of day, and a date before it. */
const timeRules: LineRules = {accepts: /^[0-9:. -]$/, longest: 16};
const rules: Readonly<Record<ClaimField, LineRules>> = {who: textRules, amount: numberRules, time: timeRules};

export const claimLogic: Logic<ClaimScreen> = {
  field: ({focus}) => (focus === 'answer' ? undefined : rules[focus]),
  edit: (screen, change) => {
    const {focus, lines, wrong: before} = screen;
    if (focus === 'answer') return screen;
    const typed = change(lines[focus]);
    if (typed === lines[focus]) return screen;
    const {line, problem} =
      focus === 'amount' ? amountLine({line: lines.amount, problem: before?.problem}, typed) : withoutCard(typed);
    return {
      ...screen,
      lines: {...lines, [focus]: line},
      index: 0,
      wrong: problem && {field: focus, problem},
      unread: undefined,
    };
  },
  offers: (screen, desk) => {
    const claim = claimIn(screen, desk);
    const fits = claim?.fits.length ?? 0;
    const isAsking = claim !== undefined && worthAsking(claim).length > 0;
    if (screen.focus === 'answer') {
      return [
        ...(fits > 0 ? (['open'] as const) : []),
        ...(isAsking ? (['ask-claim'] as const) : []),
        ...(fits > 1 ? (['select'] as const) : []),
        'back',
      ];
    }
    const isLetterFree = screen.focus !== 'who';
    return [
      'continue',
      'next-field',
      'previous-field',
      ...(isLetterFree && isAsking ? (['ask-claim'] as const) : []),
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const to = (next: ClaimScreen): Step => still(replace(model, next));
    const claim = claimIn(screen, desk);
    switch (action) {
      case 'continue':
        return look(acting);
      case 'next-field':
        return to(moved(screen, 1, desk));
      case 'previous-field':
        return to(moved(screen, -1, desk));
      case 'ask-claim':
        return still(model, ...askedOf(claim));
      case 'select': {
        const last = (claim?.fits.length ?? 1) - 1;
        const step = stepAt(place, {page: last, all: last + 1});
        return to({...screen, index: Math.max(0, Math.min(last, markedOf(screen, claim) + step))});
      }
      case 'open':
        return open(acting, claim);
      case 'back':
        return screen.focus === 'answer' ? to({...screen, focus: 'who'}) : still(pop(model));
      default:
        return still(model);
    }
  },
};

/** The marked one of those that fit; there may be fewer than a moment ago. */
export const markedOf = ({index}: ClaimScreen, claim: Claim | undefined): number =>
  Math.max(0, Math.min(index, (claim?.fits.length ?? 1) - 1));

const askedOf = (claim: Claim | undefined) =>
  claim === undefined ? [] : worthAsking(claim).map(({reference}) => ({kind: 'check' as const, reference}));

/** A card's number is no code: it is taken out as soon as it is one. */
function withoutCard(line: Line): {readonly line: Line; readonly problem: Problem | undefined} {
  try {
    checkWords(textOf(line));
    return {line, problem: undefined};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {line: emptyLine, problem: error};
  }
}

/** Enter: older days are read, the answer has the keys, and no goods go before the service was asked once more. */
function look({model, screen, desk}: Acting<ClaimScreen>): Step {
  const reading = readFacts(screen, desk);
  if ('wrong' in reading) return still(replace(model, {...screen, focus: reading.wrong.field, wrong: reading.wrong}));
  const {codeOrTail: code} = reading.facts;
  const claim = claimIn(screen, desk);
  if (claim === undefined) return still(replace(model, moved(screen, 1, desk)));
  const next: ClaimScreen = {...screen, focus: 'answer', index: 0, wrong: undefined, isReading: true};
  return still(replace(model, next), {kind: 'read-claim', code}, ...(claim.kind === 'paid' ? askedOf(claim) : []));
}

/** Leaving a field says what is wrong with it. */
function moved(screen: ClaimScreen, by: 1 | -1, desk: Desk): ClaimScreen {
  const at = screen.focus === 'answer' ? 0 : claimFields.indexOf(screen.focus);
  const focus = claimFields[(at + by + claimFields.length) % claimFields.length] ?? 'who';
  const reading = readFacts(screen, desk);
  const wrong = 'wrong' in reading && reading.wrong.field === screen.focus ? reading.wrong : undefined;
  return {...screen, focus, wrong};
}

/**
 * Opens the marked payment; one of an older day is read back first. The screen of a paid one says to hand over the goods,
 * so that of one by which they may not go no more is shown than its evidence.
 */
function open({model, screen, desk}: Acting<ClaimScreen>, claim: Claim | undefined): Step {
  const marked = claim?.fits[markedOf(screen, claim)]?.payment;
  if (claim === undefined || marked === undefined) return still(model);
  const {reference} = marked;
  const isMisleading = releasesGoods(marked) && claim.kind !== 'paid';
  const isAtHand = desk.till.state.payments.has(reference);
  return still(
    push(model, isMisleading ? entering('evidence', {reference}) : paymentScreen(reference)),
    ...(isAtHand ? [] : [{kind: 'recall-payment' as const, reference}]),
  );
}

/** What was read of older days, if somebody is still there to see it. */
export function withClaimRead(model: Model, {reading, problem}: Extract<Message, {kind: 'claim-read'}>): Model {
  return changed(model, 'claim', screen => ({
    ...screen,
    isReading: false,
    read: reading ?? screen.read,
    unread: problem,
  }));
}
