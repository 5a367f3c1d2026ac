/**
 * The fills of one message, in priority order. The buffer is cleared by the next message and its
 * memory is used again, so a reader copies what it wants to keep.
 */
import { type Lots, lots, type Ticks, ticks } from '../../src/domain/units.ts';

export interface FillBuffer {
  /** Four numbers to a fill: maker id, taker id, price, size. */
  cells: Float64Array;
  count: number;
}

const FILLS_FIRST = 64;
const CELLS_SHIFT = 2;

export const createFillBuffer = (): FillBuffer => ({
  cells: new Float64Array(FILLS_FIRST << CELLS_SHIFT),
  count: 0,
});

export const fillMakerId = (fills: FillBuffer, place: number): number =>
  fills.cells[place << CELLS_SHIFT]!;
export const fillTakerId = (fills: FillBuffer, place: number): number =>
  fills.cells[(place << CELLS_SHIFT) + 1]!;
/** Always the maker's price. */
export const fillTicks = (fills: FillBuffer, place: number): Ticks =>
  ticks(fills.cells[(place << CELLS_SHIFT) + 2]!);
export const fillLots = (fills: FillBuffer, place: number): Lots =>
  lots(fills.cells[(place << CELLS_SHIFT) + 3]!);

export function pushFill(
  fills: FillBuffer,
  makerId: number,
  takerId: number,
  price: Ticks,
  size: Lots,
): void {
  const start = fills.count << CELLS_SHIFT;
  if (start === fills.cells.length) growFills(fills);
  fills.cells[start] = makerId;
  fills.cells[start + 1] = takerId;
  fills.cells[start + 2] = price;
  fills.cells[start + 3] = size;
  fills.count += 1;
}

function growFills(fills: FillBuffer): void {
  const wider = new Float64Array(fills.cells.length * 2);
  wider.set(fills.cells);
  fills.cells = wider;
}
