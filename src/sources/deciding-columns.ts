import {Problem} from '../core/problem.js';
import type {Deciding, SourceKind} from '../core/reconcile/rows/row.js';
import {fileStandingReader} from '../core/reconcile/rows/standing.js';
import {isWrittenNegative, isZero} from './amount-text.js';
import {
  areOfSollAndHaben,
  type Checked,
  type Columns,
  type DirectionCodes,
  directionIn,
  directionSaid,
  isNothing,
  type Layout,
  type NumberedRecord,
  type SourceColumn,
} from './columns.js';
import {type HeadingField, isOfEnds, kindSaid, nameOf, plainWords, taxFields} from './headings.js';
import {directionCodes} from './table-figures.js';
import {mayBeSum, rowMarksOf, summingIn} from './total-rows.js';

type DecidedColumns = {
  readonly direction?: SourceColumn;
  readonly status?: SourceColumn;
  readonly checked: readonly Checked[];
};

type About = {
  readonly file: string;
  readonly kind: SourceKind;
  readonly headings: readonly string[];
  /** The columns that the headings on their own show. */
  readonly columns: Columns;
  readonly sample: readonly string[][];
  /** Whether a person has already decided about this. Nothing is asked again. */
  readonly isSaid: (deciding: Deciding) => boolean;
};

/** Fields whose columns are never candidates: their content is already known and is not a word about the row. */
const plainFields: readonly HeadingField[] = [
  'reference',
  'serviceReference',
  'amount',
  'gross',
  'fee',
  'payerFee',
  ...taxFields,
  'net',
  'credit',
  'debit',
  'currency',
  'at',
  'payout',
  'entry',
  'bookedOn',
];
/** From this share of cells with such a word, the column may be one that decides. */
const enough = 0.1;
const mostly = 0.5;
/** Pairs that are a direction only in a column that a person named for it: an E on its own may be an entry or an *egreso*. */
const namedWords: DirectionCodes = new Map(
  Object.entries({E: 'credit', S: 'debit', Plus: 'credit', Minus: 'debit', Received: 'credit', Sent: 'debit'} as const),
);

/**
 * Finds the columns that give the direction and the status. A column that looks like one of them by its heading or its content is either
 * read, or checked against every row, or asked about with the `Problem` `file-direction-unclear` or `file-status-unclear`. None is ignored.
 */
export function decidedColumns(about: About): DecidedColumns {
  const candidates = candidatesIn(about);
  const direction = directionOf(about, candidates('direction'));
  const status = statusOf(about, candidates('status'));
  return {
    ...(direction.used === undefined ? {} : {direction: direction.used}),
    ...(status.used === undefined ? {} : {status: status.used}),
    checked: [...direction.checked, ...status.checked],
  };
}

type Candidate = {
  readonly column: SourceColumn;
  readonly by: Checked['by'];
  /** `filled` has the cells in which anything is written, `saying` those of them that state a direction or a status. */
  readonly filled: readonly string[];
  readonly saying: readonly string[];
  /** All rows, whether or not the column has a text in them. */
  readonly rows: readonly (readonly string[])[];
};
type Found = {readonly used?: SourceColumn | undefined; readonly checked: readonly Checked[]};

const directionNamed =
  /^(?:dr ?cr|cr ?dr|debit credit|credit debit|d c|c d|dc|cd|e s|sens|direction|sign|signe)\b|\b(?:dr ?cr|cr ?dr)$/;

const statusNamed =
  /\b(?:\w*status|statuses|\w*statut|statuts|etat|estado|situacao|hali|outcome|results?|resultat|response|reponse|disposition|verdict)\b|^(?:issue|state|code (?:de )?retour|return code)\b|\b(?:transaction|payment|order|transfer|txn|trx) state$|^(?:is )?(?:paid|unpaid|settled|success|succeeded|successful|paye|reglee?|reussie?)$/;

/** Without its accent it is an English word for a person, unless nothing but yes and no stands below it. */
const payee = /^payée$/iu;

const yesOrNo = /^(?:oui|non|o|n|vrai|faux|yes|no|y|true|false)$/iu;

/** Whether a column without the accent of its heading says in each row whether it was paid. */
const isOfPaid = (heading: string, cells: readonly string[]): boolean =>
  plainWords(heading) === 'payee' && cells.length > 0 && cells.every(cell => yesOrNo.test(cell.trim()));

