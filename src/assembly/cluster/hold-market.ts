/**
 * The market of a cluster, which one replica has at a time. Whoever gets the duty goes on where the
 * log ends: everything that a beat depends on is there, besides the seed, which the replicas share
 * as a sealed note. A venue that does not exist yet is begun here too, so that it begins once.
 *
 * A beat is decided by its number, on the state as it is here. What others send meanwhile may come
 * before it in the log. It is never decided twice, and what is sent under an older term changes
 * nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { millis } from '../../domain/units.ts';
import type { ChaosAnswer, ChaosControl, MarketControl } from '../../gateway/admin/controls.ts';
import type { KeyStore } from '../../gateway/keys/key-store.ts';
import type { VenueNotes } from '../../gateway/notes.ts';
import { FEED_KINDS } from '../../market/feeds/feed-switch.ts';
import { createGenesis } from '../../market/genesis.ts';
import { DECIDED_SLOT, packDoubles } from '../../market/memory.ts';
import { historyKeyOf } from '../../market/seed.ts';
import type { Logger } from '../../venue/logger.ts';
import { expectAccepted } from '../../venue/open-venue.ts';
import type { Read } from '../../venue/read.ts';
import type { ClusterVenue } from '../../venue/replica/replica.ts';
import {
  createStepTime,
  type TimeControl,
  type TimePicture,
  type TimeRefused,
} from '../../venue/time-control.ts';
import { HISTORY_TOPIC } from '../../views/market-memory.ts';
import { asOne } from '../chaos-control.ts';
import { type Controls, createMarketControl, obstacleOf } from '../drive-time.ts';
import { latencyOf } from '../edge-settings.ts';
import { drawHistory, type HistoryNote, historyCommands, isHistoryNote } from '../first-history.ts';
import { provideSeed } from '../market-seed.ts';
import { beginMarket, type MarketVenue, type OpenMarket } from '../open-market.ts';
import { findSandbox, provideCredentials } from '../provide-keys.ts';
import type { Settings } from '../settings.ts';

export interface MarketDutyParts {
  readonly venue: Pick<
    ClusterVenue,
    'read' | 'clock' | 'isOpen' | 'onDuty' | 'submitFor' | 'handOver'
  >;
  readonly settings: Settings;
  readonly contracts: readonly Contract[];
  readonly keys: KeyStore;
  readonly notes: VenueNotes;
  readonly logger: Logger;
}

export type HeldMarket = ReturnType<typeof holdMarket>;

/** How long after a failure it is tried again. */
const RETRY_MILLIS = 1_000;
/** After so many failures in a row another replica may have better luck. */
const ATTEMPTS = 5;
const LOOK_MILLIS = 50;
/** A beat that is later than this happens in the present. */
const LATE_MILLIS = 1_000;

export function holdMarket(parts: MarketDutyParts) {
  let term: Term | undefined;
  const deafen = parts.venue.onDuty((duty, isHeld) => {
    if (duty !== 'market') return;
    const before = term?.end();
    if (isHeld) term = new Term(parts, before);
  });
  return {
    /** Undefined while another replica has the duty, or the market is off. */
    findControl: () => term?.control,
    close: async (): Promise<void> => {
      deafen();
      await term?.end();
    },
  };
}

/** The market from taking the duty to losing it. */
class Term {
  control: MarketControl | undefined;
  readonly #parts: MarketDutyParts;
  readonly #venue: MarketVenue;
  readonly #over = new AbortController();
  readonly #running: Promise<void>;
  #nextBeat = Promise.withResolvers<void>();

