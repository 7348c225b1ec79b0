import {businessDate} from '../../core/day/business-day.js';
import {date} from '../../core/day/schema.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {isCurrency} from '../../core/money/money.js';
import {ownsOffice, type Visitor} from '../../core/office/person.js';
import {shopsTyped, tillRoleTyped} from '../../core/office/till-staff.js';
import {problemText} from '../../core/present/problem-text.js';
import {Problem} from '../../core/problem.js';
import {parseSaleSearch} from '../../core/sale/finder.js';
import {isValid} from '../../core/spec/check.js';
import {cleanText} from '../../core/text/text.js';
import type {World} from '../../core/world.js';
import {csvForm, csvText} from '../../print/csv.js';
import {notice, title} from '../../views/block.js';
import {bookFormats, describeExports, paymentExportColumns, paymentExportRow} from '../../views/office/exports.js';
import {describeMoney} from '../../views/office/money.js';
import {describeAlerts, describeNeed, describeNeeds} from '../../views/office/needs.js';
import {fileTypes, type OfficePlaces, type PageBlock, type PageFile} from '../../views/office/page-block.js';
import {describePayment, describePayments} from '../../views/office/payments.js';
import {
  describeCode,
  describePeople,
  describePerson,
  describeTillPerson,
  describeTillStaff,
  describeYou,
  tokenBlocks,
} from '../../views/office/people.js';
import {describePrices, pricesFileMegabytes} from '../../views/office/prices.js';
import {reconcileTakes} from '../../views/office/reconcile.js';
import {describeTill, describeTills, tillVersion} from '../../views/office/till.js';
import {describeToday} from '../../views/office/today.js';
import {describeZ, describeZs} from '../../views/office/zs.js';
import {readNeedsFacts} from '../needs.js';
import type {HeadOffice} from '../program.js';
import {mostFound, type OfficePayment} from '../rows.js';
import {changeReconcile, type PageRequest, readReconcile} from './reconcile.js';
import type {SentFile} from './upload.js';

type OfficePage = {
  readonly name: keyof ReturnType<typeof messages>['officePage']['names'];
  readonly path: string;
  /** How large and how many the files may be together that come with its forms; absent if none do. */
  readonly takes?: {readonly megabytes: number; readonly files: number};
  /** Whether somebody may open it. To everybody else it does not exist. */
  readonly isFor: (visitor: Pick<Visitor, 'role' | 'shops'>) => boolean;
  /** The key that opens it in the terminal; absent if another page leads to it. */
  readonly key?: string;
  /** Reads the facts and describes them; undefined if there is no such thing. `zone` is that of the till heard last. */
  readonly read: (asked: PageReading) => Promise<readonly PageBlock[] | PageFile | undefined>;
  /** Does what a form of the page asks for, and describes what is shown once. Throws `Problem` if it cannot be done. */
  readonly act?: (asked: Acting) => Promise<readonly PageBlock[] | undefined>;
};
/** `person` is who has sent the form. */
type Acting = PageRequest & {
  readonly zone: string;
  readonly form: URLSearchParams;
  readonly person: string;
  /** What came with the form, which is removed afterwards. */
  readonly files: readonly SentFile[];
};

const everybody: OfficePage['isFor'] = () => true;
const staff: OfficePage['isFor'] = ({role}) => role !== 'viewer';
const managers: OfficePage['isFor'] = ({role}) => role === 'owner' || role === 'manager';

