import {describe, expect, it} from 'vitest';
import {
  interpretNewPlan,
  interpretPlan,
  interpretPlans,
  type Plan,
} from '../../../src/core/endpoints/subscription/plans.js';
import type {Answer, Json} from '../../../src/core/service/answer.js';
import {answered, noAnswer, notSent} from '../payment/payment-samples.js';
import {type Members, no, noRoute, pageOf, planRecordOf, yes} from '../subscription/subscription-samples.js';

const read: Plan = {
  planCode: 'PLAN-XY99ZZ00',
  name: 'Gym, monthly',
  description: 'Mornings',
  amount: '12.5',
  currency: 'USD',
  interval: 'MONTHLY',
  intervalCount: 1,
  trialPeriodDays: 2,
  billingLimit: null,
  status: 'ACTIVE',
  createdAt: '2026-07-01T10:15:30.123456',
  updatedAt: '2026-07-01T10:15:30.123456',
};

describe('a plan', () => {
  it.each<[string, Members, Partial<Plan>]>([
    ['as documented', {}, {}],
    ['with an end', {billingLimit: 12}, {billingLimit: 12}],
    ['with numbers as text', {amount: '12.50', billingLimit: '3'}, {amount: '12.50', billingLimit: 3}],
    ['for nothing', {amount: 0}, {amount: '0'}],
    ['in words of tomorrow', {interval: 'BIENNIAL', status: 'ARCHIVED'}, {interval: 'BIENNIAL', status: 'ARCHIVED'}],
    [
      'that says little',
      {
        name: null,
        description: null,
        status: null,
        intervalCount: null,
        trialPeriodDays: null,
        createdAt: 'null',
        updatedAt: null,
      },
      {name: '', description: '', status: '', trialPeriodDays: 0, createdAt: null, updatedAt: null},
    ],
  ])('%s', (_, more, expected) =>
    expect(interpretPlan(yes(planRecordOf(more)), read.planCode)).toEqual({
      kind: 'found',
      plan: {...read, ...expected},
    }),
  );

  it.each<Members>([
    {planCode: null},
    {planCode: ''},
    {amount: 'much'},
    {amount: null},
    {currency: ''},
    {interval: null},
  ])('is none with %j', more => {
    expect(interpretPlan(yes(planRecordOf(more)), read.planCode)).toMatchObject({
      kind: 'question-failed',
      why: 'other',
    });
    expect(interpretNewPlan(yes(planRecordOf(more)))).toMatchObject({kind: 'unknown', why: 'not-the-service'});
  });

  it('may come without a wrapping', () =>
    expect(interpretPlan(answered(200, planRecordOf()), read.planCode)).toEqual({kind: 'found', plan: read}));
});

describe('what the answer to a new plan proves', () => {
  const told = (answer: Answer) => {
    const outcome = interpretNewPlan(answer);
    if (outcome.kind === 'made') return `made ${outcome.plan.planCode}`;
    return outcome.kind === 'not-sent' ? outcome.kind : `${outcome.kind} ${outcome.why}`;
  };

  it.each<[string, Answer, string]>([
    ['a refused connection', notSent, 'not-sent'],
    ['429', answered(429), 'unknown busy'],
    ['silence', noAnswer, 'unknown no-answer'],
    ['the documented answer', yes(planRecordOf()), 'made PLAN-XY99ZZ00'],
    ['201', yes(planRecordOf(), 201), 'made PLAN-XY99ZZ00'],
    ['a plan in a 500', yes(planRecordOf(), 500), 'unknown server-error'],
    ['a plan in a 400', answered(400, {message: 'no', success: false, data: planRecordOf()}), 'unknown system-error'],
    ['a plan in a redirect', yes(planRecordOf(), 302), 'unknown server-error'],
    ['a success that is none', no(200, 'Interval is required', {data: planRecordOf()}), 'unknown system-error'],
    ['a refusal with status 200', no(200, 'Interval is required'), 'refused field'],
    [
      'a success that is none, as text',
      answered(200, {success: 'false', data: planRecordOf()}),
      'unknown not-the-service',
    ],
    ['a success with nothing in it', yes(null), 'unknown not-the-service'],
    ['a field', no(400, 'Amount must be at least 0'), 'refused field'],
    ['a field of the other dialect', answered(422, {message: 'Bad currency', status: false}), 'refused field'],
    ['a name that is taken', no(400, 'A plan of this name already exists'), 'unknown duplicate'],
    ['409', no(409, 'Conflict'), 'unknown conflict'],
    ['a system error in words', no(400, 'System error'), 'unknown system-error'],
    ['500 in its own words', no(500, 'Amount must be at least 0'), 'unknown server-error'],
    ['a proxy', answered(502), 'unknown server-error'],
    ['a portal', answered(200), 'unknown not-the-service'],
    ['a portal with 404', answered(404), 'unknown not-the-service'],
    ['another’s 400', answered(400, {error: 'Bad Request'}), 'unknown not-the-service'],
    ['a refused key', answered(401, {message: 'Authentication failed', status: false}), 'refused credentials'],
    ['401 of somebody else', answered(401), 'unknown not-the-service'],
  ])('%s', (_, answer, expected) => expect(told(answer)).toBe(expected));

  it('keeps the words of a refusal', () =>
    expect(interpretNewPlan(no(400, 'Amount must be at least 0'))).toEqual({
      kind: 'refused',
      why: 'field',
      text: 'Amount must be at least 0',
    }));
});

