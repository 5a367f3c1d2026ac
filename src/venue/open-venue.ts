/** Opens a venue: recovers what is stored, begins with a genesis where nothing is, and runs. */
import type { Archive } from '../archive/archive.ts';
import { assert } from '../domain/assert.ts';
import type { Batch } from '../domain/command.ts';
import { seq } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import type { VenueState } from '../engine/state.ts';
import type { Journal } from '../journal/journal.ts';
import type { Views } from '../views/views.ts';
import type { Clock } from './clock.ts';
import { type Log, logNothing } from './log.ts';
import { createRead, type Read } from './read.ts';
import { recover } from './recover.ts';
import { RunningVenue } from './running-venue.ts';
import { completeSettings, type VenueSettings } from './settings.ts';
import type { SnapshotTaker } from './snapshot-taker.ts';

export interface VenueOptions {
  /** The venue's own from here on: closed with it, and when opening fails. */
  readonly journal: Journal;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly log?: Log | undefined;
  readonly settings?: Partial<VenueSettings> | undefined;
  /** How a new venue begins: contracts, accounts, money. One entry, so all of it or nothing. */
  readonly genesis?: Batch['commands'] | undefined;
  /**
   * Told what was recovered, before anything is written: what else has to be there is made here,
   * and where something is missing that cannot be made, opening ends with what this throws.
   */
  readonly prepare?: ((read: Read) => Promise<void>) | undefined;
  /**
   * Called where a recovery has contracts, and no candles yet or those that a snapshot kept: puts
   * into the views what no entry tells, the generated minutes that stood before the first price.
   */
  readonly prologue?: ((views: Views) => void) | undefined;
  /** Who takes the snapshots while trading goes on; without one the venue does it itself. */
  readonly createTaker?: ((state: VenueState) => SnapshotTaker) | undefined;
  /** What opening the journal had to say; goes into the report of the recovery. */
  readonly warnings?: readonly string[] | undefined;
}

export async function openVenue(options: VenueOptions): Promise<RunningVenue> {
  const { journal, archive } = options;
  try {
    return await start(options);
  } catch (error) {
    await Promise.allSettled([archive.close(), journal.close()]);
    throw error;
  }
}

async function start(options: VenueOptions): Promise<RunningVenue> {
  const { journal, archive, clock, log = logNothing, genesis = [], warnings = [] } = options;
  const settings = completeSettings(options.settings);
  const { archiveRowsMax } = settings;
  const { prologue } = options;
  const { report, ...rest } = await recover({ journal, archive, archiveRowsMax, log, prologue });
  const recovered = { ...rest, report: { ...report, warnings } };
  const { state } = recovered.present;
  clock.goOnFrom?.(state.now);
  const read = createRead(recovered.present, clock);
  await options.prepare?.(read);
  const isNew = state.seq === 0;
  if (isNew) expectAccepted(genesis, clock);
  const taker = options.createTaker?.(state);
  const venue = new RunningVenue({
    journal,
    archive,
    clock,
    log,
    settings,
    recovered,
    read,
    taker,
  });
  if (isNew && genesis.length > 0) await venue.submit({ kind: 'batch', commands: genesis });
  venue.resumeTime();
  return venue;
}

/** Tried on a state that is thrown away: a venue that begins wrong would stay so. */
function expectAccepted(commands: Batch['commands'], clock: Clock): void {
  const entry = {
    seq: seq(1),
    at: clock.venueNow(),
    command: { kind: 'batch', commands },
  } as const;
  for (const event of apply(createState(), entry)) {
    if (event.kind !== 'command-rejected') continue;
    assert(false, `the genesis is refused at its ${event.command}`, event.reject.reason);
  }
}
