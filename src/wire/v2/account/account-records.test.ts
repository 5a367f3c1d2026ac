import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { usdt } from '../../../../test/kit/driver.ts';
import {
  accountOf,
  assetOf,
  longPnl,
  playMarket,
  positionOf,
} from '../../../../test/wire/played-market.ts';
import { contractId } from '../../../domain/ids.ts';
import { POSTING_KINDS } from '../../../domain/posting.ts';
import { money, ppm, ticks } from '../../../domain/units.ts';
import { BUSINESS_TYPE_OF, postingKindsOf } from '../../bills.ts';
import { findDecimal } from '../../quantity.ts';
import { FILL_RECORD, fillRecord } from '../orders/read-orders.ts';
import { ACCOUNT_RECORD, accountRecord, assetRecord, BILL_RECORD, billRecord } from './account.ts';
import { POSITION_RECORD, positionRecord, settingsRecord } from './positions.ts';

const market = playMarket();
const { btc } = market;

const units = (text: string): bigint =>
  text.startsWith('-') ? -findDecimal(text.slice(1), 8)! : findDecimal(text, 8)!;

test('[WIRE-22] a fill has ids and times as numbers, and no price', () => {
  const [open, close] = market.fills;
  expect(fillRecord(btc, close!)).toEqual({
    tradeId: close!.trade,
    orderId: close!.order,
    symbol: 'cmt_btcusdt',
    marginMode: 'SHARED',
    separatedMode: 'COMBINED',
    positionSide: 'LONG',
    orderSide: 'SELL',
    fillSize: '0.0100',
    fillValue: '900.10000000',
    fillFee: '0.72008000',
    liquidateFee: '0',
    realizePnl: '0.10000000',
    direction: 'TAKER',
    liquidateType: 'NONE',
    legacyOrdeDirection: 'CLOSE_LONG',
    createdTime: close!.at,
  });
  expect(fillRecord(btc, open!)).toMatchObject({ realizePnl: '0', orderSide: 'BUY' });
  expect(fillRecord(btc, { ...open!, isMaker: true })).toMatchObject({ direction: 'MAKER' });
});

test('[WIRE-22] a liquidation names its kind', () => {
  const [row] = market.fills;
  const burst = { ...row!, origin: 'liquidation', effect: 'close', side: 'sell' } as const;
  const record = fillRecord(btc, { ...burst, liquidationFee: money(usdt('2.5')) });
  expect(record).toMatchObject({
    liquidateFee: '2.50000000',
    liquidateType: 'FORCE_LIQUIDATE',
    legacyOrdeDirection: 'BURST_LIQUIDATE_LONG',
  });
  expect(Value.Check(FILL_RECORD, record)).toBe(true);
});

test('[WIRE-23] a position reads back field by field', () => {
  const reading = positionOf(market);
  const { position } = reading;
  const record = positionRecord(reading);
  expect(Value.Check(POSITION_RECORD, record)).toBe(true);
  expect(record).toMatchObject({
    id: position.id,
    account_id: market.trader,
    coin_id: 2,
    contract_id: 10_000_001,
    symbol: 'cmt_btcusdt',
    side: 'LONG',
    margin_mode: 'SHARED',
    separated_mode: 'COMBINED',
    separated_open_order_id: 0,
    leverage: '20',
    size: '0.0100',
    open_value: '900.00000000',
    open_fee: '0.72000000',
    funding_fee: '0',
    isolated_margin: '0',
    cum_open_size: '0.0200',
    cum_open_value: '1800.00000000',
    cum_close_size: '0.0100',
    cum_close_value: '900.10000000',
    cum_liquidate_fee: '0',
    created_time: position.openedAt,
    contractVal: '0.0001',
  });
  expect(units(record.unrealizePnl)).toBe(longPnl(market));
});

test('[WIRE-23] the margin of a cross position is its value at the mark by its leverage', () => {
  const reading = { ...positionOf(market), mark: ticks(857_749), leverage: 100 };
  expect(positionRecord(reading).marginSize).toBe('8.57749000');
});

test('[WIRE-23] the margin of an isolated position is what was set aside', () => {
  const reading = positionOf(market);
  const position = { ...reading.position, isolatedMargin: money(usdt('45')) };
  const record = positionRecord({ ...reading, position, marginMode: 'isolated' });
  expect(record).toMatchObject({
    margin_mode: 'ISOLATED',
    marginSize: '45.00000000',
    isolated_margin: '45.00000000',
  });
});

test('[WIRE-23] the liquidation price has the decimals of a price, or is 0 for none', () => {
  const reading = positionOf(market);
  expect(positionRecord(reading).liquidatePrice).toBe('0');
  const backing = money(usdt('100'));
  const thin = positionRecord({ ...reading, liquidation: { ...reading.liquidation, backing } });
  expect(thin.liquidatePrice).toMatch(/^80\d{3}\.\d$/);
});

