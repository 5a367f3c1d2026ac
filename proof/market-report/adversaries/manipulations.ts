/**
 * Schedules that move a price on purpose: buying and selling in the hope that what one's own orders
 * did to the price pays for them. Each is a table: at which minute of its period how much is held
 * in the first market and in the second, in units of a five-hundredth of a day's turnover. Between
 * two rows it trades evenly, at market, or offers what it wants to be rid of at the touch.
 */
import { marketTermsOf, usualTurnover } from '../../../src/market/market-terms.ts';
import {
  add,
  cancelQuotes,
  heldQuote,
  quote,
  type Rule,
  type Seat,
  type Sight,
  takeAtMarket,
} from './seat.ts';

/** A minute of the period, and what is held then in the first and in the second market. */
type Row = readonly [minute: number, first: number, second?: number];

interface Schedule {
  readonly name: string;
  readonly says: string;
  readonly rows: readonly Row[];
  /** The period ends at a funding settlement instead of at a full multiple of its length. */
  readonly isUntilFunding?: true;
  /** How it gets rid of what it holds: at market unless it waits at the touch. */
  readonly leaves?: 'at the touch';
  /** Offers so many units above the market before it begins, to sell to itself or to followers. */
  readonly rests?: number;
}

const MINUTE = 60_000;
/** A unit, as a part of a day's turnover. */
const UNIT = 1 / 500;
const WALLET = 20_000_000;
/** Less than this part of a unit is not traded. */
const LEAST = 0.02;

const SCHEDULES: readonly Schedule[] = [
  ...[
    ['within seconds', 0.1, 0.2, 0.3],
    ['within a minute', 1, 1.2, 2.2],
    ['slowly, out at once', 10, 10.2, 10.4],
    ['at once, out slowly', 0.1, 0.3, 10],
    ['slowly, out slowly', 10, 11, 21],
    ['in a minute, held for five', 1, 6, 7],
  ].map(
    ([pace, bought, held, sold]): Schedule => ({
      name: `pump and dump ${pace}`,
      says: `holds four units after ${bought} minutes, none after ${sold}`,
      rows: [
        [0, 0],
        [Number(bought), 4],
        [Number(held), 4],
        [Number(sold), 0],
        [30, 0],
      ],
    }),
  ),
  {
    name: 'pump a lot',
    says: 'buys fifteen units within five minutes, sells them within ten',
    rows: [
      [0, 0],
      [5, 15],
      [15, 0],
      [40, 0],
    ],
  },
  {
    name: 'dump and pump',
    says: 'sells four units short within a minute, buys them back within five',
    rows: [
      [0, 0],
      [1, -4],
      [6, 0],
      [30, 0],
    ],
  },
  {
    name: 'sweep and offer',
    says: 'buys four units at once, offers them at the touch',
    rows: [
      [0, 0],
      [0.05, 4],
      [1, 4],
      [1.1, 0],
      [30, 0],
    ],
    leaves: 'at the touch',
  },
  {
    name: 'push up to own offers',
    says: 'offers two units above the market, then buys four to reach them',
    rows: [
      [0, 0],
      [0.5, 0],
      [1, 4],
      [2, 0],
      [20, 0],
    ],
    rests: 2,
  },
  {
    name: 'saw teeth',
    says: 'buys a unit and sells it again, each within ten seconds, all the time',
    rows: [
      [0, 0],
      [0.15, 1],
      [0.3, 0],
      [0.35, 0],
    ],
  },
  {
    name: 'ramp into funding, then out',
    says: 'buys six units in the last ten minutes before a settlement, sells after it',
    rows: [
      [0, 0],
      [470, 0],
      [480, 6],
    ],
    isUntilFunding: true,
  },
  {
    name: 'short into funding, squeezed up',
    says: 'holds four units short, and buys two in the last minute to raise the rate',
    rows: [
      [0, 0],
      [400, -4],
      [479, -4],
      [480, -2],
    ],
    isUntilFunding: true,
  },
  {
    name: 'ramp into the last minute of the hour',
    says: 'holds two units, and buys six more in the last minute of each hour',
    rows: [
      [0, 2],
      [1, 2],
      [59, 2],
      [60, 8],
    ],
  },
  {
    name: 'press the mark price down',
    says: 'sells ten units short within seconds to liquidate others, buys back in three minutes',
    rows: [
      [0, 0],
      [0.2, -10],
      [3, 0],
      [30, 0],
    ],
  },
  {
    name: 'press the mark price up',
    says: 'buys ten units within seconds to liquidate others, sells in three minutes',
    rows: [
      [0, 0],
      [0.2, 10],
      [3, 0],
      [30, 0],
    ],
  },
  {
    name: 'lean on the crowd',
    says: 'sells ten units short over half an hour, buys back over the next',
    rows: [
      [0, 0],
      [30, -10],
      [60, 0],
    ],
  },
  {
    name: 'push the first, hold the second',
    says: 'buys four units of the second market slowly, pushes the first up, leaves both',
    rows: [
      [0, 0, 0],
      [10, 0, 4],
      [11, 6, 4],
      [12, 6, 0],
      [15, 0, 0],
      [30, 0, 0],
    ],
  },
  {
    name: 'push the second, hold the first',
    says: 'buys four units of the first market slowly, pushes the second up, leaves both',
    rows: [
      [0, 0, 0],
      [10, 4, 0],
      [11, 4, 6],
      [12, 0, 6],
      [15, 0, 0],
      [30, 0, 0],
    ],
  },
  {
    name: 'long one, short the other, in turns',
    says: 'pushes the first up and the second down, then the reverse',
    rows: [
      [0, 0, 0],
      [5, 4, -4],
      [10, 0, 0],
      [15, -4, 4],
      [20, 0, 0],
    ],
  },
];

