import type {LineStatus} from '../reconcile/discrepancy.js';
import type {DateOrder, SourceKind} from '../reconcile/row.js';
import type {Language} from './fill.js';
import {reconcileScreenFrench} from './screens-reconcile-fr.js';

/** What a column of somebody else's file can be. */
export type SourceField =
  | 'reference'
  | 'serviceReference'
  | 'amount'
  | 'fee'
  | 'net'
  | 'credit'
  | 'debit'
  | 'currency'
  | 'status'
  | 'at'
  | 'phone'
  | 'payout'
  | 'kind'
  | 'entry'
  | 'direction'
  | 'bookedOn'
  | 'narration';

/** What the screens of a reconciliation say beside the reconciliation itself. */
export type ReconcileScreenWords = {
  readonly title: string;
  readonly toLookAt: string;
  /** Which lines are listed, when it is not those to look at. */
  readonly listed: string;
  readonly states: Readonly<Record<'remaining' | LineStatus | 'all', string>>;
  readonly everyCode: string;
  readonly columns: Readonly<Record<'code' | 'reference' | 'here' | 'there' | 'delta' | 'age' | 'owner', string>>;
  readonly empty: string;
  readonly noMatch: string;
  /** What was loaded, in one line. */
  readonly loaded: {
    readonly have: string;
    readonly lack: string;
    /** `answers`: of the service, to questions about every payment. */
    readonly sources: Readonly<Record<'journal' | 'tills' | SourceKind | 'answers', string>>;
  };
  readonly work: {
    readonly comparing: string;
    readonly file: string;
    readonly asking: string;
    readonly journal: string;
    readonly stopping: string;
  };
  readonly pages: Readonly<Record<'equations' | 'coverage', string>>;
  readonly noEquations: string;
  readonly mistaken: string;
  readonly line: {
    readonly here: string;
    readonly there: string;
    readonly delta: string;
    readonly stands: string;
    readonly why: string;
    readonly next: string;
    readonly files: string;
    readonly noFiles: string;
    readonly place: string;
    readonly kinds: Readonly<Record<SourceKind, string>>;
    readonly maybe: string;
    readonly maybeMore: string;
    readonly candidate: string;
    readonly basis: Readonly<Record<'phone' | 'time' | 'day', string>>;
    readonly accepted: string;
    readonly acceptedBy: string;
  };
  readonly accept: {
    readonly title: string;
    readonly lead: string;
    readonly fields: Readonly<Record<'person' | 'note', string>>;
    readonly question: string;
    readonly means: string;
    readonly writing: string;
  };
  readonly file: {
    readonly title: string;
    readonly lead: string;
    readonly fields: Readonly<
      Record<'file' | 'kind' | 'days' | 'separator' | 'decimalMark' | 'dateOrder' | 'currency', string>
    >;
    readonly hints: Readonly<Record<'file' | 'days' | 'column' | 'currency', string>>;
    readonly columns: Readonly<Record<SourceField, string>>;
    readonly kinds: Readonly<Record<SourceKind, string>>;
    readonly separators: Readonly<Record<',' | ';' | '\t' | '|', string>>;
    readonly marks: Readonly<Record<'.' | ',', string>>;
    readonly orders: Readonly<Record<DateOrder, string>>;
    /** Above fields that ask for the headings. */
    readonly nameBelow: string;
    readonly columnBelow: string;
    readonly currencyBelow: string;
    readonly directionBelow: string;
    readonly statusBelow: string;
    readonly notShown: string;
    readonly noColumn: string;
    readonly taken: string;
    readonly takenBank: string;
    readonly notBooked: string;
    readonly sums: string;
    readonly days: string;
    readonly noDays: string;
    readonly check: string;
    readonly changed: string;
    readonly leaveOut: string;
    readonly choose: string;
  };
  /** For an ear. */
  readonly said: {
    readonly list: string;
    readonly row: string;
    readonly amounts: string;
    readonly taken: string;
  };
};

