/** Opens a venue: recovers what is stored, or begins with a genesis, and runs. */
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
import { createFlushedArchive } from './flushed-archive.ts';
import { type Logger, logNothing } from './logger.ts';
import { createRead, type Read } from './read.ts';
import { recover } from './recover.ts';
import { RunningVenue } from './running-venue.ts';
import { Sequencer } from './sequencer.ts';
import { completeSettings, type VenueSettings } from './settings.ts';
import type { SnapshotTaker } from './snapshot-taker.ts';
import { keepFolder } from './snapshotter.ts';

export interface VenueOptions {
  /** Owned by the venue from here on: closed with it, and when opening fails. */
  readonly journal: Journal;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  readonly settings?: Partial<VenueSettings> | undefined;
  /** How a new venue begins: contracts, accounts, money. It is one entry: all of it or nothing. */
  readonly genesis?: Batch['commands'] | undefined;
  /**
   * Called after the recovery and before anything is written. It makes what else the venue needs,
   * and throws if something is missing that cannot be made; opening then fails.
   */
  readonly prepare?: ((read: Read) => Promise<void>) | undefined;
  /**
   * Called once the recovery knows the contracts, before their first candle or with those of a
   * snapshot. It puts the generated candles into the views, which no entry mentions.
   */
  readonly prologue?: ((views: Views) => void) | undefined;
  /** Takes the snapshots while trading goes on. Without a taker the venue does it itself. */
  readonly createTaker?: ((state: VenueState) => SnapshotTaker) | undefined;
  /** Warnings from opening the journal, for the report of the recovery. */
  readonly warnings?: readonly string[] | undefined;
}

/** A venue that orders its log itself, and takes batches of other processes into it. */
export type OrderingVenue = RunningVenue<Sequencer> & Pick<Sequencer, 'submitBatch'>;

export async function openVenue(options: VenueOptions): Promise<OrderingVenue> {
  const { journal, archive } = options;
  try {
    return await start(options);
  } catch (error) {
    await Promise.allSettled([archive.close(), journal.close()]);
    throw error;
  }
}

async function start(options: VenueOptions): Promise<OrderingVenue> {
  const { journal, archive, clock, logger = logNothing, genesis = [], warnings = [] } = options;
  const { prologue } = options;
  const settings = completeSettings(options.settings);
  const { archiveRowsMax } = settings;
  const recovered = await recover({ journal, archive, archiveRowsMax, logger, prologue });
  const { present, feed, isRecalled } = recovered;
  const { state } = present;
  clock.goOnFrom?.(state.now);
  const read = createRead(present, clock);
  await options.prepare?.(read);
  const isNew = state.seq === 0;
  if (isNew) expectAccepted(genesis, clock);
  const taker = options.createTaker?.(state);
  const { snapshotSeq: savedSeq } = recovered.report;
  const keep = { journal, present, feed, clock, settings, logger, savedSeq, taker, isRecalled };
  const findObstacle = (): string | undefined =>
    feed.isFull ? 'the archive is behind; try again in a moment' : undefined;
  const venue = new RunningVenue({
    ...{ present, read, clock, logger, settings, recovery: { ...recovered.report, warnings } },
    archive: createFlushedArchive(archive, () => feed.flush()),
    keeping: keepFolder(keep),
    connect: (hooks) =>
      new Sequencer({ journal, present, clock, settings, logger, findObstacle, ...hooks }),
  });
  if (isNew && genesis.length > 0) await venue.submit({ kind: 'batch', commands: genesis });
  venue.resumeTime();
  return Object.assign(venue, { submitBatch: venue.home.submitBatch });
}

/** Tries the genesis on a spare state first: a venue that begins wrong would stay wrong. */
export function expectAccepted(commands: Batch['commands'], clock: Clock): void {
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
