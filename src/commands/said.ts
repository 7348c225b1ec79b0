import {buildText} from '../core/events/formats.js';
import {usualLanguages} from '../core/market/markets.js';
import {type Language, languages, loadMessages} from '../core/messages/messages.js';
import {linesOf, shells, usualFile} from '../runtime/said.js';
import {completionScript} from './completion.js';
import {createProgram} from './program.js';
import {wholeTable} from './table.js';

/** What the build writes for `saidAtBuild` of the runtime, by file name. `commit` is null where the sources have no history. */
export async function everythingSaid(version: string, commit: string | null): Promise<ReadonlyMap<string, string>> {
  await loadMessages(...languages);
  const table = await wholeTable();
  const texts = languages.flatMap(language => [
    [`${language}-help`, helpIn(language)] as const,
    ...shells.map(shell => [`${language}-${shell}`, completionScript(table, shell, language)] as const),
  ]);
  return new Map([
    ['version', `${version}\n`],
    ['build', buildText(version, commit)],
    [usualFile, linesOf(usualLanguages())],
    ...texts,
  ]);
}

function helpIn(language: Language): string {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  createProgram({language, version: '', write}).outputHelp();
  return text;
}
