/** Lines that look at the state: money and positions of an account, the book, prices. */

import { slotLots } from '../../proof/book-slots.ts';
import { firstSlot, NO_SLOT, nextSlot, slotTicks } from '../../src/book/book.ts';
import { liquidationPrice } from '../../src/domain/liquidation-price.ts';
import { averageEntry } from '../../src/domain/position.ts';
import type { PositionSide, Side } from '../../src/domain/side.ts';
import { lots, type Money, money, NO_MONEY, NO_TICKS, toBigInt } from '../../src/domain/units.ts';
import {
  accountEquity,
  crossEquity,
  crossRequirement,
  deskRequirement,
  freeCollateral,
  pnlAtMark,
  positionSize,
} from '../../src/engine/risk.ts';
import { type Account, type Desk, type Listing, sideAt } from '../../src/engine/state.ts';
import {
  formatDecimal,
  formatFundingRate,
  formatLots,
  formatMoney,
  formatTicks,
} from '../../src/wire/quantity.ts';
import { failure } from './parse.ts';
import { findDesk, nameOf, type Stage } from './stage.ts';
import { canonical, take, takeIf, takeOneOf, type Words } from './words.ts';

export interface Sight {
  readonly words: Words;
  readonly account: Account;
  readonly listing: Listing;
}

type Look = (sight: Sight) => void;

const amount =
  (of: (account: Account) => Money): Look =>
  ({ words, account }) =>
    expectNext(words, formatMoney(of(account)));

/** By the word that names what is looked at; several may follow each other on a line. */
export const ACCOUNT_LOOKS: Readonly<Record<string, Look>> = {
  wallet: amount((account) => account.wallet),
  free: amount(freeCollateral),
  frozen: amount((account) => account.frozen),
  equity: amount(accountEquity),
  collateral: amount((account) => account.collateral),
  isolated: amount((account) => account.isolated),
  status: ({ words, account }) => expectNext(words, account.status),
  orders: (sight) => expectNext(sight.words, String(findDeskOf(sight)?.working.count ?? 0)),
  triggers: (sight) => expectNext(sight.words, String(findDeskOf(sight)?.untriggered.count ?? 0)),
  'margin-mode': (sight) => expectNext(sight.words, findDeskOf(sight)?.marginMode ?? 'cross'),
  leverage: lookAtLeverage,
  position: lookAtPosition,
  closable: (sight) => {
    const side = takeOneOf(sight.words, SIDES);
    const held = findSide(sight, side);
    const closable = lots(held === undefined ? 0 : positionSize(held) - held.closing);
    expectNext(sight.words, formatLots(sight.listing.contract, closable));
  },
  'liquidation-price': (sight) => {
    const side = takeIf(sight.words, ...SIDES);
    expectNext(sight.words, liquidationText(sight, side ?? null));
  },
};

/** By the first word of the line. */
export const VENUE_LOOKS: Readonly<
  Record<string, (stage: Stage, words: Words, listing: Listing) => void>
> = {
  book: lookAtBook,
  last: (_, words, listing) => expectNext(words, formatTicks(listing.contract, listing.last)),
  mark: (_, words, listing) => expectNext(words, formatTicks(listing.contract, listing.mark)),
  'open-interest': (_, words, listing) =>
    expectNext(words, formatLots(listing.contract, listing.longLots)),
  'funding-estimate': (_, words, listing) =>
    expectNext(words, formatFundingRate(listing.funding.estimate)),
};

const SIDES = ['long', 'short'] as const;

function expectNext(words: Words, found: string): void {
  const expected = take(words, 'what is expected');
  if (canonical(expected) !== canonical(found))
    throw failure(words.line, `expected: ${expected}\n  found:    ${canonical(found)}`);
}

const findDeskOf = ({ account, listing }: Sight): Desk | undefined => findDesk(account, listing);

function findSide(sight: Sight, side: PositionSide) {
  const desk = findDeskOf(sight);
  return desk === undefined ? undefined : sideAt(desk, side);
}

/** `leverage 20` in cross margin, `leverage long 10 short 20` in isolated. */
function lookAtLeverage(sight: Sight): void {
  const desk = findDeskOf(sight);
  if (desk === undefined) throw failure(sight.words.line, 'nothing is set at this contract yet');
  if (desk.marginMode === 'cross') {
    expectNext(sight.words, String(desk.crossLeverage));
    return;
  }
  for (const side of SIDES) {
    takeOneOf(sight.words, [side]);
    expectNext(sight.words, String(sideAt(desk, side).isolatedLeverage));
  }
}

