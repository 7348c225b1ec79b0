import type {Body} from '../call.js';
import {type AskedCard, cardCurrencies, fieldsOf, isEmail, readCard} from '../cards/charge-fields.js';
import type {Database} from '../database.js';
import {isRefusal, type Refusal, refuse} from '../refusal.js';
import {readPlan} from './plan-fields.js';
import {findPlan, type NewPlan, type Plan} from './plan-records.js';
import {noSuchPlan} from './plans.js';

/** The fields of an enrolment after all checks. The card is only in memory, for this one request. */
export type AskedEnrolment = Customer & {
  /** An existing plan, or one to make from the request. */
  readonly plan: Plan | NewPlan;
  readonly card: AskedCard;
};

type Customer = {
  readonly email: string;
  readonly customerId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly payerName: string;
};

const longestText = 255;

/** Returns the fields of an enrolment, or a refusal for the first bad field. No refusal repeats a card number or a code. */
export function readEnrolment(body: Body, database: Database, tenant: string): AskedEnrolment | Refusal {
  const fields = fieldsOf(body.cardDetails);
  const customer = readCustomer(body, fields?.cardHolderName);
  if (isRefusal(customer)) return customer;
  const card = readCard(fields, 'cardDetails');
  if (isRefusal(card)) return card;
  if (fields?.present !== undefined && typeof fields.present !== 'boolean') {
    return refuse(400, 'cardDetails.present must be true or false');
  }
  const plan = readPlanChoice(body, database, tenant);
  if (isRefusal(plan)) return plan;
  if (!cardCurrencies.has(plan.currency)) return refuse(400, 'currency must be NGN or USD');
  return {...customer, card, plan};
}

function readPlanChoice({planCode, ...body}: Body, database: Database, tenant: string): Plan | NewPlan | Refusal {
  if (planCode === undefined || planCode === null || planCode === '') return readPlan(body);
  return (typeof planCode === 'string' ? findPlan(database, planCode, tenant) : undefined) ?? noSuchPlan();
}

/** The names are part of the resource, but no documented request has them, so they are optional. */
function readCustomer(body: Body, holder: unknown): Customer | Refusal {
  const {customerEmail: email, customerId, firstName, lastName} = body;
  if (typeof email !== 'string' || email === '') return refuse(400, 'customerEmail is required');
  if (email.length > longestText || !isEmail(email)) return refuse(400, 'customerEmail must be an email address');
  const texts = {customerId, firstName, lastName, 'cardDetails.cardHolderName': holder};
  for (const [name, value] of Object.entries(texts)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') return refuse(400, `${name} must be a text`);
    if (value.length > longestText) return refuse(400, `${name} cannot be longer than ${longestText} characters`);
  }
  const names = [firstName, lastName].filter(name => typeof name === 'string').join(' ');
  return {
    email,
    customerId: textOf(customerId),
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    payerName: (textOf(holder) ?? names) || email,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
