/** The portfolio of an account, held against what the account itself says. */
import { expect, onTestFinished, test } from 'vitest';
import { money } from '../../src/domain/units.ts';
import type { PortfolioRecord } from '../../src/wire/v2/extensions/portfolio.ts';
import { START, usdt } from '../kit/driver.ts';
import { ALICE, BOB, BTC, ETH, HOUSE, openRestKit, type RestKit } from './rest-kit.ts';

const PATH = '/capi/v2/perpetua/portfolio';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = START - 500;

const ask = (kit: RestKit, fields = {}, account = ALICE): Promise<PortfolioRecord> =>
  kit.ok('perpetuaPortfolio', fields, account);

const units = (text: string): bigint => usdt(text);
const total = (texts: readonly string[]): bigint => texts.map(units).reduce((a, b) => a + b, 0n);

const trade = (kit: RestKit, symbol: string, size: string, type: string) =>
  kit.ok('orderPlaceOrder', { symbol, size, type, match_price: '1' });

/** Equity as the account shows it at the same moment. */
async function equityOf(kit: RestKit): Promise<string> {
  const [asset] = await kit.ok('accountAssets');
  return asset.equity;
}

async function playThreeDays(kit: RestKit): Promise<void> {
  await trade(kit, BTC, '0.1000', '1');
  await trade(kit, ETH, '1.000', '2');
  await kit.setIndex(BTC, '90300.0');
  await kit.memory.advance(DAY + HOUR);
  await kit.setIndex(BTC, '90300.0');
  await kit.setIndex(ETH, '3000.00');
  await kit.quote(BTC, 'buy', '1.0000', '90200.0');
  await trade(kit, BTC, '0.0600', '3');
  await kit.memory.advance(DAY);
  await kit.setIndex(BTC, '90100.0');
  await kit.setIndex(ETH, '2990.00');
}

test('[WEB-60] the parts add up to the change of equity, and equity is the one shown', async () => {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  await playThreeDays(kit);
  const told = await ask(kit);
  expect(told.equity).toBe(await equityOf(kit));
  expect([told.startTime, told.startEquity, told.deposits, told.isWhole]).toEqual([
    MIDNIGHT,
    '0.00000000',
    '10000.00000000',
    true,
  ]);
  const { pnl, realised, unrealised, fees, funding, covered } = told;
  expect(units(told.equity)).toBe(usdt(10_000) + units(pnl));
  expect(total([realised, unrealised, funding, covered]) - units(fees)).toBe(units(pnl));
  expect(told.days.map(({ time }) => (time - MIDNIGHT) / DAY)).toEqual([0, 1, 2]);
  expect(total(told.days.map((day) => day.pnl))).toBe(units(pnl));
  expect(total(told.contracts.map((row) => row.pnl))).toBe(units(pnl));
  const { list } = await kit.ok('orderFills', {});
  expect(total(list.map(({ fillFee }: { fillFee: string }) => fillFee))).toBe(units(fees));
  const { items } = await kit.ok('accountBills', { businessType: 'position_funding', limit: 100 });
  expect(items.length).toBeGreaterThan(2);
  expect(total(items.map(({ amount }: { amount: string }) => amount))).toBe(units(funding));
  expect([told.closed, told.won]).toEqual([1, 1]);
});

test('[WEB-60] it has as many days as are asked for, at the mark of its midnight', async () => {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  await playThreeDays(kit);
  const whole = await ask(kit);
  const part = await ask(kit, { days: 2 });
  expect([part.startTime, part.startEquity]).toEqual([MIDNIGHT + DAY, whole.days[0]?.equity]);
  expect(part.days).toEqual(whole.days.slice(1));
  expect(part.points[0]).toMatchObject({ time: MIDNIGHT + DAY, equity: part.startEquity });
  expect(part.points.at(-1)).toMatchObject({ time: part.endTime, equity: part.equity });
});

test('[WEB-60] the past is valued at its own marks, the present at those of now', async () => {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  await trade(kit, BTC, '0.1000', '1');
  await kit.setIndex(BTC, '90300.0');
  for (let hour = 0; hour < 23; hour += 1) await kit.memory.advance(HOUR);
  const atMidnight = await equityOf(kit);
  await kit.memory.advance(HOUR + 10_000);
  await kit.setIndex(BTC, '89000.0');
  await kit.memory.advance(10 * 60_000);
  await kit.setIndex(BTC, '89000.0');
  const told = await ask(kit);
  const now = await equityOf(kit);
  expect(told.days.map(({ equity }) => equity)).toEqual([atMidnight, now]);
  expect(units(now)).toBeLessThan(units(atMidnight));
  expect(told.points.find(({ time }) => time === MIDNIGHT + DAY)?.equity).toBe(atMidnight);
  expect(told.points.at(-1)?.equity).toBe(now);
  // A day and an hour: a point every quarter, as that is the shortest with at most 240.
  const times = told.points.map(({ time }) => time).slice(1, -1);
  expect(times.every((time) => (time - MIDNIGHT) % (15 * 60_000) === 0)).toBe(true);
  expect(told.points).toHaveLength(2 + Math.floor((told.endTime - MIDNIGHT) / (15 * 60_000)));
});

test('[WEB-60] a refill, a reset and a liquidation are told for what they are', async () => {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  await kit.quote(BTC, 'sell', '20', '90000.1');
  await trade(kit, BTC, '1.5000', '1');
  await kit.run({ kind: 'cancel-all-orders', account: HOUSE, contract: null, scope: 'working' });
  await kit.setIndex(BTC, '20000.0');
  const lost = await ask(kit);
  expect([lost.equity, lost.pnl]).toEqual(['0.00000000', '-10000.00000000']);
  expect(total([...lost.contracts.map((row) => row.pnl), lost.covered])).toBe(units(lost.pnl));
  expect([lost.closed > 0, lost.won]).toEqual([true, 0]);
  await kit.run({ kind: 'reset-account', account: ALICE, wallet: money(usdt(2_500)) });
  const after = await ask(kit);
  expect([after.equity, after.deposits, after.pnl]).toEqual([
    '2500.00000000',
    '12500.00000000',
    '-10000.00000000',
  ]);
});

test('[WEB-60] an account that did nothing has its deposit and no result', async () => {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  const told = await ask(kit, {}, BOB);
  expect([told.equity, told.pnl, told.closed]).toEqual(['10000.00000000', '0.00000000', 0]);
  expect(told.contracts).toEqual([]);
  await kit.fails('perpetuaPortfolio', '40020', { days: 0 });
  expect((await kit.send({ method: 'GET', path: PATH })).json.code).toBe('40001');
});

test('[WEB-62] the last day of every contract that traded comes in one call', async () => {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  await trade(kit, BTC, '0.1000', '1');
  await kit.memory.advance(HOUR);
  await kit.setIndex(BTC, '90000.0');
  await kit.quote(BTC, 'buy', '1.0000', '90000.0');
  await trade(kit, BTC, '0.1000', '3');
  const path = '/capi/v2/perpetua/sparklines';
  const { status, json } = await kit.send({ method: 'GET', path });
  // The half hour without a trade has the price before it.
  const closes = ['90000.1', '90000.1', '90000.0'];
  expect([status, json]).toEqual([200, [{ symbol: BTC, time: MIDNIGHT, closes }]]);
});
