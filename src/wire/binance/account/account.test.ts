import { expect, test } from 'vitest';
import { shippedContracts } from '../../../../test/kit/contracts.ts';
import { usdt } from '../../../../test/kit/driver.ts';
import { callerOf, playMarket } from '../../../../test/wire/played-market.ts';
import { notionalOf } from '../../../domain/contract.ts';
import { positionId } from '../../../domain/ids.ts';
import { createPosition } from '../../../domain/position.ts';
import { lots, millis, money, ppm, seq, ticks } from '../../../domain/units.ts';
import type { StandingReading } from '../../desk-rows.ts';
import { ACCOUNT_V3 } from './account.ts';
import { POSITION_RISK_V3 } from './positions.ts';

const [btc] = shippedContracts();
const at = millis(1_794_757_037_246);
const caller = callerOf(playMarket());

/** One-way: 0.01 BTC long at 90000.0, the mark at 90100, twentyfold, a wallet of 10000. */
function example(): StandingReading {
  const contract = btc!;
  const size = lots(100);
  const openValue = notionalOf(contract, ticks(900_000), size);
  const position = {
    ...createPosition(positionId(1), 'long', seq(1), at),
    size,
    openValue,
    openFee: money(usdt('0.72')),
  };
  const mark = ticks(901_000);
  const sizes = { longSize: size, longValue: openValue };
  const none = { shortSize: lots(0), shortValue: money(0n) };
  const backing = money(usdt(10_000));
  const leverages = { crossLeverage: 20, longLeverage: 20, shortLeverage: 20 };
  return {
    mode: 'net',
    wallet: backing,
    equity: money(usdt('10001')),
    unrealisedPnl: money(usdt(1)),
    frozen: money(0n),
    available: money(usdt('9955.95')),
    updatedAt: at,
    mayTrade: true,
    desks: [
      {
        contract,
        settings: { contract, marginMode: 'cross', ...leverages },
        mark,
        held: [
          {
            position,
            leverage: 20,
            autoTopUp: false,
            liquidation: { takerFee: ppm(800), backing, mark, ...sizes, ...none },
            fifth: () => 1,
          },
        ],
        orders: [],
      },
    ],
  };
}

test('[BNC-41] the position of the example', () => {
  expect(POSITION_RISK_V3.format(example(), { contract: null }, caller)).toEqual([
    {
      symbol: 'BTCUSDT',
      positionSide: 'BOTH',
      positionAmt: '0.0100',
      entryPrice: '90000.0',
      breakEvenPrice: '90072.0',
      markPrice: '90100.00000000',
      unRealizedProfit: '1.00000000',
      liquidationPrice: '0',
      isolatedMargin: '0.00000000',
      notional: '901.00000000',
      marginAsset: 'USDT',
      isolatedWallet: '0.00000000',
      initialMargin: '45.05000000',
      maintMargin: '0.90100000',
      positionInitialMargin: '45.05000000',
      openOrderInitialMargin: '0.00000000',
      adl: 1,
      bidNotional: '0',
      askNotional: '0',
      updateTime: 1_794_757_037_246,
    },
  ]);
});

test('[BNC-40] the money of the example', () => {
  const { assets } = ACCOUNT_V3.format(example(), { contract: null }, caller) as {
    assets: unknown;
  };
  expect(assets).toEqual([
    {
      asset: 'USDT',
      walletBalance: '10000.00000000',
      unrealizedProfit: '1.00000000',
      marginBalance: '10001.00000000',
      maintMargin: '0.90100000',
      initialMargin: '45.05000000',
      positionInitialMargin: '45.05000000',
      openOrderInitialMargin: '0.00000000',
      crossWalletBalance: '10000.00000000',
      crossUnPnl: '1.00000000',
      availableBalance: '9955.95000000',
      maxWithdrawAmount: '9954.95000000',
      marginAvailable: true,
      updateTime: 1_794_757_037_246,
    },
  ]);
});
