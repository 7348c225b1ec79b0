import {inZone} from '../service/clock.js';
import type {Drift} from '../subscription/drift.js';
import {fill, type Language} from './fill.js';

/** What a drift is called in a column, and the sentence that it is told in. */
type DriftName =
  | 'duplicated'
  | 'missed'
  | 'missedUndated'
  | 'missedMany'
  | 'missedManyUndated'
  | 'failed'
  | 'retryDue'
  | 'retryOverdue'
  | 'pastDue'
  | 'waiting'
  | 'cardExpiring'
  | 'paused'
  | 'pausedUntil'
  | 'cancelled'
  | 'completed'
  | 'limit'
  | 'unknownPlan'
  | 'unknownStatus'
  | 'unknownCharges';

type DriftWords = {
  readonly asPlanned: string;
  readonly asPlannedSentence: string;
  /** At most 16 cells; `{count}` takes up to 4. */
  readonly column: Readonly<Record<Exclude<DriftName, 'missedUndated' | 'missedMany' | 'missedManyUndated'>, string>>;
  readonly sentences: Readonly<Record<DriftName, string>>;
};

/** How a subscription differs from its plan: a short form for a column, and what it means for the money and what to do. */
export const driftWords: Readonly<Record<Language, DriftWords>> = {
  en: {
    asPlanned: '✓ as planned',
    asPlannedSentence: 'Every charge came as planned.',
    column: {
      duplicated: '! doubled {count}',
      missed: '! missed {count}',
      failed: '! failed {count}',
      retryDue: '! retry due',
      retryOverdue: '! retry overdue',
      pastDue: '! past due',
      waiting: '? charge waits',
      cardExpiring: '! card expiring',
      paused: '– paused',
      pausedUntil: '– paused',
      cancelled: '– cancelled',
      completed: '– ended',
      limit: '– all charged',
      unknownPlan: '? plan unknown',
      unknownStatus: '? state unknown',
      unknownCharges: '? not asked yet',
    },
    sentences: {
      duplicated:
        'Cycle {from} was paid {count} times ({references}): the customer paid too much. Check each reference with the service, then give back all but one.',
      missed:
        'Cycle {from} was due on {date} and has no charge: that money has not come. Ask for the charges again; if there is still none, ask the service before you take it in any other way.',
      missedUndated:
        'Cycle {from} has no charge, though a later one has: that money has not come. Ask for the charges again; if there is still none, ask the service before you take it in any other way.',
      missedMany:
        'Cycles {from} to {to}, due from {date} on, have no charge: the money of {count} has not come. Ask for the charges again; if there are still none, ask the service before you take it in any other way.',
      missedManyUndated:
        'Cycles {from} to {to} have no charge, though a later one has: the money of {count} has not come. Ask for the charges again; if there are still none, ask the service before you take it in any other way.',
      failed:
        'Cycle {from} failed and is not tried again: that money will not come by itself. Ask the customer for another card or another way to pay.',
      retryDue:
        'Cycle {from} failed, so that money has not come yet. The service tries again on {date}: take nothing for it before then.',
      retryOverdue:
        'Cycle {from} failed, and nothing is heard of the new try of {date}: that money has not come. Ask for the charges again; if there is no new one, ask the service.',
      pastDue:
        'The service calls this subscription past due: the money of a charge is owed. Look at the charges and ask the customer for a card that works.',
      waiting: 'It has not begun: the first charge is not paid yet.',
      cardExpiring:
        'The card expires soon: what is charged after that will fail. Ask the customer for a new card in time.',
      paused: 'Paused: no money comes until somebody resumes it, and none is missed.',
      pausedUntil: 'Paused until {date}: no money comes until then, and none is missed.',
      cancelled: 'Cancelled: no more money comes. What was paid before stays paid.',
      completed: 'Ended: no more money comes. What was paid before stays paid.',
      limit: 'Every cycle of the plan is charged: no more money comes. To go on, enrol the customer again.',
      unknownPlan:
        'The till does not know how often this plan charges, so it cannot tell what money should have come. Look the plan up by its code.',
      unknownStatus:
        'The service calls its state {status}, which the till does not know, so it cannot tell what money should have come. Ask the service what it means.',
      unknownCharges: 'Nobody has asked for the charges yet, so the till cannot tell what money came. Ask for them.',
    },
  },
  fr: {
    asPlanned: '✓ comme prévu',
    asPlannedSentence: 'Tous les prélèvements ont eu lieu comme prévu.',
    column: {
      duplicated: '! en double {count}',
      missed: '! manqué {count}',
      failed: '! échec {count}',
      retryDue: '! nouvel essai',
      retryOverdue: '! essai tardif',
      pastDue: '! impayé',
      waiting: '? attend le 1er',
      cardExpiring: '! carte expire',
      paused: '– en pause',
      pausedUntil: '– en pause',
      cancelled: '– résilié',
      completed: '– terminé',
      limit: '– tout prélevé',
      unknownPlan: '? rythme inconnu',
      unknownStatus: '? état inconnu',
      unknownCharges: '? pas demandé',
    },
    sentences: {
      duplicated:
        'Le cycle {from} a été payé {count} fois ({references}) : le client a trop payé. Vérifiez chaque référence auprès du service, puis rendez tout sauf un.',
      missed:
        'Le cycle {from}, dû le {date}, n’a pas de prélèvement : cet argent n’est pas venu. Redemandez les prélèvements ; s’il n’y en a toujours pas, voyez avec le service avant de l’encaisser autrement.',
      missedUndated:
        'Le cycle {from} n’a pas de prélèvement, un cycle suivant en a un : cet argent n’est pas venu. Redemandez les prélèvements ; s’il n’y en a toujours pas, voyez avec le service avant de l’encaisser autrement.',
      missedMany:
        'Les cycles {from} à {to}, dus à partir du {date}, n’ont pas de prélèvement : l’argent de {count} cycles n’est pas venu. Redemandez les prélèvements ; s’il n’y en a toujours pas, voyez avec le service avant de l’encaisser autrement.',
      missedManyUndated:
        'Les cycles {from} à {to} n’ont pas de prélèvement, un cycle suivant en a un : l’argent de {count} cycles n’est pas venu. Redemandez les prélèvements ; s’il n’y en a toujours pas, voyez avec le service avant de l’encaisser autrement.',
      failed:
        'Le cycle {from} a échoué et ne sera pas réessayé : cet argent ne viendra pas tout seul. Demandez au client une autre carte ou un autre moyen de paiement.',
      retryDue:
        'Le cycle {from} a échoué, cet argent n’est donc pas encore venu. Le service réessaie le {date} : n’encaissez rien pour lui avant.',
      retryOverdue:
        'Le cycle {from} a échoué et le nouvel essai du {date} reste sans nouvelles : cet argent n’est pas venu. Redemandez les prélèvements ; s’il n’y en a pas de nouveau, voyez avec le service.',
      pastDue:
        'Le service dit cet abonnement impayé : l’argent d’un prélèvement est dû. Regardez les prélèvements et demandez au client une carte qui marche.',
      waiting: 'Il n’a pas débuté : le premier prélèvement n’est pas encore payé.',
      cardExpiring:
        'La carte expire bientôt : les prélèvements d’après échoueront. Demandez à temps une nouvelle carte au client.',
      paused: 'En pause : aucun argent ne vient jusqu’à la reprise, et il n’en manque pas.',
      pausedUntil: 'En pause jusqu’au {date} : aucun argent ne vient d’ici là, et il n’en manque pas.',
      cancelled: 'Résilié : il ne vient plus d’argent. Ce qui a été payé reste payé.',
      completed: 'Terminé : il ne vient plus d’argent. Ce qui a été payé reste payé.',
      limit:
        'Tous les cycles de la formule sont prélevés : il ne vient plus d’argent. Pour continuer, abonnez à nouveau le client.',
      unknownPlan:
        'La caisse ne sait pas à quel rythme cette formule prélève, ni donc quel argent aurait dû venir. Cherchez la formule par son code.',
      unknownStatus:
        'Le service nomme son état {status}, que la caisse ne connaît pas : elle ne sait pas quel argent aurait dû venir. Demandez au service ce que cela veut dire.',
      unknownCharges:
        'Personne n’a encore demandé les prélèvements : la caisse ne sait pas quel argent est venu. Demandez-les.',
    },
  },
};

