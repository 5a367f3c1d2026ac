/** A market on recorded prices: they are what the contract trades at, and so is its volume. */
import { expect, test } from 'vitest';
import { createDrive } from '../../proof/market-report/drive-market.ts';
import { bestTicks } from '../../src/book/book.ts';
import type { Event } from '../../src/domain/event.ts';
import { contractId } from '../../src/domain/ids.ts';
import { lots, ticks } from '../../src/domain/units.ts';
import type { IndexPrice } from '../../src/market/feed.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = shippedContracts(({ base }) => ['BTC', 'SOL'].includes(base)).map(
  (contract, at) => ({ ...contract, id: contractId(at) }),
);

interface Told {
  /** Lots a second; undefined if the files do not say. */
  readonly pace?: (second: number) => number;
  readonly premium?: number;
  /** Whether prices stay what they were at first. */
  readonly isStill?: boolean;
}

function openRecorded({ pace, premium = 0, isStill = false }: Told) {
  const first: IndexPrice['price'][] = [];
  const traded = contracts.map(() => 0);
  let events: Event[] = [];
  const drive = createDrive({
    contracts,
    seed: seedOfWord('otter'),
    applied: (_, told) => {
      events.push(...told);
    },
  });
  const began = drive.at;
  drive.market.hear = (prices) =>
    prices.map(({ contract, price: heard }): IndexPrice => {
      const seconds = (drive.at - began) / 1_000;
      let sum = 0;
      for (let second = 0; second < seconds; second += 1) sum += pace?.(second) ?? 0;
      first[contract] ??= heard;
      const price = isStill ? first[contract] : heard;
      return { contract, price, recorded: pace ? { premium, traded: sum } : { premium } };
    });
  const takeFills = () => {
    const fills = events.filter((event) => event.kind === 'fill-settled');
    events = [];
    return fills;
  };
  return { drive, traded, takeFills };
}

const reach = (drive: ReturnType<typeof createDrive>, millis: number): void =>
  drive.reach(drive.at + millis);

test.each([
  ['a quiet hour', (): number => 20],
  ['far more than the house trades', (): number => 4_000],
  ['bursts and silence', (second: number): number => (second % 60 < 5 ? 3_000 : 0)],
])('[FEED-22] what was recorded is what trades: %s', (_, pace) => {
  const { drive, takeFills } = openRecorded({ pace });
  reach(drive, 120_000);
  takeFills();
  reach(drive, 1_200_000);
  const fills = takeFills().filter(({ venue }) => venue === 'book');
  let wanted = 0;
  for (let second = 120; second < 1_320; second += 1) wanted += pace(second);
  for (const { id } of contracts) {
    const own = fills.filter(({ contract }) => contract === id);
    const size = own.reduce((sum, fill) => sum + fill.size, 0);
    expect(size / wanted, `contract ${id}`).toBeGreaterThan(0.9);
    expect(size / wanted, `contract ${id}`).toBeLessThan(1.1);
    const { index, book } = drive.state.listings[id]!;
    const middle = (bestTicks(book, 'buy') + bestTicks(book, 'sell')) / 2;
    expect(Math.abs(middle / (index / 100) - 1)).toBeLessThan(0.0008);
  }
});

test('[FEED-22] the price is the recorded one, with the basis of the files', () => {
  const { drive } = openRecorded({ premium: 1_500 });
  const away: number[] = [];
  for (let minute = 0; minute < 30; minute += 1) {
    reach(drive, 60_000);
    for (const { book, index } of drive.state.listings) {
      const middle = (bestTicks(book, 'buy') + bestTicks(book, 'sell')) / 2;
      away.push(middle / (index / 100) - 1);
    }
  }
  const mean = away.reduce((sum, value) => sum + value, 0) / away.length;
  expect(mean).toBeGreaterThan(0.0013);
  expect(mean).toBeLessThan(0.0017);
});

test('[FEED-22] an order that waits at the best price is filled by what was recorded', () => {
  const { drive } = openRecorded({ pace: () => 2_000, isStill: true });
  const account = drive.openTrader(1_000_000);
  reach(drive, 60_000);
  const { book } = drive.state.listings[0]!;
  drive.submit({
    kind: 'place-order',
    account,
    contract: contractId(0),
    positionSide: 'long',
    effect: 'open',
    size: lots(500),
    price: ticks(bestTicks(book, 'buy')),
    timeInForce: 'post-only',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  });
  reach(drive, 20_000);
  expect(drive.state.accounts[account]!.desks[0]!.long.position?.size).toBe(500);
});
