import {type ZRow, zRowMembers} from '../../core/books/z-row.js';
import {momentText} from '../../core/day/business-day.js';
import {date, instantText, zone} from '../../core/day/schema.js';
import {messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Currency} from '../../core/money/money.js';
import {projectedMembers} from '../../core/office/projected-payment.js';
import {notCountedSpec, officeTakingsSpec, type ShopFreshness, shopFreshnessSpec} from '../../core/office/view.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {parseSaleSearch} from '../../core/sale/finder.js';
import {zName} from '../../core/shift/report.js';
import {count, elseNull, fields, flag, json, list, made, orNull, text} from '../../core/spec/spec.js';
import {personText} from '../../core/staff/name.js';
import {jsonIn} from '../../core/text/json.js';
import {answer, note} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {stateOf} from '../../views/office/payments.js';
import {
  freshnessLines,
  localHour,
  methodName,
  notCountedText,
  placeTotals,
  receivedText,
  totalRows,
} from '../../views/office/takings.js';
import {zText} from '../../views/office/zs.js';
import {inColumns} from '../../views/text.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {referenceFrom} from '../reading.js';
import {dayFrom} from '../values.js';
import {proofLines, proofSpec} from '../why.js';
import {clockText} from './health.js';
import {checkShop, checkTill, withOffice, zoneOf} from './open.js';

const freshnessSpec = list(shopFreshnessSpec(), 'how current this is, by shop');

const tillMembers = {shop: text('of the till'), till: text('the till')};
const paymentMembers = {...tillMembers, ...projectedMembers};
const agrees = ({differs}: Pick<ZRow, 'differs'>) => differs.length === 0;

export const answers = {
  'office today': fields({
    date: date('the business day'),
    zone: zone('by which it is told'),
    takings: list(officeTakingsSpec, 'by shop, method, currency and hour'),
    notCounted: list(notCountedSpec, 'payments whose money is an earlier payment too: the takings have it once'),
    freshness: freshnessSpec,
  }),
  'office payments': fields({
    payments: list(fields(paymentMembers), 'the newest that the search finds'),
    searched: orNull(count('how many of the newest payments were searched'), 'no other can match'),
    freshness: freshnessSpec,
  }),
  'office payment': fields({
    ...paymentMembers,
    why: proofSpec('why it has its verdict'),
    journal: list(json(), 'its lines as the till wrote them'),
    books: fields(
      {
        seq: count('the last line that rows are made of'),
        heardAt: elseNull(instantText('when the till was last heard'), 'never'),
      },
      'how much of the journal of the till the office has',
    ),
  }),
  'office z': fields({
    zs: list(
      fields({...tillMembers, ...zRowMembers, agrees: made(flag('whether the office comes to the same sums'), agrees)}),
      'by shop and till, newest first',
    ),
    freshness: freshnessSpec,
  }),
};

export const todayOptions = {'--date <date>': 'day'} satisfies OptionSpecs;

/** Shows the takings of a day, by shop and method and by the hour, and how current they are. */
export async function today(session: Session, {date: typed}: OptionsOf<typeof todayOptions>): Promise<ExitCode> {
  const wanted = session.flags.shop;
  if (typed !== undefined) dayFrom(session, typed);
  return withOffice(session, async office => {
    if (wanted !== undefined) await checkShop(office, wanted);
    const zone = (await office.rows.zone(wanted)) ?? configOf(session).zone;
    const date = dayFrom(session, typed, zone);
    const clock = typed === undefined ? clockText(session, (await office.status()).clock, zone) : undefined;
    if (clock !== undefined) note(session, `! ${clock}`);
    const all = await office.takings(date);
    const isWanted = ({shop}: {readonly shop: string}) => wanted === undefined || shop === wanted;
    const [takings, freshness] = [all.takings.filter(isWanted), all.freshness.filter(isWanted)];
    const notCounted = all.notCounted.filter(isWanted);
    const words = messages(session.language).office;
    const {shop, method, hour, count, gross, net} = words.columns;
    const sumsOf = (placeOf: Parameters<typeof placeTotals>[1]) =>
      totalRows(placeTotals(takings, placeOf), session.language);
    const byMethod = sumsOf(each => [each.shop, methodName(each.method, session.language)]);
    const totals = sumsOf(() => [words.total, '']);
    const byHour = sumsOf(each => [localHour(each.hour, zone)]);
    await answer(session, answers['office today'], {date, zone, takings, notCounted, freshness}, [
      `${date}  ${zone}`,
      ...(takings.length === 0
        ? [words.nothing({date})]
        : [
            ...inColumns(
              [[shop, method, count, gross, net], ...byMethod, ...(byMethod.length > totals.length ? totals : [])],
              {numbers: [2, 3, 4]},
            ),
            '',
            ...inColumns([[hour, count, gross, net], ...byHour], {numbers: [1, 2, 3]}),
            '',
          ]),
      ...notCounted.map(each => `! ${notCountedText(each, session.language)}`),
      ...freshnessLines(freshness, zone, session.language),
    ]);
    return exitOf(freshness);
  });
}

