/** What a reject says of its reason: what was given and allowed, in the units of that reason. */
import type { Contract } from '../../src/domain/contract.ts';
import type { Reject, RejectReason } from '../../src/domain/reject.ts';
import { fineTicks, lots, money } from '../../src/domain/units.ts';
import { formatFineTicks, formatLots, formatMoney } from '../../src/wire/quantity.ts';

export function rejectDetails(
  contract: Contract | undefined,
  { reason, given, limit, order }: Reject,
): Readonly<Record<string, string>> {
  return {
    ...(given === undefined ? {} : { given: valueText(contract, reason, given) }),
    ...(limit === undefined ? {} : { limit: valueText(contract, reason, limit) }),
    ...(order === undefined ? {} : { order: String(order) }),
  };
}

const SIZES: ReadonlySet<RejectReason> = new Set([
  'size-invalid',
  'size-above-maximum',
  'size-below-minimum',
  'market-size-above-maximum',
  'close-above-position',
  'close-size-locked',
  'position-limit',
]);

const PRICES: ReadonlySet<RejectReason> = new Set([
  'price-invalid',
  'price-too-far',
  'post-only-would-take',
  'take-profit-wrong-side',
  'stop-loss-wrong-side',
  'trigger-already-satisfied',
  'trigger-price-invalid',
]);

/** Money is a bigint; what a number counts follows from the reason. */
function valueText(
  contract: Contract | undefined,
  reason: RejectReason,
  value: number | bigint | string,
): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return formatMoney(money(value));
  if (contract === undefined) return String(value);
  if (SIZES.has(reason)) return formatLots(contract, lots(value));
  // An index lies between two ticks.
  if (PRICES.has(reason)) return formatFineTicks(contract, fineTicks(Math.round(value * 100)));
  return String(value);
}
