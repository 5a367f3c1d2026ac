import { expect, test } from 'vitest';
import { createDriver, usdt } from '../../test/kit/driver.ts';
import { endSeason, enrol, openSeason, startSeason } from '../../test/kit/season.ts';
import { type Contest, createContest } from '../competition/contest.ts';
import { foldContest } from '../competition/fold-contest.ts';
import { liveLeaderboard } from '../competition/leaderboard.ts';
import type { AccountId } from '../domain/ids.ts';
import { lots, money, NO_MONEY, ticks, toBigInt } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import type { Applied } from '../venue/venue.ts';
import type { LifeFigures } from './life.ts';
import { type LifeRecord, noSplit, sumOfSplit } from './life-record.ts';
import { scoreLife } from './score-life.ts';

// Most of what the account holds would be bought a tick lower than the rest, or nowhere better.
const bids = [
  { price: ticks(900_000), size: lots(200) },
  { price: ticks(890_000), size: lots(200) },
];

/** Had its 600 lots been sold at the end. */
function closedReturn(contest: Contest, account: AccountId): number {
  const { holding } = contest.entrants.get(account)!;
  const [held] = holding.positions;
  const { tickLotValue, takerFee } = contest.contracts[held!.contract]!;
  const value = BigInt(200 * 900_000 + 400 * 890_000) * toBigInt(tickLotValue);
  const fee = (value * BigInt(takerFee)) / 1_000_000n;
  const left = toBigInt(holding.collateral) + value - fee;
  return Number(left) / Number(usdt(1_000)) - 1;
}

test('[LIFE-2] a life comes to the figures of a season with the same trades', () => {
  const driver = createDriver();
  const contest = createContest();
  const twin = createState();
  const listeners: ((applied: Applied) => void)[] = [];
  const follow = (): void => {
    for (const entry of driver.entries.slice(contest.seq)) {
      const applied = { ...entry, events: apply(twin, entry), orders: [], fills: [] };
      foldContest(contest, applied);
      for (const listener of [...listeners]) listener(applied);
    }
  };
  const { endAt, wallet } = openSeason(driver);
  const [account, other] = [enrol(driver, 'Long'), enrol(driver, 'Short')];
  startSeason(driver);
  follow();
  const startAt = contest.seasons[0]?.startedAt;
  if (startAt === null || startAt === undefined) throw new Error('the season has not started');
  let figures: LifeFigures | undefined;
  const listen = (listener: (applied: Applied) => void): (() => void) => {
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  };
  const levelsOf = () => ({ bids, asks: [] });
  const life = { account, wallet, startAt, endAt, levelsOf, regime: () => 'calm' };
  let record: LifeRecord | undefined;
  scoreLife({ contest, listen }, life, (told, recorded) => {
    figures = told;
    record = recorded;
  });
  driver.place(account, 'open long', 1_000, 900_000);
  driver.place(other, 'open short', 1_000, 900_000);
  for (const price of [890_000, 905_000, 902_000, 903_000]) {
    driver.wait(600_000);
    driver.index(price);
  }
  driver.place(other, 'close short', 400, 903_000);
  driver.place(account, 'close long', 400, 903_000);
  driver.wait(600_000);
  driver.index(901_000);
  follow();
  expect(figures).toBeUndefined();
  endSeason(driver);
  follow();
  const season = contest.seasons[0];
  const row = season && liveLeaderboard(season).rows.find((each) => each.account === account);
  expect(wallet).toBe(money(usdt(1_000)));
  expect(row?.score.fills).toBe(2);
  expect(figures?.closed).toBeCloseTo(closedReturn(contest, account), 8);
  expect(figures).toMatchObject({
    return: Number(row?.roi) / 1e8,
    drawdown: Number(row?.drawdown) / 1e8,
    sharpe: null,
    fees: Number(row?.score.fees) / 1e8,
    funding: Number(row?.score.funding) / 1e8,
    fills: 2,
    liquidations: 0,
    late: 0,
    equity: Number(row?.score.equity) / 1e8,
  });
  expect(figures?.drawdown).toBeGreaterThan(0);
  expect(listeners).toHaveLength(0);
  expect(record?.result).toBe(toBigInt(row?.score.equity ?? NO_MONEY) - usdt(1_000));
  expect(sumOfSplit(record?.split ?? noSplit())).toBe(record?.result);
  expect(record?.tables.trades).toMatchObject([
    { contract: 'BTC', side: 'long', end: 'open', fills: 2, size: 10_000_000n },
  ]);
});
