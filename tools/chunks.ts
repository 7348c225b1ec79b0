import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {Loader, Metafile, Plugin} from 'esbuild';

/**
 * Modules that become one file. A bundler that splits makes a file of every set of modules that the same parts use, and each file costs the
 * start 0.4 ms, however little is in it: of the first frame's 138 files that was a fifth. A part is what is loaded by itself (`import()`).
 * Every part is made to use all of a group, so that all modules of the group have the same users; `without` are the parts, by the
 * beginning of their paths, that are loaded before it.
 */
export type Group = {readonly members: ReadonlySet<string>; readonly without: readonly string[]};

/** What imports what in a build, by paths from its root. */
export type Inputs = Metafile['inputs'];

/** All that these modules import, directly or not, themselves included. */
export function closure(inputs: Inputs, ...from: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const input = inputs[path];
    if (input === undefined || seen.has(path)) return;
    seen.add(path);
    for (const {path: imported, kind, external} of input.imports)
      if (external !== true && kind !== 'dynamic-import') visit(imported);
  };
  for (const path of from) visit(path);
  return seen;
}

/** Has every part of a build, and these entries, use all modules of each group. A module belongs to the first group that has it. */
export function together(inputs: Inputs, groups: readonly Group[], entries: readonly string[]): Plugin {
  const users = new Map<string, number[]>();
  const earlier = new Set<string>();
  const members = groups.map(({members, without}, at) => {
    const own = [...members].filter(path => !earlier.has(path) && /\.[jt]sx?$/.test(path));
    for (const path of own) earlier.add(path);
    for (const part of [...partsOf(inputs), ...entries]) {
      // A module of ours alone can be given an import; one of the group would import itself.
      if (part.startsWith('node_modules/') || members.has(part)) continue;
      if (!without.some(start => part.startsWith(start)))
        users.set(resolve(part), [...(users.get(resolve(part)) ?? []), at]);
    }
    return own;
  });
  return {
    name: 'together',
    setup({onResolve, onLoad}) {
      onResolve({filter: /^together:\d+$/}, ({path}) => ({path, namespace: 'together'}));
      onLoad({filter: /.*/, namespace: 'together'}, ({path}) => ({
        contents: (members[Number(path.slice('together:'.length))] ?? [])
          .map(file => `import ${JSON.stringify(resolve(file))};`)
          .join(''),
        resolveDir: resolve('.'),
      }));
      onLoad({filter: /\.tsx?$/}, async ({path}) => {
        const used = users.get(path);
        if (used === undefined) return undefined;
        const imports = used.map(at => `import 'together:${at}';`).join('');
        return {
          contents: `${await readFile(path, 'utf8')}\n${imports}\n`,
          loader: path.slice(path.lastIndexOf('.') + 1) as Loader,
        };
      });
    },
  };
}

const partsOf = (inputs: Inputs): ReadonlySet<string> =>
  new Set(
    Object.values(inputs).flatMap(({imports}) =>
      imports.filter(({kind, external}) => kind === 'dynamic-import' && external !== true).map(({path}) => path),
    ),
  );
