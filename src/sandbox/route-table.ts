import type {PathValues} from './call.js';

type HttpMethod = 'GET' | 'POST' | 'PATCH';

/** A method and a path, in which `{name}` stands for one segment with any text. */
export type Route<Rest> = Rest & {readonly method: HttpMethod; readonly path: string};

/** The route of a request with the values of its path or, if only the method is wrong, the allowed methods. */
export type Match<Rest> = {readonly route: Route<Rest>; readonly values: PathValues} | {readonly allowed: HttpMethod[]};

export function matchRoute<Rest>(
  routes: readonly Route<Rest>[],
  method: string,
  path: string,
): Match<Rest> | undefined {
  const matches = routes.flatMap(route => {
    const found = pattern(route.path).exec(path);
    return found === null ? [] : [{route, values: {...found.groups}}];
  });
  if (matches.length === 0) return undefined;
  return matches.find(({route}) => route.method === method) ?? {allowed: matches.map(({route}) => route.method)};
}

const patterns = new Map<string, RegExp>();

/** Built once for each path, since every request is compared with all of them. */
function pattern(path: string): RegExp {
  const built = patterns.get(path) ?? new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  patterns.set(path, built);
  return built;
}
