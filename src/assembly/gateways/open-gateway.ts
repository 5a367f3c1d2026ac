/**
 * A process with the doors of a venue. It follows the process with the files: its venue is a
 * replica; budgets, keys, listen keys, faults and amendments are the other process's, which tells
 * of every change before anything later is heard.
 */
import type { Socket } from 'node:net';
import { assert } from '../../domain/assert.ts';
import { createSocketFacts } from '../../facts/socket-facts.ts';
import { dataFilesOf, findCredentials } from '../../gateway/data-files.ts';
import {
  findKeyEncryptionKey,
  type KeyEncryptionKey,
} from '../../gateway/keys/key-encryption-key.ts';
import { openKeyStore } from '../../gateway/keys/key-store.ts';
import { type BudgetsLink, createAskedBudgets } from '../../gateway/limits/asked-limits.ts';
import { type JsonLogger, SILENT_LOGGER } from '../../gateway/logger.ts';
import { CLOCK_NOTICE, TOPICS } from '../../gateway/remote/owner.ts';
import { serveRemoteCompetition } from '../../gateway/remote/remote-competition.ts';
import type { GatewaySettings } from '../../gateway/settings.ts';
import { type Clock, createFollowedClock, type ToldClock } from '../../venue/clock.ts';
import { type GatewayVenue, openGatewayVenue } from '../../venue/replica/open-replica.ts';
import type { TimeRefused, TimeStepped } from '../../venue/time-control.ts';
import type { Closings } from '../closings.ts';
import { recallHistory } from '../first-history.ts';
import { openLogger } from '../log-lines.ts';
import { keyFileOf } from '../open-keys.ts';
import { routeEverything } from '../route-everything.ts';
import { openGateway } from '../serve.ts';
import { type GatewayFacts, isFacts } from './facts.ts';

export interface FollowParts {
  readonly data: string;
  readonly name: string;
  /** The process with the files is gone, or cannot be followed any longer. */
  readonly onEnd: (because: string) => void;
  /** For tests, whose clock is moved by hand and whose keys are in no file. */
  readonly byHand?: {
    readonly clock: Clock;
    readonly kek: KeyEncryptionKey;
    readonly edge?: GatewaySettings;
  };
}

export type Following = Awaited<ReturnType<typeof followOwner>>;

/** Has caught up, has no routes yet, and does not listen. */
export async function followOwner(parts: FollowParts) {
  const { data, name, onEnd, byHand } = parts;
  const files = dataFilesOf(data);
  const followed = createFollowedClock();
  const clock = byHand?.clock ?? followed;
  let logger: JsonLogger = SILENT_LOGGER;
  let facts: GatewayFacts | undefined;
  let open: GatewayVenue | undefined;
  const reached = () => {
    assert(open !== undefined, 'the process with the files was reached');
    return open.log.link;
  };
  const owner: BudgetsLink = {
    ask: async (topic, value) => reached().ask(topic, value),
    reckon: async (group, asked) => reached().reckon(group, asked),
    tell: (topic, value) => open?.log.link.tell(topic, value),
  };
  const home = createSocketFacts(owner);
  const hearClock = (told: ToldClock): void => {
    followed.hear(told);
    if (open !== undefined) [, , open.log.lastKnown] = told;
  };
  open = await openGatewayVenue({
    dataFolder: files.folder,
    name,
    clock,
    onEnd,
    // After each connection all facts are told again, because notices may have been missed.
    onFacts: (told) => {
      assert(isFacts(told), 'the process with the files says what a gateway needs');
      facts = told;
      hearClock(told.clock);
      home.hearAll(told.shared);
    },
    onNotice: (topic, value) =>
      topic === CLOCK_NOTICE ? hearClock(value) : home.hear(topic, value),
    logger: (level, message, about) => logger[level]({ ...about, name }, message),
    prologue: (views) => recallHistory(files.history, views, (warning) => logger.warn(warning)),
  });
  const { venue } = open;
  const { link } = open.log;
  const close = async (): Promise<void> => {
    link.close();
    await venue.close();
  };
  try {
    assert(facts !== undefined, 'facts come with the connection');
    const { settings } = facts;
    logger = openLogger(settings);
    const kek = byHand?.kek ?? (await readKek(keyFileOf(settings, files)));
    const keys = await openKeyStore({ home, kek, clock });
    const budgets = createAskedBudgets(owner, home, clock.monotonicNow);
    const edge = byHand?.edge;
    const { gateway } = await openGateway({ venue, keys, settings, logger, budgets, edge });
    return { gateway, venue, owner, facts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readKek(path: string): Promise<KeyEncryptionKey> {
  const kek = await findKeyEncryptionKey(path);
  if (kek === undefined) throw new Error(`${path} is missing`);
  return kek;
}

export interface GatewayChoice extends Pick<FollowParts, 'data' | 'onEnd'> {
  readonly number: number;
  /** The socket to listen at, inherited; undefined if the other process hands connections on. */
  readonly door: number | undefined;
}

/** Serves a connection that another process took. */
export type TakeConnection = (connection: Socket) => void;

export async function runGateway(
  { number, data, door, onEnd }: GatewayChoice,
  closings: Closings,
): Promise<TakeConnection> {
  const following = await followOwner({ data, name: `gateway ${number}`, onEnd });
  const { gateway } = following;
  routeAll(following, dataFilesOf(data).credentials);
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

export function routeAll({ gateway, venue, owner, facts }: Following, credentials: string): void {
  const { settings, page, adminUrl } = facts;
  const { aiLogs, stepTime } = askedOf(owner);
  const passTo = async (at: number): Promise<void> => void (await owner.ask(TOPICS.passTime, at));
  routeEverything(gateway, {
    page: {
      settings,
      venue,
      folder: page ?? undefined,
      findAdmin: () => adminUrl,
      listKeys: () => findCredentials(credentials) ?? [],
    },
    competition: { aiLogs, serve: () => serveRemoteCompetition(gateway, venue, owner) },
    steps: { step: stepTime, passTo, end: () => undefined },
  });
}

/** What the other process does for the dialects of a gateway. */
export const askedOf = (owner: BudgetsLink) => ({
  aiLogs: { append: async (kept: object) => void (await owner.ask(TOPICS.aiLog, kept)) },
  stepTime: (byMillis: number): Promise<TimeStepped | TimeRefused> =>
    owner.ask(TOPICS.stepTime, byMillis),
});
