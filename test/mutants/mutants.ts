/** One place of the source that is made wrong, and the test file that has to fail then. `find` stands in `file` exactly once. */
export type Mutant = {readonly file: string; readonly find: string; readonly replace: string; readonly test: string};

const ranges = (scheme: string, line: string): Readonly<Record<string, Mutant>> => ({
  [`numbers of ${scheme} are not redacted`]: {
    file: 'src/core/card/numbers.ts',
    find: line,
    replace: "'^x',",
    test: 'test/core/card/ranges.test.ts',
  },
});

/** Rules beside the great invariants, each of which once had no test of its own. */
export const mutants: Readonly<Record<string, Mutant>> = {
  'an answer from before the code left counts for it': {
    file: 'src/till/ask.ts',
    find: 'if (isOvertaken && outcomeOf',
    replace: 'if (isOvertaken === undefined && outcomeOf',
    test: 'test/till/overtaken-question.test.ts',
  },
  'the guard of a wallet counts from when the earlier payment was asked for, not from its end': {
    file: 'src/core/payment/earlier.ts',
    find: 'now - payment.since >= ends',
    replace: 'now - payment.requestedAt >= ends',
    test: 'test/core/payment/guard-window.test.ts',
  },
  'a pending charge below the cursor is never looked at again': {
    file: 'src/core/subscription/charges.ts',
    find: 'if (undecided.test(status)) break;',
    replace: 'if (undecided.test(status)) continue;',
    test: 'test/core/subscription/charges.test.ts',
  },
  'the last line of a segment tells its version, not the newest': {
    file: 'store/segment-reader.ts',
    find: 'version: Math.max(version, event.v),',
    replace: 'version: event.v,',
    test: 'test/store/newest-version.test.ts',
  },
  'a question about a failure that was not answered is asked again at once': {
    file: 'src/core/payment/follow-up.ts',
    find: 'Math.max(statusAt + wait, lastAt + minute)',
    replace: 'statusAt + wait',
    test: 'test/core/payment/unanswered.test.ts',
  },
  'of two rows any may be kept, taken or not': {
    file: 'src/core/reconcile/match.ts',
    find: '(isTaken ? 0 : 4)',
    replace: '(isTaken ? 0 : 0)',
    test: 'test/core/reconcile/kept-row.test.ts',
  },
  'of two rows any may be kept, of these days or not': {
    file: 'src/core/reconcile/match.ts',
    find: '(isMain ? 0 : 2)',
    replace: '(isMain ? 0 : 0)',
    test: 'test/core/reconcile/kept-row.test.ts',
  },
  'of two rows any may be kept, with the amount or another': {
    file: 'src/core/reconcile/match.ts',
    find: '(isSame ? 0 : 1)',
    replace: '(isSame ? 0 : 0)',
    test: 'test/core/reconcile/kept-row.test.ts',
  },
  'cash lacks a fee': {
    file: 'src/core/shift/ledger.ts',
    find: "(fee === undefined && method !== 'cash' ? 1 : 0)",
    replace: '(fee === undefined ? 1 : 0)',
    test: 'test/core/shift/unknown-fees.test.ts',
  },
  'no bell rings when a disputed payment becomes paid': {
    file: 'src/core/payment/became-paid.ts',
    find: "(isOpen(payment) || verdictOf(payment) === 'needs-person')",
    replace: 'isOpen(payment)',
    test: 'test/till/bell.test.ts',
  },
  'a reference that another payment names is taken for its own': {
    file: 'store/search.ts',
    find: 'if (block.starts[line] === found) return',
    replace: 'if (line >= 0) return',
    test: 'test/store/named-by-another.test.ts',
  },
  'of a list the row before the marked one is told': {
    file: 'screens/kit/narrate.ts',
    find: 'const markedIn = ({count, empty, markedText}: ListBlock): string => (count === 0 ? empty : markedText);',
    replace:
      "const markedIn = ({count, empty, marked, rowAt}: ListBlock): string => count === 0 ? empty : rowAt(Math.max(0, marked - 1)).cells.join(', ');",
    test: 'test/screens/narrated-questions.test.tsx',
  },
  'what is wrong with an answer is not told': {
    file: 'screens/kit/narrate.ts',
    find: "'problem' in block && block.problem !== ''",
    replace: "'problem' in block && block.problem === undefined",
    test: 'test/screens/narrated-questions.test.tsx',
  },
  ...ranges('Visa', 'String.raw`^4(?:\\d{12}|\\d{15}|\\d{17,18})$`, // Visa'),
  ...ranges('Mastercard', 'String.raw`^(?=\\d{16}$)(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)`, // Mastercard'),
  ...ranges('American Express', 'String.raw`^3[47]\\d{13}$`, // American Express'),
  ...ranges('Diners Club', 'String.raw`^(?=(?:\\d{14}|\\d{16}|\\d{19})$)(?:30[0-5]|3095|3[689])`, // Diners Club'),
  ...ranges(
    'Discover, RuPay, UnionPay, JCB and Mir',
    'String.raw`^(?=\\d{16,19}$)(?:6[0245]|81|35(?:2[89]|[3-8])|220[0-4])`, // Discover, RuPay, UnionPay, JCB, Mir',
  ),
  ...ranges('Maestro and Verve', "'^(?:50|5[6-9]|63|67)', // Maestro, Verve"),
};
