import type {CardMark} from '../../src/core/card/card.js';
import {countryName, marketOf} from '../../src/core/market/markets.js';
import {displayWallet, isUnusual} from '../../src/core/market/wallet.js';
import type {Messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {guardOf} from '../../src/core/payment/earlier.js';
import {verdictOf} from '../../src/core/payment/payment.js';
import {attemptsOf} from '../../src/core/payment/payments.js';
import type {CardOrder, WalletOrder} from '../../src/core/payment/schema.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {compact} from '../../src/views/block.js';
import {basketText} from '../basket/line.js';
import type {SealedCard} from '../card/card-form.js';
import type {Filled} from '../kit/form.js';
import type {Context} from '../kit/screen.js';
import {customerName, type OfSale, payableNow} from '../order/sale-form.js';
import {partText, payingOffText} from '../order/standing.js';

export type Charged =
  | {readonly method: 'mobile-money'; readonly order: WalletOrder}
  | {
      readonly method: 'card';
      readonly order: CardOrder;
      readonly mark: CardMark;
      readonly hasPin: boolean;
      readonly card: SealedCard;
    };

/** The state of the one question before money is requested. It sends once. */
export type Confirm = Filled<'reason'> &
  Charged &
  Omit<OfSale, 'language'> & {
    /** The earlier payment of the same wallet or card that the person has to look at first. */
    readonly earlier: string | undefined;
    /** An earlier payment that ended a short while ago. It is shown in one line and needs no reason. */
    readonly noted: string | undefined;
    /** The chunk of input that opened the screen. An Enter in the same chunk was not a decision about this question. */
    readonly chunk: number;
    /** The person was warned that the amount is above the shop's ceiling. */
    readonly isSure: boolean;
    readonly isSending: boolean;
  };

/** Returns what will be requested: what the wallet or the card can pay of the amount. */
export const payableIn = (
  {order, method, ...of}: Charged & Pick<OfSale, 'sale' | 'ticket'>,
  till: Pick<Context, 'till'>,
) => payableNow({...order, method}, of, till);
const amountIn = (screen: Confirm, till: Pick<Context, 'till'>): Money => payableIn(screen, till).amount;

/** Whether a reason must be typed: also if the earlier payment was paid since, perhaps for this sale, but not if it was refused. */
export function mustSayWhy(screen: Confirm, {till}: Pick<Context, 'till'>): boolean {
  const {earlier} = screen;
  if (earlier === undefined) return false;
  const payment = till.state.payments.get(earlier);
  if (payment === undefined || verdictOf(payment) !== 'not-paid') return true;
  const {cooldownMinutes} = till.settings;
  return guardOf(payment, amountIn(screen, {till}), {now: till.now(), cooldownMinutes}) === 'ask';
}

type Detail = readonly [label: string, value: string];

export type Asked = {
  readonly title: string;
  readonly sentence: string;
  /** The wallet or the card from which the money is requested. */
  readonly from: readonly Detail[];
  readonly about: readonly Detail[];
  readonly warnings: readonly string[];
  readonly cannotRecall: string;
} & Pick<Messages['confirmScreen'], 'earlier' | 'earlierPaid' | 'reasonMissing'>;

export const askedIn = (screen: Confirm, context: Context): Asked => ({
  ...(screen.method === 'card' ? ofCard(screen, context) : ofWallet(screen, context)),
  about: about(screen, context),
});

type Own = Omit<Asked, 'about'>;

function ofWallet(screen: Extract<Confirm, {method: 'mobile-money'}>, context: Context): Own {
  const {order} = screen;
  const {language, shop, till, messages} = context;
  const {confirmScreen: confirm} = messages;
  const market = marketOf(order.country);
  const country = countryName(market.country, language);
  const wallet = displayWallet(order.phone, shop.country);
  const its = [...till.networksAtHand(market), ...market.networks].find(({id}) => id === order.network);
  const network = its?.name ?? order.network;
  const {confirm: said, confirmOnPage} = messages.narration;
  return {
    ...confirm,
    sentence: (order.wallet === null ? confirmOnPage : said)({
      amount: displayMoney(amountIn(screen, context), language),
      wallet,
      network,
      country,
    }),
    from: [
      [order.wallet === null ? confirm.rows.phone : confirm.rows.to, wallet],
      [confirm.rows.network, `${network}, ${country}`],
    ],
    warnings:
      order.wallet !== null && isUnusual(order.wallet, market)
        ? [problemText(new Problem('wallet-unusual', {country}), language)]
        : [],
    cannotRecall: confirm.cannotRecall[its?.needs ?? 'prompt'],
  };
}

function ofCard({order, mark, hasPin}: Extract<Confirm, {method: 'card'}>, {language, messages}: Context): Own {
  const {confirm, sale} = messages.cardScreen;
  const {brand, lastFour} = mark;
  const pin = hasPin ? `, ${confirm.withPin}` : '';
  const facts = {amount: displayMoney(order.amount, language), card: sale.endingIn({lastFour}), brand};
  return {
    ...confirm,
    sentence: messages.narration.confirmCard(facts),
    from: [[confirm.card, `${brand} •••• ${lastFour}${pin}`]],
    warnings: [],
  };
}

/** Returns the details of the sale. A description made by the till and a customer without a name carry no information, and are left out. */
function about({order, sale, ticket, paysOff, basket, method}: Confirm, context: Context): readonly Detail[] {
  const {language, shop, till, messages} = context;
  const {rows, attempt} = messages.confirmScreen;
  const {description, email} = order;
  const firstName = order.firstName === customerName ? '' : order.firstName;
  const lastName = order.lastName === shop.shop ? '' : order.lastName;
  const isExchange = till.state.tickets.all.get(ticket ?? '')?.exchange !== undefined;
  const number = sale === undefined ? 1 : attemptsOf(till.state, sale).length + 1;
  return [
    [rows.as, compact([paysOff !== undefined && payingOffText(paysOff, context), description]).join(' · ')],
    ...(sale === undefined ? [] : [[rows.sale, attempt({sale, number})] as const]),
    ...(ticket === undefined
      ? []
      : [[isExchange ? rows.exchange : rows.ticket, partText(till.state, {ticket, sale}, language)] as const]),
    ...(basket === undefined ? [] : [[rows.basket, basketText(basket, language)] as const]),
    [rows.name, `${firstName} ${lastName}`.trim()],
    [rows.email, email],
    ...(method === 'card' ? [[rows.phone, displayWallet(order.phone, shop.country)] as const] : []),
  ];
}