export const officePagesList: readonly OfficePage[] = [
  {name: 'today', path: '/', isFor: everybody, key: '1', read: readToday},
  {name: 'needs', path: '/needs', isFor: staff, key: '2', read: readNeeds, act: markNeed},
  {name: 'payments', path: '/payments', isFor: staff, key: '3', read: readPayments},
  {name: 'tills', path: '/tills', isFor: everybody, key: '4', read: readTills, act: changeTill},
  {name: 'zs', path: '/z', isFor: everybody, key: '5', read: readZs},
  {
    name: 'reconcile',
    path: '/reconcile',
    isFor: staff,
    key: 'r',
    read: readReconcile,
    act: changeReconcile,
    takes: reconcileTakes,
  },
  {name: 'money', path: '/money', isFor: staff, key: 'm', read: readMoney},
  {name: 'exports', path: '/exports', isFor: staff, key: '6', read: readExports},
  {name: 'people', path: '/people/staff', isFor: ownsOffice, read: readStaff, act: changeStaff},
  {name: 'people', path: '/people', isFor: ({role}) => role === 'owner', key: '7', read: readPeople},
  {name: 'alerts', path: '/alerts', isFor: ownsOffice, key: '8', read: readAlerts, act: changeAlerts},
  {
    name: 'prices',
    path: '/prices',
    isFor: managers,
    key: '9',
    read: readPrices,
    act: setPrices,
    takes: {megabytes: pricesFileMegabytes, files: 1},
  },
  {name: 'you', path: '/you', isFor: everybody, key: '0', read: readYou},
];

type PageReading = PageRequest & {readonly zone: string};
type Read = ReturnType<OfficePage['read']>;

/** How many earlier weeks today is compared with. */
const weeks = 4;

async function readToday({office, language, now, zone, of}: PageReading): Read {
  if (of !== '') return undefined;
  const today = businessDate(now, zone, '00:00');
  const dates = Array.from({length: weeks}, (_, at) =>
    Temporal.PlainDate.from(today)
      .subtract({weeks: at + 1})
      .toString(),
  );
  const [status, tills, taken, ...before] = await Promise.all([
    ...([office.status(), office.tills(), office.takings(today)] as const),
    ...dates.map(async earlier => ({date: earlier, takings: (await office.taken(earlier)).takings})),
  ]);
  return describeToday({date: today, zone, status, tills, ...taken, before}, {language, now});
}

const mostEntries = 50;

async function readPeople({office, language, now, zone, of, visitor}: PageReading): Read {
  const {register} = office;
  const seen = {language, now, zone, reach: visitor.shops};
  const people = await register.people();
  if (of === '')
    return [
      ...describePeople({people, log: await register.log(mostEntries)}, seen),
      ...tokenBlocks(await register.tokens.all(), seen),
    ];
  const person = people.find(({id}) => id === of);
  if (person === undefined) return undefined;
  const sessions = (await register.store.sessions()).filter(each => each.person === of);
  return describePerson({person, sessions}, seen);
}

async function readStaff({office, language, of}: PageReading): Read {
  const people = await office.lists.staff();
  if (of === '') return describeTillStaff(people, language);
  const person = people.find(({id}) => id === of);
  return person && describeTillPerson(person, language);
}

/** Changes who works at the tills of all shops. */
async function changeStaff({office, language, of, form, person: by}: Acting) {
  const {lists} = office;
  const field = (name: string) => form.get(name) ?? '';
  const given = () => ({name: field('name'), role: tillRoleTyped(field('role')), shops: shopsTyped(field('shops'))});
  const words = messages(language).officePeople.tillStaff;
  const codeBlocks = (name: string, code: string) => describeCode(words.code({name}), code, words.codeNote({name}));
  if (field('do') === 'add') return codeBlocks(field('name').trim(), await lists.add(given(), by));
  const who = {id: of, version: Number(field('version'))};
  switch (field('do')) {
    case 'renew': {
      const code = await lists.renew(who.id, who.version, by);
      return codeBlocks((await lists.staff()).find(({id}) => id === who.id)?.name ?? '', code);
    }
    case 'change':
      await lists.change({type: 'change', ...who, ...given()}, by);
      break;
    case 'lock':
    case 'unlock':
      await lists.change({type: 'change', ...who, isLocked: field('do') === 'lock'}, by);
      break;
    case 'remove':
      await lists.change({type: 'remove', ...who}, by);
      return describeTillStaff(await lists.staff(), language);
  }
  return undefined;
}

/** The shops of which a visitor may look at the tills. */
const shopsOf = async (office: HeadOffice): Promise<readonly string[]> => [
  ...new Set((await office.tills()).map(({shop}) => shop)),
];

