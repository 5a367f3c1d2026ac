/** Nobody sees where the generated week ends and the market begins. */
import { expect, test } from 'vitest';
import { createDrive } from '../../proof/market-report/drive-market.ts';
import { millis } from '../../src/domain/units.ts';
import { generateHistory } from '../../src/market/feeds/history/generate-history.ts';
import { marketTermsOf } from '../../src/market/market-terms.ts';
import { historyKeyOf, seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { eventsOf } from '../kit/driver.ts';

const START = Date.UTC(2026, 0, 6, 10);
const FIRST_MINUTES = 5;

test('[FEED-19] the first five minutes trade as much and as often as the hour before', () => {
  const contracts = shippedContracts();
  const terms = marketTermsOf(contracts);
  const ratios: number[] = [];
  for (const word of ['heron', 'lark']) {
    const seed = seedOfWord(word);
    const drive = createDrive({ contracts, seed, startAt: START });
    const volume = contracts.map(() => 0);
    const trades = contracts.map(() => 0);
    drive.reach(START + FIRST_MINUTES * 60_000, (events) => {
      for (const { contract, value, venue } of eventsOf(events, 'fill-settled')) {
        if (venue !== 'book') continue;
        volume[contract] = volume[contract]! + Number(value);
        trades[contract] = trades[contract]! + 1;
      }
    });
    const endPrices = drive.state.listings.map(({ index }) => index);
    const wish = { contracts, terms, key: historyKeyOf(seed), endAt: millis(START), endPrices };
    for (const [place, { last }] of [...generateHistory(wish)].entries()) {
      const hour = last.slice(-60);
      const mean = (values: readonly number[]): number =>
        (values.reduce((sum, value) => sum + value, 0) / hour.length) * FIRST_MINUTES;
      ratios.push(volume[place]! / mean(hour.map(({ quote }) => Number(quote))));
      ratios.push(trades[place]! / mean(hour.map((candle) => candle.trades)));
    }
  }
  for (const ratio of ratios) {
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3);
  }
});
