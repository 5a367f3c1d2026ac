/** Gives a venue its market: feeds, chaos on request, the house, and the beat that drives them. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { Millis } from '../domain/units.ts';
import { jsonText } from '../gateway/data-files.ts';
import type { VenueNotes } from '../gateway/notes.ts';
import { type Chaos, createChaos } from '../market/chaos.ts';
import type { IndexPrice } from '../market/feed.ts';
import type { FeedSwitchSettings, OpenFeed } from '../market/feeds/feed-switch.ts';
import { openLiveFeed } from '../market/feeds/live/live-feed.ts';
import { openExchanges } from '../market/feeds/live/open-exchanges.ts';
import { openReplayFeed } from '../market/feeds/replay/replay-feed.ts';
import { HOUSE_ACCOUNTS } from '../market/house-accounts.ts';
import { findHouse, missingHouse } from '../market/house-picture.ts';
import { createMarket } from '../market/market.ts';
import { createMarketLoop } from '../market/market-loop.ts';
import { marketTermsOf } from '../market/market-terms.ts';
import type { Seed } from '../market/seed.ts';
import type { Clock } from '../venue/clock.ts';
import type { Venue } from '../venue/venue.ts';
import { asOne, endingsOf } from './chaos-control.ts';
import { followSeasons, newNotes, offNotes } from './market-seed.ts';
import type { Settings } from './settings.ts';

export type OpenMarket = Readonly<ReturnType<typeof openMarket>>;

/** What a market needs of its venue. */
export type MarketVenue = Pick<Venue, 'read' | 'clock' | 'submit' | 'submitAt'>;

/** A venue without a market says so, if its journal had one before. */
export async function tellOff(venue: Pick<Venue, 'read' | 'submit'>): Promise<undefined> {
  const said = asOne(offNotes(venue.read.market.memory()));
  if (said !== undefined) await venue.submit(said);
}

export interface BeginParts {
  readonly venue: MarketVenue;
  readonly settings: Settings;
  readonly seed: Seed;
  /** Null if nothing outlives the process. */
  readonly notes: VenueNotes | null;
  readonly warn: (message: string) => void;
}

export async function beginMarket(parts: BeginParts): Promise<OpenMarket> {
  const { venue, settings, seed, notes, warn } = parts;
  const missing = missingHouse(venue.read);
  if (missing.length > 0) await venue.submit({ kind: 'batch', commands: missing });
  const memory = venue.read.market.memory();
  const market = openMarket(venue, settings, seed, notes, warn);
  try {
    // A tape takes the place of a market, so it is none of its feeds.
    if (settings.feed !== 'tape') await market.feed.choose(settings.feed);
    const { terms, feed } = market;
    const contracts = venue.read.listing.contracts();
    const said = asOne(newNotes({ seed, feed: feed.kind(), contracts, terms }, memory));
    if (said !== undefined) await venue.submit(said);
  } catch (error) {
    await market.close();
    throw error;
  }
  return market;
}

