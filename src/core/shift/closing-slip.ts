import {businessDate, dayText, secondsText} from '../day/business-day.js';
import {type Language, messages} from '../messages/messages.js';
import {centred, pair, type SlipPart} from '../slip/slip.js';
import {cleanText} from '../text/text.js';
import {closingName} from './closing.js';
import type {BooksClosing} from './closing-schema.js';
import {inDrawer, zName} from './report.js';
import {
  accounts,
  countParts,
  heading,
  perpetual,
  refunds,
  seal,
  sold,
  strong,
  sum,
  takings,
  tickets,
  type Words,
} from './slip-sections.js';
import {turnoversOf} from './sold.js';

/** A closing as a slip; the same closing always gives the same parts. `signedCode` is the text of its QR code. */
export function closingParts(
  closing: BooksClosing,
  {language, signedCode}: {readonly language: Language; readonly signedCode?: string | undefined},
): readonly SlipPart[] {
  const words: Words = {...messages(language).report, language};
  const {closing: said, receipt} = messages(language);
  const {kind, profile, shop, till, zone, closedAt, previous, firstZ, lastZ, zs} = closing;
  const ends = profile === 'live' ? [] : [strong(`*** ${receipt.profiles[profile]} ***`)];
  const when = `${dayText(businessDate(closedAt, zone, '00:00'), language)}, ${secondsText(closedAt, zone)}`;
  return [
    ...ends,
    strong(cleanText(shop, 100)),
    centred(said.title[kind], 'large'),
    centred(closingName(closing), 'large'),
    {kind: 'rule'},
    pair(words.till, till),
    pair(said.number, String(closing.number)),
    pair(said.previous, previous === null ? said.none : `${previous.number}: ${previous.line.slice(0, 16)}`),
    pair(words.closed, when),
    pair(words.zone, zone),
    pair(said.zs, firstZ === null ? said.noZs : `${zName(firstZ)} - ${zName(lastZ ?? firstZ)}, ×${zs}`),
    ...takings(closing, words),
    ...corrections(closing, words),
    ...refunds(closing, words),
    ...tickets(closing, words),
    ...accounts(closing, words),
    ...sold(closing, turnoversOf(closing), words),
    ...drawers(closing, words),
    ...countParts(closing, words),
    ...perpetual(closing, words),
    ...seal({...closing, fromSeq: closing.throughSeq}, words),
    ...(signedCode === undefined ? [] : [{kind: 'qr', text: signedCode, caption: said.check} as const]),
    ...ends,
  ];
}

function corrections({corrections: list}: BooksClosing, words: Words): readonly SlipPart[] {
  if (list.length === 0) return [];
  return [...heading(words.corrections), ...list.map(({total, count}) => sum(words, total.currency, total, count))];
}

function drawers({drawers: list}: BooksClosing, words: Words): readonly SlipPart[] {
  if (list.length === 0) return [];
  const said = messages(words.language).closing;
  return [
    ...heading(said.drawers),
    ...list.flatMap(({currency, counted, differing, difference}) => [
      pair(said.counted({currency}), `${counted}, ${differing}`),
      sum(words, said.drawer({currency}), inDrawer(currency, difference)),
    ]),
  ];
}
