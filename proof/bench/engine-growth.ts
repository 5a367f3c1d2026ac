/**
 * Does a command cost more in a larger venue? The same flow of orders near the touch is measured in
 * venues that differ only in the number of accounts, or of resting orders.
 */

import { performance } from 'node:perf_hooks';
import { orderId } from '../../src/domain/ids.ts';
import { nextChance, type Random } from '../../src/market/random.ts';
import {
  type BenchVenue,
  mustRun,
  openBenchVenue,
  orderCommand,
  run,
  setIndex,
} from './engine-venue.ts';
import { nextWhole, seedRandom } from './generate.ts';
import { calibrate, takeTurns, timed } from './harness.ts';

const MID = 900_000;

export interface GrowthSize {
  readonly accounts: number;
  readonly resting: number;
  /** How many of the accounts send the commands, spread evenly over all of them. */
  readonly active: number;
}

export interface GrowthRow extends GrowthSize {
  readonly nanosPerCommand: number;
  readonly calibratorMillis: number;
}

export async function measureGrowth(
  size: GrowthSize,
  plan: { readonly commands: number; readonly rounds: number },
): Promise<GrowthRow> {
  const venue = openBenchVenue({
    accounts: size.accounts,
    role: 'house',
    wallet: 50_000_000n,
    index: MID,
  });
  const random = seedRandom(7);
  givePositions(venue);
  restFarAway(venue, random, size.resting);
  const [nanos = [], calibrator = []] = await takeTurns(plan, [
    () => {
      const start = performance.now();
      const commands = flowNearTouch(venue, random, size.active, plan.commands);
      return ((performance.now() - start) * 1e6) / commands;
    },
    () => 1_000 * timed(calibrate),
  ]);
  return {
    ...size,
    nanosPerCommand: Math.min(...nanos),
    calibratorMillis: Math.min(...calibrator),
  };
}

const START = { size: 10, price: MID } as const;

/** Everyone holds something: risk is watched for every account. */
function givePositions(venue: BenchVenue): void {
  for (let at = 0; at + 1 < venue.accounts.length; at += 2) {
    place(venue, { ...START, at, positionSide: 'short', timeInForce: 'normal' });
    place(venue, { ...START, at: at + 1, positionSide: 'long', timeInForce: 'ioc' });
  }
}

/** Orders from 200 ticks to about 2 % away from the mid, on both sides. */
function restFarAway(venue: BenchVenue, random: Random, resting: number): void {
  for (let rested = 0; rested < resting; rested += 1) {
    const away = nextWhole(random, 200, 18_000);
    const isLong = rested % 2 === 0;
    const price = isLong ? MID - away : MID + away;
    const at = rested % venue.accounts.length;
    place(venue, {
      at,
      positionSide: isLong ? 'long' : 'short',
      size: 1,
      price,
      timeInForce: 'normal',
    });
  }
}

/** Places near the touch, cancels most of it, trades the rest, moves the index now and then. */
function flowNearTouch(venue: BenchVenue, random: Random, active: number, wanted: number): number {
  const apart = Math.floor(venue.accounts.length / active);
  for (let commands = 0; commands < wanted; commands += 2) {
    if (commands % 500 === 0) {
      venue.at += 100;
      setIndex(venue, MID + nextWhole(random, -20, 20));
    }
    const at = nextWhole(random, 0, active - 1) * apart;
    const isLong = nextChance(random, 0.5);
    const away = nextWhole(random, 1, 100);
    const price = isLong ? MID - away : MID + away;
    const order = venue.state.nextOrder;
    place(venue, {
      at,
      positionSide: isLong ? 'long' : 'short',
      size: 1,
      price,
      timeInForce: 'normal',
    });
    const taker = nextWhole(random, 0, active - 1) * apart;
    if (taker !== at && nextChance(random, 0.1))
      place(venue, {
        at: taker,
        positionSide: isLong ? 'short' : 'long',
        size: 1,
        price,
        timeInForce: 'ioc',
      });
    else cancel(venue, at, order);
  }
  return wanted;
}

interface Quote {
  readonly at: number;
  readonly positionSide: 'long' | 'short';
  readonly size: number;
  readonly price: number;
  readonly timeInForce: 'normal' | 'ioc';
}

/** Every order must be accepted: a refusal would measure the wrong thing. */
function place(venue: BenchVenue, quote: Quote): void {
  const account = venue.accounts[quote.at];
  if (account !== undefined) mustRun(venue, orderCommand(account, { ...quote, effect: 'open' }));
}

function cancel(venue: BenchVenue, at: number, order: number): void {
  const account = venue.accounts[at];
  if (account === undefined) return;
  run(venue, { kind: 'cancel-order', account, target: { by: 'id', order: orderId(order) } });
}
