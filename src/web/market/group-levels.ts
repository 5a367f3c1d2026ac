/** Levels of a book grouped by wider price steps, with the cumulative size of each. */
import { type Lots, lots, type Ticks, ticks } from '../../domain/units.ts';
import { type DepthSide, topLevels } from '../../views/depth.ts';

export interface GroupedLevel {
  readonly price: Ticks;
  readonly size: Lots;
  /** Everything from the best price up to and including this level. */
  readonly total: Lots;
}

/** From the best outward. Bids are grouped downwards and asks upwards, so no price looks better. */
export function groupLevels(side: DepthSide, step: number, limit: number): GroupedLevel[] {
  const grouped: GroupedLevel[] = [];
  const isBids = side.side === 'buy';
  let total = 0;
  for (const { price, size } of topLevels(side, side.sizes.size)) {
    const at = isBids ? price - (price % step) : Math.ceil(price / step) * step;
    total += size;
    const last = grouped.at(-1);
    if (last?.price === at) {
      grouped[grouped.length - 1] = {
        price: last.price,
        size: lots(last.size + size),
        total: lots(total),
      };
      continue;
    }
    if (grouped.length === limit) break;
    grouped.push({ price: ticks(at), size, total: lots(total) });
  }
  return grouped;
}
