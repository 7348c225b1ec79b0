import {describe, expect, it} from 'vitest';
import {notDistributed, statementsOfOffice} from './statements.js';

describe('no statement of the office has', () => {
  const statements = statementsOfOffice();

  it('been overlooked', () => {
    expect(statements.length).toBeGreaterThan(60);
    const verbs = new Set(statements.map(({text}) => text.split(/\s/)[0]?.toLowerCase()));
    expect([...verbs]).toEqual(expect.arrayContaining(['select', 'insert', 'update', 'delete', 'declare', 'lock']));
  });

  it.each([
    ['an instant of the server', 'select case when seen_at <= now() then seen_at end from till where shop = $1'],
    ['an instant of the server', 'select coalesce(seen_at, current_timestamp) from till'],
    ['a subquery of no table', 'select 1 from till cross join lateral (select till.seen_at as seen_at) as seen'],
    [
      'a named query that writes',
      'with used as (insert into nonce_use (shop, nonce) values ($1, $2) returning nonce) select 1 from used',
    ],
    ['a named query that writes', 'with gone as (delete from nonce_use where shop = $1) select 1'],
    ['rows that are not written as values', 'insert into till_fold (shop, till) select shop, till from till'],
    ['rows that are not written as values', 'insert into chunk select * from json_populate_recordset(null::chunk, $1)'],
    ['rows of no shop', 'insert into till (till, shop) values ($1, $2)'],
    [
      'an order in which rows of several shops can be alike',
      'select shop, till, at from incident where shop = any($1) order by at desc, number',
    ],
    ['a change that is not of one shop', 'delete from payment where fold <= $1'],
    ['a change that is not of one shop', 'update till set record = $1 where till = $2'],
  ])('%s, as %s has', (name, text) => {
    expect(notDistributed[name]?.(text)).toBe(true);
    expect(statements.filter(each => notDistributed[name]?.(each.text))).toEqual([]);
  });
});
