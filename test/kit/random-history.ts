/**
 * Random histories for tests: a small venue with two contracts and a handful of accounts, cross and
 * isolated, hedged and levered, to whom everything happens that a command can make happen. The
 * same seed gives the same history.
 */

import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import type { Batch, Command, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, contractId } from '../../src/domain/ids.ts';
import { fineTicks, lots, money, ticks } from '../../src/domain/units.ts';
import type { Listing, VenueState } from '../../src/engine/state.ts';
import { nextChance, type Random } from '../../src/market/random.ts';
import { exampleContracts } from './contracts.ts';
import { createDriver, type Driver, usdt } from './driver.ts';

export interface History {
  readonly driver: Driver;
  readonly accounts: readonly AccountId[];
  /** Applies one more random entry. */
  readonly step: () => readonly Event[];
}

type Plain = Exclude<Command, Batch>;
interface World {
  readonly random: Random;
  readonly state: VenueState;
  readonly accounts: readonly AccountId[];
}

/** What happens how often; the rest of the hundred are orders. */
const MAKERS: readonly (readonly [number, (world: World) => Plain])[] = [
  [22, moveIndex],
  [7, placeTrigger],
  [5, cancelSome],
  [5, amendSome],
  [4, moveMoney],
  [4, setLeverage],
  [2, closeAll],
  [3, haltOrResume],
  [2, adjustMargin],
  [1, reset],
  [2, setStatus],
];

export function createHistory(seed: number, fund = 2_000): History {
  const contracts = exampleContracts([{}, { symbol: 'cmt_ethusdt', priceDecimals: 2 }]);
  const driver = createDriver(contracts, { fund });
  driver.index(300_000, 1);
  const accounts = [driver.house(100_000)];
  for (const wallet of [400, 600, 800, 1_000, 1_500, 3_000]) accounts.push(driver.trader(wallet));
  accounts.push(driver.trader(500, { team: 'red' }), driver.trader(700, { team: 'red' }));
  accounts.slice(1, 7).forEach((account, place) => {
    for (const contract of [0, 1]) {
      const marginMode = (place + contract) % 3 === 0 ? 'isolated' : 'cross';
      const leverage = [100, 50, 20][place % 3]!;
      const both = { longLeverage: leverage, shortLeverage: leverage };
      const named = { account, contract: contractId(contract), marginMode, ...both } as const;
      driver.run({ kind: 'set-leverage', ...named });
    }
  });
  const world: World = { random: seedRandom(seed), state: driver.state, accounts };
  return { driver, accounts, step: () => driver.run(anyCommand(world), pauseOf(world)) };
}

function pauseOf({ random }: World): number {
  if (nextChance(random, 0.002)) return nextWhole(random, 1, 9) * 3_600_000;
  if (nextChance(random, 0.01)) return nextWhole(random, 20_000, 40_000);
  return nextChance(random, 0.1) ? nextWhole(random, 1_000, 6_000) : nextWhole(random, 0, 300);
}

function anyCommand(world: World): Command {
  const { random } = world;
  if (!nextChance(random, 0.04)) return oneCommand(world);
  const size = nextWhole(random, 1, 6);
  return { kind: 'batch', commands: Array.from({ length: size }, () => oneCommand(world)) };
}

function oneCommand(world: World): Plain {
  let draw = nextWhole(world.random, 1, 100);
  for (const [share, make] of MAKERS) {
    draw -= share;
    if (draw <= 0) return make(world);
  }
  return placeOrder(world);
}

const pick = <Item>({ random }: World, items: readonly Item[]): Item =>
  items[nextWhole(random, 0, items.length - 1)]!;

const pickListing = (world: World): Listing => pick(world, world.state.listings);

/** Within this many thousandths of the mark. */
const priceNear = ({ random }: World, { mark }: Listing, thousandths: number) =>
  ticks(
    Math.max(1, mark + Math.round((mark * nextWhole(random, -thousandths, thousandths)) / 1e3)),
  );

/** A price near the mark that lies in the direction of profit, or of loss. */
const beyond = (world: World, listing: Listing, isAbove: boolean) =>
  ticks(
    Math.round(listing.mark * (isAbove ? 1 : -1) * nextWhole(world.random, 8, 30) * 1e-3) +
      listing.mark,
  );

function placeOrder(world: World): PlaceOrder {
  const { random } = world;
  const listing = pickListing(world);
  const isOpen = nextChance(random, 0.65);
  const positionSide = pick(world, ['long', 'short'] as const);
  const isLong = positionSide === 'long';
  const hasPresets = isOpen && nextChance(random, 0.2);
  return {
    kind: 'place-order',
    account: pick(world, world.accounts),
    contract: listing.contract.id,
    positionSide,
    effect: isOpen ? 'open' : 'close',
    size: lots(nextWhole(random, 1, nextChance(random, 0.2) ? 9_000 : 900)),
    price: nextChance(random, 0.15) ? null : priceNear(world, listing, 5),
    timeInForce: pick(world, ['normal', 'normal', 'normal', 'ioc', 'fok', 'post-only'] as const),
    clientOrderId: nextChance(random, 0.1) ? `c${nextWhole(random, 1, 40)}` : null,
    takeProfit: hasPresets ? beyond(world, listing, isLong) : null,
    stopLoss: hasPresets && nextChance(random, 0.8) ? beyond(world, listing, !isLong) : null,
    marginMode: null,
  };
}

