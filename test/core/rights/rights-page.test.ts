import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {lookRights, permissionOf} from '../../../src/core/staff/permissions.js';
import {roles, verbs} from '../../../src/core/staff/schema.js';

function rightsTable(): string {
  const head = `| | ${roles.join(' | ')} |\n|---|${roles.map(() => '---').join('|')}|`;
  const rows = verbs.map(verb => `| ${verb} | ${roles.map(role => permissionOf({}, role, verb).right).join(' | ')} |`);
  return [head, ...rows].join('\n');
}

function lookTable(): string {
  const rows = Object.entries(lookRights).map(([command, verb]) => `| \`duka ${command}\` | ${verb} |`);
  return ['| command | right |\n|---|---|', ...rows].join('\n');
}

test('the page of rights has the tables by which they are held', async () => {
  const page = readFileSync('docs/rights.md', 'utf8');
  const tables = {rights: rightsTable(), looking: lookTable()};
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
