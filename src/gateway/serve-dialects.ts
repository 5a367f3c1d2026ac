/** Puts every endpoint of every dialect on the wire. */
import type { Shared } from './acts/shared.ts';
import { DIALECTS } from './dialects.ts';
import type { Gateway } from './gateway.ts';
import { isPublic } from './route.ts';

/** What the composition may replace of what acts share. */
export type DialectSettings = Partial<
  Pick<Shared, 'aiLogs' | 'mayUpload' | 'mayBeLate' | 'stepTime' | 'legacyConditionalOrders'>
>;

export function serveDialects(gateway: Gateway, settings: DialectSettings = {}): void {
  const { edge, shared } = gateway;
  shared.aiLogs = settings.aiLogs ?? shared.aiLogs;
  shared.mayUpload = settings.mayUpload ?? shared.mayUpload;
  shared.mayBeLate = settings.mayBeLate ?? shared.mayBeLate;
  shared.stepTime = settings.stepTime ?? shared.stepTime;
  shared.legacyConditionalOrders = settings.legacyConditionalOrders ?? false;
  edge.namings.push(...DIALECTS);
  for (const route of DIALECTS.flatMap(({ routes }) => routes))
    if (isPublic(route)) gateway.routePublic(route);
    else gateway.routePrivate(route);
  for (const dialect of DIALECTS)
    for (const path of dialect.sharedPaths ?? []) gateway.routeShared(dialect, path);
}
