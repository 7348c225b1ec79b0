import type {Profile} from '../journal/event.js';
import type {Verdict} from '../payment/payment.js';
import type {Language} from './fill.js';
import type {Waiting} from './payment.js';
import type {CardScreenWords} from './screens-cards.js';
import type {CashScreenWords} from './screens-cash.js';
import {english} from './screens-en.js';
import {french} from './screens-fr.js';
import type {ShiftScreenWords} from './screens-shift.js';

/** Everything that a key can do on the screens. */
export type BindingId =
  | 'continue'
  | 'pick-marked'
  | 'next-field'
  | 'previous-field'
  | 'choose'
  | 'more'
  | 'same-wallet'
  | 'by-card'
  | 'by-cash'
  | 'drop-card'
  | 'drop-sale'
  | 'hours'
  | 'last-outcome'
  | 'day'
  | 'shift'
  | 'claim'
  | 'ask-claim'
  | 'bank'
  | 'take-cash'
  | 'pick-sum'
  | 'shift-first'
  | 'send'
  | 'look-at-earlier'
  | 'change'
  | 'confirm-clock'
  | 'send-code'
  | 'other-code'
  | 'next-sale'
  | 'next-customer'
  | 'check'
  | 'set-aside'
  | 'other-attempt'
  | 'do-set-aside'
  | 'keep-waiting'
  | 'send-again'
  | 'resolve'
  | 'refund'
  | 'refund-in-cash'
  | 'pick-reason'
  | 'give-back'
  | 'evidence'
  | 'slip'
  | 'qr'
  | 'open-page'
  | 'open'
  | 'open-z'
  | 'search'
  | 'select'
  | 'scroll'
  | 'print'
  | 'reconcile'
  | 'open-difference'
  | 'add-file'
  | 'ask-all'
  | 'stop-asking'
  | 'lines-by-state'
  | 'lines-by-code'
  | 'other-page'
  | 'other-day'
  | 'read-file'
  | 'use-file'
  | 'accept'
  | 'accept-it'
  | 'open-shift'
  | 'hand-over'
  | 'pay-in'
  | 'pay-out'
  | 'drop'
  | 'report-x'
  | 'close-shift'
  | 'archive'
  | 'write-down'
  | 'skip-asking'
  | 'make-z'
  | 'to-print'
  | 'do-print'
  | 'end-close'
  | 'leave-close'
  | 'plans'
  | 'enrol'
  | 'new-plan'
  | 'enrol-on'
  | 'leave-list'
  | 'make-plan'
  | 'do-enrol'
  | 'ask-holder'
  | 'judge'
  | 'look-into'
  | 'find'
  | 'find-words'
  | 'all-events'
  | 'as-it-was'
  | 'export-shown'
  | 'leave-review'
  | 'subscriptions'
  | 'open-marked'
  | 'find-subscription'
  | 'filter-state'
  | 'add-by-id'
  | 'add-it'
  | 'refresh'
  | 'charges'
  | 'pause-it'
  | 'resume-it'
  | 'cancel-it'
  | 'make-own'
  | 'do-change'
  | 'look-for-it'
  | 'back'
  | 'pending'
  | 'help'
  | 'leave'
  | 'do-leave'
  | 'interrupt';

type Many = {readonly one: string; readonly other: string};

/** The form of a word for a number: French says zero as it says one. */
export function forCount({one, other}: Many, count: number, language: Language): string {
  return count === 1 || (count === 0 && language === 'fr') ? one : other;
}

