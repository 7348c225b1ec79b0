import {Problem} from '../core/problem.js';
import type {SourceKind} from '../core/reconcile/row.js';
import type {Layout} from './columns.js';
import {plainWords} from './headings.js';

/** What the column is called in which a bank writes whose account a row is of; that of the other side has other names. */
const named =
  /^(?:account|(?:own )?account (?:number|no)|auftragskonto|iban auftragskonto|(?:numero (?:de |du )?)?compte|(?:numero (?:de |da )?)?(?:cuenta|conta)|rekening(?:nummer)?|(?:namba ya )?akaunti)$/;
/** A column of more is of those who paid. */
const mostAccounts = 20;

/**
 * Which rows of a table of a bank are of the account that is asked for. `said` is its number; empty where a person says that the
 * column is of something else.
 */
export function accountsIn(file: string, kind: SourceKind, {headings, columns}: Layout, said: string | undefined) {
  const used = new Set(Object.values(columns).map(({index}) => index));
  const at = kind === 'bank' && said !== '' ? headings.findIndex(heading => named.test(plainWords(heading))) : -1;
  const column = used.has(at) ? -1 : at;
  const found = new Set<string>();
  const accountOf = (record: readonly string[]) => (column === -1 ? '' : (record[column] ?? '').trim());
  const several = () => said === undefined && found.size > 1 && found.size <= mostAccounts;
  return {
    /** Whether a row is of another account. */
    isOther(record: readonly string[]): boolean {
      const account = accountOf(record);
      if (account === '') return false;
      if (found.size <= mostAccounts) found.add(account);
      return said !== undefined && account !== said;
    },
    /**
     * What was read under the proof that it has. Throws the `Problem` `file-accounts-several` where balances do not show
     * that the rows are of one account, and `file-account-missing`.
     */
    held<Read extends {readonly proof: {readonly by: string}}>(read: () => Read): Read {
      if (kind === 'bank' && said !== undefined && said !== '' && !found.has(said))
        throw new Problem('file-account-missing', {file, account: said, accounts: [...found]});
      let table: Read;
      try {
        table = read();
      } catch (error) {
        throw several() && error instanceof Problem ? severalAccounts() : error;
      }
      if (several() && table.proof.by !== 'balances') throw severalAccounts();
      return table;
    },
  };
  function severalAccounts(): Problem {
    return new Problem('file-accounts-several', {file, accounts: [...found]});
  }
}
