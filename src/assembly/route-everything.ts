/** All routes of the public server, in one place. */
import type { Shared } from '../gateway/acts/shared.ts';
import type { Credentials } from '../gateway/data-files.ts';
import { serveDocuments } from '../gateway/documents/serve-documents.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { type PlayMoney, serveAccounts } from '../gateway/page/serve-accounts.ts';
import { type FindConsole, servePage } from '../gateway/page/serve-page.ts';
import { readVersion } from '../gateway/read-version.ts';
import { serveDialects } from '../gateway/serve-dialects.ts';
import { serveSockets } from '../gateway/sockets/serve-sockets.ts';
import type { SocketSettings } from '../gateway/sockets/settings.ts';
import type { StepTime } from '../venue/step-time.ts';
import type { OpenCompetition } from './open-competition.ts';

export interface PageParts {
  /** Undefined if no page is served. */
  readonly folder: string | undefined;
  readonly mayPickKeys: boolean;
  readonly listKeys: () => readonly Credentials[];
  readonly play: PlayMoney;
  readonly findConsole: FindConsole;
}

export interface RouteParts {
  readonly page: PageParts;
  readonly competition: Pick<Shared, 'aiLogs'> & Pick<OpenCompetition, 'serve'>;
  readonly sockets: Partial<SocketSettings>;
  /** Undefined if nobody may change the time. */
  readonly steps: StepTime | undefined;
  readonly legacyConditionalOrders: boolean;
}

export function routeEverything(
  gateway: Gateway,
  { page, competition, sockets, steps, legacyConditionalOrders }: RouteParts,
): void {
  const { aiLogs } = competition;
  const stepping = steps === undefined ? {} : { stepTime: steps.step };
  serveDialects(gateway, { aiLogs, legacyConditionalOrders, ...stepping });
  if (steps !== undefined) gateway.http.onClosing(steps.end);
  competition.serve(gateway);
  serveSockets(gateway, sockets);
  serveDocuments(gateway, readVersion());
  if (page.folder !== undefined) servePage(gateway, page.folder, page.findConsole);
  if (page.mayPickKeys) serveAccounts(gateway, page.listKeys, page.play);
}
