import {expect, test} from 'vitest';
import {narrate} from '../../../screens/kit/narrate.js';
import {defaultKeys} from '../../../screens/terminal/bindings.js';
import {fact, notice, paper, title, verdict} from '../../../src/views/block.js';

const ear = {language: 'en', keys: defaultKeys} as const;
const blocks = [
  notice('state', 'It is paused.', {importance: 'standing'}),
  fact('age', '4', {lead: 'age', importance: 'detail'}),
  verdict('verdict', 'paid', 'PAID', ['All of it.']),
] as const;
const told = (more: Parameters<typeof paper>[3]) =>
  narrate([paper('Dog 7', 0, blocks, more)], ear, '').facts.map(({kind, text}) => [kind, text]);

test('a text that was asked for is read line by line, with all that is on it', () =>
  expect(told({})).toEqual([
    ['line', 'Dog 7.'],
    ['line', 'It is paused.'],
    ['line', 'Age: 4.'],
    ['line', 'PAID: All of it.'],
  ]));

test('what only may be longer than the window is said as it would be without it', () =>
  expect(told({isRead: false, said: 'Dog 7: Rex.'})).toEqual([
    ['standing', 'Dog 7: Rex.'],
    ['standing', 'It is paused.'],
    ['detail', 'Age: 4.'],
    ['standing', 'PAID: All of it.'],
  ]));

test('a note is told with what it stands beside, with a lead or without', () => {
  const noted = [fact('sum', 'KES 40.00', {note: 'by card'}), fact('due', 'KES 5.00', {lead: 'due', note: 'in cash'})];
  const {facts} = narrate([...noted, title('Sale', {note: [{text: 'K7Q', tone: 'quiet'}]})], ear, '');
  expect(facts.map(({text}) => text)).toEqual(['KES 40.00 (by card)', 'Due: KES 5.00 (in cash).', 'Sale.', 'K7Q']);
});

test('a choice is asked for and said without the sign of what is chosen', () => {
  const facts = {label: 'Result', note: '', problem: '', warning: '', value: '✓ it was paid', isFolded: false};
  const choice = (isFocused: boolean) => ({kind: 'choice', id: 'as', isFocused, ...facts}) as const;
  expect(narrate([choice(true)], ear, '').prompt).toBe('Result, ←→ for another: it was paid');
  expect(narrate([choice(false)], ear, '').facts.map(({text}) => text)).toEqual(['Result: it was paid.']);
});

test('a verdict without sentences is its word; of a code that is not drawn only what to use in its place is told', () => {
  const beside = [{text: 'Scan to pay', tone: 'strong'}] as const;
  const instead = [{text: 'Open this page:', tone: 'quiet'}] as const;
  const code = (isSaid: boolean) =>
    ({kind: 'code', id: 'page', text: 'x', beside, tooBig: '', instead, isSaid}) as const;
  const {facts} = narrate([verdict('verdict', 'waiting', 'WAITING', []), code(false)], ear, '');
  expect(facts.map(({text}) => text)).toEqual(['WAITING.', 'Open this page:']);
  const drawn = narrate([code(true)], ear, '').facts.map(({text}) => text);
  expect([drawn[0], drawn.at(-1)]).toEqual(['Scan to pay.', 'Open this page:']);
  expect(drawn.length).toBeGreaterThan(10);
});
