/** Starts venue time: the clock of a venue, what beats with it, and who may change it. */
import { reasonOf } from '../domain/reason-of.ts';
import { isSeasonOver } from '../domain/season.ts';
import type { Millis } from '../domain/units.ts';
import type { MarketControl } from '../gateway/admin/controls.ts';
import { FEED_KINDS } from '../market/feeds/feed-switch.ts';
import type { PacedClock } from '../venue/clock.ts';
import type { Logger } from '../venue/logger.ts';
import {
  createStepTime,
  createTimeControl,
  type StepTime,
  type TimeControl,
  type TimeRefused,
} from '../venue/time-control.ts';
import { TimeDriver } from '../venue/time-driver.ts';
import type { Venue } from '../venue/venue.ts';
import { type ChaosParts, createChaosControl } from './chaos-control.ts';
import { newNotes } from './market-seed.ts';
import type { OpenMarket } from './open-market.ts';
import type { OpenTape } from './open-tape.ts';
import type { Settings } from './settings.ts';

export interface RunTimeParts {
  readonly venue: Venue;
  readonly clock: PacedClock;
  /** Undefined if the venue has no market of its own. */
  readonly market: OpenMarket | undefined;
  /** Undefined if it plays no recorded one. */
  readonly tape?: OpenTape | undefined;
  readonly settings: Pick<Settings, 'sandbox'>;
  readonly logger: Logger;
}

export interface Controls {
  readonly driver: TimeDriver;
  readonly time: TimeControl;
  readonly steps: StepTime;
  readonly market: MarketControl | undefined;
}

/** Of a venue without a market: the engine goes through no more time than this at once. */
const EMPTY_BEAT_MILLIS = 60_000;

export function driveTime(parts: RunTimeParts): Controls {
  const { venue, clock, market, tape, logger } = parts;
  const beats = tape ??
    market ?? {
      beat: (at: Millis) => passTime(venue, at),
      nextBeat: (from: number) => Math.ceil(from / EMPTY_BEAT_MILLIS) * EMPTY_BEAT_MILLIS,
    };
  const driver = new TimeDriver({ clock, beat: beats.beat, nextBeat: beats.nextBeat, logger });
  const findObstacle = (): string | undefined => obstacleOf(parts);
  const time = createTimeControl({ venue, clock, driver, findObstacle, logger });
  const steps = createStepTime(time, clock.isStepped ? { clock, driver } : undefined);
  if (market === undefined) return { driver, time, steps, market: undefined };
  const control = createMarketControl({ venue, market, findObstacle, kick: driver.kick });
  return { driver, time, steps, market: control };
}

/** Between these beats the venue's own ticker moves time. */
const passTime = (venue: Venue, at: Millis): Promise<boolean> =>
  venue
    .submitAt(at, () => ({ kind: 'advance-clock' }))
    .then(
      () => true,
      () => false,
    );

export function obstacleOf({ settings }: Pick<RunTimeParts, 'settings'>): string | undefined {
  if (!settings.sandbox) return 'only in a sandbox: this venue was started with --sandbox off';
  return undefined;
}

/** The market of a season follows from its seed alone. */
function seasonObstacle({ read }: Pick<Venue, 'read'>): string | undefined {
  const season = read.season.current();
  if (season === null || isSeasonOver(season.phase)) return undefined;
  return `not while season ${season.number} is open: its market follows from its seed alone`;
}

export interface MarketControlParts extends Pick<ChaosParts, 'findObstacle' | 'kick' | 'venue'> {
  readonly market: OpenMarket;
}

export function createMarketControl(parts: MarketControlParts): MarketControl {
  const { venue, market, findObstacle, kick } = parts;
  const { feed } = market;
  const chaos = createChaosControl({
    venue,
    chaos: market.chaos,
    findObstacle: () => findObstacle() ?? seasonObstacle(venue),
    isSimulated: () => feed.kind() === 'simulated',
    kick,
  });
  return {
    chaos,
    source: feed.source,
    regime: () => feed.regime() ?? null,
    kinds: FEED_KINDS,
    chooseFeed: (kind) => chooseFeed(venue, market, kind),
  };
}

async function chooseFeed(
  venue: ChaosParts['venue'],
  { feed, terms, seed }: OpenMarket,
  kind: string,
): Promise<{ readonly source: string } | TimeRefused> {
  const known = FEED_KINDS.find((name) => name === kind);
  if (known === undefined) return { refused: `a feed is one of ${FEED_KINDS.join(', ')}` };
  const obstacle = seasonObstacle(venue);
  if (obstacle !== undefined) return { refused: obstacle, isForbidden: true };
  const before = feed.kind();
  try {
    await feed.choose(known);
  } catch (error) {
    return { refused: reasonOf(error) };
  }
  const text = `the feed is ${known}, it was ${before}`;
  const contracts = venue.read.listing.contracts().slice(0, terms.length);
  const market = { seed: seed(), feed: known, contracts, terms };
  await venue.submit({
    kind: 'batch',
    commands: [
      { kind: 'record-note', actor: 'operator', topic: 'feed', text },
      ...newNotes(market, venue.read.market.memory()),
    ],
  });
  return { source: feed.source() };
}
