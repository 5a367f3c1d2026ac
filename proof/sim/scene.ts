/**
 * What the random traders see and remember. They read the engine's state; the auditor never does.
 */
import type { Command } from '../../src/domain/command.ts';
import { type AccountId, type ContractId, contractId } from '../../src/domain/ids.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import { fineTicks, type Ticks, ticks } from '../../src/domain/units.ts';
import type { Account, Listing, LiveOrder, VenueState } from '../../src/engine/state.ts';
import type { ChosenContract } from './contract-choice.ts';
import { chance, createDice, type Dice, findPick, pick, roll } from './dice.ts';
import { chooseMix, type Mix } from './mix.ts';
import { createSigning, type Signing } from './signed-requests.ts';

export interface Scene {
  readonly dice: Dice;
  readonly mix: Mix;
  /** Of the accounts, those in net mode. */
  readonly net: Share;
  readonly state: VenueState;
  /** Commands to be sent before new ones are made up. */
  readonly queue: Command[];
  /** Placements with a client order id, to be sent again. */
  readonly sent: Command[];
  /** Contracts whose index is silent until this time. */
  readonly silentUntil: number[];
  readonly signing: Signing;
  /** Of the placements, those that carry options. */
  readonly options: Share;
  at: number;
  clientIds: number;
  /** The side that the last storm bet on; the next one bets on the other. */
  stormSide: PositionSide;
}

/** With its own dice: a market without it stays the same as before it existed. */
interface Share {
  readonly dice: Dice;
  /** How many of a hundred. */
  readonly percent: number;
}

const shareOf = (dice: Dice, percents: readonly number[]): Share => ({
  dice,
  percent: pick(dice, percents),
});

const OPTION_SALT = 0x0b71;

/** 2026-01-05 00:00:00.500 UTC, just after a funding settlement. */
const START_AT = 1_767_571_200_500;

const SEASON_SEEDS = 1_000_000_007;
const NET_SEEDS = 2_000_000_011;

export function createScene(seed: number, state: VenueState): Scene {
  const dice = createDice(seed);
  // With its own dice: a market without a season stays the same as before seasons existed.
  const seasonPercent = pick(createDice(seed + SEASON_SEEDS), [0, 0, 0, 0, 25]);
  const mix = { ...chooseMix(dice), seasonPercent };
  const at = START_AT + roll(dice, 0, 40_000_000);
  return {
    dice,
    mix,
    net: shareOf(createDice(seed + NET_SEEDS), [0, 0, 30, 70, 100]),
    state,
    queue: [],
    sent: [],
    silentUntil: [],
    signing: createSigning(seed, at),
    options: shareOf(createDice(seed, OPTION_SALT), [0, 0, 30, 70]),
    at,
    clientIds: 0,
    stormSide: 'long',
  };
}

export interface Market {
  readonly id: ContractId;
  readonly chosen: ChosenContract;
  readonly listing: Listing;
}

/** One of the listed contracts of the mix. */
export function someMarket(scene: Scene): Market {
  const listed = scene.mix.contracts.slice(0, scene.state.listings.length);
  const place = roll(scene.dice, 0, listed.length - 1);
  return marketAt(scene, place);
}

export function marketAt(scene: Scene, place: number): Market {
  const chosen = scene.mix.contracts[place];
  const listing = scene.state.listings[place];
  if (chosen === undefined || listing === undefined) throw new RangeError(`no market ${place}`);
  return { id: contractId(place), chosen, listing };
}

export const opened = (scene: Scene): Account[] =>
  scene.state.accounts.filter(
    (account): account is Account => account?.role === 'trader' || account?.role === 'house',
  );

export function someTrader(scene: Scene): Account {
  const traders = opened(scene).filter(({ role }) => role === 'trader');
  return pick(scene.dice, traders);
}

/** Mostly a trader, sometimes the house. */
export const someone = (scene: Scene): Account =>
  chance(scene.dice, 85) ? someTrader(scene) : pick(scene.dice, opened(scene));

export const someHouse = (scene: Scene): AccountId =>
  pick(
    scene.dice,
    opened(scene).filter(({ role }) => role === 'house'),
  ).id;

export const findLiveOrder = (
  scene: Scene,
  isWanted: (order: LiveOrder) => boolean,
): LiveOrder | undefined => findPick(scene.dice, [...scene.state.orders.values()].filter(isWanted));

/** A price this many hundredths of a percent away from another, at least one tick. */
export const offBy = (price: number, basisPoints: number): Ticks =>
  ticks(Math.max(1, Math.floor((price * (10_000 + basisPoints)) / 10_000)));

export const indexTicks = ({ listing, chosen }: Market): number =>
  listing.index === 0 ? chosen.start : Math.max(1, Math.floor(listing.index / 100));

export const indexCommand = (market: Pick<Market, 'id'>, fine: number): Command => ({
  kind: 'set-index-price',
  contract: market.id,
  price: fineTicks(fine),
});

/** An ordinary size, sometimes tiny, sometimes large. */
export function someLots(scene: Scene, { chosen, listing }: Market): number {
  const { dice } = scene;
  const { orderLotsMin, orderLotsMax } = listing.contract;
  const most = chance(dice, 8) ? chosen.ordinaryLots * 8 : chosen.ordinaryLots;
  const size = chance(dice, 10) ? orderLotsMin : roll(dice, orderLotsMin, most);
  return Math.min(orderLotsMax, size);
}
