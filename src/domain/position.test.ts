import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import { notionalOf } from './contract.ts';
import { positionId } from './ids.ts';
import {
  averageEntry,
  createPosition,
  growPosition,
  type Position,
  shareOf,
  shrinkPosition,
  unrealisedPnl,
} from './position.ts';
import type { PositionSide } from './side.ts';
import { lots, type Money, millis, money, NO_MONEY, seq, ticks, toBigInt } from './units.ts';

const contract = exampleContract();

const positionOf = (side: PositionSide): Position =>
  createPosition(positionId(1), side, seq(1), millis(0));

function grow(position: Position, size: number, price: number, fee = NO_MONEY): void {
  growPosition(position, lots(size), notionalOf(contract, ticks(price), lots(size)), fee);
}

const shrink = (position: Position, size: number, price: number): Money =>
  shrinkPosition(position, lots(size), notionalOf(contract, ticks(price), lots(size)), NO_MONEY);

test('[POS-1] growing adds lots and value; the average is only worked out', () => {
  const position = positionOf('long');
  grow(position, 300, 900_000, money(usdt('1.62')));
  grow(position, 200, 910_000, money(usdt('0.364')));
  expect(position).toMatchObject({
    size: 500,
    openValue: money(usdt(4_520)),
    openFee: money(usdt('1.984')),
    cumOpenSize: 500,
    cumOpenValue: money(usdt(4_520)),
    cumOpenFee: money(usdt('1.984')),
  });
  expect(averageEntry(contract, position)).toBe(904_000n * 10_000n);
});

test('[POS-1] the average is half-even in ten-thousandths of a tick, and zero for nothing', () => {
  const position = positionOf('short');
  expect(averageEntry(contract, position)).toBe(0n);
  grow(position, 1, 900_001);
  grow(position, 2, 900_002);
  expect(averageEntry(contract, position)).toBe(9_000_016_667n);
});

test('[POS-2] a third of 27.00005 is 9.00001666, and 18.00003334 stay', () => {
  const position = positionOf('long');
  grow(position, 1, 900_001);
  grow(position, 2, 900_002);
  expect(position.openValue).toBe(money(usdt('27.00005')));
  expect(shrink(position, 1, 900_000)).toBe(money(usdt(9) - usdt('9.00001666')));
  expect(position).toMatchObject({ size: 2, openValue: money(usdt('18.00003334')) });
});

test('[POS-2] taking all takes every unit; none or more than all cannot be taken', () => {
  expect(shareOf(money(7n), lots(3), lots(3))).toBe(7);
  expect(shareOf(money(7n), lots(2), lots(3))).toBe(4);
  expect(() => shareOf(money(7n), lots(0), lots(3))).toThrow('cannot take');
  expect(() => shareOf(money(7n), lots(4), lots(3))).toThrow('cannot take');
});

test('[POS-2] the results of all partial closes sum exactly, however a position is cut up', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 12 });
  const prices = fc.integer({ min: 1, max: 2_000_000 });
  fc.assert(
    fc.property(sizes, prices, prices, fc.boolean(), (parts, entry, exit, isLong) => {
      const position = positionOf(isLong ? 'long' : 'short');
      for (const [at, size] of parts.entries()) grow(position, size, entry + at);
      const cost = position.openValue;
      const whole = position.size;
      let realised = 0n;
      for (const size of parts) realised += toBigInt(shrink(position, size, exit));
      const value = notionalOf(contract, ticks(exit), whole);
      expect(realised).toBe(
        isLong ? toBigInt(value) - toBigInt(cost) : toBigInt(cost) - toBigInt(value),
      );
      expect(position).toMatchObject({ size: 0, openValue: 0, cumCloseSize: whole });
    }),
  );
});

test.each([
  { side: 'long' as const, exit: 925_000, realised: '42' },
  { side: 'long' as const, exit: 900_000, realised: '-8' },
  { side: 'short' as const, exit: 925_000, realised: '-42' },
  { side: 'short' as const, exit: 900_000, realised: '8' },
])('[POS-3] a $side at 90,400 realises $realised on 0.02 at $exit', (row) => {
  const position = positionOf(row.side);
  grow(position, 300, 900_000);
  grow(position, 200, 910_000);
  const value = notionalOf(contract, ticks(row.exit), lots(200));
  const fee = money(usdt('1.11'));
  expect(shrinkPosition(position, lots(200), value, fee)).toBe(money(usdt(row.realised)));
  expect(position).toMatchObject({
    size: 300,
    openValue: money(usdt(2_712)),
    cumCloseValue: value,
    cumCloseFee: fee,
  });
});

test('[POS-4] unrealised result is what closing at the mark would realise', () => {
  const prices = fc.integer({ min: 1, max: 2_000_000 });
  fc.assert(
    fc.property(prices, prices, fc.boolean(), (entry, mark, isLong) => {
      const position = positionOf(isLong ? 'long' : 'short');
      grow(position, 77, entry);
      const unrealised = unrealisedPnl(contract, position, ticks(mark));
      expect(shrink(position, 77, mark)).toBe(unrealised);
    }),
  );
});

test('[POS-4] 0.05 long worth 4,520 shows 80 at a mark of 92,000, a short the opposite', () => {
  for (const side of ['long', 'short'] as const) {
    const position = positionOf(side);
    grow(position, 300, 900_000);
    grow(position, 200, 910_000);
    const expected = side === 'long' ? usdt(80) : -usdt(80);
    expect(unrealisedPnl(contract, position, ticks(920_000))).toBe(money(expected));
  }
});
