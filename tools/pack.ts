import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';

/**
 * Around `npm pack`: `before` leaves in package.json only what the published package needs, which is no other package, since the bundle has
 * the code of all of them; `after` puts the whole file back. The next build does so too if packing was interrupted.
 */
const whole = 'node_modules/.package.json';
const published = ['name', 'version', 'description', 'license', 'type', 'bin', 'files', 'engines'];

const [, , when] = process.argv;
if (when === 'before') {
  const text = readFileSync('package.json', 'utf8');
  const members = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
  mkdirSync('node_modules', {recursive: true});
  writeFileSync(whole, text);
  const kept = members.filter(([name]) => published.includes(name));
  writeFileSync('package.json', `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
} else if (existsSync(whole)) renameSync(whole, 'package.json');