async function readPrices({office, language, zone, now, of, visitor}: PageReading): Read {
  if (of !== '') return undefined;
  const shops = await shopsOf(office);
  const prices = (await office.lists.prices()).filter(
    ({shop}) => shop === null || visitor.shops === 'all' || shops.includes(shop),
  );
  const {takings} = await office.taken(businessDate(now, zone, '00:00'));
  const currency = prices[0]?.items[0]?.price.currency ?? takings[0]?.currency ?? '';
  return describePrices({prices, shops, forAll: ownsOffice(visitor), currency, zone}, language);
}

/** Puts the prices of a file in force for a shop that the visitor may look at, or for all, which owners of all may. */
async function setPrices({office, language, form, files: [file], person, visitor, reconciliations}: Acting) {
  const typed = form.get('shop') ?? '';
  const isKnown = typed === '' ? ownsOffice(visitor) : (await shopsOf(office)).includes(typed);
  if (!isKnown) throw new Problem('office-shop-unknown', {shop: typed});
  if (file === undefined || reconciliations === undefined) throw new Problem('upload-cut');
  const currency = (form.get('currency') ?? '').trim().toUpperCase();
  if (!isCurrency(currency)) throw new Problem('currency-unknown', {currency: cleanText(currency, 10)});
  const {path} = file;
  await reconciliations.setPrices({office, language, shop: typed || null, currency, path}, person);
  return undefined;
}

/** Makes a joining code, or revokes a till that is named again. */
async function changeTill(asked: Acting): Promise<readonly PageBlock[] | undefined> {
  const {office, language, of, form, visitor} = asked;
  const words = messages(language).officePage.till;
  const till = (await office.tills()).find(each => each.till === of);
  const isNamed = till !== undefined || (of === '' && form.get('do') === 'code');
  if (!managers(visitor) || !isNamed) throw new Problem('office-till-unknown', {till: of});
  if (form.get('do') === 'code') {
    const shop = till?.shop ?? form.get('shop') ?? '';
    return describeCode(words.codeTitle({shop}), await office.code(till?.till ?? null, shop), words.codeNote);
  }
  if (form.get('do') !== 'revoke' || till === undefined) return undefined;
  const isSame = form.get('version') === tillVersion(till);
  const isTyped = (form.get('till') ?? '').trim().toUpperCase() === till.till;
  if (isSame && isTyped) {
    await office.revoke(till.till);
    return undefined;
  }
  const page = await readTills(asked);
  const why = isSame ? words.revokeWrong({till: till.till}) : words.changed;
  return refusing(page === undefined || 'pieces' in page ? [] : page, why);
}

/** A page with why its form was not done, below its title. */
export const refusing = ([first = title('Duka'), ...rest]: readonly PageBlock[], why: string): readonly PageBlock[] => [
  first,
  notice('refused', why, {most: 9}),
  ...rest,
];

async function readYou({office, language, now, zone, visitor}: PageReading): Read {
  const {register} = office;
  const seen = {language, now, zone};
  const person = await register.person(visitor.person);
  const sessions = (await register.store.sessions()).filter(each => each.person === visitor.person);
  return person && describeYou({person, sessions, own: visitor.session}, seen);
}

async function readNeeds({office, language, now, zone, of, visitor}: PageReading): Read {
  const facts = await readNeedsFacts(office, {zone, isWhole: visitor.shops === 'all'});
  return of === ''
    ? describeNeeds(facts, {language, now})
    : describeNeed(of, facts, {language, now, isSigned: visitor.person !== ''});
}

/** Records that a visitor has seen something that they may look at. */
async function markNeed({form, person, ...asked}: Acting): Promise<undefined> {
  if (asked.of === '' || (await readNeeds(asked)) === undefined) return;
  await asked.office.markSeen({key: asked.of, person, note: form.get('note') ?? ''});
}

async function readAlerts({office, language, zone, of}: PageReading): Read {
  if (of !== '') return undefined;
  const [settings, raised] = await Promise.all([office.alerts.settings(), office.alerts.raised()]);
  return describeAlerts({settings, raised, zone, officeKey: office.publicKey}, language);
}

