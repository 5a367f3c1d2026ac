/** The settings and fees of an account at a contract. */
import type { MarginMode } from '../../domain/margin.ts';
import type { Ppm } from '../../domain/units.ts';

export interface DeskTerms {
  readonly marginMode: MarginMode;
  readonly crossLeverage: number;
  readonly longLeverage: number;
  readonly shortLeverage: number;
  readonly makerFee: Ppm;
  readonly takerFee: Ppm;
}

export const deskLeverage = (desk: DeskTerms, side: 'long' | 'short'): number =>
  desk.marginMode === 'cross'
    ? desk.crossLeverage
    : side === 'long'
      ? desk.longLeverage
      : desk.shortLeverage;
