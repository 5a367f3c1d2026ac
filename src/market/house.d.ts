import type { Batch, Command } from '../domain/command.ts';
import { type AccountId } from '../domain/ids.ts';
import { type Money } from '../domain/units.ts';
import type { IndexPrice } from './feed.ts';
import type { MarketTerms } from './market-terms.ts';
import type { HousePicture } from './picture.ts';
import { type Random } from './random.ts';
export declare const MAKERS = 2;
/** What each house account starts with and is filled up to. */
export declare const HOUSE_DEPOSIT: Money;
export interface House {
  readonly random: Random;
  /** One for each contract, like the premiums. */
  readonly terms: readonly MarketTerms[];
  /** How far, in ppm, people pay above or below the index just now. */
  readonly premiums: number[];
  /** Which contract is quoted first, where not all fit into one batch. */
  nextContract: number;
}
/** The makers, and after them the one through which noise trades. */
export declare const HOUSE_ACCOUNTS: number;
/** The commands that open and fund the house, where the next account opened is the first. */
export declare const houseGenesis: (first: AccountId) => Command[];
export declare const createHouse: (
  terms: readonly MarketTerms[],
  seed: number,
  salt: number,
) => House;
/** Everything that happens at one tick, in one command. */
export declare function decideTick(
  house: House,
  picture: HousePicture,
  prices: readonly IndexPrice[],
  elapsedMillis: number,
): Batch;
