/** Whether this version of Node can run the till, which needs Node 26 or later. */
export function isNewEnough(version: string): boolean {
  return Number.parseInt(version, 10) >= 26;
}
