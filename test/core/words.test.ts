import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Problem, type ProblemCode, problemExits} from '../../src/core/problem.js';
import {acquirerWords} from '../../src/core/words/acquirer.js';
import {challengeWords} from '../../src/core/words/challenge.js';
import {claimWords} from '../../src/core/words/claim.js';
import {commandWords} from '../../src/core/words/commands.js';
import {completionWords} from '../../src/core/words/completion.js';
import {dayWords} from '../../src/core/words/day.js';
import {demoWords} from '../../src/core/words/demo.js';
import {displayWords} from '../../src/core/words/display.js';
import {driftWords} from '../../src/core/words/drift.js';
import {evidenceWords} from '../../src/core/words/evidence.js';
import {fill} from '../../src/core/words/fill.js';
import {paymentWords} from '../../src/core/words/payment.js';
import {problemWords} from '../../src/core/words/problems.js';
import {receiptWords} from '../../src/core/words/receipt.js';
import {reconcileWords} from '../../src/core/words/reconcile.js';
import {reconcileCommandWords} from '../../src/core/words/reconcile-commands.js';
import {reportWords} from '../../src/core/words/report.js';
import {reviewWords} from '../../src/core/words/review.js';
import {planScreenWords} from '../../src/core/words/screens-plans.js';
import {reconcileScreenWords} from '../../src/core/words/screens-reconcile.js';
import {subscriptionScreenWords} from '../../src/core/words/screens-subscriptions.js';
import {selftestWords} from '../../src/core/words/selftest.js';
import {probeWords} from '../../src/core/words/slip.js';
import {subscriptionCommandWords} from '../../src/core/words/subscription-commands.js';
import {problemText} from '../../src/core/words/words.js';
import {anyCharacter} from '../any-character.js';

type Tree = string | {readonly [name: string]: Tree};

/** Every sentence of a catalogue with its path. */
function sentences(tree: Tree, path = ''): [string, string][] {
  if (typeof tree === 'string') return [[path, tree]];
  return Object.entries(tree).flatMap(([name, branch]) => sentences(branch, `${path}.${name}`));
}
const blanks = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort();

const catalogues: [string, {en: unknown; fr: unknown}][] = [
  ['problems', problemWords],
  ['payment', paymentWords],
  ['display', displayWords],
  ['completion', completionWords],
  ['demo', demoWords],
  ['selftest', selftestWords],
  ['challenge', challengeWords],
  ['acquirer', acquirerWords],
  ['receipt', receiptWords],
  ['report', reportWords],
  ['reconcile', reconcileWords],
  ['screens-reconcile', reconcileScreenWords],
  ['probe', probeWords],
  ['commands', commandWords],
  ['day', dayWords],
  ['review', reviewWords],
  ['evidence', evidenceWords],
  ['drift', driftWords],
  ['subscription-commands', subscriptionCommandWords],
  ['claim', claimWords],
  ['subscription screens', subscriptionScreenWords],
  ['plan screens', planScreenWords],
  ['reconcile commands', reconcileCommandWords],
];

describe.each(catalogues)('the %s catalogue', (_, {en, fr}) => {
  const english = new Map(sentences(en as Tree));
  const french = new Map(sentences(fr as Tree));

  it('says the same things in both languages, with the same blanks', () => {
    expect([...french.keys()]).toEqual([...english.keys()]);
    for (const [path, sentence] of english) expect(blanks(french.get(path) ?? ''), path).toEqual(blanks(sentence));
  });

  it('keeps every sentence on one line, translated', () => {
    for (const sentence of [...english.values(), ...french.values()]) expect(sentence).not.toMatch(/[\n\r\t]|\s{2}/);
    const same = [...english].filter(([path, sentence]) => sentence.length > 25 && french.get(path) === sentence);
    expect(same).toEqual([]);
  });
});

it('has a sentence for every problem', () => {
  for (const code of Object.keys(problemExits) as ProblemCode[]) {
    expect(problemText(new Problem(code), 'en'), code).not.toBe('');
    expect(problemText(new Problem(code), 'fr'), code).not.toBe('');
  }
});

it('never lets a fact move the cursor or break the line', () => {
  fc.assert(
    fc.property(fc.string({unit: anyCharacter}), text => {
      expect(fill('a {fact} b', {fact: text})).not.toMatch(/\p{Cc}|\u2028|\u2029|[\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
});
