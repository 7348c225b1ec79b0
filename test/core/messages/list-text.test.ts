import {expect, it} from 'vitest';
import {listText} from '../../../src/core/messages/messages.js';

it.each([
  ['en', 'A and B', 'A, B and C'],
  ['fr', 'A et B', 'A, B et C'],
  ['sw', 'A na B', 'A, B na C'],
  ['pt', 'A e B', 'A, B e C'],
] as const)('several things are in %s %s, and %s', (language, two, three) => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(items => listText(items, language))).toEqual([
    '',
    'A',
    two,
    three,
  ]);
});
