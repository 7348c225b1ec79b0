import {jsonAmount, type Money} from '../money/money.js';
import type {Secret} from '../text/secret.js';
import type {Json} from './answer.js';

/** A request body: JSON that may contain secrets, which are written as texts. */
export type Sent = Json | Secret | {readonly [name: string]: Sent};

/** A call, independent of the client that makes it: a POST if it has a body, else a GET. `path` begins with a slash. */
export type Call = {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: {readonly [name: string]: Sent};
};
export type CallWithBody = Call & Required<Pick<Call, 'body'>>;

/** Which page of a list to ask for. */
export type Paging = {readonly page: number; readonly size: number};

/** The names of the two query parameters. The contract does not show them for charges, so that they can be set. */
export type PageParameters = {readonly page: string; readonly size: string};
export const usualPageParameters: PageParameters = {page: 'page', size: 'size'};

export const pagingQuery = ({page, size}: Paging, names: PageParameters) => ({
  [names.page]: String(page),
  [names.size]: String(size),
});

/** Returns the amount as the number that JSON writes with the same digits. Throws a `RangeError` if there is none, which is a bug. */
export function amountNumber(text: string): number {
  const amount = Number(text);
  if (String(amount) !== text) throw new RangeError(`"${text}" is not the shortest text of an amount`);
  return amount;
}

/** Returns an amount of money as the number that JSON writes with its shortest digits. Throws as `amountNumber` does. */
export const wireAmount = (money: Money): number => amountNumber(jsonAmount(money));

/** Whether the host of an address, in the form that `URL` gives it, is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
