import {homedir} from 'node:os';
import {join} from 'node:path';
import type {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import {type Block, type Column, compact, fact, gap, type ListRow, title} from '../../src/views/block.js';
import type {PlaceId, Shop} from '../model.js';
import type {BindingId} from '../terminal/bindings.js';
import {type LineRules, textRules} from '../terminal/line.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from './form.js';
import {markedList} from './list.js';
import {onlyWhile} from './question.js';
import {type Context, type Form, type Screen, type ScreenKey, task} from './screen.js';

/** The state of a screen that imports a file: the file that was named, and what was read from it. */
export type Importing<Read> = Filled<'file'> & {
  readonly read: Read | undefined;
  readonly work: 'reading' | 'keeping' | undefined;
  readonly index: number;
};

/** `whole` is shown below the list while the row is marked. */
export type ImportRow = ListRow & {readonly whole?: string};

/** What the file changes, or what is wrong with it. */
type Preview = {
  readonly mayKeep: boolean;
  readonly summary: readonly Block[];
  readonly columns: readonly Column[];
  readonly rows: readonly ImportRow[];
  readonly empty: string;
};

type FileImport<Read> = {
  readonly readKey: BindingId;
  /** Takes the place of `readKey` when the data that was read may be kept. */
  readonly keepKey: BindingId;
  readonly texts: (
    context: Context,
  ) => Readonly<Record<'title' | 'label' | 'hint' | 'lead' | 'reading' | 'keeping', string>>;
  readonly preview: (read: Read, context: Context) => Preview;
  readonly read: (file: string, till: Till, shop: Shop) => Promise<Read>;
  readonly keep: (read: Read, till: Till) => Promise<unknown>;
};

/** The rules of a field for a path, which may be longer than a name. */
export const pathRules: LineRules = {...textRules, longest: 1000};

/** Returns the path in a text that a window manager has dropped into a terminal, in quotation marks or with escaped spaces. */
export function pathIn(text: string): string {
  const path = text.trim();
  const quoted = /^(?<mark>['"])(?<inside>.*)\k<mark>$/u.exec(path)?.groups?.['inside'];
  return quoted ?? path.replaceAll('\\ ', ' ');
}

/** Returns the path with a leading `~` replaced by the person’s home folder. */
export const fromHome = (path: string): string => (/^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path);

type ImportScreen<Read> = Omit<Screen<PlaceId, Importing<Read>>, 'id' | 'place' | 'open'> & {
  readonly open: () => {readonly state: Importing<Read>};
};

/** Returns the parts of a screen that imports a file: it is named, read and shown with what it changes, and only then can be kept. */
export function fileImport<Read>({readKey, keepKey, texts, preview, read, keep}: FileImport<Read>): ImportScreen<Read> {
  type S = Importing<Read>;
  const rows = markedList<S, ImportRow>(
    (state, context) => (state.read === undefined ? [] : preview(state.read, context).rows),
    ({id}) => id,
  );
  const fields = (context: Context): Form<S> => {
    const {label, hint} = texts(context);
    return [{id: 'file', label, hint, rules: pathRules, edited: (now: S): S => ({...now, read: undefined, index: 0})}];
  };
  const canKeep = ({read: known}: S, context: Context) => known !== undefined && preview(known, context).mayKeep;
  const refused = (state: S, problem: Problem) =>
    ({state: {...state, work: undefined, wrong: {field: 'file', problem}}}) as const;
  const keeping = (known: Read) =>
    task<S, unknown>({kind: 'keep', run: till => keep(known, till), done: () => ({go: 'back'}), refused});
  const keys: readonly ScreenKey<S>[] = [
    {
      id: readKey,
      when: (state, context) => !canKeep(state, context) && typedIn(state, 'file').trim() !== '',
      press: (state, {shop}) => ({
        state: {...state, work: 'reading', read: undefined, wrong: undefined, index: 0},
        asks: task({
          kind: 'read',
          run: till => read(fromHome(pathIn(typedIn(state, 'file'))), till, shop),
          done: (now, known) => ({state: {...now, work: undefined, read: known}}),
          refused,
        }),
      }),
    },
    {
      id: keepKey,
      when: canKeep,
      press: state => (state.read === undefined ? {} : {state: {...state, work: 'keeping'}, asks: keeping(state.read)}),
    },
    rows.selectKey,
  ];
  return {
    layout: 'tall',
    open: () => ({state: {...emptyForm('file'), read: undefined, work: undefined, index: 0}}),
    form: ({work}, context) => (work === undefined ? fields(context) : []),
    describe: (state, context) => {
      const {title: name, lead, ...busy} = texts(context);
      const {read: known, work} = state;
      const form = fieldBlocks(fields(context), work === undefined ? state : {...state, focus: ''}, context);
      const above = [title(name), gap('above'), ...form];
      if (work !== undefined) return [...above, fact('busy', busy[work], {tone: 'not-known'})];
      if (known === undefined) return [...above, fact('lead', lead, {tone: 'quiet', most: 3})];
      const {summary, columns, empty} = preview(known, context);
      const {whole = ''} = rows.markedIn(state, context) ?? {};
      return compact([
        ...above,
        ...summary,
        rows.block(state, context, {columns, row: row => row, empty}),
        whole !== '' && fact('marked', whole, {tone: 'quiet', said: '', most: 3}),
      ]);
    },
    keys: [
      ...keys.map(onlyWhile<S>(({work}) => work === undefined)),
      {id: 'back', when: ({work}) => work !== 'keeping', press: () => ({go: 'back'})},
    ],
  };
}