function placeTrigger(world: World): PlaceTrigger {
  const { random } = world;
  const listing = pickListing(world);
  const purpose = pick(world, ['plan', 'take-profit', 'stop-loss'] as const);
  const isPlan = purpose === 'plan';
  return {
    kind: 'place-trigger',
    account: pick(world, world.accounts),
    contract: listing.contract.id,
    purpose,
    positionSide: pick(world, ['long', 'short'] as const),
    effect: isPlan && nextChance(random, 0.6) ? 'open' : 'close',
    size: !isPlan && nextChance(random, 0.5) ? null : lots(nextWhole(random, 1, 500)),
    triggerPrice: priceNear(world, listing, 25),
    triggerSource: pick(world, ['last', 'mark', 'index'] as const),
    price: nextChance(random, 0.5) ? null : priceNear(world, listing, 20),
    clientOrderId: null,
    marginMode: null,
  };
}

function moveIndex(world: World): Plain {
  const { random } = world;
  const { contract, index } = pickListing(world);
  const reach = nextChance(random, 0.08) ? 60 : 6;
  const moved = Math.round(index * (1 + nextWhole(random, -reach, reach) / 1e3));
  const base = contract.id === 0 ? 90_000_000 : 30_000_000;
  // Pulled back towards where it began, so that a long history stays in range.
  const price = fineTicks(Math.round(moved + (base - moved) * 0.02));
  return { kind: 'set-index-price', contract: contract.id, price };
}

function cancelSome(world: World): Plain {
  const order = pick(world, [...world.state.orders.values(), undefined]);
  if (order !== undefined && nextChance(world.random, 0.8))
    return {
      kind: 'cancel-order',
      account: order.account,
      target: { by: 'id', order: order.id },
    };
  const scope = pick(world, ['working', 'untriggered'] as const);
  return { kind: 'cancel-all-orders', account: pick(world, world.accounts), contract: null, scope };
}

function amendSome(world: World): Plain {
  const order = pick(world, [...world.state.orders.values(), undefined]);
  if (order === undefined) return { kind: 'advance-clock' };
  const { listing } = order.desk;
  const target = { by: 'id', order: order.id } as const;
  const price = nextChance(world.random, 0.5) ? null : priceNear(world, listing, 6);
  const named = { account: order.account, target, price };
  if (order.status !== 'untriggered')
    return { kind: 'amend-order', ...named, size: lots(nextWhole(world.random, 1, 800)) };
  const triggerSource = pick(world, ['last', 'mark', 'index'] as const);
  const triggerPrice = priceNear(world, listing, 25);
  return { kind: 'amend-trigger', ...named, triggerPrice, triggerSource };
}

function moveMoney(world: World): Plain {
  const account = pick(world, world.accounts);
  const amount = money(usdt(nextWhole(world.random, 1, 400)));
  return { kind: pick(world, ['deposit', 'withdraw'] as const), account, amount };
}

function setLeverage(world: World): Plain {
  const leverage = pick(world, [5, 20, 50, 100, 125]);
  return {
    kind: 'set-leverage',
    account: pick(world, world.accounts),
    contract: pickListing(world).contract.id,
    marginMode: pick(world, ['cross', 'isolated'] as const),
    longLeverage: leverage,
    shortLeverage: leverage,
  };
}

function closeAll(world: World): Plain {
  return { kind: 'close-positions', account: pick(world, world.accounts), contract: null };
}

/** Halts now and then; halted contracts mostly resume soon. */
function haltOrResume(world: World): Plain {
  const { halted, contract } = pickListing(world);
  const kind = halted || !nextChance(world.random, 0.15) ? 'resume-contract' : 'halt-contract';
  return { kind, contract: contract.id };
}

function adjustMargin(world: World): Plain {
  const { random } = world;
  const positionSide = pick(world, ['long', 'short'] as const);
  const account = pick(world, world.accounts);
  const named = { account, contract: pickListing(world).contract.id, positionSide };
  if (nextChance(random, 0.5))
    return { kind: 'set-auto-top-up', ...named, enabled: nextChance(random, 0.5) };
  const amount = money(usdt(nextWhole(random, -50, 50)));
  return { kind: 'adjust-isolated-margin', ...named, amount };
}

function reset(world: World): Plain {
  const wallet = money(usdt(nextWhole(world.random, 0, 1_000)));
  return { kind: 'reset-account', account: pick(world, world.accounts), wallet };
}

function setStatus(world: World): Plain {
  const status = nextChance(world.random, 0.2)
    ? pick(world, ['frozen', 'disqualified'] as const)
    : 'active';
  return { kind: 'set-account-status', account: pick(world, world.accounts), status, note: '' };
}