/** A list or a sum that lacks lines until a person acts is no whole one. */
const exitOf = (freshness: readonly ShopFreshness[]): ExitCode =>
  freshness.some(({heldBack}) => heldBack.length > 0) ? exitCodes.needsPerson : exitCodes.done;

export const paymentsOptions = {'--search <text>': 'salesSearch'} satisfies OptionSpecs;

/** Lists the newest payments that a search finds. */
export function payments(session: Session, {search = ''}: OptionsOf<typeof paymentsOptions>): Promise<ExitCode> {
  return withOffice(session, async office => {
    const {shop} = session.flags;
    if (shop !== undefined) await checkShop(office, shop);
    // Reads the freshness first. What arrives meanwhile makes the list more current than stated, not less.
    const freshness = await office.freshness(shop);
    const {payments: found, searched} = await office.rows.payments(parseSaleSearch(search), shop);
    const {language} = session;
    const words = messages(language).office;
    await answer(session, answers['office payments'], {payments: found, searched, freshness}, async () => {
      const zone = await zoneOf(office, shop);
      const {columns} = words;
      const titles = [columns.till, columns.reference, columns.time, columns.state, columns.amount, columns.person];
      const rows = found.map(({till, reference, requestedAt, currency, minor, person, ...each}) => [
        ...[till, reference, momentText(requestedAt, zone), words.verdicts[stateOf({minor, ...each})]],
        ...[displayMoney({currency: currency as Currency, minor}, language), personText(person, language)],
      ]);
      return [
        ...(rows.length === 0 ? [words.noPayments] : inColumns([titles, ...rows], {numbers: [4]})),
        ...(searched === null ? [] : [`! ${words.searchedNewest({count: searched})}`]),
        '',
        ...freshnessLines(freshness, zone, session.language),
      ];
    });
    return exitOf(freshness);
  });
}

/** Shows a payment, why it has its verdict, its lines as the till wrote them, and up to where the office has the till's journal. */
export function payment(session: Session, typed: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    const tills = await office.tills();
    const {payment: row, told, lines} = await office.rows.payment(referenceFrom(typed));
    const own = tills.find(({till}) => till === row.till);
    const {rows: seq = 0, heardAt = null} = own ?? {};
    const {language} = session;
    const whole = {...row, why: {...told, language}, journal: lines.map(jsonIn), books: {seq, heardAt}};
    return answer(session, answers['office payment'], whole, async () => {
      const {shop, till, reference, currency, minor, person} = row;
      const words = messages(language).office;
      const money = displayMoney({currency: currency as Currency, minor}, language);
      return [
        `${reference}  ${shop}/${till}  ${words.verdicts[stateOf(row)]}  ${money}  ${personText(person, language)}`,
        ...proofLines(session, told),
        '',
        ...lines,
        '',
        words.booksThrough({shop, till, line: seq, heard: receivedText(heardAt, await zoneOf(office, shop))}),
      ];
    });
  });
}

/** Lists the Zs of all tills, or of the shop or till that is named, and whether the office comes to the same sums. */
export function zs(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const {till: wanted, shop} = session.flags;
    if (shop !== undefined) await checkShop(office, shop);
    if (wanted !== undefined) await checkTill(office, wanted.toUpperCase());
    const freshness = await office.freshness(shop);
    const found = (await office.rows.zs()).filter(
      z => (wanted === undefined || z.till === wanted.toUpperCase()) && (shop === undefined || z.shop === shop),
    );
    const words = messages(session.language).office;
    await answer(session, answers['office z'], {zs: found, freshness}, async () => {
      const zone = await zoneOf(office, shop);
      const {till: of, day, sums} = words.columns;
      const titles = [of, 'Z', day, sums];
      const rows = found.map(z => [...[z.till, zName(z.number), z.businessDate], zText(z, session.language)]);
      return [
        ...(rows.length === 0 ? [words.noZs] : inColumns([titles, ...rows], {longest: 80})),
        '',
        ...freshnessLines(freshness, zone, session.language),
      ];
    });
    return !found.every(agrees) ? exitCodes.needsPerson : exitOf(freshness);
  });
}
