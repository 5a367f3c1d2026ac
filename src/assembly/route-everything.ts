/** All routes of the public server, in one place. */
import type { Shared } from '../gateway/acts/shared.ts';
import type { Credentials } from '../gateway/data-files.ts';
import { serveDocuments } from '../gateway/documents/serve-documents.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { serveAccounts } from '../gateway/page/serve-accounts.ts';
import { servePage } from '../gateway/page/serve-page.ts';
import { readVersion } from '../gateway/read-version.ts';
import { serveDialects } from '../gateway/serve-dialects.ts';
import { serveSockets } from '../gateway/sockets/serve-sockets.ts';
import { wholeMoney } from '../market/genesis.ts';
import type { StepTime } from '../venue/time-control.ts';
import type { Venue } from '../venue/venue.ts';
import { socketSettingsOf } from './edge-settings.ts';
import type { OpenCompetition } from './open-competition.ts';
import type { Settings } from './settings.ts';

export interface PageParts {
  readonly settings: Settings;
  readonly venue: Venue;
  /** Undefined if no page is served. */
  readonly folder: string | undefined;
  readonly listKeys: () => readonly Credentials[];
  /** The address of the admin server, once that is known. */
  readonly findAdmin: () => string | undefined;
}

/** Whether a browser on this machine may pick sandbox keys at all. */
export const mayPickKeys = ({ sandbox, pageKeys, trustedProxies }: Settings): boolean =>
  sandbox && pageKeys && trustedProxies.length === 0;

export interface RouteParts {
  readonly page: PageParts;
  readonly competition: Pick<Shared, 'aiLogs'> & Pick<OpenCompetition, 'serve'>;
  /** Whether no other process serves the sockets, which look at every entry. */
  readonly hasSockets?: boolean;
  /** Undefined if nobody may change the time. */
  readonly steps: StepTime | undefined;
}

export function routeEverything(gateway: Gateway, parts: RouteParts): void {
  const { page, competition, steps, hasSockets = true } = parts;
  const { aiLogs } = competition;
  const { settings, venue, folder, findAdmin } = page;
  const { legacyConditionalOrders } = settings;
  const { lateness } = gateway.edge;
  if (steps !== undefined) lateness.passTo = steps.passTo;
  gateway.http.onClosing(() => lateness.close());
  // What a step has passed is told before the step is answered.
  const stepTime: StepTime['step'] | undefined =
    steps && ((byMillis) => steps.step(byMillis).finally(() => lateness.look()));
  const stepping = stepTime === undefined ? {} : { stepTime };
  const mayBeLate = settings.sandbox;
  serveDialects(gateway, { aiLogs, mayBeLate, legacyConditionalOrders, ...stepping });
  if (steps !== undefined) gateway.http.onClosing(steps.end);
  competition.serve(gateway);
  if (hasSockets) serveSockets(gateway, socketSettingsOf(settings));
  serveDocuments(gateway, readVersion());
  const findConsole = (): string | undefined => {
    const admin = findAdmin();
    return admin === undefined ? undefined : `${admin}/console`;
  };
  if (folder !== undefined) servePage(gateway, folder, findConsole);
  const play = { venue, wallet: wholeMoney(settings.sandboxWallet) };
  if (mayPickKeys(settings)) serveAccounts(gateway, page.listKeys, play);
}
