import type {Block} from '../block.js';

/** A field of a form on a page. `options` make it a choice. */
export type PageField = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'search' | 'password' | 'date' | 'file' | 'hidden';
  readonly value?: string;
  readonly options?: readonly {readonly value: string; readonly text: string}[];
  readonly note?: string;
  readonly problem?: string;
  readonly isRequired?: boolean;
  /** Whether a field for files takes more than one. */
  readonly takesSeveral?: boolean;
  /** For the browser's own help, such as `one-time-code`. */
  readonly autocomplete?: string;
};

/** Fields that are sent together. `to` is the address; without it, the form leads to the page that it is on. */
export type FormBlock = {
  readonly kind: 'form';
  readonly id: string;
  readonly method: 'get' | 'post';
  /** The key that begins a form of the method `post` in a terminal; absent if it is not for one. */
  readonly key?: string;
  readonly to?: string;
  readonly fields: readonly PageField[];
  /** Fields that few need, which are shown when they are asked for. */
  readonly more?: {readonly title: string; readonly fields: readonly PageField[]};
  readonly button: string;
};

/** Addresses of other pages, or of files. */
type LinksBlock = {
  readonly kind: 'links';
  readonly id: string;
  readonly links: readonly {readonly to: string; readonly text: string}[];
};

/** Blocks that are shown when they are asked for. */
type FoldedBlock = {
  readonly kind: 'folded';
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
};

export type PageBlock = Block | FormBlock | LinksBlock | FoldedBlock;

/** The types of the files to download, by format. */
export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl',
  hledger: 'text/plain; charset=utf-8',
  beancount: 'text/plain; charset=utf-8',
  sealed: 'application/jsonl',
} as const;

/** A file to download. Its name is made of checked parts only. */
export type PageFile = {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncIterable<string | Uint8Array>;
};

/** The places of an office that a terminal shows, each with its key, and what is at their addresses. */
export type OfficePlaces = {
  readonly places: readonly {readonly path: string; readonly name: string; readonly key: string}[];
  /** Describes what is at an address, and again each time that it has changed; undefined if nothing is there. */
  readonly open: (address: string, signal: AbortSignal) => AsyncIterable<readonly PageBlock[] | undefined>;
  /** Does what a form at an address asks for. Returns why it was not done, if it was not. */
  readonly send: (address: string, fields: Readonly<Record<string, string>>) => Promise<string | undefined>;
};
