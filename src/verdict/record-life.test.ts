import { expect, test } from 'vitest';
import { createDriver, usdt } from '../../test/kit/driver.ts';
import { createContest } from '../competition/contest.ts';
import { foldContest } from '../competition/fold-contest.ts';
import type { AccountId } from '../domain/ids.ts';
import { millis, money } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import type { Applied } from '../venue/venue.ts';
import { createDraws } from './draws.ts';
import { type LifeRecord, sumOfSplit } from './life-record.ts';
import type { LifeRecorder } from './record-life.ts';
import { scoreLife } from './score-life.ts';

const HOUR = 3_600_000;
const MIDDLE = 900_000;

/** Three accounts trade with each other as chance has it, while the index moves. */
function liveByChance(word: string, refusals = 0): LifeRecord[] {
  const driver = createDriver();
  const contest = createContest();
  const twin = createState();
  const listeners = new Set<(applied: Applied) => void>();
  const follow = (): void => {
    for (const entry of driver.entries.slice(contest.seq)) {
      const applied = { ...entry, events: apply(twin, entry), orders: [], fills: [] };
      foldContest(contest, applied);
      for (const listener of [...listeners]) listener(applied);
    }
  };
  const accounts = [driver.trader(1_000), driver.trader(2_000), driver.trader(500)];
  follow();
  const startAt = millis(driver.at);
  const records: LifeRecord[] = [];
  const listen = (listener: (applied: Applied) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const begin = (account: AccountId, wallet: number): LifeRecorder =>
    scoreLife(
      { contest, listen },
      {
        ...{ account, wallet: money(usdt(wallet)), startAt, endAt: millis(startAt + 20 * HOUR) },
        levelsOf: () => ({ bids: [], asks: [] }),
        regime: () => 'calm',
      },
      (_, record) => void records.push(record),
    );
  const recorders = [1_000, 2_000, 500].map((wallet, at) => begin(accounts[at]!, wallet));
  for (let count = 1; count <= refusals; count += 1)
    recorders[0]?.refuse({
      ...{ at: startAt, call: 'POST /order', status: 400, code: '1' },
      words: `order ${count} is too large`,
    });
  const draws = createDraws(word);
  let index = MIDDLE;
  for (let turn = 0; turn < 300; turn += 1) {
    const account = accounts[draws.below(accounts.length)]!;
    const kind = (['open long', 'open short', 'close long', 'close short'] as const)[
      draws.below(4)
    ]!;
    driver.place(account, kind, 1 + draws.below(600), index + draws.below(401) - 200);
    if (draws.below(4) === 0) {
      driver.wait(600_000);
      index += draws.below(30_001) - 15_000;
      driver.index(index);
    }
  }
  driver.wait(20 * HOUR);
  driver.index(index);
  follow();
  return records;
}

test.each(['one', 'two', 'three', 'four'])(
  '[LIFE-10] prices, slippage, fees, funding and liquidations add up to the result (%s)',
  (word) => {
    const records = liveByChance(word);
    expect(records).toHaveLength(3);
    for (const { split, result, tables, wallet } of records) {
      expect(sumOfSplit(split)).toBe(result);
      expect(tables.fills.length).toBeGreaterThan(5);
      for (const row of tables.trades)
        expect(row.price + row.slippage + row.fees + row.funding + row.liquidation).toBe(
          row.result,
        );
      const sum = tables.trades.reduce((all, row) => all + row.result, 0n);
      expect(sum + split.covered).toBe(result);
      expect(tables.equity[0]?.equity).toBe(wallet);
      expect(tables.equity.at(-1)?.equity).toBe(wallet + result);
      expect(-tables.fills.reduce((all, { fee }) => all + fee, 0n)).toBe(split.fees);
      expect(tables.funding.reduce((all, { received }) => all + received, 0n)).toBe(split.funding);
    }
  },
);

test('[LIFE-10] some of those lives are liquidated and pay funding', () => {
  const records = ['one', 'two', 'three', 'four'].flatMap((word) => liveByChance(word));
  expect(records.some(({ split }) => split.funding !== 0n)).toBe(true);
  expect(records.some(({ split }) => split.slippage !== 0n)).toBe(true);
  expect(records.some(({ split }) => split.liquidation !== 0n)).toBe(true);
});

test('[LIFE-10] a liquidation is kept with the numbers that decided it', () => {
  const rows = ['one', 'two', 'three', 'four']
    .flatMap((word) => liveByChance(word))
    .flatMap(({ tables }) => tables.liquidations);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.equity).toBeLessThanOrEqual(row.requirement);
    expect(row.notional).toBeGreaterThan(0n);
  }
  const [first] = rows;
  const same = rows.filter(({ at, backing }) => at === first?.at && backing === first.backing);
  const results = same.reduce((sum, { unrealised }) => sum + unrealised, 0n);
  expect((first?.backing ?? 0n) + results).toBe(first?.equity);
});

test('[LIFE-11] a flood is counted whole, and its first hundred thousand rows are kept', () => {
  const [record] = liveByChance('one', 100_003);
  expect(record?.tables.refusals).toHaveLength(100_000);
  expect(record?.rowsLeftOut).toBe(3);
  expect(record?.refusals).toMatchObject([{ count: 100_003, words: 'order 1 is too large' }]);
});
