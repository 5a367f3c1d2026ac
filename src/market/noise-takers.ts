/**
 * People who trade for reasons of their own: small orders at market, now and then a larger one, as
 * often up as down, leaning a little against what they already hold.
 */
import type { PlaceOrder } from '../domain/command.ts';
import type { Effect, PositionSide } from '../domain/side.ts';
import { type Lots, lots } from '../domain/units.ts';
import { lotsFor } from './ladder.ts';
import type { MarketTerms } from './market-terms.ts';
import type { ContractPicture } from './picture.ts';
import { nextChance, nextCount, nextNormal, type Random } from './random.ts';

export interface TakeInputs {
  readonly random: Random;
  readonly picture: ContractPicture;
  readonly terms: MarketTerms;
  /** In ticks. */
  readonly centre: number;
  readonly elapsedSeconds: number;
}

/** In the quote currency: half of all trades are smaller than this, few are much larger. */
const SIZE_MEDIAN = 400;
const SIZE_DEVIATION = 1.2;
const SIZE_MAX = 50_000;
const TRADES_PER_TICK_MAX = 10;
/** What they hold at most, in touches; the nearer to it, the more they lean the other way. */
export const NOISE_TOUCHES = 40;

export function takeAtRandom(inputs: TakeInputs): PlaceOrder[] {
  const { random, picture, terms, centre, elapsedSeconds } = inputs;
  const { contract, taker } = picture;
  const mean = terms.tradesPerSecond * elapsedSeconds;
  const drawn = nextCount(random, mean, TRADES_PER_TICK_MAX);
  // A market shows a first trade at once, so that nobody meets one without a last price.
  const count = picture.hasTraded || terms.tradesPerSecond === 0 ? drawn : Math.max(1, drawn);
  let { long, short } = taker;
  const holdMax = lotsFor(contract, centre, terms.touch * NOISE_TOUCHES);
  const orders: PlaceOrder[] = [];
  for (let done = 0; done < count; done += 1) {
    const lean = Math.max(-1, Math.min(1, (long - short) / holdMax));
    const buys = nextChance(random, 0.5 - lean / 2);
    const quote = Math.min(SIZE_MAX, SIZE_MEDIAN * Math.exp(SIZE_DEVIATION * nextNormal(random)));
    const size = Math.min(lotsFor(contract, centre, quote), contract.marketOpenLotsMax);
    const opposite = buys ? short : long;
    const closes = opposite > 0;
    const taken = lots(closes ? Math.min(size, opposite) : size);
    const positionSide = buys === closes ? 'short' : 'long';
    orders.push(takeNow(inputs, positionSide, closes ? 'close' : 'open', taken));
    const change = closes ? -taken : taken;
    if (positionSide === 'long') long = lots(long + change);
    else short = lots(short + change);
  }
  return orders;
}

const takeNow = (
  { picture }: TakeInputs,
  positionSide: PositionSide,
  effect: Effect,
  size: Lots,
): PlaceOrder => ({
  kind: 'place-order',
  account: picture.taker.account,
  contract: picture.contract.id,
  positionSide,
  effect,
  size,
  price: null,
  timeInForce: 'ioc',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});
