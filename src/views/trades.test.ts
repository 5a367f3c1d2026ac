import { expect, test } from 'vitest';
import { createDriver, START, usdt } from '../../test/kit/driver.ts';
import { createFolded } from '../../test/views/folded.ts';
import { contractId } from '../domain/ids.ts';
import { millis } from '../domain/units.ts';
import { createTradesView, foldTrades, newestTrades, TRADES_KEPT } from './trades.ts';

const BTC = contractId(0);

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
  expect(first?.value).toBe(usdt(3_600));
  expect(second).toMatchObject({ takerSide: 'sell', price: 899_000, at: driver.at });
  expect(second!.trade).toBeGreaterThan(first!.trade);
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
    foldTrades(
      view,
      { ...trade!, kind: 'fill-settled', venue: 'book', maker: {} as never, taker: {} as never },
      millis(START + made),
    );
  const kept = newestTrades(view, BTC, 5_000);
  expect(kept).toHaveLength(TRADES_KEPT);
  expect(kept[0]?.at).toBe(START + TRADES_KEPT + 4);
});
