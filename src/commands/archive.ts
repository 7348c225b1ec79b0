import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {mkdir, readdir, readFile, rm, stat} from 'node:fs/promises';
import {basename, dirname, join, relative, sep} from 'node:path';
import {pipeline} from 'node:stream/promises';
import * as z from 'zod';
import {date} from '../core/day/schema.js';
import {formats} from '../core/events/formats.js';
import {messages} from '../core/messages/messages.js';
import {type DaySpan, spanOf} from '../core/present/day-report.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {closingName} from '../core/shift/closing.js';
import {zName} from '../core/shift/report.js';
import type {SlipPart} from '../core/slip/slip.js';
import {count, fields, flag, oneOf, orNull, type Specified, text} from '../core/spec/spec.js';
import {jsonIn} from '../core/text/json.js';
import {cleanText} from '../core/text/text.js';
import {writeSlip} from '../print/deliver.js';
import {isSignedBy, publicKeyPem} from '../print/signing-key.js';
import {answer, note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {type ArchivedJournal, archiveJournal, finishArchive, readArchivedJournal} from '../till/archive.js';
import {unwritable} from '../till/backup.js';
import {type Reading, tillFolder} from '../till/opened-journal.js';
import {namedTill} from '../till/own-till.js';
import {customerKeysText} from '../till/retention.js';
import {storedKey, type TillKey} from '../till/signing.js';
import {closingSlip, reportSlip} from '../till/slips.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {type Book, readBook} from './export/book.js';
import {jsonLines} from './export/json-lines.js';
import {summaryTable} from './export/lines.js';
import {noteExport} from './export/noted.js';
import {tableText} from './export/table.js';
import {withLook} from './reading.js';
import {dayFrom, inOrder, outFile, refuseValue} from './values.js';
import {keysNamed, typedKey} from './verify-slip.js';

const options = {
  '--year <year>': 'archiveYear',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--out <folder>': 'archiveOut',
  '--customer-keys': 'archiveKeys',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

/** `proved`: by a key that counts; `unproved`: only the archive's own key confirms it; `forged`: neither does. */
const signed = oneOf(
  ['proved', 'unproved', 'forged'],
  '`proved` by a key that the till’s journal here names, or that was typed, `unproved` if only the archive’s own key confirms it, or `forged`',
);
type Signed = Specified<typeof signed>;

export const answers = {
  archive: fields({
    folder: text('with the archive'),
    files: count('how many files it has'),
    from: date('the first day'),
    to: date('the last day'),
    firstSeq: count('the first line of the journal in it'),
    lastSeq: count('the last line of the journal in it'),
    head: text('the hash of that line'),
    key: text('the public key of the till'),
  }),
  'archive verify': fields({
    ok: flag('whether nothing differs'),
    signature: signed,
    difference: orNull(text('the first file or line that differs'), 'none does'),
    till: text('of the archive'),
    from: date('the first day'),
    to: date('the last day'),
    firstSeq: count('the first line of the journal in it'),
    lastSeq: count('the last line of the journal in it'),
    key: text('the public key of the till'),
  }),
};

export const command = commandOf({
  options,
  examples: ['duka archive --year 2026', 'duka archive --from 2026-10-01 --to 2026-10-31 --out october-2026'],
  action: archive,
  commands: {
    verify: commandOf({
      arguments: ['<folder>'],
      options: {'--key <key>': 'key'},
      examples: ['duka archive verify duka-2026 --key KEY'],
      action: verifyArchive,
    }),
  },
});

async function archive(session: Session, options: Options): Promise<ExitCode> {
  const span = spanIn(session, options);
  const out = outFile(options.out) ?? `duka-${options.year ?? `${span.from}-${span.to}`}`;
  return writeArchive(session, span, {out, hasCustomerKeys: options.customerKeys === true});
}

/** The days of the archive: one year, or from a first day to a last. Throws `Problem` unknown-option, day-invalid, days-reversed. */
function spanIn(session: Session, {year, from, to}: Options): DaySpan {
  const {language} = session;
  if (year !== undefined)
    return /^\d{4}$/.test(year.trim())
      ? spanOf(year.trim())
      : refuseValue({name: '--year', value: year, language}, '2026');
  if (from === undefined) return refuseValue({name: '--year', value: '', language}, '2026');
  return inOrder({from: dayFrom(session, from), to: dayFrom(session, to)});
}

/** Programs read the figures, so they have a decimal point, whatever the shop's language. */
const figures = 'en';

/** Writes all of it or nothing. Throws `Problem` archive-empty, till-key-missing, file-exists, file-not-writable, journal-damaged. */
async function writeArchive(
  session: Session,
  span: DaySpan,
  {out, hasCustomerKeys}: {readonly out: string; readonly hasCustomerKeys: boolean},
): Promise<ExitCode> {
  const config = configOf(session);
  const till = namedTill(config) ?? '';
  const from = tillFolder(config, till);
  return withLook(session, 'archive', async (reading, person) => {
    const key = await storedKey(from);
    if (key === undefined) throw new Problem('till-key-missing');
    const part = join(dirname(out), `.${basename(out)}.part`);
    await makeFolders(out, part);
    const made = async () => {
      const journal = await archiveJournal(reading, {from, span, to: part});
      const book = await readBook(reading, {...config, till}, span);
      const {shop, profile, zone} = book.about;
      const scope: ArchiveScope = {
        format: formats.archive,
        version: session.face.version,
        shop,
        till,
        profile,
        zone,
        from: span.from,
        to: span.to,
        journal,
        signingKey: key.publicKey,
      };
      if (hasCustomerKeys)
        await write(
          part,
          customerKeysFile,
          await customerKeysText(reading, {folder: from, segments: journal.segments}),
        );
      await writeBooks(part, scope, book);
      await writeReports(part, {session, reading, key, book, span});
      const files = await signFiles(part, till, key);
      await finishArchive(part, out);
      return {journal, files};
    };
    try {
      const {journal, files} = await made().catch(unwritable(out));
      const sha256 = await sha256Of(join(out, sumsFile));
      await noteExport(session, {kind: 'archive', format: formats.archive, ...span, sha256}, person);
      note(session, `✓ ${messages(session.language).archive.written({folder: cleanText(out, 200), count: files})}`);
      const {firstSeq, lastSeq, head} = journal;
      const told = {folder: out, files, ...span, firstSeq, lastSeq, head, key: key.publicKey};
      return await answer(session, answers.archive, told, []);
    } finally {
      await rm(part, {recursive: true, force: true, maxRetries: 20}).catch(() => undefined); // the next run tries again
    }
  });
}

/** Never overwrites an archive, and starts anew what an interrupted run left. Throws `Problem` file-exists, file-not-writable. */
async function makeFolders(out: string, part: string): Promise<void> {
  if ((await stat(out).catch(() => undefined)) !== undefined) throw new Problem('file-exists', {file: out});
  const make = async () => {
    await rm(part, {recursive: true, force: true, maxRetries: 20});
    for (const folder of ['books', 'reports']) await mkdir(join(part, folder), {recursive: true, mode: 0o700});
  };
  await make().catch(unwritable(out));
}

const write = (folder: string, name: string, content: string | Uint8Array) =>
  writeSlip(join(folder, name), content, {replaces: false});

async function writeBooks(folder: string, scope: ArchiveScope, book: Book): Promise<void> {
  await write(folder, 'archive.json', `${JSON.stringify(scope, null, 2)}\n`);
  await write(folder, 'README.txt', manualOf(scope));
  await write(folder, 'public-key.pem', publicKeyPem(scope.signingKey));
  await write(folder, 'books/lines.csv', tableText(book.lines, figures));
  await write(folder, 'books/summary.csv', tableText(summaryTable(book.lines, book.about), figures));
  await write(folder, 'books/sold.csv', tableText(book.sold, figures));
  await write(folder, 'books/lines.jsonl', jsonLines(book));
}

type Reports = {
  readonly session: Session;
  readonly reading: Reading;
  readonly key: TillKey;
  readonly book: Book;
  readonly span: DaySpan;
};

async function writeReports(folder: string, {session, reading, key, book, span}: Reports): Promise<void> {
  const {printText} = await import('../print/text.js');
  const context = {...reading, settings: session, sign: key.sign};
  const put = async (name: string, parts: readonly SlipPart[]) =>
    write(folder, `reports/${name}.txt`, `${(await printText(parts, 48)).join('\n')}\n`);
  for (const report of book.zs) await put(zName(report.number), await reportSlip(context, report));
  for (const made of reading.state.ledger.books.closings) {
    const name = closingName(made);
    if (span.from <= made.date && made.date <= span.to) await put(name, (await closingSlip(context, name)).parts);
  }
}

/** Writes the checksums of all files and signs them. Returns the number of files. */
async function signFiles(folder: string, till: string, key: TillKey): Promise<number> {
  const names = await filesIn(folder);
  const sums: {readonly name: string; readonly sha256: string}[] = [];
  for (const name of names) sums.push({name, sha256: await sha256Of(join(folder, name))});
  const text = sumsText(till, sums);
  await write(folder, sumsFile, text);
  await write(folder, `${sumsFile}.sig`, Buffer.from(await key.sign({kind: 'sums', content: text}), 'base64url'));
  return names.length;
}

const scopeSchema = z.object({
  format: z.literal(formats.archive),
  till: z.string(),
  from: z.string(),
  to: z.string(),
  signingKey: z.string(),
  journal: z.object({firstSeq: z.number(), lastSeq: z.number(), previousHead: z.string(), head: z.string()}),
});

/** Checks an archive without a home, a network or a key. Exits with 4 if anything differs. Throws `Problem` archive-unreadable. */
async function verifyArchive(session: Session, folder: string, {key}: {readonly key?: string}): Promise<ExitCode> {
  const words = messages(session.language).archive;
  const text = (await bytesOf(folder, sumsFile)).toString('utf8');
  const listed = readSums(text);
  const scope = scopeSchema.safeParse(jsonIn((await bytesOf(folder, 'archive.json')).toString('utf8'))).data;
  if (listed === undefined || scope === undefined)
    throw new Problem('archive-unreadable', {folder: cleanText(folder, 200)});
  const signature = (await bytesOf(folder, `${sumsFile}.sig`)).toString('base64url');
  const known = key === undefined ? await keysNamed(session, listed.till) : [typedKey(session, key)];
  const isBy = (by: string) => isSignedBy(by, text, signature);
  const isOwn = isBy(scope.signingKey) && scope.till === listed.till;
  const verdict: Signed = !isOwn ? 'forged' : known.some(isBy) ? 'proved' : key === undefined ? 'unproved' : 'forged';
  const difference = await differenceIn(folder, listed.sums, scope);
  const isOk = difference === null && verdict !== 'forged';
  const {till, from, to, signingKey} = scope;
  const {firstSeq, lastSeq} = scope.journal;
  const told = {ok: isOk, signature: verdict, difference, till, from, to, firstSeq, lastSeq, key: signingKey};
  const facts = {till: cleanText(till, 3), key: cleanText(signingKey, 60)};
  await answer(session, answers['archive verify'], told, [
    difference === null
      ? `✓ ${words.whole({...facts, from, to, files: listed.sums.length, lines: lastSeq - firstSeq + 1})}`
      : `✗ ${words.differs({place: cleanText(difference, 200)})}`,
    {proved: `✓ ${words.proved(facts)}`, unproved: `? ${words.unproved(facts)}`, forged: `✗ ${words.forged(facts)}`}[
      verdict
    ],
  ]);
  return isOk ? exitCodes.done : exitCodes.needsPerson;
}

/** The first file or line that differs from what was signed or from what the journal says; null if none does. */
async function differenceIn(
  folder: string,
  sums: readonly {readonly name: string; readonly sha256: string}[],
  {journal}: z.infer<typeof scopeSchema>,
): Promise<string | null> {
  const there = new Set(await filesIn(folder));
  for (const {name, sha256} of sums)
    if (!there.delete(name) || (await sha256Of(join(folder, name))) !== sha256) return name;
  const [beside] = there;
  if (beside !== undefined) return beside;
  try {
    const {firstSeq, lastSeq, previousHead, head} = await readArchivedJournal(folder);
    const isSame =
      firstSeq === journal.firstSeq &&
      lastSeq === journal.lastSeq &&
      previousHead === journal.previousHead &&
      head === journal.head;
    return isSame ? null : 'archive.json';
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'journal-damaged') throw error;
    const {segment, line} = error.facts;
    return `journal/${segment}.jsonl:${line}`;
  }
}

async function bytesOf(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch {
    throw new Problem('archive-unreadable', {folder: cleanText(folder, 200)});
  }
}

/** The file with the checksums of all other files. Its signature is in a file beside it, as 64 raw bytes. */
const sumsFile = 'SHA256SUMS';

/** The files of an archive except the checksums and their signature, sorted, with `/` between folders. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, {recursive: true, withFileTypes: true});
  return found
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter(name => name !== sumsFile && name !== `${sumsFile}.sig`)
    .sort();
}

/** The SHA-256 of a file, in hexadecimal. Reads the file in pieces, since a day may be larger than the longest string. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

type FileSum = {readonly name: string; readonly sha256: string};

/** The text for `sha256sum --check`. Its first line names what was signed, so that the signature cannot be taken for another's. */
export function sumsText(till: string, sums: readonly FileSum[]): string {
  return [`# ${formats.archive} ${till}`, ...sums.map(({name, sha256}) => `${sha256}  ${name}`), ''].join('\n');
}

/** The content of such a text; undefined if `sumsText` did not write it. A name can only lead into the archive. */
export function readSums(text: string): {readonly till: string; readonly sums: readonly FileSum[]} | undefined {
  const [first = '', ...lines] = text.split('\n');
  const till = /^# duka\.archive\/1 (?<till>[A-Z0-9]{1,3})$/.exec(first)?.groups?.['till'];
  if (till === undefined || lines.pop() !== '') return undefined;
  const sums: FileSum[] = [];
  for (const line of lines) {
    const {sha256, name} = /^(?<sha256>[0-9a-f]{64}) {2}(?<name>[\w./-]+)$/.exec(line)?.groups ?? {};
    if (sha256 === undefined || name === undefined || name.startsWith('/') || name.split('/').includes('..'))
      return undefined;
    sums.push({name, sha256});
  }
  return {till, sums};
}

/** The file of the customers' keys, which an archive has only on request. Its name is as in the folder of a till. */
const customerKeysFile = 'customer-keys.json';

type ArchiveScope = {
  readonly format: typeof formats.archive;
  readonly version: string;
  readonly shop: string;
  readonly till: string;
  readonly profile: string;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  readonly journal: ArchivedJournal;
  /** The public half of the till's key, as 32 raw bytes in base64url. */
  readonly signingKey: string;
};

/** The manual of an archive, for a reader who has nothing but the folder. It is in English, like the names in the files. */
function manualOf({till, shop, from, to, zone, journal, signingKey}: ArchiveScope): string {
  const {segments, firstSeq, lastSeq, previousHead, head} = journal;
  return `The books of till ${till} of ${shop}, ${from} to ${to} (${zone})
${'='.repeat(72)}

This folder holds what one point of sale recorded on these days. Nothing in it needs
Duka, a network or a licence to be read. Customers are sealed in it, but not what people
typed. Keep it as safe as the till itself.

Files
-----
archive.json            what this archive is of, in one JSON object
journal/DATE.jsonl      the record itself: one line of JSON for each event, one file for
                        each business day, byte for byte as the till wrote it
customer-keys.json      the keys of the customers in it, only where they were asked for
books/lines.csv         payments, refunds, corrections and cash, one line each (RFC 4180,
                        UTF-8, decimal point)
books/summary.csv       their sums
books/sold.csv          what was sold line by line, with its tax, of sales that were paid in full
books/lines.jsonl       the same lines as JSON Lines, with a header line
reports/Z-NNNN.txt      each Z report (close of a day) as it was printed
reports/M-*.txt, Y-*.txt  each close of a month or a year
public-key.pem          the public half of the till's key (Ed25519)
SHA256SUMS              the SHA-256 of every file above and of this one
SHA256SUMS.sig          the till's signature of SHA256SUMS

Check that nothing was changed
------------------------------
1. The key. Compare it with the key that the shop or its till tells you:
   ${signingKey}
   (base64url of 32 bytes; public-key.pem is the same key in PEM.)
2. The signature, with OpenSSL 3:
   openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
3. The files:
   sha256sum --check SHA256SUMS
4. The record. Its lines form a chain: the last member of each line, "hash", is the SHA-256
   (in hexadecimal) of the hash of the line before it, followed by the line without that
   member. This archive has lines ${firstSeq} to ${lastSeq} in ${segments.length} ${segments.length === 1 ? 'file' : 'files'}.
   The hash before the first line:
   ${previousHead}
   The hash of the last line:
   ${head}
   "duka archive verify FOLDER" does all four steps.

The record
----------
Each line has: seq (its number), v (version of the format), at (UTC), till, person (who was
at the till), type, key, data, hash. Amounts are whole numbers of the smallest unit of the currency
("minor": 20000 with "currency": "KES" is KES 200.00). A payment has one "reference" in all
its lines. A text between two "~" names a customer; "key" is the name of what it is sealed under
(journal-format.md of Duka says how). It is paid if a line of type "status" holds the service's answer that says so, if it was
taken in cash, or if a named person recorded it as paid; that line says which.
`;
}
