/**
 * A gateway that follows the process with the files. Its venue is a replica; budgets, keys, listen
 * keys, faults and amendments are the other process's, which tells of every change before anything
 * later is heard.
 */
import { assert } from '../../domain/assert.ts';
import { createSocketFacts, type FactsLink } from '../../facts/socket-facts.ts';
import { openFaults } from '../../gateway/faults/faults.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Tls } from '../../gateway/http-server.ts';
import type { KeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import { openKeyStore } from '../../gateway/keys/key-store.ts';
import { createAskedBudgets } from '../../gateway/limits/asked-limits.ts';
import { type JsonLogger, SILENT_LOGGER } from '../../gateway/logger.ts';
import { createMetrics } from '../../gateway/metrics.ts';
import { CLOCK_NOTICE } from '../../gateway/remote/owner.ts';
import { createGateway } from '../../gateway/server.ts';
import type { GatewaySettings } from '../../gateway/settings.ts';
import type { Clock } from '../../venue/clock.ts';
import { createFollowedClock, type ToldClock } from '../../venue/replica/followed-clock.ts';
import { type GatewayVenue, openGatewayVenue } from '../../venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../venue/replica/replica.ts';
import type { Views } from '../../views/views.ts';
import { type GatewayFacts, isFacts } from './facts.ts';

export interface FollowParts {
  readonly folder: string;
  readonly name: string;
  /** What it does with what it is told first. */
  readonly prepare: (facts: GatewayFacts) => Promise<Prepared>;
  readonly prologue: (views: Views, logger: JsonLogger) => void;
  /** The process with the files is gone, or cannot be followed any longer. */
  readonly onEnd: (because: string) => void;
  /** For tests, whose clock is moved by hand. */
  readonly clock?: Clock | undefined;
}

export interface Prepared {
  readonly logger: JsonLogger;
  readonly kek: KeyEncryptionKey;
  readonly settings: GatewaySettings;
  readonly tls: Tls | undefined;
}

export interface Following {
  readonly gateway: Gateway;
  readonly venue: ClusterVenue;
  readonly owner: FactsLink;
  readonly facts: GatewayFacts;
  readonly logger: JsonLogger;
  readonly close: () => Promise<void>;
}

/** Has caught up, has no routes yet, and does not listen. */
export async function followOwner(parts: FollowParts): Promise<Following> {
  const { folder, name } = parts;
  const followed = createFollowedClock();
  const clock = parts.clock ?? followed;
  let logger: JsonLogger = SILENT_LOGGER;
  let facts: GatewayFacts | undefined;
  let open: GatewayVenue | undefined;
  const owner: FactsLink = {
    ask: async (topic, value) => getOpen().log.link.ask(topic, value),
    tell: (topic, value) => open?.log.link.tell(topic, value),
  };
  const getOpen = (): GatewayVenue => {
    assert(open !== undefined, 'the process with the files was reached');
    return open;
  };
  const home = createSocketFacts(owner);
  const hearClock = (told: ToldClock): void => {
    followed.hear(told);
    if (open !== undefined) [, , open.log.lastKnown] = told;
  };
  open = await openGatewayVenue({
    ...{ dataFolder: folder, name, clock, onEnd: parts.onEnd },
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
    prologue: (views) => parts.prologue(views, logger),
  });
  const { venue } = open;
  const { link } = open.log;
  const close = async (): Promise<void> => {
    link.close();
    await venue.close();
  };
  try {
    assert(facts !== undefined, 'facts come with the connection');
    const { kek, settings, tls, ...prepared } = await parts.prepare(facts);
    logger = prepared.logger;
    const keys = await openKeyStore({ home, kek, clock });
    const { sandbox: isSandbox, market } = facts.settings;
    const faults = await openFaults({ home, venue, isSandbox, hasMarket: market !== 'off' });
    const budgets = createAskedBudgets(owner, home, clock.monotonicNow);
    const metrics = createMetrics(venue, { process: true });
    const gateway = createGateway({
      venue,
      keys,
      faults,
      budgets,
      logger,
      metrics,
      settings,
      tls,
    });
    gateway.http.onClosing(() => void faults.close());
    return { gateway, venue, owner, facts, logger, close };
  } catch (error) {
    await close();
    throw error;
  }
}
