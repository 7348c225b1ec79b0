/** What may be found wrong; each is an invariant of the till's, or of the office's. */
export const checkers = [
  'without-right',
  'sent-before-durable',
  'sent-without-person',
  'sent-twice',
  'sent-unasked',
  'restored-otherwise',
  'older-restored',
  'old-machine-unseen',
  'sent-though-set-aside',
  'sent-after-disk-failure',
  'code-sent-blindly',
  'refund-sent-blindly',
  'enrolled-blindly',
  'cool-down',
  'money-without-line',
  'refund-without-line',
  'enrolled-without-line',
  'charge-twice',
  'charge-untrue',
  'paid-without-money',
  'failed-but-stands',
  'demoted',
  'lost',
  'paid-twice-unseen',
  'refund-untrue',
  'ticket-above-total',
  'ticket-without-money',
  'debt-asked-twice',
  'line-back-twice',
  'received-twice',
  'z-sums',
  'z-chain',
  'projection',
  'acknowledged-lost',
  'not-a-prefix',
  'chunks',
  'line-lost',
  'fork-unseen',
  'rollback-unseen',
  'clone-unseen',
  'loss-unseen',
  'falsely-accused',
  'till-changed',
  'paid-without-line',
  'secret-told',
  'approved-by-revoked',
  'list-went-back',
  'list-not-signed',
  'durable-line-lost',
  'journal',
  'state-differs',
  'truth',
  'unexpected',
  'fold',
  'rest',
] as const;
export type Checker = (typeof checkers)[number];

/** What was found wrong first, and what happened until then. */
export class Findings {
  readonly lines: string[] = [];
  readonly #place: () => string;
  first: {readonly checker: Checker; readonly what: string} | undefined;

  /** `place` says where the simulation is, for the trace. */
  constructor(place: () => string) {
    this.#place = place;
  }

  trace(line: string): void {
    this.lines.push(`${this.#place()} ${line}`);
  }

  report(checker: Checker, what: string): void {
    this.trace(`! ${checker}: ${what}`);
    this.first ??= {checker, what};
  }

  /** Runs what must not throw. */
  guard(checker: Checker, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.report(checker, error instanceof Error ? error.message : String(error));
    }
  }
}
