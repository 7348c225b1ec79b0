import {runInThisContext} from 'node:vm';
import {expect, it} from 'vitest';
import {scriptOf} from '../../tools/scripts.js';

/** Runs a script with the modules that it asks for. */
function run(module: string, modules: Readonly<Record<string, object>> = {}): unknown {
  const asked: string[] = [];
  const require = (name: string) => {
    asked.push(name);
    return modules[name];
  };
  const body = runInThisContext(scriptOf(module, 'a.cjs'));
  return {...body(require, async (name: string) => modules[name], 'file:///a.cjs'), asked};
}

it.each<[what: string, module: string, given: object]>([
  [
    'what it exports',
    'var a = 1;\nfunction b() {\n}\nexport {\n  a,\n  b as default\n};\n',
    {a: 1, default: expect.any(Function)},
  ],
  [
    'what it imports by name',
    'import {\n  c,\n  d as e\n} from "./x.cjs";\nexport {\n  c,\n  e as f\n};\n',
    {c: 3, f: 4},
  ],
  [
    'what it imports whole',
    'import g, { d } from "./x.cjs";\nimport * as h from "./x.cjs";\nvar i = h.c + g + d;\nexport {\n  i\n};\n',
    {i: 12},
  ],
  [
    'its address, and signs beyond ASCII',
    'var j = import.meta.url + /…/.test("\\u2026");\nexport {\n  j\n};\n',
    {j: 'file:///a.cjs' + 'true'},
  ],
  [
    'a name that a private member has too',
    'class B {\n  #a;\n  set() {\n    this.#a = 2;\n  }\n}\nvar a = 1;\nexport {\n  a\n};\n',
    {a: 1},
  ],
  [
    'a name that is compared, and that a text gives a value to',
    'var a = 1;\nvar k = a <= 1 && a == 1;\nvar l = `<form a="post">`;\nexport {\n  a,\n  k,\n  l\n};\n',
    {a: 1, k: true, l: '<form a="post">'},
  ],
  ['a package of another kind', 'export default require("./x.cjs");\n', {default: {c: 3, d: 4, default: 5}}],
])('makes a script of a module: %s', (_what, module, given) => {
  expect(run(module, {'./x.cjs': {c: 3, d: 4, default: 5}})).toMatchObject(given);
});

it.each([
  'var a = 1;\nfunction change() {\n  a = 2;\n}\nexport {\n  a\n};\n',
  'var a = 1;\nfunction change() {\n  a++;\n}\nexport {\n  a\n};\n',
  'var a = 1;\nfunction change() {\n  return --a;\n}\nexport {\n  a\n};\n',
  'var a = 1;\nfunction change() {\n  return a ??= 2;\n}\nexport {\n  a\n};\n',
  'var a = 1;\nfunction change() {\n  a >>>= 1;\n}\nexport {\n  a\n};\n',
  'var a;\nexport {\n  a\n};\n',
  'export * from "./x.cjs";\n',
  'await 1;\n',
])('makes no script of %j', module => {
  expect(() => scriptOf(module, 'a.cjs')).toThrow();
});
