/** The competition of a venue: its registry, its clock, and the watchers of entrants. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import {
  createAddressBook,
  noteAddress,
  reviewAddresses,
} from '../competition/surveillance/addresses.ts';
import type { AccountId } from '../domain/ids.ts';
import { type AiLogs, createMemoryAiLogs, openAiLogFile } from '../gateway/ai-logs.ts';
import { type AiDuty, createAiDuty, isLogDue } from '../gateway/competition/ai-duty.ts';
import type { AddressWatch, Competition } from '../gateway/competition/competition.ts';
import { openQualifier } from '../gateway/competition/qualifier.ts';
import { ONLY_HERE, openSqliteRegistry, type Registry } from '../gateway/competition/registry.ts';
import { serveCompetition } from '../gateway/competition/serve-competition.ts';
import type { VenueFiles } from '../gateway/data-files.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { KeyStore } from '../gateway/keys/key-store.ts';
import type { Log } from '../venue/log.ts';
import { startSeasonClock } from '../venue/season-clock.ts';
import type { Venue } from '../venue/venue.ts';
import { recallDuty } from './recall-duty.ts';

export interface OpenCompetition extends Competition {
  /** Adds the public routes and begins to watch. */
  readonly serve: (gateway: Gateway) => void;
  readonly close: () => Promise<void>;
}

export interface CompetitionParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly files: Pick<VenueFiles, 'competition' | 'aiLogs'>;
  readonly log: Log;
  /** How a season's clock is started, if only one of several processes has it. */
  readonly startClock?: typeof startSeasonClock;
}

export async function openCompetition(parts: CompetitionParts): Promise<OpenCompetition> {
  const { venue, keys, files, log, startClock = startSeasonClock } = parts;
  const registry = openSqliteRegistry(files.competition);
  try {
    if (files.competition !== null) await expectRemembered(venue, registry, files.competition);
  } catch (error) {
    registry.close();
    throw error;
  }
  const aiLogFile = await (files.aiLogs === null
    ? createMemoryAiLogs()
    : openAiLogFile(files.aiLogs));
  const { read } = venue;
  const isEntrant = (account: AccountId): boolean => read.season.sanction(account) !== undefined;
  const duty = createAiDuty((account, placedAt) => {
    const season = isEntrant(account) ? read.season.current() : null;
    return season?.phase === 'active' && isLogDue(season.rules, placedAt);
  });
  await recallDuty(venue, duty, aiLogFile);
  const addresses = watchAddresses(isEntrant);
  const qualifier = await openQualifier({ venue, keys, registry });
  const deafen = venue.listen((applied) => {
    // Outside of a season nobody qualifies and nobody owes a log.
    if (read.season.current() === null) return;
    duty.look(applied);
    qualifier.look(applied);
  });
  const clock = startClock(venue, log);
  const aiLogs = tellingDuty(aiLogFile, duty);
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

/** A log counts only once it is on disk. */
const tellingDuty = (logs: AiLogs, duty: AiDuty): AiLogs => ({
  ...logs,
  append: async (log) => {
    await logs.append(log);
    if (log.order !== null) duty.noteLog(log.account, log.order, log.venueAt);
  },
});

/** Surveillance sees only hashes of addresses, made with a key that is never stored. */
function watchAddresses(isEntrant: (account: AccountId) => boolean): AddressWatch {
  const book = createAddressBook();
  const key = randomBytes(32);
  const lastSeen = new Map<AccountId, string>();
  return {
    note: (account, address) => {
      if (!isEntrant(account)) return;
      if (lastSeen.get(account) === address) return;
      lastSeen.set(account, address);
      noteAddress(book, account, createHmac('sha256', key).update(address).digest('base64'));
    },
    review: () => reviewAddresses(book, isEntrant),
  };
}