/** The drift in a column, in at most 16 cells: the most pressing one, with how many cycles there are of its kind. */
export function driftColumn(drifts: readonly Drift[], language: Language): string {
  const {asPlanned, column} = driftWords[language];
  const [first] = drifts;
  if (first === undefined) return asPlanned;
  const alike = drifts.filter(({kind}) => kind === first.kind);
  const count = alike.reduce((sum, drift) => sum + cyclesIn(drift), 0);
  return fill(column[columnNameOf(first)], {count: count > 999 ? '999+' : count});
}

/** The sentences for all that differs, one for each; one alone where nothing does. */
export function driftSentences(drifts: readonly Drift[], language: Language, zone: string): readonly string[] {
  if (drifts.length === 0) return [driftWords[language].asPlannedSentence];
  return drifts.map(drift => fill(driftWords[language].sentences[nameOf(drift)], factsOf(drift, zone)));
}

function columnNameOf(drift: Drift) {
  const name = nameOf(drift);
  return name === 'missedUndated' || name === 'missedMany' || name === 'missedManyUndated' ? 'missed' : name;
}

function nameOf(drift: Drift): DriftName {
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

function factsOf(drift: Drift, zone: string): Readonly<Record<string, string | number>> {
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

const cyclesIn = (drift: Drift) => (drift.kind === 'missed' ? drift.toCycle - drift.fromCycle + 1 : 1);

/** The ISO day of a time of the service in a zone. */
const dayOf = (time: string | null, zone: string) => (time === null ? '?' : inZone(time, zone).slice(0, 10));
