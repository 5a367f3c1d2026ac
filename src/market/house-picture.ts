/** Shows the house what it has: its orders and positions, as the venue tells them. */
import { assert } from '../domain/assert.ts';
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { NO_TICKS } from '../domain/units.ts';
import type { ListingRecord, Read } from '../venue/read.ts';
import {
  completeHouse,
  HOUSE_ACCOUNTS,
  HOUSE_FLOOR,
  MAKERS,
  TRADING_ACCOUNTS,
} from './house-accounts.ts';
import { LEVERAGES } from './leveraged-traders.ts';
import type { ContractPicture, DeskPicture, HousePicture, TakerPicture } from './picture.ts';

/** The accounts the house was given when the venue began: the first ones of that role. */
export const findHouse = (read: Pick<Read, 'account'>): AccountId[] =>
  read.account
    .house()
    .slice(0, HOUSE_ACCOUNTS)
    .map(({ account }) => account);

/** What a venue that began with a smaller house lacks; nothing where it has everything. */
export const missingHouse = (read: Read): Batch['commands'] =>
  completeHouse(findHouse(read), read.account.nextId(), read.listing.contracts());

/**
 * Of contracts where only a taker acts, and of those that are quoted, each in the order given.
 * Orders are shown, not copied: they are read before the next entry is applied.
 */
export function drawPicture(
  read: Read,
  house: readonly AccountId[],
  takers: readonly number[],
  quoted: readonly number[],
): HousePicture {
  const record = (place: number): ListingRecord => read.listing.record(contractId(place));
  return {
    takers: takers.map((place) => takerOf(read, record(place), house)),
    contracts: quoted.map((place) => pictureOf(read, record(place), house)),
    poor: quoted.length === 0 ? [] : findPoor(read, house),
  };
}

function findPoor(read: Read, house: readonly AccountId[]): HousePicture['poor'] {
  const poor: HousePicture['poor'][number][] = [];
  for (const account of house) {
    const wallet = read.account.wallet(account);
    if (wallet < HOUSE_FLOOR) poor.push({ account, wallet });
  }
  return poor;
}

function takerOf(
  read: Read,
  { contract, isHalted, last }: ListingRecord,
  house: readonly AccountId[],
): TakerPicture {
  const account = house[MAKERS];
  assert(account !== undefined, 'the house has too few accounts', house.length);
  const taker = read.account.standing(account, contract.id);
  return { contract, isHalted, hasTraded: last !== NO_TICKS, taker };
}

function pictureOf(
  read: Read,
  record: ListingRecord,
  house: readonly AccountId[],
): ContractPicture {
  assert(house.length >= HOUSE_ACCOUNTS, 'the house has too few accounts', house.length);
  return new LookedAt(read, record, house);
}

/** Most of those who rarely act are never looked at. */
class LookedAt implements ContractPicture {
  readonly contract: Contract;
  readonly isHalted: boolean;
  readonly hasTraded: boolean;
  readonly makers: readonly DeskPicture[];
  readonly taker: DeskPicture;
  readonly rester: DeskPicture;
  readonly holders: readonly [DeskPicture, DeskPicture];
  readonly #account: Read['account'];
  readonly #house: readonly AccountId[];

  constructor(
    { account }: Read,
    { contract, isHalted, last }: ListingRecord,
    house: readonly AccountId[],
  ) {
    this.#account = account;
    this.#house = house;
    this.contract = contract;
    this.isHalted = isHalted;
    this.hasTraded = last !== NO_TICKS;
    const makers: DeskPicture[] = [];
    for (let place = 0; place < MAKERS; place += 1) makers.push(this.#desk(place));
    this.makers = makers;
    this.taker = this.#desk(MAKERS);
    this.rester = this.#desk(MAKERS + 1);
    this.holders = [this.#desk(TRADING_ACCOUNTS), this.#desk(TRADING_ACCOUNTS + 1)];
  }

  #desk(place: number): DeskPicture {
    return this.#account.standing(this.#house[place]!, this.contract.id);
  }

  get follower(): DeskPicture {
    return this.#desk(MAKERS + 2);
  }

  get reverter(): DeskPicture {
    return this.#desk(MAKERS + 3);
  }

  leveraged(at: number): DeskPicture {
    return this.#desk(HOUSE_ACCOUNTS - LEVERAGES.length + at);
  }
}