/** Words in headings of columns that accompany a status but are not one: when it was set, why, and who set it. */
const besideStatus =
  /\b(?:dates?|time|heure|horodatage|reasons?|raison|motif|at|by|par|changed|updated|id|url|reference|source|origine?)\b/;

const failureNamed = /\b(?:errors?|erreurs?|failures?|failed|echecs?|rejets?|rejection|declined?|refus)\b/;

/** Whether a heading is a usual name for a direction or a status. */
function isNamedAs(deciding: Deciding, heading: string): boolean {
  const plain = plainWords(heading);
  if (deciding === 'direction') return directionNamed.test(plain) || /^\s*\+\s*\/\s*-\s*$/.test(heading);
  return (statusNamed.test(plain) || payee.test(heading.normalize('NFC').trim())) && !besideStatus.test(plain);
}

/** Whether the column of a heading says that a payment failed, and why. */
const isOfFailures = (heading: string): boolean => failureNamed.test(plainWords(heading));

const remarkNamed =
  /^(?:(?:transaction|payment|bank|customer|internal) )?(?:remarks?|comments?|notes?|observations?|remarques?|commentaires?|observac(?:ao|oes|ion|iones)|comentarios?|notas?|maoni|maelezo ya ziada|bemerkung(?:en)?|anmerkung(?:en)?|kommentare?|notiz(?:en)?|opmerking(?:en)?|notities|ملاحظات|ملاحظة)$/;

/** Whether the column of a heading holds what a gateway or a bank answered, often in sentences. */
const isOfAnswers = (heading: string): boolean => /\b(?:response|reponse)\b/.test(plainWords(heading));

/** Whether the column of a heading holds remarks about the rows. */
const isOfRemarks = (heading: string): boolean => remarkNamed.test(plainWords(heading));

/** Words for a payment that brought no money which are not used as a status. */
const cameBack =
  /^(?:bounced|returned|dishonou?red|unpaid|cancell?ed|void|voided|retournee?|impayee?|annulee?|devolvid[ao]|cancelad[ao]|anulad[ao]|imeghairiwa|imefutwa|zuruckgegeben|unbezahlt|geplatzt|storniert|onbetaald|gestorneerd|geannuleerd|مرتجعة?|ملغاة|ملغي|timed out|insufficient (?:funds|balance)|non payee?|(?:fonds|solde) insuffisants?|sans provision|nao pago|saldo insuficiente|fondos insuficientes|muda umeisha|salio halitoshi)$/;

/** Words that may stand next to such a word without changing its meaning. With any other word the text is an ordinary remark. */
const besideFailure =
  /^(?:\d+|the|this|was|is|has|been|and|by|on|at|bank|customer|payer|payment|transaction|transfer|cheque|check|deposit|le|la|par|a|ete|est|et|banque|client|paiement|virement|transaction|o|foi|pelo|pela|banco|cliente|pagamento|pago|por|el|transferencia|na|benki|mteja|malipo|muamala|hundi|wurde|von|der|die|und|zahlung|uberweisung|scheck|door|de|werd|betaling|overboeking|من|البنك|العميل|الدفع|الشيك|الدفعة)$/;

/** Words of a status whose meaning for the payment no table lists. They are enough to ask about the column, but not to read it. */
const likeStatus =
  /^(?:approved|authori[sz]ed|captured|void|voided|cancell?ed|annulee?|abandoned|abandonnee?|time ?out|timed out|expired|expiree?|accepted|acceptee?|denied|blocked|on hold|queued|submitted|returned|unpaid|impayee?|non payee?|processed|traitee?)$/;

const longestWord = 40;

/** What a gateway answers, with more words behind it or not, if it let a payment pass. */
const accepted = /^(?:test )?(?:approved|authori[sz]ed|accepted|captured|processed|acceptee?|approuvee?|aprovad[ao])\b/;

