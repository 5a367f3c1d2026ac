import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { createDriver, START, usdt } from '../../test/kit/driver.ts';
import { createFolded } from '../../test/views/folded.ts';
import type { FillSettled } from '../domain/event.ts';
import { contractId } from '../domain/ids.ts';
import { millis, money } from '../domain/units.ts';
import { recoverViews, snapshotViews } from './snapshot-views.ts';
import {
  createTradesView,
  foldTrades,
  lastNumber,
  newestTrades,
  TRADES_KEPT,
  type Trade,
} from './trades.ts';
import type { Views } from './views.ts';

const BTC = contractId(0);

const fillOf = (trade: Trade): FillSettled => ({
  ...trade,
  kind: 'fill-settled',
  venue: 'book',
  maker: {} as never,
  taker: {} as never,
});

test('[VIEW-3] a trade tells who took, price, size, value and time', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  const taker = driver.trader(10_000);
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(taker, 'open long', 400, 900_000);
  driver.place(maker, 'open long', 1_000, 899_000);
  driver.place(taker, 'close long', 100, 899_000);
  fold();
  const [second, first] = newestTrades(views.trades, BTC, 10);
  expect(first).toMatchObject({ takerSide: 'buy', price: 900_000, size: 400 });
  expect(first?.value).toBe(money(usdt(3_600)));
  expect(second).toMatchObject({ takerSide: 'sell', price: 899_000, at: driver.at });
  expect(second!.trade).toBeGreaterThan(first!.trade);
});

test('[VIEW-3] the trades of a contract are counted without gaps, also after a restart', () => {
  const names = ['cmt_btcusdt', 'cmt_ethusdt'];
  const contracts = names.map((symbol, id) => ({
    ...exampleContract(),
    symbol,
    id: contractId(id),
  }));
  const { driver, views, fold } = createFolded(createDriver(contracts));
  const maker = driver.house();
  const taker = driver.trader(10_000);
  const trade = (place: number): void => {
    const at = { contract: contractId(place) };
    driver.place(maker, 'open short', 10, 900_000, at);
    driver.place(taker, 'open long', 10, 900_000, at);
  };
  driver.index(900_000, 1);
  for (const place of [0, 1, 0, 0, 1, 0]) trade(place);
  fold();
  const numbers = (kept: Views, place: number): number[] =>
    newestTrades(kept.trades, contractId(place), 10).map((each) => each.place);
  expect(numbers(views, 0)).toEqual([4, 3, 2, 1]);
  expect(numbers(views, 1)).toEqual([2, 1]);
  const kept = snapshotViews(views);
  expect(numbers(recoverViews(kept), 0)).toEqual([4, 3, 2, 1]);
  // Views of before trades were counted go on from the newest id.
  const strip = ({ number: _, place: __, ...rest }: Trade) => rest as Trade;
  const { fills: ___, ...bare } = kept;
  const old = recoverViews({ ...bare, trades: kept.trades.map((rows) => rows.map(strip)) });
  const [newest] = newestTrades(old.trades, BTC, 1);
  expect([newest?.number, newest?.place]).toEqual([6, 6]);
  foldTrades(old.trades, fillOf(newest!), millis(START));
  expect([numbers(old, 0)[0], lastNumber(old.trades, BTC)]).toEqual([7, 7]);
});

test('[VIEW-3] fills of a contract are counted alike in trades and rows, settlements too', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  const trader = driver.trader(10_000);
  const trade = (): void => {
    driver.place(maker, 'open short', 1, 900_000);
    driver.place(trader, 'open long', 1, 900_000);
  };
  trade();
  driver.run({ kind: 'reset-account', account: trader, wallet: usdt(500) as never });
  fold();
  // The newest fill is no trade, and still counts after a restart.
  expect(lastNumber(recoverViews(snapshotViews(views)).trades, BTC)).toBe(2);
  trade();
  const rows = fold().flatMap((folded) => folded.rows.fills);
  expect(rows.map(({ number }) => number)).toEqual([3, 3]);
  const told = newestTrades(views.trades, BTC, 10).map(({ number, place }) => [number, place]);
  expect(told).toEqual([
    [3, 2],
    [1, 1],
  ]);
});

test("[VIEW-3] the venue's own settlements are no trades", () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  const trader = driver.trader(10_000);
  driver.place(maker, 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
  driver.run({ kind: 'reset-account', account: trader, wallet: usdt(500) as never });
  const folded = fold();
  expect(folded.at(-1)?.rows.fills.map(({ venue }) => venue)).toEqual(['reset', 'reset']);
  expect(newestTrades(views.trades, BTC, 10)).toHaveLength(1);
});

test('[VIEW-16] only the newest trades are kept', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house();
  const trader = driver.trader(10_000);
  driver.place(maker, 'open short', 1, 900_000);
  driver.place(trader, 'open long', 1, 900_000);
  fold();
  const [trade] = newestTrades(views.trades, BTC, 1);
  const view = createTradesView();
  const contract = views.contracts.rows[0]!.contract;
  foldTrades(view, { kind: 'contract-listed', contract }, millis(START));
  for (let made = 0; made < TRADES_KEPT + 5; made += 1)
    foldTrades(view, fillOf(trade!), millis(START + made));
  const kept = newestTrades(view, BTC, 5_000);
  expect(kept).toHaveLength(TRADES_KEPT);
  expect(kept[0]?.at).toBe(START + TRADES_KEPT + 4);
});
