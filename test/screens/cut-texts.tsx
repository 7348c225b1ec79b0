import {stripVTControlCharacters} from 'node:util';
import {renderToString} from 'ink';
import {defaultKeys} from '../../screens/terminal/bindings.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {App} from '../../screens/till-program.js';
import type {Language} from '../../src/core/messages/messages.js';
import type {Block} from '../../src/views/block.js';
import type {ShopScreens, Size} from './open.js';

const styles = stylesFor({});

const isRule = (line: string) => /^─+$/u.test(line);
const withDots = /\S*…\S*/gu;
/** A telephone number or an address of which not all is shown. */
const masked = /^…\d+$|^.…@/u;

/** Every text of a description, with what stands beside its list. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const block = value as Partial<Block & {kind: 'list'}>;
  const rows =
    block.kind === 'list' ? Array.from({length: block.count ?? 0}, (_, at) => block.rowAt?.(at).cells ?? []) : [];
  return [...Object.values(value), ...rows, ...(block.kind === 'list' ? [block.detail?.()] : [])].flatMap(textsIn);
}

type Shown = Pick<ShopScreens, 'program' | 'till' | 'shop'>;

/** The frame of a window of this size, as it is drawn at once, or one page of a small one. */
export function frameIn({program, till, shop}: Shown, size: Size, language: Language, page = 0): string {
  const own = {...shop, language};
  const model = {...program.model(), page};
  return stripVTControlCharacters(
    renderToString(
      <App
        program={{...program, model: () => model}}
        till={till}
        shop={own}
        keys={defaultKeys}
        styles={styles}
        size={size}
      />,
      {columns: size.columns},
    ),
  );
}

/** A body that takes every column has its title in the second: the first is the margin of every line. */
const isFull = (lines: readonly string[]) => lines.some(line => /^ {0,1}\S/u.test(line));

/** What a wide window cuts of a description while columns are free: words that end in `…` where the text that they are of goes on. */
export function cutTexts(shop: Shown, blocks: readonly Block[], language: Language): readonly string[] {
  const own = textsIn(blocks).flatMap(text => text.match(withDots) ?? []);
  const isCut = (word: string) => !masked.test(word) && !own.includes(word);
  const lines = frameIn(shop, {columns: 200, rows: 60}, language).split('\n');
  const [from, to] = [lines.findIndex(isRule), lines.findLastIndex(isRule)];
  const body = lines.slice(from + 1, to);
  return isFull(body) ? [] : body.filter(line => (line.match(withDots) ?? []).some(isCut));
}