/** Reads the cells of columns that may decide. Texts that are not words are not remembered. */
function decidingValues() {
  const standing = fileStandingReader();
  /** Whether two cells say the same about a payment. */
  const agree = (a: string, b: string): boolean =>
    plainWords(a) === plainWords(b) || (standing(a) !== 'unknown' && standing(a) === standing(b));
  return {
    agree,
    /** Whether an answer says the same as the status beside it, or in its own words why nothing was paid. */
    explains(status: string, answer: string): boolean {
      const [state, isAccepted] = [standing(status), accepted.test(plainWords(answer))];
      if (agree(status, answer)) return true;
      if (standing(answer) !== 'unknown' || state === 'unknown') return false;
      return state === 'paid' ? isAccepted : !isAccepted && /\p{L}/u.test(answer);
    },
    /** Whether a cell is a word for a direction or a status, and nothing else. */
    says(deciding: Deciding, cell: string): boolean {
      const text = cell.trim();
      if (text.length > longestWord || isNothing(text)) return false;
      if (deciding === 'direction') return directionSaid(text) !== undefined;
      if (!/\p{L}/u.test(text)) return false;
      return standing(text) !== 'unknown' || likeStatus.test(plainWords(text));
    },
    /** Whether a cell is a known word for a payment that brought no money, or has brought none yet. */
    isNotPaid: (cell: string): boolean => !['unknown', 'paid'].includes(standing(cell.trim())),
    /** The word in the kind of a payment which says that it brought no money: `Failed payment`. */
    failureIn(cell: string): string | undefined {
      const words = cell.length > longestWord ? [] : plainWords(cell).split(' ');
      if (words.length < 2 || (kindSaid(cell) ?? 'payment') !== 'payment') return undefined;
      return words.find(word => !['unknown', 'paid'].includes(standing(word)));
    },
    /** Whether a remark says that a payment brought no money, and nothing else: `Returned unpaid`, `Reversed by bank`. */
    isFailure(cell: string): boolean {
      if (cell.length > longestWord || !/\p{L}/u.test(cell)) return false;
      const plain = plainWords(cell);
      if (cameBack.test(plain)) return true;
      const hasFailed = (word: string) => cameBack.test(word) || ['failed', 'reversed'].includes(standing(word));
      const all = plain.split(' ');
      // The first test already rejects nearly every remark, because it has some other word.
      return all.every(word => besideFailure.test(word) || hasFailed(word)) && all.some(hasFailed);
    },
    isKnownStatus: (cell: string): boolean => standing(cell.trim()) !== 'unknown',
  };
}

function candidatesIn({headings, columns, sample, kind}: About): (deciding: Deciding) => readonly Candidate[] {
  const words = decidingValues();
  const plain = new Set(plainFields.map(field => columns[field]?.index));
  const filledRows = sample.filter(record => record.some(cell => cell.trim() !== ''));
  const maySum = new Set(filledRows.filter(mayBeSum));
  const marks = rowMarksOf(kind, {columns, headings}, sample);
  return deciding =>
    headings.flatMap((heading, index): Candidate[] => {
      if (plain.has(index)) return [];
      // A balance may have a sign of its own behind it.
      const isOfAmount = columns.direction !== undefined && columns.direction.index !== index;
      if (isOfAmount && headings[columns.direction.index] === heading && columns.balance?.index === index - 1)
        return [];
      const column = {index, heading: nameOf(headings, index)};
      const read = deciding === 'direction' ? {...columns, direction: column} : columns;
      const sums = summingIn(kind, {columns: read, ...marks});
      const rows = filledRows.filter(record => !maySum.has(record) || sums(record) === undefined);
      const filled = rows.map(record => record[index] ?? '').filter(cell => !isNothing(cell.trim()));
      const isPaid = deciding === 'status' && isOfPaid(heading, filled);
      const isNamed = isPaid || isNamedAs(deciding, heading) || columns[deciding]?.index === index;
      const isKind = index === columns.kind?.index;
      const isByLetters = isNamed && deciding === 'direction' && areOfSollAndHaben(filled);
      const isSaid = (cell: string) => isByLetters || words.says(deciding, cell);
      const hasFailed = (cell: string) => isKind && deciding === 'status' && words.failureIn(cell) !== undefined;
      const saying = filled.filter(
        cell => hasFailed(cell) || (isSaid(cell) && !(isKind && kindSaid(cell) !== undefined)),
      );
      const looksLikeIt = saying.length > 0 && (isKind || saying.length >= filled.length * enough);
      // A column that is still empty in the sample is checked in every row that follows.
      if (!isNamed && !looksLikeIt && filled.length > 0) return [];
      return [{column, by: isNamed ? 'name' : 'content', filled, saying, rows}];
    });
}

const asChecked =
  (deciding: Deciding) =>
  ({column, by}: Candidate): Checked => ({deciding, column, by});

