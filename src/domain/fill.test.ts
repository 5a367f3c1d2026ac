import { expect, test } from 'vitest';
import { changesOf, type FillSide } from './fill.ts';
import { accountId, orderId, positionId } from './ids.ts';
import { lots, money } from './units.ts';

const side: FillSide = {
  order: orderId(1),
  account: accountId(1_001),
  positionSide: 'long',
  effect: 'open',
  fee: money(9n),
  liquidationFee: money(0n),
  realisedPnl: money(-50n),
  wallet: money(941n),
  collateral: money(-659n),
  position: positionId(8),
  positionSize: lots(6),
  openValue: money(600n),
  isolatedMargin: money(30n),
  remaining: lots(0),
  closed: null,
};
const fill = { size: lots(16), value: money(1_600n) };

test('[NET-2] a fill with one change is that change', () => {
  expect(changesOf(fill, side)).toEqual([{ side, ...fill }]);
});

test('[NET-2] a fill that turned a position is a close and an open that add up to it', () => {
  const part = { size: lots(10), value: money(1_000n), fee: money(5n) };
  const closed = { positionSide: 'short', position: positionId(7), ...part } as const;
  const [first, second, ...others] = changesOf(fill, { ...side, closed });
  expect(others).toEqual([]);
  expect(first).toEqual({
    size: 10,
    value: 1_000,
    side: {
      ...side,
      positionSide: 'short',
      effect: 'close',
      position: 7,
      positionSize: 0,
      fee: 5,
      openValue: 0,
      isolatedMargin: 0,
      wallet: 945,
      collateral: -55,
    },
  });
  expect(second).toEqual({
    size: 6,
    value: 600,
    side: { ...side, fee: 4, realisedPnl: 0 },
  });
});
