/**
 * A replica of a cluster whose log is a list in this process, for tests of what stands above it:
 * with it, tests that were written for a single process run against the venue of a replica. The
 * time of the log is that of the test; one that moves it by an hour at once ends all sessions.
 */
import type { Batch } from '../../src/domain/command.ts';
import { type Millis, millis } from '../../src/domain/units.ts';
import { type Clock, createSystemClock } from '../../src/venue/clock.ts';
import type { StoredBatch } from '../../src/venue/replica/batch-reader.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import type { MessageEar, MessageList } from '../../src/venue/replica/stream-log.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { KeptArchive } from '../venue/kept-archive.ts';

class ListLog {
  readonly #now: () => Millis;
  readonly #messages: StoredBatch[] = [];
  readonly #ears = new Set<MessageEar>();

  constructor(now: () => Millis) {
    this.#now = now;
  }

  connect(): MessageList {
    let own: MessageEar | undefined;
    return {
      append: async (bytes) => {
        const position = this.#messages.length + 1;
        const message = { position, logAt: this.#now(), bytes };
        this.#messages.push(message);
        for (const { hear } of this.#ears) setImmediate(() => hear(position));
        return 'stored';
      },
      read: async (from) => this.#messages.slice(from - 1, from + 255),
      look: async (position) => this.#messages[position - 1],
      listen: (ear) => {
        own = ear;
        this.#ears.add(ear);
      },
      findLeader: async () => 'this process',
      leave: () => 'this process',
      close: async () => {
        if (own !== undefined) this.#ears.delete(own);
      },
    };
  }
}

const VENUE = '0123456789abcdef';

/** What outlives a replica, by its folder: one that is opened again finds it. */
const kept = new Map<string, { readonly log: ListLog; readonly archive: KeptArchive }>();

export interface LogVenueParts {
  readonly dataFolder: string;
  readonly clock: Clock;
  /** How far the clock of the replica's machine is ahead of that of the log. */
  readonly skew?: number | undefined;
  readonly genesis: Batch['commands'];
}

/** Has caught up. */
export async function openLogVenue(parts: LogVenueParts): Promise<Venue> {
  const { dataFolder, clock, genesis, skew } = parts;
  const { venueNow } = clock;
  const found = kept.get(dataFolder);
  const { log, archive } = found ?? { log: new ListLog(venueNow), archive: new KeptArchive() };
  kept.set(dataFolder, { log, archive });
  const { monotonicNow } = createSystemClock();
  const own = (): Millis => millis(venueNow() + (skew ?? 0));
  const venue = await openClusterVenue({
    ...{ name: 'test', venue: VENUE, log: log.connect(), archive, dataFolder },
    clock: { venueNow: own, wallNow: own, monotonicNow },
  });
  await venue.caughtUp();
  if (found === undefined) await venue.submit({ kind: 'batch', commands: genesis });
  // Signatures and budgets go by the clock of the test, of which the log knows venue time alone.
  return skew === undefined ? { ...venue, clock } : venue;
}