function directionOf(about: About, candidates: readonly Candidate[]): Found {
  const {kind, columns, isSaid} = about;
  const coded = ({column, saying, rows}: Candidate): SourceColumn | undefined => {
    if (kind !== 'bank' || saying.length > 0) return undefined;
    // The two texts of a type may be anything, and agree with a few directions by chance.
    const fewest = isSaid('direction') || isNamedAs('direction', column.heading) ? 2 : 6;
    const codes = directionCodes(rows, columns, column.index, fewest);
    return codes && {...column, codes};
  };
  if (isSaid('direction')) {
    const own = candidates.find(({column}) => column.index === columns.direction?.index);
    const words = new Set(own?.filled.map(cell => namedWords.get(cell.trim())));
    const named = own && words.size === 2 && !words.has(undefined) ? {...own.column, codes: namedWords} : undefined;
    const used = columns.direction?.codes === undefined ? ((own && coded(own)) ?? named) : columns.direction;
    // Codes of which nothing tells the meaning are asked about again.
    if (own !== undefined && used === undefined && own.saying.length === 0 && own.filled.length > 0)
      throw unclear(about, 'direction', {column: own.column, text: own.filled[0]});
    return {used: used ?? columns.direction, checked: []};
  }
  // A wallet names its services as the customer sees them: for the shop, a *Cash in* is a debit.
  const isDecided = kind === 'provider' && columns.credit !== undefined && columns.debit !== undefined;
  const checked = candidates.filter(({by}) => by === 'name' || !isDecided).map(asChecked('direction'));
  const isWritten = candidates.some(({saying}) => saying.length > 0);
  const mute = candidates.find(candidate => isMute(about, candidate, isWritten));
  if (mute !== undefined) {
    const used = coded(mute);
    if (used === undefined) throw unclear(about, 'direction', {column: mute.column, text: mute.filled[0]});
    return {used, checked: checked.filter(({column}) => column !== mute.column)};
  }
  const amount = columns.amount;
  if (kind !== 'bank' || amount === undefined) return {checked};
  const written = candidates.filter(({saying}) => saying.length > 0);
  const signed = written.find(candidate => isInTheSigns(candidate, amount, columns.narration));
  const everywhere = written.find(({saying, rows}) => saying.length === rows.length);
  const used = everywhere ?? (signed === undefined ? likeliest(about, written) : undefined);
  return {used: used?.column, checked: checked.filter(each => each.column !== used?.column)};
}

/**
 * Whether a column looks like a direction but gives none. That is so for the heading of a direction if nobody knows the words below it, or
 * if it is empty in a statement whose amounts have no sign. It is also so for a column that may be a direction, such as a type, in such a
 * statement, if no other column gives a direction. The person is asked about such a column.
 */
function isMute(
  {kind, columns: {amount, direction}}: About,
  {column, filled, saying, rows}: Candidate,
  isWritten: boolean,
): boolean {
  const isNamed = isNamedAs('direction', column.heading);
  const mayBe = isNamed || (column.index === direction?.index && filled.length > 0 && !isWritten);
  if (!mayBe || saying.length > 0 || rows.length === 0) return false;
  if (isNamed && filled.length > 0) return true;
  return kind === 'bank' && amount !== undefined && !rows.some(record => isWrittenNegative(record[amount.index] ?? ''));
}

/**
 * Whether every amount has the sign that the column gives it, and a debit a minus. If so, the amounts already show the direction. In a narration
 * any text may stand beside the minus.
 */
function isInTheSigns(
  {column, rows, filled, saying}: Candidate,
  amount: SourceColumn,
  narration: SourceColumn | undefined,
): boolean {
  let hasDebit = false;
  const read = saying.length === filled.length && areOfSollAndHaben(filled) ? directionIn : directionSaid;
  for (const record of rows) {
    const said = read(record[column.index] ?? '');
    const isNegative = isWrittenNegative(record[amount.index] ?? '');
    if (said !== undefined && (said === 'debit') !== isNegative && /[1-9]/.test(record[amount.index] ?? ''))
      return false;
    hasDebit ||= isNegative && (said === 'debit' || column.index === narration?.index);
  }
  return hasDebit;
}

