import {type Answer, json, redirect, text} from '../answer.js';
import {inDialect} from './dialects.js';
import type {FaultAfter, FaultBefore} from './fault-names.js';

const badGateway =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n' +
  '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

const portal =
  '<!DOCTYPE html><html><head><title>Guest Wi-Fi</title></head><body><h1>Welcome</h1>' +
  '<form method="post" action="/login"><input name="room"><button>Connect</button></form></body></html>';

/**
 * Returns the answer that the client gets in place of the service's. `address` is the address of the request. `seconds` is the Retry-After
 * of `rate-limit`.
 */
export function answerInstead(fault: FaultBefore, address: string, seconds = 5): Answer {
  switch (fault) {
    case 'reset-before':
      return {...json(200, {}), delivery: 'reset'};
    case 'http-502-html':
      return text(502, 'text/html', badGateway);
    case 'rate-limit':
      return json(429, {message: 'Too many requests', status: false}, {'Retry-After': String(Math.ceil(seconds))});
    case 'captive-portal':
      return text(200, 'text/html', portal);
    case 'redirect':
      // A client that follows it repeats its request, which a till must not do with one that moves money.
      return redirect(307, address);
  }
}

/** Returns what becomes of the service's answer on its way to the client. */
export function spoil(answer: Answer, fault: FaultAfter, seconds?: number): Answer {
  switch (fault) {
    case 'drop-after':
      return {...answer, delivery: 'drop'};
    case 'http-500-after':
      return json(500, {message: 'Internal Server Error', status: false});
    case 'cut-answer':
      return {...answer, delivery: 'cut'};
    case 'slow':
      return {...answer, delivery: {afterSeconds: seconds ?? 40}};
    case 'malformed':
      return {...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2))};
    case 'truncate-no-length':
      return {...answer, delivery: 'unstated-length'};
    default:
      return inDialect(answer, fault, seconds ?? 5);
  }
}
