/** Converts between outside prices, which are fractions, and the fine ticks of a contract. */
import type { Contract } from '../../domain/contract.ts';
import { FINE_PER_TICK, type FineTicks, fineTicks } from '../../domain/units.ts';
import { tenTo } from '../steady-math.ts';

/** How many fine ticks make one unit of the quote currency. */
export const fineScaleOf = (contract: Contract): number =>
  (tenTo(contract.priceDecimals) / contract.priceEndStep) * FINE_PER_TICK;

/** How many lots make one coin. */
export const lotScaleOf = ({ sizeDecimals, lotStep }: Contract): number =>
  tenTo(sizeDecimals) / lotStep;

/** The nearest fine tick, but at least one tick: a contract cannot trade at zero. */
export const fineOf = (price: number): FineTicks =>
  fineTicks(Math.max(FINE_PER_TICK, Math.round(price)));
