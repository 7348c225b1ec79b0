/** Makes `target` from `source`, unless it was made from the same files. Throws with every fault. */
export function compileMessages(options?: {
  readonly source?: string;
  readonly target?: string;
  readonly drafts?: readonly string[];
}): Promise<void>;