test('[WIRE-24] assets have eight decimals, a bare 0, and nothing below zero available', () => {
  const record = assetRecord(assetOf(market));
  expect(Object.keys(record)).toEqual([
    'coinName',
    'available',
    'equity',
    'frozen',
    'unrealizePnl',
  ]);
  expect(record.coinName).toBe('USDT');
  expect(record.equity).toMatch(/^\d+\.\d{8}$/);
  const zero = money(0n);
  const none = { available: money(-5n), equity: zero, frozen: zero, unrealisedPnl: money(-5n) };
  expect(assetRecord(none)).toEqual({
    coinName: 'USDT',
    available: '0',
    equity: '0',
    frozen: '0',
    unrealizePnl: '-0.00000005',
  });
});

test('[WIRE-24] the account carries fees, modes and leverage of every contract', () => {
  const record = accountRecord(accountOf(market));
  expect(Value.Check(ACCOUNT_RECORD, record)).toBe(true);
  expect(record.version).toBeNull();
  expect(record.account.feeSetting).toHaveLength(8);
  expect(record.account.defaultFeeSetting).toMatchObject({
    is_set_fee_rate: false,
    taker_fee_rate: '0.00080000',
    maker_fee_rate: '0.00020000',
    fee_discount: '0',
  });
  expect(record.account.modeSetting[0]).toEqual({
    symbol: 'cmt_btcusdt',
    marginMode: 'SHARED',
    separatedMode: 'COMBINED',
    positionMode: 'HEDGE',
    separatedModeEnum: 'COMBINED',
    positionModeEnum: 'HEDGE',
  });
  expect(record.account.leverageSetting[0]).toEqual({
    symbol: 'cmt_btcusdt',
    isolated_long_leverage: '20.00',
    isolated_short_leverage: '20.00',
    cross_leverage: '20.00',
  });
});

test('[WIRE-24] rates of its own override those of the contracts', () => {
  const account = accountOf(market);
  const terms = { ...account.terms, makerFee: ppm(100), takerFee: ppm(400) };
  expect(accountRecord({ ...account, terms }).account.defaultFeeSetting).toMatchObject({
    is_set_fee_rate: true,
    taker_fee_rate: '0.00040000',
    maker_fee_rate: '0.00010000',
  });
});

test('[WIRE-24] collateral and its totals come from the postings', () => {
  const [cross, isolated] = accountRecord(accountOf(market)).collateral;
  expect(cross).toMatchObject({
    coin: 'USDT',
    marginMode: 'SHARED',
    crossSymbol: null,
    isolatedPositionId: 0,
    is_liquidating: false,
    cum_deposit_amount: '1000.00000000',
    cum_withdraw_amount: '0',
    cum_position_open_long_amount: '1800.00000000',
    cum_position_close_long_amount: '900.10000000',
    cum_position_fill_fee_amount: '2.16008000',
  });
  const sum =
    units(cross!.cum_deposit_amount) -
    units(cross!.cum_position_open_long_amount) +
    units(cross!.cum_position_close_long_amount) -
    units(cross!.cum_position_fill_fee_amount);
  expect(units(cross!.amount)).toBe(sum);
  expect(units(cross!.legacy_amount)).toBe(sum + usdt('900'));
  expect(isolated).toMatchObject({
    marginMode: 'ISOLATED',
    isolatedPositionId: 7,
    amount: '1234.00000000',
  });
});

test('[WIRE-24] settings are an object of symbols', () => {
  const record = settingsRecord(accountOf(market).settings.slice(0, 1));
  expect(record).toEqual({
    cmt_btcusdt: {
      isolated_long_leverage: '20.00',
      isolated_short_leverage: '20.00',
      cross_leverage: '20.00',
    },
  });
});

test('[WIRE-25] bills are signed, and each balance follows from the one before', () => {
  const records = market.bills.map((bill) => billRecord(bill.contract === null ? null : btc, bill));
  expect(records.map(({ businessType }) => businessType)).toEqual([
    'deposit',
    'position_open_long',
    'position_close_long',
  ]);
  expect(records[0]).toMatchObject({ symbol: '', amount: '1000.00000000', fillFee: '0' });
  expect(records[1]).toMatchObject({
    symbol: 'cmt_btcusdt',
    amount: '-1801.44000000',
    fillFee: '1.44000000',
    transferReason: 'UNKNOWN_TRANSFER_REASON',
  });
  let balance = 0n;
  for (const record of records) {
    expect(Value.Check(BILL_RECORD, record)).toBe(true);
    balance += units(record.amount);
    expect(units(record.balance)).toBe(balance);
  }
});

test('[WIRE-25] every posting has a business type, and is found by it', () => {
  for (const kind of POSTING_KINDS) expect(postingKindsOf(BUSINESS_TYPE_OF[kind])).toContain(kind);
  expect(postingKindsOf('tracking_follow_pay')).toEqual([]);
  const bill = { ...market.bills[0]!, kind: 'transfer-in', contract: contractId(0) } as const;
  expect(billRecord(btc, bill)).toMatchObject({
    businessType: 'transfer_in',
    transferReason: 'USER_TRANSFER',
  });
});
