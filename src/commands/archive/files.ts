import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {formats} from '../../core/events/formats.js';
import type {ArchivedJournal} from '../../till/archive.js';

/** The file with the checksums of all other files. Its signature is in a file beside it, as 64 raw bytes. */
export const sumsFile = 'SHA256SUMS';

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
export const customerKeysFile = 'customer-keys.json';

export type ArchiveScope = {
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
export function manualOf({till, shop, from, to, zone, journal, signingKey}: ArchiveScope): string {
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
