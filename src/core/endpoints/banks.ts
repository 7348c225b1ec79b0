import * as z from 'zod';
import type {Answer, Call} from '../service/answer.js';

/** Lists the banks and wallets of a currency. The call moves no money. */
export const banksRequest = (currency: string): Call => ({
  path: `/payaza-account/api/v1/mainaccounts/merchant/banks/${encodeURIComponent(currency)}`,
});

/** A bank or wallet in the service's list. `country` is ISO 3166-1 alpha-3; `type` is `mobile_money` for wallets. */
export type Bank = {
  readonly code: string;
  readonly name: string;
  readonly shortName: string;
  readonly type: string;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly country: string;
  readonly currency: string;
};

const text = z.lazy(() => z.union([z.string(), z.number().transform(String)]));
const optionalText = z.lazy(() => text.nullish().transform(word => word ?? ''));
const flag = z.lazy(() => z.union([z.boolean(), z.enum(['true', 'false']).transform(word => word === 'true')]));

const bankRecord = z.lazy(() =>
  z
    .object({
      code: text.refine(code => code !== ''),
      name: optionalText,
      short_name: optionalText,
      type: optionalText,
      active: flag,
      block_transaction: flag,
      country_code: optionalText,
      currency_code: optionalText,
    })
    .transform(
      (record): Bank => ({
        code: record.code,
        name: record.name,
        shortName: record.short_name,
        type: record.type,
        active: record.active,
        blocked: record.block_transaction,
        country: record.country_code,
        currency: record.currency_code,
      }),
    ),
);

const bankList = z.lazy(() => z.object({status: flag.optional(), data: z.array(z.unknown())}));

/**
 * Returns the banks in an answer to `banks`, in the form that the service documents; undefined if the answer is not such a list. A record
 * that lacks its code, or does not say whether it is active and open to transactions, is left out, because the till could not offer it.
 */
export function interpretBanks(answer: Answer): readonly Bank[] | undefined {
  if (answer.kind !== 'answered' || answer.http < 200 || answer.http > 299) return undefined;
  const list = bankList.safeParse(answer.body);
  if (!list.success || list.data.status === false) return undefined;
  const banks = list.data.data.flatMap(record => bankRecord.safeParse(record).data ?? []);
  return banks.length === 0 && list.data.data.length > 0 ? undefined : banks;
}
