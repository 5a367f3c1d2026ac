/** Starts venue time: the clock of a venue, what beats with it, and who may change it. */
import type { ChaosControl, MarketControl } from '../../gateway/admin/market-control.ts';
import { FEED_KINDS } from '../../market/feeds/feed-switch.ts';
import type { Log } from '../../venue/log.ts';
import type { PacedClock } from '../../venue/paced-clock.ts';
import { createTimeControl, type Refused, type TimeControl } from '../../venue/time-control.ts';
import { TimeDriver } from '../../venue/time-driver.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Settings } from '../settings/settings.ts';
import { createChaosControl } from './chaos-control.ts';
import type { OpenMarket } from './open-market.ts';

export interface RunTimeParts {
  readonly venue: Venue;
  readonly clock: PacedClock;
  /** Undefined if the venue has no market of its own. */
  readonly market: OpenMarket | undefined;
  readonly settings: Pick<Settings, 'sandbox'>;
  readonly log: Log;
}

export interface Controls {
  readonly driver: TimeDriver;
  readonly time: TimeControl;
  readonly market: MarketControl | undefined;
}

/** Twenty beats of the market in a venue minute. */
const MARKET_STRIDE_MILLIS = 3_000;
/** While nothing is quoted, time may pass in longer strides. */
const EMPTY_STRIDE_MILLIS = 60_000;

export function driveTime(parts: RunTimeParts): Controls {
  const { venue, clock, market, log } = parts;
  const beat = market?.beat ?? (() => passTime(parts));
  const strideMillis = market === undefined ? EMPTY_STRIDE_MILLIS : MARKET_STRIDE_MILLIS;
  const driver = new TimeDriver({ clock, beat, strideMillis, log });
  const findObstacle = (): string | undefined => obstacleOf(parts);
  const time = createTimeControl({ venue, clock, driver, findObstacle });
  if (market === undefined) return { driver, time, market: undefined };
  const chaos = createChaosControl({
    venue,
    chaos: market.chaos,
    findObstacle,
    isSimulated: () => market.feed.kind() === 'simulated',
    kick: driver.kick,
  });
  return { driver, time, market: controlOf(venue, market, chaos) };
}

/** Without a market the venue's own ticker moves time, unless a driver does. */
async function passTime({ venue, clock }: RunTimeParts): Promise<boolean> {
  if (!clock.isDriven()) return true;
  return venue.submit({ kind: 'advance-clock' }).then(
    () => true,
    () => false,
  );
}

function obstacleOf({ settings }: RunTimeParts): string | undefined {
  if (!settings.sandbox) return 'only in a sandbox: this venue was started with --sandbox off';
  return undefined;
}

function controlOf(venue: Venue, market: OpenMarket, chaos: ChaosControl): MarketControl {
  const { feed } = market;
  return {
    chaos,
    source: feed.source,
    regime: () => feed.regime() ?? null,
    kinds: FEED_KINDS,
    chooseFeed: (kind) => chooseFeed(venue, market, kind),
  };
}

async function chooseFeed(
  venue: Venue,
  { feed }: OpenMarket,
  kind: string,
): Promise<{ readonly source: string } | Refused> {
  const known = FEED_KINDS.find((name) => name === kind);
  if (known === undefined) return { refused: `a feed is one of ${FEED_KINDS.join(', ')}` };
  const before = feed.kind();
  try {
    await feed.choose(known);
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
  const text = `the feed is ${known}, it was ${before}`;
  await venue.submit({ kind: 'record-note', actor: 'operator', topic: 'feed', text });
  return { source: feed.source() };
}
