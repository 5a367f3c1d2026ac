/**
 * What the house sees when it decides: its own orders and positions, and whether a contract trades.
 * It is plain data, so that decisions can be tested without a venue.
 */
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Money } from '../domain/units.ts';
import type { DeskStanding, StandingOrder } from '../venue/read-account.ts';

/** One of the house's orders on the book. */
export type HouseOrder = Pick<
  StandingOrder,
  'id' | 'side' | 'effect' | 'price' | 'size' | 'filled'
>;

/** What one house account has at one contract. */
export interface DeskPicture extends Omit<DeskStanding, 'orders'> {
  readonly orders: readonly HouseOrder[];
}

/** All that is seen where nobody but a noise taker acts. */
export interface TakerPicture {
  readonly contract: Contract;
  readonly isHalted: boolean;
  readonly hasTraded: boolean;
  readonly taker: DeskPicture;
}

export interface ContractPicture extends TakerPicture {
  readonly makers: readonly DeskPicture[];
  /** The account of the noise makers. */
  readonly rester: DeskPicture;
  /** The trend follower, and the one that bets on a return to the index. */
  readonly follower: DeskPicture;
  readonly reverter: DeskPicture;
  /** The two holders. */
  readonly holders: readonly [long: DeskPicture, short: DeskPicture];
  /** The traders with leverage, by the place of their leverage. */
  readonly leveraged: (at: number) => DeskPicture;
}

export interface HousePicture {
  readonly takers: readonly TakerPicture[];
  readonly contracts: readonly ContractPicture[];
  /** The accounts that have lost half of their deposit. */
  readonly poor: readonly { readonly account: AccountId; readonly wallet: Money }[];
}

/** Net lots of both sides; negative when short. */
export const netLots = ({ long, short }: DeskPicture): number => long - short;
