import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {expect, it, onTestFinished} from 'vitest';

/** The practice service as a process of its own, ready; `loaded` is a module that is loaded before it. */
async function running(loaded: readonly string[] = []) {
  const imports = ['./test/bench/typescript.mjs', ...loaded].flatMap(path => ['--import', path]);
  const child = spawn(process.execPath, [...imports, 'src/main.ts', 'sandbox', '--port', '0', '--data', ':memory:'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(createInterface(child.stdout), 'line');
  const ended = once(child, 'exit');
  return {child, ended};
}

it('a command that is interrupted ends by itself, though npm passes the same signal on', async () => {
  const passing = "process.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));";
  const {child, ended} = await running([`data:text/javascript,${encodeURIComponent(passing)}`]);
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});

it('a command that does not end is ended at once by a second signal, whichever it is', async () => {
  const deaf = "import {Server} from 'node:http'; Server.prototype.close = () => {};";
  const {child, ended} = await running([`data:text/javascript,${encodeURIComponent(deaf)}`]);
  child.kill('SIGINT');
  const press = () => {
    child.kill('SIGTERM');
    return child.exitCode;
  };
  await expect.poll(press, {interval: 100}).toBe(130);
  expect(await ended).toEqual([130, null]);
});