function openMarket(
  venue: MarketVenue,
  settings: Settings,
  firstSeed: Seed,
  notes: VenueNotes | null,
  warn: (message: string) => void,
) {
  const { read, clock } = venue;
  const contracts = read.listing.contracts();
  const terms = marketTermsOf(contracts, settings);
  const house = findHouse(read);
  assert(house.length === HOUSE_ACCOUNTS, 'the venue began without a house', house.length);
  const open = openFeed({ contracts, settings, notes, seed: firstSeed, clock, warn });
  const parts = { read, terms, seed: firstSeed, open, tell: warn };
  const market = createMarket(parts);
  const { feed } = market;
  const chaos = hurrying(
    createChaos({ moods: market.house.moods, force: feed.force, shock: feed.shock }),
    market.hurry,
  );
  market.hear = chaos.hear;
  const loop = createMarketLoop({
    decide: market.decide,
    submitAt: venue.submitAt,
    warn,
  });
  const seeds = followSeasons(venue, {
    notes,
    first: firstSeed,
    change: market.changeSeed,
    note: (seed) => newNotes({ seed, feed: feed.kind(), contracts, terms }, read.market.memory()),
    warn,
  });
  /** Does everything due at this beat; false if it failed. */
  const beat = async (at: Millis): Promise<boolean> => {
    if (!(await seeds.look(at))) return false;
    const endChaos = () => asOne(endingsOf(venue, chaos.pass(at), 'venue'));
    if (chaos.list().length > 0) await venue.submitAt(at, endChaos).catch(() => undefined);
    return loop.tick(at);
  };
  /** Ends the chaos in effect, with a note, and closes the feed. */
  const close = async (): Promise<void> => {
    const ended = asOne(endingsOf(venue, chaos.end(), 'venue'));
    if (ended !== undefined) await venue.submit(ended).catch(() => undefined);
    await feed.close();
  };
  /** The prices of a moment before the first beat, which does not depend on them. */
  const peek = (at: Millis): readonly IndexPrice[] =>
    (feed.kind() === 'simulated' ? createMarket(parts).feed : feed).next(at);
  const { nextBeat } = market;
  return { feed, terms, seed: seeds.newest, chaos, peek, nextBeat, beat, close };
}

/** What begins or ends is seen in every market at the next beat. */
const hurrying = (chaos: Chaos, hurry: () => void): Chaos => ({
  ...chaos,
  begin: (happening) => {
    chaos.begin(happening);
    hurry();
  },
  end: (isMeant) => {
    hurry();
    return chaos.end(isMeant);
  },
});

export interface FeedParts {
  readonly contracts: readonly Contract[];
  readonly settings: Settings;
  /** Where in its files a replay is; null if nothing is kept. */
  readonly notes: VenueNotes | null;
  readonly seed: Seed;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/** How long a start waits for exchanges before it continues without them. */
const PATIENCE_MILLIS = 10_000;

export const openFeed =
  (parts: FeedParts): FeedSwitchSettings['open'] =>
  (kind) =>
    kind === 'replay' ? openReplay(parts) : openLive(parts);

/** The small example that is shipped with the program. */
const SHIPPED_REPLAY = fileURLToPath(new URL('../../examples/replay', import.meta.url));

const folderOf = ({ feedFolder }: Settings): string =>
  feedFolder === 'shipped' ? SHIPPED_REPLAY : resolve(feedFolder);

async function openReplay(parts: FeedParts): Promise<OpenFeed> {
  const { contracts, settings, seed, clock, notes } = parts;
  const begun = findBegun(settings, await notes?.find('replay'));
  const feed = await openReplayFeed({
    folder: folderOf(settings),
    contracts,
    beginAt: begun?.beginAt ?? settings.feedDate,
    speed: settings.feedSpeed,
    scale: settings.feedScale,
    gapMillisMax: settings.feedGap * 1_000,
    key: seed.key,
    now: clock.venueNow,
  });
  if (begun === undefined) await notes?.write('replay', jsonText(noteOf(settings, feed.beginsAt)));
  return feed;
}

const noteOf = (settings: Settings, beginAt: number) => ({
  folder: folderOf(settings),
  speed: settings.feedSpeed,
  date: settings.feedDate,
  beginAt,
});

/** A start with the same files continues at the place they have reached. */
function findBegun(settings: Settings, text = '') {
  const found = /"beginAt": (\d+)/.exec(text)?.[1];
  if (found === undefined) return undefined;
  const note = noteOf(settings, Number(found));
  return text.trim() === JSON.stringify(note, null, 2) ? note : undefined;
}

async function openLive({ contracts, settings, clock, warn }: FeedParts): Promise<OpenFeed> {
  const exchanges = await openExchanges({ names: settings.exchanges });
  const { wallNow, monotonicNow: now } = clock;
  const patienceMillis = PATIENCE_MILLIS;
  return openLiveFeed({ contracts, exchanges, now, wallNow, patienceMillis, tell: warn });
}
