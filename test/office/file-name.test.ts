import {expect, test} from 'vitest';
import {fileNameOf} from '../../src/office/page/upload.js';

test.each([
  ['provider.csv', 'provider.csv'],
  ['relevé du 3.csv', 'relevé du 3.csv'],
  ['CON', '_CON'],
  ['aux.txt', '_aux.txt'],
  ['lpt1 .csv', '_lpt1 .csv'],
  ['console.csv', 'console.csv'],
  ['C:\\dir\\ file.csv', ' file.csv'],
  ['../../etc/passwd', 'passwd'],
  ['12:30.csv', '12_30.csv'],
  ['.hidden', '_hidden'],
  ['file. .', 'file_'],
  ['..', '__'],
  ['', 'file'],
])('a file that was sent as %j is kept as %j', (given, name) => {
  expect(fileNameOf(given)).toBe(name.trim());
});
