import {hash} from 'node:crypto';
import {promisify} from 'node:util';
import {nodeDisk} from '../../store/disk.js';
import {doubledCode, itemsIn} from '../core/item/list.js';
import {Problem} from '../core/problem.js';
import {decideStaff} from '../core/staff/decide.js';
import {staffList} from '../core/staff/schema.js';
import {
  daysTooOld,
  judgeList,
  type ListKind,
  type ListRefusal,
  listKinds,
  type SignedList,
} from '../core/staff/signed-list.js';
import {presentPeople} from '../core/staff/staff.js';
import {cleanText} from '../core/text/text.js';
import {listPath, readShippedList, type ShippedList} from '../shipper/kept.js';
import {isSignedBy, readAs} from '../shipper/office.js';
import type {TillContext} from './context.js';
import {inBackground, record, withMutex} from './handler.js';
import {replaceByOffice} from './items.js';
import {settledMembership} from './office.js';
import {readShownBasket} from './shown-basket.js';

const listBytesMax = 64 * 1024 * 1024;
const paceMs = 2000;

/** What is known of each till: the files as they were last judged, and the look at them that is under way. */
type Looks = {readonly judged: Map<ListKind, string>; last: Promise<void>};
const looks = new WeakMap<TillContext, Looks>();

/**
 * Takes what the office has shipped since: who works here at once, and prices as soon as no basket is open. Nothing in the files of the
 * shipper is believed that the office of this till has not signed. Never rejects: whatever is wrong is told, and the till sells on.
 */
export function takeLists(context: TillContext): Promise<void> {
  const own = looks.get(context) ?? begin(context);
  own.last = own.last.then(() => look(context, own)).catch(context.tell);
  return own.last;
}

function begin(context: TillContext): Looks {
  const {state, tell, world} = context;
  const own = {judged: new Map<ListKind, string>(), last: Promise.resolve()};
  looks.set(context, own);
  const days = state.staff.list && daysTooOld(state.staff.list, world.now());
  if (days !== undefined) tell(new Problem('staff-list-old', {days}));
  return own;
}

async function look(context: TillContext, {judged}: Looks): Promise<void> {
  const {journal, book, settings, writeFailure} = context;
  if (journal.readOnly || book === undefined || writeFailure !== undefined || journal.tail().seq === 0) return;
  for (const kind of listKinds) {
    const trace = nodeDisk.traceOf(listPath(settings.folder, kind));
    if (trace === null || judged.get(kind) === trace.stamp) continue;
    if (kind === 'items' && (await readShownBasket(settings.folder)) !== undefined) continue;
    judged.set(kind, trace.stamp);
    const list = await readShippedList(settings.folder, kind);
    if (list !== undefined) await take(context, kind, list);
  }
}

/** Takes what is shipped while a person is at the screens, too. */
export function watchLists(context: TillContext): void {
  const {leaving, world, book, settings} = context;
  if (book?.home.read().office?.[settings.profile] === undefined) return;
  const looking = async () => {
    while (!leaving.aborted) {
      await world.sleep(paceMs, leaving).catch(() => undefined);
      if (!leaving.aborted) await withMutex(context, async () => undefined);
    }
  };
  inBackground(context, looking());
}

async function take(context: TillContext, kind: ListKind, {note, signature, body}: ShippedList): Promise<void> {
  const {settings, book, state} = context;
  const own = await settledMembership(book?.home.read() ?? {}, settings, state);
  if (own === undefined) return; // nobody has joined, or the setting is not in force
  const {zstdDecompress} = process.getBuiltinModule('node:zlib'); // few starts need it, and it takes 1 ms
  const packed = Buffer.from(body, 'base64');
  const bytes = await promisify(zstdDecompress)(packed, {maxOutputLength: listBytesMax}).catch(() => undefined);
  const before = kind === 'staff' ? state.staff.list : state.items?.list;
  const verdict = judgeList(before, {
    kind,
    shop: own.shop,
    office: own.office,
    note,
    isSigned: isSignedBy(own.office, note, signature),
    sha256: hash('sha256', bytes ?? ''),
  });
  if (verdict.kind === 'known') return;
  if (verdict.kind === 'refuse') return refuse(context, {...verdict, kind}, note + signature + body);
  const {kind: _, ...head} = verdict.head;
  const list = {...head, signature, office: own.office};
  const isTaken = await (kind === 'staff' ? takeStaff : takeItems)(context, list, bytes ?? new Uint8Array());
  if (!isTaken) await refuse(context, {kind, why: 'unreadable', version: head.version}, note + signature + body);
}

type Refused = {readonly kind: ListKind; readonly why: ListRefusal; readonly version: number | null};

async function refuse(context: TillContext, {kind, why, version}: Refused, whole: string): Promise<void> {
  const sha256 = hash('sha256', whole);
  if (context.state.technical.listsRefused?.[kind] !== sha256)
    await record(context, {type: 'list-refused', data: {kind, why, version, sha256}});
  context.tell(new Problem('list-refused', {kind, why}));
}

async function takeStaff(context: TillContext, list: SignedList, bytes: Uint8Array): Promise<boolean> {
  const read = readAs(staffList, bytes);
  if (read === undefined) return false;
  const events = decideStaff(context.state, {type: 'list', list, people: read.people});
  const isFirst = context.state.staff.list === undefined;
  await record(context, ...events);
  tellOfStaff(
    context,
    isFirst,
    events.flatMap(({type, data}) => (type === 'staff-listed' ? data.unplaced : [])),
  );
  return true;
}

/** Names who is on the list under a name that is taken and, of the first list, who works here and is not on it. */
function tellOfStaff({state: {staff}, tell}: TillContext, isFirst: boolean, unplaced: readonly string[]): void {
  const own = presentPeople(staff).filter(({office, verbs}) => office === undefined && verbs === undefined);
  const namesOf = (names: readonly string[]) => ({names: names.map(name => cleanText(name, 60)).join(', ')});
  if (isFirst && own.length > 0) tell(new Problem('staff-not-listed', namesOf(own.map(({name}) => name))));
  if (unplaced.length > 0) tell(new Problem('staff-unplaced', namesOf(unplaced)));
}

async function takeItems(context: TillContext, list: SignedList, bytes: Uint8Array): Promise<boolean> {
  const text = Buffer.from(bytes).toString();
  const isRenewed = context.state.items?.list?.sha256 === list.sha256;
  try {
    const read = itemsIn(text);
    if (read.length === 0 || doubledCode(read) !== undefined) return false;
    if (!isRenewed) await replaceByOffice(context, read, list);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'items-newer') return false;
    throw error;
  }
}