/** Sets how alerts reach the owner, or sends a test. */
async function changeAlerts({office, form, person, language}: Acting): Promise<undefined> {
  const {password, ...typed} = Object.fromEntries(form);
  if (form.get('do') === 'test') await office.alerts.sendTest();
  else await office.alerts.set(typed, {person, password, language});
}

async function readPayments({office, language, zone, of, query}: PageReading): Read {
  if (of !== '') {
    const found = await office.rows.payment(of).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'office-payment-unknown') return undefined;
      throw error;
    });
    const till = (await office.tills()).find(each => each.till === found?.payment.till);
    return found && describePayment({...found, till}, {language, zone});
  }
  const {q: typed = '', from: given = ''} = query;
  const from = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  const freshness = await office.freshness();
  const {payments, searched} = await office.rows.payments(parseSaleSearch(typed), undefined, from);
  const at = (place: number) => `/payments?${new URLSearchParams({q: typed, from: String(place)})}`;
  return describePayments(
    {
      typed,
      payments,
      searched,
      freshness,
      older: payments.length === mostFound ? at(from + mostFound) : undefined,
      newer: from > 0 ? at(Math.max(0, from - mostFound)) : undefined,
    },
    {language, zone},
  );
}

async function readTills({office, language, now, zone, of, visitor}: PageReading): Read {
  const tills = await office.tills();
  const mayChange = managers(visitor);
  if (of === '')
    return describeTills(tills, {language, now, zone, mayChange, shop: mayChange ? await office.shopFor(null) : ''});
  const till = tills.find(each => each.till === of);
  if (till === undefined) return undefined;
  const incidents = (await office.incidents()).filter(each => each.till === of);
  return describeTill(till, incidents, {language, now, zone, mayChange});
}

async function readZs({office, language, zone, of}: PageReading): Read {
  const freshness = await office.freshness();
  const zs = await office.rows.zs();
  if (of === '') return describeZs({zs, freshness, zone}, language);
  const z = zs.find(each => `${each.till}/${each.number}` === of);
  return z && describeZ(z, language);
}

const safeDays = 31;

async function readMoney({office, language, now, zone, of, visitor}: PageReading): Read {
  if (of !== '') return undefined;
  const shops = [...(visitor.shops === 'all' ? [''] : []), ...(await shopsOf(office))];
  const since = Temporal.PlainDate.from(businessDate(now, zone, '00:00'))
    .subtract({days: safeDays})
    .toString();
  const [zs, receivables, ...records] = await Promise.all([
    ...([office.rows.zs(), office.receivables()] as const),
    ...shops.map(shop => office.records(shop || undefined)),
  ]);
  const reconciled = shops.flatMap((shop, at) => records.slice(at, at + 1).map(each => ({shop, records: each})));
  return describeMoney({reconciled, zs, receivables, since}, language);
}

/** Whether a text is a day of the calendar. */
const isDay = isValid(date());

async function readExports({office, language, now, zone, of, query, reconciliations}: PageReading): Read {
  const today = businessDate(now, zone, '00:00');
  const {from: first = today, to: last = today, shop: named = ''} = query;
  const freshness = await office.freshness();
  const isKnown = named === '' || freshness.some(each => each.shop === named);
  if (!isDay(first) || !isDay(last) || !isKnown) return undefined;
  const [from = first, to = last] = [first, last].sort();
  const span = {from, to, shop: named};
  const tills = (await office.tills()).filter(({shop}) => named === '' || shop === named);
  if (of === '') return describeExports({...span, freshness, tills, zone}, language);
  const [till = '', ending] = of.split('.');
  const format = bookFormats.find(each => each === ending);
  if (format !== undefined && tills.some(each => each.till === till))
    return reconciliations?.export({office, till, format, from, to, language});
  const parts = office.rows.paymentsOf(span, named === '' ? undefined : named);
  const name = `duka-payments-${from}-${to}`;
  if (of === 'payments.csv') return {name: `${name}.csv`, type: fileTypes.csv, pieces: csvOf(parts, zone, language)};
  if (of === 'payments.jsonl') return {name: `${name}.jsonl`, type: fileTypes.jsonl, pieces: linesOf(parts)};
  return undefined;
}

