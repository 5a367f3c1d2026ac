/**
 * A process with the doors of a venue: it follows the process with the files, and opens the public
 * port once it has caught up. Everything else it needs it is told when it begins, and whenever that
 * changes.
 */
import { assert } from '../../domain/assert.ts';
import type { Amendments } from '../../gateway/acts/amendments.ts';
import { createAmendments } from '../../gateway/acts/amendments.ts';
import { dataFilesOf, findCredentials } from '../../gateway/data-files.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { findKeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import type { KeyRecord } from '../../gateway/keys/key-record.ts';
import { type KeyStore, openKeyStore } from '../../gateway/keys/key-store.ts';
import { createLog, type JsonLog, SILENT_LOG } from '../../gateway/log.ts';
import { createMetrics } from '../../gateway/metrics.ts';
import { NOTICES, type Owner, TOPICS } from '../../gateway/remote/owner.ts';
import { serveRemoteCompetition } from '../../gateway/remote/remote-competition.ts';
import { createRemoteFaults, type RemoteFaults, type ToldFault } from '../../gateway/remote/remote-faults.ts';
import { createRemoteBudgets, type RemoteBudgets } from '../../gateway/remote/remote-limiter.ts';
import {
  createRemoteListenKeys,
  type RemoteListenKeys,
  type ToldListenKey,
  type ToldListenKeyEnd,
} from '../../gateway/remote/remote-listen-keys.ts';
import { createGateway } from '../../gateway/server.ts';
import { wholeMoney } from '../../market/genesis.ts';
import {
  createFollowedClock,
  type FollowedClock,
  type ToldClock,
} from '../../venue/replica/followed-clock.ts';
import { openReplica } from '../../venue/replica/open-replica.ts';
import type { ReplicaVenue } from '../../venue/replica/replica-venue.ts';
import type { TimeStepped } from '../../venue/step-time.ts';
import type { TimeRefused } from '../../venue/time-control.ts';
import type { Closings } from '../closings.ts';
import { edgeSettingsOf, socketSettingsOf } from '../edge-settings.ts';
import { recallHistory } from '../first-history.ts';
import { openLogLines } from '../log-lines.ts';
import { keyFileOf } from '../open-keys.ts';
import { routeEverything } from '../route-everything.ts';
import { type DoorPlace, placeOf, readTls } from '../serve.ts';
import { type GatewayFacts, isFacts } from './facts.ts';

export interface GatewayChoice {
  readonly number: number;
  readonly data: string;
  readonly host: string;
  readonly port: number;
  /** The process with the files is gone, or cannot be followed any longer. */
  readonly onEnd: (because: string) => void;
}

export async function runGateway(choice: GatewayChoice, closings: Closings): Promise<DoorPlace> {
  const { number, data } = choice;
  const files = dataFilesOf(data);
  const news = createNews();
  let clock: FollowedClock | undefined;
  let log: JsonLog = SILENT_LOG;
  const { venue, link, facts } = await openReplica({
    dataFolder: files.folder,
    name: `gateway ${number}`,
    log: (level, message, about) => log[level]({ ...about, gateway: number }, message),
    createClock: (told) => {
      assert(isFacts(told), 'the process with the files says what a gateway needs');
      const { logLevel } = told.settings;
      if (logLevel !== 'silent') log = createLog(logLevel, openLogLines());
      clock = createFollowedClock(told.clock);
      return clock;
    },
    prologue: (views) => recallHistory(files.history, views, (warning) => log.warn(warning)),
    onNotice: news.hear,
    onEnd: choice.onEnd,
  });
  closings.add('the replica', async () => {
    link.close();
    await venue.close();
  });
  assert(isFacts(facts) && clock !== undefined, 'a gateway was told what it needs');
  const owner: Owner = {
    ask: (topic, value) => link.ask(topic, value),
    tell: (topic, value) => link.tell(topic, value),
  };
  const parts = await openParts({ venue, owner, facts, clock, files });
  const gateway = await serveDoors({ ...parts, venue, owner, facts, files, log });
  closings.add('requests under way', gateway.close);
  news.heed(heedersOf(parts, clock));
  const { host, port } = choice;
  await gateway.listen({ host, port, reusePort: true });
  return placeOf(gateway.http);
}

type Heeders = ReadonlyMap<string, (value: never) => void>;

/** Notices that come before anybody can heed them are kept. */
function createNews() {
  let heeders: Heeders | undefined;
  let kept: [topic: string, value: never][] = [];
  const hear = (topic: string, value: never): void => {
    if (heeders === undefined) kept.push([topic, value]);
    else heeders.get(topic)?.(value);
  };
  const heed = (given: Heeders): void => {
    heeders = given;
    const before = kept;
    kept = [];
    for (const [topic, value] of before) hear(topic, value);
  };
  return { hear, heed };
}

