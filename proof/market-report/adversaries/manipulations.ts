/**
 * Schedules that move a price on purpose: buying and selling in the hope that what one's own orders
 * did to the price pays for them. Each is a table: at which minute of its period how much is held
 * in the first market and in the second, in units of a five-hundredth of a day's turnover. Between
 * two rows it trades evenly, at market, or offers what it wants to be rid of at the touch. Some
 * have a second account with a table of its own. Each begins again soon after it is done, so that
 * it has as many occasions as can be.
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
type Row = readonly [minute: number, first: number, second: number];

/** Each is written as its minute, a colon, and what is held. */
function rowsOf(text: string): Row[] {
  return text.split(' ').map((row): Row => {
    const [minute, held = ''] = row.split(':');
    const [first, second] = held.split('/').map(Number);
    return [Number(minute), first ?? 0, second ?? 0];
  });
}

/** What one account does. */
interface Table {
  readonly rows: readonly Row[];
  /** How it gets rid of what it holds: at market unless it waits at the touch. */
  readonly leaves?: 'at the touch';
  /** Offers so many units above the market before it begins, or bids below it if less than zero. */
  readonly rests?: number;
  /** How far from the market, in basis points. */
  readonly restsAway?: number;
}

interface Schedule extends Table {
  readonly name: string;
  readonly says: string;
  /** The period ends at a funding settlement instead of at a full multiple of its length. */
  readonly isUntilFunding?: true;
  /** A second account, with as much money unless it is to lose all of it. */
  readonly partner?: Table & { readonly wallet?: number };
}

const MINUTE = 60_000;
/** A unit, as a part of a day's turnover. */
const UNIT = 1 / 500;
const WALLET = 20_000_000;
/** Less than this part of a unit is not traded. */
const LEAST = 0.02;
/** Minutes between the end of a schedule and its next beginning. */
const PAUSE = 3;
const NOTHING = rowsOf('0:0 1:0');

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
      rows: rowsOf(`0:0 ${bought}:4 ${held}:4 ${sold}:0 ${Number(sold) + PAUSE}:0`),
    }),
  ),
  {
    name: 'pump a lot',
    says: 'buys fifteen units within five minutes, sells them within ten',
    rows: rowsOf('0:0 5:15 15:0 20:0'),
  },
  {
    name: 'dump and pump',
    says: 'sells four units short within a minute, buys them back within five',
    rows: rowsOf('0:0 1:-4 6:0 9:0'),
  },
  {
    name: 'sweep and offer',
    says: 'buys four units at once, offers them at the touch',
    rows: rowsOf('0:0 0.05:4 1:4 1.1:0 18:0'),
    leaves: 'at the touch',
  },
  {
    name: 'push up to own offers',
    says: 'offers two units above the market, then buys four to reach them',
    rows: rowsOf('0:0 0.5:0 1:4 2:0 6:0'),
    rests: 2,
  },
  {
    name: 'saw teeth',
    says: 'buys a unit and sells it again, each within ten seconds, all the time',
    rows: rowsOf('0:0 0.15:1 0.3:0 0.35:0'),
  },
  ...(['first', 'second'] as const).flatMap((market) =>
    [0.5, 2].flatMap((units) =>
      ([undefined, 'at the touch'] as const).map((leaves): Schedule => {
        const held = market === 'first' ? `${units}/0` : `0/${units}`;
        return {
          name: `a block in the ${market} market, ${units} units${leaves ? `, out ${leaves}` : ''}`,
          says: 'buys at once at what is quoted, and sells five seconds later',
          rows: rowsOf(`0:0/0 0.001:${held} 0.08:${held} 0.081:0/0 1:0/0`),
          ...(leaves === undefined ? {} : { leaves }),
        };
      }),
    ),
  ),
  {
    name: 'ramp into funding, then out',
    says: 'buys six units in the last ten minutes before a settlement, sells after it',
    rows: rowsOf('0:0 470:0 480:6'),
    isUntilFunding: true,
  },
  {
    name: 'short into funding, squeezed up',
    says: 'holds four units short, and buys two in the last minute to raise the rate',
    rows: rowsOf('0:0 400:-4 479:-4 480:-2'),
    isUntilFunding: true,
  },
  {
    name: 'ramp into the last minute',
    says: 'holds two units, buys six more in the last minute of every twenty, and leaves after it',
    rows: rowsOf('0:8 1:0 3:0 10:2 19:2 20:8'),
  },
  {
    name: 'press the mark price down',
    says: 'sells ten units short within seconds to liquidate others, buys back in three minutes',
    rows: rowsOf('0:0 0.2:-10 3:0 8:0'),
  },
  {
    name: 'press the mark price up',
    says: 'buys ten units within seconds to liquidate others, sells in three minutes',
    rows: rowsOf('0:0 0.2:10 3:0 8:0'),
  },
  {
    name: 'lean on the crowd',
    says: 'sells ten units short over a quarter of an hour, buys back over the next ten minutes',
    rows: rowsOf('0:0 15:-10 24:0 25:0'),
  },
  {
    name: 'push the first, hold the second',
    says: 'buys four units of the second market slowly, pushes the first up, leaves both',
    rows: rowsOf('0:0/0 10:0/4 11:6/4 12:6/0 15:0/0 18:0/0'),
  },
  {
    name: 'push the second, hold the first',
    says: 'buys four units of the first market slowly, pushes the second up, leaves both',
    rows: rowsOf('0:0/0 10:4/0 11:4/6 12:0/6 15:0/0 18:0/0'),
  },
  {
    name: 'long one, short the other, in turns',
    says: 'pushes the first up and the second down, then the reverse',
    rows: rowsOf('0:0/0 5:4/-4 10:0/0 15:-4/4 20:0/0'),
  },
  {
    name: 'one pumps, another is short',
    says: 'buys six units in a minute; at the top a second account sells four short; both leave',
    rows: rowsOf('0:0 1:6 1.6:6 3:0 10:0'),
    partner: {
      rows: rowsOf('0:0 1:0 1.5:-4 3:-4 6:0 10:0'),
    },
  },
  ...([1, -1] as const).map(
    (sign): Schedule => ({
      name: `one pushes ${sign > 0 ? 'up' : 'down'}, another waits there`,
      says: 'moves the price by four units to two that a second account rests 8 bp away',
      rows: rowsOf(`0:0 0.5:0 1:${4 * sign} 3:0 18:0`),
      partner: { rows: NOTHING, rests: 2 * sign, leaves: 'at the touch' },
    }),
  ),
  ...([-1, 1] as const).map(
    (sign): Schedule => ({
      name: `one presses ${sign < 0 ? 'down' : 'up'}, another waits for liquidations`,
      says: 'trades ten units within seconds; a second account rests four units 40 bp away',
      rows: rowsOf(`0:0 0.1:0 0.3:${10 * sign} 3:0 18:0`),
      partner: { rows: NOTHING, rests: 4 * sign, restsAway: 40, leaves: 'at the touch' },
    }),
  ),
  {
    name: 'one pushes the first, another holds the second',
    says: 'a second account buys four units of the second market slowly; the first is pushed up',
    rows: rowsOf('0:0 10:0 11:6 12:6 15:0 18:0'),
    partner: {
      rows: rowsOf('0:0/0 10:0/4 11:0/4 12:0/0 18:0/0'),
    },
  },
  {
    name: 'one wins, another is liquidated',
    says: 'buys eight units and leaves; a second account, short of two, has little to lose',
    rows: rowsOf('0:0 1:2 2:8 3:8 5:0 9:0'),
    partner: {
      wallet: 150_000,
      rows: rowsOf('0:0 1:-2 5:-2 6:0 9:0'),
    },
  },
];

