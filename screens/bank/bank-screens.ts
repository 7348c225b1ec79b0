import type {Currency} from '../../src/core/money/money.js';
import type {Problem} from '../../src/core/problem.js';
import type {AccountQuestion} from '../../src/core/service/service.js';
import type {ListedBank} from '../../src/till/accounts.js';
import type {Line} from '../terminal/line.js';

export const bankFields = ['currency', 'bank', 'account'] as const;
export type BankField = (typeof bankFields)[number];

/** How the banks of a currency stand. */
export type BankList =
  | {readonly kind: 'asking'}
  | {readonly kind: 'heard'; readonly banks: readonly ListedBank[]}
  | {readonly kind: 'failed'; readonly problem: Problem};

/** Who holds the account. `isOther`: the answer names another account or bank than was asked about. */
export type HolderAnswer =
  | {readonly kind: 'asking'}
  | {readonly kind: 'found'; readonly name: string; readonly status: string; readonly isOther: boolean}
  | {readonly kind: 'failed'; readonly problem: Problem};

/** Who holds a bank account or a wallet. Nothing is sent there. */
export type BankScreen = {
  readonly kind: 'bank';
  readonly lines: Readonly<Record<BankField, Line>>;
  readonly focus: BankField;
  /** The place of the marked one of the currencies or banks that fit. */
  readonly index: number;
  readonly currency: Currency | undefined;
  readonly list: BankList | undefined;
  readonly bank: ListedBank | undefined;
  readonly answer: HolderAnswer | undefined;
  readonly wrong: {readonly field: BankField; readonly problem: Problem} | undefined;
};

export type BankEffect =
  | {readonly kind: 'read-banks'; readonly currency: Currency}
  | {readonly kind: 'ask-holder'; readonly question: AccountQuestion};

export type BankMessage =
  | {readonly kind: 'banks-read'; readonly currency: Currency; readonly list: BankList}
  | {readonly kind: 'holder-read'; readonly question: AccountQuestion; readonly answer: HolderAnswer};
