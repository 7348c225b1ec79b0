import type {Context} from '../kit/step.js';

type Asking = Pick<Context, 'till' | 'messages'>;

/** What a sale and a question cost on the link, for a shop that pays by the megabyte; `undefined` before both are known. */
export function wireBytes({till, messages}: Asking): {readonly sale: string; readonly question: string} | undefined {
  const {perSale, perQuestion} = till.wire();
  if (perSale === undefined || perQuestion === undefined) return undefined;
  const bytes = (count: number) =>
    count < 1000 ? messages.frame.bytes.few({count}) : messages.frame.bytes.many({count: (count / 1000).toFixed(1)});
  return {sale: bytes(perSale), question: bytes(perQuestion)};
}
