/** The size of the ticket in coins, whether it was typed in coins, in money or as a share. */
import { notionalOf } from '../../domain/contract.ts';
import type { PositionSide } from '../../domain/side.ts';
import { lots, NO_TICKS, type Ticks } from '../../domain/units.ts';
import { findDecimal, findMoney, formatLots } from '../../wire/quantity.ts';
import type { Draft } from './draft.ts';
import { largestSize, type TicketScene } from './preview.ts';

const SHARE_DECIMALS = 2;
const WHOLE_SHARE = 10_000n;

/** Rounded down to whole lots. A text that is no number stays as it is, to be judged. */
export function coinSize(
  scene: TicketScene,
  { size, sizeUnit, effect }: Draft,
  side: PositionSide,
  price: Ticks,
): string {
  if (sizeUnit === 'coin') return size;
  const { contract, prices } = scene;
  if (sizeUnit === 'quote') {
    const worth = findMoney(size);
    const perLot = notionalOf(contract, price === NO_TICKS ? prices.mark : price, lots(1));
    if (worth === undefined || perLot === 0n) return size;
    return formatLots(contract, lots(Number(worth / perLot)));
  }
  const share = findDecimal(size, SHARE_DECIMALS);
  if (share === undefined || share > WHOLE_SHARE) return size;
  const most = largestSize(scene, { effect, side, price });
  return formatLots(contract, lots(Number((BigInt(most) * share) / WHOLE_SHARE)));
}
