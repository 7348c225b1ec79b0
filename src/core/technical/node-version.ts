/** Whether this version of Node can run the till, which needs Node 26 or later. Runs on Node 18. */
export const isNewEnough = (version: string): boolean => Number.parseInt(version, 10) >= 26;

/** The newest security release of Node whose faults touch what the till relies on: addresses in certificates, and confined processes. */
export const secureNode = '26.12.1';

/** Whether this version of Node has that security release, or came after it. A version that cannot be read has not. */
export function isSecure(version: string): boolean {
  const [found, wanted] = [version, secureNode].map(text => text.split('.').map(Number));
  const at = wanted?.findIndex((part, index) => part !== found?.[index]) ?? -1;
  return at === -1 || (found?.[at] ?? 0) > (wanted?.[at] ?? 0);
}

/** Whether whoever works at a till of this profile is told that its Node lacks that release. Where no money is real, it can wait. */
export const isRisky = (profile: string, version: string): boolean => profile === 'live' && !isSecure(version);
