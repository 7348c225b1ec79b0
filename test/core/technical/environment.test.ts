import {expect, it} from 'vitest';
import {withoutSecrets} from '../../../src/core/technical/environment.js';
import {asReplaced} from '../../../src/core/technical/replaced.js';

it('gives another program no secret of the till, and all else', () => {
  const secrets = {DUKA_API_KEY: 'a', DUKA_TOKEN: 'b', DUKA_MAIL_PASSWORD: 'c'};
  const others = {PATH: '/bin', DUKA_HOME: '/home', EMPTY: undefined};
  expect(withoutSecrets({...secrets, ...others})).toEqual(others);
});

const unreadable = Object.assign(new Error('x', {cause: Object.assign(new Error('y'), {code: 'EMFILE'})}), {
  code: 'ERR_MODULE_UNREADABLE',
});

it.each<[string, unknown, string | undefined]>([
  ['a part that is gone', Object.assign(new Error('x'), {code: 'ERR_MODULE_NOT_FOUND'}), 'program-replaced'],
  ['a part that cannot be read', unreadable, 'program-unreadable'],
  ['a file that is gone', Object.assign(new Error('x'), {code: 'ENOENT'}), undefined],
  ['an error without a code', new Error('ERR_MODULE_NOT_FOUND'), undefined],
  ['what is no error', {code: 'ERR_MODULE_NOT_FOUND'}, undefined],
])('says what became of the program after %s', (_, error, code) => {
  expect(asReplaced(error)?.code).toBe(code);
});

it('says why a part cannot be read', () => {
  expect(asReplaced(unreadable)?.facts).toEqual({cause: 'EMFILE'});
});
