import {readFileSync, statfsSync} from 'node:fs';
import {arch, availableParallelism, cpus, loadavg, platform, release, totalmem} from 'node:os';

/** What the figures were taken on, line by line. */
export function describeMachine(folder: string, isFirst: boolean): readonly string[] {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const versions = ['ink', 'react', 'ink-table', 'lowdb', 'got', 'zod', 'esbuild'].map(
    name => `${name} ${versionOf(name)}`,
  );
  return [
    `${platform()} ${release()} ${arch()}, ${cpu?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${gigabytes} GB`,
    `journals on ${fileSystemOf(folder)}`,
    `Node ${process.versions.node} (V8 ${process.versions.v8}, SQLite ${process.versions.sqlite}, undici ${process.versions.undici})`,
    versions.join(', '),
    `load average at the start ${loadavg()[0]?.toFixed(1)}${isFirst ? ', measured at the highest priority' : ''}`,
  ];
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as {version: string}).version;
}

const fileSystems: Readonly<Record<number, string>> = {
  61267: 'ext4',
  16914836: 'tmpfs, where a sync costs nothing',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  2035054128: 'overlayfs',
  801189825: 'zfs',
  26: 'apfs',
};

function fileSystemOf(folder: string): string {
  const {type} = statfsSync(folder);
  return fileSystems[type] ?? `a file system of type 0x${type.toString(16)}`;
}
