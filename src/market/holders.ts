/**
 * Two accounts that hold opposite positions from the first tick of a market on, one long and one
 * short, as if they had traded before the venue opened. They trade once, at the index, through the
 * book.
 */
import { ticks } from '../domain/units.ts';
import { usualTurnover } from './market-terms.ts';
import { lotsFor, type Mind } from './mind.ts';
import type { ContractPicture } from './picture.ts';
import { type Item, orderOf } from './requote.ts';

/** They hold as much as is usually traded in this time: the first minute is not to stand out. */
const HELD_SECONDS = 30;

/** They trade before anything else is on the book, so that nobody trades with them. */
export function holdFromTheStart(picture: ContractPicture, mind: Mind): Item[] {
  const { contract, hasTraded } = picture;
  const held = usualTurnover(mind.terms, HELD_SECONDS);
  if (hasTraded || held === 0) return [];
  const size = lotsFor(mind, Math.min(held, mind.inventoryMax));
  const price = ticks(Math.max(1, Math.round(mind.index)));
  const [long, short] = picture.holders;
  return [
    orderOf(long.account, contract, 'buy', 'open', size, price, 'normal'),
    orderOf(short.account, contract, 'sell', 'open', size, price, 'ioc'),
  ];
}
