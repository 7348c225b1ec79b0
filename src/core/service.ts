import type {Answer} from './answer.js';

/** What the till asks of the payments service. Every call answers; none throws for what the network or service did. */
export type Service = {
  /** Starts a collection. Moves money: over a fresh connection, never repeated by itself. */
  readonly collect: (collection: Collection, signal?: AbortSignal) => Promise<Answer>;
  /** Sends a one-time password. Moves money, like `collect`. */
  readonly processOtp: (otp: Otp, signal?: AbortSignal) => Promise<Answer>;
  /** The status record of a collection. */
  readonly status: (question: {reference: string; country: string}, signal?: AbortSignal) => Promise<Answer>;
  /** The older query by the merchant's own reference, asked where a country's status query is refused. */
  readonly merchantReference: (question: {reference: string}, signal?: AbortSignal) => Promise<Answer>;
  /** The banks and wallets of a currency. */
  readonly banks: (currency: string, signal?: AbortSignal) => Promise<Answer>;
  /** Bytes sent and received so far, for thin links. */
  readonly traffic: () => {readonly sent: number; readonly received: number};
  /** Ends what is still open. */
  readonly close: () => void;
};

type CollectionBase = {
  /** Major units, the shortest decimal text of the amount: `"200"`, `"12.5"`. */
  readonly amount: string;
  readonly reference: string;
  readonly description: string;
  readonly bankCode: string;
  readonly currency: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly country: string;
};

/** The three forms of a collection: the request bodies differ in these fields alone. */
export type Collection =
  | (CollectionBase & {readonly variant: 'momo'; readonly wallet: string})
  | (CollectionBase & {readonly variant: 'xof'; readonly wallet: string; readonly returnUrl?: string})
  | (CollectionBase & {readonly variant: 'zar'; readonly returnUrl: string});

export type Otp = {
  readonly reference: string;
  readonly code: string;
  readonly paymentToken: string;
  readonly payee: string;
  readonly paymentMethod: string;
  readonly transactionChannel: string;
  readonly country: string;
};
