/**
 * People who trade for reasons of their own: small orders at market, now and then a larger one, as
 * often up as down, leaning a little against what they already hold.
 */
import type { PlaceOrder } from '../domain/command.ts';
import type { MarketTerms } from './market-terms.ts';
import type { ContractPicture } from './picture.ts';
import { type Random } from './random.ts';
export interface TakeInputs {
  readonly random: Random;
  readonly picture: ContractPicture;
  readonly terms: MarketTerms;
  /** In ticks. */
  readonly centre: number;
  readonly elapsedSeconds: number;
}
/** What they hold at most, in touches; the nearer to it, the more they lean the other way. */
export declare const NOISE_TOUCHES = 40;
export declare function takeAtRandom(inputs: TakeInputs): PlaceOrder[];
