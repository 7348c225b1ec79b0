import {plainWords} from './headings.js';

/** Whether a cell of a statement says credit or debit, and nothing else. */
export function directionSaid(cell: string): 'credit' | 'debit' | undefined {
  const said = plainWords(cell);
  if (/^(c|cr|crdt|credits?|credited|crediteur|in|incoming|inbound|inflow|entree|entrant)$/.test(said)) return 'credit';
  return /^(d|dr|db|dt|dbit|debits?|debited|debiteur|out|outgoing|outbound|outflow|sortie|sortant)$/.test(said)
    ? 'debit'
    : undefined;
}
