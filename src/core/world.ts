/** The outside world as the till sees it. The simulation replaces it by a virtual one. */
export type World = {
  /** Milliseconds since the epoch by the machine's clock, which may be wrong and may jump. */
  readonly now: () => number;
  /** Milliseconds that never go backward. Every schedule within the process uses these. */
  readonly monotonic: () => number;
  /** Resolves after `milliseconds`, or at once when `signal` aborts. Never rejects. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** `count` unpredictable bytes. */
  readonly random: (count: number) => Uint8Array;
};
