import {createReadStream} from 'node:fs';
import {basename, join} from 'node:path';
import {removed, renamed} from '../../../store/disk.js';
import {businessDate} from '../../core/day/business-day.js';
import type {Language} from '../../core/messages/messages.js';
import type {Visitor} from '../../core/office/person.js';
import {problemText} from '../../core/present/problem-text.js';
import {Problem} from '../../core/problem.js';
import {type SourceKind, sourceKinds} from '../../core/reconcile/rows/row.js';
import type {World} from '../../core/world.js';
import {heldFolder} from '../../sources/open/opener.js';
import {fileTypes, type PageBlock, type PageFile} from '../../views/office/page-block.js';
import {
  type Download,
  decidedMark,
  describeDecided,
  describeDifference,
  describeReconcile,
  downloads,
  keysOf,
  type LookedAt,
  type ReconcileFacts,
  reconcileTakes,
  type SaidOfFiles,
  type ShownReconciliation,
} from '../../views/office/reconcile.js';
import type {SentPrices} from '../lists.js';
import type {HeadOffice} from '../program.js';
import type {SentFile} from './upload.js';

/** A file that is held. Its name, which is the end of its path, is what the person calls it. */
type HeldFile = {readonly kind: SourceKind; readonly path: string; readonly sha256: string; readonly bytes: number};
/** The books that are reconciled; `shop` is undefined for all together. */
export type ReconciledBooks = {
  readonly office: HeadOffice;
  readonly shop: string | undefined;
  readonly language: Language;
};
const keyOf = ({kind, sha256}: HeldFile): string => `${kind} ${sha256}`;
/** The files that are reconciled, and what a person says of them. */
export type Reconciled = {readonly files: readonly HeldFile[]; readonly said: SaidOfFiles};

/** Days of a till's books in a format, as the till itself exports them. */
export type ExportWanted = Readonly<Record<'till' | 'from' | 'to', string>> & {
  readonly office: HeadOffice;
  readonly format: keyof typeof fileTypes;
  readonly language: Language;
};

/** How the command `duka office reconcile` reads, compares, decides and writes. Who starts an office gives it to the pages. */
export type Reconciler = {
  /** Says of each file what it was taken for, its proof first, or why it cannot be read. `file` is as for `compare`. */
  readonly lookAt: (books: ReconciledBooks, of: Reconciled, file: string) => Promise<readonly LookedAt[]>;
  /** `file` is a new file, which can be removed afterwards. */
  readonly compare: (books: ReconciledBooks, of: Reconciled, file: string) => Promise<ShownReconciliation>;
  /** Writes a file to download into a new file, compared again as of an instant. */
  readonly write: (
    books: ReconciledBooks,
    of: Reconciled & Pick<ShownReconciliation, 'asOf'>,
    to: {readonly format: Download; readonly file: string},
  ) => Promise<void>;
  /** Writes the books of a till into a new file, as `duka office export` does. */
  readonly export: (wanted: ExportWanted, file: string) => Promise<void>;
  /** Reads a file of prices, and puts them in force for a shop or for all, in the name of a person. */
  readonly setPrices: (
    prices: SentPrices & {readonly office: HeadOffice; readonly language: Language},
    person: string,
  ) => Promise<unknown>;
  /** Does what a form about differences, matches or rules asks for, in the name of a person. */
  readonly decide: (books: ReconciledBooks, form: URLSearchParams, person: string) => Promise<void>;
};

/** What somebody reconciles now: the files, what they say of them, and what came of it. It ends with the session that it is of. */
type Draft = Reconciled & {
  readonly shop: string;
  readonly folder: string;
  readonly looked: readonly LookedAt[];
  readonly compared: ShownReconciliation | undefined;
};

/** How long files are held after their last use, in milliseconds, and for how many people at a time. */
const heldMs = 3_600_000;
const mostDrafts = 4;

/** The reconciliations that people are at on the pages of an office. */
export class Reconciliations {
  readonly #reconciler: Reconciler;
  readonly #world: Pick<World, 'now'>;
  readonly #drafts = new Map<string, {readonly draft: Draft; readonly usedAt: number}>();
  #comparing = false;

  constructor(reconciler: Reconciler, world: Pick<World, 'now'>) {
    this.#reconciler = reconciler;
    this.#world = world;
  }

  /** What somebody reconciles of the books of a shop, or of all. */
  draftOf({session}: Visitor, shop: string): Draft | undefined {
    const held = this.#drafts.get(session);
    if (held === undefined || held.draft.shop !== shop) return undefined;
    this.#keep(session, held.draft);
    return held.draft;
  }

