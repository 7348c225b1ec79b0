import {expect, it} from 'vitest';
import {draftPlan, type PlanForm, readPlanForm, requirePlan} from '../../../src/core/subscription/plan-order.js';
import {codeOf} from '../deciding.js';

const form: PlanForm = {
  name: ' Gold ',
  description: ' all of it ',
  amount: '1,250.50',
  currency: 'USD',
  interval: ' monthly ',
  trialDays: '',
  billingLimit: '',
};
const rules = {currencies: ['USD', 'NGN']} as const;
const plan = {
  name: 'Gold',
  description: 'all of it',
  amount: '12.5',
  currency: 'USD',
  interval: 'MONTHLY',
  trialPeriodDays: 0,
};

it.each<[string, Partial<PlanForm>, object]>([
  ['without blanks around it', {}, {}],
  ['that costs nothing', {amount: '0'}, {amount: '0'}],
  ['with a trial of two years', {trialDays: ' 730 '}, {trialPeriodDays: 730}],
  ['with no trial, in a number', {trialDays: '0'}, {}],
  ['with one cycle', {billingLimit: '1'}, {billingLimit: 1}],
  ['with 10,000 cycles', {billingLimit: '10000'}, {billingLimit: 10_000}],
])('a plan is read %s', (_, more, expected) => {
  const read = readPlanForm({...form, amount: '12.50', ...more}, rules);
  expect(read).toEqual({plan: {...plan, ...expected}, problems: {}});
});

it.each<[string, Partial<PlanForm>, object]>([
  ['no name', {name: ' '}, {name: 'plan-name-missing'}],
  ['a card number for a name', {name: '4111 1111 1111 1111'}, {name: 'text-has-card'}],
  ['a card number in its description', {description: '4111111111111111'}, {description: 'text-has-card'}],
  ['a currency that the shop’s cards have not', {currency: 'KES'}, {currency: 'card-currency-not-taken'}],
  ['an amount that can be read in two ways', {amount: '1.250'}, {amount: 'amount-ambiguous'}],
  ['an interval that there is not', {interval: 'SOMETIMES'}, {interval: 'interval-unknown'}],
  ['too long a trial', {trialDays: '731'}, {trialDays: 'days-invalid'}],
  ['half a day', {trialDays: '0.5'}, {trialDays: 'days-invalid'}],
  ['no cycle', {billingLimit: '0'}, {billingLimit: 'cycles-invalid'}],
  ['too many cycles', {billingLimit: '10001'}, {billingLimit: 'cycles-invalid'}],
  ['two mistakes', {name: '', interval: ''}, {name: 'plan-name-missing', interval: 'interval-unknown'}],
])('no plan is read from %s', (_, more, codes) => {
  const {plan: none, problems} = readPlanForm({...form, amount: '12.50', ...more}, rules);
  expect(none).toBeUndefined();
  expect(Object.fromEntries(Object.entries(problems).map(([field, {code}]) => [field, code]))).toEqual(codes);
});

it('the first mistake, in the order of the fields, is what a caller hears', () => {
  expect(codeOf(() => requirePlan({...form, amount: '', interval: ''}, rules))).toBe('amount-missing');
  expect(requirePlan({...form, amount: '12.50'}, rules)).toEqual(plan);
});

it('a draft has no code, and no end where none was typed', () => {
  const asked = requirePlan({...form, amount: '12.50'}, rules);
  expect(draftPlan(asked)).toMatchObject({...plan, planCode: '', billingLimit: null, intervalCount: 1});
  expect(draftPlan({...asked, billingLimit: 3})).toMatchObject({billingLimit: 3});
});
