import {randomUUID} from 'node:crypto';
import {fieldsOf} from './charge-fields.js';

/** What a merchant needs to send a cardholder to his bank. */
export type Challenge = {
  readonly url: string;
  /** The base64 text of the form's one field, `creq`. */
  readonly creq: string;
  /** The same as a piece of a page that submits itself into a frame. */
  readonly html: string;
};

/** The challenge whose page at the bank has the token; `baseUrl` is where the merchant's form goes first. */
export function challengeOf(token: string, baseUrl: string): Challenge {
  const url = `${baseUrl}/3ds/challenge`;
  // The fields of EMV 3-D Secure, in the base64 that the service writes; 05 is a window of any size.
  const request = {
    threeDSServerTransID: randomUUID(),
    acsTransID: token,
    messageType: 'CReq',
    messageVersion: '2.2.0',
    challengeWindowSize: '05',
  };
  const creq = Buffer.from(JSON.stringify(request)).toString('base64');
  return {url, creq, html: selfSubmitting(url, creq)};
}

/** The token in a `creq`, or an empty text where there is none. */
export function tokenOf(creq: string): string {
  try {
    const token = fieldsOf(JSON.parse(Buffer.from(creq, 'base64').toString('utf8')))?.acsTransID;
    return typeof token === 'string' ? token : '';
  } catch {
    return '';
  }
}

function selfSubmitting(url: string, creq: string): string {
  return (
    '<div id="threedsChallengeRedirect" style="height: 100vh">' +
    `<form id="threedsChallengeRedirectForm" method="POST" action="${url}" target="challengeFrame">` +
    `<input type="hidden" name="creq" value="${creq}"></form>` +
    '<iframe id="challengeFrame" name="challengeFrame" width="100%" height="100%"></iframe>' +
    '<script>document.getElementById("threedsChallengeRedirectForm").submit();</script></div>'
  );
}