describe('a question about a plan', () => {
  it.each<[string, Answer, object]>([
    ['silence', noAnswer, {kind: 'no-answer', text: 'ECONNRESET'}],
    ['429', answered(429), {kind: 'question-failed', why: 'busy', text: 'HTTP 429 <html>'}],
    ['not found', no(404, 'Subscription plan not found'), {kind: 'not-found', text: 'Subscription plan not found'}],
    ['not found, with another status', no(400, 'Plan not found'), {kind: 'not-found'}],
    ['not found, with 200', no(200, 'Plan does not exist'), {kind: 'not-found'}],
    ['not found, barely', answered(404, {message: 'Not found', status: false}), {kind: 'not-found'}],
    ['not found, and broken', no(500, 'Plan not found'), {kind: 'question-failed', why: 'other'}],
    ['a page that is not there', answered(404), {kind: 'question-failed', why: 'other'}],
    ['a refused key', answered(403, {message: 'no', status: false}), {kind: 'question-failed', why: 'credentials'}],
    ['a portal', answered(200), {kind: 'question-failed', why: 'other', text: 'HTTP 200 <html>'}],
    ['another plan', yes(planRecordOf({planCode: 'PLAN-AB12CD34'})), {kind: 'question-failed', why: 'other'}],
    ['a plan in a 400', yes(planRecordOf(), 400), {kind: 'question-failed', why: 'other'}],
  ])('%s', (_, answer, expected) => expect(interpretPlan(answer, read.planCode)).toMatchObject(expected));
});

describe('a page of plans', () => {
  it('as documented for charges', () =>
    expect(interpretPlans(yes(pageOf([planRecordOf()])), 0)).toEqual({
      kind: 'page',
      rows: [read],
      page: 0,
      totalPages: 1,
      isLast: true,
    }));

  it('leaves out what is no plan', () =>
    expect(
      interpretPlans(yes(pageOf([null, 7, [], {}, planRecordOf({amount: null}), planRecordOf()])), 0),
    ).toMatchObject({rows: [read]}));

  it.each<[string, Json]>([
    ['a list', {success: true, data: [planRecordOf()]}],
    ['a list alone in content', {content: [planRecordOf()], last: true}],
    ['a page of another kind', {success: true, data: {data: [planRecordOf()], totalPages: 1}}],
  ])('may be %s', (_, body) =>
    expect(interpretPlans(answered(200, body), 0)).toMatchObject({kind: 'page', rows: [read], page: 0, isLast: true}),
  );

  it.each<[Members, number, {page: number; totalPages: number | null; isLast: boolean}]>([
    [{last: false}, 1, {page: 0, totalPages: null, isLast: false}],
    [{last: 'false', totalPages: 1}, 1, {page: 0, totalPages: 1, isLast: false}],
    [{last: true, totalPages: 9, number: 2}, 1, {page: 2, totalPages: 9, isLast: true}],
    [{number: 0, totalPages: 2}, 1, {page: 0, totalPages: 2, isLast: false}],
    [{number: 1, totalPages: 2}, 1, {page: 1, totalPages: 2, isLast: true}],
    [{number: '1', totalPages: '2'}, 1, {page: 1, totalPages: 2, isLast: true}],
    [{pageable: {pageNumber: 3}, totalPages: 5}, 1, {page: 3, totalPages: 5, isLast: false}],
    [{size: 2}, 1, {page: 0, totalPages: null, isLast: true}],
    [{size: 1}, 1, {page: 0, totalPages: null, isLast: false}],
    [{}, 1, {page: 0, totalPages: null, isLast: false}],
    [{}, 0, {page: 0, totalPages: null, isLast: true}],
    [{totalPages: 3}, 0, {page: 0, totalPages: 3, isLast: true}],
    [{number: -1, totalPages: 'many'}, 1, {page: 0, totalPages: null, isLast: false}],
  ])('%j with %i rows', (paging, count, expected) => {
    const content = Array.from({length: count}, () => planRecordOf());
    expect(interpretPlans(yes({content, ...paging}), expected.page)).toMatchObject(expected);
  });

  it.each<[string, Answer, object]>([
    ['a route that does not exist', noRoute, {kind: 'not-offered'}],
    ['a bare 404', answered(404, {message: 'Not found', status: false}), {kind: 'not-offered', text: 'Not found'}],
    ['a page that is not there', answered(404), {kind: 'not-offered'}],
    ['a call that is not there', no(404, 'No static resource subscription-plans.'), {kind: 'not-offered'}],
    ['405', answered(405, {message: 'Method not allowed', status: false}), {kind: 'not-offered'}],
    ['no plans', no(404, 'No plans found'), {kind: 'not-found', text: 'No plans found'}],
    ['silence', noAnswer, {kind: 'no-answer'}],
    ['a refused key', answered(401, {message: 'no', status: false}), {kind: 'question-failed', why: 'credentials'}],
    ['429', answered(429), {kind: 'question-failed', why: 'busy'}],
    ['a proxy', answered(502), {kind: 'question-failed', why: 'other'}],
    ['a portal', answered(200), {kind: 'question-failed', why: 'other'}],
    ['a success that is none', no(200, 'x', {data: [planRecordOf()]}), {kind: 'question-failed', why: 'other'}],
    ['a success without a list', yes({content: 'x'}), {kind: 'question-failed', why: 'other'}],
    ['a list in a 500', yes([planRecordOf()], 500), {kind: 'question-failed', why: 'other'}],
  ])('is not %s', (_, answer, expected) => expect(interpretPlans(answer, 0)).toMatchObject(expected));
});
