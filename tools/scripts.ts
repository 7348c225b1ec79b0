import {Script} from 'node:vm';

/**
 * A module of the till, as the bundler writes it, as a function that returns what it exports; `src/runtime/program.ts` runs it. What it
 * imports is copied into names of its own, which is right as long as nothing changes after it has been exported. Modules that the bundler
 * has split import each other in no circle. Throws if anything is otherwise than that.
 */
export function scriptOf(module: string, path: string): string {
  const imports: string[] = [];
  const body = module
    .replaceAll(/^import (?:([^"]+?) from )?"([^"]+)";\n/gm, (_, names: string | undefined, from: string) => {
      imports.push(names === undefined ? `require("${from}");` : importOf(names, from));
      return '';
    })
    .replace(/^export default (.*);\n/m, 'var __default = $1;\nexport {\n  __default as default\n};\n');
  const exported: string[] = [];
  const rest = body.replaceAll(/^export \{\n([^}]*)\n\};\n/gm, (_, names: string) => {
    for (const [own, said] of namesIn(names)) {
      if (!isSettled(own, body, imports)) throw new Error(`${path}: ${own} may change after it is exported`);
      exported.push(`${said}: ${own}`);
    }
    return '';
  });
  const lines = [...imports, rest, `return {${exported.join(', ')}};`].join('\n');
  if (/\\[^\0-\x7F]/.test(lines)) throw new Error(`${path}: a sign behind a backslash cannot be written as its number`);
  const script = lines
    .replaceAll(/(?<![.\w$])import\(/g, '__import(')
    .replaceAll(/\bimport\.meta\.url\b/g, '__url')
    // A text with other signs takes twice the room. The bundler leaves them in patterns, which read the number as well.
    .replaceAll(/[^\0-\x7F]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const whole = `(function(require,__import,__url,__wait){'use strict';${script}\n})`;
  new Script(whole, {filename: path}); // throws if anything of a module is left
  return whole;
}

/** Pairs of the name that a module has for something, and the one that others have. */
const namesIn = (list: string): readonly (readonly [own: string, said: string])[] =>
  list.split(',').flatMap(each => {
    const [own = '', said = own] = each.trim().split(' as ');
    return own === '' ? [] : [[own, said] as const];
  });

function importOf(names: string, from: string): string {
  const [, whole, list] = /^([\w$]+|\* as [\w$]+)?(?:, )?(?:\{(.*)\})?$/s.exec(names) ?? [];
  const found = `require("${from}")`;
  const lines: string[] = [];
  if (whole !== undefined)
    lines.push(
      `const ${whole.replace('* as ', '')} = ${found}${isOurs(from) && !whole.startsWith('*') ? '.default' : ''};`,
    );
  if (list !== undefined)
    lines.push(
      `const {${namesIn(list)
        .map(([theirs, own]) => `${theirs}: ${own}`)
        .join(', ')}} = ${found};`,
    );
  if (lines.length === 0) throw new Error(`what is imported here? ${names}`);
  return lines.join('\n');
}

const isOurs = (from: string) => from.startsWith('./');

/** Whether a name is given its value where it stands, and never again. */
function isSettled(name: string, body: string, imports: readonly string[]): boolean {
  const own = RegExp.escape(name);
  const given = new RegExp(`^(?:(?:var|let|const) ${own} = |(?:async )?function\\*? ${own}\\(|class ${own}[ {])`, 'm');
  // As the bundler writes it: in a text, as in `<form method="post">`, no blank stands before the sign.
  const changed = new RegExp(
    `(?<![.#\\w$])(?<!(?:var|let|const) )${own}(?: (?:[-+%^]|\\*\\*?|/|<<|>>>?|&&?|\\|\\|?|\\?\\?)?=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${own}(?![\\w$])`,
  );
  const imported = new RegExp(`(?<![\\w$])${own}(?![\\w$])`);
  return imports.some(line => imported.test(line)) || (given.test(body) && !changed.test(body));
}
