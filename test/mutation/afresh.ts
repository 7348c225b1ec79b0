import {inject} from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly run: number;
    readonly mutantActivation: 'static' | 'runtime' | undefined;
  }
}
type Loaded = {promise: unknown; exports: unknown; evaluated: boolean; readonly importers: Set<unknown>};
type Kept = {
  __vitest_worker__: {readonly evaluatedModules: {readonly idToModuleMap: ReadonlyMap<string, Loaded>}};
  __stryker__?: {activeMutant: unknown};
  lastRun?: number;
};

/**
 * Lets a run load our modules again in a process that was kept: nothing that was computed under one mutant is there under the next. The
 * texts, which are not mutated, stay.
 */
const kept = globalThis as unknown as Kept;
const isMutable = new RegExp(`^${RegExp.escape(process.cwd())}/(?:src|store|test)/(?!mutation/)(?!.*/generated/)`);
const run = inject('run');
if (kept.lastRun !== run) {
  kept.lastRun = run;
  if (kept.__stryker__ !== undefined && inject('mutantActivation') !== 'static')
    kept.__stryker__.activeMutant = undefined;
  for (const [id, loaded] of kept.__vitest_worker__.evaluatedModules.idToModuleMap)
    if (isMutable.test(id)) {
      Object.assign(loaded, {promise: undefined, exports: undefined, evaluated: false});
      loaded.importers.clear();
    }
}
