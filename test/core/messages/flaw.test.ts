import {expect, it} from 'vitest';
import {flawText} from '../../../src/core/messages/cause.js';

it.each([
  ['torn', /^it was cut off$/],
  ['EACCES', /^the disk cannot read it/],
])('why a line is not trusted is told by the name %s, or by the error of the system', (why, text) => {
  expect(flawText(why, 'en')).toMatch(text);
});