/** Everything that the screens say; each language is a file. */
export type ScreenWords = {
  /** A word for the footer, a sentence for the help. */
  readonly keys: Readonly<Record<BindingId, readonly [string, string]>>;
  readonly groups: Readonly<
    Record<
      | 'sale'
      | 'card'
      | 'cash'
      | 'confirm'
      | 'payment'
      | 'refund'
      | 'tray'
      | 'claim'
      | 'shift'
      | 'close'
      | 'archive'
      | 'reconcile'
      | 'reconcile-form'
      | 'reading'
      | 'subscriptions'
      | 'subscription'
      | 'resolve'
      | 'plans'
      | 'new-plan'
      | 'enrol'
      | 'bank'
      | 'review'
      | 'everywhere',
      string
    >
  >;
  readonly keysTitle: string;
  readonly helpTitle: string;
  readonly helpLead: string;
  readonly helpHere: string;
  readonly profiles: Readonly<Record<Profile, string>>;
  readonly link: Readonly<Record<'untried' | 'up' | 'down', string>>;
  readonly pending: string;
  readonly nothingPending: string;
  /** Bytes of the link. */
  readonly wire: string;
  readonly bytes: Readonly<Record<'few' | 'many', string>>;
  readonly tooSmall: string;
  readonly opening: string;
  readonly recovered: Many;
  readonly torn: string;
  readonly ended: string;
  readonly endedMore: string;
  readonly heldKey: string;
  readonly offline: string;
  readonly skewed: Readonly<Record<'ahead' | 'behind', string>>;
  readonly stopped: string;
  readonly leave: string;
  readonly leaveInFlight: Many;
  readonly sale: {
    readonly title: string;
    readonly nextAttempt: string;
    readonly fields: Readonly<
      Record<
        'amount' | 'wallet' | 'network' | 'country' | 'more' | 'firstName' | 'lastName' | 'email' | 'description',
        string
      >
    >;
    readonly noWallet: string;
    readonly phone: string;
    readonly fromPrefix: string;
    readonly fromNumber: string;
    readonly chosen: string;
    readonly onlyOne: string;
    readonly networkLater: string;
    readonly moreHint: string;
    readonly sameAmount: string;
    readonly byItself: string;
    readonly today: string;
    readonly byHour: string;
    readonly busiest: string;
    readonly latest: string;
    readonly counts: Readonly<Record<Verdict, Many>>;
    /** Cash beside the sums, which is told when the drawer is counted. */
    readonly andCash: string;
    readonly givenBack: string;
    readonly givenBackWhole: Many;
    readonly net: string;
    readonly nobodyBefore: string;
  };
  readonly confirm: {
    readonly title: string;
    readonly rows: Readonly<Record<'to' | 'phone' | 'network' | 'as' | 'name' | 'email' | 'sale', string>>;
    readonly as: string;
    readonly attempt: string;
    readonly cannotRecall: Readonly<Record<'prompt' | 'otp' | 'redirect', string>>;
    readonly sending: string;
    readonly earlier: string;
    readonly earlierPaid: string;
    readonly asking: string;
    readonly reason: string;
    readonly reasonMissing: string;
    readonly clockTitle: string;
    readonly clock: string;
    readonly clockNow: string;
    readonly clockQuestion: string;
  };
  readonly payment: {
    readonly say: string;
    readonly quoted: string;
    readonly service: string;
    readonly code: string;
    readonly codeDigits: string;
    readonly codeSome: string;
    readonly codeSending: string;
    readonly link: string;
    readonly qrHint: string;
    readonly qrTooBig: string;
    readonly scan: string;
    readonly nextLook: string;
    readonly asking: string;
    readonly askedTimes: Many;
    readonly setAsideTitle: string;
    readonly setAside: string;
    readonly othersPaid: string;
    readonly othersOpen: string;
    readonly maySendAgain: string;
    readonly mayResolve: string;
    readonly notOpenHere: string;
    readonly repeated: string;
    readonly timedOut: string;
    readonly cutOff: string;
    /** What a Wi-Fi's log-in page or a proxy says in the service's place. */
    readonly webPage: string;
  };
  readonly cards: CardScreenWords;
  readonly cash: CashScreenWords;
  readonly shift: ShiftScreenWords;
  readonly evidence: {readonly title: string; readonly judged: string};
  readonly slip: {readonly title: string};
  readonly tray: {
    readonly title: string;
    readonly empty: string;
    readonly noMatch: string;
    readonly search: string;
    readonly columns: Readonly<Record<'age' | 'amount' | 'wallet' | 'network' | 'answer' | 'next', string>>;
    readonly withYou: string;
    readonly asking: string;
    readonly resolve: string;
    readonly look: string;
    readonly notFound: string;
    readonly paidTwice: string;
    readonly refundUnclear: string;
    /** What a payment waits for, in a column's width. */
    readonly waiting: Readonly<Record<Waiting, string>>;
    readonly range: string;
  };
  readonly resolve: {
    readonly title: string;
    readonly lead: string;
    readonly leadContrary: string;
    readonly notFound: Many;
    readonly last: string;
    readonly fields: Readonly<Record<'as' | 'person' | 'reason', string>>;
    readonly answers: Readonly<Record<'made' | 'not-made', string>>;
    readonly choose: string;
    readonly chooseFirst: string;
    readonly note: string;
  };
  readonly firstRun: {
    readonly title: string;
    readonly lead: string;
    readonly fields: Readonly<Record<'shop' | 'email' | 'country' | 'zone' | 'profile' | 'key' | 'till', string>>;
    readonly hints: Readonly<Record<'shop' | 'email' | 'country' | 'zone' | 'profile' | 'key' | 'till', string>>;
    readonly emailOptional: string;
    readonly keyHidden: string;
    readonly keyMissing: string;
    /** A till whose journal lies in the home, one whose journal cannot be read, and none of them. */
    readonly tillFound: string;
    readonly tillUnread: string;
    readonly tillNew: string;
    readonly foot: string;
    readonly keeping: string;
  };
};

export const keyNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    enter: 'Enter',
    tab: 'Tab',
    'shift-tab': 'Shift-Tab',
    escape: 'Esc',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    'page-up': 'PgUp',
    'page-down': 'PgDn',
    home: 'Home',
    end: 'End',
    'ctrl-c': 'Ctrl-C',
  },
  fr: {
    enter: 'Entrée',
    tab: 'Tab',
    'shift-tab': 'Maj-Tab',
    escape: 'Échap',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    'page-up': 'PgPréc',
    'page-down': 'PgSuiv',
    home: 'Début',
    end: 'Fin',
    'ctrl-c': 'Ctrl-C',
  },
};

export const screenWords: Readonly<Record<Language, ScreenWords>> = {en: english, fr: french};
