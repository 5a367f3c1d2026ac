/** What an agent sees of its life: one row of numbers, whose names are in the same order. */
import type { Side } from '../domain/side.ts';
import {
  amountOf,
  findMiddle,
  type LabLife,
  type LabMarket,
  type LabSeat,
  tellOf,
} from './lab-life.ts';
import type { LabTerms } from './lab-terms.ts';

/**
 * How each number becomes about as large as one. None of it may differ between machines, so sizes
 * go by their root and not by a logarithm.
 */
const SCALES = {
  plain: (value: number) => value,
  /** Parts of the price that are small: in thousandths. */
  thousandths: (value: number) => 1_000 * value,
  /** Parts of the wallet: in tenths. */
  tenths: (value: number) => 10 * value,
  /** The price: by how many hundredths it is above the first. */
  price: (value: number, { firstMiddle, tick }: LabMarket) =>
    100 * (value / (firstMiddle * tick) - 1),
  /** Sizes, in the largest orders: the root, with the sign. */
  size: (value: number, { orderLots, lot }: LabMarket) =>
    Math.sign(value) * Math.sqrt(Math.abs(value) / (orderLots * lot)),
  /** The usual rate is one of these. */
  rate: (value: number) => 10_000 * value,
  /** Of the eight hours between settlements. */
  hours: (value: number) => value / 8,
} as const;
type Scale = keyof typeof SCALES;

/** No observation that is scaled is farther from zero. */
export const OBSERVED_MOST = 10;

/** Of each contract. */
const MARKET_NUMBERS = {
  mid: 'price',
  return_1: 'thousandths',
  return_10: 'thousandths',
  return_60: 'thousandths',
  spread: 'thousandths',
  imbalance: 'plain',
  buy_volume: 'size',
  sell_volume: 'size',
  mark: 'thousandths',
  index: 'thousandths',
  position: 'size',
  position_part: 'plain',
  bid_offset: 'thousandths',
  bid_size: 'size',
  ask_offset: 'thousandths',
  ask_size: 'size',
  funding_rate: 'rate',
  funding_hours: 'hours',
} as const satisfies Record<string, Scale>;

const LEVEL_SCALES: readonly Scale[] = ['thousandths', 'size', 'thousandths', 'size'];

/** Of the account, after all contracts. */
const ACCOUNT_NUMBERS = {
  unrealised: 'tenths',
  equity_change: 'tenths',
  free_margin: 'plain',
  time_left: 'plain',
} as const satisfies Record<string, Scale>;

const ACCOUNT_SCALES = Object.values(ACCOUNT_NUMBERS);

/** Beside the observation, for rewards and reports: never scaled. */
const FIGURES = [
  'at',
  'step',
  'status',
  'equity',
  'wallet',
  'fees',
  'funding',
  'fills',
  'liquidations',
  'rejects',
] as const;
const MARKET_FIGURES = ['mid', 'position', 'filled'] as const;

/** With several contracts each name begins with the coin, such as `BTC_mid`. */
function named({ contracts }: LabTerms, names: readonly string[]): string[] {
  const isOne = contracts.length === 1;
  return contracts.flatMap(({ base }) => names.map((name) => (isOne ? name : `${base}_${name}`)));
}

const levelNames = ({ levels }: LabTerms): string[] =>
  Array.from({ length: levels }, (_, at) => at + 1).flatMap((level) => [
    `bid_${level}_offset`,
    `bid_${level}_size`,
    `ask_${level}_offset`,
    `ask_${level}_size`,
  ]);

export const namesOf = (terms: LabTerms): string[] => [
  ...named(terms, [...Object.keys(MARKET_NUMBERS), ...levelNames(terms)]),
  ...Object.keys(ACCOUNT_NUMBERS),
];

export const figureNamesOf = (terms: LabTerms): string[] => [
  ...FIGURES,
  ...named(terms, MARKET_FIGURES),
];

const STATUS_NUMBERS = { running: 0, terminated: 1, truncated: 2 } as const;
const LEVEL_NUMBERS = LEVEL_SCALES.length;
const FIRST_LEVEL = Object.keys(MARKET_NUMBERS).length;
/** Those that are of the agent's own account. */
const FIRST_DESK = Object.keys(MARKET_NUMBERS).indexOf('position');
const DESK_NUMBERS = Object.keys(MARKET_NUMBERS).indexOf('funding_rate') - FIRST_DESK;
const HOUR_MILLIS = 3_600_000;
const FUNDING_PARTS = 1e8;
const FINE_PARTS = 100;
const LOOK_BACK = 60;

/** Remembers what was seen last, and the middles of the last steps, from which returns are made. */
export interface Observer {
  /** Looks at the markets: once for each step, at its end or as much earlier as data are late. */
  readonly see: (at: number) => void;
  /** Tells each agent of its own account, likewise. */
  readonly tell: () => void;
  /** Writes the row of an agent from this place on, and returns the place after it. */
  readonly write: (seat: LabSeat, into: Float64Array, from: number) => number;
}

/** One market as all agents see it. */
interface Look {
  readonly market: LabMarket;
  readonly middles: Float64Array;
  /** As `MARKET_NUMBERS` and the levels have them; those of an account are left out. */
  readonly numbers: Float64Array;
}

