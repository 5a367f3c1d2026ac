/** The answer to a path or a method that version 3 does not have. */
import type { Endpoint } from '../endpoint.ts';
import { type WireError, wireError } from '../errors.ts';
import { findNearestByPart } from '../nearest-name.ts';
import { PREFIX } from './endpoint.ts';

export function notFound(endpoints: readonly Endpoint[], method: string, path: string): WireError {
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
  const nearest = nearestPath(endpoints, path);
  const hint =
    nearest === undefined ? ['', ''] : [`, did you mean ${nearest}?`, `，是否为${nearest}？`];
  return wireError('404', {
    detail: { en: `${method} ${shown}${hint[0]}`, zh: `${method} ${shown}${hint[1]}` },
  });
}

/** Compared without what all paths begin with. */
function nearestPath(endpoints: readonly Endpoint[], path: string): string | undefined {
  const paths = [...new Set(endpoints.map((endpoint) => endpoint.path))];
  const short = (each: string): string => each.replace(`${PREFIX}/`, '').slice(0, 200);
  const nearest = findNearestByPart(short(path), paths.map(short));
  return paths.find((each) => nearest !== undefined && short(each) === nearest);
}