interface Base {
  readonly venue: ReplicaVenue;
  readonly owner: Owner;
  readonly facts: GatewayFacts;
  readonly files: ReturnType<typeof dataFilesOf>;
}

/** What all gateways share, as this one knows it. */
interface SharedParts {
  readonly keys: KeyStore;
  readonly budgets: RemoteBudgets;
  readonly listenKeys: RemoteListenKeys;
  readonly faults: RemoteFaults;
  readonly amendments: Amendments;
  readonly noted: Amendments;
}

async function openParts({
  owner,
  facts,
  clock,
  files,
}: Base & { readonly clock: FollowedClock }): Promise<SharedParts> {
  const keyFile = keyFileOf(facts.settings, files);
  const kek = await findKeyEncryptionKey(keyFile);
  if (kek === undefined) throw new Error(`${keyFile} is missing`);
  const tellWrong = (who: string): Promise<unknown> => owner.ask(TOPICS.wrongPassphrase, who);
  const keys = await openKeyStore({ path: null, kek, clock, records: facts.keys, tellWrong });
  const listenKeys = createRemoteListenKeys(owner, keys);
  for (const told of facts.listenKeys) listenKeys.hear(told);
  const faults = createRemoteFaults(owner);
  for (const told of facts.faults) faults.hear(told);
  const noted = createAmendments();
  return {
    keys,
    listenKeys,
    faults,
    noted,
    budgets: createRemoteBudgets(owner, clock.monotonicNow),
    amendments: {
      list: noted.list,
      note: (account, amended) => owner.tell(TOPICS.amended, [account, amended]),
    },
  };
}

type Amended = Parameters<Amendments['note']>;

const heedersOf = (
  { keys, budgets, listenKeys, faults, noted }: SharedParts,
  clock: FollowedClock,
): Heeders =>
  new Map<string, (value: never) => void>([
    [NOTICES.clock, (told: ToldClock) => clock.hear(told)],
    [NOTICES.key, (record: KeyRecord) => keys.shared.put(record)],
    [NOTICES.keyLocked, ([who, millis]: [string, number]) => keys.shared.lock(who, millis)],
    [NOTICES.shutOut, ([group, seconds]: [string, number]) => budgets.shutOut(group, seconds)],
    [NOTICES.listenKey, (told: ToldListenKey) => listenKeys.hear(told)],
    [NOTICES.listenKeyOver, (told: ToldListenKeyEnd) => listenKeys.hearOver(told)],
    [NOTICES.faultBegun, (told: ToldFault) => faults.hear(told)],
    [NOTICES.faultOver, (number: number) => faults.hearOver(number)],
    [NOTICES.amended, ([account, amended]: Amended) => noted.note(account, amended)],
  ]);

interface DoorsParts extends Base, SharedParts {
  readonly log: JsonLog;
}

async function serveDoors(parts: DoorsParts): Promise<Gateway> {
  const { venue, owner, facts, files, log, keys, budgets, faults } = parts;
  const { listenKeys, amendments } = parts;
  const { settings, page, adminUrl } = facts;
  const metrics = createMetrics(venue, { process: true });
  const gateway = createGateway({
    ...{ venue, keys, log, metrics, budgets, faults, listenKeys, amendments },
    settings: edgeSettingsOf(settings),
    tls: await readTls(settings),
  });
  gateway.http.onClosing(() => void faults.close());
  routeEverything(gateway, {
    page: {
      folder: page ?? undefined,
      mayPickKeys: settings.sandbox && settings.pageKeys && settings.trustedProxies.length === 0,
      listKeys: () => findCredentials(files.credentials) ?? [],
      play: { venue, wallet: wholeMoney(settings.sandboxWallet) },
      findConsole: () => `${adminUrl}/console`,
    },
    competition: {
      aiLogs: {
        append: async (kept) => void (await owner.ask(TOPICS.aiLog, kept)),
      },
      serve: () => serveRemoteCompetition(gateway, venue, owner),
    },
    sockets: socketSettingsOf(settings),
    steps: { step: (byMillis) => askStep(owner, byMillis), end: () => undefined },
    legacyConditionalOrders: settings.legacyConditionalOrders,
  });
  return gateway;
}

async function askStep(owner: Owner, byMillis: number): Promise<TimeStepped | TimeRefused> {
  const outcome = await owner.ask(TOPICS.stepTime, byMillis);
  assert(isStep(outcome), 'a step is answered in its own form');
  return outcome;
}

const isStep = (outcome: unknown): outcome is TimeStepped | TimeRefused =>
  typeof outcome === 'object' && outcome !== null && ('refused' in outcome || 'after' in outcome);
