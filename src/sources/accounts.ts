import {Problem} from '../core/problem.js';
import type {SourceKind} from '../core/reconcile/row.js';
import type {Layout} from './columns.js';
import {plainWords} from './headings.js';
import {isRow} from './layout.js';

/** What the column is called in which a bank writes whose account a row is of; that of the other side has other names. */
const named =
  /^(?:account|(?:own )?account (?:number|no)|auftragskonto|iban auftragskonto|(?:numero (?:de |du )?)?compte|(?:numero (?:de |da )?)?(?:cuenta|conta)|rekening(?:nummer)?|(?:namba ya )?akaunti)$/;
/** What a line above rows calls the number of the account that they are of. */
const label =
  /^(?:(?:bank |your )?(?:account|acct|a c)|(?:numero (?:de |du )?)?compte|(?:numero (?:de |da )?)?(?:cuenta|conta)|(?:konto|rekening)(?:nummer)?|iban|(?:namba ya )?akaunti)(?: (?:number|no|nr|n|numero|namba))?$/;
/** In one cell; or in the next one, which is the number alone. */
const inOneCell = /^(?<name>[^\d:]+?)\s*[:#]?\s*(?<number>[A-Z]{0,4}\d[\dA-Z *./-]*)$/iu;
const longestLine = 80;

/** The account that a line which is no row names, with what it is called. */
function accountNamed(record: readonly string[]): readonly [name: string, number: string] | undefined {
  for (const [at, cell] of record.entries()) {
    if (cell.length > longestLine) continue;
    const {name = cell, number = record.slice(at + 1).find(each => each.trim() !== '') ?? ''} =
      inOneCell.exec(cell.trim())?.groups ?? {};
    const called = plainWords(name);
    if (label.test(called) && /\d/u.test(number) && number.length <= longestLine) return [called, number.trim()];
  }
  return undefined;
}

/** Nearly every line is a row, which begins with something else. */
const hint = /^\W*(?:account|acct|bank|your|a\/c|n|compte|cuenta|conta|konto|rekening|iban|akaunti)/iu;
const mayName = (record: readonly string[]): boolean => hint.test(record.find(cell => cell !== '') ?? '');

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
  const mayHaveSections = kind === 'bank' && column === -1 && said !== '';
  const found = new Set<string>();
  /** What the first line that names an account calls it, and the account of the rows below the last such line. */
  let called: string | undefined;
  let below = '';
  const accountOf = (record: readonly string[]) => (column === -1 ? below : (record[column] ?? '').trim());
  const several = () => said === undefined && found.size > 1 && found.size <= mostAccounts;
  /** Whether a line names the account that the rows below it are of. */
  const takeLine = (record: readonly string[]): boolean => {
    if (!mayHaveSections) return false;
    const [name, number] = accountNamed(record) ?? [];
    if (name === undefined || number === undefined) return false;
    called ??= name;
    if (name === called) below = number;
    return true;
  };
  return {
    /** Takes a line above the headings. */
    above: takeLine,
    /** Whether a line is of another account, or no more than the name of one. */
    isOther(record: readonly string[]): boolean {
      if (mayHaveSections && mayName(record) && !isRow(record) && takeLine(record)) return true;
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
