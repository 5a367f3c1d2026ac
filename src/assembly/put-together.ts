/**
 * A venue put together from its settings, stage by stage: its log and what is shared beside it, the
 * market, the competition, the servers. Where the log is decides how it is opened, and nothing
 * else. Everything opened is added to the closings, so that the caller can close it even if opening
 * fails half-way.
 */
import type { Patience } from '../facts/patience.ts';
import type { Credentials, VenueFiles } from '../gateway/data-files.ts';
import type { KeyStore } from '../gateway/keys/key-store.ts';
import type { JsonLogger } from '../gateway/logger.ts';
import type { MachineClock } from '../venue/clock.ts';
import type { Logger } from '../venue/logger.ts';
import type { Venue } from '../venue/venue.ts';
import type { Closings } from './closings.ts';
import { openLogger, venueLoggerOf } from './log-lines.ts';
import { type CompetitionParts, openCompetition, sandboxWords } from './open-competition.ts';
import { type Doors, openDoors, type ServeParts } from './serve.ts';
import type { Settings } from './settings.ts';
import { failedAt } from './step-failed.ts';

export interface RunChoices {
  /** When aborted, nothing more is opened: the call rejects after the current step. */
  readonly stop?: AbortSignal;
  /**
   * A clock for tests. Time does not pass by itself then: the test moves the clock and calls driver
   * and ticker.
   */
  readonly byHand?: MachineClock;
  /** The command that runs this venue; absent if a program embeds it. */
  readonly program?: readonly string[];
  /** The key-encryption key of a replica, if it is not in the file. */
  readonly kek?: string | undefined;
}

export interface HomeParts extends RunChoices {
  readonly settings: Settings;
  readonly closings: Closings;
  /** The log for people, as lines and for code that knows nothing of lines. */
  readonly lines: JsonLogger;
  readonly logger: Logger;
}

/** A venue that follows its log, with its market, before anybody is let in. */
export interface VenueHome {
  readonly venue: Venue;
  readonly files: VenueFiles;
  readonly keys: KeyStore;
  /** Where registrations and logs of decisions are, and who has the clock of a season. */
  readonly registry: Pick<CompetitionParts, 'files' | 'records' | 'startClock'>;
  /** For work that waits while a database is away. */
  readonly reach?: Patience['reach'];
  /** Resolves with the keys of its sandbox accounts, when callers may see the market. */
  readonly ready: () => Promise<readonly Credentials[]>;
  readonly serving: Pick<ServeParts, 'notes' | 'lend' | 'controls' | 'shared'>;
  readonly opened?: (doors: Doors) => Promise<void>;
}

export type Prepared<Home> = Home & Pick<ServeParts, 'settings' | 'credentials' | 'competition'>;

export type Assembled<Home> = Prepared<Home> & { readonly doors: Doors };

export function partsOf(settings: Settings, closings: Closings, choices: RunChoices): HomeParts {
  const lines = openLogger(settings);
  return { ...choices, settings, closings, lines, logger: venueLoggerOf(lines) };
}

/** All but the servers. */
export async function prepare<Home extends VenueHome>(
  home: Home,
  { settings, closings, logger, stop }: HomeParts,
): Promise<Prepared<Home>> {
  const { venue, keys, registry, reach = (work) => work() } = home;
  const sandbox = sandboxWords(settings);
  const competition = await reach(() =>
    openCompetition({ venue, keys, logger, sandbox, ...registry }),
  ).catch(failedAt(registry.files.competition));
  closings.add('the competition', competition.close);
  stop?.throwIfAborted();
  return { ...home, settings, competition, credentials: await home.ready() };
}

export async function serveHome<Home extends VenueHome>(
  home: Home,
  parts: HomeParts,
): Promise<Assembled<Home>> {
  const prepared = await prepare(home, parts);
  const { lines: logger, stop, program, closings } = parts;
  const doors = await openDoors({ ...prepared, ...home.serving, logger, stop, program });
  closings.add('requests under way', doors.close);
  await home.opened?.(doors);
  return { ...prepared, doors };
}
