import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import type {OfficePerson, Passkey} from '../../core/office/person.js';
import {jsonIn} from '../../core/text/json.js';

/** What a browser has been asked, and under which address. `token` is the challenge as the form contains it. */
type Ceremony = {readonly origin: URL; readonly token: string};

/** Passkeys belong to a name; browsers make none for the number of a machine. */
export const takesPasskeys = ({hostname}: URL): boolean => /[a-z]/i.test(hostname) && !hostname.startsWith('[');

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));

export async function newPasskeyOptions(
  {id, passkeys}: OfficePerson,
  name: string,
  {origin, token}: Ceremony,
): Promise<string> {
  const options = await generateRegistrationOptions({
    rpName: 'Duka',
    rpID: origin.hostname,
    challenge: bytesOf(token),
    userID: bytesOf(id),
    userName: name,
    userDisplayName: name,
    attestationType: 'none',
    authenticatorSelection: {residentKey: 'required', userVerification: 'required'},
    excludeCredentials: passkeys.map(passkey => ({id: passkey.id})),
  });
  return JSON.stringify(options);
}

/** What the browser is asked to sign in with a passkey, as JSON. It offers those that it has for this address. */
export async function passkeyOptions({origin, token}: Ceremony): Promise<string> {
  const asked = {rpID: origin.hostname, challenge: bytesOf(token), userVerification: 'required'} as const;
  return JSON.stringify(await generateAuthenticationOptions(asked));
}

const answered = z.looseObject({id: z.string().max(1400), type: z.literal('public-key'), response: z.looseObject({})});
/** The answer of a browser; undefined if it is none. The library checks what is in it. */
const answerIn = (text: string): unknown => answered.safeParse(jsonIn(text)).data;

export const passkeyIn = (text: string): string | undefined => answered.safeParse(jsonIn(text)).data?.id;

/** The library throws what is wrong with an answer. It says nothing to whoever signs in. */
const refused = () => undefined;

/** The passkey that a browser has made; undefined if the answer is not one to what was asked. */
export async function newPasskey(text: string, {origin, token}: Ceremony, now: number): Promise<Passkey | undefined> {
  const response = answerIn(text) as RegistrationResponseJSON | undefined;
  if (response === undefined) return undefined;
  const expected = {expectedChallenge: token, expectedOrigin: origin.origin, expectedRPID: origin.hostname};
  const found = await verifyRegistrationResponse({response, ...expected}).catch(refused);
  if (found?.verified !== true) return undefined;
  const {id, publicKey, counter} = found.registrationInfo.credential;
  const host = origin.hostname;
  return {id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, host, addedAt: now};
}

/** The passkey after it has signed in; undefined if the answer is not of it, or not to what was asked. */
export async function usedPasskey(
  text: string,
  passkey: Passkey,
  {origin, token}: Ceremony,
): Promise<Passkey | undefined> {
  const response = answerIn(text) as AuthenticationResponseJSON | undefined;
  if (response === undefined || passkey.host !== origin.hostname) return undefined;
  const credential = {id: passkey.id, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter};
  const expected = {expectedChallenge: token, expectedOrigin: origin.origin, expectedRPID: origin.hostname};
  const found = await verifyAuthenticationResponse({response, credential, ...expected}).catch(refused);
  return found?.verified === true ? {...passkey, counter: found.authenticationInfo.newCounter} : undefined;
}
