/** A running season with a house, a few teams and nothing else: what surveillance is shown. */
import { createContest } from '../../src/competition/contest.ts';
import { foldContest } from '../../src/competition/fold-contest.ts';
import {
  reviewSeason,
  type SurveillanceFinding,
  type SurveillanceTest,
} from '../../src/competition/surveillance/review.ts';
import { type AccountId, contractId } from '../../src/domain/ids.ts';
import type { SeasonRules } from '../../src/domain/season.ts';
import { millis } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { exampleContracts } from '../kit/contracts.ts';
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
  readonly quote: (price: number, gap?: number, contract?: number) => void;
}

/** The first contract is at 900,000 ticks; a second one would be at 30,000. */
export function startWatchedRace(count: number, hours = 12, contracts = 1): WatchedRace {
  const driver = createDriver(exampleContracts([{}, ETH].slice(0, contracts)));
  const house = driver.house(10_000_000);
  for (let id = 1; id < contracts; id += 1) driver.index(30_000, id);
  const rules = openSeason(driver, {
    endAt: millis(driver.at + 60_000 + hours * 3_600_000),
    contracts: Array.from({ length: contracts }, (_, id) => contractId(id)),
  });
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
    quote(price, gap = 100, id = 0) {
      const contract = contractId(id);
      driver.run({ kind: 'cancel-all-orders', account: house, contract, scope: 'working' });
      driver.index(price, id);
      driver.place(house, 'open long', 100_000, price - gap, { contract });
      driver.place(house, 'open short', 100_000, price + gap, { contract });
    },
  };
}

const ETH = {
  symbol: 'cmt_ethusdt',
  base: 'ETH',
  sizeDecimals: 3,
  lot: '0.001',
  minOrderSize: '0.001',
};
