import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract, shippedContracts } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import { type Contract, contractFaults, isTierSound, notionalOf, tiersFrom } from './contract.ts';
import { initialMargin, marginRequirement } from './margin.ts';
import { lots, millis, money, ppm, ticks, toBigInt } from './units.ts';

const sound = exampleContract();

test('[MON-2] the notional of 0.0003 at 90,755.3 is 27.22659, to the last unit', () => {
  expect(notionalOf(sound, ticks(907_553), lots(3))).toBe(money(usdt('27.22659')));
});

test('[MON-2] a notional beyond 2^53 loses nothing', () => {
  const prices = fc.integer({ min: 1, max: 2 ** 27 - 1 });
  const sizes = fc.integer({ min: 1, max: 2 ** 40 });
  fc.assert(
    fc.property(prices, sizes, (price, size) => {
      const exact = BigInt(price) * BigInt(size) * toBigInt(sound.tickLotValue);
      expect(notionalOf(sound, ticks(price), lots(size))).toBe(money(exact));
    }),
  );
  const huge = notionalOf(sound, ticks(134_217_727), lots(134_217_729));
  expect(huge).toBe(money(18_014_398_509_481_983n * 1_000n));
});

test('[MON-2] one lot at one tick: BTC 0.00001, DOGE 0.001', () => {
  const table = new Map(shippedContracts().map((contract) => [contract.symbol, contract]));
  expect(table.get('cmt_btcusdt')?.tickLotValue).toBe(money(usdt('0.00001')));
  expect(table.get('cmt_dogeusdt')?.tickLotValue).toBe(money(usdt('0.001')));
});

test('[CON-1] the example and every shipped contract are sound', () => {
  for (const contract of [sound, ...shippedContracts()])
    expect(contractFaults(contract)).toEqual([]);
});

const tier = (changes: Partial<Contract['tiers'][number]>, at = 1): Partial<Contract> => ({
  tiers: sound.tiers.map((known, place) => (place === at ? { ...known, ...changes } : known)),
});

const UNSOUND: readonly [string, Partial<Contract>, RegExp][] = [
  ['a symbol with a space', { symbol: 'cmt btc' }, /symbol/],
  ['nine decimals', { priceDecimals: 5 }, /decimals must not exceed 8/],
  ['a lot worth nothing', { tickLotValue: money(0n) }, /tickLotValue/],
  ['a lot worth something else', { tickLotValue: money(999n) }, /tickLotValue/],
  ['no price step', { priceEndStep: 0 }, /priceEndStep/],
  ['a smallest order of nothing', { orderLotsMin: lots(0) }, /smallest order/],
  ['largest below smallest', { orderLotsMax: lots(0) }, /maxOrderSize is below/],
  ['an order too large for the book', { orderLotsMax: lots(2 ** 31) }, /maxOrderSize is above/],
  ['market above largest', { marketOpenLotsMax: lots(12_000_001) }, /market limit/],
  ['a position below an order', { positionLotsMax: lots(0) }, /maxPositionSize is too small/],
  ['a position beyond 2^53', { positionLotsMax: lots(2 ** 53) }, /whole number/],
  ['a minimum below nothing', { notionalMin: money(-1n) }, /minNotional/],
  ['a minimum beyond 64 bits', { notionalMin: money(2n ** 63n) }, /minNotional/],
  ['no room to buy', { buyBand: ppm(0) }, /ratios must be positive/],
  ['no room to sell', { sellBand: ppm(0) }, /ratios must be positive/],
  ['half the price as band', { sellBand: ppm(500_000) }, /above 0.5/],
  ['a taker who is paid', { takerFee: ppm(-1) }, /taker fee/],
  ['a rebate above the fee', { makerFee: ppm(-601) }, /rebate/],
  ['leverage below one', { leverageMin: 0 }, /minLeverage must be/],
  ['lowest above highest leverage', { leverageMin: 126 }, /minLeverage is above/],
  ['no funding time', { fundingTimes: [] }, /funding time/],
  ['funding times out of order', { fundingTimes: [millis(5), millis(5)] }, /ascend/],
  ['funding tomorrow', { fundingTimes: [millis(86_400_000)] }, /ascend/],
  ['no impact notional', { impactNotional: money(0n) }, /impact/],
  ['no tiers', { tiers: [] }, /at least one margin tier/],
  ['a first tier that offers less', { leverageMax: 126 }, /first tier/],
  ['caps that fall', tier({ notionalMax: money(usdt(50_000)) }), /tier 2: caps must rise/],
  ['a cap beyond 64 bits', tier({ notionalMax: money(2n ** 63n) }, 4), /tier 5: cap/],
  ['leverage that rises', tier({ leverageMax: 126 }), /tier 2: leverage/],
  ['maintenance that stays', tier({ maintenanceRate: ppm(4_000) }), /tier 2: maintenance/],
  ['half a lot', { orderLotsMin: lots(1.5) }, /whole number/],
  ['a fee in fractions', { takerFee: ppm(600.5) }, /whole number/],
  ['a leverage in fractions', { leverageMin: 1.5 }, /whole number/],
  ['a rate in fractions', tier({ maintenanceRate: ppm(5_000.5) }), /tier 2: .* whole numbers/],
];

