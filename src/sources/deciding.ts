import type {Deciding} from '../core/reconcile/rows/row.js';
import {fileStandingReader} from '../core/reconcile/rows/standing.js';
import {directionSaid, isNothing} from './columns.js';
import {kindSaid, plainWords} from './headings.js';

const directionNamed =
  /^(?:dr ?cr|cr ?dr|debit credit|credit debit|d c|c d|dc|cd|e s|sens|direction|sign|signe)\b|\b(?:dr ?cr|cr ?dr)$/;
const statusNamed =
  /\b(?:\w*status|statuses|\w*statut|statuts|etat|estado|situacao|hali|outcome|results?|resultat|response|reponse|disposition|verdict)\b|^(?:issue|state|code (?:de )?retour|return code)\b|\b(?:transaction|payment|order|transfer|txn|trx) state$|^(?:is )?(?:paid|unpaid|settled|success|succeeded|successful|paye|reglee?|reussie?)$/;
/** Without its accent it is an English word for a person, unless nothing but yes and no stands below it. */
const payee = /^payée$/iu;
const yesOrNo = /^(?:oui|non|o|n|vrai|faux|yes|no|y|true|false)$/iu;

/** Whether a column without the accent of its heading says in each row whether it was paid. */
export const isOfPaid = (heading: string, cells: readonly string[]): boolean =>
  plainWords(heading) === 'payee' && cells.length > 0 && cells.every(cell => yesOrNo.test(cell.trim()));
/** Words in headings of columns that accompany a status but are not one: when it was set, why, and who set it. */
const besideStatus =
  /\b(?:dates?|time|heure|horodatage|reasons?|raison|motif|at|by|par|changed|updated|id|url|reference|source|origine?)\b/;

const failureNamed = /\b(?:errors?|erreurs?|failures?|failed|echecs?|rejets?|rejection|declined?|refus)\b/;
const endNamed =
  /^(?:(?:paid|completed|payee?) (?:at|on|le|date|time)|(?:payment|completion) (?:date|time)|date (?:paid|completed|(?:de|du) paiement))$/;

/** Whether a heading is a usual name for a direction or a status. */
export function isNamedAs(deciding: Deciding, heading: string): boolean {
  const plain = plainWords(heading);
  if (deciding === 'direction') return directionNamed.test(plain) || /^\s*\+\s*\/\s*-\s*$/.test(heading);
  return (statusNamed.test(plain) || payee.test(heading.normalize('NFC').trim())) && !besideStatus.test(plain);
}

/** Whether the column of a heading says that a payment failed, and why. */
export const isOfFailures = (heading: string): boolean => failureNamed.test(plainWords(heading));

const remarkNamed =
  /^(?:(?:transaction|payment|bank|customer|internal) )?(?:remarks?|comments?|notes?|observations?|remarques?|commentaires?|observac(?:ao|oes|ion|iones)|comentarios?|notas?|maoni|maelezo ya ziada|bemerkung(?:en)?|anmerkung(?:en)?|kommentare?|notiz(?:en)?|opmerking(?:en)?|notities|ملاحظات|ملاحظة)$/;

/** Whether the column of a heading holds what a gateway or a bank answered, often in sentences. */
export const isOfAnswers = (heading: string): boolean => /\b(?:response|reponse)\b/.test(plainWords(heading));

/** Whether the column of a heading holds remarks about the rows. */
export const isOfRemarks = (heading: string): boolean => remarkNamed.test(plainWords(heading));

/** Words for a payment that brought no money which are not used as a status. */
const cameBack =
  /^(?:bounced|returned|dishonou?red|unpaid|cancell?ed|void|voided|retournee?|impayee?|annulee?|devolvid[ao]|cancelad[ao]|anulad[ao]|imeghairiwa|imefutwa|zuruckgegeben|unbezahlt|geplatzt|storniert|onbetaald|gestorneerd|geannuleerd|مرتجعة?|ملغاة|ملغي|timed out|insufficient (?:funds|balance)|non payee?|(?:fonds|solde) insuffisants?|sans provision|nao pago|saldo insuficiente|fondos insuficientes|muda umeisha|salio halitoshi)$/;
/** Words that may stand next to such a word without changing its meaning. With any other word the text is an ordinary remark. */
const besideFailure =
  /^(?:\d+|the|this|was|is|has|been|and|by|on|at|bank|customer|payer|payment|transaction|transfer|cheque|check|deposit|le|la|par|a|ete|est|et|banque|client|paiement|virement|transaction|o|foi|pelo|pela|banco|cliente|pagamento|pago|por|el|transferencia|na|benki|mteja|malipo|muamala|hundi|wurde|von|der|die|und|zahlung|uberweisung|scheck|door|de|werd|betaling|overboeking|من|البنك|العميل|الدفع|الشيك|الدفعة)$/;

/** Whether a heading is that of the time of payment. A row that was not paid has none. */
export const isOfEnds = (heading: string): boolean => endNamed.test(plainWords(heading));

/** Words of a status whose meaning for the payment no table lists. They are enough to ask about the column, but not to read it. */
const likeStatus =
  /^(?:approved|authori[sz]ed|captured|void|voided|cancell?ed|annulee?|abandoned|abandonnee?|time ?out|timed out|expired|expiree?|accepted|acceptee?|denied|blocked|on hold|queued|submitted|returned|unpaid|impayee?|non payee?|processed|traitee?)$/;
const longestWord = 40;

/** What a gateway answers, with more words behind it or not, if it let a payment pass. */
const accepted = /^(?:test )?(?:approved|authori[sz]ed|accepted|captured|processed|acceptee?|approuvee?|aprovad[ao])\b/;

/** Reads the cells of columns that may decide. Texts that are not words are not remembered. */
export function decidingValues() {
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
