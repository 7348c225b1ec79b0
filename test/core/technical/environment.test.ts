import {expect, it} from 'vitest';
import {Problem} from '../../../src/core/problem.js';
import {withoutSecrets} from '../../../src/core/technical/environment.js';
import {asReplaced} from '../../../src/core/technical/replaced.js';

it('gives another program no secret of the till, and all else', () => {
  const secrets = {DUKA_API_KEY: 'a', DUKA_TOKEN: 'b', DUKA_MAIL_PASSWORD: 'c'};
  const others = {PATH: '/bin', DUKA_HOME: '/home', EMPTY: undefined};
  expect(withoutSecrets({...secrets, ...others})).toEqual(others);
});

it.each<[string, unknown, boolean]>([
  ['a part that is gone', Object.assign(new Error('x'), {code: 'ERR_MODULE_NOT_FOUND'}), true],
  ['a file that is gone', Object.assign(new Error('x'), {code: 'ENOENT'}), false],
  ['an error without a code', new Error('ERR_MODULE_NOT_FOUND'), false],
  ['what is no error', {code: 'ERR_MODULE_NOT_FOUND'}, false],
])('takes the program for replaced after %s: %s', (_, error, isReplaced) => {
  const problem = asReplaced(error);
  expect(problem instanceof Problem && problem.code).toBe(isReplaced && 'program-replaced');
});