  /** Holds the files of a form beside those that are held, a file once, and looks at each of them. Throws `Problem` office-busy. */
  async take(
    visitor: Visitor,
    books: ReconciledBooks,
    sent: {said: SaidOfFiles; files: readonly SentFile[]},
  ): Promise<void> {
    const {session} = visitor;
    const shop = books.shop ?? '';
    const before = this.draftOf(visitor, shop);
    if (before === undefined && this.#drafts.size >= mostDrafts) throw new Problem('office-busy');
    if (before === undefined) await this.end(session);
    const folder = before?.folder ?? (await heldFolder());
    const files = [...(before?.files ?? [])];
    for (const {field, path, name, sha256, bytes} of sent.files) {
      const kind = sourceKinds.find(each => each === field);
      if (kind === undefined || files.some(each => each.kind === kind && each.sha256 === sha256)) continue;
      const into = await heldFolder(folder);
      await renamed(path, join(into, name));
      files.push({kind, path: join(into, name), sha256, bytes});
    }
    this.#keep(session, {shop, folder, said: sent.said, files, looked: [], compared: undefined});
    if (files.length > reconcileTakes.files) throw new Problem('upload-too-many', {most: reconcileTakes.files});
    if (files.reduce((sum, {bytes}) => sum + bytes, 0) > reconcileTakes.megabytes * 1024 * 1024)
      throw new Problem('upload-too-large', {most: reconcileTakes.megabytes});
    await this.#look(session, books, {shop, folder, said: sent.said, files});
  }

  /** Removes one of the files that are held, by its key, and looks at the others again. */
  async remove(visitor: Visitor, books: ReconciledBooks, key: string): Promise<void> {
    const held = this.draftOf(visitor, books.shop ?? '');
    if (held === undefined) return;
    const files = held.files.filter(each => keyOf(each) !== key);
    if (files.length === 0) return this.end(visitor.session);
    await this.#look(visitor.session, books, {...held, files});
    for (const {path} of held.files.filter(each => !files.includes(each))) await removed(path);
  }

  async #look(session: string, books: ReconciledBooks, held: Omit<Draft, 'looked' | 'compared'>): Promise<void> {
    const {files, folder} = held;
    const draft = {...held, compared: undefined};
    const looked = await this.#apart(folder, file => this.#reconciler.lookAt(books, draft, file)).catch(
      (error: unknown) => {
        if (!(error instanceof Problem) || error.code === 'office-busy') throw error;
        const problem = problemText(error, books.language);
        return files.map(({kind, path}) => ({kind, texts: [basename(path)], problem}));
      },
    );
    this.#keep(session, {...draft, looked});
  }

  async compare(visitor: Visitor, books: ReconciledBooks): Promise<void> {
    const draft = this.draftOf(visitor, books.shop ?? '');
    if (draft === undefined || draft.files.length === 0) return;
    const compared = await this.#apart(draft.folder, file => this.#reconciler.compare(books, draft, file));
    this.#keep(visitor.session, {...draft, compared});
  }

  /** Does what another process answers in a new file. */
  async #apart<T>(within: string, work: (file: string) => Promise<T>): Promise<T> {
    const folder = await heldFolder(within);
    try {
      return await this.#alone(() => work(join(folder, 'result')));
    } finally {
      await removed(folder, {recursive: true, force: true});
    }
  }

  /** Puts the prices of a file in force. */
  setPrices: Reconciler['setPrices'] = (prices, person) => this.#reconciler.setPrices(prices, person);

  /** Records a decision of somebody, and compares again what is held. */
  async decide(visitor: Visitor, books: ReconciledBooks, form: URLSearchParams): Promise<void> {
    await this.#reconciler.decide(books, form, visitor.name);
    if (this.draftOf(visitor, books.shop ?? '')?.compared !== undefined) await this.compare(visitor, books);
  }

  /** The books of a till as a file to download. */
  export(wanted: ExportWanted): Promise<PageFile> {
    const {till, from, to, format} = wanted;
    return this.#made(`${till}-${from}-${to}`, format, path => this.#reconciler.export(wanted, path));
  }

  /** A file to download of what was compared; undefined if there is none of this name. */
  async file(name: string, {compared, ...draft}: Draft, books: ReconciledBooks): Promise<PageFile | undefined> {
    const format = downloads.find(each => each === name);
    if (compared === undefined || format === undefined) return undefined;
    const {asOf, days} = compared;
    return this.#made(`reconcile-${days.from}-${days.to}`, format, file =>
      this.#reconciler.write(books, {...draft, asOf}, {format, file}),
    );
  }

  /** A file that is written first, and held until it is sent. */
  async #made(name: string, format: keyof typeof fileTypes, write: (path: string) => Promise<void>): Promise<PageFile> {
    const folder = await heldFolder();
    const ending = format === 'hledger' ? 'journal' : format;
    const path = join(folder, `made.${ending}`);
    await this.#alone(() => write(path)).catch(async error => {
      await removed(folder, {recursive: true});
      throw error;
    });
    return {name: `duka-${name}.${ending}`, type: fileTypes[format], pieces: sentOnce(path, folder)};
  }

  /** Removes what a session holds. */
  async end(session: string): Promise<void> {
    const held = this.#drafts.get(session);
    this.#drafts.delete(session);
    if (held !== undefined) await removed(held.draft.folder, {recursive: true});
  }

  /** Removes what nobody has used for an hour. To be called now and then. */
  async sweep(): Promise<void> {
    const oldest = this.#world.now() - heldMs;
    for (const [session, {usedAt}] of this.#drafts) if (usedAt < oldest) await this.end(session);
  }

  #keep(session: string, draft: Draft): void {
    this.#drafts.set(session, {draft, usedAt: this.#world.now()});
  }

  /** Tills are answered by this process too: one file or comparison at a time. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#comparing) throw new Problem('office-busy');
    this.#comparing = true;
    try {
      return await work();
    } finally {
      this.#comparing = false;
    }
  }
}

async function* sentOnce(path: string, folder: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } finally {
    await removed(folder, {recursive: true});
  }
}

/** What somebody asks a page for. `office` has only what they may look at. */
export type PageRequest = {
  readonly office: HeadOffice;
  readonly language: Language;
  readonly now: number;
  readonly visitor: Visitor;
  /** The part of the address after the page's own, which names what is asked for; empty if nothing is. */
  readonly of: string;
  readonly query: Readonly<Record<string, string>>;
  readonly reconciliations?: Reconciliations | undefined;
};

