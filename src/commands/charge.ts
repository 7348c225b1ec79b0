import {type Card, type CardRules, wipeCard} from '../core/card/card.js';
import {businessDate} from '../core/day/business-day.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {chargedCurrencies, readCardOrder, requireOrder} from '../core/payment/order.js';
import {displayPayer} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import type {CardOrder} from '../core/payment/schema.js';
import {channelName} from '../core/payment/tender.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note} from '../session/print.js';
import {configOf, deadlineOf, type Session} from '../session/session.js';
import type {OpenTill} from '../till/open.js';
import type {AttemptOptions} from '../till/payment.js';
import {readCardInput} from './card-input.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {follow, serveChallenge} from './follow.js';
import {lineOptions, sellingFrom} from './item-lines.js';
import {withTill} from './reading.js';
import {
  customerOf,
  endOfTaking,
  noteEarlier,
  noteMissing,
  reportEarlier,
  takeOptions,
  takingAnswer,
  takingOptions,
} from './taking.js';
import {currencies, secondsFrom} from './values.js';

const options = {
  ...lineOptions,
  '--amount <amount>': 'cardAmount',
  '--currency <code>': {says: 'cardCurrency', offers: currencies},
  '--card-stdin': {says: 'cardStdin', isRequired: true},
  ...takingOptions,
  '--again <reason>': 'cardAgain',
  '--phone <number>': 'cardPhone',
  '--wait <seconds>': 'wait',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const answers = {charge: takingAnswer};

export const command = commandOf({
  options,
  examples: [
    'duka charge --amount 24 --currency USD --card-stdin < <(read-card)',
    'duka charge --amount 5000 --currency NGN --card-stdin --wait 300 --json < <(read-card)',
    'duka charge --amount 24 --card-stdin --sale T7K0MZ4K8Q2RD --listen 192.168.1.20 < <(read-card)',
  ],
  action: charge,
});

async function charge(session: Session, typed: Options): Promise<ExitCode> {
  const {language} = session;
  const {cards} = configOf(session);
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: typed.wait ?? '30', language}, 1));
  if (!cards.areTyped) throw new Problem('cards-not-typed');
  const {options, sells} = await sellingFrom(session, typed, chargedCurrencies(cards)[0] ?? 'USD');
  const taking = {...takeOptions(options), sells};
  const order = orderOf(session, options);
  const rules = rulesFor(session, order);
  if (rules.pin === 'asked' && configOf(session).profile !== 'sandbox')
    note(session, `! ${messages(language).command.pinOnComputer}`);
  const card = await readCardInput(session, until, rules);
  if (card === undefined) return exitCodes.interrupted;
  return withTill(session, 'charge', opened =>
    take(session, opened, {order, card, taking, until}).catch((problem: unknown) =>
      reportEarlier(session, opened, {problem, until}),
    ),
  ).finally(() => wipeCard(card));
}

type Charging = {
  readonly order: CardOrder;
  readonly card: Card;
  readonly taking: AttemptOptions;
  readonly until: number;
};

async function take(session: Session, opened: OpenTill, {order, card, taking, until}: Charging): Promise<ExitCode> {
  const {till} = opened;
  const {face} = session;
  if (face.interrupted.aborted) return exitCodes.interrupted;
  const missing = noteMissing(session, till.state);
  const {reference, noted, finished: sending} = await till.charge(order, card, taking);
  session.begun = reference;
  noteEarlier(session, noted);
  noteCharging(session, till.state.payments.get(reference));
  const {onChange, page} = serveChallenge(session, till);
  const payment = await follow({face, till, reference, until, sending, onChange});
  return endOfTaking(session, opened, payment, {noted, missing, served: await page()});
}

function noteCharging(session: Session, payment: Payment | undefined): void {
  if (payment === undefined) return;
  const {request, reference} = payment;
  const amount = displayMoney(request.amount, session.language);
  const facts = {reference, card: displayPayer(request), brand: channelName(request, session.language), amount};
  note(session, messages(session.language).command.charging(facts));
}

function orderOf(session: Session, options: Options): CardOrder {
  const {amounts, country, cards, phone} = configOf(session);
  const form = {
    ...customerOf(session, options),
    amount: options.amount ?? '',
    currency: options.currency ?? chargedCurrencies(cards)[0] ?? cards.currencies[0] ?? '',
    phone: options.phone ?? phone ?? '',
  };
  const {currencies, takesPin} = cards;
  return requireOrder(readCardOrder(form, {currencies, takesPin, country, ...amounts}));
}

function rulesFor(session: Session, {amount}: CardOrder): CardRules {
  const {zone} = configOf(session);
  const month = businessDate(session.face.world.now(), zone, '00:00').slice(0, 'YYYY-MM'.length);
  return {month, pin: amount.currency === 'NGN' ? 'asked' : 'none'};
}
