import {Box} from 'ink';
import type {ReactNode} from 'react';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney, displayNumber} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {lineName} from '../../src/core/present/line-rows.js';
import {type ExitCode, exitCodes} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {type CustomerView, type DisplayParts, followDisplay} from '../../src/till/customer-display.js';
import {atBottom, type Block, compact, fact, gap, type Piece, verdict} from '../../src/views/block.js';
import {centredRows} from '../kit/centred.js';
import {TooSmall} from '../kit/ink.js';
import {narrate} from '../kit/narrate.js';
import {Rows} from '../parts/rows.js';
import {newStage, openWindow, type Window} from '../stage.js';
import {defaultKeys} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import {onceSignalled, type Size} from '../terminal/size.js';
import {type Styles, stylesFor} from '../terminal/styles.js';

type Sale = NonNullable<CustomerView['sale']>;

/** Returns what the customer sees: between two sales, the shop's name, a welcome, and the numbers to which a customer can pay. */
export function describeDisplay({
  shop,
  profile,
  language,
  sale,
  basket,
  merchantNumbers = [],
}: CustomerView): readonly Block[] {
  const {display, frame} = messages(language);
  const practice = fact('practice', frame.profiles[profile], {tone: 'sandbox'});
  const idle = [
    fact('shop', cleanText(shop, 120), {tone: 'strong'}),
    gap('after-shop'),
    fact('welcome', display.welcome, {tone: 'quiet'}),
    ...(merchantNumbers.length === 0 ? [] : [gap('after-welcome')]),
    ...merchantNumbers.map(({networkId, network, number}) =>
      fact(`pay ${networkId}`, display.payTo({network, number}), {tone: 'strong', isOptional: true}),
    ),
  ];
  const unsold = basket === undefined ? idle : ofBasket(basket, {shop, language});
  return [...(sale === undefined ? unsold : ofSale(sale, shop)), ...(profile === 'live' ? [] : [atBottom, practice])];
}

/** The greatest number of lines. No window that a customer reads from a distance has room for more. */
const mostLines = 20;

/** Returns the lines of the basket as they are added, the newest at the bottom, and their total. */
function ofBasket(
  {lines, total}: NonNullable<CustomerView['basket']>,
  {shop, language}: Pick<CustomerView, 'shop' | 'language'>,
): readonly Block[] {
  const text = ({quantity, amount, ...line}: (typeof lines)[number]) =>
    messages(language).display.line({
      quantity: displayNumber(quantity, language),
      name: lineName(line, language),
      amount: displayMoney(amount, language),
    });
  return [
    fact('shop', cleanText(shop, 60), {tone: 'quiet', most: 1, isOptional: true}),
    gap('after-shop'),
    ...lines
      .slice(-mostLines)
      .map((line, at) =>
        fact(`line ${at}`, text(line), {most: 1, isOptional: at < Math.min(lines.length, mostLines) - 1}),
      ),
    gap('before-total'),
    {kind: 'amount', id: 'total', money: total, tone: 'strong', beside: []},
  ];
}

function ofSale(
  {amount, badge, language, say, wallet, card, change, page, ticket, receipt}: Sale,
  shop: string,
): readonly Block[] {
  const words = messages(language).display;
  const payer = card === undefined ? (wallet === undefined ? '' : words.wallet({wallet})) : words.card(card);
  const isOpen = ['not-known', 'waiting', 'with-provider', 'sending'].includes(badge);
  const large = (id: string, money: Money): Block => ({kind: 'amount', id, money, tone: 'strong', beside: []});
  return compact([
    fact('shop', cleanText(shop, 60), {tone: 'quiet', most: 1, isOptional: true}),
    gap('after-shop'),
    gap('before-amount'),
    // The largest amount is the one that the customer is about to get.
    change === undefined ? large('amount', amount) : fact('amount', displayMoney(amount, language), {tone: 'strong'}),
    verdict('verdict', badge, words.verdicts[badge], []),
    gap('after-verdict'),
    fact('say', say, {tone: isOpen ? 'strong' : badge}),
    ...(change === undefined ? [] : [fact('change', words.change, {tone: 'strong'}), large('given', change)]),
    ...(ticket === undefined ? [] : tipFacts(ticket, language)),
    ...(ticket === undefined || ticket.total.minor === amount.minor ? [] : ticketFacts(ticket, language)),
    payer !== '' && fact('payer', payer, {tone: 'quiet'}),
    page !== undefined && pageCode(page, words),
    receipt !== undefined && code('receipt', receipt, {text: words.receipt, tone: 'quiet'}),
  ]);
}

