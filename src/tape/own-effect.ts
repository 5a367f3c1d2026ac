/**
 * What becomes of what a trader takes from a tape of levels. By default it is gone until the level
 * changes. With a half-life it comes back by and by, whatever the level does. Or orders that walk
 * the book shift all that was recorded later by a share of the way.
 */
import { findDuration } from '../domain/duration.ts';
import type { OrderId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import type { Millis, Ticks } from '../domain/units.ts';

export interface EffectTerms {
  /** Zero where nothing is owed. */
  readonly halfLifeMillis: number;
  /** Of the way an order walked, from 0 to 1. */
  readonly shiftShare: number;
}

export const EFFECT_USUAL = 'level';

/** `level`, `half-life-5s` or `shift-0.5`. */
export function findEffect(text: string): EffectTerms | undefined {
  if (text === EFFECT_USUAL) return { halfLifeMillis: 0, shiftShare: 0 };
  const halfLife = findDuration(/^half-life-(.+)$/.exec(text)?.[1] ?? '');
  if (halfLife !== undefined) return { halfLifeMillis: halfLife, shiftShare: 0 };
  const share = /^shift-([01](?:\.\d{1,3})?)$/.exec(text)?.[1];
  if (share === undefined || Number(share) > 1) return undefined;
  return { halfLifeMillis: 0, shiftShare: Number(share) };
}

/** A trader's fill against an order of the tape. */
export interface TakenFill {
  readonly order: OrderId;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly size: number;
  readonly at: Millis;
}

interface Debt {
  readonly side: Side;
  readonly price: Ticks;
  readonly lots: number;
  readonly since: number;
}

/** Less than half a lot is nothing. */
const LOTS_LEAST = 0.5;

export class OwnEffect {
  readonly #terms: EffectTerms;
  readonly #debts = new Map<string, Debt>();
  #last: Pick<TakenFill, 'order' | 'price'> | undefined;
  #shift = 0;

  constructor(terms: EffectTerms) {
    this.#terms = terms;
  }

  take({ order, takerSide, price, size, at }: TakenFill): void {
    const { halfLifeMillis, shiftShare } = this.#terms;
    if (halfLifeMillis > 0) {
      const side = takerSide === 'buy' ? 'sell' : 'buy';
      const lots = this.owed(side, price, at) + size;
      this.#debts.set(`${side} ${price}`, { side, price, lots, since: at });
    }
    if (this.#last?.order === order) this.#shift += (price - this.#last.price) * shiftShare;
    this.#last = { order, price };
  }

  /** Lots that are still missing at a level. */
  owed(side: Side, price: Ticks, at: number): number {
    if (this.#debts.size === 0) return 0;
    const debt = this.#debts.get(`${side} ${price}`);
    if (debt === undefined) return 0;
    const left = debt.lots * 2 ** (-Math.max(0, at - debt.since) / this.#terms.halfLifeMillis);
    if (left >= LOTS_LEAST) return left;
    this.#debts.delete(`${side} ${price}`);
    return 0;
  }

  /** The levels at which something was missing when they were last looked at. */
  owing(): readonly Pick<Debt, 'side' | 'price'>[] {
    return [...this.#debts.values()];
  }

  /** By how many whole ticks the tape moves now. */
  takeShift(): number {
    const whole = Math.trunc(this.#shift);
    this.#shift -= whole;
    return whole;
  }
}
