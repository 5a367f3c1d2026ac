/** What an agent sees of its life: one row of numbers, whose names are in the same order. */
import type { Side } from '../domain/side.ts';
import { amountOf, findMiddle, LAB_CONTRACT, type LabLife, lotOf, tickOf } from './lab-life.ts';
import type { LabTerms } from './lab-terms.ts';

const MARKET_NAMES = [
  'mid',
  'return_1',
  'return_10',
  'return_60',
  'spread',
  'imbalance',
  'buy_volume',
  'sell_volume',
  'mark',
  'index',
] as const;

const ACCOUNT_NAMES = [
  'position',
  'position_part',
  'unrealised',
  'equity_change',
  'free_margin',
  'bid_offset',
  'bid_size',
  'ask_offset',
  'ask_size',
] as const;

const TIME_NAMES = ['funding_rate', 'funding_hours', 'time_left'] as const;

/** Beside the observation, for rewards and reports. */
export const FIGURE_NAMES = [
  'at',
  'step',
  'status',
  'equity',
  'wallet',
  'fees',
  'funding',
  'fills',
  'filled',
  'liquidations',
  'rejects',
] as const;

export const namesOf = ({ levels }: LabTerms): string[] => [
  ...MARKET_NAMES,
  ...ACCOUNT_NAMES,
  ...TIME_NAMES,
  ...Array.from({ length: levels }, (_, at) => at + 1).flatMap((level) => [
    `bid_${level}_offset`,
    `bid_${level}_size`,
    `ask_${level}_offset`,
    `ask_${level}_size`,
  ]),
];

const STATUS_NUMBERS = { running: 0, terminated: 1, truncated: 2 } as const;
const LEVEL_NUMBERS = 4;
const FIRST_LEVEL = MARKET_NAMES.length + ACCOUNT_NAMES.length + TIME_NAMES.length;
const HOUR_MILLIS = 3_600_000;
const FUNDING_PARTS = 1e8;
const FINE_PARTS = 100;
const LOOK_BACK = 60;

/** Remembers the middles of the last steps, from which returns are made. */
export interface Observer {
  /** Writes a row from this place on, and returns the place after it. */
  readonly write: (into: Float64Array, from: number) => number;
}

export function createObserver(life: LabLife): Observer {
  const { terms } = life;
  const middles = new Float64Array(LOOK_BACK + 1);
  let seen = 0;
  const returnOver = (steps: number): number => {
    const back = Math.min(steps, seen - 1);
    return Math.log(
      middles[(seen - 1) % middles.length]! / middles[(seen - 1 - back) % middles.length]!,
    );
  };
  const width = FIRST_LEVEL + LEVEL_NUMBERS * terms.levels;
  const write = (into: Float64Array, from: number): number => {
    const middle = findMiddle(life.venue);
    middles[seen % middles.length] = middle;
    seen += 1;
    into.fill(0, from, from + width);
    const book = writeLevels(life, middle, into, from + FIRST_LEVEL);
    const { mark, index } = life.venue.read.listing.record(LAB_CONTRACT);
    const { tally } = life;
    const lot = lotOf(terms);
    let at = from;
    into[at++] = middle * tickOf(terms);
    into[at++] = returnOver(1);
    into[at++] = returnOver(10);
    into[at++] = returnOver(LOOK_BACK);
    into[at++] = book.spread / middle;
    into[at++] = book.imbalance;
    into[at++] = tally.boughtLots * lot;
    into[at++] = tally.soldLots * lot;
    into[at++] = mark / middle - 1;
    into[at++] = index / FINE_PARTS / middle - 1;
    at = writeAccount(life, middle, into, at);
    const { estimate, nextAt } = life.venue.funding(LAB_CONTRACT);
    into[at++] = estimate / FUNDING_PARTS;
    into[at++] = (nextAt - life.drive.at) / HOUR_MILLIS;
    into[at++] = 1 - life.steps / terms.lifeSteps;
    return writeFigures(life, into, from + width);
  };
  return { write };
}

/** Offsets are parts of the middle, away from it; an absent level has neither offset nor size. */
function writeLevels(
  { venue, terms }: LabLife,
  middle: number,
  into: Float64Array,
  from: number,
): { readonly spread: number; readonly imbalance: number } {
  const lot = lotOf(terms);
  const sums = { buy: 0, sell: 0 };
  const bests = { buy: 0, sell: 0 };
  const show = (side: Side, from: number): void => {
    let at = from;
    const away = side === 'buy' ? -1 : 1;
    venue.visitLevels({ contract: LAB_CONTRACT, side, limit: terms.levels }, (price, size) => {
      if (at === from) bests[side] = price;
      sums[side] += size;
      into[at] = away * (price / middle - 1);
      into[at + 1] = size * lot;
      at += LEVEL_NUMBERS;
    });
  };
  show('buy', from);
  show('sell', from + 2);
  const total = sums.buy + sums.sell;
  return {
    spread: bests.buy > 0 && bests.sell > 0 ? bests.sell - bests.buy : 0,
    imbalance: total === 0 ? 0 : (sums.buy - sums.sell) / total,
  };
}

function writeAccount(
  { venue, terms, account, positionLots }: LabLife,
  middle: number,
  into: Float64Array,
  from: number,
): number {
  const lot = lotOf(terms);
  const { long, short, orders } = venue.read.account.standing(account, LAB_CONTRACT);
  const { equity, available, unrealisedPnl } = venue.read.account.money(account);
  const own = { buy: { best: 0, size: 0 }, sell: { best: 0, size: 0 } };
  for (const { side, price, size, filled } of orders) {
    const sum = own[side];
    sum.size += size - filled;
    const isBetter = side === 'buy' ? price > sum.best : sum.best === 0 || price < sum.best;
    if (isBetter) sum.best = price;
  }
  let at = from;
  into[at++] = (long - short) * lot;
  into[at++] = (long - short) / positionLots;
  into[at++] = amountOf(unrealisedPnl) / terms.wallet;
  into[at++] = amountOf(equity) / terms.wallet - 1;
  into[at++] = amountOf(available) / terms.wallet;
  into[at++] = own.buy.best === 0 ? 0 : 1 - own.buy.best / middle;
  into[at++] = own.buy.size * lot;
  into[at++] = own.sell.best === 0 ? 0 : own.sell.best / middle - 1;
  into[at++] = own.sell.size * lot;
  return at;
}

function writeFigures(
  { venue, terms, drive, account, tally, steps, status }: LabLife,
  into: Float64Array,
  from: number,
): number {
  let at = from;
  into[at++] = drive.at;
  into[at++] = steps;
  into[at++] = STATUS_NUMBERS[status];
  into[at++] = amountOf(venue.read.account.money(account).equity);
  into[at++] = amountOf(venue.read.account.wallet(account));
  into[at++] = tally.fees;
  into[at++] = tally.funding;
  into[at++] = tally.fills;
  into[at++] = tally.filledLots * lotOf(terms);
  into[at++] = tally.liquidations;
  into[at++] = tally.rejects;
  return at;
}