type Parts = AsyncIterable<readonly OfficePayment[]>;

async function* csvOf(parts: Parts, zone: string, language: Language): AsyncGenerator<string> {
  yield csvText(paymentExportColumns, [], csvForm(language));
  for await (const part of parts) {
    const [first = [], ...rest] = part.map(each => paymentExportRow(each, zone));
    yield csvText(first, rest, csvForm(language));
  }
}

async function* linesOf(parts: Parts): AsyncGenerator<string> {
  for await (const part of parts) yield part.map(each => `${JSON.stringify(each)}\n`).join('');
}

/** The page at a path for a visitor; undefined if there is none. */
export const pageAt = (path: string, visitor: Visitor): OfficePage | undefined =>
  officePagesList.find(
    ({path: own, isFor}) => isFor(visitor) && (path === own || (own !== '/' && path.startsWith(`${own}/`))),
  );

/** The request for a page at an address; undefined if there is no such page for this visitor. */
async function requestFor<A extends Omit<PageRequest, 'of' | 'query'>>(url: URL, asking: A) {
  const page = pageAt(url.pathname, asking.visitor);
  if (page === undefined) return undefined;
  const zone = (await asking.office.rows.zone(undefined)) ?? 'UTC';
  const of = url.pathname.slice(page.path.length + 1);
  return {page, asked: {...asking, zone, of, query: Object.fromEntries(url.searchParams)}};
}

/** Reads and describes what is at an address; undefined if there is no such thing for this visitor. */
export async function readPage(url: URL, asking: Omit<PageRequest, 'of' | 'query'>): ReturnType<OfficePage['read']> {
  const found = await requestFor(url, asking);
  return found?.page.read(found.asked);
}

/** Does what a form at an address asks for, and returns what is shown once; false if there is none for this visitor. Throws `Problem` if it cannot be done. */
export async function actOn(
  url: URL,
  asking: Omit<Acting, 'of' | 'query' | 'zone'>,
): Promise<readonly PageBlock[] | boolean> {
  const found = await requestFor(url, asking);
  if (found?.page.act === undefined) return false;
  return (await found.page.act(found.asked)) ?? true;
}

const paceMs = 2000;
/** After so many looks in vain the page is read again all the same, for what it says about times. */
const mostQuiet = 30;

/** Who sits at the office's own machine. */
const terminalOwner: Visitor = {person: '', name: '', role: 'owner', shops: 'all', session: '', formToken: ''};

/** The same pages for a terminal on the office's own machine, whose user may see everything and says who they are. */
export const officePlaces = (
  office: HeadOffice,
  {language, world}: {readonly language: Language; readonly world: Pick<World, 'now' | 'sleep'>},
): OfficePlaces => ({
  places: officePagesList.flatMap(({path, name, key}) =>
    name === 'you' || key === undefined ? [] : [{path, key, name: messages(language).officePage.names[name]}],
  ),
  send: async (address, fields) => {
    const form = new URLSearchParams(fields);
    const asking = {office, language, visitor: terminalOwner, now: world.now(), form, files: []};
    try {
      await actOn(new URL(address, 'http://office'), {...asking, person: fields['person'] ?? ''});
      return undefined;
    } catch (error) {
      if (error instanceof Problem) return problemText(error, language);
      throw error;
    }
  },
  open: async function* (address, signal) {
    while (!signal.aborted) {
      const mark = await office.changeMark();
      const url = new URL(address, 'http://office');
      const found = await readPage(url, {office, language, visitor: terminalOwner, now: world.now()});
      yield found !== undefined && 'pieces' in found ? undefined : found;
      for (let looks = 0; looks < mostQuiet && !signal.aborted; looks += 1) {
        await world.sleep(paceMs, signal);
        if (signal.aborted || (await office.changeMark()) !== mark) break;
      }
    }
  },
});
