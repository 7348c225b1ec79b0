import {Box, Text} from 'ink';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../src/core/problem.js';
import {type Block, fact, type ListRow, notice, type PaperBlock, paper} from '../../src/views/block.js';
import type {FormBlock, OfficePlaces, PageBlock} from '../../src/views/office/page-block.js';
import {rowsOf} from '../../src/views/office/people.js';
import {Blocks, TooSmall} from '../kit/ink.js';
import {movedMark, movedOffset, placeIn} from '../kit/list.js';
import {closeWindow, newStage, openWindow, type Window} from '../stage.js';
import type {Key} from '../terminal/keyboard.js';
import {isTooSmall, onceSignalled, type Size} from '../terminal/size.js';
import {stylesFor} from '../terminal/styles.js';

type Place = {readonly address: string; readonly marked: number; readonly offset: number};

/** A form of a page that is being filled in: the fields that are done, and what is typed into the next one. */
type Filling = {readonly form: FormBlock; readonly done: readonly string[]; readonly text: string};

/** What a person looks at: the pages that led there, what is on the last one, and what is being typed into a form of it. */
export type WatchModel = {
  readonly stack: readonly [...Place[], Place];
  /** Undefined until they are read, or if nothing is at the address. */
  readonly blocks: readonly PageBlock[] | undefined;
  readonly typed: Filling | undefined;
  /** A form that is filled in, to be sent from where it is. */
  readonly sent?: Readonly<Record<string, string>> | undefined;
  /** Why the last form was not taken. */
  readonly problem?: string | undefined;
};
type Places = OfficePlaces['places'];

export const placeAt = (address: string): Place => ({address, marked: 0, offset: 0});
export const shownPlace = ({stack}: WatchModel): Place => stack[stack.length - 1] as Place;

/** Which of the keys that move, as `stepAt` counts them. */
const moves: readonly string[] = ['up', 'down', 'page-up', 'page-down', 'home', 'end'];

/** Returns the model after a key. Another address at its end means that another page is read. */
export function afterKey(model: WatchModel, key: Key, places: Places, page: number): WatchModel {
  const text = key.kind === 'press' ? '' : key.text;
  const name = key.kind === 'press' ? key.name : '';
  if (model.typed !== undefined) return afterTyping(model, model.typed, {added: text, name});
  const [first = '', ...rest] = text;
  if (key.kind !== 'press' && rest.length > 0)
    return [first, rest.join('')].reduce((now, part) => afterKey(now, {...key, text: part}, places, page), model);
  const last = shownPlace(model);
  const to = places.find(each => each.key === text)?.path;
  if (to !== undefined) return {stack: [placeAt(to)], blocks: undefined, typed: undefined};
  const form = (model.blocks ?? []).find((each): each is FormBlock => each.kind === 'form' && keyOf(each) === text);
  if (form !== undefined) return {...model, problem: undefined, typed: {form, done: [], text: ''}};
  const rows = rowsIn(model.blocks ?? []);
  const place = moves.indexOf(name);
  if (place >= 0) {
    const moved = hasList(model.blocks ?? [])
      ? {marked: movedMark(last.marked, rows.length, {place, page})}
      : {offset: movedOffset(last.offset, {place, page})};
    return {...model, stack: [...model.stack.slice(0, -1), {...last, ...moved}]};
  }
  const target = rows[placeIn(last.marked, rows.length)]?.to;
  if (name === 'enter' && target !== undefined)
    return {stack: [...model.stack, placeAt(target)], blocks: undefined, typed: undefined};
  const [before, ...others] = model.stack.slice(0, -1).reverse();
  if (name === 'escape' && before !== undefined)
    return {stack: [...others.reverse(), before], blocks: undefined, typed: undefined};
  return model;
}

const keyOf = ({method, key}: FormBlock): string | undefined => (method === 'get' ? '/' : key);

/** The last field of a form sends it: a search becomes an address, anything else is done at the address where the form is. */
function afterTyping(
  model: WatchModel,
  typed: Filling,
  {added, name}: {readonly added: string; readonly name: string},
): WatchModel {
  const {form, done, text} = typed;
  if (name === 'escape') return {...model, typed: undefined};
  if (name === 'backspace') return {...model, typed: {...typed, text: text.slice(0, -1)}};
  if (name !== 'enter') return {...model, typed: {...typed, text: (text + added).slice(0, 200)}};
  const fields = form.method === 'get' ? form.fields.slice(0, 1) : form.fields;
  const values = [...done, text];
  if (values.length < fields.length) return {...model, typed: {form, done: values, text: ''}};
  const filled = Object.fromEntries(fields.map((field, at) => [field.name, values[at] ?? '']));
  if (form.method === 'post') return {...model, typed: undefined, sent: filled};
  const [path = ''] = shownPlace(model).address.split('?');
  const address = `${path}?${new URLSearchParams(filled)}`;
  return {stack: [...model.stack.slice(0, -1), placeAt(address)], blocks: undefined, typed: undefined};
}

const hasList = (blocks: readonly PageBlock[]): boolean => blocks.some(({kind}) => kind === 'list');

/** The rows of a list, or addresses of other pages as such; those of files are for a browser. */
function rowsOfBlock(block: PageBlock): readonly ListRow[] {
  if (block.kind === 'list') return Array.from({length: block.count}, (_, at) => block.rowAt(at));
  const pages = block.kind === 'links' ? block.links.filter(({to}) => !/\.\w+(?:\?|$)/.test(to)) : [];
  return pages.map(({to, text}) => ({id: to, cells: [text], tone: 'plain', to}));
}

