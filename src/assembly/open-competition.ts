/** The competition of a venue: its registry, its clock, and the watchers of entrants. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { type Cursor, isPlaced } from '../archive/archive.ts';
import {
  createAddressBook,
  noteAddress,
  reviewAddresses,
} from '../competition/surveillance/addresses.ts';
import { type AccountId, NO_ORDER, type OrderId } from '../domain/ids.ts';
import type { Order } from '../domain/order.ts';
import type { Millis } from '../domain/units.ts';
import type { Records } from '../facts/records.ts';
import {
  type AiLogNote,
  type AiLogs,
  createMemoryAiLogs,
  openAiLogFile,
} from '../gateway/ai-logs.ts';
import { type AiDuty, createAiDuty, isLogDue } from '../gateway/competition/ai-duty.ts';
import type { AddressWatch, Competition } from '../gateway/competition/competition.ts';
import { openQualifier, openSightings, type Sightings } from '../gateway/competition/qualifier.ts';
import {
  ONLY_HERE,
  openPostgresRegistry,
  openSqliteRegistry,
  type Registry,
} from '../gateway/competition/registry.ts';
import { serveCompetition } from '../gateway/competition/serve-competition.ts';
import type { VenueFiles } from '../gateway/data-files.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { KeyStore } from '../gateway/keys/key-store.ts';
import { openPostgresAiLogs } from '../gateway/postgres-ai-logs.ts';
import type { Logger } from '../venue/logger.ts';
import { startSeasonClock } from '../venue/season-clock.ts';
import type { Venue } from '../venue/venue.ts';
import type { Settings } from './settings.ts';

export interface OpenCompetition extends Competition {
  /** Adds the public routes and begins to watch. */
  readonly serve: (gateway: Gateway) => void;
  readonly close: () => Promise<void>;
}

export interface CompetitionParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly files: Pick<VenueFiles, 'competition' | 'aiLogs'>;
  readonly logger: Logger;
  /** Where replicas share them; otherwise they are in the files. */
  readonly records?: Records | undefined;
  /** How a season's clock is started, if only one of several processes has it. */
  readonly startClock?: typeof startSeasonClock;
  /** What a season's result says of a sandbox; undefined if the venue is none. */
  readonly sandbox?: string | undefined;
}

/** The words for a sandbox with these settings. */
export function sandboxWords(settings: Pick<Settings, 'sandbox' | 'speed' | 'time'>) {
  if (!settings.sandbox) return undefined;
  if (settings.time === 'stepped') return 'on, time is stepped';
  return settings.speed === 1 ? 'on' : `on, time runs ${settings.speed} times as fast`;
}

export async function openCompetition(parts: CompetitionParts): Promise<OpenCompetition> {
  const { venue, keys, files, logger, records, startClock = startSeasonClock } = parts;
  const registry = await openRegistry(parts);
  try {
    if (records === undefined && files.competition !== null)
      await expectRemembered(venue, registry, files.competition);
  } catch (error) {
    registry.close();
    throw error;
  }
  const aiLogs = await openAiLogs(parts);
  const { read } = venue;
  const isEntrant = (account: AccountId): boolean => read.season.sanction(account) !== undefined;
  const duty = createAiDuty((account, placedAt) => {
    const season = isEntrant(account) ? read.season.current() : null;
    return season?.phase === 'active' && isLogDue(season.rules, placedAt);
  });
  aiLogs.follow(({ account, order, venueAt }) => {
    if (order !== null) duty.noteLog(account, order, venueAt);
  });
  await recallDuty(venue, duty, aiLogs);
  const sightings = openSightings(keys.home);
  const addresses = watchAddresses(isEntrant, sightings);
  const qualifier = await openQualifier({ venue, keys, registry, sightings });
  const deafen = venue.listen((applied) => {
    // Outside of a season nobody qualifies and nobody owes a log.
    if (read.season.current() === null) return;
    duty.look(applied);
    qualifier.look(applied);
  });
  const clock = startClock(venue, logger, parts.sandbox);
  const competition: Competition = {
    venue,
    keys,
    registry,
    aiLogs,
    duty,
    addresses,
    busy: new Set(),
  };
  return {
    ...competition,
    serve: (gateway) => {
      serveCompetition(gateway, competition);
      gateway.edge.witnesses.push((visit, body, account) => {
        if (read.season.current() === null) return;
        if (account !== undefined) addresses.note(account, visit.client.text);
        qualifier.witness(visit, body, account);
      });
    },
    close: async () => {
      clock.stop();
      deafen();
      await aiLogs.close();
      registry.close();
    },
  };
}

