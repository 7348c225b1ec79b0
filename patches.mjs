import {readFile} from 'node:fs/promises';
import {registerHooks} from 'node:module';

/** What is changed in packages of others, in the bundle and in every test: `[text, its successor]` for each such file of a package. */
const patches = [
  {
    // Yoga loads its WebAssembly, which is in this file, through fetch if there is one, and that starts a whole HTTP client.
    name: 'yoga-layout',
    path: 'dist/binaries/yoga-wasm-base64-esm.js',
    changes: [['"function"!=typeof fetch?Promise.resolve()', '!0?Promise.resolve()']],
  },
  {
    // The emoji table is compiled at the first box character, which costs 20 ms of every start; and the same few hundred
    // texts are measured for every frame, each cut into graphemes, which is a fifth of it.
    name: 'string-width',
    path: 'index.js',
    changes: [
      [
        String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`,
        String.raw`let rgi; const rgiEmojiRegex = {test: text =>
      /[\p{Emoji_Presentation}\u{FE0F}\u{200D}\u{20E3}]/u.test(text) && (rgi ??= /^\p{RGI_Emoji}$/v).test(text)};`,
      ],
      [
        'export default function stringWidth(input, options = {}) {',
        `const widths = new Map();
    export default function stringWidth(input, options) {
      if (options !== undefined || typeof input !== 'string' || input.length > 200) return measured(input, options);
      let width = widths.get(input);
      if (width !== undefined) return width;
      if (widths.size === 2000) widths.clear();
      width = measured(input);
      widths.set(input, width);
      return width;
    }
    function measured(input, options = {}) {`,
      ],
    ],
  },
  {
    // Ink takes every line of every frame apart into styled cells, and forgets them; nearly all are those of the frame before.
    name: 'ink',
    path: 'build/output.js',
    changes: [
      [
        'caches = new OutputCaches();',
        'caches = (kept = kept === undefined || kept.styledChars.size > 600 ? new OutputCaches() : kept);',
      ],
      ['class OutputCaches {', 'let kept; class OutputCaches {'],
    ],
  },
  {
    // When the window changes, Ink draws the old frame before React knows the new width. Its lines wrap, and what is drawn later
    // lands in other rows. On a screen of its own everything is erased instead, and React draws it whole.
    name: 'ink',
    path: 'build/ink.js',
    changes: [
      [
        'resized = () => {',
        `resized = () => {
        if (this.alternateScreen) {
            this.options.stdout.write(homeAndEraseDown);
            this.log.reset();
            this.lastOutput = '';
            this.lastOutputToRender = '';
            this.lastOutputHeight = 0;
            this.calculateLayout();
            dom.emitLayoutListeners(this.rootNode);
            return;
        }`,
      ],
    ],
  },
  {
    // Of all texts of a workbook a tree is made, most of which lives until the last is read. Plain ones are taken as they stand.
    name: 'hucre',
    path: 'dist/xlsx/shared-strings.mjs',
    changes: [
      [
        'export function parseSharedStrings(xml) {',
        String.raw`export function parseSharedStrings(xml) {
      return plainSharedStrings(xml) ?? everySharedString(xml);
    }
    function plainSharedStrings(xml) {
      const begin = /^\uFEFF?(?:<\?xml[^>]*\?>)?\s*<sst(?: [^<>]*)?>/.exec(xml)?.[0];
      if (begin === undefined || begin.endsWith('/>')) return undefined;
      const strings = [];
      const plain = /<si><t(?: xml:space="preserve")?>([^<&]*)<\/t><\/si>\s*/y;
      const other = /<si>(?:(?!<si[ >/]|<[!?])[^])*?<\/si>\s*/y;
      for (let at = begin.length; ; ) {
        plain.lastIndex = at;
        const found = plain.exec(xml);
        if (found !== null) {
          strings.push({text: decodeOoxmlEscapes(found[1])});
          at = plain.lastIndex;
          continue;
        }
        other.lastIndex = at;
        const rest = other.exec(xml);
        if (rest === null) return xml.slice(at).trim() === '</sst>' ? strings : undefined;
        strings.push(parseSiElement(parseXml(rest[0])));
        at = other.lastIndex;
      }
    }
    function everySharedString(xml) {`,
      ],
    ],
  },
  {
    // An object without a prototype is made for the attributes of every element, also of those that have none, and what ends
    // the element that is open is taken apart letter by letter.
    name: 'saxes',
    path: 'saxes.js',
    changes: [
      ['const isQuote = ', 'const noAttributes = Object.freeze(Object.create(null));\nconst isQuote = '],
      ['attributes: Object.create(null)', 'attributes: this.xmlnsOpt ? Object.create(null) : noAttributes'],
      [
        'const attr = { name, value };',
        `const attr = { name, value };
        if (this.tag.attributes === noAttributes) this.tag.attributes = Object.create(null);`,
      ],
      [
        'const attributes = this.tag.attributes;',
        'if (attribList.length === 0) return;\n        const attributes = this.tag.attributes;',
      ],
      [
        'sCloseTag() {',
        `sCloseTag() {
        const open = this.tags[this.tags.length - 1];
        if (open !== undefined && this.name === "" && this.chunk.startsWith(open.name, this.i)) {
            const end = this.i + open.name.length;
            if (this.chunk.charCodeAt(end) === GREATER) {
                this.name = open.name;
                this.column += end + 1 - this.i;
                this.prevI = end;
                this.i = end + 1;
                this.closeTag();
                return;
            }
        }`,
      ],
    ],
  },
];

/** The places of a file, as a path or an address. */
const patternOf = ({name, path}) =>
  new RegExp(`[\\\\/]${`${name}/${path}`.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`);

/** What is changed in the files of a package, line by line. */
export function changesOf(name) {
  const marked = (mark, text) => text.split('\n').map(line => `${mark}${line}`);
  return patches
    .filter(each => each.name === name)
    .map(({path, changes}) =>
      [`--- ${path}`, ...changes.flatMap(([from, to]) => [...marked('-', from), ...marked('+', to)])].join('\n'),
    );
}

/** Refuses a patch whose file is not in the whole bundle, which would otherwise change nothing and nobody would see it. */
export function expectPatched(files) {
  const unused = patches.filter(each => !files.some(file => patternOf(each).test(file)));
  const names = unused.map(({name, path}) => `${name}/${path}`);
  if (names.length > 0) throw new Error(`${names.join(', ')}: no such file in the bundle: look at the patch again`);
}

/** The text of a file with its changes; an error where what is to be changed is no longer there. */
function patched(path, text, changes) {
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${path} has changed: look at its patch again`);
    text = text.replace(from, () => to);
  }
  return text;
}

/** For esbuild. */
export const patchedPackages = {
  name: 'patched-packages',
  setup({onLoad}) {
    for (const {changes, ...file} of patches) {
      onLoad({filter: patternOf(file)}, async ({path}) => ({
        contents: patched(path, await readFile(path, 'utf8'), changes),
      }));
    }
  },
};

/** For Node itself, where packages are loaded as they are installed. */
export function patchLoaded() {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const patch = patches.find(each => patternOf(each).test(url));
      return patch === undefined ? loaded : {...loaded, source: patched(url, String(loaded.source), patch.changes)};
    },
  });
}
