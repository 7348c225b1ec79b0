import {json} from '../answer.js';
import type {ServiceHandler} from '../call.js';
import {isRefusal, type Refusal, refuse} from '../refusal.js';
import {startOfDay} from '../timestamps.js';
import {pageOfRefunds, type RefundFilter, refundStatuses} from './refund-records.js';
import {refundRecord} from './refund-status.js';

const usualSize = 20;
const largestSize = 100;

/**
 * `GET /refund-chargeback/refund/merchant/api/refund_history?from&to&currency&page&size&refund_status`: refunds, newest first. Both days
 * are included. A parameter that is left out does not filter.
 */
export const refundHistory: ServiceHandler = (world, {query, tenant}) => {
  const wanted = readFilter(query, tenant);
  if (isRefusal(wanted)) return wanted;
  const page = readCount(query.get('page'), 1);
  if (page === undefined) return refuse(400, 'page must be a number from 1');
  const size = readCount(query.get('size'), usualSize);
  if (size === undefined || size > largestSize) return refuse(400, `size must be a number from 1 to ${largestSize}`);
  const {refunds, total} = pageOfRefunds(world.database, wanted, {page, size});
  return json(200, {
    message: 'Refunds fetched successfully',
    success: true,
    data: {
      content: refunds.map(refundRecord),
      page,
      size,
      totalElements: total,
      totalPages: Math.ceil(total / size),
    },
  });
};

function readFilter(query: URLSearchParams, tenant: string): RefundFilter | Refusal {
  const [from, to] = [query.get('from'), query.get('to')];
  const since = from === null ? 0 : startOfDay(from);
  if (since === undefined) return refuse(400, 'from must be a date such as 2026-03-11');
  const before = to === null ? Number.MAX_SAFE_INTEGER : startOfDay(to, 1);
  if (before === undefined) return refuse(400, 'to must be a date such as 2026-03-11');
  const status = query.get('refund_status');
  if (status !== null && !(refundStatuses as readonly string[]).includes(status)) {
    return refuse(400, `refund_status must be one of ${refundStatuses.join(', ')}`);
  }
  return {tenant, since, before, currency: query.get('currency'), status};
}

function readCount(text: string | null, usual: number): number | undefined {
  if (text === null) return usual;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
