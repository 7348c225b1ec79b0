import {otherFormatOf} from '../other-formats.js';
import {isPrintedText} from './printed-text.js';

/** What a file may come in. `html` is a table that a bank calls a spreadsheet, `xml` a workbook of Excel 2003 in XML, `text` a statement whose columns are made by spaces. */
export type Container = Beginning | 'xlsx' | 'ods';
/** What is known by how it begins: a workbook of today begins as a zip does. */
export type Beginning = 'xls' | 'zip' | 'gzip' | 'mail' | 'pdf' | 'json' | 'html' | 'xml' | 'text';

/** One thing that was opened: which of its parts was taken (a sheet, a file, an attachment), and which others could be. */
export type Opened = {
  readonly kind: Container;
  readonly part: string;
  readonly others: readonly string[];
  /** Some lines of a text are in UTF-8, others in windows-1252. */
  readonly twoEncodings?: true;
};

/** What a person says of it. `part` is a sheet, a file or an attachment by its name. */
export type OpeningChoice = {readonly part?: string | undefined; readonly password?: string | undefined};

/** So many bytes tell it: a statement may begin with an address and a summary. */
export const looked = 16_384;

/** Which container the bytes are, by how they begin; null for what is read as it is. */
export function containerOf(start: Uint8Array): Beginning | null {
  const beginning = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, looked));
  const first = beginning.toString('latin1');
  const bytes = beginnings.find(([sign]) => first.startsWith(sign))?.[1];
  if (bytes !== undefined) return bytes;
  const text = first.replaceAll(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)|\0/gu, '').trimStart();
  if (/^<\?xml\b/u.test(text) && text.includes('urn:schemas-microsoft-com:office:spreadsheet')) return 'xml';
  if (/^(?:\{\s*["}]|\[\s*[[{\]])/u.test(text)) return 'json';
  if (/^<(?:!doctype html|html|head|body|table)[\s>]/iu.test(text)) return 'html';
  if (mailHeaders.test(first) && /^(?:mime-version|content-type|received|return-path):/imu.test(first)) return 'mail';
  return otherFormatOf(beginning) === undefined && isPrintedText(text) ? 'text' : null;
}

const beginnings: readonly (readonly [string, Beginning])[] = [
  ['PK\u0003\u0004', 'zip'],
  ['PK\u0005\u0006', 'zip'],
  ['\u00D0\u00CF\u0011\u00E0', 'xls'],
  ['\u001F\u008B', 'gzip'],
  ['%PDF-', 'pdf'],
];

/** Two header fields, one below the other, each as RFC 5322 has it. */
const mailHeaders = /^(?:From [^\n]*\n)?[A-Za-z][A-Za-z-]*: [^\n]*\n(?:[ \t][^\n]*\n)*[A-Za-z][A-Za-z-]*:[ \t]/u;

/** The word by which the one-file executable is told to be the program that opens. */
export const openWord = 'open-file';
