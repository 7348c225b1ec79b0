import type {Books, ProviderEntry} from './books.js';
import {firstRowsOfMany, mostRowsOfOne} from './groups.js';
import type {Inputs} from './inputs.js';
import {type Matched, strangerFindings} from './match.js';
import {parted, type Rows} from './row.js';
import {candidateReader} from './suggest.js';

/**
 * The same with those strangers held that may be something: of a payment that has no row, or, where they are few, of
 * several. All that is left then is in no suggestion.
 */
export function withLikely(inputs: Inputs, books: Books, matched: Matched): Matched {
  const {loosePayments} = matched;
  if (matched.strangers.length === 0) return matched;
  if (loosePayments.length === 0) return matched;
  const candidatesOf = candidateReader(inputs, loosePayments);
  const [likely, unlikely] = parted(matched.strangers, entry => candidatesOf(entry).length > 0);
  const [first, strangers] = unlikely.length <= mostRowsOfOne ? [[...unlikely], noRows] : firstRowsOfMany(unlikely);
  const held = [...likely, ...first];
  const findings = [...strangerFindings(books, held)];
  const looseRows = held.flatMap((entry, at) => {
    const finding = findings[at];
    return finding === undefined ? [] : [{entry, finding}];
  });
  return {
    ...matched,
    strangers,
    findings: [...matched.findings, ...findings],
    looseRows: [...matched.looseRows, ...looseRows],
  };
}

const noRows: Rows<ProviderEntry> = [];
