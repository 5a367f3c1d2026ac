import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import { notionalOf } from './contract.ts';
import {
  bankruptcyPrice,
  closingCost,
  equityShare,
  type LiquidationInputs,
  liquidationPrice,
} from './liquidation-price.ts';
import { marginRequirement } from './margin.ts';
import { divideDown, divideUp, feeOn } from './money.ts';
import { lots, money, ppm, ticks, toBigInt } from './units.ts';

const BTC = exampleContract();
const TAKER = ppm(600);

const inputsOf = (changes: Partial<LiquidationInputs>): LiquidationInputs => ({
  takerFee: TAKER,
  backing: money(usdt('989.2')),
  mark: ticks(900_000),
  longSize: lots(0),
  longValue: money(0n),
  shortSize: lots(0),
  shortValue: money(0n),
  ...changes,
});

const LONG = inputsOf({ longSize: lots(2_000), longValue: money(usdt(18_000)) });
const SHORT = inputsOf({ shortSize: lots(2_000), shortValue: money(usdt(18_000)) });

test('[LIQ-12] long 0.2 at 90,000 with 989.2 behind it: 85,447.1', () => {
  expect(liquidationPrice(BTC, LONG)).toBe(854_471);
});

test('[LIQ-12] short 0.2 at 90,000 with 989.2 behind it: 94,511.2', () => {
  expect(liquidationPrice(BTC, SHORT)).toBe(945_112);
});

test('[LIQ-12] a hedge of 0.2 long at 90,000 and 0.1 short at 91,000 with 980: 80,308.3', () => {
  const hedge = inputsOf({
    backing: money(usdt(980)),
    longSize: lots(2_000),
    longValue: money(usdt(18_000)),
    shortSize: lots(1_000),
    shortValue: money(usdt(9_100)),
  });
  expect(liquidationPrice(BTC, hedge)).toBe(803_083);
});

test('[LIQ-12] an isolated long 0.1 at 90,000 with a margin of 450: 85,895.2', () => {
  const backing = money(usdt(450));
  const isolated = inputsOf({ backing, longSize: lots(1_000), longValue: money(usdt(9_000)) });
  expect(liquidationPrice(BTC, isolated)).toBe(858_952);
});

test('[LIQ-12] none where no price does: nothing held, or more behind it than it can lose', () => {
  expect(liquidationPrice(BTC, inputsOf({}))).toBe(0);
  expect(liquidationPrice(BTC, { ...LONG, backing: money(usdt(18_001)) })).toBe(0);
});

test('[LIQ-12] a balanced hedge is liquidated only by a rise', () => {
  const size = lots(1_000);
  const value = money(usdt(9_000));
  const hedge = inputsOf({ longSize: size, longValue: value, shortSize: size, shortValue: value });
  // Both sides cancel out; the requirement of 0.2 BTC at 0.46 % meets 989.2 far above.
  const price = liquidationPrice(BTC, hedge);
  expect(slackAt(hedge, price) > 0n).toBe(true);
  expect(slackAt(hedge, price + 1) <= 0n).toBe(true);
});

/** Equity minus requirement at a mark, the plain way. */
function slackAt(inputs: LiquidationInputs, mark: number): bigint {
  const { longSize, shortSize, longValue, shortValue, backing, takerFee } = inputs;
  const long = toBigInt(notionalOf(BTC, ticks(mark), longSize)) - toBigInt(longValue);
  const short = toBigInt(shortValue) - toBigInt(notionalOf(BTC, ticks(mark), shortSize));
  const gross = notionalOf(BTC, ticks(mark), lots(longSize + shortSize));
  return toBigInt(backing) + long + short - toBigInt(marginRequirement(BTC, gross, takerFee));
}

const oneSided = fc.record({
  side: fc.constantFrom('long', 'short'),
  size: fc.integer({ min: 1, max: 2_000_000 }),
  entry: fc.integer({ min: 100_000, max: 2_000_000 }),
  backingPpm: fc.bigInt({ min: 10_000n, max: 900_000n }),
});

