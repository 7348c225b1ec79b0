import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {
  byAttention,
  type OfficeTakings,
  type OfficeView,
  type ShopFreshness,
  type StandingName,
  standingOf,
  type TillStanding,
} from '../../src/core/office/view.js';
import {cleanText} from '../../src/core/text/text.js';
import {type Block, compact, fact, gap, type ListBlock, type Tone, title} from '../kit/block.js';
import {narrate} from '../kit/narrate.js';
import {defaultKeys} from '../terminal/bindings.js';

type Watching = {readonly language: Language; readonly now: number};

/** More shops than these leave no room for tills. */
const mostShops = 6;
const tones: Readonly<Record<StandingName, Tone>> = {
  halted: 'needs-person',
  silent: 'not-known',
  behind: 'waiting',
  whole: 'plain',
  revoked: 'quiet',
};

/** What came in today and how the tills stand, those first that a person should look at. */
export function describeOffice(
  {date, status, tills, takings, freshness}: OfficeView,
  watching: Watching,
): readonly Block[] {
  const {language} = watching;
  const {watch: words, nothing} = messages(language).office;
  const {heardToday, openIncidents, linesBehind} = status;
  const sums = totalsOf(takings);
  return [
    title(words.title({date}), {
      note: compact([
        {
          text: words.heard({heard: heardToday, count: status.tills}),
          tone: heardToday < status.tills ? 'not-known' : 'paid',
        },
        openIncidents !== 0 && {text: `· ${words.incidents({count: openIncidents})}`, tone: 'needs-person' as const},
      ]),
    }),
    gap('after-title'),
    ...(sums.length === 0 ? [fact('nothing', nothing({date}), {tone: 'quiet'})] : []),
    ...sums.map(({net, paid}, at) =>
      fact(`sum ${net.currency}`, words.sum({amount: displayMoney(net, language), count: paid}), {
        tone: 'strong',
        lead: at === 0 ? words.net : ' ',
      }),
    ),
    ...(linesBehind === 0 ? [] : [fact('behind', words.behind({count: linesBehind}), {tone: 'waiting'})]),
    gap('before-shops'),
    ...(freshness.length < 2 ? [] : shopBlocks(freshness, takings, watching)),
    tillList(byAttention(tills, watching.now), watching),
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
    gap('after-shops'),
  ];
}

function tillList(tills: readonly TillStanding[], {language, now}: Watching): ListBlock {
  const {columns, standings, noTills} = messages(language).office;
  return {
    kind: 'list',
    id: 'tills',
    columns: [
      {title: columns.till, width: 4},
      {title: columns.shop, most: 20},
      {title: columns.lines, align: 'right'},
      {title: columns.heard, width: 17},
      {title: columns.state, width: 30, grows: true},
    ],
    count: tills.length,
    rowAt: at => {
      const till = tills[at];
      if (till === undefined) return {id: '', cells: [], tone: 'plain'};
      const standing = standingOf(till, now);
      const heard = till.heardAt === null ? '-' : `${till.heardAt.slice(0, 16).replace('T', ' ')}Z`;
      const cells = [till.till, cleanText(till.shop, 64), String(till.seq), heard, standings[standing]];
      return {id: till.till, cells, tone: tones[standing]};
    },
    marked: -1,
    markedText: '',
    empty: noTills,
  };
}

type Total = {readonly net: Money; readonly paid: number};

/** Net of refunds, by currency. */
function totalsOf(takings: readonly OfficeTakings[]): readonly Total[] {
  const groups = Map.groupBy(takings, ({currency}) => currency);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, all]) => ({
      net: {
        currency: currency as Currency,
        minor: all.reduce((sum, {minor, refunded}) => sum + minor - refunded, 0),
      },
      paid: all.reduce((sum, each) => sum + each.paid, 0),
    }));
}

/** Tills named in one line at most. */
const mostNamed = 10;

/** The same in one line, for a terminal without frames: of the tills those that a person should look at. */
export function watchLine(view: OfficeView, watching: Watching): string {
  const {language, now} = watching;
  const {standings} = messages(language).office;
  const {facts} = narrate(describeOffice(view, watching), {language, keys: defaultKeys}, '');
  const named = byAttention(view.tills, now).flatMap(till => {
    const standing = standingOf(till, now);
    return standing === 'whole' || standing === 'revoked' ? [] : [`${till.till}: ${standings[standing]}`];
  });
  return [...facts.map(({text}) => text), ...named.slice(0, mostNamed)].join('   ').replaceAll('\u00A0', ' ');
}
