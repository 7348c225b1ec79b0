import {hostileText} from '../hostile-text.js';

/** The holder of an account, as its bank writes the name. */
export type Holder = {readonly name: string; readonly status: 'ACTIVE' | 'DORMANT'};

const names = [
  'ADAEZE NGOZI OKAFOR',
  'KWAME NANA BOATENG',
  'BÚKỌ́LÁ ÀDÙKẸ́ AJÀYÍ',
  'IBRAHIM MUSA BELLO',
  'ABENA SERWAA MENSAH',
  'CHINEDU EMEKA EZE',
  'FATIMA ZAINAB YUSUF',
  'MAMA TOLU SUPERMARKET LTD',
  'KOFI ADJEI OWUSU',
  'ESI EFUA QUAYE',
];

/**
 * Returns the holder of an account, which is always the same; undefined if there is no such account. The last three digits decide: 101 has
 * no account, 102 is dormant, and 114 has a name that tests how a screen copes with hostile text.
 */
export function holderOf(account: string): Holder | undefined {
  const name = names[Number(account.slice(-1))] ?? '';
  switch (account.slice(-3)) {
    case '101':
      return undefined;
    case '102':
      return {name, status: 'DORMANT'};
    case '114':
      return {name: hostileText(name), status: 'ACTIVE'};
    default:
      return {name, status: 'ACTIVE'};
  }
}
