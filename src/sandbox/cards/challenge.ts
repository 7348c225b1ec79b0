import {randomUUID} from 'node:crypto';
import {fieldsOf} from './charge-fields.js';

/** What a merchant needs to send cardholders to their bank. */
export type Challenge = {
  readonly url: string;
  /** The base64 text of the form's one field, `creq`. */
  readonly creq: string;
  /** The same form as a piece of HTML that submits itself into a frame. */
  readonly html: string;
};

/** Returns the challenge whose page at the bank has the token. `baseUrl` is the address that the merchant's form is posted to first. */
export function challengeOf(token: string, baseUrl: string): Challenge {
  const url = `${baseUrl}/3ds/challenge`;
  // The fields of EMV 3-D Secure in base64, as the service writes them. 05 is a window of any size.
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

/** Returns the token in a `creq`, or an empty text if it has none. */
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
