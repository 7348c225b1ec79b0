import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {relative} from 'node:path';
import {declareClassPlugin, PluginKind} from '@stryker-mutator/api/plugin';

/** Passes the mutants that `main.mjs` asks for: those that it names, or so many of a hundred, chosen by place and text alone. */
class Chosen {
  #isChosen = () => false;

  async init() {
    const {share, only} = JSON.parse(readFileSync(process.env.MUTATION_CHOSEN, 'utf8'));
    const named = only && new Set(only);
    this.#isChosen = mutant => named?.has(keyOf(mutant)) ?? numberOf(mutant) < share;
  }

  async check(mutants) {
    const statusOf = mutant => (this.#isChosen(mutant) ? 'passed' : 'compileError');
    return Object.fromEntries(mutants.map(mutant => [mutant.id, {status: statusOf(mutant), reason: 'not chosen'}]));
  }

  async group(mutants) {
    return [mutants.map(({id}) => id)];
  }
}

/** As `main.mjs` has it, where lines and columns count from one. */
const keyOf = ({fileName, location: {start, end}, replacement}) =>
  [relative('', fileName), start.line + 1, start.column + 1, end.line + 1, end.column + 1, replacement].join();

function numberOf({fileName, location, replacement}) {
  const key = JSON.stringify([relative('', fileName), location, replacement]);
  return createHash('sha256').update(key).digest().readUInt32BE() % 100;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'chosen', Chosen)];
