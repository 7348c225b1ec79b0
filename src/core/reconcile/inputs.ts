import type {Profile} from '../journal/event.js';
import type {Acceptance, ConfirmedMatch} from './discrepancy.js';
import type {LocalPayment} from './local.js';
import type {BankRow, PayoutRow, ProviderRow, SourceFile} from './row.js';
import type {ShopRule} from './rules.js';
import type {SettledPairs} from './settled-pairs.js';
import type {ProviderStanding} from './standing.js';

/** Business dates, both ends included. */
export type Days = {readonly from: string; readonly to: string};

/** Whether a till's journal is whole; `seq` is the first line that is missing or wrong. */
export type ChainState = {
  readonly till: string;
  readonly state: 'whole' | 'gap' | 'broken';
  readonly seq: number | null;
};

/** A difference that an earlier reconciliation left open. `firstSeen` is an ISO date. */
export type Carried = {
  readonly key: string;
  readonly firstSeen: string;
  readonly text?: string | undefined;
  /** The day of a row that no payment has. */
  readonly on?: string | undefined;
};

/** What a method costs: `basisPoints` of the amount, a ten-thousandth each, and a fixed decimal in major units. */
export type Tariff = {
  readonly method: LocalPayment['method'];
  readonly currency: string;
  readonly basisPoints: number;
  readonly fixed: string;
};

/** Level 1 knows no tolerance. Tolerances are decimals in major units by currency; absent: none. */
export type ReconciliationSettings = {
  /** The zone of the provider's clock where a person was told it; null: unknown. */
  readonly providerZone: string | null;
  readonly feeTolerance: Readonly<Record<string, string>>;
  readonly bankTolerance: Readonly<Record<string, string>>;
  readonly tariffs: readonly Tariff[];
  /** T+n in working days, after which a payment has to be in a payout. */
  readonly settlementDays: number;
  /** ISO dates on which no bank works, beside Saturdays and Sundays. */
  readonly holidays: readonly string[];
  readonly clockToleranceSeconds: number;
  /** How long after its request the provider may say that a payment was made. */
  readonly timeToleranceMinutes: number;
  /** The owner's rules for provider's words that no table has, by the word in small letters. */
  readonly statusWords: Readonly<Record<string, ProviderStanding>>;
};

export const defaultSettings: ReconciliationSettings = {
  providerZone: null,
  feeTolerance: {},
  bankTolerance: {},
  tariffs: [],
  settlementDays: 3,
  holidays: [],
  clockToleranceSeconds: 120,
  timeToleranceMinutes: 60,
  statusWords: {},
};

/** Everything that a reconciliation is made of. The order of no list matters. */
export type Inputs = {
  readonly days: Days;
  /** Epoch milliseconds from which ages are counted. */
  readonly asOf: number;
  readonly zone: string;
  readonly profile: Profile;
  /** Of the days, and every other one of the loaded tills that a file may name. */
  readonly payments: readonly LocalPayment[];
  /** Those that are in `payments` no more, since a first pass has found them right. */
  readonly settled?: SettledPairs | undefined;
  /** Tills whose journal was read, and those that are known and were not. */
  readonly tills: {readonly loaded: readonly string[]; readonly missing: readonly string[]};
  readonly providerFiles: readonly SourceFile<ProviderRow>[];
  readonly payoutFiles: readonly SourceFile<PayoutRow>[];
  readonly bankFiles: readonly SourceFile<BankRow>[];
  /** The live question round, null where none was made; references of which nothing was heard. */
  readonly live: {readonly asked: number; readonly unanswered: readonly string[]} | null;
  readonly chains: readonly ChainState[];
  readonly accepted: readonly Acceptance[];
  readonly matches: readonly ConfirmedMatch[];
  /** Absent in what was sealed before there were any. */
  readonly rules?: readonly ShopRule[] | undefined;
  readonly carried: readonly Carried[];
  readonly settings: ReconciliationSettings;
};
