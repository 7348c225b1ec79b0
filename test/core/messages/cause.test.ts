import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {causeText, failureCause} from '../../../src/core/messages/cause.js';
import {fillFrom, messages, type Sentence} from '../../../src/core/messages/messages.js';
import {problemText} from '../../../src/core/present/problem-text.js';
import {Problem, type ProblemArguments, type ProblemCode, problemExits} from '../../../src/core/problem.js';
import {forAll} from '../../hostile/runs.js';

const languages = ['en', 'fr'] as const;

/** The names of the facts that a sentence asks for. */
function blanksOf(sentence: Sentence): readonly string[] {
  const names = new Set<string>();
  const facts = new Proxy({}, {get: (_, name) => names.add(String(name)).size});
  fillFrom(sentence, facts);
  return [...names];
}

it('shows every amount of a problem as people read it', () => {
  const facts = {ticket: 'T7K', amount: 'XOF 6000', left: 'XOF 4000', waiting: 'XOF 2000'};
  expect(problemText(new Problem('ticket-above-left', facts), 'en').replaceAll('\u00A0', ' ')).toMatch(
    /^XOF 6,000 is too much\. Split sale T7K has XOF 4,000 left to pay and XOF 2,000 waiting for a result\./,
  );
});

describe('the word of a machine for a failure', () => {
  const known = [
    ...['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ELOOP', 'EFTYPE', 'no-database'],
    ...['journal-damaged', 'bug'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EADDRINUSE', 'response', 'EPROTO'],
    ...['HPE_INVALID_CONSTANT', 'ERR_SSL_WRONG_VERSION_NUMBER', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED'],
    ...['ERR_BODY_TOO_LARGE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', '-'],
  ];

  it.each(known)('%s is said in both languages', word => {
    const [english, french] = languages.map(language => causeText(word, language));
    expect(english).toMatch(/^[a-z][a-z’?: ]+$/);
    expect(french).toMatch(/^[a-zéèêàçùû’?: -]+$/);
    expect(french).not.toBe(english);
  });

  it('is kept where it is of no machine', () => {
    forAll(fc.stringMatching(/^[ -~]{0,20}$/), text => {
      const shown = causeText(text, 'en');
      if (shown !== text) expect(causeText(shown, 'en')).toBe(shown);
    });
    expect(causeText('exit 3', 'en')).toBe('exit 3');
    expect(causeText('EWHATEVER', 'fr')).toBe('EWHATEVER');
    expect(failureCause({reason: 'declined', text: 'closed'}, 'en')).toBe('closed');
  });

  it('stands in no sentence of a problem', () => {
    for (const code of Object.keys(problemExits) as ProblemCode[]) {
      const blanks = blanksOf(messages('en').problem[code]);
      if (!blanks.includes('code') && !blanks.includes('cause')) continue;
      const facts = blanks.map(name => [name, name === 'code' || name === 'cause' ? 'ENOSPC' : 1]);
      const given: unknown = [code, Object.fromEntries(facts)];
      const problem = new Problem(...(given as ProblemArguments));
      expect(problemText(problem, 'en')).toContain('(the disk is full)');
      expect(problemText(problem, 'fr')).toContain('(le disque est plein)');
      expect(Object.values(problem.facts)).toContain('ENOSPC');
    }
    expect(problemText(new Problem('settings-damaged', {file: 's', name: 'EISDIR', tills: '-'}), 'en')).toContain(
      '(it is a folder)',
    );
  });
});
