/** Opens the feeds that need files or connections, as the settings say. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../domain/contract.ts';
import { jsonText } from '../gateway/data-files.ts';
import type { VenueNotes } from '../gateway/notes.ts';
import type { FeedSwitchSettings, OpenFeed } from '../market/feeds/feed-switch.ts';
import { openLiveFeed } from '../market/feeds/live/live-feed.ts';
import { openExchanges } from '../market/feeds/live/open-exchanges.ts';
import { openReplayFeed } from '../market/feeds/replay/replay-feed.ts';
import type { Seed } from '../market/seed.ts';
import type { Clock } from '../venue/clock.ts';
import type { Settings } from './settings.ts';

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

interface ReplayNote {
  readonly folder: string;
  readonly speed: number;
  readonly date: number | 'now';
  readonly beginAt: number;
}

const noteOf = (settings: Settings, beginAt: number): ReplayNote => ({
  folder: folderOf(settings),
  speed: settings.feedSpeed,
  date: settings.feedDate,
  beginAt,
});

/** A start with the same files continues at the place they have reached. */
function findBegun(settings: Settings, text = ''): ReplayNote | undefined {
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
