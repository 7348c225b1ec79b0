import {hostileText} from '../hostile-text.js';

/** Who an account belongs to, as its bank writes it. */
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
 * The holder of an account, always the same, or undefined where there is no such account. The last three digits decide:
 * with 101 there is none, with 102 nothing has moved on it for long, with 114 the name is made to break a screen.
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