/** What somebody asks this page for. */
type Asked = PageRequest & {readonly zone: string};

/** The books that an address names, of those that the visitor may look at; undefined for others. */
async function booksAsked({office, visitor, query, language}: Asked) {
  const own = [...new Set((await office.tills()).map(({shop}) => shop))];
  const shops = visitor.shops === 'all' ? ['', ...own] : own;
  const shop = query['shop'] ?? shops[0] ?? '';
  return shops.includes(shop) ? {shops, books: {office, language, shop: shop || undefined}} : undefined;
}

async function factsOf(
  asked: Asked,
): Promise<(ReconcileFacts & {readonly draft: Draft | undefined; readonly books: ReconciledBooks}) | undefined> {
  const {visitor, zone, now, reconciliations} = asked;
  const found = await booksAsked(asked);
  if (found === undefined) return undefined;
  const {books, shops} = found;
  const shop = books.shop ?? '';
  const draft = reconciliations?.draftOf(visitor, shop);
  const today = businessDate(now, zone, '00:00');
  return {
    shop,
    shops,
    zone,
    books,
    draft,
    records: await books.office.records(books.shop),
    said: draft?.said ?? {from: today, to: today},
    files: draft?.looked ?? [],
    keys: draft?.files.map(keyOf) ?? [],
    result: draft?.compared,
  };
}

export async function readReconcile(asked: Asked): Promise<readonly PageBlock[] | PageFile | undefined> {
  const {of, query, language} = asked;
  const facts = await factsOf(asked);
  if (facts === undefined) return undefined;
  if (of === 'decided') return describeDecided(facts, language);
  if (of !== '') return facts.draft && asked.reconciliations?.file(of, facts.draft, facts.books);
  const {key} = query;
  return key === undefined ? describeReconcile(facts, language) : describeDifference(key, facts, language);
}

const decisions: readonly (string | null)[] = ['accept', 'unaccept', 'match', 'unmatch', 'rule', 'remove-rule'];

/** Takes files, compares, or decides about what is left. Throws `Problem` difference-changed if somebody has decided since the form was made. */
export async function changeReconcile(
  asked: Asked & {readonly form: URLSearchParams; readonly files: readonly SentFile[]},
): Promise<undefined> {
  const {form, files, visitor, reconciliations} = asked;
  const facts = await factsOf(asked);
  if (facts === undefined || reconciliations === undefined)
    throw new Problem('office-shop-unknown', {shop: asked.query['shop'] ?? ''});
  const {books, records} = facts;
  const {token, ...said} = Object.fromEntries(form);
  const does = form.get('do');
  if (does === 'files') await reconciliations.take(visitor, books, {said, files});
  if (does === 'compare') await reconciliations.compare(visitor, books);
  const key = form.get('key');
  if (does === 'remove' && key !== null) await reconciliations.remove(visitor, books, key);
  else if (does === 'remove') await reconciliations.end(visitor.session);
  if (!decisions.includes(does)) return;
  if (key !== null && form.get('version') !== decidedMark(records, keysOf(facts, key)))
    throw new Problem('difference-changed', {key});
  await reconciliations.decide(visitor, books, form);
}