export const MANIPULATIONS: readonly Rule[] = SCHEDULES.map(ruleOf);

function ruleOf(schedule: Schedule): Rule {
  const { name, says } = schedule;
  return { name, says, wallet: WALLET, act: (seat, sight) => follow(schedule, seat, sight) };
}

function follow(schedule: Schedule, seat: Seat, sight: Sight): void {
  const { rows, leaves, rests, isUntilFunding } = schedule;
  const place = seat.listing.contract.id;
  // Other markets are none of its business.
  if (place > 1) return;
  const period = (rows.at(-1)?.[0] ?? 1) * MINUTE;
  const phase = isUntilFunding ? Math.max(0, period - sight.untilFunding) : sight.at % period;
  const unit = unitOf(seat);
  const minute = phase / MINUTE;
  const wanted = heldAt(rows, minute, place) * unit;
  const held = heldQuote(seat);
  const missing = wanted - held;
  if (rests !== undefined && minute < 0.1 && held === 0) {
    cancelQuotes(seat);
    add(seat, 'sell', sight.ask * 1.0008, rests * unit);
  }
  if (Math.abs(missing) < LEAST * unit) return;
  const isLess = Math.abs(wanted) < Math.abs(held);
  if (isLess && leaves === 'at the touch' && minute < 15)
    quote(seat, held > 0 ? 'sell' : 'buy', held > 0 ? sight.ask : sight.bid, Math.abs(held));
  else takeAtMarket(seat, missing > 0 ? 'buy' : 'sell', Math.abs(missing));
}

/** In units, between the rows before and after. */
function heldAt(rows: readonly Row[], minute: number, place: number): number {
  const at = Math.max(
    1,
    rows.findIndex(([until]) => until > minute),
  );
  const [before, after] = [rows[at - 1], rows[at]];
  if (before === undefined || after === undefined) return 0;
  const of = (row: Row): number => (place === 0 ? row[1] : (row[2] ?? 0));
  const part = (minute - before[0]) / (after[0] - before[0]);
  return of(before) + (of(after) - of(before)) * Math.min(1, part);
}

function unitOf({ listing }: Seat): number {
  const [terms] = marketTermsOf([listing.contract]);
  return terms === undefined ? 0 : usualTurnover(terms, 86_400) * UNIT;
}
