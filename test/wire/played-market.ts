/**
 * A small market that has been traded in, for tests of the wire: real orders, fills, positions and
 * bills of one account, as the engine made them and the views saw them.
 */

import type { Contract } from '../../src/domain/contract.ts';
import type { BillRow, FillRow, FinishedOrder } from '../../src/domain/history.ts';
import { type AccountId, contractId, positionId } from '../../src/domain/ids.ts';
import type { LiquidationInputs } from '../../src/domain/liquidation-price.ts';
import type { DeskSettings } from '../../src/domain/margin.ts';
import { lots, millis, money, NO_MONEY, ticks, toBigInt } from '../../src/domain/units.ts';
import {
  accountEquity,
  crossWallet,
  freeCollateral,
  leverageOf,
  pnlAtMark,
  takerFeeOf,
} from '../../src/engine/risk.ts';
import type { Account, Desk } from '../../src/engine/state.ts';
import type { Views } from '../../src/views/views.ts';
import type {
  AccountReading,
  AssetReading,
  PositionReading,
} from '../../src/wire/account-figures.ts';
import type { Caller } from '../../src/wire/caller.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { createDriver, type Driver } from '../kit/driver.ts';
import { createFolded } from '../views/folded.ts';

export interface PlayedMarket {
  readonly driver: Driver;
  readonly views: Views;
  readonly contracts: readonly Contract[];
  readonly btc: Contract;
  readonly trader: AccountId;
  readonly finished: readonly FinishedOrder[];
  readonly fills: readonly FillRow[];
  readonly bills: readonly BillRow[];
}

/**
 * The trader buys 0.02 BTC at 90,000.0 and sells half of it at 90,010.0, leaves a bid with presets,
 * cancels one, and waits with a stop. The house stands on both sides.
 */
export function playMarket(): PlayedMarket {
  const contracts = shippedContracts();
  const driver = createDriver(contracts);
  const house = driver.house();
  const trader = driver.trader(1_000);
  driver.place(house, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 200, 900_000, { clientOrderId: 'my-order-1' });
  driver.place(house, 'open long', 1_000, 900_100);
  driver.place(house, 'open short', 500, 905_000);
  driver.place(trader, 'close long', 100, null);
  driver.place(trader, 'open long', 10, 899_000, {
    takeProfit: ticks(910_000),
    stopLoss: ticks(890_000),
    timeInForce: 'post-only',
  });
  const bid = driver.place(trader, 'open long', 5, 850_000)[0];
  if (bid?.kind === 'order-accepted') driver.cancel(trader, bid.order);
  driver.trigger(trader, 'close long', 890_000, { purpose: 'stop-loss', size: lots(50) });
  driver.wait(5_000);
  const folded = createFolded(driver);
  const rows = folded.fold().map((entry) => entry.rows);
  const isOwn = (row: { readonly account: AccountId }): boolean => row.account === trader;
  return {
    driver,
    views: folded.views,
    contracts,
    btc: contracts[0]!,
    trader,
    finished: rows.flatMap((row) => row.orders).filter(({ order }) => isOwn(order)),
    fills: rows.flatMap((row) => row.fills).filter(isOwn),
    bills: rows.flatMap((row) => row.bills).filter(isOwn),
  };
}

export const callerOf = ({ driver, contracts, trader }: PlayedMarket): Caller => ({
  account: trader,
  findContract: (symbol) => contracts.find((contract) => contract.symbol === symbol),
  contractOf: (id) => contracts[id]!,
  contracts: () => contracts,
  locale: 'en',
  now: millis(driver.at),
  venueNow: () => millis(driver.at),
  takesOldConditionals: false,
  marginModeOf: () => 'cross',
  settingsOf: (id) => ({
    contract: contracts[id]!,
    marginMode: 'cross',
    crossLeverage: 20,
    longLeverage: 20,
    shortLeverage: 20,
  }),
  heldAt: () => [driver.desk(trader).long.position].flatMap((held) => held ?? []),
  findPosition: (position) => {
    const held = driver.desk(trader).long.position;
    return held?.id === position ? { contract: contractId(0), positionSide: 'long' } : undefined;
  },
  findOrderContract: (order) => driver.state.orders.get(order)?.desk.listing.contract,
});

export function assetOf({ driver, trader }: PlayedMarket): AssetReading {
  const account = driver.account(trader);
  return {
    available: freeCollateral(account),
    equity: accountEquity(account),
    frozen: account.frozen,
    unrealisedPnl: money(toBigInt(accountEquity(account)) - toBigInt(account.wallet)),
  };
}

export function accountOf(market: PlayedMarket): AccountReading {
  const { driver, views, trader, contracts } = market;
  const account = driver.account(trader);
  return {
    terms: account.terms,
    positionMode: account.positionMode,
    notes: views.accounts.notes.get(trader)!,
    wallet: account.wallet,
    collateral: account.collateral,
    liquidating: account.liquidating,
    totals: account.totals,
    settings: contracts.map((contract) => settingsOf(account, contract)),
    isolated: [
      {
        position: positionId(7),
        margin: money(123_400_000_000n),
        openedAt: millis(driver.at),
        updatedAt: millis(driver.at),
      },
    ],
  };
}

function settingsOf(account: Account, contract: Contract): DeskSettings {
  const desk = account.desks[contract.id];
  return {
    contract,
    marginMode: desk?.marginMode ?? 'cross',
    crossLeverage: desk?.crossLeverage ?? 20,
    longLeverage: desk?.long.isolatedLeverage ?? 20,
    shortLeverage: desk?.short.isolatedLeverage ?? 20,
  };
}

export function positionOf({ driver, btc, trader }: PlayedMarket): PositionReading {
  const desk = driver.desk(trader);
  const position = desk.long.position!;
  return {
    account: trader,
    contract: btc,
    position,
    marginMode: desk.marginMode,
    leverage: leverageOf(desk, 'long'),
    autoTopUp: desk.long.autoTopUp,
    mark: desk.listing.mark,
    liquidation: liquidationOf(desk),
  };
}

function liquidationOf(desk: Desk): LiquidationInputs {
  return {
    takerFee: takerFeeOf(desk),
    backing: crossWallet(desk.account),
    mark: desk.listing.mark,
    longSize: desk.long.position?.size ?? lots(0),
    longValue: desk.long.position?.openValue ?? NO_MONEY,
    shortSize: desk.short.position?.size ?? lots(0),
    shortValue: desk.short.position?.openValue ?? NO_MONEY,
  };
}

/** The unrealised result of the trader's long, for checks. */
export const longPnl = ({ driver, trader }: PlayedMarket): bigint => {
  const desk = driver.desk(trader);
  return toBigInt(pnlAtMark(desk, desk.long.position!));
};
