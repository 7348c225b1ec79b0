import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import {type CardSale, card} from '../../screens/card/card-form.js';
import {Blocks} from '../../screens/kit/ink.js';
import {narrate} from '../../screens/kit/narrate.js';
import {contextOf} from '../../screens/kit/screen.js';
import {type Effect, type Message, type Model, topOf} from '../../screens/model.js';
import {createProgram} from '../../screens/program.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {App, narrateTill} from '../../screens/till-program.js';
import {begin, update} from '../../screens/update.js';
import {type Language, languages} from '../../src/core/messages/messages.js';
import {passesLuhn} from '../../src/core/text/card-numbers.js';
import type {Till} from '../../src/till/till.js';
import {cardLeaks} from '../card-leaks.js';
import {forAll, runs} from '../hostile/runs.js';
import {reducerContextOf} from './reducer-context.js';

const size = {columns: 80, rows: 24};
const styles = stylesFor({});
const names = ['enter', 'tab', 'shift-tab', 'escape', 'left', 'right', 'home', 'end', 'down', 'ctrl-c', 'page-down'];
const backspace = 'backspace';

/** A till that shows and says what is there after every key; what it would do in the world is not done. */
function player(language: Language) {
  const usual = reducerContextOf();
  const reducerContext = {...usual, shop: {...usual.shop, language}};
  const program = createProgram<Model, Message, Effect>({
    first: begin(reducerContext, {tornBytes: 0}),
    update: (model, message) => update(model, message, reducerContext),
    run: () => undefined,
  });
  const look = {
    program,
    till: reducerContext.till as Till,
    shop: reducerContext.shop,
    keys: reducerContext.keys,
    styles,
    size,
  };
  let chunk = 0;
  return {
    press: (key: string) => {
      chunk += 1;
      const stroke: Stroke = [...names, backspace].includes(key)
        ? {kind: 'press', name: key}
        : {kind: 'text', text: key};
      program.dispatch({kind: 'key', key: {...stroke, chunk}, size});
    },
    drawn: () => stripVTControlCharacters(renderToString(<App {...look} />, {columns: size.columns})),
    told: () => {
      const {facts, prompt} = narrateTill(program.model(), contextOf(program.model(), reducerContext));
      return [...facts.map(({text}) => text), prompt].join('\n');
    },
    /** The last four digits, as the field of the number draws and tells them. */
    lastFours: () => {
      const top = topOf(program.model());
      if (top.kind !== 'card') return [[], []];
      const context = contextOf(program.model(), reducerContext);
      const field = card.describe(top.state as CardSale, context).filter(({id}) => id === 'number');
      const room = {language, columns: 80, height: 9, styles, range: () => ''};
      const {facts, prompt} = narrate(field, context, '');
      return [
        renderToString(<Blocks blocks={field} room={room} />, {columns: 80}),
        [...facts.map(({text}) => text), prompt].join('\n'),
      ].map(
        text =>
          stripVTControlCharacters(text)
            .replaceAll(/(?<=\d) (?=\d)/gu, '')
            .match(/\d{4,}/gu) ?? [],
      );
    },
  };
}

const digits = (shortest: number, longest = shortest) =>
  fc.stringMatching(new RegExp(`^[0-9]{${shortest},${longest}}$`, 'u'));

/** The digits with a right check digit in the place of the last. */
function checked(number: string): string {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const all = Array.from({length: 10}, (_, last) => `${number.slice(0, -1)}${last}`);
  return all.find(each => passesLuhn(bytes(each))) ?? number;
}

const swapped = (text: string, from: number, to: number): string => {
  const signs = [...text];
  [signs[from], signs[to]] = [signs[to] ?? '', signs[from] ?? ''];
  return signs.join('');
};

const withSameEnds = (number: string) => [number, swapped(swapped(number, 6, 8), 7, 9)] as const;

/** Two numbers with the same first six and last four digits, both right or both wrong: digits of one parity are swapped. */
const numbers = fc
  .tuple(
    fc.oneof(fc.constantFrom('401200', '511111', '371449', '601100', '506099', '675964', '352800'), digits(6)),
    digits(8, 13),
    fc.boolean(),
  )
  .map(([first, rest, isRight]) => (isRight ? checked(first + rest) : first + rest))
  .map(withSameEnds);

/** Keys after which nothing is typed any more, but everything is looked at. */
const wandering = fc.array(fc.constantFrom(...names, '?', 'm', 'x'), {maxLength: 8});
/** A number with what people put between its groups, in pieces. */
const cuts = fc.array(fc.tuple(fc.nat(18), fc.constantFrom('', ' ', '.')), {maxLength: 4});
const inPieces = (number: string, places: readonly (readonly [number, string])[]): readonly string[] => {
  const sorted = [...places].sort(([a], [b]) => a - b);
  const starts = [0, ...sorted.map(([place]) => place)];
  return starts
    .map((from, at) => (sorted[at - 1]?.[1] ?? '') + number.slice(from, starts[at + 1] ?? number.length))
    .filter(piece => piece !== '');
};

const typed = fc.record({
  language: fc.constantFrom(...languages),
  numbers,
  cuts,
  codes: fc.tuple(digits(3), digits(3)),
  pins: fc.tuple(digits(5), digits(5)),
  expiry: fc.constantFrom('0139', '12/2031', '13/25'),
  between: wandering,
  after: wandering,
});
type Typed = typeof typed extends fc.Arbitrary<infer Value> ? Value : never;
/** Who types everything right gets as far as the question; who types at random need not. */
const right: Omit<Typed, 'language'> = {
  numbers: withSameEnds(checked('4012001038443330')),
  cuts: [],
  codes: ['123', '456'],
  pins: ['13579', '24680'],
  expiry: '0139',
  between: [],
  after: [],
};

test('two cards that differ between their first six and last four digits look and sound the same, whatever is pressed', () => {
  let asked = 0;
  forAll(
    {...runs(8, 200), examples: languages.map((language): [Typed] => [{...right, language}])},
    typed,
    ({language, numbers: [one, other], cuts: places, codes, pins, expiry, between, after}) => {
      const keysOf = (number: string, code: string, pin: string) => [
        ...['c', '24', 'enter', ...inPieces(number, places), '?', 'escape', 'tab'],
        // Who types on without looking, after an expiry that is none, types the code and the PIN in its field.
        ...(expiry === '13/25' ? [expiry, 'enter', code, 'enter', pin, ...Array(5).fill(backspace)] : []),
        ...[expiry === '13/25' ? '0139' : expiry, 'tab', code, 'tab', pin, 'enter', ...between],
        ...['enter', 'escape', ...after],
      ];
      const tills = [player(language), player(language)] as const;
      const strokes = [keysOf(one, codes[0], pins[0]), keysOf(other, codes[1], pins[1])] as const;
      for (const at of strokes[0].keys()) {
        const [first, second] = tills.map((till, which) => {
          till.press(strokes[which]?.[at] ?? '');
          return {drawn: till.drawn(), told: till.told()};
        });
        const where = strokes[0].slice(0, at + 1).join(' ');
        expect(second, where).toEqual(first);
        for (const text of [first?.drawn ?? '', first?.told ?? '']) expect(cardLeaks(text, [one]), where).toEqual([]);
        const [drawn, told] = tills[0].lastFours();
        expect(told, where).toEqual(drawn);
        if (first?.told.includes('24.00') && first.told.includes(one.slice(-4))) asked += 1;
      }
    },
  );
  expect(asked).toBeGreaterThan(0);
}, 120_000);
