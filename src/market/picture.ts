/**
 * What the house sees when it decides: its own orders and positions, and whether a contract trades.
 * It is plain data, so that decisions can be tested without a venue.
 */
import type { Contract } from '../domain/contract.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import type { Effect, Side } from '../domain/side.ts';
import type { Lots, Money, Ticks } from '../domain/units.ts';

/** One of the house's orders on the book. */
export interface HouseOrder {
  readonly id: OrderId;
  readonly side: Side;
  readonly effect: Effect;
  readonly price: Ticks;
  readonly size: Lots;
  readonly filled: Lots;
}

/** What one house account has at one contract. */
export interface DeskPicture {
  readonly account: AccountId;
  readonly long: Lots;
  readonly short: Lots;
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
