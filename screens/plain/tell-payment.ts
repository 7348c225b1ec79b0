import {secondsText} from '../../src/core/day/business-day.js';
import {nextOf, sayTo, stepSentence} from '../../src/core/journal/selectors.js';
import {attemptsOf} from '../../src/core/journal/state.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {attentionOf} from '../../src/core/payment/follow-up.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';
import {cleanText} from '../../src/core/text/text.js';

import type {PaymentScreen} from '../model.js';
import {otherDay, rawText} from '../parts/timeline.js';
import {challengeTexts} from '../payment/challenge-texts.js';
import {challengePage} from '../payment/challenges.js';
import {changeOf} from '../payment/change.js';
import {takesCode} from '../payment/payment-logic.js';
import {stateSentences} from '../payment/sentences.js';
import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';
import {type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, oneSentence, payerText} from './said.js';

type Step = Payment['steps'][number];

/** What the sentence about the verdict says already. */
const told: readonly Step['rule'][] = ['intent-on-disk', 'sent-after-sync'];

/** A payment as it stands, its verdict first, and each change of it. */
export function tellPayment(screen: PaymentScreen, ear: Ear, keys: string): Telling {
  const {language, words, till} = ear;
  const payment = till.state.payments.get(screen.reference);
  if (payment === undefined) return {facts: [fact(words.paymentScreen.notOpenHere)], prompt: keys};
  const {setAsideTitle, setAside} = words.paymentScreen;
  return {
    facts: [
      ...verdictFacts(payment, ear),
      fact(
        `${messages(language).narration.ask({label: words.paymentScreen.say})} ${words.paymentScreen.quoted({text: sayTo(payment, attemptsOf(till.state, payment.sale))})}`,
      ),
      ...nextFacts(payment, ear),
      ...payment.steps
        .slice(-1)
        .flatMap(step => (told.includes(step.rule) ? [] : [fact(stepText(step, ear), stepKey(step))])),
      ...(screen.isAskingToSetAside ? [standing(setAsideTitle), fact(clauses(setAside, language))] : []),
      ...(screen.problem === undefined ? [] : [standing(clauses(problemText(screen.problem, language), language))]),
    ],
    prompt: takesCode(screen, payment) ? codePrompt(screen, payment, ear) : keys,
  };
}

/** How a payment stands, in one sentence that begins with the verdict. */
export function verdictText(payment: Payment, {language}: Pick<Ear, 'language'>): string {
  const {payment: sentence, paymentInCash} = messages(language).narration;
  return (payment.request.method === 'cash' ? paymentInCash : sentence)({
    verdict: messages(language).payment.verdicts[badgeOf(payment)],
    amount: displayMoney(payment.request.amount, language),
    wallet: payerText(payment.request, language),
    network: channelName(payment.request, language),
    reference: payment.reference,
  });
}

/** All in one fact, so that whatever changes of it is heard after the verdict. */
function verdictFacts(payment: Payment, ear: Ear): readonly Fact[] {
  const {language, now} = ear;
  const {verdicts, attention} = messages(language).payment;
  const waited = attentionOf(payment, now);
  const verdict = verdicts[badgeOf(payment)];
  const open =
    waited === undefined ? [] : [fact(messages(language).narration.open({verdict, attention: attention[waited]}))];
  const sentences = stateSentences(payment, ear).map(({text}) => clauses(text.replace(/^[!?✓✗] /u, ''), language));
  const change = changeOf(payment);
  const given = change === undefined ? [] : [changeText(change, ear)];
  return [standing(oneSentence([verdictText(payment, ear), ...given, ...sentences], language)), ...open];
}

/** What is given back, before anything else is said. */
function changeText(change: Money, {language, words}: Ear): string {
  return change.minor === 0
    ? words.cashScreen.noChange
    : words.cashScreen.given({amount: displayMoney(change, language)});
}

/** A step when it was done or heard, in the service's own words. */
export function stepText(told: Step, ear: Ear): string {
  const {language, shop} = ear;
  const {at} = told;
  const day = otherDay(at, ear);
  const {step, stepWith} = messages(language).narration;
  const words = rawText(told, ear);
  const time = `${day === undefined ? '' : `${day} `}${secondsText(at, shop.zone)}`;
  const facts = {time, text: stepSentence(told, language), raw: words};
  return (words === '' ? step : stepWith)(facts);
}

/** Of a step, however often it was repeated. */
export const stepKey = ({seq}: Step): string => `step ${seq}`;

/** The customer's part. */
function nextFacts(payment: Payment, ear: Ear): readonly Fact[] {
  const next = nextOf(payment);
  if (next.kind === 'none') return [];
  const {language, words} = ear;
  if (next.kind === 'challenge') return challengeFacts(payment, ear);
  const instructions = [next.before, next.after].flatMap(text =>
    text === undefined || text === '' ? [] : [cleanText(text, 300)],
  );
  const page =
    next.kind === 'redirect'
      ? [pageText(next.url, language), words.paymentScreen.qrHint({key: keyText('qr', ear)})]
      : [];
  return [...instructions, ...page].map(text => fact(text));
}

/** The page of the bank, when it is served or cannot be. */
function challengeFacts(payment: Payment, ear: Ear): readonly Fact[] {
  const {language, words} = ear;
  const texts = challengeTexts(payment, ear).map(text => fact(clauses(text, language)));
  const page = challengePage(payment, ear.challenges);
  if (page === undefined) return texts;
  const way = page.ssh === undefined ? [] : [standing(is(words.cardScreen.challenge.ssh, page.ssh, ear))];
  return [...way, standing(pageText(page.url, language)), ...texts];
}

/** The address in full: it may have to be read to somebody. */
export function pageText(url: string, language: Ear['language']): string {
  return `${messages(language).narration.page({url: ''}).trim()} ${cleanText(url, 500)}`;
}

function codePrompt({code}: PaymentScreen, {details}: Payment, {language, words}: Ear): string {
  const wanted = details?.otpLength ?? 0;
  const hint = wanted > 0 ? words.paymentScreen.codeDigits({count: wanted}) : words.paymentScreen.codeSome;
  return asked(messages(language).narration.askHinted({label: words.paymentScreen.code, hint}), code);
}