export const reconcileScreenWords: Readonly<Record<Language, ReconcileScreenWords>> = {
  en: {
    title: 'Reconciliation of {day}',
    toLookAt: '{count} to look at',
    listed: 'Listed: {state}, {code}',
    states: {
      remaining: 'to look at',
      exception: 'exceptions',
      suggested: 'suggested',
      carried: 'carried',
      accepted: 'accepted',
      matched: 'matched',
      all: 'all',
    },
    everyCode: 'every kind',
    columns: {
      code: 'What',
      reference: 'Payment',
      here: 'Here',
      there: 'There',
      delta: 'Differs',
      age: 'Age',
      owner: 'Whose',
    },
    empty: 'Nothing to look at in what is loaded.',
    noMatch: 'No line is of this kind.',
    loaded: {
      have: 'Loaded: {list}',
      lack: 'Not loaded: {list}',
      sources: {
        journal: 'journal',
        tills: 'tills',
        provider: 'provider',
        payout: 'payouts',
        bank: 'bank',
        answers: 'answers',
      },
    },
    work: {
      comparing: 'Comparing…',
      file: 'Reading {what}: {percent} %',
      asking: 'Asking the service: {done} of {total}',
      journal: 'Reading the journal: {done} events',
      stopping: 'Stops after this question; what was heard stays.',
    },
    pages: {equations: 'Equations', coverage: 'What this rests on'},
    noEquations: 'No equation: load a file of the provider, of payouts or of the bank.',
    mistaken: 'A file read by mistake: leave the till, then duka reconcile withdraw FILE takes it out.',
    line: {
      here: 'Here',
      there: 'There',
      delta: 'Difference',
      stands: '{severity} · {status} · {days} d',
      why: 'Why',
      next: 'Now',
      files: 'Files',
      noFiles: 'in no loaded file',
      place: '{source}: {file}, line {line}',
      kinds: {provider: 'provider', payout: 'payouts', bank: 'bank'},
      maybe: 'May be',
      maybeMore: 'and {count} more',
      candidate: '{reference}: same amount, {basis}; nothing was matched',
      basis: {phone: 'telephone', time: 'time', day: 'day'},
      accepted: 'Accepted',
      acceptedBy: '{who}, {when}: {note}',
    },
    accept: {
      title: 'Accept this difference',
      lead: 'It stays as it is: nothing is paid, given back or corrected by this.',
      fields: {person: 'Your name', note: 'Why it may stay'},
      question: 'Write down that {person} accepts “{what}”? Why: “{note}”.',
      means: 'The journal keeps name and note for good. Another amount would be another difference.',
      writing: 'Writing it down…',
    },
    file: {
      title: 'Add a file',
      lead: 'The till keeps a copy; a file that was added before counts once.',
      fields: {
        file: 'File',
        kind: 'It is of',
        days: 'Days it covers',
        separator: 'Separator',
        decimalMark: 'Decimal mark',
        dateOrder: 'Dates',
        currency: 'Currency of all',
      },
      hints: {
        file: 'type or paste where it lies',
        days: 'such as 2026-11-20 2026-11-21',
        column: 'the heading, as the file writes it',
        currency: 'such as KES',
      },
      columns: {
        reference: 'Our reference',
        serviceReference: 'Their reference',
        amount: 'Amount',
        fee: 'Fee',
        net: 'Net',
        credit: 'Credit',
        debit: 'Debit',
        currency: 'Currency',
        status: 'Status',
        at: 'Date and time',
        phone: 'Telephone',
        payout: 'Payout',
        kind: 'Kind of row',
        entry: 'Entry',
        direction: 'Debit or credit',
        bookedOn: 'Booked on',
        narration: 'Narration',
      },
      kinds: {provider: 'the provider', payout: 'payouts', bank: 'the bank or wallet'},
      separators: {',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar'},
      marks: {'.': 'point', ',': 'comma'},
      orders: {'day-first': 'day first', 'month-first': 'month first', 'year-first': 'year first'},
      nameBelow:
        '{file} has no headings that are known here. Nothing of it was taken: say below what it calls these columns. It seems to have: {headings}.',
      columnBelow:
        'No column of {file} is known as “{column}”. Nothing of it was taken: say below which one it is. It has: {headings}.',
      currencyBelow:
        '{file} does not say in which currency it is. Nothing of it was taken: say below the currency of all, or which column has it.',
      directionBelow:
        'The column “{column}” of {file} (“{text}”) looks like credit and debit. Nothing of it was taken: say below which column it is, or - if none.',
      statusBelow:
        'The column “{column}” of {file} (“{text}”) looks like a status: it decides what was paid. Nothing of it was taken: say below which column it is, or - if none.',
      notShown: 'no value shows it',
      noColumn: 'no such column',
      taken: '{name}: {encoding}, headings in line {line}, rows: {rows}, {days}',
      takenBank: '{name}: camt.053, statements: {statements}, entries: {rows}, {days}',
      notBooked: 'Announced, not booked and left out: {count}.',
      sums: 'Totals and balances, no rows, left out: {count}.',
      days: 'of {from} to {to}',
      noDays: 'no days stated',
      check: 'It was taken for this. Correct what is wrong; the till remembers it for the next file like it.',
      changed: 'Not read like this yet.',
      leaveOut: '{key} leaves it out again.',
      choose: '{key} another',
    },
    said: {
      list: '{title}: {count} to look at',
      row: '{at} of {count}: {what}, {reference}, {amounts}, {days} d, {owner}.',
      amounts: 'here {here}, there {there}, difference {delta}',
      taken: 'Taken for: {what}',
    },
  },
  fr: reconcileScreenFrench,
};