export const MANIPULATIONS: readonly Rule[] = SCHEDULES.map(ruleOf);

function ruleOf(schedule: Schedule): Rule {
  const { name, says, partner } = schedule;
  const partnerWallet = partner === undefined ? 0 : (partner.wallet ?? WALLET);
  const act: Rule['act'] = (seat, sight) => follow(schedule, seat, sight);
  return { name, says, wallet: WALLET, partnerWallet, act };
}

function follow(schedule: Schedule, seat: Seat, sight: Sight): void {
  const { rows, isUntilFunding, partner } = schedule;
  // Other markets are none of its business.
  if (seat.listing.contract.id > 1) return;
  const period = (rows.at(-1)?.[0] ?? 1) * MINUTE;
  const phase = isUntilFunding ? Math.max(0, period - sight.untilFunding) : sight.at % period;
  const minute = phase / MINUTE;
  if (partner !== undefined && seat.partner !== undefined)
    keepTo(partner, seat.partner, sight, minute);
  keepTo(schedule, seat, sight, minute);
}

function keepTo(table: Table, seat: Seat, sight: Sight, minute: number): void {
  const { rows, leaves, rests = 0, restsAway = 8 } = table;
  const unit = unitOf(seat);
  const place = seat.listing.contract.id;
  const wanted = heldAt(rows, minute, place) * unit;
  const held = heldQuote(seat);
  const missing = wanted - held;
  if (rests !== 0 && place === 0 && minute < 0.1 && held === 0) {
    cancelQuotes(seat);
    const price = rests > 0 ? sight.ask * (1 + restsAway / 1e4) : sight.bid * (1 - restsAway / 1e4);
    add(seat, rests > 0 ? 'sell' : 'buy', price, Math.abs(rests) * unit);
  }
  // Nothing means nothing: an occasion is over when nothing is left.
  if (wanted === 0 ? held === 0 : Math.abs(missing) < LEAST * unit) return;
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
  const of = (row: Row): number => (place === 0 ? row[1] : row[2]);
  const part = (minute - before[0]) / (after[0] - before[0]);
  return of(before) + (of(after) - of(before)) * Math.min(1, part);
}

function unitOf({ listing }: Seat): number {
  const [terms] = marketTermsOf([listing.contract]);
  return terms === undefined ? 0 : usualTurnover(terms, 86_400) * UNIT;
}
