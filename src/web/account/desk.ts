/** The settings and fees of an account at a contract. */
import type { DeskSettings } from '../../domain/margin.ts';
import type { Ppm } from '../../domain/units.ts';

export interface DeskTerms extends Omit<DeskSettings, 'contract'> {
  readonly makerFee: Ppm;
  readonly takerFee: Ppm;
}

export const deskLeverage = (desk: DeskTerms, side: 'long' | 'short'): number =>
  desk.marginMode === 'cross'
    ? desk.crossLeverage
    : side === 'long'
      ? desk.longLeverage
      : desk.shortLeverage;
