/** What an account looks like in two dialects: every figure must be the same. */
import { expect } from 'vitest';
import { ALICE, type Anything } from '../gateway-v2/rest-kit.ts';
import type { BinanceKit } from './binance-kit.ts';

/** A decimal as a whole number of its twelfth place. */
export function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(12, '0')}`);
}
export const same = (one: string, other: string, what = '') =>
  expect(units(one), `${what}: ${one} is not ${other}`).toBe(units(other));

export const find = (rows: readonly Anything[], symbol: string, side: string) =>
  rows.find((row) => row.symbol === symbol && row.positionSide === side);

/** What both dialects say about an account, at one moment. */
export async function expectSame(kit: BinanceKit, account = ALICE): Promise<Anything> {
  const [asset] = await kit.ok('accountAssets', {}, account);
  const held = await kit.ok('accountAllPosition', {}, account);
  const whole = await kit.does('GET', '/fapi/v3/account', {}, account);
  const old = await kit.does('GET', '/fapi/v2/account', {}, account);
  const risks = await kit.does('GET', '/fapi/v3/positionRisk', {}, account);
  const every = await kit.does('GET', '/fapi/v2/positionRisk', {}, account);
  expect(await kit.does('GET', 'positionRisk', {}, account)).toEqual(every);
  const [coin] = whole.assets;
  same(coin.marginBalance, asset.equity, 'equity');
  same(coin.availableBalance, asset.available, 'available');
  // The venue freezes the taker fee too, which is no margin.
  const fees = units(asset.frozen) - units(coin.openOrderInitialMargin);
  expect(fees > 0n).toBe(units(asset.frozen) > 0n);
  same(coin.unrealizedProfit, asset.unrealizePnl, 'result');
  expect(units(coin.walletBalance)).toBe(units(asset.equity) - units(asset.unrealizePnl));
  expect(old.assets).toEqual(whole.assets);
  same(whole.totalMarginBalance, coin.marginBalance);
  same(old.totalInitialMargin, coin.initialMargin);
  for (const path of ['/fapi/v2/balance', '/fapi/v3/balance']) {
    const [balance] = await kit.does('GET', path, {}, account);
    expect(balance.balance).toBe(coin.walletBalance);
    for (const name of ['crossWalletBalance', 'crossUnPnl', 'availableBalance', 'updateTime'])
      expect(balance[name]).toBe(coin[name]);
  }
  const ours = risks.filter(({ positionAmt }: Anything) => Number(positionAmt) !== 0);
  expect(ours).toHaveLength(held.length);
  const oneWay = every.length === 8;
  for (const position of held) {
    const symbol = position.symbol.slice(4).toUpperCase();
    const side = oneWay ? 'BOTH' : position.side;
    for (const row of [risks, every].map((rows) => find(rows, symbol, side))) {
      same(row.positionAmt, `${position.side === 'SHORT' ? '-' : ''}${position.size}`, 'size');
      same(row.unRealizedProfit, position.unrealizePnl, 'result');
      same(row.isolatedWallet, position.isolated_margin, 'isolated');
      same(row.liquidationPrice, position.liquidatePrice, 'liquidation');
      const cost = Number(row.entryPrice) * Math.abs(Number(row.positionAmt));
      expect(cost).toBeCloseTo(Number(position.open_value), 4);
      expect(row.updateTime).toBe(position.updated_time);
    }
    const row = find(risks, symbol, side);
    if (units(row.isolatedWallet) === 0n) same(row.positionInitialMargin, position.marginSize);
    expect(find(every, symbol, side).leverage).toBe(position.leverage);
  }
  return { whole, old, risks, every, coin, fees };
}
