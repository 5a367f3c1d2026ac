/** The book, as fine as it is or coarser. */
import { Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { Level } from '../../views/depth.ts';
import { ifSent, integerField } from '../field.ts';
import type { DepthTold } from '../market-text.ts';
import { formatDecimal } from '../quantity.ts';
import { decimal, integer, list, moment, record, text } from '../record-field.ts';
import { coinField, coinOf, info } from './endpoint.ts';
import { figure, priceFigure, sizeFigure } from './figure.ts';

export const LEVEL = record({
  px: decimal('Price', '90000.0'),
  sz: decimal('Size', '0.5'),
  n: integer('Always 1: orders are not counted', 1),
});

export const BOOK = record({
  coin: text('The coin', 'BTC'),
  time: moment('When'),
  levels: list(list(LEVEL)),
});

export const LEVELS = 20;

export const levelOf = (contract: Contract, { price, size }: Level) => ({
  px: priceFigure(contract, price),
  sz: sizeFigure(contract, size),
  n: 1,
});

export const bookOf = (contract: Contract, { bids, asks, at }: Omit<DepthTold, 'version'>) => ({
  coin: coinOf(contract),
  time: at,
  levels: [bids, asks].map((side) =>
    side.slice(0, LEVELS).map((level) => levelOf(contract, level)),
  ),
});

/** Levels of a coarser step, put together outwards. */
function coarser(contract: Contract, levels: readonly Level[], step: bigint, isUp: boolean) {
  const sums = new Map<bigint, bigint>();
  for (const { price, size } of levels) {
    const units = BigInt(price) * BigInt(contract.priceEndStep);
    const down = (units / step) * step;
    const at = isUp && down !== units ? down + step : down;
    sums.set(at, (sums.get(at) ?? 0n) + BigInt(size) * BigInt(contract.lotStep));
  }
  return [...sums].slice(0, LEVELS).map(([units, size]) => ({
    px: figure(formatDecimal(units, contract.priceDecimals)),
    sz: figure(formatDecimal(size, contract.sizeDecimals)),
    n: 1,
  }));
}

/** Enough levels to fill twenty coarse ones where it matters. */
export const FINE_LEVELS = 1_000;

const BOOK_FORM = Type.Object({
  coin: coinField(),
  nSigFigs: ifSent(integerField('Figures of a price, 2 to 5.', { min: 2, max: 5 })),
  mantissa: ifSent(integerField('1, 2 or 5, with five figures.', { min: 1, max: 5 })),
});

/** The step that leaves so many figures of the price. */
function stepOf(contract: Contract, level: Level | undefined, figures: number, mantissa: number) {
  if (level === undefined) return 1n;
  const digits = (BigInt(level.price) * BigInt(contract.priceEndStep)).toString().length;
  return 10n ** BigInt(Math.max(0, digits - figures)) * BigInt(mantissa);
}

export function coarseBook(
  contract: Contract,
  { bids, asks, at }: Omit<DepthTold, 'version'>,
  figures: number,
  mantissa: number,
) {
  const step = stepOf(contract, bids[0] ?? asks[0], figures, mantissa);
  return {
    coin: coinOf(contract),
    time: at,
    levels: [coarser(contract, bids, step, false), coarser(contract, asks, step, true)],
  };
}

export const L2_BOOK = info.openPost('/l2Book', 2, {
  id: 'hyperliquidL2Book',
  request: BOOK_FORM,
  response: BOOK,
  summary: 'The book',
  text: 'Bids, then asks, 20 levels of each.',
  read: ({ coin: contract, nSigFigs, mantissa = 1 }) => ({
    contract,
    nSigFigs,
    mantissa,
    limit: nSigFigs === undefined ? LEVELS : FINE_LEVELS,
  }),
  format: (told: DepthTold, { contract, nSigFigs, mantissa }) =>
    nSigFigs === undefined
      ? bookOf(contract, told)
      : coarseBook(contract, told, nSigFigs, mantissa),
});
