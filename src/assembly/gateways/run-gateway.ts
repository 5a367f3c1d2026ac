/**
 * A process with the doors of a venue: it follows the process with the files, and opens the public
 * port once it has caught up.
 */
import type { Socket } from 'node:net';
import type { FactsLink } from '../../facts/socket-facts.ts';
import { dataFilesOf, findCredentials } from '../../gateway/data-files.ts';
import { findKeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import { TOPICS } from '../../gateway/remote/owner.ts';
import { serveRemoteCompetition } from '../../gateway/remote/remote-competition.ts';
import type { TimeStepped } from '../../venue/step-time.ts';
import type { TimeRefused } from '../../venue/time-control.ts';
import type { Closings } from '../closings.ts';
import { readTls } from '../door-place.ts';
import { edgeSettingsOf } from '../edge-settings.ts';
import { recallHistory } from '../first-history.ts';
import { openLogger } from '../log-lines.ts';
import { keyFileOf } from '../open-keys.ts';
import { routeEverything } from '../route-everything.ts';
import type { GatewayFacts } from './facts.ts';
import { type Following, followOwner, type Prepared } from './follow-owner.ts';

export interface GatewayChoice {
  readonly number: number;
  readonly data: string;
  /** The socket to listen at, inherited; undefined if the other process hands connections on. */
  readonly door: number | undefined;
  /** The process with the files is gone, or cannot be followed any longer. */
  readonly onEnd: (because: string) => void;
}

/** Serves a connection that another process took. */
export type TakeConnection = (connection: Socket) => void;

export async function runGateway(
  choice: GatewayChoice,
  closings: Closings,
): Promise<TakeConnection> {
  const { number, data, door, onEnd } = choice;
  const files = dataFilesOf(data);
  const following = await followOwner({
    ...{ folder: files.folder, name: `gateway ${number}`, onEnd },
    prepare: (facts) => prepare(facts, data),
    prologue: (views, log) => recallHistory(files.history, views, (warning) => log.warn(warning)),
  });
  const { gateway } = following;
  routeAll(following, files.credentials);
  closings.add('requests under way', gateway.close);
  const { server } = gateway.http;
  const { crowd } = gateway.edge;
  if (door !== undefined) await gateway.listen({ fd: door });
  return (connection) => {
    if (crowd.isUnwelcome(connection.remoteAddress ?? '')) return void connection.destroy();
    server.emit('connection', connection);
    connection.resume();
  };
}

async function prepare({ settings }: GatewayFacts, data: string): Promise<Prepared> {
  const keyFile = keyFileOf(settings, dataFilesOf(data));
  const kek = await findKeyEncryptionKey(keyFile);
  if (kek === undefined) throw new Error(`${keyFile} is missing`);
  return {
    logger: openLogger(settings),
    kek,
    settings: edgeSettingsOf(settings),
    tls: await readTls(settings),
  };
}

/** Everything that a gateway serves. */
export function routeAll({ gateway, venue, owner, facts }: Following, credentials: string): void {
  const { settings, page, adminUrl } = facts;
  routeEverything(gateway, {
    page: {
      ...{ settings, venue, folder: page ?? undefined, findAdmin: () => adminUrl },
      listKeys: () => findCredentials(credentials) ?? [],
    },
    competition: {
      aiLogs: { append: async (kept) => void (await owner.ask(TOPICS.aiLog, kept)) },
      serve: () => serveRemoteCompetition(gateway, venue, owner),
    },
    steps: { step: (byMillis) => askStep(owner, byMillis), end: () => undefined },
  });
}

export const askStep = (owner: FactsLink, byMillis: number): Promise<TimeStepped | TimeRefused> =>
  owner.ask(TOPICS.stepTime, byMillis);
