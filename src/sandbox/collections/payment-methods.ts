import type {Network} from '../fixtures/networks.js';

/** Documented for XOF Orange: the test code, and the number of digits of a code. */
export const testOtp = '4567';
export const otpLength = 4;

/** The documented test wallet that needs a one-time password, although its digits are not those of an Orange number. */
const documentedOtpWallet = '2251114462945';

/** MOMCIV stands for three networks; only the digits of the wallet distinguish them. */
function ivorianMethodOf(wallet: string): string {
  if (wallet === documentedOtpWallet || wallet.startsWith('22507')) return 'ORANGE_CI';
  return wallet.startsWith('22501') ? 'MOOV_CI' : 'MTN_CI';
}

const methodOfCode: Readonly<Record<string, string>> = {
  WAVCIV: 'WAVE_CI',
  MTNBEN: 'MTN_BJ',
  MOOBEN: 'MOOV_BJ',
  EFTZAR: 'EFTZAR',
  CPZZAR: 'CPZZAR',
};

/** Returns the `payment_method` of an answer. Outside XOF and ZAR it is the service's own name. */
export function paymentMethodOf(network: Network, account: string): string {
  return network.code === 'MOMCIV' ? ivorianMethodOf(account) : (methodOfCode[network.code] ?? 'PAYAZA');
}

/** Whether the customer receives a one-time password (documented for XOF Orange in Côte d'Ivoire only). */
export function needsOtp(network: Network, account: string): boolean {
  return paymentMethodOf(network, account) === 'ORANGE_CI';
}