test('[LIQ-12] whatever the size, the price is where the plain sum turns, across tiers too', () => {
  fc.assert(
    fc.property(oneSided, ({ side, size, entry, backingPpm }) => {
      const value = notionalOf(BTC, ticks(entry), lots(size));
      const inputs = inputsOf({
        mark: ticks(entry),
        backing: money((toBigInt(value) * backingPpm) / 1_000_000n),
        ...(side === 'long'
          ? { longSize: lots(size), longValue: value }
          : { shortSize: lots(size), shortValue: value }),
      });
      fc.pre(slackAt(inputs, entry) > 0n);
      const price = liquidationPrice(BTC, inputs);
      const away = side === 'long' ? 1 : -1;
      expect(slackAt(inputs, price + away) > 0n).toBe(true);
      expect(slackAt(inputs, price - away) <= 0n).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('[LIQ-8] long 0.2 with mark 85,440 and equity 77.2 is bankrupt at 85,105.1', () => {
  const position = { side: 'long', size: lots(2_000) } as const;
  const at = { mark: ticks(854_400), equity: money(usdt('77.2')), takerFee: TAKER };
  expect(bankruptcyPrice(BTC, position, at)).toBe(851_051);
});

test('[LIQ-8] a gap to 84,900 leaves the same bankruptcy price, now above the mark', () => {
  const position = { side: 'long', size: lots(2_000) } as const;
  const at = { mark: ticks(849_000), equity: money(usdt('-30.8')), takerFee: TAKER };
  expect(bankruptcyPrice(BTC, position, at)).toBe(851_051);
});

test('[LIQ-8] isolated long 0.1 at 90,000 with 450, whatever the mark: 85,551.4', () => {
  for (const mark of [858_000, 856_000, 850_000]) {
    const size = lots(1_000);
    const pnl = toBigInt(notionalOf(BTC, ticks(mark), size)) - usdt(9_000);
    const at = { mark: ticks(mark), equity: money(usdt(450) + pnl), takerFee: TAKER };
    expect(bankruptcyPrice(BTC, { side: 'long', size }, at)).toBe(855_514);
  }
});

test('[LIQ-8] a short is bankrupt above, rounded down', () => {
  const position = { side: 'short', size: lots(2_000) } as const;
  const at = { mark: ticks(900_000), equity: money(usdt('989.2')), takerFee: TAKER };
  // (18,000 + 989.2) / (0.2 × 1.0006) = 94,889.06…
  expect(bankruptcyPrice(BTC, position, at)).toBe(948_890);
});

const forced = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  size: fc.integer({ min: 1, max: 100_000 }),
  mark: fc.integer({ min: 1_000, max: 2_000_000 }),
  equityPpm: fc.bigInt({ min: -50_000n, max: 200_000n }),
  fee: fc.integer({ min: 0, max: 2_000 }),
});

test('[LIQ-8] closing there, fee included, leaves nothing owed and at most a tick over', () => {
  fc.assert(
    fc.property(forced, ({ side, size, mark, equityPpm, fee }) => {
      const notional = notionalOf(BTC, ticks(mark), lots(size));
      const equity = money((toBigInt(notional) * equityPpm) / 1_000_000n);
      const at = { mark: ticks(mark), equity, takerFee: ppm(fee) };
      const price = bankruptcyPrice(BTC, { side, size: lots(size) }, at);
      const value = notionalOf(BTC, price, lots(size));
      const pnl =
        side === 'long'
          ? toBigInt(value) - toBigInt(notional)
          : toBigInt(notional) - toBigInt(value);
      const perTick = BigInt(size) * toBigInt(BTC.tickLotValue);
      const exact =
        side === 'long'
          ? divideUp(
              (toBigInt(notional) - toBigInt(equity)) * 1_000_000n,
              perTick * BigInt(1e6 - fee),
            )
          : divideDown(
              (toBigInt(notional) + toBigInt(equity)) * 1_000_000n,
              perTick * BigInt(1e6 + fee),
            );
      expect(price).toBe(Math.max(1, Number(exact)));
      const costAt = (wanted: number) =>
        closingCost(
          BTC,
          { side, size: lots(size) },
          { mark: at.mark, price: ticks(wanted), fee: at.takerFee },
        );
      expect(costAt(price) <= equity).toBe(true);
      expect(costAt(side === 'long' ? price - 1 : price + 1) > equity).toBe(true);
      const left = toBigInt(equity) + pnl - toBigInt(feeOn(value, ppm(fee)));
      const tick = notionalOf(BTC, ticks(1), lots(size));
      expect(left >= 0n && left <= toBigInt(tick) + toBigInt(feeOn(tick, ppm(fee)))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('[LIQ-8] cross equity is shared out by notional, never more than there is', () => {
  const total = money(300n);
  expect(equityShare(money(100n), money(100n), total)).toBe(33);
  expect(equityShare(money(100n), money(200n), total)).toBe(66);
  expect(equityShare(money(-100n), money(100n), total)).toBe(-34);
});
