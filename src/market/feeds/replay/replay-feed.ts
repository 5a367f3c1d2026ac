/**
 * Index prices from files: candles or trades recorded elsewhere, shifted to another time and played
 * at their own pace or faster. After the end of the files there are no more prices.
 */
import type { Contract } from '../../../domain/contract.ts';
import type { IndexPrice } from '../../feed.ts';
import type { OpenFeed } from '../feed-switch.ts';
import { fineOf, fineScaleOf, lotScaleOf } from '../fine-price.ts';
import type { PastMinute } from '../history/generate-history.ts';
import { checkFiles } from './check-files.ts';
import { readPast } from './read-past.ts';
import { openTrack } from './track.ts';

export interface ReplayFeedSettings {
  readonly folder: string;
  readonly contracts: readonly Contract[];
  /** The venue time at which the files begin; "now" is the moment after they were checked. */
  readonly beginAt: number | 'now';
  /** How much faster than venue time. */
  readonly speed: number;
  /** Multiplies every price; returns stay as they are. */
  readonly scale: number;
  readonly gapMillisMax: number;
  /** The noise between the prices of a candle is drawn from it. */
  readonly key: Uint8Array;
  /** Venue time. */
  readonly now: () => number;
}

export interface ReplayFeed extends OpenFeed {
  /** The venue times at which the files begin and end. */
  readonly beginsAt: number;
  readonly endsAt: number;
}

/** Throws ReplayRefused if the files cannot be used. */
export async function openReplayFeed(settings: ReplayFeedSettings): Promise<ReplayFeed> {
  const { folder, contracts, speed, scale, key, now } = settings;
  const checked = await checkFiles(folder, contracts, settings.gapMillisMax);
  const { firstAt, endAt } = checked;
  const tracks = checked.files.map((file) => ({
    contract: file.contract,
    times: fineScaleOf(file.contract) * scale,
    track: openTrack(file, key),
  }));
  const gone = settings.beginAt === 'now' ? 0 : Math.max(0, now() - settings.beginAt);
  await Promise.all(tracks.map(({ track }) => track.reach(firstAt + gone * speed)));
  const beginsAt = settings.beginAt === 'now' ? now() : settings.beginAt;
  const pace = speed === 1 ? '' : `, ${speed} times as fast`;
  const close = async (): Promise<void> => {
    await Promise.all(tracks.map(({ track }) => track.close()));
  };
  return {
    source: () => `replayed from ${folder}${pace}`,
    next: (at) => {
      const moment = firstAt + (at - beginsAt) * speed;
      if (moment < firstAt || moment >= endAt) return [];
      const prices: IndexPrice[] = [];
      for (const { contract, times, track } of tracks) {
        const row = track.rowAt(moment);
        if (row === undefined) continue;
        const { at: learnedAt, price, traded, basis } = row;
        const premium = (basis ?? 0) * 1e6;
        prices.push({
          contract: contract.id,
          price: fineOf((price / (1 + (basis ?? 0))) * times),
          learnedAt,
          recorded:
            traded === null ? { premium } : { premium, traded: traded * lotScaleOf(contract) },
        });
      }
      return prices;
    },
    past: async (until) => {
      const past: PastMinute[][] = [];
      for (const file of checked.files)
        past[file.contract.id] = await readPast({
          file,
          key,
          speed,
          until: firstAt + (until - beginsAt) * speed,
          priceTimes: fineScaleOf(file.contract) * scale,
          sizeTimes: lotScaleOf(file.contract),
        });
      return past;
    },
    beginsAt,
    endsAt: beginsAt + (endAt - firstAt) / speed,
    close,
  };
}
