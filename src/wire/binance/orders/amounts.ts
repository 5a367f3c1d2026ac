/** Sizes and prices of orders. Each mistake has its code, and names the filter that it breaks. */
import type { Contract } from '../../../domain/contract.ts';
import type { Lots, Ticks } from '../../../domain/units.ts';
import type { WireError } from '../../errors.ts';
import { lotText, parseLots, parseTicks, tickText } from '../../quantity.ts';
import type { BinanceCode } from '../codes.ts';
import { refusal } from '../errors.ts';

/** The codes of a size or price: not above zero, off its step, too large. */
interface Faults {
  readonly name: string;
  readonly filter: 'LOT_SIZE' | 'PRICE_FILTER';
  readonly low: BinanceCode;
  readonly off: BinanceCode;
  readonly high: BinanceCode;
}

const SIZE: Faults = {
  name: 'quantity',
  filter: 'LOT_SIZE',
  low: '-4003',
  off: '-4023',
  high: '-4005',
};
const PRICE: Faults = {
  name: 'price',
  filter: 'PRICE_FILTER',
  low: '-4001',
  off: '-4014',
  high: '-4002',
};
const TRIGGER: Faults = { ...PRICE, name: 'triggerPrice', low: '-4006' };

export function readQuantity(contract: Contract, text: string): Lots | WireError {
  const size = parseLots(contract, text);
  if (typeof size === 'number') return size;
  return faultOf(SIZE, text, { decimals: contract.sizeDecimals, step: lotText(contract) });
}

export const readLimit = (contract: Contract, text: string): Ticks | WireError =>
  readPrice(contract, text, PRICE);

export const readTriggerPrice = (contract: Contract, text: string): Ticks | WireError =>
  readPrice(contract, text, TRIGGER);

function readPrice(contract: Contract, text: string, faults: Faults): Ticks | WireError {
  const price = parseTicks(contract, text);
  if (typeof price === 'number') return price;
  return faultOf(faults, text, { decimals: contract.priceDecimals, step: tickText(contract) });
}

/** The text is a decimal, with a sign perhaps. */
function faultOf(
  { name, filter, low, off, high }: Faults,
  text: string,
  { decimals, step }: { readonly decimals: number; readonly step: string },
): WireError {
  const told = (code: BinanceCode, problem: string): WireError =>
    refusal(code, `${name} '${text.slice(0, 40)}' ${problem} (${filter}).`);
  if (text.startsWith('-') || !/[1-9]/.test(text)) return told(low, 'must be greater than zero');
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.replace(/0+$/, '').length > decimals)
    return told('-1111', `has more than ${decimals} decimals`);
  const stepUnits = unitsOf(step, decimals);
  const isOff = unitsOf(`${whole}.${fraction}`, decimals) % stepUnits !== 0n;
  return isOff ? told(off, `is not a multiple of ${step}`) : told(high, 'is too large');
}

function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}