  /** Begins when the term before is over. */
  constructor(parts: MarketDutyParts, before: Promise<void> | undefined) {
    const { venue } = parts;
    this.#parts = parts;
    this.#venue = {
      read: venue.read,
      clock: venue.clock,
      submit: (command) => venue.submitFor('market', command),
      submitAt: async (_, decide) => {
        const seq = venue.read.seq();
        const command = decide();
        return command && venue.submitFor('market', markedWith(seq, command));
      },
    };
    this.#running = this.#run(before);
  }

  /** Resolves when the beat under way is over and the market is closed. */
  readonly end = (): Promise<void> => {
    this.control = undefined;
    this.#over.abort();
    return this.#running;
  };

  async #run(before: Promise<void> | undefined): Promise<void> {
    await before;
    const { venue, logger } = this.#parts;
    for (let failures = 0; !this.#over.signal.aborted; ) {
      try {
        await this.#hold();
        failures = 0;
      } catch (error) {
        failures += 1;
        const because = reasonOf(error);
        if (!this.#over.signal.aborted)
          logger('warn', 'the market of this replica is not open', { because });
      }
      if (failures % ATTEMPTS === ATTEMPTS - 1) venue.handOver('market');
      await this.#rest(RETRY_MILLIS);
    }
  }

  /** Until the term ends, or a beat fails: then the market is opened anew from what the log has. */
  async #hold(): Promise<void> {
    // While it cannot follow, the fate of what it sent last is not known.
    while (!this.#parts.venue.isOpen()) {
      if (this.#over.signal.aborted) return;
      await this.#rest(LOOK_MILLIS);
    }
    const market = await beginOnce(this.#parts, this.#venue);
    if (market === undefined) {
      await this.#rest();
      return;
    }
    const { settings } = this.#parts;
    try {
      if (!this.#over.signal.aborted)
        this.control = createMarketControl({
          venue: this.#venue,
          market,
          findObstacle: () => obstacleOf({ settings }),
          kick: () => this.#nextBeat.promise,
        });
      let isFine = true;
      while (isFine && !this.#over.signal.aborted) isFine = await this.#beat(market);
    } finally {
      this.control = undefined;
      this.#nextBeat.resolve();
      await market.close();
    }
  }

  async #beat(market: OpenMarket): Promise<boolean> {
    const { clock } = this.#venue;
    const now = clock.venueNow();
    const due = market.nextBeat(0);
    const isDue = due <= now && this.#parts.venue.isOpen();
    if (isDue && !(await market.beat(now - due > LATE_MILLIS ? now : millis(due)))) return false;
    if (isDue) {
      this.#nextBeat.resolve();
      this.#nextBeat = Promise.withResolvers();
    }
    const left = market.nextBeat(0) - clock.venueNow();
    if (left > 0 || !isDue) await this.#rest(Math.max(1, Math.min(left, LOOK_MILLIS)));
    return true;
  }

  #rest(millis = 2 ** 31 - 1): Promise<void> {
    const { signal } = this.#over;
    return sleep(millis, undefined, { signal }).catch(() => undefined);
  }
}

const OFF_HERE =
  'this replica was started with --market off, but the venue has a market: start it as the others';

/** Whoever checks the market has to know on what a beat was decided: others write meanwhile. */
function markedWith(seq: number, command: Command): Command {
  const [first, ...rest] = command.kind === 'batch' ? command.commands : [];
  if (first?.kind !== 'market-beat') return command;
  const decided = { slot: DECIDED_SLOT, bytes: packDoubles(Float64Array.of(seq)) };
  const beat = { ...first, memories: [...first.memories, decided] };
  return { kind: 'batch', commands: [beat, ...rest] };
}

/**
 * What happens once in the life of a venue, each part only if the log lacks it: so a replica that
 * dies half-way is followed by one that does the rest. Undefined if the market is off.
 */
