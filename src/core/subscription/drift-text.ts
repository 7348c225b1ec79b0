import {fill, fillFrom, type Language, type Messages, messages} from '../messages/messages.js';
import {inZone} from '../service/clock.js';
import type {Deviation} from './deviations.js';

/** The name of a deviation's sentence. */
type DeviationName = keyof Messages['deviation']['sentences'];

/** The deviations for a column, in at most 16 cells: the most pressing one, with the number of cycles of its kind. */
export function deviationColumn(drifts: readonly Deviation[], language: Language): string {
  const {asPlanned, column} = messages(language).deviation;
  const [first] = drifts;
  if (first === undefined) return asPlanned;
  const alike = drifts.filter(({kind}) => kind === first.kind);
  const count = alike.reduce((sum, drift) => sum + cyclesIn(drift), 0);
  return fill(column[columnNameOf(first)], {cycles: count > 999 ? '999+' : count});
}

/** One sentence for each deviation; a single sentence if everything is as planned. */
export function deviationSentences(drifts: readonly Deviation[], language: Language, zone: string): readonly string[] {
  if (drifts.length === 0) return [messages(language).deviation.asPlannedSentence];
  return drifts.map(drift => fillFrom(messages(language).deviation.sentences[nameOf(drift)], factsOf(drift, zone)));
}

function columnNameOf(drift: Deviation) {
  const name = nameOf(drift);
  return name === 'missedUndated' || name === 'missedMany' || name === 'missedManyUndated' ? 'missed' : name;
}

function nameOf(drift: Deviation): DeviationName {
  switch (drift.kind) {
    case 'duplicated':
      return 'duplicated';
    case 'missed':
      if (drift.toCycle > drift.fromCycle) return drift.dueAt === null ? 'missedManyUndated' : 'missedMany';
      return drift.dueAt === null ? 'missedUndated' : 'missed';
    case 'failed':
      return ({due: 'retryDue', overdue: 'retryOverdue', none: 'failed'} as const)[drift.retry];
    case 'past-due':
      return 'pastDue';
    case 'waiting':
      return 'waiting';
    case 'card-expiring':
      return 'cardExpiring';
    case 'paused':
      return drift.resumesAt === null ? 'paused' : 'pausedUntil';
    case 'ended':
      return drift.why;
    case 'unknown-plan':
      return 'unknownPlan';
    case 'unknown-status':
      return 'unknownStatus';
    case 'unknown-charges':
      return 'unknownCharges';
  }
}

function factsOf(drift: Deviation, zone: string): Readonly<Record<string, string | number>> {
  switch (drift.kind) {
    case 'duplicated': {
      const references = drift.references.map(reference => reference ?? '?').join(', ');
      return {from: drift.cycle, count: drift.references.length, references};
    }
    case 'missed':
      return {from: drift.fromCycle, to: drift.toCycle, count: cyclesIn(drift), date: dayOf(drift.dueAt, zone)};
    case 'failed':
      return {from: drift.cycle, date: dayOf(drift.nextRetryAt, zone)};
    case 'paused':
      return {date: dayOf(drift.resumesAt, zone)};
    case 'unknown-status':
      return {status: drift.status};
    default:
      return {};
  }
}

const cyclesIn = (drift: Deviation) => (drift.kind === 'missed' ? drift.toCycle - drift.fromCycle + 1 : 1);

/** The ISO day in a zone of a time of the service. */
const dayOf = (time: string | null, zone: string) => (time === null ? '?' : inZone(time, zone).slice(0, 10));
