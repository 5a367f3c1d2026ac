/**
 * With files that say what was traded, that is what trades. The two holders bring it to the book:
 * one of them leaves an order at the best price, the other takes there, so that whoever else waits
 * at that price, or at a better one, is filled first. They open together and close together, and
 * what they trade with others counts as the makers' own: recorded volume moves no price, because
 * the recorded price already has what it moved.
 */
import { type Lots, lots, type Ticks, ticks } from '../domain/units.ts';
import { usualTurnover } from './market-terms.ts';
import { lotsFor, type Mind } from './mind.ts';
import type { TakeInputs } from './noise-takers.ts';
import type { QuoteLadder } from './quote-ladder.ts';
import { nextUnit } from './random.ts';
import { cancelOf, type Item, orderOf } from './requote.ts';

/** The mind remembers the sum of all recorded lots up to this: whole numbers it can hold. */
const SUM_MAX = 2 ** 24;
/** They hold about as much as is usually traded in this time. */
const HELD_SECONDS = 600;

/** Takes in what was recorded up to now, since when so many seconds have passed. */
export function noteTraded(mind: Mind, sum: number | undefined, seconds: number): void {
  const before = mind.isRecorded ? mind.traded : undefined;
  mind.isRecorded = sum !== undefined;
  mind.traded = sum === undefined ? 0 : Math.floor(sum) % SUM_MAX;
  // What was traded while the market stood still is not made up for.
  const isGoingOn = before !== undefined && seconds < STILL_SECONDS;
  mind.owed = isGoingOn ? mind.owed + ((mind.traded - before + SUM_MAX) % SUM_MAX) : 0;
}

const STILL_SECONDS = 10;

/** After the quotes: trades what is owed, but for what others of the house take of it. */
export function tradeRecorded(inputs: TakeInputs, ladder: QuoteLadder): void {
  const { random, picture, mind, out, cancels } = inputs;
  const { contract, holders } = picture;
  for (const { account, orders } of holders)
    for (const { id } of orders) cancels.push(cancelOf(account, id));
  if (!mind.isRecorded) return;
  mind.owed -= keepWithin(out, mind.owed);
  const [long, short] = holders;
  const held = Math.min(long.long, short.short);
  const most = lotsFor(mind, usualTurnover(mind.terms, HELD_SECONDS));
  const opens = held < mind.owed || (held < 2 * most && nextUnit(random) < 0.5);
  const isFirstTaking = nextUnit(random) < 0.5;
  const room = opens ? contract.marketOpenLotsMax : held;
  const size = lots(Math.floor(Math.min(mind.owed, room, contract.orderLotsMax)));
  if (size < contract.orderLotsMin) return;
  const buys = opens === isFirstTaking;
  const { prices, sizes } = buys ? ladder.sell : ladder.buy;
  const price = ticks(prices[0] ?? 0);
  if (price < 1) return;
  mind.owed -= size;
  const effect = opens ? 'open' : 'close';
  const [taker, maker] = isFirstTaking ? [long, short] : [short, long];
  const order = (
    account: typeof taker,
    side: 'buy' | 'sell',
    much: Lots,
    at: Ticks,
    tif: 'ioc' | 'normal',
  ) => orderOf(account.account, contract, side, effect, much, at, tif);
  const beside = lots(Math.max(0, size - Math.floor((sizes[0] ?? 0) / 2)));
  if (beside >= contract.orderLotsMin)
    out.push(order(maker, buys ? 'sell' : 'buy', beside, price, 'normal'));
  out.push(order(taker, buys ? 'buy' : 'sell', size, price, 'ioc'));
}

/** Those of the house who take do so within what is owed; returns how much that is. */
function keepWithin(out: Item[], owed: number): number {
  let taken = 0;
  const kept = out.filter((item) => {
    if (item.kind !== 'place-order' || item.timeInForce !== 'ioc') return true;
    const fits = taken + item.size <= owed;
    if (fits) taken += item.size;
    return fits;
  });
  out.splice(0, out.length, ...kept);
  return taken;
}