/** `position none`, `position short none`, `position long 0.2 @ 90000 value 18000 margin 450`. */
function lookAtPosition(sight: Sight): void {
  const { words, listing } = sight;
  const side = takeOneOf(words, ['none', ...SIDES]);
  if (side === 'none') {
    for (const one of SIDES)
      if (findSide(sight, one)?.position) throw failure(words.line, `found:    a ${one} position`);
    return;
  }
  const position = findSide(sight, side)?.position ?? null;
  if (position === null) {
    expectNext(words, 'none');
    return;
  }
  const { contract } = listing;
  expectNext(words, formatLots(contract, position.size));
  // An average has four decimals more than a price.
  const average = averageEntry(contract, position) * BigInt(contract.priceEndStep);
  for (;;) {
    const word = takeIf(words, '@', 'value', 'margin');
    if (word === undefined) return;
    if (word === '@') expectNext(words, formatDecimal(average, contract.priceDecimals + 4));
    if (word === 'value') expectNext(words, formatMoney(position.openValue));
    if (word === 'margin') expectNext(words, formatMoney(position.isolatedMargin));
  }
}

/** Of both sides together in cross margin, of one in isolated. */
function liquidationText(sight: Sight, only: PositionSide | null): string {
  const desk = findDeskOf(sight);
  if (desk === undefined) return 'none';
  const { account, listing } = desk;
  const held = SIDES.map((side) => (only === null || only === side ? sideAt(desk, side) : null));
  const positions = held.map((side) => side?.position ?? null);
  const [long = null, short = null] = positions;
  const own = positions.reduce(
    (sum, one) => sum + (one === null ? 0n : toBigInt(pnlAtMark(desk, one))),
    0n,
  );
  const others = toBigInt(crossRequirement(account)) - toBigInt(deskRequirement(desk));
  const backing =
    desk.marginMode === 'cross'
      ? toBigInt(crossEquity(account)) - own - others
      : toBigInt((long ?? short)?.isolatedMargin ?? NO_MONEY);
  const price = liquidationPrice(listing.contract, {
    takerFee: account.terms.takerFee ?? listing.contract.takerFee,
    backing: money(backing),
    mark: listing.mark,
    longSize: lots(long?.size ?? 0),
    longValue: long?.openValue ?? NO_MONEY,
    shortSize: lots(short?.size ?? 0),
    shortValue: short?.openValue ?? NO_MONEY,
  });
  return price === NO_TICKS ? 'none' : formatTicks(listing.contract, price);
}

/** The whole book, highest price first; a row gives the level's total, or its queue with names. */
function lookAtBook(stage: Stage, words: Words, listing: Listing): void {
  const { line } = words;
  const isEmpty = takeIf(words, 'empty') !== undefined;
  const levels = [
    ...levelsOf(stage, listing, 'sell').reverse(),
    ...levelsOf(stage, listing, 'buy'),
  ];
  const drawn = line.rows.map((row) => row.map(canonical).join(' '));
  const isSame =
    (isEmpty || drawn.length > 0) &&
    levels.length === drawn.length &&
    levels.every(({ total, queue }, at) => drawn[at] === total || drawn[at] === queue);
  if (isSame) return;
  const found = levels.map(({ queue }) => `\n  | ${queue}`).join('');
  throw failure(line, `found:    ${found === '' ? 'an empty book' : found}`);
}

interface DrawnLevel {
  readonly total: string;
  readonly queue: string;
}

function levelsOf(stage: Stage, listing: Listing, side: Side): DrawnLevel[] {
  const { book, contract, resting } = listing;
  const levels: { price: string; total: number; queue: string[] }[] = [];
  const sizeText = (size: number): string => canonical(formatLots(contract, lots(size)));
  let slot = firstSlot(book, side);
  while (slot !== NO_SLOT) {
    const price = canonical(formatTicks(contract, slotTicks(book, slot)));
    if (levels.at(-1)?.price !== price) levels.push({ price, total: 0, queue: [] });
    const level = levels.at(-1)!;
    const size = slotLots(book, slot);
    level.total += size;
    level.queue.push(sizeText(size), nameOf(stage, resting[slot]!.account));
    slot = nextSlot(book, slot);
  }
  const word = side === 'buy' ? 'bid' : 'ask';
  return levels.map(({ price, total, queue }) => ({
    total: `${price} ${word} ${sizeText(total)}`,
    queue: `${price} ${word} ${queue.join(' ')}`,
  }));
}
