/** Bounds on what a contestant may risk. What closes or cancels is always let through. */
import type { PlainCommand } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { shownPrice, shownSize } from './show-state.ts';

/** In the quote currency; zero stands for no cap. */
export interface RiskCaps {
  readonly orderValueMax: number;
  /** Of all orders of a day of venue time. */
  readonly dayValueMax: number;
  readonly lossMax: number;
  /** Whether no order is sent at all. */
  readonly readOnly?: boolean | undefined;
}

export interface RiskMeter {
  day: number;
  value: number;
}

export interface RiskMoment {
  readonly at: number;
  readonly lost: number;
  readonly contracts: readonly Contract[];
  /** The price that an order is worth at the market, by base. */
  readonly marks: Readonly<Record<string, number>>;
}

const DAY_MILLIS = 86_400_000;

/** Why the command may not be sent, if it may not; otherwise it counts for its day. */
export function judgeRisk(
  { orderValueMax, dayValueMax, lossMax, readOnly = false }: RiskCaps,
  meter: RiskMeter,
  command: PlainCommand,
  { at, lost, contracts, marks }: RiskMoment,
): string | undefined {
  if (command.kind !== 'place-order') return undefined;
  if (readOnly) return 'not sent: this arena is readOnly';
  if (command.effect === 'close') return undefined;
  const contract = contracts[command.contract]!;
  const { price, size, positionSide } = command;
  const limit = price === null ? 0 : shownPrice(contract, price);
  // Who buys pays the limit at most. Who sells gets what the market pays, however low the limit.
  const isBounded = positionSide === 'long' && price !== null;
  const paid = isBounded ? limit : Math.max(limit, marks[contract.base] ?? 0);
  const value = paid * shownSize(contract, size);
  const day = Math.floor(at / DAY_MILLIS);
  const used = meter.day === day ? meter.value : 0;
  const passes = (figure: number, cap: number): boolean => cap > 0 && figure > cap;
  const over = (what: string, cap: string, most: number): string =>
    `not sent: ${what}, and ${cap} is ${most}; with reduceOnly a position can still be closed`;
  if (passes(value, orderValueMax))
    return over(`the order is worth ${value.toFixed(2)}`, 'orderValueMax', orderValueMax);
  if (passes(used + value, dayValueMax))
    return over(
      `the day's orders are worth ${(used + value).toFixed(2)}`,
      'dayValueMax',
      dayValueMax,
    );
  if (passes(lost, lossMax)) return over(`${lost.toFixed(2)} are lost`, 'lossMax', lossMax);
  meter.day = day;
  meter.value = used + value;
  return undefined;
}
