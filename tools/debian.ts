import {readFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import {packTar} from 'modern-tar';

/** A file of a package: where it stands, what is in it, and whether it is a program. */
export type PackagedFile = {readonly path: string; readonly body: Uint8Array | string; readonly isProgram?: boolean};

/** A .tar.gz that has the same bytes whenever and wherever it is made: owned by root, everything dated `date`, folders before their files. */
export async function tarball(files: readonly PackagedFile[], date: Date): Promise<Buffer> {
  const owner = {uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: date};
  const parents = new Set(files.flatMap(({path}) => foldersOf(path)));
  const folders = [...parents].map(name => ({
    header: {...owner, name, size: 0, type: 'directory' as const, mode: 0o755},
  }));
  const entries = files.map(({path, body, isProgram = false}) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return {header: {...owner, name: path, size: bytes.length, mode: isProgram ? 0o755 : 0o644}, body: bytes};
  });
  return gzipSync(await packTar([...folders, ...entries]), {level: 9});
}

/** `a/b/c.txt` is in `a/` and `a/b/`. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/(?<=[^.])\//g)].map(({index}) => path.slice(0, index + 1));

export type DebianPackage = {
  readonly version: string;
  readonly architecture: 'amd64' | 'arm64';
  readonly node: Uint8Array;
  /** What was built, `dist`, by the name of each file. */
  readonly bundle: readonly PackagedFile[];
  /** The manual page, completions and notices, at the places where Debian has them. */
  readonly papers: readonly PackagedFile[];
  readonly date: Date;
};

/** The bytes of a `.deb` with the till, the Node that runs it, and services for an office and for sending journals to one. */
export async function debianPackage({version, architecture, node, bundle, papers, date}: DebianPackage) {
  const unit = (name: string) => ({path: `lib/systemd/system/${name}`, body: readFileSync(`tools/debian/${name}`)});
  const data: readonly PackagedFile[] = [
    {path: 'usr/lib/duka/node', body: node, isProgram: true},
    ...bundle.map(file => ({...file, path: `usr/lib/duka/dist/${file.path}`})),
    {path: 'usr/lib/duka/package.json', body: `${JSON.stringify({name: 'duka', version, type: 'module'})}\n`},
    {
      path: 'usr/bin/duka',
      body: '#!/bin/sh\nexec /usr/lib/duka/node /usr/lib/duka/dist/duka.js "$@"\n',
      isProgram: true,
    },
    unit('duka-office.service'),
    unit('duka-ship@.service'),
    {path: 'etc/duka/office.conf', body: readFileSync('tools/debian/office.conf')},
    ...papers,
  ];
  const size = data.reduce((sum, {body}) => sum + body.length, 0);
  const control = [
    'Package: duka',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: The Duka developers <developers@duka.invalid>',
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    'Depends: libatomic1, libc6, libgcc-s1, libstdc++6',
    'Suggests: postgresql',
    'Section: misc',
    'Priority: optional',
    'Description: point of sale and reconciliation for the terminal',
    ' Takes mobile money, cards and cash, follows pending payments to their result,',
    ' keeps a journal that shows every change, and reconciles it with the files of',
    ' providers and banks.',
    '',
  ].join('\n');
  return archive(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      [
        'control.tar.gz',
        await tarball(
          [
            {path: './control', body: control},
            {path: './conffiles', body: '/etc/duka/office.conf\n'},
          ],
          date,
        ),
      ],
      [
        'data.tar.gz',
        await tarball(
          data.map(file => ({...file, path: `./${file.path}`})),
          date,
        ),
      ],
    ],
    date,
  );
}

/** The format of ar(5): each member has a header of 60 characters, and begins at an even byte. */
function archive(members: readonly (readonly [name: string, bytes: Buffer])[], date: Date): Buffer {
  const seconds = String(date.getTime() / 1000);
  return Buffer.concat([
    Buffer.from('!<arch>\n'),
    ...members.flatMap(([name, bytes]) => [
      Buffer.from(
        `${name.padEnd(16)}${seconds.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`,
      ),
      bytes,
      Buffer.from(bytes.length % 2 === 0 ? '' : '\n'),
    ]),
  ]);
}
