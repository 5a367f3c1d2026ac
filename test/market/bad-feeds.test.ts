/** A whole market on prices that jump, stop, repeat themselves or go back, with chaos on top. */
import { expect, test } from 'vitest';
import { checkInvariants } from '../../proof/market-report/check-invariants.ts';
import { createDrive, type Drive } from '../../proof/market-report/drive-market.ts';
import { bestTicks } from '../../src/book/book.ts';
import { contractId } from '../../src/domain/ids.ts';
import { fineTicks, millis, NO_TICKS } from '../../src/domain/units.ts';
import { createChaos, type Trouble } from '../../src/market/chaos.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = shippedContracts(({ base }) => ['BTC', 'ADA'].includes(base)).map(
  (contract, at) => ({ ...contract, id: contractId(at) }),
);

/** What becomes of the price of the first contract, by the second; null if there is none. */
const FEEDS: Readonly<Record<string, (second: number) => number | null>> = {
  'jumps to and fro': (second) => (second % 7 < 3 ? 1.08 : 0.93),
  'falls by half in a moment': (second) => (second < 20 ? 1 : 0.5),
  'stops for good': (second) => (second < 20 ? 1 : null),
  'comes and goes': (second) => (second % 5 < 2 ? null : 1 + second / 5_000),
  'goes back to older prices': (second) => 1 + (second % 10) / 500,
};

const TROUBLES: Readonly<Record<string, readonly Trouble[]>> = {
  nothing: [],
  'a shock': [{ kind: 'shock', factor: 0.7 }],
  'an outage': [{ kind: 'outage' }],
  'a thin book on one side': [
    { kind: 'thin', depth: 0.05 },
    { kind: 'one-sided', side: 'buy' },
  ],
  'a storm and a premium': [
    { kind: 'regime', regime: 'stress' },
    { kind: 'basis', premium: 0.005 },
  ],
};

const reach = (drive: Drive, seconds: number): void => drive.reach(drive.at + seconds * 1_000);

const CASES = Object.keys(FEEDS).flatMap((feed) =>
  Object.keys(TROUBLES).map((trouble) => [feed, trouble] as const),
);

test.each(CASES)('[FEED-23] a feed that %s, and on top of it %s', (name, trouble) => {
  const refused: string[] = [];
  const drive = createDrive({
    contracts,
    seed: seedOfWord('otter'),
    applied: (_, events) => {
      for (const event of events)
        if (event.kind === 'command-rejected') refused.push(event.reject.reason);
    },
  });
  const { market } = drive;
  const { moods } = market.house;
  const chaos = createChaos({ moods, force: market.feed.force, shock: market.feed.shock });
  const began = drive.at;
  let isBad = true;
  market.hear = (prices) => {
    const times = isBad ? FEEDS[name]!((drive.at - began) / 1_000) : 1;
    return chaos.hear(
      prices.flatMap((row) => {
        if (row.contract !== contractId(0)) return [row];
        if (times === null) return [];
        return [{ contract: row.contract, price: fineTicks(Math.round(row.price * times)) }];
      }),
    );
  };
  reach(drive, 15);
  for (const each of TROUBLES[trouble]!) {
    const since = millis(drive.at);
    const ids = contracts.map(({ id }) => id);
    chaos.begin({ trouble: each, contracts: ids, since, until: millis(drive.at + 25_000) });
  }
  for (let second = 0; second < 40; second += 1) {
    chaos.pass(millis(drive.at));
    reach(drive, 1);
    checkInvariants(drive.state);
  }
  // The feed behaves again, and so does the market.
  isBad = false;
  chaos.end();
  reach(drive, 60);
  checkInvariants(drive.state);
  for (const { book, index } of drive.state.listings) {
    const [bid, ask] = [bestTicks(book, 'buy'), bestTicks(book, 'sell')];
    expect([bid, ask]).not.toContain(NO_TICKS);
    expect(bid).toBeLessThan(ask);
    expect(Math.abs((bid + ask) / 2 / (index / 100) - 1)).toBeLessThan(0.01);
  }
  // What is to be moved may have been filled a moment before, in the same beat.
  expect(refused.filter((reason) => reason !== 'order-unknown')).toEqual([]);
});
