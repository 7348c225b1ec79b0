import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {lookTable, rightsTable} from '../../../src/core/staff/permissions.js';

test('the page of rights has the tables by which they are held', async () => {
  const page = readFileSync('docs/rights.md', 'utf8');
  const tables = {rights: rightsTable({}), looking: lookTable()};
  const printed = Object.entries(tables).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`<!-- ${name} -->\\n[\\s\\S]*<!-- /${name} -->`),
        () => `<!-- ${name} -->\n${table}\n<!-- /${name} -->`,
      ),
    page,
  );
  await expect(printed).toMatchFileSnapshot('../../../docs/rights.md');
});
