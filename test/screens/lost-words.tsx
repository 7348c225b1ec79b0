import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import {renderToString} from 'ink';
import {Blocks} from '../../screens/kit/ink.js';
import type {ScreenNarration} from '../../screens/kit/said.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {textOf} from '../../screens/terminal/line.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import type {Language} from '../../src/core/messages/messages.js';
import type {Block} from '../../src/views/block.js';

const styles = stylesFor({});
const names = ['enter', 'tab', 'shift-tab', 'up', 'down', 'left', 'right', 'escape', 'backspace', 'end', 'page-down'];

export const strokeOf = (key: string): Stroke =>
  names.includes(key) ? {kind: 'press', name: key} : {kind: 'text', text: key};

/** Keys to a state that a screen has to begin with, and then any, `texts` among them. */
export const journeysFrom = (beginnings: readonly (readonly string[])[], texts: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...beginnings),
      fc.array(fc.oneof(fc.constantFrom(...names), fc.constantFrom(...texts)), {maxLength: 12}),
    )
    .map(parts => parts.flat());

const wordsOf = (shown: string) => shown.match(/[\p{L}\p{N}@.,+-]*[\p{L}\p{N}]/gu) ?? [];
const bars = /[▀▄█▁▂▃▅▆▇░]/u;

/** What nobody has to be told: rows that are not marked, titles of columns, hours without takings, the marks of a scale, that a code has no room. */
const untold = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap(block => {
    if (block.kind === 'chart') return [...block.points, ...block.scale].map(({label}) => label);
    if (block.kind === 'paper') return untold(block.blocks);
    if (block.kind === 'code') return [block.tooBig];
    if (block.kind !== 'list') return [];
    const rows = Array.from({length: block.count}, (_, at) => at).filter(at => at !== block.marked);
    return [...block.columns.map(({title}) => title), ...rows.flatMap(at => block.rowAt(at).cells)];
  });

/** The terminal itself says what is being typed. */
const echoed = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap(block =>
    block.kind === 'field' && block.isFocused
      ? [`${block.unit} ${textOf(block.line)}`, `${block.unit} ${block.line.before}`, block.line.after]
      : [],
  );

/** Which part of a list is drawn says nothing of what is in it. */
const range = ({first, last, count}: {first: number; last: number; count: number}) => `${first}–${last} / ${count}`;

/** Words of the drawn blocks that are not told. */
export function lostWords(
  blocks: readonly Block[],
  {facts, prompt}: ScreenNarration,
  language: Language,
): readonly string[] {
  const frame = stripVTControlCharacters(
    renderToString(<Blocks blocks={blocks} room={{language, columns: 80, height: 19, styles, range}} />, {columns: 80}),
  );
  const said = [...facts.map(({text}) => text), prompt, ...echoed(blocks), ...untold(blocks)].join(' ');
  const known = new Set(wordsOf(said.toLowerCase()));
  // A word that is wider than its place beside a label is drawn in parts.
  const wide = [...known].filter(word => word.length > 30);
  return (
    frame
      .split('\n')
      .filter(line => !/\d+–\d+/u.test(line))
      // A number that is masked for the eye is said in full.
      .flatMap(line => line.replaceAll(/…\d+ \d+/gu, '').split(/\s+/u))
      .filter(part => !bars.test(part) && !part.includes('…'))
      .flatMap(wordsOf)
      .map(word => word.toLowerCase())
      .filter(word => !known.has(word) && !wide.some(each => each.includes(word)))
  );
}
