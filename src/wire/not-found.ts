/** The answer to a path or a method that a dialect does not have. */
import type { Endpoint } from './endpoint.ts';
import { type WireError, wireError } from './errors.ts';
import { findNearestByPart } from './nearest-name.ts';

type FindNearest = (endpoints: readonly Endpoint[], path: string) => string | undefined;

export function explainPath(
  endpoints: readonly Endpoint[],
  method: string,
  path: string,
  findNearest: FindNearest,
): WireError {
  const shown = path.slice(0, 100);
  const methods = endpoints
    .filter((endpoint) => endpoint.path === path)
    .map((endpoint) => endpoint.method);
  if (methods.length > 0) {
    const use = methods.join(', ');
    return wireError('404', {
      detail: { en: `${method} ${shown}, use ${use}`, zh: `${method} ${shown}，请使用${use}` },
    });
  }
  const nearest = findNearest(endpoints, path);
  const hint =
    nearest === undefined ? ['', ''] : [`, did you mean ${nearest}?`, `，是否为${nearest}？`];
  return wireError('404', {
    detail: { en: `${method} ${shown}${hint[0]}`, zh: `${method} ${shown}${hint[1]}` },
  });
}

/** Paths are compared without the prefix that most of them begin with. */
export const nearestUnder =
  (prefix: string): FindNearest =>
  (endpoints, path) => {
    const paths = [...new Set(endpoints.map((endpoint) => endpoint.path))];
    const short = (each: string): string => each.replace(`${prefix}/`, '').slice(0, 200);
    const nearest = findNearestByPart(short(path), paths.map(short));
    return paths.find((each) => nearest !== undefined && short(each) === nearest);
  };
