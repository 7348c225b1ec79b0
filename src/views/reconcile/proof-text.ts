import {type Language, listText, messages} from '../../core/messages/messages.js';
import type {Proof} from '../../core/reconcile/rows/row.js';

/** A sentence about what proves that a file was read correctly or, if nothing does, about which of its lines to look at. */
export function proofText(proof: Proof, language: Language): string {
  const {balances, closing, totals, nothing, noRows, differs, lacks} = messages(language).reconcile.proof;
  switch (proof.by) {
    case 'balances':
      return balances({count: proof.count});
    case 'closing':
      return closing({count: proof.count});
    case 'totals':
      return totals;
    case 'nothing':
      return [
        proof.lookAt.length === 0
          ? noRows
          : nothing({count: proof.lookAt.length, lines: listText(proof.lookAt.map(String), language)}),
        ...(proof.differs ?? []).map(each => ('part' in each ? lacks(each) : differs(each))),
      ].join(' ');
  }
}