test.each(UNSOUND)('[CON-1] %s is a fault', (_, changes, fault) => {
  expect(contractFaults({ ...sound, ...changes }).join('; ')).toMatch(fault);
});

const BOUNDS: readonly [string, Partial<Contract>][] = [
  ['a lot as smallest order', { orderLotsMin: lots(1) }],
  ['the largest order that a book takes', { orderLotsMax: lots(2 ** 31 - 1) }],
  ['market as large as any', { marketOpenLotsMax: sound.orderLotsMax }],
  ['one smallest order as position', { positionLotsMax: sound.orderLotsMin }],
  ['no minimum', { notionalMin: money(0n) }],
  ['the largest minimum', { notionalMin: money(2n ** 63n - 1n) }],
  ['the least band', { buyBand: ppm(1), sellBand: ppm(1) }],
  ['the widest band', { buyBand: ppm(499_999), sellBand: ppm(499_999) }],
  ['no fees', { takerFee: ppm(0), makerFee: ppm(0) }],
  ['all of the fee as rebate', { makerFee: ppm(-600) }],
  ['one leverage', { leverageMin: 125 }],
  ['funding at midnight and at the end', { fundingTimes: [millis(0), millis(86_399_999)] }],
  ['the largest cap', tier({ notionalMax: money(2n ** 63n - 1n) }, 4)],
  ['leverage that stays', tier({ leverageMax: 125, maintenanceRate: ppm(4_001) })],
];

test.each(BOUNDS)('[CON-1] %s is sound', (_, changes) => {
  expect(contractFaults({ ...sound, ...changes })).toEqual([]);
});

test('[CON-1] every fault is named, with the contract', () => {
  const faults = contractFaults({
    ...sound,
    fundingTimes: [],
    takerFee: ppm(-1),
    makerFee: ppm(2),
  });
  expect(faults).toEqual([
    'cmt_btcusdt: taker fee must not be negative',
    'cmt_btcusdt: at least one funding time is needed',
  ]);
});

test('[CON-2] one over the leverage must exceed, not meet, maintenance + fee + 0.05 %', () => {
  const [first] = sound.tiers;
  const at = (leverageMax: number, maintenanceRate: number) =>
    isTierSound({ ...first!, leverageMax, maintenanceRate: ppm(maintenanceRate) }, ppm(600));
  expect(at(100, 8_900)).toBe(false);
  expect(at(100, 8_899)).toBe(true);
  expect(at(101, 8_899)).toBe(false);
});

test('[CON-2] a tier without room is a fault', () => {
  const faults = contractFaults({ ...sound, ...tier({ maintenanceRate: ppm(8_900) }) });
  expect(faults).toContain(
    'cmt_btcusdt: tier 2: 1/leverage must exceed maintenance + taker fee + 0.0005',
  );
});

test('[CON-2] whoever opens at full leverage starts above the requirement, in every tier', () => {
  for (const contract of [sound, ...shippedContracts()]) {
    for (const { notionalMax, leverageMax } of contract.tiers)
      expect(toBigInt(initialMargin(notionalMax, leverageMax))).toBeGreaterThan(
        toBigInt(marginRequirement(contract, notionalMax, contract.takerFee)),
      );
  }
});

test('[MAR-2] deductions of the example table: 0, 50, 1,300, 16,300, 141,300', () => {
  const deductions = tiersFrom(sound.tiers).map((known) => known.maintenanceDeduction);
  expect(deductions).toEqual([0, 50, 1_300, 16_300, 141_300].map((amount) => money(usdt(amount))));
});
