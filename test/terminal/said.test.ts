import {cpSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, inject, it} from 'vitest';
import packageJson from '../../package.json' with {type: 'json'};
import {formats} from '../../src/core/events/formats.js';
import {languages} from '../../src/core/messages/messages.js';
import {run as runHere} from '../commands/support.js';
import {home, run} from './terminal.js';

/** What of the built program answers by itself: without the program, which is not there. */
function entryAlone(): string {
  const folder = home();
  const built = dirname(inject('duka'));
  mkdirSync(join(folder, 'dist'));
  for (const name of ['duka.js', 'said', ...readdirSync(built).filter(name => name.startsWith('entry-'))])
    cpSync(join(built, name), join(folder, 'dist', name), {recursive: true});
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return join(folder, 'dist', 'duka.js');
}

const isCommit = (commit: unknown) => commit === null || /^[0-9a-f]{40}\+?$/.test(String(commit));
const lines = ['--help', '-h', 'help', 'completion bash', 'completion zsh', 'completion fish'];

it.each(languages)('what the build has made in %s is what the program answers', async language => {
  const entry = entryAlone();
  for (const line of lines) {
    const words = line.split(' ');
    const environment = {DUKA_HOME: home(), DUKA_LANG: language};
    const {out, exit} = await runHere(words, {environment});
    expect(await run(environment.DUKA_HOME, words, environment, undefined, entry), line).toEqual({
      exit,
      out,
      error: '',
    });
  }
});

it('says its version alone, and what else is asked of the program', async () => {
  const entry = entryAlone();
  const {version} = packageJson;
  for (const word of ['-V', '--version'])
    expect(await run(home(), [word], {}, undefined, entry)).toEqual({exit: 0, out: `${version}\n`, error: ''});
  const {out} = await run(home(), ['--version', '--json'], {}, undefined, entry);
  expect(JSON.parse(out)).toEqual({version, commit: expect.toSatisfy(isCommit), node: process.versions.node, formats});
  const alone = await runHere(['--version', '--json']);
  expect(JSON.parse(alone.out)).toMatchObject({commit: null, formats});
  for (const line of ['--help --json', 'help pending', 'completion', 'completion bash --json', 'completion tcsh', ''])
    expect((await run(home(), line.split(' '), {}, undefined, entry)).error, line).toContain('program-');
});

it('answers in the language of the settings, or leaves that to the program', async () => {
  const entry = entryAlone();
  const folder = home();
  const help = async (settings: string, environment = {}) => {
    writeFileSync(join(folder, 'settings.json'), settings);
    return (await run(folder, ['--help'], {DUKA_ZONE: '', ...environment}, undefined, entry)).out.split('\n')[0];
  };
  const [english, french] = [await help('{}', {DUKA_LANG: 'en'}), await help('{}', {DUKA_LANG: 'fr'})];
  expect(english).not.toBe(french);
  expect(await help('{"language": "fr"}')).toBe(french);
  expect(await help('{"country": "ci"}')).toBe(french);
  expect(await help('{"zone": "Africa/Abidjan"}')).toBe(french);
  expect(await help('{"language": "fr", "cut short', {DUKA_ZONE: 'Africa/Nairobi'})).toBe(english);
  expect(await help('{"language": 7}')).toBe('');
  expect(await help('{}', {DUKA_LANG: 'qya'})).toBe('');
  expect(await help('{"language": "fr"}', {LANG: 'C'})).toBe(''); // letters that the terminal does not have
});
