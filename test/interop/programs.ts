import {spawnSync} from 'node:child_process';

/** Runs a program that has to be there; what it writes, and whether it was content. */
export function run(program: string, ...line: readonly string[]) {
  const {error, status, stdout, stderr} = spawnSync(program, line, {encoding: 'utf8', timeout: 100_000});
  if (error !== undefined)
    throw new Error(`${program} is not here: apt-get install hledger beancount ledger libreoffice-calc`);
  return {isContent: status === 0, out: stdout, said: stdout + stderr};
}
