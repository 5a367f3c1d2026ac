/**
 * Teams of different temper. Careful ones take small positions and leave them again, reckless ones
 * take all they can get, idle ones do nothing. Two work together: one sells to the other a little
 * too cheaply, and buys back a little too dearly. One does what another did, a second later.
 */
import type { PlaceOrder } from '../../src/domain/command.ts';
import { type AccountId, contractId } from '../../src/domain/ids.ts';
import { lots, ticks } from '../../src/domain/units.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { bareOrder } from '../sim/bare-order.ts';
import { chance, type Dice, pick, roll } from '../sim/dice.ts';
import { type DemoMarket, HALF_SPREAD_PART } from './demo-market.ts';

export const TEMPERS = ['careful', 'reckless', 'idle', 'giver', 'taker', 'copier'] as const;
export type Temper = (typeof TEMPERS)[number];

export interface DemoTeam {
  readonly name: string;
  readonly temper: Temper;
  readonly account: AccountId;
}

/** An order and the moment it is sent, counted from the last prices. */
export interface TimedOrder {
  readonly afterMillis: number;
  readonly command: PlaceOrder;
}

export interface TeamScene {
  readonly dice: Dice;
  readonly venue: Venue;
  readonly market: DemoMarket;
  readonly teams: readonly DemoTeam[];
}

/** From the third second on: a faster reaction to a price would look like a machine. */
const FIRST_MILLIS = 3_000;
const LAST_MILLIS = 25_000;
const COPY_MILLIS = 1_000;
const CONTRACTS = 8;

/** What everybody does until the next prices, in order of time. */
export function nextActions(scene: TeamScene): readonly TimedOrder[] {
  const { dice, teams } = scene;
  const actions: TimedOrder[] = [];
  for (const team of teams) {
    const afterMillis = roll(dice, FIRST_MILLIS, LAST_MILLIS);
    const command = decide(scene, team);
    if (command === undefined) continue;
    actions.push({ afterMillis, command });
    if (isLed(teams, team)) actions.push(...copies(scene, command, afterMillis));
  }
  actions.push(...collude(scene));
  return actions.sort((first, second) => first.afterMillis - second.afterMillis);
}

function decide(scene: TeamScene, { temper, account }: DemoTeam): PlaceOrder | undefined {
  const { dice } = scene;
  if (temper === 'careful')
    return chance(dice, 14) ? trade(scene, account, roll(dice, 100, 400)) : undefined;
  if (temper === 'reckless')
    return chance(dice, 10) ? trade(scene, account, roll(dice, 4_000, 14_000)) : undefined;
  return undefined;
}

/** Closes its position, or opens a new one. */
function trade(scene: TeamScene, account: AccountId, value: number): PlaceOrder {
  const { dice, market } = scene;
  const held = holdingOf(scene.venue, account);
  if (held !== undefined && chance(dice, 60))
    return bareOrder({ ...held, account, effect: 'close' });
  const contract = contractId(roll(dice, 0, CONTRACTS - 1));
  const size = lots(market.lotsOf(contract, value));
  const positionSide = chance(dice, 75)
    ? market.trend(contract)
    : pick(dice, ['long', 'short'] as const);
  return bareOrder({ account, contract, positionSide, effect: 'open', size });
}

function holdingOf({ read }: Venue, account: AccountId) {
  const [held] = read.account.positions(account);
  if (held === undefined) return undefined;
  const { contract, position } = held;
  return { contract: contract.id, positionSide: position.side, size: position.size };
}

/** The copier follows the first careful team. */
const isLed = (teams: readonly DemoTeam[], team: DemoTeam): boolean =>
  team === teams.find(({ temper }) => temper === 'careful');

function copies({ teams }: TeamScene, command: PlaceOrder, afterMillis: number): TimedOrder[] {
  const copier = teams.find(({ temper }) => temper === 'copier');
  if (copier === undefined) return [];
  const copy = { ...command, account: copier.account };
  return [{ afterMillis: afterMillis + COPY_MILLIS, command: copy }];
}

/** Inside the quotes of the house, so that the two meet each other and nobody else. */
function collude(scene: TeamScene): TimedOrder[] {
  const { dice, teams, market, venue } = scene;
  const giver = teams.find(({ temper }) => temper === 'giver');
  const taker = teams.find(({ temper }) => temper === 'taker');
  if (giver === undefined || taker === undefined || !chance(dice, 8)) return [];
  const afterMillis = roll(dice, FIRST_MILLIS, LAST_MILLIS);
  const contract = contractId(0);
  const held = holdingOf(venue, giver.account);
  const half = Math.max(2, Math.round(market.middle(contract) / HALF_SPREAD_PART));
  const size = held?.size ?? lots(market.lotsOf(contract, 2_000));
  const effect = held === undefined ? 'open' : 'close';
  // Cheap when it sells, dear when it buys back.
  const price = ticks(market.middle(contract) + (held === undefined ? 1 - half : half - 1));
  const asked = { contract, effect, size, price } as const;
  const gives = bareOrder({ ...asked, account: giver.account, positionSide: 'short' });
  const takes = bareOrder({ ...asked, account: taker.account, positionSide: 'long' });
  return [
    { afterMillis, command: gives },
    { afterMillis: afterMillis + 200, command: takes },
  ];
}