/** What Enter opens on a page: one of its rows, of which one is marked if it has a list. */
const rowsIn = (blocks: readonly PageBlock[]): readonly ListRow[] => blocks.flatMap(rowsOfBlock);

/** The blocks of a page as a terminal draws them: a list with a mark, or a text that scrolls. */
function drawnIn({blocks, typed, stack, problem}: WatchModel, language: Language): readonly Block[] {
  const words = messages(language).officePage;
  const {enter} = messages(language).key.names;
  if (blocks === undefined) return [fact('reading', words.reading, {tone: 'quiet'})];
  const last = stack[stack.length - 1] as Place;
  const isListed = hasList(blocks);
  const marked = placeIn(last.marked, rowsIn(blocks).length);
  let before = 0;
  const said = problem === undefined ? [] : [notice('problem', problem)];
  const own = [...blocks, ...said].flatMap((each): readonly Block[] => {
    if (each.kind === 'form') return formFact(each, typed, words.search);
    if (each.kind === 'folded') return [fact(`${each.id} title`, each.title, {tone: 'strong'}), ...each.blocks];
    if (each.kind !== 'links' && each.kind !== 'list') return [each];
    const rows = rowsOfBlock(each);
    const [link] = rows;
    if (each.kind === 'links' && link === undefined) return [];
    if (link !== undefined && !isListed) return [fact(each.id, link.cells.join(' '), {lead: enter, tone: 'strong'})];
    const list = each.kind === 'list' ? each : rowsOf(each.id, {columns: [{title: '', grows: true}], rows, empty: ''});
    before += rows.length;
    const place = marked - (before - rows.length);
    return [{...list, marked: place < rows.length ? Math.max(-1, place) : -1}];
  });
  if (isListed) return own;
  const [first, ...rest] = own;
  if (first?.kind !== 'title') return own;
  const heading = [first.text, ...first.note.map(({text}) => text.replace(/^· /, ''))].join(' · ');
  return [paper(heading, last.offset, rest as unknown as PaperBlock['blocks'])];
}

function formFact(form: FormBlock, typed: Filling | undefined, search: string): readonly Block[] {
  const isFilled = typed?.form.id === form.id;
  const field = form.fields[isFilled ? typed.done.length : 0];
  const value = isFilled ? `${typed.text}▏` : form.method === 'get' ? field?.value : form.key && form.button;
  if (!value) return [];
  const lead = isFilled && form.method === 'post' ? (field?.label ?? '') : (form.key ?? search);
  return [fact(form.id, value, {lead, tone: 'strong'})];
}

export type WatchParts = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  readonly places: Places;
};

export function OfficeWatch({model, size, parts}: {model: WatchModel; size: Size; parts: WatchParts}) {
  const {columns, rows} = size;
  const {environment, language, places} = parts;
  const words = messages(language);
  if (isTooSmall(size)) return <TooSmall size={size} text={words.frame.tooSmall({columns, rows})} />;
  const styles = stylesFor(environment, 'auto');
  const {range} = words.office;
  const room = {language, columns, height: rows - 3, styles, range};
  const [{address}] = model.stack;
  const [here = ''] = address.split('?');
  const keys = `${places[0]?.key}–${places.at(-1)?.key}`;
  return (
    <Box width={columns} height={rows - 1} flexDirection="column" overflow="hidden">
      <Text wrap="truncate">
        {places.map(({path, name, key}) => (
          <Text key={path} {...styles[path === here ? 'strong' : 'quiet']}>{` ${key} ${name} `}</Text>
        ))}
      </Text>
      <Blocks blocks={drawnIn(model, language)} room={room} />
      <Text {...styles.quiet} wrap="truncate">{` ${words.officePage.keys({keys})}`}</Text>
    </Box>
  );
}

/** Shows the places of a head office until `q` or Ctrl-C. Rejects with the error of `open`. */
export async function openWatch(
  {places, open, send}: OfficePlaces,
  own: Omit<WatchParts, 'places'>,
): Promise<ExitCode> {
  const parts: WatchParts = {...own, places};
  const stage = newStage(messages(own.language).officePage.reading);
  let model: WatchModel = {stack: [placeAt(places[0]?.path ?? '/')], blocks: undefined, typed: undefined};
  let window: Window | undefined;
  let reading = new AbortController();
  const leaving = new AbortController();
  const signalled = onceSignalled(() => leaving.abort());
  try {
    await new Promise<void>((resolve, reject) => {
      leaving.signal.addEventListener('abort', () => resolve());
      const read = async (address: string) => {
        reading.abort();
        reading = new AbortController();
        const {signal} = reading;
        for await (const blocks of open(address, signal)) {
          if (signal.aborted) return;
          model = {...model, blocks};
          show();
        }
      };
      const show = () =>
        stage.dispatch({
          draw: size => <OfficeWatch model={model} size={size} parts={parts} />,
          onKey: (key, {rows}) => {
            const isLeaving =
              key.kind === 'press' ? key.name === 'ctrl-c' : key.text === 'q' && model.typed === undefined;
            if (isLeaving) return leaving.abort();
            const before = shownPlace(model).address;
            const {sent, ...next} = afterKey(model, key, places, rows - 8);
            model = next;
            show();
            const {address} = shownPlace(model);
            const readAgain = async (problem: string | undefined) => {
              model = {...model, problem};
              await read(address);
            };
            if (sent !== undefined) send(address, sent).then(readAgain).catch(reject);
            else if (address !== before) read(address).catch(reject);
          },
        });
      show();
      window = openWindow(stage, false);
      window.waitUntilExit().then(() => resolve(), reject);
      read(shownPlace(model).address).catch(reject);
    });
  } finally {
    reading.abort();
    await closeWindow(window, false);
    signalled();
  }
  return exitCodes.done;
}
