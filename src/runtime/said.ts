import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {readerLanguage, type UsualLanguages} from '../core/messages/reader-language.js';
import {isAsciiOnly} from '../core/technical/environment.js';
import {jsonIn} from '../core/text/json.js';
import {usualHome} from './home-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder, beside the program, of what it says on every machine, and a file in it with the usual languages. Made by the build. */
export const saidFolder = 'said';
export const usualFile = 'languages';
/** The shells for which there is a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/**
 * What the build has made for a command line, to be written to standard output as it is: the version (with `--json` also the commit, Node and the formats), the help, or a completion script.
 * Undefined for everything else: only the program knows that. Nothing of the program is loaded for it. Never throws.
 */
export function saidAtBuild(argv: readonly string[], environment: Environment, folder: string): string | undefined {
  const name = nameOf(argv);
  if (name === undefined) return undefined;
  try {
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    if (name === 'version') return read(name);
    if (name === 'build') return `${JSON.stringify({...Object(jsonIn(read(name))), node: process.versions.node})}\n`;
    if (isAsciiOnly(environment)) return undefined;
    const home = environment['DUKA_HOME'] || usualHome();
    const language = languageSaid(mapOf(read(usualFile)), {
      environment,
      home,
      get zone() {
        return Temporal.Now.timeZoneId(); // 1 ms, and few shops have not said their country
      },
    });
    return language === undefined ? undefined : read(`${language}-${name}`);
  } catch {
    return undefined;
  }
}

/** The lines of that file: a language, and what it is usual for. */
export const linesOf = (usual: UsualLanguages<string>): string =>
  [...usual].map(([name, language]) => `${language} ${name}\n`).join('');
const mapOf = (lines: string): UsualLanguages<string> =>
  new Map(Array.from(lines.matchAll(/^(\S+) (.+)$/gm), ([, language = '', name = '']) => [name, language]));

function nameOf([first = '', second, ...more]: readonly string[]): string | undefined {
  if (/^(?:-V|--version)$/.test(first) && more.length === 0) {
    if (second === undefined) return 'version';
    return second === '--json' ? 'build' : undefined;
  }
  if (second === undefined && /^(?:-h|--help|help)$/.test(first)) return 'help';
  return first === 'completion' && more.length === 0 ? shells.find(shell => shell === second) : undefined;
}

/** The language of a home, even if its settings are damaged. Undefined if what is said of it makes no sense. */
export function languageSaid<L extends string>(
  usual: UsualLanguages<L>,
  of: {
    readonly asked?: string | undefined;
    readonly environment: Environment;
    readonly home: string;
    /** The machine's. It is read only if nothing else has said a language. */
    readonly zone: string;
  },
): L | undefined {
  const said = (name: string) => of.environment[name] || undefined;
  return readerLanguage(
    usual,
    {language: of.asked},
    {language: said('DUKA_LANG'), country: said('DUKA_COUNTRY'), zone: said('DUKA_ZONE')},
    settingsIn(of.home),
    of,
  );
}

/** The settings as they stand, unchecked; none if they cannot be read. What is no file might never end. */
function settingsIn(home: string): object {
  const path = join(home, 'settings.json');
  try {
    const found = statSync(path).isFile() ? jsonIn(readFileSync(path, 'utf8')) : undefined;
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
