import type {Books, ProviderEntry} from '../rows/books.js';
import type {Inputs} from '../rows/inputs.js';
import {parted, type Rows} from '../rows/row.js';
import {firstRowsOfMany, mostRowsOfOne} from './groups.js';
import {type Matched, strangerFindings} from './match.js';
import {candidateReader} from './suggest.js';

/**
 * The same result, but with those strangers held that may match something: a payment without a row, or several payments if the strangers
 * are few. The strangers that are left are in no suggestion.
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
