/** A running season with a house, a few teams and nothing else: what surveillance is shown. */
import { createContest } from '../../src/competition/contest.ts';
import { foldContest } from '../../src/competition/fold-contest.ts';
import type {
  SurveillanceFinding,
  SurveillanceTest,
} from '../../src/competition/surveillance/finding.ts';
import { reviewSeason } from '../../src/competition/surveillance/review.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { SeasonRules } from '../../src/domain/season.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { createDriver, type Driver } from '../kit/driver.ts';
import { enrol, openSeason, startSeason } from '../kit/season.ts';

export interface WatchedRace {
  readonly driver: Driver;
  readonly house: AccountId;
  readonly rules: SeasonRules;
  readonly teams: readonly AccountId[];
  /** Findings of a test about everything applied so far. */
  readonly review: (test: SurveillanceTest) => SurveillanceFinding[];
  /** The house quotes again, so far from the price on both sides. */
  readonly quote: (price: number, gap?: number) => void;
}

export function startWatchedRace(count: number): WatchedRace {
  const driver = createDriver();
  const house = driver.house(10_000_000);
  const rules = openSeason(driver, endOf(driver));
  const teams = Array.from({ length: count }, (_, place) => enrol(driver, `team ${place}`));
  startSeason(driver);
  const contest = createContest();
  const twin = createState();
  return {
    driver,
    house,
    rules,
    teams,
    review(test) {
      for (const entry of driver.entries.slice(contest.seq))
        foldContest(contest, { ...entry, events: apply(twin, entry) });
      return reviewSeason(contest.seasons[0]!).filter((finding) => finding.test === test);
    },
    quote(price, gap = 100) {
      driver.run({ kind: 'cancel-all-orders', account: house, contract: null, scope: 'working' });
      driver.index(price);
      driver.place(house, 'open long', 100_000, price - gap);
      driver.place(house, 'open short', 100_000, price + gap);
    },
  };
}

const endOf = (driver: Driver): Partial<SeasonRules> => ({
  endAt: (driver.at + 60_000 + 12 * 3_600_000) as SeasonRules['endAt'],
});
