import {Box} from 'ink';
import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {cleanText} from '../../src/core/text/text.js';
import type {CustomerView} from '../../src/till/customer-display.js';
import {atBottom, type Block, fact, gap, verdict} from '../kit/block.js';
import {centredRows} from '../kit/centred.js';
import {Rows} from '../parts/rows.js';
import {TooSmall} from '../parts/too-small.js';
import type {Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';

type Sale = NonNullable<CustomerView['sale']>;

/** The smallest window that the customer's screen is drawn for. */
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

/** Between two sales, whose shop it is, and that somebody is there. */
export function describeDisplay({shop, profile, language, sale}: CustomerView): readonly Block[] {
  const {display, frame} = messages(language);
  const practice = fact('practice', frame.profiles[profile], {tone: 'sandbox'});
  const idle = [
    fact('shop', cleanText(shop, 120), {tone: 'strong'}),
    gap('after-shop'),
    fact('welcome', display.welcome, {tone: 'quiet'}),
  ];
  return [...(sale === undefined ? idle : ofSale(sale, shop)), ...(profile === 'live' ? [] : [atBottom, practice])];
}

function ofSale({amount, badge, language, say, wallet, card, page}: Sale, shop: string): readonly Block[] {
  const words = messages(language).display;
  const payer = card === undefined ? (wallet === undefined ? '' : words.wallet({wallet})) : words.card(card);
  const isOpen = badge === 'not-known' || badge === 'waiting' || badge === 'sending';
  return [
    fact('shop', cleanText(shop, 60), {tone: 'quiet', most: 1, isOptional: true}),
    gap('after-shop'),
    gap('before-amount'),
    {kind: 'amount', id: 'amount', money: amount, tone: 'strong', beside: []},
    verdict('verdict', badge, words.verdicts[badge], []),
    gap('after-verdict'),
    fact('say', say, {tone: isOpen ? 'strong' : badge}),
    ...(payer === '' ? [] : [fact('payer', payer, {tone: 'quiet'})]),
    ...(page === undefined ? [] : [codeOf(page, words)]),
  ];
}

const codeOf = (page: string, {scan, openPage}: {readonly scan: string; readonly openPage: string}): Block => ({
  kind: 'code',
  id: 'page',
  text: page,
  beside: [{text: scan, tone: 'strong'}],
  tooBig: '',
  instead: [
    {text: openPage, tone: 'quiet'},
    {text: cleanText(page, 500), tone: 'strong'},
  ],
  isSaid: false,
});
