import {date} from '../../day/schema.js';
import type {EventOf} from '../../journal/envelope.js';
import {
  always,
  count,
  dictionary,
  form,
  json,
  list,
  named,
  object,
  oneOf,
  optional,
  orNull,
  type Spec,
  someText,
  text,
  whole,
} from '../../spec/spec.js';
import {matchMembers, together} from '../rows/discrepancy.js';
import {carriedSpec} from '../rows/inputs.js';
import {sourceKinds} from '../rows/row.js';

const sha256 = named('SHA-256', form('64 hexadecimal digits', /^[0-9a-f]{64}$/, 'A hash, in small letters.'));
const days = {from: date('the first day'), to: date('the last day')};
export const spanOfDays = (about?: string) => object(days, about);
const file = {
  kind: oneOf(sourceKinds, 'whose file it is'),
  name: text('the file’s name without its folder'),
  sha256: sha256('of the file’s bytes, by which it is known again'),
};

/** How the columns were read. Another version may know further members of it. */
export const mapping = object(
  {columns: dictionary(text(), 'the heading of the column of each field')},
  'how its columns are read',
  json('how the file is written: encoding, separator, decimal mark, order of dates'),
) as Spec<{readonly columns: Readonly<Record<string, string>>; readonly [name: string]: unknown}>;

export const openedFrom = object({
  sha256: sha256('of the bytes of the file that was opened'),
  parts: list(
    object({kind: text('what it was: xlsx, zip, pdf'), part: text('the sheet, file or attachment')}),
    'the way to what was read, outermost first',
  ),
});

const headingPrint = text('by which the mapping is found for the next file of this form');

export const importMembers = {
  ...file,
  rows: count('rows that were read'),
  interval: orNull(spanOfDays(), 'neither the file nor a person says which days it covers'),
  headingPrint: orNull(headingPrint, 'the file needs no mapping'),
  mapping: orNull(mapping, 'the file needs none'),
  openedFrom: optional(openedFrom, 'the file was read as it is'),
  told: optional(
    spanOfDays('the first and the last day of its rows'),
    'the file says its days, or they cannot be read from its rows',
  ),
  unproved: optional(
    always('it was to be read although a figure of its own does not hold'),
    'all that it says of itself holds',
  ),
  copySha256: optional(text('the hash of the copy, where card numbers were cut out of it'), 'the copy is the file'),
};

export const layoutMembers = {
  kind: oneOf(sourceKinds, 'whose files have it'),
  name: text('what it is called: the file from which it was learned'),
  headingPrint,
  mapping,
};

export const reconcileEvents = {
  'source-imported': object(
    importMembers,
    'A file of a provider or a bank was read; a copy of it lies beside the journal under its hash.',
  ),
  'source-withdrawn': object(
    {...file, by: optional(sha256('of the file that counts in its place'), 'it was read by mistake')},
    'A file that was read by mistake, or was replaced, counts no more. Its copy stays.',
  ),
  'layout-kept': object(layoutMembers, 'How files of one form are read was taken over from another till.'),
  'discrepancy-accepted': object(
    {
      key: someText('of this very difference, with its amount'),
      code: text('what kind of difference it is'),
      reference: text('of the payment; empty where there is none'),
      note: someText('why it may stay'),
      text: optional(
        text('in capitals, of the entry of a bank: its words before the first that differs each time'),
        'it is of none',
      ),
      together,
    },
    'A named person has accepted a difference.',
  ),
  'acceptance-withdrawn': object({key: someText('of the difference'), together}, 'An acceptance counts no more.'),
  'match-confirmed': object(matchMembers, 'A named person says of which payment a row is that does not name it.'),
  'match-withdrawn': object({key: someText('of the row')}, 'A confirmed match counts no more.'),
  'rule-added': object(
    {
      text: someText('in capitals, of the entries of a bank that it is of; * is anything'),
      amount: optional(text('of this amount alone'), 'it is of any amount'),
      tolerance: optional(text('1 %, or an amount'), 'no difference is let through'),
      account: optional(text('where such entries belong'), 'it lets differences through, and no more'),
      split: optional(
        always(
          'account is parts, `Rent 80% (tax 16%) + Water`: each with its percentage but the one that takes the rest, and the rate of the tax in it',
        ),
        'account is one account',
      ),
      learned: optional(
        count('so many entries with its text were accepted with one note, which is its account'),
        'it was typed',
      ),
    },
    'A named person says what entries of the bank are that no payout has. It takes the place of one with its text.',
  ),
  'rule-removed': object({text: someText('of the rule')}, 'A rule of the shop holds no more.'),
  reconciled: object(
    {
      ...days,
      asOf: whole('the instant of which the answers are, in milliseconds since the epoch'),
      open: list(carriedSpec, 'what it left open'),
    },
    'A reconciliation was made.',
  ),
};

export type ReconcileEvent = EventOf<typeof reconcileEvents>;
