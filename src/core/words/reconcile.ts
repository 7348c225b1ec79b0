import type {Code, Line, LineStatus, Owner, Reason, Severity} from '../reconcile/discrepancy.js';
import type {Equation, TermName} from '../reconcile/equations.js';
import {commandWords} from './commands.js';
import {fill, type Language} from './fill.js';
import {paymentWords} from './payment.js';
import {reconcileEnglish} from './reconcile-en.js';
import {reconcileFrench} from './reconcile-fr.js';

/** What a reconciliation says: for each code a name, for each reason why it is there and what to do now. */
export type ReconcileWords = {
  readonly codes: Readonly<Record<Code, string>>;
  /** Why a line is there, and what to do now. */
  readonly reasons: Readonly<Record<Reason, {readonly why: string; readonly action: string}>>;
  readonly owners: Readonly<Record<Owner, string>>;
  readonly statuses: Readonly<Record<LineStatus, string>>;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly equations: Readonly<Record<Equation['id'], string>>;
  readonly terms: Readonly<Record<TermName, string>>;
  readonly unexplained: string;
  readonly title: string;
  readonly asOf: string;
  readonly nothing: string;
  readonly matched: string;
  readonly here: string;
  readonly there: string;
  readonly delta: string;
  readonly age: string;
  readonly firstSeen: string;
  readonly next: string;
  readonly accepted: string;
  readonly mayBe: string;
  readonly mayBeMore: string;
  readonly cleared: string;
  readonly coverage: string;
  readonly sources: {
    readonly journal: string;
    readonly missingTills: string;
    readonly live: string;
    readonly noLive: string;
    readonly provider: string;
    readonly payouts: string;
    readonly bank: string;
  };
  readonly notLoaded: string;
  readonly file: string;
  readonly noInterval: string;
  readonly repeated: string;
  readonly unknownZone: string;
  readonly remaining: string;
  readonly stillOpen: string;
  readonly unanswered: string;
  /** Of lines that nobody has to look at now. */
  readonly setAside: Readonly<Record<'carried' | 'accepted', string>>;
};

export const reconcileWords: Readonly<Record<Language, ReconcileWords>> = {en: reconcileEnglish, fr: reconcileFrench};

/** Why a line is there and what to do now, how it stands here in a person's words. */
export function reasonTexts({reason, facts}: Pick<Line, 'reason' | 'facts'>, language: Language) {
  const {why, action} = reconcileWords[language].reasons[reason];
  const standings: Readonly<Record<string, string>> =
    'refund' in facts ? commandWords[language].refund.statuses : paymentWords[language].statuses;
  const {here} = facts;
  const told = here === undefined ? facts : {...facts, here: standings[here] ?? here};
  return {why: fill(why, told), action: fill(action, told)};
}
