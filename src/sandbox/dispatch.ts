import type {IncomingHttpHeaders} from 'node:http';
import {type Answer, fieldsIn, isRefusal, json, refuse} from './answer.js';
import {authenticate, type Body, type PathValues, type World} from './call.js';
import {type Callback, takeCallbacks} from './cards/charge-card.js';
import {virtualNow} from './clock.js';
import {type Database, inTransaction} from './database.js';
import {
  answerInstead,
  drawFault,
  type FaultRule,
  isFaultBefore,
  readFaultSettings,
  spoil,
} from './faults/broken-answer.js';
import type {ServiceRoute} from './routes.js';
import {matchRoute, ownRoutes, serviceRoutes} from './routes.js';
import {letDueHappen} from './subscriptions/billing.js';

export type WholeRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

export type Addresses = Pick<World, 'baseUrl' | 'bankUrl'>;

/** An answer, the seconds by which its `Date` header is ahead of the machine's clock, and the callbacks that fell due. */
export type Dispatched = {
  readonly answer: Answer;
  readonly clockSkewSeconds: number;
  readonly callbacks: readonly Callback[];
};

/** Answers a request in one transaction, after everything that fell due. The paths work with `/live`, as at the service, and without. */
export function dispatch(database: Database, addresses: Addresses, request: WholeRequest): Dispatched {
  return inTransaction(database, () => {
    const {rules, switches} = readFaultSettings(database);
    const world: World = {database, ...addresses, now: virtualNow(database), switches};
    letDueHappen(database, world.now);
    const answer = answerService(world, rules, request);
    return {answer, clockSkewSeconds: switches.clockSkewSeconds, callbacks: takeCallbacks(database)};
  });
}

function answerService(world: World, rules: readonly FaultRule[], request: WholeRequest): Answer {
  const path = request.url.pathname.replace(/^\/live(?=\/)/, '');
  const match = matchRoute(serviceRoutes, request.method, path);
  if (match === undefined) return answerOwn(world, request);
  if ('allowed' in match) return wrongMethod(match.allowed);
  const {route, values} = match;
  if (route.optional === true && world.switches.withoutOptional) return notFound();
  const rule = drawFault(world.database, rules, route.name);
  if (rule !== undefined && isFaultBefore(rule.fault)) {
    return answerInstead(rule.fault, world.baseUrl + request.url.pathname + request.url.search, rule.seconds);
  }
  const answer = serve(world, route, request, values);
  return rule === undefined || isFaultBefore(rule.fault) ? answer : spoil(answer, rule.fault, rule.seconds);
}

function serve(world: World, route: ServiceRoute, request: WholeRequest, values: PathValues): Answer {
  const tenant = authenticate(request.headers, route.headers);
  if (typeof tenant !== 'string') return tenant;
  if (route.headers.product && request.headers['x-productid'] !== 'app') {
    return route.dialect(refuse(400, 'X-ProductID header is missing or invalid'));
  }
  const body = bodyIsFree(request) ? {} : readBody(request);
  if (body === undefined) return route.dialect(refuse(400, 'unable to parse request content json.'));
  const outcome = route.handle(world, {tenant, body, query: request.url.searchParams, values});
  return isRefusal(outcome) ? route.dialect(outcome) : outcome;
}

/** Some requests about a subscription have no body (documented). */
function bodyIsFree({method, text}: WholeRequest): boolean {
  return method === 'GET' || (method === 'PATCH' && text === '');
}

/** Returns the fields of a JSON object; undefined for anything else. */
function readBody({headers, text}: WholeRequest): Body | undefined {
  return /^application\/json\b/i.test(headers['content-type'] ?? '') ? fieldsIn(text) : undefined;
}

function answerOwn(world: World, {method, url, text}: WholeRequest): Answer {
  const match = matchRoute(ownRoutes, method, url.pathname);
  if (match === undefined) return notFound();
  if ('allowed' in match) return wrongMethod(match.allowed);
  return match.route.handle(world, {text, query: url.searchParams, values: match.values});
}

function notFound(): Answer {
  return json(404, {message: 'Not found', status: false});
}

function wrongMethod(allowed: readonly string[]): Answer {
  return json(405, {message: 'Method not allowed', status: false}, {Allow: allowed.join(', ')});
}
