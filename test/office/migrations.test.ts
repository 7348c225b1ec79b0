import {expect, it} from 'vitest';
import {distribution, migrations} from '../../src/office/migrations.js';

const statements = migrations.flat();
/** It stays on the server that is asked: what is still known when another does not answer. */
const listOfShops = 'create table shop (name text primary key)';

it('every key of every table begins with the shop, so that the tables can be distributed by it', () => {
  const tables = statements.filter(text => text.startsWith('create table') && text !== listOfShops);
  expect(tables.length).toBeGreaterThan(6);
  for (const text of tables) {
    const keys = [...text.matchAll(/(?:primary key|unique) \(([^)]*)\)/g)].map(([, columns = '']) =>
      columns.split(', '),
    );
    expect(keys.length, text).toBeGreaterThan(0);
    for (const [first] of keys) expect(first, text).toBe('shop');
    expect(text).not.toMatch(/^\s+\w+ \w+ (?:primary key|unique)/m);
  }
  for (const text of statements.filter(each => /create unique index/.test(each))) expect(text).toMatch(/\(shop\b/);
});

it('nothing that another version has made is taken away, but an index, in which nothing stands that a table has not', () => {
  for (const text of statements) expect(text).not.toMatch(/\b(?:drop (?!index\b)|truncate\b|delete\b)/i);
});

it('Citus has the rows of a shop together, of the tables that it does not know yet', () => {
  const tables = statements.flatMap(text =>
    text === listOfShops ? [] : (/^create table (\w+)/.exec(text)?.[1] ?? []),
  );
  expect(distribution(new Set())).toEqual(
    tables.map(table => [table, 'shop', table === tables[0] ? 'default' : tables[0]]),
  );
  expect(distribution(new Set(tables.slice(0, -1)))).toEqual([[tables.at(-1), 'shop', tables[0]]]);
  expect(distribution(new Set(tables))).toEqual([]);
});
