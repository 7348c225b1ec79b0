import {type ChallengeHints, challengeHints, openBrowser} from '../challenge/page.js';
import type {ChallengeServer} from '../challenge/server.js';
import type {Environment} from '../config.js';
import {displayMoney} from '../core/money/display.js';
import {verdictOf} from '../core/payment/payment.js';
import {waitingFor} from '../core/payment/waiting.js';
import {paymentOf, type TillContext} from './context.js';

/** The page of the customer's bank. `ssh` brings it to another machine; `opensBrowser`: this machine has a browser to open. */
export type ChallengePage = {readonly url: string} & ChallengeHints;

type Challenges = {
  /**
   * The page for a payment that waits for its bank's challenge, which is served from now on; undefined for any other payment. What happens
   * on the page proves nothing: it only makes the till ask the service at once. Throws `Problem` challenge-address and listen-failed.
   */
  readonly page: (reference: string) => Promise<ChallengePage | undefined>;
  readonly close: () => Promise<void>;
};

type Served = {readonly reference: string; readonly server: Promise<ChallengeServer>};

/** Serves challenges for as long as their payments are pending. */
export function createChallenges(context: TillContext, environment: Environment): Challenges {
  const {state, settings, world, leaving} = context;
  const served = new Map<string, Served>();
  const verdict = (reference: string) => {
    const payment = state.payments.get(reference);
    const known = payment === undefined ? 'not-known' : verdictOf(payment);
    return known === 'not-known' || known === 'on-book' ? 'waiting' : known;
  };
  const close = async ({reference, server}: Served) => {
    served.delete(reference);
    await server.then(({close: end}) => end()).catch(() => undefined);
  };

  async function serve(reference: string): Promise<ChallengeServer> {
    const payment = await paymentOf(context, reference);
    const challenge = payment.details?.challenge;
    if (challenge === undefined) throw new Error(`${reference} has no challenge`);
    const {serveChallenge} = await import('../challenge/server.js'); // few payments need it
    return serveChallenge({
      challenge,
      reference,
      amount: displayMoney(payment.request.amount, settings.language),
      shop: settings.shop,
      language: settings.language,
      allowsLoopback: settings.isServiceHere === true,
      ...(settings.listen === undefined ? {} : {listen: settings.listen}),
      monotonic: world.monotonic,
      onMessage: () => {
        context.watcher.check(reference).catch(context.tell);
      },
      verdict: () => verdict(reference),
    });
  }

  return {
    page: async reference => {
      // The page of a payment that has ended stays until the next page, so that it can show how the payment ended.
      for (const old of [...served.values()]) if (verdict(old.reference) !== 'waiting') await close(old);
      const payment = await paymentOf(context, reference);
      if (leaving.aborted || payment.status !== 'pending' || waitingFor(payment) !== 'challenge') return undefined;
      const entry = served.get(reference) ?? {reference, server: serve(reference)};
      served.set(reference, entry);
      const {url, port} = await entry.server.catch((error: unknown) => {
        served.delete(reference);
        throw error;
      });
      return {url, ...challengeHints({url, port, environment})};
    },
    close: async () => {
      await Promise.all([...served.values()].map(close));
    },
  };
}

/** Opens an address in the browser of this machine, if it has one and the person sits at it. */
export async function openHere(url: string, environment: Environment): Promise<void> {
  if (challengeHints({url, port: 0, environment}).opensBrowser) await openBrowser(url);
}