export function createObserver(life: LabLife): Observer {
  const { terms, venue } = life;
  const scales: readonly Scale[] = [
    ...Object.values(MARKET_NUMBERS),
    ...Array.from({ length: terms.levels }, () => LEVEL_SCALES).flat(),
  ];
  const looks = life.markets.map(
    (market): Look => ({
      market,
      middles: new Float64Array(LOOK_BACK + 1),
      numbers: new Float64Array(scales.length),
    }),
  );
  let seen = 0;
  const returnOver = ({ middles }: Look, steps: number): number => {
    const back = Math.min(steps, seen - 1);
    return Math.log(
      middles[(seen - 1) % middles.length]! / middles[(seen - 1 - back) % middles.length]!,
    );
  };
  const seeMarket = (look: Look, now: number): void => {
    const { market, numbers } = look;
    const { tick, lot, contract, middle } = market;
    numbers.fill(0);
    const book = seeLevels(life, look);
    const { mark, index } = venue.read.listing.record(contract.id);
    let at = 0;
    numbers[at++] = middle * tick;
    numbers[at++] = returnOver(look, 1);
    numbers[at++] = returnOver(look, 10);
    numbers[at++] = returnOver(look, LOOK_BACK);
    numbers[at++] = book.spread / middle;
    numbers[at++] = book.imbalance;
    numbers[at++] = market.boughtLots * lot;
    numbers[at++] = market.soldLots * lot;
    numbers[at++] = mark / middle - 1;
    numbers[at++] = index / FINE_PARTS / middle - 1;
    at += DESK_NUMBERS;
    const { estimate, nextAt } = venue.funding(contract.id);
    numbers[at++] = estimate / FUNDING_PARTS;
    numbers[at++] = (nextAt - now) / HOUR_MILLIS;
    Object.assign(market, { boughtLots: 0, soldLots: 0 });
  };
  const observer: Observer = {
    see: (now) => {
      for (const { market, middles } of looks) {
        market.middle = findMiddle(venue, market.contract.id);
        middles[seen % middles.length] = market.middle;
      }
      seen += 1;
      for (const look of looks) seeMarket(look, now);
    },
    tell: () => {
      for (const seat of life.seats) seat.told = tellOf(venue, terms, seat.account);
    },
    write: (seat, into, from) => {
      let at = from;
      for (const { market, numbers } of looks) {
        into.set(numbers, at);
        writeDesk(market, seat, into, at + FIRST_DESK);
        if (terms.isNormalised) scale(into, at, scales, market);
        at += numbers.length;
      }
      at = writeAccount(life, seat, into, at);
      return writeFigures(life, seat, into, at);
    },
  };
  observer.see(life.drive.at);
  return observer;
}

const bounded = (value: number): number => Math.max(-OBSERVED_MOST, Math.min(OBSERVED_MOST, value));

function scale(
  into: Float64Array,
  from: number,
  scales: readonly Scale[],
  market: LabMarket,
): void {
  for (let at = 0; at < scales.length; at += 1)
    into[from + at] = bounded(SCALES[scales[at]!](into[from + at]!, market));
}

/** Offsets are parts of the middle, away from it; an absent level has neither offset nor size. */
function seeLevels(
  { venue, terms }: LabLife,
  { market, numbers }: Look,
): { readonly spread: number; readonly imbalance: number } {
  const { lot, contract, middle } = market;
  const sums = { buy: 0, sell: 0 };
  const bests = { buy: 0, sell: 0 };
  const show = (side: Side, first: number): void => {
    let at = first;
    const away = side === 'buy' ? -1 : 1;
    venue.visitLevels({ contract: contract.id, side, limit: terms.levels }, (price, size) => {
      if (at === first) bests[side] = price;
      sums[side] += size;
      numbers[at] = away * (price / middle - 1);
      numbers[at + 1] = size * lot;
      at += LEVEL_NUMBERS;
    });
  };
  show('buy', FIRST_LEVEL);
  show('sell', FIRST_LEVEL + 2);
  const total = sums.buy + sums.sell;
  return {
    spread: bests.buy > 0 && bests.sell > 0 ? bests.sell - bests.buy : 0,
    imbalance: total === 0 ? 0 : (sums.buy - sums.sell) / total,
  };
}

function writeDesk(
  { lot, positionLots, contract, middle }: LabMarket,
  { told }: LabSeat,
  into: Float64Array,
  from: number,
): void {
  const { long, short, orders } = told.standings[contract.id]!;
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
  into[at++] = own.buy.best === 0 ? 0 : 1 - own.buy.best / middle;
  into[at++] = own.buy.size * lot;
  into[at++] = own.sell.best === 0 ? 0 : own.sell.best / middle - 1;
  into[at] = own.sell.size * lot;
}

function writeAccount(
  { terms, steps }: LabLife,
  { told }: LabSeat,
  into: Float64Array,
  from: number,
): number {
  const { equity, available, unrealisedPnl } = told.money;
  const numbers = [
    amountOf(unrealisedPnl) / terms.wallet,
    amountOf(equity) / terms.wallet - 1,
    amountOf(available) / terms.wallet,
    1 - steps / terms.lifeSteps,
  ];
  for (let place = 0; place < numbers.length; place += 1) {
    const value = numbers[place]!;
    into[from + place] = terms.isNormalised
      ? bounded(SCALES[ACCOUNT_SCALES[place] ?? 'plain'](value))
      : value;
  }
  return from + numbers.length;
}

/** Whatever the agent knows, these are as they are now: rewards and reports are the truth. */
function writeFigures(
  { venue, drive, steps, markets }: LabLife,
  { account, tally, status }: LabSeat,
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
  into[at++] = tally.liquidations;
  into[at++] = tally.rejects;
  for (const { contract, tick, lot } of markets) {
    const { long, short } = venue.read.account.standing(account, contract.id);
    into[at++] = findMiddle(venue, contract.id) * tick;
    into[at++] = (long - short) * lot;
    into[at++] = (tally.filledLots[contract.id] ?? 0) * lot;
  }
  return at;
}
