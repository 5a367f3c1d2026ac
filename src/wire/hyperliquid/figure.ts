/** Figures: text with at least one decimal and no further zeros at the end. */
import type { Contract } from '../../domain/contract.ts';
import type { Lots, Millis, Money, Ticks } from '../../domain/units.ts';
import { formatDecimal, formatLots, formatMoney, formatTicks, lotText } from '../quantity.ts';

/** `90000.0`, `0.1`, `0.0`. */
export function figure(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.replace(/0+$/, '') || '0'}`;
}

export const priceFigure = (contract: Contract, price: Ticks): string =>
  figure(formatTicks(contract, price));

export const sizeFigure = (contract: Contract, size: Lots): string =>
  figure(formatLots(contract, size));

/** A size with its sign, in lots. */
export const signedSize = (contract: Contract, size: bigint): string =>
  figure(formatDecimal(size * BigInt(contract.lotStep), contract.sizeDecimals));

export const moneyFigure = (amount: Money): string => figure(formatMoney(amount));

const RATE_DECIMALS = 8;

/** A rate in parts per hundred million. */
export const rateFigure = (rate: bigint): string => figure(formatDecimal(rate, RATE_DECIMALS));

/** How many decimals a size may have. */
export const sizeDecimalsOf = (contract: Contract): number =>
  lotText(contract).split('.')[1]?.length ?? 0;

const HASH_DIGITS = 64;

/** A unique id in the form of the hash of a transaction. */
export const transactionHash = (id: number): string =>
  `0x${id.toString(16).padStart(HASH_DIGITS, '0')}`;

/** An answer that is no object: null, a text or a number. */
export const bareAnswer = (value: null | string | number): object => ({ toJSON: () => value });

export const windowOf = (startTime: Millis | undefined, endTime: Millis | undefined) => ({
  from: startTime ?? null,
  to: endTime ?? null,
});
