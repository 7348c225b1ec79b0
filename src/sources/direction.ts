import {plainWords} from './headings.js';

const credit =
  /^(?:c|cr|crdt|credits?|credited|crediteur|in|incoming|inbound|inflow|entree|entrant|credit transfer|deposits?|deposited|(?:money|cash|paid) in|versements?|encaissements?|credito|creditos|entrada|abono|haber|haben|gutschrift|bij|kuingia|imeingia|داين|ايداع)$/;
const debit =
  /^(?:d|dr|db|dt|dbit|debits?|debited|debiteur|out|outgoing|outbound|outflow|sortie|sortant|debit (?:transfer|order)|direct debit|withdrawals?|withdrawn|(?:money|cash|paid) out|retraits?|decaissements?|debito|debitos|saida|cargo|debe|soll|lastschrift|belastung|af|debet|kutoka|imetoka|مدين|سحب)$/;

/** Whether a cell of a statement says credit or debit, and nothing else. A minus alone is how tables write nothing. */
export function directionSaid(cell: string): 'credit' | 'debit' | undefined {
  const said = plainWords(cell);
  if (credit.test(said) || cell.trim() === '+') return 'credit';
  return debit.test(said) ? 'debit' : undefined;
}
