import {overviewOf} from '../../src/core/reconcile/overview.js';
import type {ReconcileProgress} from '../../src/till/reconcile.js';
import type {Till} from '../../src/till/till.js';
import {fromHome} from '../kit/path.js';
import type {ReconcileAnswer, ReconcileAsks} from './state.js';

type Answering = (answer: ReconcileAnswer) => void;

/** Carries out what was decided about a reconciliation. Throws the same `Problem`s as the till. */
export async function run(asks: ReconcileAsks, till: Till, answer: Answering): Promise<void> {
  const onProgress = (progress: ReconcileProgress) => answer({kind: 'progress', progress});
  switch (asks.kind) {
    case 'compare': {
      const {days, files, isLive, asking, before} = asks;
      before?.abort();
      const result = await till.reconcile({days, files, isLive, onProgress, signal: asking.signal});
      return answer({kind: 'compared', result});
    }
    case 'stop':
      return asks.asking.abort();
    case 'read':
      return answer(await read(till, asks, onProgress));
    case 'withdraw':
      await till.withdrawSource(asks.source);
      return answer({kind: 'withdrawn'});
    case 'recall':
      return void (await till.payment(asks.reference));
  }
}

async function read(
  till: Till,
  {given, before}: Extract<ReconcileAsks, {kind: 'read'}>,
  onProgress: (progress: ReconcileProgress) => void,
): Promise<ReconcileAnswer> {
  const file = fromHome(given.file);
  const found = {...given, file};
  const {imports} = till.state.reconciled;
  const {source, ...read} = await till.importSource(found, onProgress);
  const {kind, name, sha256, rows, interval} = source;
  const isNew = !imports.some(each => each.kind === kind && each.sha256 === sha256);
  if (before !== undefined && before.sha256 !== sha256) await till.withdrawSource(before);
  const overview = overviewOf(source, read.proof, till.settings.reconciliation?.statusWords);
  return {kind: 'read', given: found, taken: {...read, name, sha256, rows: rows.length, interval, overview, isNew}};
}