const openRegistry = async ({ records, files }: CompetitionParts): Promise<Registry> =>
  records === undefined ? openSqliteRegistry(files.competition) : openPostgresRegistry(records);

const openAiLogs = async ({ records, files: { aiLogs } }: CompetitionParts): Promise<AiLogs> => {
  if (records !== undefined) return openPostgresAiLogs(records);
  return aiLogs === null ? createMemoryAiLogs() : openAiLogFile(aiLogs);
};

/**
 * The admin server notes every season it opens in the registry. If the journal has a season and the
 * registry does not know it, the original registry was lost and replaced.
 */
async function expectRemembered(venue: Venue, registry: Registry, path: string): Promise<void> {
  const newest = venue.contest.seasons.at(-1);
  if (newest === undefined || !(await registry.isUnused())) return;
  const consent = `${path}.begin-anew`;
  if (existsSync(consent)) {
    rmSync(consent);
    return;
  }
  throw new Error(
    `${path} is new or empty, but the journal has season ${newest.season}. ${ONLY_HERE}. To go ` +
      `on without them make a file named ${consent} and start again: teams keep their accounts, ` +
      'positions and keys, but nobody can look up, claim or withdraw a registration',
  );
}

/** Surveillance sees only hashes of addresses, made with a key that is never stored. */
function watchAddresses(
  isEntrant: (account: AccountId) => boolean,
  sightings: Sightings,
): AddressWatch {
  const book = createAddressBook();
  const key = randomBytes(32);
  const lastSeen = new Map<AccountId, string>();
  const note = (account: AccountId, address: string): void =>
    noteAddress(book, account, createHmac('sha256', key).update(address).digest('base64'));
  sightings.follow((seen) => {
    if (seen.kind === 'address' && isEntrant(seen.account)) note(seen.account, seen.address);
  });
  return {
    note: (account, address) => {
      if (!isEntrant(account)) return;
      if (lastSeen.get(account) === address) return;
      lastSeen.set(account, address);
      note(account, address);
      sightings.tell({ kind: 'address', account, address });
    },
    review: () => reviewAddresses(book, isEntrant),
  };
}

const PAGE = 500;

export async function recallDuty(venue: Venue, duty: AiDuty, logs: AiLogs): Promise<void> {
  const season = venue.read.season.current();
  if (season === null || !season.rules.requiresAiLog) return;
  const { startedAt = null, endedAt = null } = venue.contest.seasons.at(-1) ?? {};
  if (startedAt === null) return;
  await venue.archived();
  const logged = firstLogs(await logs.notes());
  for (const { account } of venue.read.season.entrants()) {
    const own = logged.get(account);
    await eachOrder(venue, account, startedAt, ({ id, createdAt }) => {
      if (isLogDue(season.rules, createdAt) && createdAt <= (endedAt ?? createdAt))
        duty.noteOrder(account, id, createdAt, own?.get(id) ?? null);
    });
  }
}

/** When the first log of each order came. */
function firstLogs(notes: Iterable<AiLogNote>): Map<AccountId, Map<OrderId, Millis>> {
  const found = new Map<AccountId, Map<OrderId, Millis>>();
  for (const { account, order, venueAt } of notes) {
    if (order === null) continue;
    const own = found.get(account) ?? new Map<OrderId, Millis>();
    found.set(account, own);
    if (!own.has(order)) own.set(order, venueAt);
  }
  return found;
}

/**
 * Counts each order once: one that ends meanwhile is in the archive too, and a fired trigger is in
 * both lists.
 */
async function eachOrder(
  venue: Venue,
  account: AccountId,
  from: Millis,
  note: (order: Readonly<Order>) => void,
): Promise<void> {
  const live = new Set<OrderId>();
  const look = (order: Readonly<Order>): void => {
    const isOwn = order.origin === 'trader' && order.parent === NO_ORDER;
    if (isOwn && order.createdAt >= from) note(order);
  };
  for (const group of ['working', 'untriggered'] as const)
    for (const { order } of venue.read.account.orders({ account, contract: null, group })) {
      live.add(order.id);
      look(order);
    }
  for (const ask of ['orders', 'triggerOrders'] as const) {
    let before: Cursor | undefined;
    do {
      const page = await venue.archive[ask]({ account, from, before, limit: PAGE });
      for (const { order } of page.rows)
        if (!live.has(order.id) && isPlaced(order) === (ask === 'orders')) look(order);
      before = page.next ?? undefined;
    } while (before !== undefined);
  }
}
