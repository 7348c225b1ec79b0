import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {rightsTable} from '../../../src/core/staff/permissions.js';

test('the page of rights has the table by which they are held', async () => {
  const page = readFileSync('docs/rights.md', 'utf8');
  const printed = page.replace(
    /<!-- rights -->\n[\s\S]*<!-- \/rights -->/,
    () => `<!-- rights -->\n${rightsTable({})}\n<!-- /rights -->`,
  );
  await expect(printed).toMatchFileSnapshot('../../../docs/rights.md');
});