function tipFacts({total, tip}: NonNullable<Sale['ticket']>, language: Language): readonly Block[] {
  if (tip === undefined) return [];
  const [sold, given] = [{...total, minor: total.minor - tip.minor}, tip].map(each => displayMoney(each, language));
  return [fact('tip', messages(language).display.tip({sold: sold ?? '', tip: given ?? ''}), {tone: 'quiet'})];
}

function ticketFacts({total, left, parts}: NonNullable<Sale['ticket']>, language: Language): readonly Block[] {
  const words = messages(language).display;
  const show = (money: Money) => displayMoney(money, language);
  const isPaid = left.minor === 0 && parts.every(part => part.isPaid);
  const listed = parts.map(part => (part.isPaid ? words.part : words.partWaiting)({amount: show(part.amount)}));
  return [
    gap('before-ticket'),
    fact('ticket', words.ticket({total: show(total)}), {tone: 'quiet'}),
    ...(listed.length === 0 ? [] : [fact('parts', listed.join(' · '), {tone: 'quiet', most: 3})]),
    fact('left', isPaid ? words.allPaid : words.left({left: show(left)}), {tone: isPaid ? 'paid' : 'strong'}),
  ];
}

/** Returns a QR code. If it has no room, `instead` takes its place. For a receipt that is nothing, because the shop has it on paper. */
const code = (id: string, text: string, beside: Piece, instead: readonly Piece[] = []): Block => ({
  kind: 'code',
  id,
  text,
  beside: [beside],
  tooBig: '',
  instead,
  isSaid: false,
});

const pageCode = (page: string, {scan, openPage}: {readonly scan: string; readonly openPage: string}): Block =>
  code('page', page, {text: scan, tone: 'strong'}, [
    {text: openPage, tone: 'quiet'},
    {text: cleanText(page, 500), tone: 'strong'},
  ]);

/** Returns the same in one line, for a terminal without frames. */
export function displayLine(shown: CustomerView): string {
  const {language} = shown.sale ?? shown;
  const {facts} = narrate(describeDisplay(shown), {language, keys: defaultKeys}, '');
  return facts.map(({text}) => text).join('   ');
}

/** The smallest window for which the customer's screen is drawn. */
const smallest: Size = {columns: 40, rows: 12};

type DisplayProps = {readonly shown: CustomerView; readonly size: Size; readonly styles: Styles};

/** What the customer looks at. Nothing on it moves by itself. */
export function CustomerDisplay({shown, size, styles}: DisplayProps): ReactNode {
  const {columns, rows} = size;
  const {language} = shown.sale ?? shown;
  const isTooSmall = columns < smallest.columns || rows < smallest.rows;
  if (isTooSmall) return <TooSmall size={size} text={messages(shown.language).display.tooSmall} />;
  const height = Math.max(1, rows - 1);
  return (
    <Box width={columns} height={height} overflow="hidden">
      <Rows rows={centredRows(describeDisplay(shown), {columns, height, styles, language, range: () => ''})} />
    </Box>
  );
}

/** Draws each value until `q` or Ctrl-C, and settles when the terminal is restored. Rejects with the error of `values`. */
async function showEach<T>(
  values: (signal: AbortSignal) => AsyncIterable<T>,
  draw: (value: T, size: Size) => ReactNode,
): Promise<ExitCode> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const stage = newStage('');
  const onKey = (key: Key) => {
    if (isToLeave(key)) leave();
  };
  const signalled = onceSignalled(leave);
  let window: Window | undefined;
  try {
    for await (const value of values(leaving.signal)) {
      stage.dispatch({draw: size => draw(value, size), onKey});
      if (window !== undefined) continue;
      window = openWindow(stage, false);
      window.waitUntilExit().then(leave, leave); // a frame that cannot be drawn throws at the later await too
    }
  } finally {
    window?.unmount();
    await window?.waitUntilExit();
    signalled();
  }
  return exitCodes.done;
}

const isToLeave = (key: Key): boolean =>
  key.kind === 'press' ? key.name === 'ctrl-c' : key.kind === 'text' && key.text.toLowerCase() === 'q';

/** Shows this terminal to the customer until `q` or Ctrl-C. Takes no lock and writes nothing. Rejects with the error of `followFront`. */
export const openDisplay = (parts: DisplayParts): Promise<ExitCode> =>
  showEach(
    signal => followDisplay(parts, signal),
    (shown, size) => <CustomerDisplay shown={shown} size={size} styles={stylesFor(parts.environment, shown.theme)} />,
  );
