/** Whether a Node of this version can run the till: it is written for what Node 26 brings, in the language of that. */
export function isNewEnough(version: string): boolean {
  return Number.parseInt(version, 10) >= 26;
}
