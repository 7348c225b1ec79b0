import {momentText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Currency, Money} from '../../core/money/money.js';
import {
  byAttention,
  heldBackText,
  missingText,
  type OfficeTakings,
  type OfficeView,
  type ShopFreshness,
  type StandingName,
  standingOf,
  type TillStanding,
} from '../../core/office/view.js';
import {cleanText} from '../../core/text/text.js';
import {type Block, compact, fact, type ListBlock, type Piece, type Tone, title} from '../block.js';
import {blockLines} from '../text.js';
import {rowsOf} from './people.js';
import {notCountedText} from './takings.js';

export type Watching = {readonly language: Language; readonly now: number};

/** With more shops than this, there would be no room for the tills. */
const mostShops = 6;
/** With more tills than this that are held back, the list of tills and `duka office today` name the others. */
const mostHeldBack = 2;
export const tones: Readonly<Record<StandingName, Tone>> = {
  halted: 'needs-person',
  silent: 'not-known',
  unheard: 'not-known',
  behind: 'waiting',
  whole: 'plain',
  revoked: 'quiet',
};

/** Returns how many tills were heard from, and how many incidents are open. */
export function standingPieces({status}: OfficeView, {language}: Watching): readonly Piece[] {
  const {watch: words} = messages(language).office;
  const {heardToday: heard, tills: count, openIncidents} = status;
  return compact([
    {text: words.heard({heard, count}), tone: heard < count ? ('not-known' as const) : ('paid' as const)},
    openIncidents !== 0 && {text: `· ${words.incidents({count: openIncidents})}`, tone: 'needs-person' as const},
  ]);
}

export function sumBlocks(
  {date, status: {linesBehind, missingShops}, takings, notCounted, freshness}: OfficeView,
  {language}: Watching,
): readonly Block[] {
  const {watch: words, nothing} = messages(language).office;
  const sums = totalsOf(takings);
  const missing = missingText(missingShops, language);
  return [
    ...(missing === undefined ? [] : [fact('missing', missing, {tone: 'needs-person'})]),
    ...(sums.length === 0 ? [fact('nothing', nothing({date}), {tone: 'quiet'})] : []),
    ...sums.map(({net, paid}, at) =>
      fact(`sum ${net.currency}`, words.sum({amount: displayMoney(net, language), count: paid}), {
        tone: 'strong',
        lead: at === 0 ? words.net : ' ',
      }),
    ),
    ...notCounted.map(each =>
      fact(`not counted ${each.reference}`, notCountedText(each, language), {tone: 'needs-person'}),
    ),
    ...(linesBehind === 0 ? [] : [fact('behind', words.behind({count: linesBehind}), {tone: 'waiting'})]),
    ...freshness
      .flatMap(({heldBack}) => heldBack)
      .slice(0, mostHeldBack)
      .map(each => fact(`lacking ${each.till}`, heldBackText(each, language), {tone: 'needs-person'})),
  ];
}

function shopBlocks(
  freshness: readonly ShopFreshness[],
  takings: readonly OfficeTakings[],
  {language}: Watching,
): readonly Block[] {
  const {watch: words, columns} = messages(language).office;
  const rows = freshness.slice(0, mostShops).map(({shop, heardToday, tills}) => {
    const sums = totalsOf(takings.filter(each => each.shop === shop));
    const net = sums.map(each => displayMoney(each.net, language)).join(' · ');
    return {
      cells: [shop, `${heardToday}/${tills}`, net === '' ? '-' : net],
      tone: heardToday < tills ? ('not-known' as const) : ('plain' as const),
    };
  });
  const more = freshness.length - rows.length;
  return [
    {
      kind: 'table',
      id: 'shops',
      columns: [
        {title: columns.shop, most: 24},
        {title: words.tills, align: 'right'},
        {title: columns.net, align: 'right'},
      ],
      rows,
    },
    ...(more === 0 ? [] : [fact('more-shops', words.moreShops({count: more}), {tone: 'quiet'})]),
  ];
}

/** Lists the tills. Those that a person should look at come first. */
export function tillList(all: readonly TillStanding[], zone: string, {language, now}: Watching): ListBlock {
  const {columns, standings, noTills} = messages(language).office;
  return rowsOf('tills', {
    columns: [
      {title: columns.till, width: 4},
      {title: columns.shop, most: 20},
      {title: columns.lines, align: 'right'},
      {title: columns.heard, width: 16},
      {title: columns.state, width: 30, grows: true},
    ],
    rows: byAttention(all, now).map(till => {
      const standing = standingOf(till, now);
      const heard = till.heardAt === null ? '-' : momentText(Date.parse(till.heardAt), zone);
      const cells = [till.till, cleanText(till.shop, 64), String(till.seq), heard, standings[standing]];
      return {id: till.till, cells, tone: tones[standing], to: `/tills/${till.till}`};
    }),
    empty: noTills,
  });
}

/** Returns the totals by currency, net of refunds. */
function totalsOf(takings: readonly OfficeTakings[]): readonly {readonly net: Money; readonly paid: number}[] {
  const groups = Map.groupBy(takings, ({currency}) => currency);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, all]) => ({
      net: {currency: currency as Currency, minor: all.reduce((sum, {minor, refunded}) => sum + minor - refunded, 0)},
      paid: all.reduce((sum, each) => sum + each.paid, 0),
    }));
}

/** The greatest number of tills that are named when there is no list of them. */
const mostNamed = 10;

function toLookAt({tills}: OfficeView, {language, now}: Watching): readonly {till: string; text: string}[] {
  const {standings} = messages(language).office;
  const all = byAttention(tills, now).flatMap(till => {
    const standing = standingOf(till, now);
    return standing === 'whole' || standing === 'revoked' ? [] : [{till: till.till, text: standings[standing]}];
  });
  return all.slice(0, mostNamed);
}

/** Returns the same in one line, for a terminal without frames, with only the tills that a person should look at. */
export function watchLine(view: OfficeView, watching: Watching): string {
  const {freshness, takings, date} = view;
  const described = [
    title(messages(watching.language).office.watch.title({date}), {note: standingPieces(view, watching)}),
    ...sumBlocks(view, watching),
    ...(freshness.length < 2 ? [] : shopBlocks(freshness, takings, watching)),
  ];
  const named = toLookAt(view, watching).map(({till, text}) => `${till}: ${text}`);
  const lines = blockLines(described, {width: Number.POSITIVE_INFINITY});
  return [...lines.map(line => line.trim().replaceAll(/[ \u00A0]+/g, ' ')), ...named].join('   ');
}
