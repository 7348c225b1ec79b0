import {otherFormatOf} from '../bytes.js';
import {isPrintedText} from './printed-text.js';

/** The kinds of containers. `html`: a table called a spreadsheet; `xml`: an Excel 2003 workbook; `text`: columns of spaces. */
export type Container = (typeof containers)[number];
/** The containers that the first bytes identify. A modern workbook begins like any zip archive. */
const beginningKinds = ['xls', 'zip', 'gzip', 'mail', 'pdf', 'json', 'html', 'xml', 'text'] as const;
export type Beginning = (typeof beginningKinds)[number];
export const containers = [...beginningKinds, 'xlsx', 'ods'] as const;

/** A container that was opened: the part that was taken (a sheet, a file, an attachment), and the other parts that could have been. */
export type Opened = {
  readonly kind: Container;
  readonly part: string;
  readonly others: readonly string[];
  /** Whether some lines of a text are in UTF-8 and others in windows-1252. */
  readonly twoEncodings?: true;
};

/** What a person says about the file. `part` is the name of a sheet, a file or an attachment. */
export type OpeningChoice = {readonly part?: string | undefined; readonly password?: string | undefined};

/** The number of bytes that identify a container. It is large because a statement may begin with an address and a summary. */
export const looked = 16_384;

/** Returns the container that the first bytes identify; `null` for a file that is read as it is. */
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

/** Two header fields on consecutive lines, in the form of RFC 5322. */
const mailHeaders = /^(?:From [^\n]*\n)?[A-Za-z][A-Za-z-]*: [^\n]*\n(?:[ \t][^\n]*\n)*[A-Za-z][A-Za-z-]*:[ \t]/u;
