import {isProving} from '../hostile/runs.js';

type Place = {
  readonly file: string;
  readonly test: string;
  /** What stands in the name of the one that has to fail, where those before it take long. */
  readonly by?: string;
};
/** One place of the source that is made wrong, and the test file that has to fail then. `find` stands in `file` exactly once. */
export type Mutant = readonly [place: Place, find: string, replace: string];

const openDay = {test: 'test/till/day-so-far.test.ts', by: 'what is kept of the first lines of the open day'};

const ranges = (scheme: string, line: string): Readonly<Record<string, Mutant>> => ({
  [`numbers of ${scheme} are not redacted`]: [
    {file: 'src/core/text/card-numbers.ts', test: 'test/core/card/ranges.test.ts'},
    line,
    "'^x',",
  ],
});

/** Rules beside the great invariants. */
const quick: Readonly<Record<string, Mutant>> = {
  'lines that are summed up are believed without their bytes': [
    {file: 'store/segment-reader.ts', ...openDay},
    "all.copy().digest('hex') === sum",
    'true',
  ],
  'a summary of first lines is believed without its seal': [
    {file: 'store/key.ts', ...openDay},
    'return isSealOf(seal, body, key) ? jsonIn(body) : undefined;',
    'return jsonIn(body);',
  ],
  'lines that were written anew are taken for those that were summed up': [
    {file: 'store/opening.ts', ...openDay},
    'if (found[events - 1]?.hash !== head)',
    'if (events === 0)',
  ],
  'a row of nobody is never suggested': [
    {file: 'src/core/reconcile/matching/suggest.ts', test: 'test/core/reconcile/strangers.test.ts'},
    'candidatesOf(entry).length > 0',
    'candidatesOf(entry).length > 99',
  ],
  'rows of nobody are no money of the provider': [
    {file: 'src/core/reconcile/result/equations.ts', test: 'test/core/reconcile/strangers.test.ts'},
    'for (const {currency, value} of strangersGross.amounts) add(currency, value);',
    '',
  ],
  'rows of one reference are each of nobody': [
    {file: 'src/core/reconcile/rows/merge.ts', test: 'test/core/reconcile/strangers.test.ts'},
    'return bucket => !isIn(again, hashed(0x811c9dc5, bucket) & mask);',
    'return () => true;',
  ],
  'a word of a person about a row of nobody is not heard': [
    {file: 'src/core/reconcile/matching/match.ts', test: 'test/core/reconcile/strangers.test.ts'},
    'said.has(keyOf(missingLocally(books, entry)))',
    'false',
  ],
  'a net that does not follow is passed over in a row of nobody': [
    {file: 'src/core/reconcile/rows/books.ts', test: 'test/core/reconcile/strangers.test.ts'},
    'entry.isMain && netDifference({numberOf}, entry) === null',
    'entry.isMain',
  ],
  'a received payment that no longer counts is the row of its money': [
    {file: 'src/core/reconcile/matching/match.ts', test: 'test/core/reconcile/match.test.ts'},
    '!isCounted(payment) || !comesTo([loose], [payment])',
    '!comesTo([loose], [payment])',
  ],
  'a refund whose row says that it failed is confirmed': [
    {file: 'src/core/reconcile/matching/alone.ts', test: 'test/core/reconcile/levels.test.ts'},
    "entry.row.kind === 'refund' && entry.isTaken",
    "entry.row.kind === 'refund'",
  ],
  'a payout that the bank does not have is forgotten on a day without the bank’s file': [
    {file: 'src/core/reconcile/result/carried.ts', test: 'test/core/reconcile/reconcile.test.ts'},
    "if (code === 'BANK_MISSING') return isOfPayout && inputs.bankFiles.length > 0;",
    "if (code === 'BANK_MISSING') return isOfPayout;",
  ],
  'a payment that may still come is booked with a fee': [
    {file: 'src/commands/export/entries.ts', test: 'test/commands/export-entries.test.ts'},
    "const fee = line.kind === 'payment' && isTaken(line)",
    "const fee = line.kind === 'payment'",
  ],
  'a payout is waited for a day longer': [
    {file: 'src/core/reconcile/bank/bank.ts', test: 'test/core/reconcile/bank.test.ts'},
    'dayNumber(date) < nearDays',
    'dayNumber(date) <= nearDays',
  ],
  'the twelfth of a month is no month of turned dates': [
    {
      file: 'src/sources/date-text.ts',
      test: 'test/sources/bank-dates.test.ts',
      by: 'dates that a spreadsheet has turned',
    },
    'Number(own) > 12',
    'Number(own) >= 12',
  ],
  'statements with a day between them lead on from each other': [
    {file: 'src/sources/statement/statements.ts', test: 'test/sources/mt940.test.ts'},
    'next.from > daysAfter(to, 1)',
    'next.from > daysAfter(to, 2)',
  ],
  'a copy that ends in other lines than the till wrote is reviewed as whole': [
    {file: 'store/review-reader.ts', test: 'test/store/search.test.ts'},
    'at !== -1 && events[at]?.hash !== head',
    'at !== -1 && events[at] === undefined',
  ],
  'a late refund is sealed with the key of its own month': [
    {file: 'store/customer-keys.ts', test: 'test/store/customers.test.ts'},
    'const known = this.#keys.of(month);',
    'const known = this.#keys.of(monthOf(at));',
  ],
  'a payment with a refund is taken by the first pass of an office': [
    {file: 'src/core/reconcile/result/first-pass.ts', test: 'test/core/reconcile/first-pass.test.ts'},
    "if (payment.method === 'cash' || isLate || refunds.length > 0) return false;",
    "if (payment.method === 'cash' || isLate || refunds.length > 99) return false;",
  ],
  'a network is kept from another country': [
    {file: 'screens/order/sale-form.ts', test: 'test/screens/update.test.ts', by: 'begins with the last network'},
    "last?.method !== 'mobile-money' || last.country !== country",
    "last?.method !== 'mobile-money'",
  ],
  'a sale of one payment stays paid when it is taken back': [
    {file: 'src/core/ticket/ticket.ts', test: 'test/core/ticket/in-hand.test.ts'},
    'const reopenableFor = {parts: 10_000, single: 500};',
    'const reopenableFor = {parts: 10_000, single: -1};',
  ],
  'an upload is acknowledged before it is committed': [
    {file: 'src/office/commit.ts', test: 'test/office/commit.test.ts'},
    'async function perform({job}: Waiting, client: Client): Promise<void> {\n  await job(client);',
    'async function perform({job, resolve}: Waiting, client: Client): Promise<void> {\n  await job(client); resolve();',
  ],
  'what comes late goes before what tills sell now': [
    {file: 'src/office/commit.ts', test: 'test/office/commit.test.ts'},
    'isFresh(bytes) ? this.#fresh : this.#backlog',
    'isFresh(-bytes) ? this.#fresh : this.#backlog',
  ],
  'nobody hears of a machine that was replaced and sells on': [
    {file: 'src/core/office/accept.ts', test: 'test/core/office/accept.test.ts'},
    'if (oldKeys.includes(key))',
    'if (oldKeys.length >= 0)',
  ],
  'one that fails takes others with it': [
    {file: 'src/office/commit.ts', test: 'test/office/commit.test.ts'},
    'failed.set(each, error);',
    'throw error;',
  ],
  'a nonce that was made up is good': [
    {file: 'src/office/nonces.ts', test: 'test/office/nonces.test.ts'},
    'if (!timingSafeEqual(',
    'if (bytes.length === 0 && !timingSafeEqual(',
  ],
  'who has one shop of an office reaches what has another one beside it': [
    {file: 'src/core/office/person.ts', test: 'test/core/office/sign-in.test.ts'},
    'shops.every(shop => own.includes(shop))',
    'shops.some(shop => own.includes(shop))',
  ],
  'the guard of a wallet counts from when the earlier payment was asked for, not from its end': [
    {file: 'src/core/payment/earlier.ts', test: 'test/core/payment/guard-window.test.ts'},
    'now - payment.since >= ends',
    'now - payment.requestedAt >= ends',
  ],
  'a pending charge below the cursor is never looked at again': [
    {file: 'src/core/subscription/decide.ts', test: 'test/core/subscription/charges.test.ts'},
    'if (undecided.test(status)) break;',
    'if (undecided.test(status)) continue;',
  ],
  'an approval by somebody who was locked since serves': [
    {file: 'src/core/rights/rights.ts', test: 'test/core/rights/audit-table.test.ts'},
    "if (other?.status !== 'active' || by === number) return false;",
    'if (other === undefined || by === number) return false;',
  ],
  'people approve for themselves': [
    {file: 'src/core/rights/rights.ts', test: 'test/core/rights/audit-table.test.ts'},
    "if (other?.status !== 'active' || by === number) return false;",
    "if (other?.status !== 'active') return false;",
  ],
  'the last line of a segment tells its version, not the newest': [
    {file: 'store/segment-reader.ts', test: 'test/store/newest-version.test.ts'},
    'version: Math.max(version, event.v, isKnown(event)',
    'version: Math.max(event.v, isKnown(event)',
  ],
  'a question about a failure that was not answered is asked again at once': [
    {file: 'src/core/payment/follow-up.ts', test: 'test/core/payment/unanswered.test.ts'},
    'Math.max(statusAt + wait, (lastAt ?? statusAt) + minute)',
    'statusAt + wait',
  ],
  'of two rows any may be kept, taken or not': [
    {file: 'src/core/reconcile/matching/match.ts', test: 'test/core/reconcile/kept-row.test.ts'},
    '(isTaken ? 0 : 4)',
    '(isTaken ? 0 : 0)',
  ],
  'of two rows any may be kept, of these days or not': [
    {file: 'src/core/reconcile/matching/match.ts', test: 'test/core/reconcile/kept-row.test.ts'},
    '(isMain ? 0 : 2)',
    '(isMain ? 0 : 0)',
  ],
  'of two rows any may be kept, with the amount or another': [
    {file: 'src/core/reconcile/matching/match.ts', test: 'test/core/reconcile/kept-row.test.ts'},
    '(isSame ? 0 : 1)',
    '(isSame ? 0 : 0)',
  ],
  'a row whose money came unasked is received twice': [
    {file: 'src/core/reconcile/result/decide.ts', test: 'test/core/reconcile/receive.test.ts'},
    "if (made.hasRow(key)) throw new Problem('received-already', undefined, {key});",
    '',
  ],
  'a row of another till’s payment is received': [
    {file: 'src/core/reconcile/result/decide.ts', test: 'test/core/reconcile/receive.test.ts'},
    "if (isOwnReference(row.subject)) throw new Problem('receive-of-till'",
    "if (isOwnReference(row.subject) && row.subject === '') throw new Problem('receive-of-till'",
  ],
  'cash lacks a fee': [
    {file: 'src/core/shift/ledger.ts', test: 'test/core/shift/unknown-fees.test.ts'},
    "(fee === undefined && method !== 'cash' ? times : 0)",
    '(fee === undefined ? times : 0)',
  ],
  'a reference that another payment names is taken for its own': [
    {file: 'store/search.ts', test: 'test/store/named-by-another.test.ts'},
    'if (block.starts[line] === found) return',
    'if (line >= 0) return',
  ],
  'no bell rings when a disputed payment becomes paid': [
    {file: 'src/core/payment/became-paid.ts', test: 'test/core/payment/became-paid.test.ts'},
    "(isOpen(payment) || verdictOf(payment) === 'needs-person')",
    'isOpen(payment)',
  ],
  'a wallet that is kept is typed over by what edits it': [
    {file: 'screens/kit/form.ts', test: 'test/screens/kit/form.test.ts'},
    "const isTypedOver = state.kept === id && textOf(change(emptyLine)) !== '';",
    'const isTypedOver = state.kept === id;',
  ],
  ...ranges('Visa', 'String.raw`^4(?:\\d{12}|\\d{15}|\\d{17,18})$`, // Visa'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the source
  ...ranges('Mastercard', 'String.raw`^(?=\\d{16}$)(?:5[1-5]|${mastercardWithTwo})`, // Mastercard'),
  ...ranges('American Express', 'String.raw`^3[47]\\d{13}$`, // American Express'),
  ...ranges('Diners Club', 'String.raw`^(?=(?:\\d{14}|\\d{16}|\\d{19})$)(?:30[0-5]|3095|3[689])`, // Diners Club'),
  ...ranges(
    'Discover, RuPay, UnionPay, JCB and Mir',
    'String.raw`^(?=\\d{16,19}$)(?:6[0245]|81|35(?:2[89]|[3-8])|220[0-4])`, // Discover, RuPay, UnionPay, JCB, Mir',
  ),
  ...ranges('Maestro and Verve', "'^(?:50|5[6-9]|63|67)', // Maestro, Verve"),
};

/** Those whose test takes seconds: a whole till, its screens, or an office's database is read for each. */
const slow: Readonly<Record<string, Mutant>> = {
  'an answer from before the code left counts for it': [
    {file: 'src/till/ask.ts', test: 'test/till/overtaken-question.test.ts'},
    'if (isOvertaken && outcomeOf',
    'if (isOvertaken === undefined && outcomeOf',
  ],
  'of a list the row before the marked one is told': [
    {file: 'screens/kit/narrate.ts', test: 'test/screens/narrated-questions.test.tsx'},
    "empty, markedText}: ListBlock, language: Listener['language']): string =>\n  count === 0 ? clauses(empty, language) : markedText;",
    "empty, marked, rowAt}: ListBlock, language: Listener['language']): string =>\n  count === 0 ? clauses(empty, language) : rowAt(Math.max(0, marked - 1)).cells.join(', ');",
  ],
  'what is wrong with an answer is not told': [
    {file: 'screens/kit/narrate.ts', test: 'test/screens/narrated-questions.test.tsx'},
    "'problem' in block && block.problem !== ''",
    "'problem' in block && block.problem === undefined",
  ],
  'the row of a till is not kept': [
    {file: 'src/office/journals.ts', test: 'test/office/histories.test.ts'},
    'isHeard || record !== before ? keepRecord() : undefined',
    'record.seq !== before.seq ? keepRecord() : undefined',
  ],
  'a branch is dropped': [
    {file: 'src/office/journals.ts', test: 'test/office/histories.test.ts'},
    'chunk === null ? undefined : keepChunk',
    'chunk?.chain !== 0 ? undefined : keepChunk',
  ],
  'lines of a branch are the journal’s': [
    {file: 'src/office/journals.ts', test: 'test/office/histories.test.ts'},
    '[shop, till, [0], next, through, together]',
    '[shop, till, [1], next, through, together]',
  ],
  'an incident is forgotten': [
    {file: 'src/office/journals.ts', test: 'test/office/histories.test.ts'},
    'for (const [at, incident] of incidents.entries())',
    'for (const [at, incident] of incidents.slice(1).entries())',
  ],
  'rows are made past a fork': [
    {file: 'src/office/projector.ts', test: 'test/office/histories.test.ts'},
    'const through = projectedThrough(record);',
    'const through = record.seq;',
  ],
  'rows are kept outside of the transaction of their cursor': [
    {file: 'src/office/projector.ts', test: 'test/office/faults.test.ts'},
    'keepRows(client, till, projected),',
    'keepRows(this.#database as never, till, projected),',
  ],
  'one till whose rows cannot be made takes others with it': [
    {file: 'src/office/projector.ts', test: 'test/office/histories.test.ts'},
    'if (others.length > 0) for (const turn of turns) await this.#takeTurns([turn]);',
    'if (others.length > 0) return;',
  ],
  'rows that cannot be made are told to nobody': [
    {file: 'src/office/projector.ts', test: 'test/office/faults.test.ts'},
    'await this.#tell(till, error);',
    '',
  ],
  'what belongs to a whole office is for an owner of one shop': [
    {file: 'src/core/office/person.ts', test: 'test/office/rights.test.ts'},
    "role === 'owner' && shops === 'all'",
    "role === 'owner'",
  ],
  'nobody is alerted to a day without a Z': [
    {file: 'src/views/office/needs.ts', test: 'test/office/alerts.test.ts'},
    'since, level: 1},',
    'since, level: 0},',
  ],
  'what nobody has signed is taken': [
    {file: 'src/office/server.ts', test: 'test/office/faults.test.ts'},
    "if (!isSignedBy(found.public_key, text, header('signature')))",
    "if (text === '')",
  ],
  'the digest of a body is not compared': [
    {file: 'src/office/server.ts', test: 'test/office/faults.test.ts'},
    'if (by.digest !== contentDigest(sha256(body)))',
    "if (by.digest === '')",
  ],
  'the body of whom nobody knows is read': [
    {file: 'src/office/server.ts', test: 'test/office/faults.test.ts'},
    "    if ('why' in by) return {status: 401, body: by};\n    const body = request.method === 'PUT' ? await bodyOf(request, packedMax, hold) : Buffer.alloc(0);",
    "    const body = request.method === 'PUT' ? await bodyOf(request, packedMax, hold) : Buffer.alloc(0);\n    if ('why' in by) return {status: 401, body: by};",
  ],
  'a made-up code takes a transaction': [
    {file: 'src/office/server.ts', test: 'test/office/faults.test.ts'},
    'if (!(await isCodeKnown(database, code)))',
    "if (code === '')",
  ],
  'a till signs for another': [
    {file: 'src/office/server.ts', test: 'test/office/faults.test.ts'},
    'where shop = $1 and till = $2 and id = $3',
    'where id = $3 and $1::text is not null and $2::text is not null',
  ],
  'a machine that was replaced is given lines': [
    {file: 'src/office/server.ts', test: 'test/office/server.test.ts'},
    'if (refusal !== undefined) return',
    "if (refusal?.why === 'revoked') return",
  ],
  'a machine that was replaced makes its till look heard': [
    {file: 'src/office/journals.ts', test: 'test/office/server.test.ts'},
    "const isHeard = answer.kind !== 'refused';",
    "const isHeard = answer.kind !== 'gap';",
  ],
  'a nonce serves twice': [
    {file: 'src/office/nonces.ts', test: 'test/office/faults.test.ts'},
    'return stored.rowCount === 1 && givenAt >= at - longestKept;',
    'return stored.rows !== undefined;',
  ],
  'a database that another office has started is not put up again': [
    {file: 'src/office/database.ts', test: 'test/office/postgres.test.ts'},
    'this.#reconnecting ??= this.#reconnect()',
    'this.#reconnecting ??= Promise.resolve()',
  ],
};

/** Whether those that take seconds are tried too: said to the run inside by its environment. */
export const isWhole = isProving || process.env['DUKA_MUTANTS'] === 'all';
export const mutants: Readonly<Record<string, Mutant>> = isWhole ? {...quick, ...slow} : quick;
