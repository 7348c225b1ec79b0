import {plainWords} from './headings.js';

const credit =
  /^(?:c|cr|crdt|credits?|credited|crediteur|in|incoming|inbound|inflow|entree|entrant|credit transfer|deposits?|deposited|(?:money|cash|paid) in|versements?|encaissements?|credito|creditos|entrada|abono|haber|haben|gutschrift|bij|kuingia|imeingia|داين|ايداع)$/;
const debit =
  /^(?:d|dr|db|dt|dbit|debits?|debited|debiteur|out|outgoing|outbound|outflow|sortie|sortant|debit (?:transfer|order)|direct debit|withdrawals?|withdrawn|(?:money|cash|paid) out|retraits?|decaissements?|debito|debitos|saida|cargo|debe|soll|lastschrift|belastung|af|debet|kutoka|imetoka|مدين|سحب)$/;

/**
 * Returns whether a cell of a statement says credit or debit, and nothing else. A minus sign on its own does not count: tables use it for
 * an empty cell.
 */
export function directionSaid(cell: string): 'credit' | 'debit' | undefined {
  const said = plainWords(cell);
  if (credit.test(said) || cell.trim() === '+') return 'credit';
  return debit.test(said) ? 'debit' : undefined;
}

/** The letters of Soll and Haben. They count only if the column of the direction has no other texts. */
const letters: ReadonlyMap<string, 'credit' | 'debit'> = new Map([
  ['h', 'credit'],
  ['s', 'debit'],
]);
const letterSaid = (cell: string) => letters.get(cell.trim().toLowerCase());

/**
 * Whether a column with the heading of a direction uses these letters. At least one H is needed, because an S on its own may be of another
 * language.
 */
export const areOfSollAndHaben = (cells: readonly string[]): boolean =>
  cells.every(cell => letterSaid(cell) !== undefined) && cells.some(cell => letterSaid(cell) === 'credit');

/** Like `directionSaid`, for the column that is read as the direction. */
export const directionIn = (cell: string): 'credit' | 'debit' | undefined => directionSaid(cell) ?? letterSaid(cell);
