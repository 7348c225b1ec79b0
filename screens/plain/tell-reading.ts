import {customerLanguage, nextOf} from '../../src/core/questions.js';
import {receiptText} from '../../src/core/receipt.js';
import {fill} from '../../src/core/words/fill.js';
import {plainWords} from '../../src/core/words/plain.js';
import type {ReadingScreen} from '../model.js';
import {qrRows} from '../parts/qr.js';
import {slipWidth} from '../reading/slip-screen.js';
import {bindingHelp} from '../terminal/bindings.js';
import {stylesFor} from '../terminal/styles.js';
import type {Ear} from '../view.js';
import {type Fact, fact, type Telling} from './fact.js';
import {pageText, stepFact, verdictText} from './tell-payment.js';

/** What is only read, from its beginning to its end; the terminal's own history is the way back. */
export function tellReading(screen: ReadingScreen, ear: Ear, keys: string): Telling {
  return {facts: screen.kind === 'help' ? helpFacts(ear) : paymentFacts(screen, ear), prompt: keys};
}

function helpFacts(ear: Ear): readonly Fact[] {
  const {words, language} = ear;
  const {is} = plainWords[language];
  const groups = bindingHelp(ear).flatMap(({title, rows}) => [
    fact(`${title}.`),
    ...rows.map(({key, text}) => fact(fill(is, {label: key, value: text}).replace(/\.\.$/u, '.'), `${title} ${text}`)),
  ]);
  return [fact(`${words.helpTitle}.`), fact(words.helpLead), ...groups];
}

function paymentFacts({kind, reference}: ReadingScreen, ear: Ear): readonly Fact[] {
  const {words, till, shop, language} = ear;
  const payment = till.state.payments.get(reference);
  if (payment === undefined) return [fact(words.payment.notOpenHere)];
  if (kind === 'evidence') {
    const head = fact(`${words.evidence.title}. ${verdictText(payment, ear)}`);
    return [head, ...payment.steps.map(step => stepFact(step, ear))];
  }
  if (kind === 'qr') {
    const next = nextOf(payment);
    if (next.kind !== 'redirect') return [fact(words.payment.notOpenHere)];
    const code = qrRows(next.url, stylesFor({})).map(row => row.map(({text}) => text).join(''));
    return [fact(`${words.payment.scan}.`), ...lines('qr', code), fact(pageText(next.url, language))];
  }
  const slip = receiptText(payment, {
    shop: shop.shop,
    till: till.settings.till,
    zone: shop.zone,
    width: slipWidth,
    profile: shop.profile,
    person: payment.person,
    language: customerLanguage(payment.request.country),
  });
  return [fact(`${words.slip.title}.`), ...lines('slip', slip)];
}

/** Equal lines of one text are lines of their own. */
const lines = (name: string, texts: readonly string[]): readonly Fact[] =>
  texts.map((text, at) => fact(text, `${name} ${at} ${text}`));
