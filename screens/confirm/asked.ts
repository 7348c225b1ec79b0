import {attemptsOf} from '../../src/core/journal/state.js';
import {displayWallet} from '../../src/core/market/wallet.js';
import {type Messages, messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/display.js';
import {earlierNote} from '../../src/core/payment/earlier.js';
import {Problem} from '../../src/core/problem.js';

import type {ConfirmScreen} from '../model.js';
import type {Ear} from '../view.js';
import {mustSayWhy} from './confirm-logic.js';

type Detail = {readonly label: string; readonly value: string; readonly isStrong: boolean};

/** What the one question says, by what is asked for the money. */
export type Asked = {
  readonly title: string;
  /** The whole of it as one sentence. */
  readonly sentence: string;
  /** What is asked for the money. */
  readonly from: readonly Detail[];
  readonly about: readonly Detail[];
  readonly warnings: readonly string[];
  readonly cannotRecall: string;
  readonly earlier: Messages['confirmScreen']['earlier'];
  readonly earlierPaid: Messages['confirmScreen']['earlierPaid'];
  readonly reasonMissing: Messages['confirmScreen']['reasonMissing'];
};

export function askedIn(screen: ConfirmScreen, ear: Ear): Asked {
  return {...(screen.method === 'card' ? ofCard(screen, ear) : ofWallet(screen, ear)), about: about(screen, ear)};
}

/** The quiet line about an earlier payment of the same wallet or card that has ended, if there is one. */
export function notedIn(screen: ConfirmScreen, {language, shop, till}: Ear): readonly string[] {
  const reference = screen.noted ?? (mustSayWhy(screen, {till}) ? undefined : screen.earlier);
  const payment = till.state.payments.get(reference ?? '');
  return payment === undefined ? [] : [earlierNote(payment, {language, zone: shop.zone})];
}

type Own = Omit<Asked, 'about'>;

function ofWallet({order}: Extract<ConfirmScreen, {method: 'mobile-money'}>, {language, words}: Ear): Own {
  const {confirmScreen: confirm} = words;
  const country = messages(language).country[order.market.country];
  const wallet = displayWallet(order.phone);
  const network = order.network.name;
  const {confirm: said, confirmOnPage} = messages(language).narration;
  return {
    title: confirm.title,
    sentence: (order.wallet === null ? confirmOnPage : said)({
      amount: displayMoney(order.amount, language),
      wallet,
      network,
      country,
    }),
    from: [
      {label: order.wallet === null ? confirm.rows.phone : confirm.rows.to, value: wallet, isStrong: true},
      {label: confirm.rows.network, value: `${network}, ${country}`, isStrong: true},
    ],
    warnings: order.warnings.map(code => problemText(new Problem(code, {country}), language)),
    cannotRecall: confirm.cannotRecall[order.network.needs ?? 'prompt'],
    earlier: confirm.earlier,
    earlierPaid: confirm.earlierPaid,
    reasonMissing: confirm.reasonMissing,
  };
}

function ofCard({order, mark, hasPin}: Extract<ConfirmScreen, {method: 'card'}>, {language, words}: Ear): Own {
  const {confirm, sale} = words.cardScreen;
  const {brand, lastFour} = mark;
  const pin = hasPin ? `, ${confirm.withPin}` : '';
  const facts = {amount: displayMoney(order.amount, language), card: sale.endingIn({lastFour}), brand};
  return {
    title: confirm.title,
    sentence: messages(language).narration.confirmCard(facts),
    from: [{label: confirm.card, value: `${brand} •••• ${lastFour}${pin}`, isStrong: true}],
    warnings: [],
    cannotRecall: confirm.cannotRecall,
    earlier: confirm.earlier,
    earlierPaid: confirm.earlierPaid,
    reasonMissing: confirm.reasonMissing,
  };
}

function about({order, sale, method}: ConfirmScreen, {till, words}: Ear): readonly Detail[] {
  const {rows, attempt, as} = words.confirmScreen;
  const {description, firstName, lastName, email} = order;
  const number = sale === undefined ? 1 : attemptsOf(till.state, sale).length + 1;
  const details: readonly (readonly [string, string])[] = [
    [rows.as, description === '' ? as : description],
    ...(sale === undefined ? [] : [[rows.sale, attempt({sale, number})] as const]),
    [rows.name, `${firstName} ${lastName}`.trim()],
    [rows.email, email],
    ...(method === 'card' ? [[rows.phone, displayWallet(order.phone)] as const] : []),
  ];
  return details.map(([label, value]) => ({label, value, isStrong: false}));
}
