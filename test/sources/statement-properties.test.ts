import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import type {BankRow} from '../../src/core/reconcile/rows/row.js';
import {readAwaited} from '../hostile/harm.js';
import {damaged} from '../hostile/mutations.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {bai2, camt, mt940, ofx, qif, type Statement, statements, styles, type Writer} from './statement-writers.js';
import {expectProblem, read} from './support.js';

type Format = {
  readonly write: Writer;
  readonly proof: 'closing' | 'nothing';
  /** Whether each entry has a day of its own. */
  readonly hasDays: boolean;
};
const formats: Readonly<Record<string, Format>> = {
  MT940: {write: mt940, proof: 'closing', hasDays: true},
  'camt.053': {write: camt, proof: 'closing', hasDays: true},
  BAI2: {write: bai2, proof: 'closing', hasDays: false},
  OFX: {write: ofx, proof: 'nothing', hasDays: true},
  QIF: {write: qif, proof: 'nothing', hasDays: true},
};
const names = Object.keys(formats);
const provable = names.filter(name => formats[name]?.proof === 'closing');

const options = (currency: string) => ({
  mapping: {currency, dateOrder: 'day-first' as const, decimalMark: '.' as const},
});

const units = (amount: string, currency: string) => {
  const places = {KES: 2, XOF: 0, TND: 3}[currency] ?? 2;
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
};

/** What of rows must be exactly what was written. */
const worth = (rows: readonly BankRow[], {hasDays}: Format) =>
  rows.map(({amount, currency, bookedOn}) => `${units(amount, currency)} ${currency} ${hasDays ? bookedOn : ''}`);
const written = ({entries, currency}: Statement, {hasDays}: Format) =>
  entries.map(entry => `${entry.units} ${currency} ${hasDays ? entry.day : ''}`);

describe.each(names)('%s', {tags: ['thorough']}, name => {
  const format = formats[name] as Format;

  test(
    'what a bank writes is what is read, and is proved where it can be',
    () =>
      forAllAsync(runs(20, 2000), statements(), styles, async (statement, style) => {
        const given = name === 'QIF' ? options(statement.currency) : {};
        const {source, detection, proof} = await read('bank', format.write(statement, style), given);
        expect(worth(source.rows, format)).toEqual(written(statement, format));
        for (const [index, {reference, words}] of statement.entries.entries()) {
          expect(source.rows[index]?.entry).toContain(reference);
          for (const word of words.split(' ')) expect(source.rows[index]?.narration).toContain(word);
        }
        expect(detection).toMatchObject({format: name, statements: 1});
        expect(proof.by).toBe(format.proof);
      }),
    patience,
  );

  test(
    'damaged bytes are a problem or rows, never anything else',
    async () => {
      const file = fc
        .tuple(statements(4), styles)
        .chain(([statement, style]) =>
          damaged(fc.constant(new Uint8Array(Buffer.from(format.write(statement, style)))), 4),
        );
      await forAllAsync(runs(50, 5000), file, async bytes => {
        const result = await readAwaited(() => read('bank', bytes, options('KES')));
        if (result instanceof Problem) expect(result.code).toMatch(/^file-/);
      });
    },
    patience,
  );
});

describe.each(provable)('of a changed file in %s nothing is read but what was there', {tags: ['thorough']}, name => {
  const format = formats[name] as Format;
  const changed = async (statement: Statement, content: string) => {
    const result = await readAwaited(() => read('bank', content));
    if (!(result instanceof Problem)) expect(worth(result.source.rows, format)).toEqual(written(statement, format));
    return result;
  };

  test(
    'a line cut out',
    () =>
      forAllAsync(runs(40, 5000), statements(5), styles, fc.nat(), async (statement, style, at) => {
        const lines = format.write(statement, style).split(style.lineEnd);
        await changed(statement, lines.toSpliced(at % (lines.length - 1), 1).join(style.lineEnd));
      }),
    patience,
  );

  test(
    'an entry cut out, a sign turned, an amount changed',
    async () => {
      const other = fc.constantFrom<(statement: Statement, at: number) => Statement>(
        (statement, at) => ({...statement, entries: statement.entries.toSpliced(at, 1)}),
        (statement, at) => withUnits(statement, at, units => -units),
        (statement, at) => withUnits(statement, at, units => units + (units < 0n ? -1n : 1n)),
      );
      await forAllAsync(
        runs(20, 2000),
        statements(5),
        styles,
        fc.nat(),
        other,
        async (statement, style, place, change) => {
          const lie = change(statement, place % statement.entries.length);
          const content = withBalancesOf(format.write(lie, style), format.write(statement, style), style.lineEnd);
          await expectProblem(read('bank', content), {
            code: expect.stringMatching(/^file-(?:balance|total)-differs$/),
            line: expect.any(Number),
          });
        },
      );
    },
    patience,
  );
});

function withUnits(statement: Statement, at: number, change: (units: bigint) => bigint): Statement {
  const entries = statement.entries.map((entry, index) =>
    index === at ? {...entry, units: change(entry.units)} : entry,
  );
  return {...statement, entries};
}

/** The entries of one file between the balances and totals of another. */
function withBalancesOf(content: string, honest: string, lineEnd: string): string {
  const isStated = (line: string) => /^(?::6[02]F:|03,|49,|98,|99,)/.test(line);
  const stated = honest.split(lineEnd).filter(isStated);
  const replaced = content.split(lineEnd).map(line => (isStated(line) ? (stated.shift() ?? '') : line));
  if (!content.includes('<Bal>')) return replaced.join(lineEnd);
  const balances = (text: string) => text.slice(text.indexOf('<Bal>'), text.lastIndexOf('</Bal>'));
  return content.replace(balances(content), () => balances(honest));
}
