import fc from 'fast-check';
import {expect, test} from 'vitest';
import {narrate} from '../../../screens/kit/narrate.js';
import {
  askedAtOnce,
  keptPerson,
  personField,
  personOf,
  type Questioned,
  questionForm,
  reasonField,
  unasked,
} from '../../../screens/kit/question.js';
import type {Context, Step} from '../../../screens/kit/screen.js';
import {defaultKeys} from '../../../screens/terminal/bindings.js';
import {lineOf} from '../../../screens/terminal/line.js';
import {emptyState} from '../../../src/core/books/state.js';
import {Problem} from '../../../src/core/problem.js';
import type {Person} from '../../../src/core/staff/staff.js';
import {forAll} from '../../hostile/runs.js';

type State = Questioned<'person' | 'reason'>;

// Of a context a question needs the language alone.
const context = {language: 'en'} as Context;
const noActor = {actor: () => undefined};
const nobody = {till: {...noActor, state: emptyState()}};
const form = questionForm<State>({
  fields: state => [personField(state, 'Name', nobody), reasonField(state, 'reason', 'Reason')],
  yes: 'accept-it',
  asks: ({lines}) => ({kind: `write ${lines.person?.before}`, run: async () => undefined}),
  blames: ({code}) => (code === 'person-missing' ? 'person' : undefined),
  texts: () => ({question: 'Write it?', means: 'It stays.', writing: 'Writing…'}),
});
const empty: State = {...unasked, ...keptPerson(''), focus: 'person'};
const filled: State = {...empty, lines: {person: lineOf('Amina'), reason: lineOf('seen')}};

/** The step of a key, where it counts. */
function pressed(state: State, id: string): Step<State> | undefined {
  const key = form.keys.find(each => each.id === id && (each.when?.(state, context) ?? true));
  return key?.press(state, context, {place: 0, chunk: 0, page: 1});
}
/** What follows when the task of a step is refused. */
const refused = <S>({state, asks = []}: Step<S>, problem: Problem): Step<S> | undefined =>
  state && [asks].flat()[0]?.refused?.(state, problem, context);
const after = (state: State, ...ids: readonly string[]): State =>
  ids.reduce((now, id) => pressed(now, id)?.state ?? now, state);

test('Enter goes through the fields to the question, and the key that writes counts there alone, once', () => {
  expect(pressed(filled, 'accept-it')).toBeUndefined();
  const asked = after(filled, 'continue', 'continue');
  expect(asked).toMatchObject({isAsked: true, isWriting: false, wrong: undefined});
  expect(form.form(asked, context)).toEqual([]);
  expect(pressed(asked, 'continue')).toBeUndefined();
  const written = pressed(asked, 'accept-it');
  expect(written).toMatchObject({asks: {kind: 'write Amina'}, state: {isWriting: true}});
  const writing = written?.state ?? asked;
  expect(form.keys.filter(({id}) => pressed(writing, id) !== undefined)).toEqual([]);
});

test('nothing is asked while a field is wrong, and what is wrong is said at it', () => {
  expect(after(empty, 'continue')).toMatchObject({focus: 'person', isAsked: false, wrong: {field: 'person'}});
  const unsaid = after({...filled, lines: {person: lineOf('Amina')}}, 'continue', 'continue');
  expect(unsaid).toMatchObject({isAsked: false, wrong: {field: 'reason'}});
});

test('back leads from the question to the form as it was, and from the form away', () => {
  const asked = after(filled, 'continue', 'continue');
  expect(pressed(asked, 'back')).toEqual({state: {...asked, isAsked: false}});
  expect(pressed(filled, 'back')).toEqual({go: 'back'});
});

test('a question without fields is left by back, and what it was refused for is a notice', () => {
  const bare = questionForm<Questioned<string>>({
    yes: 'accept-it',
    asks: () => ({kind: 'write', run: async () => undefined}),
    texts: () => ({question: 'Write it?', means: 'It stays.', writing: 'Writing…'}),
  });
  const press = (wanted: string) =>
    bare.keys.find(({id}) => id === wanted)?.press(askedAtOnce, context, {place: 0, chunk: 0, page: 1});
  expect(press('back')).toEqual({go: 'back'});
  const problem = new Problem('reason-missing');
  const notice = {kind: 'problem', problem};
  expect(refused(press('accept-it') ?? {}, problem)).toEqual({state: askedAtOnce, notice});
});

test.each([
  ['person-missing', 'person'],
  ['reason-missing', 'reason'],
] as const)('%s is shown at %s, and everything can be typed again', (code, field) => {
  const writing = pressed(after(filled, 'continue', 'continue'), 'accept-it') ?? {};
  expect(refused(writing, new Problem(code))?.state).toMatchObject({
    isAsked: false,
    isWriting: false,
    focus: field,
    wrong: {field, problem: {code}},
  });
});

test('the fields are told, then the question and what it means, then that it is written down', () => {
  const told = (state: State) => {
    const {facts, prompt} = narrate(form.blocks(state, context), {language: 'en', keys: defaultKeys}, '');
    return [...facts.map(({text}) => text), prompt];
  };
  const asked = after(filled, 'continue', 'continue');
  expect(told(filled)).toContain('Reason: seen.');
  expect(told(asked)).toEqual(['It stays.', 'Write it?']);
  expect(told(after(asked, 'accept-it'))).toEqual(['Writing…', 'Write it?']);
});

test('no keys in any order write before the question, or twice', () => {
  const ids = fc.array(fc.constantFrom('continue', 'accept-it', 'back', 'next-field', 'previous-field'));
  forAll(ids, fc.constantFrom(empty, filled), (all, first) => {
    let [state, asks] = [first, 0];
    for (const id of all) {
      const step = pressed(state, id);
      if (step?.asks !== undefined) {
        asks += 1;
        expect(state).toMatchObject({isAsked: true, isWriting: false});
      }
      state = step?.state ?? state;
    }
    expect(asks).toBe(state.isWriting ? 1 : 0);
  });
});

test('a name is filled in only if somebody has said it', () => {
  expect(keptPerson(personOf({shop: {person: 'cashier'}, till: noActor}))).toEqual({lines: {}, kept: undefined});
  expect(keptPerson(personOf({shop: {person: 'Amina'}, till: noActor}))).toEqual({
    lines: {person: lineOf('Amina')},
    kept: 'person',
  });
});

test('whoever is signed in is a fact: the field is passed, and nothing is typed in it', () => {
  const till = {actor: () => ({name: 'Amina'}) as Person};
  expect(personOf({shop: {person: 'cashier'}, till})).toBe('Amina');
  expect(personField(empty, 'Name', {till: {...till, state: emptyState()}})).toMatchObject({
    isPassed: true,
    isLocked: true,
  });
});