/** A column that gives the direction in most rows is read. A row in which it gives none is refused. */
function likeliest(about: About, written: readonly Candidate[]): Candidate | undefined {
  const [best] = written.toSorted((a, b) => b.saying.length - a.saying.length);
  if (best === undefined) return undefined;
  if (isNamedAs('direction', best.column.heading) || best.saying.length >= best.rows.length * mostly) return best;
  throw unclear(about, 'direction', {column: best.column, text: best.saying[0]});
}

/** The column that is known as the status; otherwise one with the heading of a status whose words are known. */
function statusOf(about: About, candidates: readonly Candidate[]): Found {
  const {columns, isSaid} = about;
  if (isSaid('status')) return {used: columns.status, checked: []};
  const {isKnownStatus} = decidingValues();
  const known = candidates.find(({column}) => column.index === columns.status?.index);
  const named = candidates.find(({by, filled}) => {
    const isRead = filled.filter(isKnownStatus).length >= filled.length * mostly;
    return by === 'name' && filled.length > 0 && isRead;
  });
  const used = known ?? named;
  const checked = candidates.filter(each => each !== used).map(asChecked('status'));
  if (used === undefined) return {checked: [...checked, ...failuresIn(about)]};
  return {
    used: used.column,
    checked: checked.map(each => (isOfAnswers(each.column.heading) ? {...each, by: 'answer'} : each)),
  };
}

/**
 * Finds columns that are filled only for failed rows, and columns of remarks, which may say that a row failed. If no column gives the
 * status, a row in which one of these says so is asked about. So is a file in which only some of the rows have a time of payment.
 */
function failuresIn(about: About): readonly Checked[] {
  const {headings, sample, columns} = about;
  const rows = sample.filter(record => record.some(cell => cell.trim() !== '') && !mayBeSum(record));
  for (const [index, heading] of headings.entries()) {
    const filled = rows.map(record => record[index] ?? '').filter(cell => !isNothing(cell.trim()));
    const isPart = filled.length > 0 && filled.length < rows.length;
    if (isPart && isOfEnds(heading)) throw unclear(about, 'status', {column: {index, heading}, text: filled[0]});
  }
  return headings.flatMap((heading, index): Checked[] => {
    const column = {index, heading};
    if (isOfFailures(heading)) return [{deciding: 'status', column, by: 'name'}];
    // The narration of a bank's entry may say that a cheque came back, but that entry did move money.
    const isRemark = isOfRemarks(heading) && columns.narration?.index !== index;
    return isRemark ? [{deciding: 'status', column, by: 'remark'}] : [];
  });
}

type Place = {readonly column: SourceColumn; readonly text: string | undefined; readonly line?: number};

/** Returns the `Problem` to throw for a column that may decide direction or status. */
export function unclear({file}: Pick<About, 'file'>, deciding: Deciding, {column, text = ''}: Place): Problem {
  const about = {file, column: column.heading, text: text.trim()};
  if (deciding === 'status') return new Problem('file-status-unclear', about);
  return new Problem('file-direction-unclear', {...about, by: 'words'});
}

/** Checks rows against unread columns that could decide. Throws `file-direction-unclear` or `file-status-unclear` if one contradicts. */
export function checksOf(
  file: string,
  {checked, columns}: Pick<Layout, 'checked' | 'columns'>,
): (line: NumberedRecord, row: {readonly amount: string; readonly status: string}) => void {
  const words = decidingValues();
  const agreesOn = ({column, by}: Checked, status: string, text: string): boolean => {
    if (by === 'answer') return words.explains(status, text);
    const inside = column.index === columns.kind?.index ? words.failureIn(text) : undefined;
    const isMeant =
      by === 'remark' ? words.isFailure(text) : by === 'name' || inside !== undefined || words.says('status', text);
    return !isMeant || words.agree(status, inside ?? text.trim());
  };
  return ({record}, {amount, status}) => {
    for (const each of checked) {
      const text = record[each.column.index] ?? '';
      if (text === '' || isNothing(text.trim())) continue;
      const agrees = each.deciding === 'direction' ? hasSign(amount, text) : agreesOn(each, status, text);
      if (!agrees) throw unclear({file}, each.deciding, {column: each.column, text});
    }
  };
}

/** Whether an amount has the direction that a cell states. True if the cell states none. */
function hasSign(amount: string, text: string): boolean {
  const said = directionSaid(text);
  return said === undefined || isZero(amount) || (said === 'debit') === amount.startsWith('-');
}
