import { expect, test } from 'vitest';
import {
  EXAMPLE_ROW,
  exampleContract,
  exampleContracts,
  shippedContracts,
} from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import { money } from '../domain/units.ts';
import { readContractTable } from './contract-table.ts';
import { formatPpm, lotText, tickText } from './quantity.ts';

const SHIPPED = [
  ['cmt_btcusdt', '0.1', '0.0001', 12_000_000, 1_000_000, 400],
  ['cmt_ethusdt', '0.01', '0.001', 1_000_000_000, 2_300_000, 400],
  ['cmt_solusdt', '0.01', '0.1', 2_000_000, 200_000, 200],
  ['cmt_dogeusdt', '0.00001', '100', 2_002_000, 2_002_000, 200],
  ['cmt_xrpusdt', '0.0001', '10', 1_000_000, 100_000, 200],
  ['cmt_adausdt', '0.0001', '10', 2_000_000, 200_000, 200],
  ['cmt_bnbusdt', '0.01', '0.1', 500_000, 50_000, 200],
  ['cmt_ltcusdt', '0.01', '0.1', 2_000_000, 200_000, 200],
] as const;

test('[CON-3] the shipped table has the eight contracts with their steps and limits', () => {
  const table = shippedContracts();
  expect(table.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(
    table.map((contract) => [
      contract.symbol,
      tickText(contract),
      lotText(contract),
      contract.orderLotsMax,
      contract.marketOpenLotsMax,
      contract.leverageMax,
    ]),
  ).toEqual(SHIPPED);
});

test('[CON-3] every shipped contract takes orders from one lot, pays 0.02 % and 0.08 %', () => {
  for (const contract of shippedContracts()) {
    expect(contract.orderLotsMin).toBe(1);
    expect(formatPpm(contract.makerFee)).toBe('0.0002');
    expect(formatPpm(contract.takerFee)).toBe('0.0008');
    expect(contract.fundingTimes).toEqual([0, 8 * 3_600_000, 16 * 3_600_000]);
    expect(contract.leverageMin).toBe(1);
  }
});

test('[MON-1] behind the table there are only whole numbers and money', () => {
  const check = (value: unknown): void => {
    if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(check);
  };
  shippedContracts().forEach(check);
});

test('[MON-1] the example in the engine\u2019s units', () => {
  expect(exampleContract({ makerFeeRate: '-0.0001' })).toMatchObject({
    tickLotValue: money(usdt('0.00001')),
    orderLotsMax: 12_000_000,
    positionLotsMax: 20_000_000,
    buyBand: 10_000,
    makerFee: -100,
    takerFee: 600,
    impactNotional: money(usdt(10_000)),
  });
});

test.each([
  ['a lot with too many decimals', { lot: '0.00001' }, 'cmt_btcusdt: lot is not valid'],
  ['a size off the lot', { sizeDecimals: 4, lot: '0.0003' }, 'minOrderSize is not valid'],
  ['a fee in exponents', { takerFeeRate: '6e-4' }, 'takerFeeRate is not valid'],
  ['a rebate of nonsense', { makerFeeRate: '--1' }, 'makerFeeRate is not valid'],
  ['a time of day beyond the day', { fundingTimes: ['24:00:00'] }, 'fundingTimes is not valid'],
  ['a negative impact', { impactNotional: '-1' }, 'impactNotional is not valid'],
  ['nine decimals', { priceDecimals: 5 }, 'price and size decimals must not exceed 8 together'],
  ['no funding', { fundingTimes: [] }, 'at least one funding time is needed'],
])('[CON-1] %s is named with its contract and field', (_, changes, message) => {
  expect(() => exampleContract(changes)).toThrow(message);
});

test('[CON-1] every unsound contract of a table is named', () => {
  const broken = [
    { symbol: 'one', minLeverage: 0 },
    { symbol: 'two', fundingTimes: [] },
  ];
  expect(() => exampleContracts(broken)).toThrow(
    'contract table: one: minLeverage must be at least 1; two: at least one funding time is needed',
  );
});

test.each([
  [{}, 'it is not a list of contracts'],
  [[null], 'contract 1: symbol is missing'],
  [[{ symbol: 7 }], 'contract 1: symbol is not a string'],
  [[EXAMPLE_ROW, { ...EXAMPLE_ROW, symbol: 'two', lot: undefined }], 'two: lot is missing'],
  [[{ ...EXAMPLE_ROW, lot: 0.1 }], 'cmt_btcusdt: lot is not a string'],
  [[{ ...EXAMPLE_ROW, minNotional: 5 }], 'cmt_btcusdt: minNotional is not a string'],
  [[{ ...EXAMPLE_ROW, tiers: {} }], 'cmt_btcusdt: tiers is not a list'],
  [[{ ...EXAMPLE_ROW, tiers: [{}] }], 'cmt_btcusdt: tiers: notionalMax is missing'],
])('[CON-1] what is no table of contracts is named: %j', (table, words) => {
  expect(() => readContractTable(table)).toThrow(`contract table: ${words}`);
});

test('[CHK-13] a smallest notional is named in the table, or there is none', () => {
  expect(exampleContract({ minNotional: '5' }).notionalMin).toBe(money(usdt(5)));
  expect(exampleContract()).not.toHaveProperty('notionalMin');
  expect(() => exampleContract({ minNotional: '-5' })).toThrow('minNotional is not valid');
});
