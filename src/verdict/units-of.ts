/** Prices and sizes as whole numbers of 1e-8, as money is. */
import type { Contract } from '../domain/contract.ts';
import type { Lots, Ticks } from '../domain/units.ts';

const DECIMALS = 8;

/** One tick, in 1e-8 of the quote currency. */
export const priceUnitsOf = ({ priceEndStep, priceDecimals }: Contract): bigint =>
  BigInt(priceEndStep) * 10n ** BigInt(DECIMALS - priceDecimals);

export const priceOf = (contract: Contract, price: Ticks): bigint =>
  BigInt(price) * priceUnitsOf(contract);

export const sizeUnitsOf = ({ lotStep, sizeDecimals }: Contract, size: Lots): bigint =>
  BigInt(size) * BigInt(lotStep) * 10n ** BigInt(DECIMALS - sizeDecimals);
