/**
 * A gateway that follows the process with the files. Its venue is a replica; budgets, keys, listen
 * keys, faults and amendments are the other process's, which tells of every change before anything
 * later is heard.
 */
import { assert } from '../../domain/assert.ts';
import { createSocketFacts, type HeardFact, type SocketFacts } from '../../facts/socket-facts.ts';
import { type Amendments, createAmendments } from '../../gateway/acts/amendments.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Tls } from '../../gateway/http-server.ts';
import type { KeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import { type KeyStore, openKeyStore } from '../../gateway/keys/key-store.ts';
import { type JsonLog, SILENT_LOG } from '../../gateway/log.ts';
import { createMetrics } from '../../gateway/metrics.ts';
import { NOTICES, type Owner, TOPICS } from '../../gateway/remote/owner.ts';
import {
  createRemoteFaults,
  type RemoteFaults,
  type ToldFault,
} from '../../gateway/remote/remote-faults.ts';
import { createRemoteBudgets, type RemoteBudgets } from '../../gateway/remote/remote-limiter.ts';
import { createGateway } from '../../gateway/server.ts';
import type { GatewaySettings } from '../../gateway/settings.ts';
import type { Clock } from '../../venue/clock.ts';
import { createFollowedClock, type ToldClock } from '../../venue/replica/followed-clock.ts';
import { openGatewayVenue } from '../../venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../venue/replica/replica.ts';
import type { Views } from '../../views/views.ts';
import { type GatewayFacts, isFacts } from './facts.ts';

export interface FollowParts {
  readonly folder: string;
  readonly name: string;
  /** What it does with what it is told first. */
  readonly prepare: (facts: GatewayFacts) => Promise<Prepared>;
  readonly prologue: (views: Views, log: JsonLog) => void;
  /** The process with the files is gone, or cannot be followed any longer. */
  readonly onEnd: (because: string) => void;
  /** For tests, whose clock is moved by hand. */
  readonly clock?: Clock | undefined;
}

export interface Prepared {
  readonly log: JsonLog;
  readonly kek: KeyEncryptionKey;
  readonly settings: GatewaySettings;
  readonly tls: Tls | undefined;
}

export interface Following {
  readonly gateway: Gateway;
  readonly venue: ClusterVenue;
  readonly owner: Owner;
  readonly facts: GatewayFacts;
  readonly log: JsonLog;
  readonly close: () => Promise<void>;
}

/** Has caught up, has no routes yet, and does not listen. */
export async function followOwner(parts: FollowParts): Promise<Following> {
  const { folder, name } = parts;
  const news = createNews();
  const followed = createFollowedClock();
  const clock = parts.clock ?? followed;
  let log: JsonLog = SILENT_LOG;
  let facts: unknown;
  const opened = await openGatewayVenue({
    ...{ dataFolder: folder, name, clock, onNotice: news.hear, onEnd: parts.onEnd },
    onFacts: (told) => {
      facts = told;
      news.hearFacts(told);
    },
    log: (level, message, about) => log[level]({ ...about, name }, message),
    prologue: (views) => parts.prologue(views, log),
  });
  const { venue } = opened;
  const { link } = opened.log;
  const close = async (): Promise<void> => {
    link.close();
    await venue.close();
  };
  try {
    assert(isFacts(facts), 'the process with the files says what a gateway needs');
    followed.hear(facts.clock);
    const owner: Owner = {
      ask: (topic, value) => link.ask(topic, value),
      tell: (topic, value) => link.tell(topic, value),
    };
    const { kek, settings, tls, ...prepared } = await parts.prepare(facts);
    log = prepared.log;
    const home = createSocketFacts((asked) => owner.ask(TOPICS.fact, asked));
    home.hearAll(facts.shared);
    const shared = await openShared(owner, home, kek, clock);
    const metrics = createMetrics(venue, { process: true });
    const { noted: _noted, home: _home, ...given } = shared;
    const gateway = createGateway({ ...given, venue, log, metrics, settings, tls });
    gateway.http.onClosing(() => void shared.faults.close());
    const hearClock = (told: ToldClock): void => {
      followed.hear(told);
      [, , opened.log.lastKnown] = told;
    };
    news.heed(heedersOf(shared, hearClock), (told) => takeFacts(shared, told, hearClock));
    return { gateway, venue, owner, facts, log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Heeders = ReadonlyMap<string, (value: never) => void>;

/**
 * Notices that come before anybody can heed them are kept. After each connection all facts are told
 * again, because notices may have been missed.
 */
function createNews() {
  let heeders: Heeders | undefined;
  let takeAll: (facts: GatewayFacts) => void = () => undefined;
  let kept: (() => void)[] = [];
  const soon = (act: () => void): void => {
    if (heeders === undefined) kept.push(act);
    else act();
  };
  return {
    hear: (topic: string, value: never): void => soon(() => heeders?.get(topic)?.(value)),
    hearFacts: (facts: unknown): void => soon(() => isFacts(facts) && takeAll(facts)),
    heed: (given: Heeders, take: typeof takeAll): void => {
      heeders = given;
      takeAll = take;
      for (const act of kept) act();
      kept = [];
    },
  };
}

/** What all gateways share, as this one knows it. */
interface SharedParts {
  readonly home: SocketFacts;
  readonly keys: KeyStore;
  readonly budgets: RemoteBudgets;
  readonly faults: RemoteFaults;
  readonly amendments: Amendments;
  /** Those that were told of, by any gateway. */
  readonly noted: Amendments;
}

async function openShared(
  owner: Owner,
  home: SocketFacts,
  kek: KeyEncryptionKey,
  clock: Clock,
): Promise<SharedParts> {
  const keys = await openKeyStore({ home, kek, clock });
  const faults = createRemoteFaults(owner);
  const noted = createAmendments();
  return {
    home,
    keys,
    faults,
    noted,
    budgets: createRemoteBudgets(owner, clock.monotonicNow),
    amendments: {
      list: noted.list,
      note: (account, amended) => owner.tell(TOPICS.amended, [account, amended]),
    },
  };
}

function takeFacts(
  { home, faults }: SharedParts,
  facts: GatewayFacts,
  hearClock: (told: ToldClock) => void,
): void {
  hearClock(facts.clock);
  home.hearAll(facts.shared);
  faults.hearAll(facts.faults);
}

type Amended = Parameters<Amendments['note']>;

const heedersOf = (
  { home, budgets, faults, noted }: SharedParts,
  hearClock: (told: ToldClock) => void,
): Heeders =>
  new Map<string, (value: never) => void>([
    [NOTICES.clock, hearClock],
    [NOTICES.fact, (told: HeardFact) => home.hear(told)],
    [NOTICES.shutOut, ([group, seconds]: [string, number]) => budgets.shutOut(group, seconds)],
    [NOTICES.faultBegun, (told: ToldFault) => faults.hear(told)],
    [NOTICES.faultOver, (number: number) => faults.hearOver(number)],
    [NOTICES.amended, ([account, amended]: Amended) => noted.note(account, amended)],
  ]);
