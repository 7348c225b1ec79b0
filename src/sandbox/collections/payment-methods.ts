import type {Network} from '../fixtures/networks.js';

/** Documented for XOF Orange: the test code, and how many digits a code has. */
export const testOtp = '4567';
export const otpLength = 4;

/** The documented test wallet that needs a one-time password, though its digits are no Orange number's. */
const documentedOtpWallet = '2251114462945';

/** MOMCIV stands for three networks, which only the wallet's digits tell apart. */
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

/** The `payment_method` of an answer: outside XOF and ZAR it is the service's own name. */
export function paymentMethodOf(network: Network, account: string): string {
  return network.code === 'MOMCIV' ? ivorianMethodOf(account) : (methodOfCode[network.code] ?? 'PAYAZA');
}

/** Whether the customer gets a one-time password (documented for XOF Orange in Côte d'Ivoire only). */
export function needsOtp(network: Network, account: string): boolean {
  return paymentMethodOf(network, account) === 'ORANGE_CI';
}