async function beginOnce(
  parts: MarketDutyParts,
  venue: MarketVenue,
): Promise<OpenMarket | undefined> {
  const { settings, keys, notes, logger } = parts;
  const { read, clock } = venue;
  const warn = (message: string): void => logger('warn', message);
  if (read.listing.contracts().length === 0) {
    const commands = createGenesis(parts.contracts, settings, latencyOf(settings));
    expectAccepted(commands, clock);
    await venue.submit({ kind: 'batch', commands });
  }
  await provideCredentials(keys, findSandbox(read, settings), notes, warn);
  if (settings.market === 'off') {
    if (read.market.note() !== null) throw new Error(OFF_HERE);
    return undefined;
  }
  const seed = await provideSeed(notes, settings.seed, read.market.memory());
  const market = await beginMarket({ venue, settings, seed, notes, warn });
  try {
    const at = read.at();
    const prices = () => market.peek(at);
    const { terms } = market;
    const drawn = drawHistory(read, { terms, key: historyKeyOf(seed), prices, at });
    const made = drawn ?? (await findImported(notes, read));
    const command = made && asOne(historyCommands(made));
    if (command !== undefined) await venue.submit(command);
  } catch (error) {
    await market.close();
    throw error;
  }
  return market;
}

/** A venue that was imported had its generated candles from a file, and the log lacks them. */
async function findImported(notes: VenueNotes, { market }: Read): Promise<HistoryNote | undefined> {
  if (market.memory().notes.has(HISTORY_TOPIC)) return undefined;
  // Charts can do without them, and the market goes on while the database is away.
  const text = await notes.find('history').catch(() => undefined);
  const note: unknown = text === undefined ? undefined : JSON.parse(text);
  return isHistoryNote(note) ? note : undefined;
}

export type ReplicaControls = Pick<Controls, 'time' | 'steps' | 'market'>;

export function createReplicaControls(
  venue: ClusterVenue,
  market: HeldMarket | undefined,
): ReplicaControls {
  const time = createLogTime(venue);
  const steps = createStepTime(time, undefined);
  return { time, steps, market: market && createMarketElsewhere(venue, market) };
}

const LOG_TIME: TimeRefused = {
  refused:
    'the time of a cluster is that of its log: it runs with the wall clock, for all replicas',
  isForbidden: true,
};

function createLogTime({ read, clock }: ClusterVenue): TimeControl {
  const show = (): TimePicture => {
    const [wallTime, venueTime] = [clock.wallNow(), read.now()];
    const aheadMillis = venueTime - wallTime;
    const still = { state: 'running', speed: 1, measuredSpeed: null, stepEndsAt: null } as const;
    return { wallTime, venueTime, aheadMillis, ...still };
  };
  const refuse = (): TimeRefused => LOG_TIME;
  const refused = { setSpeed: refuse, pause: refuse, resume: refuse, step: refuse };
  return { ...refused, show, stepDone: async () => show() };
}

/** The market's control while this replica has the market; otherwise it says who has. */
function createMarketElsewhere(
  venue: Pick<ClusterVenue, 'describe'>,
  { findControl }: HeldMarket,
): MarketControl {
  const refuse = async (): Promise<TimeRefused> => elsewhere(venue);
  const nobody = createNoChaos(refuse);
  return {
    get chaos() {
      return findControl()?.chaos ?? nobody;
    },
    source: () => findControl()?.source() ?? elsewhere(venue).refused,
    regime: () => findControl()?.regime() ?? null,
    kinds: FEED_KINDS,
    chooseFeed: (kind) => findControl()?.chooseFeed(kind) ?? refuse(),
  };
}

function elsewhere({ describe }: Pick<ClusterVenue, 'describe'>): TimeRefused {
  const { holder = 'nobody' } = describe().duties.find(({ duty }) => duty === 'market') ?? {};
  const refused =
    `the market is with another replica (session ${holder}): ask that one; "perpetua cluster ` +
    'status" says which it is';
  return { refused, isForbidden: true };
}

const createNoChaos = (refuse: () => ChaosAnswer): ChaosControl => ({
  list: () => [],
  shock: refuse,
  regime: refuse,
  thin: refuse,
  oneSided: refuse,
  funding: refuse,
  basis: refuse,
  outage: refuse,
  halt: refuse,
  resume: refuse,
  calm: refuse,
});
