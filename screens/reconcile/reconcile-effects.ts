import {homedir} from 'node:os';
import {join} from 'node:path';
import type {GivenSource} from '../../src/till/reconcile.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';
import type {ReconcileEffect} from './reconcile-screens.js';

type Ways = {
  readonly dispatch: (message: Message) => void;
  readonly fail: (error: unknown) => void;
};

/** Does in the world what was decided about a reconciliation. A newer one takes the place of the one under way. */
export function reconcileEffects(till: Till): (effect: ReconcileEffect, ways: Ways) => void {
  let latest = new AbortController();
  return (effect, {dispatch, fail}) => {
    switch (effect.kind) {
      case 'reconcile': {
        latest.abort();
        const mine = new AbortController();
        latest = mine;
        const {days, files, isLive} = effect;
        const onProgress = (progress: Extract<Message, {kind: 'reconcile-progress'}>['progress']) => {
          if (latest === mine) dispatch({kind: 'reconcile-progress', progress});
        };
        till.reconcile({days, files, isLive, onProgress, signal: mine.signal}).then(
          result => {
            if (latest === mine) dispatch({kind: 'reconciled', result});
          },
          error => {
            if (latest === mine) fail(error);
          },
        );
        return;
      }
      case 'stop-reconcile':
        return latest.abort();
      case 'import-source':
        return void importFile(till, effect.given, dispatch).catch(fail);
      case 'withdraw-source':
        return void till.withdrawSource(effect.source).then(() => dispatch({kind: 'source-withdrawn'}), fail);
    }
  };
}

async function importFile(till: Till, given: GivenSource, dispatch: Ways['dispatch']): Promise<void> {
  const file = given.file.startsWith('~/') ? join(homedir(), given.file.slice(2)) : given.file;
  const onProgress: Parameters<Till['importSource']>[1] = progress => dispatch({kind: 'reconcile-progress', progress});
  const read = {...given, file};
  const {imports} = till.state.reconciled;
  const {source, mapping, detection} = await till.importSource(read, onProgress);
  const {kind, name, sha256, rows, interval} = source;
  const isNew = !imports.some(each => each.kind === kind && each.sha256 === sha256);
  const taken = {name, sha256, rows: rows.length, interval, mapping, detection, isNew};
  dispatch({kind: 'source-read', given: read, taken});
}
