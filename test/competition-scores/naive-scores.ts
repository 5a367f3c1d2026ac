/**
 * The scores of a season worked out the obvious way: every minute's equity out of the engine's own
 * state, every fill in a list, and then floating point. Nothing is shared with the fold.
 */

import type { Entry } from '../../src/domain/command.ts';
import type { Event, FillSettled } from '../../src/domain/event.ts';
import type { FillSide } from '../../src/domain/fill.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { unrealisedPnl } from '../../src/domain/position.ts';
import type { SeasonRules } from '../../src/domain/season.ts';
import { lots, money, ticks, toBigInt } from '../../src/domain/units.ts';
import type { VenueState } from '../../src/engine/state.ts';

export interface NaiveScore {
  readonly equities: number[];
  readonly final: number;
  readonly roi: number;
  readonly drawdown: number;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly turnover: number;
  readonly fees: number;
  readonly funding: number;
  readonly roundTrips: number;
  readonly wins: number;
  readonly activeDays: number;
  readonly holdingMillis: number | null;
  readonly exposedMillis: number;
}

interface Sheet {
  readonly equities: number[];
  readonly fills: { fill: FillSettled; side: FillSide; at: number }[];
  funding: { at: number; contract: number; side: string; payment: number }[];
}

export interface NaiveBook {
  readonly before: (state: VenueState, entry: Entry) => void;
  readonly after: (state: VenueState, entry: Entry, events: readonly Event[]) => void;
  readonly scoreOf: (account: AccountId) => NaiveScore;
}

const UNIT = 1e8;

export function createNaiveBook(rules: SeasonRules): NaiveBook {
  const sheets = new Map<AccountId, Sheet>();
  /** Every mark with its time, of every contract. */
  const marks: { at: number; mark: number }[][] = [];
  let next = rules.startAt + 60_000;
  let isOver = false;
  let isRunning = false;
  const finals = new Map<AccountId, number>();
  return {
    before(state, entry) {
      if (!isRunning) return;
      for (; next <= entry.at && next < rules.endAt; next += 60_000)
        for (const [account, sheet] of sheets) sheet.equities.push(equityOf(state, account));
      if (entry.at < rules.endAt || isOver) return;
      isOver = true;
      const means = marks.map((list) => meanMark(list, rules.endAt));
      for (const [account, sheet] of sheets) {
        const final = equityOf(state, account, means);
        finals.set(account, final);
        if ((rules.endAt - rules.startAt) % 60_000 === 0) sheet.equities.push(final);
      }
    },
    after(state, entry, events) {
      for (const event of events) {
        if (event.kind === 'account-enrolled')
          sheets.set(event.account, { equities: [], fills: [], funding: [] });
        if (event.kind === 'season-started') {
          isRunning = true;
          for (const [account, sheet] of sheets) sheet.equities.push(equityOf(state, account));
        }
        if (!isRunning || isOver) continue;
        if (event.kind === 'fill-settled')
          for (const side of [event.maker, event.taker])
            sheets.get(side.account)?.fills.push(...linesOf(event, side, entry.at));
        if (event.kind === 'funding-paid')
          sheets.get(event.account)?.funding.push({
            at: entry.at,
            contract: event.contract,
            side: event.positionSide,
            payment: Number(event.payment) / UNIT,
          });
      }
      for (const [place, { mark }] of state.listings.entries()) {
        marks[place] ??= [];
        marks[place].push({ at: entry.at, mark });
      }
    },
    scoreOf: (account) => summarise(sheets.get(account)!, finals.get(account)!, rules),
  };
}

/** A fill that turned a net position is a close and an open. */
function linesOf(fill: FillSettled, side: FillSide, at: number): Sheet['fills'] {
  const { closed } = side;
  if (closed === null) return [{ fill, side, at }];
  const none = { positionSize: lots(0), openValue: money(0n) };
  const first = { ...side, ...none, ...closed, effect: 'close', closed: null } as const;
  const fee = money(toBigInt(side.fee) - toBigInt(closed.fee));
  const second = { ...side, fee, realisedPnl: money(0n), liquidationFee: money(0n) };
  return [
    { fill: { ...fill, value: closed.value }, side: first, at },
    {
      fill: { ...fill, value: money(toBigInt(fill.value) - toBigInt(closed.value)) },
      side: second,
      at,
    },
  ];
}

function equityOf(state: VenueState, id: AccountId, means?: readonly number[]): number {
  const account = state.accounts[id]!;
  let equity = Number(account.wallet) / UNIT;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    const { contract } = desk.listing;
    for (const { position } of [desk.long, desk.short]) {
      if (position === null) continue;
      const mean = means?.[contract.id];
      if (mean === undefined) {
        equity += Number(unrealisedPnl(contract, position, desk.listing.mark)) / UNIT;
      } else {
        const one = Number(unrealisedPnl(contract, position, ticks(0))) / UNIT;
        const slope =
          Number(contract.tickLotValue) * position.size * (position.side === 'long' ? 1 : -1);
        equity += one + (slope * mean) / UNIT;
      }
    }
  }
  return equity;
}

/** Millisecond by millisecond. */
function meanMark(list: readonly { at: number; mark: number }[], end: number): number {
  let sum = 0;
  let place = 0;
  for (let at = end - 60_000; at < end; at += 1) {
    while (place + 1 < list.length && list[place + 1]!.at <= at) place += 1;
    sum += list[place]!.mark;
  }
  return sum / 60_000;
}

function summarise(sheet: Sheet, final: number, rules: SeasonRules): NaiveScore {
  const { equities } = sheet;
  const start = equities[0]!;
  const samples = equities.at(-1) === final ? equities : [...equities, final];
  let peak = start;
  let drawdown = 0;
  for (const equity of samples) {
    peak = Math.max(peak, equity);
    drawdown = Math.max(drawdown, (peak - equity) / peak);
  }
  const hourly = equities.filter((_, minute) => minute % 60 === 0);
  const returns = hourly.slice(1).map((equity, hour) => equity / hourly[hour]! - 1);
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const spread = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const sd = Math.sqrt(spread / (returns.length - 1));
  const down = Math.sqrt(
    returns.reduce((sum, each) => sum + Math.min(each, 0) ** 2, 0) / returns.length,
  );
  const year = Math.sqrt(8_760);
  const isEnough = returns.length >= 48;
  return {
    equities,
    final,
    roi: (final - start) / start,
    drawdown,
    sharpe: isEnough && sd > 0 ? (mean / sd) * year : null,
    sortino: isEnough && down > 0 ? (mean / down) * year : null,
    turnover: sum(sheet.fills.map(({ fill }) => Number(fill.value) / UNIT)),
    fees: sum(sheet.fills.map(({ side }) => Number(side.fee) / UNIT)),
    funding: -sum(sheet.funding.map(({ payment }) => payment)),
    activeDays: new Set(sheet.fills.map(({ at }) => Math.floor((at - rules.startAt) / 86_400_000)))
      .size,
    ...episodesOf(sheet, rules),
  };
}

/** Walks through the fills of each position side from its opening to its end. */
function episodesOf(sheet: Sheet, rules: SeasonRules) {
  let roundTrips = 0;
  let wins = 0;
  let held = 0;
  let closedValue = 0;
  const spans: [number, number][] = [];
  const keys = new Set(
    sheet.fills.map(({ fill, side }) => `${fill.contract} ${side.positionSide}`),
  );
  for (const key of keys) {
    let entry = 0;
    let openValue = 0;
    let result = 0;
    let since = 0;
    let paidUpTo = Number.NEGATIVE_INFINITY;
    const [contract, positionSide] = key.split(' ');
    const paid = (upTo: number): number => {
      const due = sheet.funding.filter(
        (row) =>
          String(row.contract) === contract &&
          row.side === positionSide &&
          row.at > paidUpTo &&
          row.at <= upTo,
      );
      paidUpTo = upTo;
      return sum(due.map(({ payment }) => payment));
    };
    for (const { fill, side, at } of sheet.fills) {
      if (`${fill.contract} ${side.positionSide}` !== key) continue;
      if (openValue === 0) {
        since = at;
        paid(at);
      }
      const after = Number(side.openValue) / UNIT;
      result -= paid(at);
      result +=
        Number(toBigInt(side.realisedPnl) - toBigInt(side.fee) - toBigInt(side.liquidationFee)) /
        UNIT;
      if (side.effect === 'open') entry = (entry * openValue + at * (after - openValue)) / after;
      else {
        held += (openValue - after) * (at - entry);
        closedValue += openValue - after;
      }
      openValue = after;
      if (side.positionSize > 0) continue;
      roundTrips += 1;
      if (result > 0) wins += 1;
      result = 0;
      openValue = 0;
      spans.push([since, at]);
    }
    if (openValue > 0) spans.push([since, rules.endAt]);
  }
  return {
    roundTrips,
    wins,
    holdingMillis: closedValue === 0 ? null : held / closedValue,
    exposedMillis: unionLength(spans),
  };
}

function unionLength(spans: [number, number][]): number {
  let length = 0;
  let upTo = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans.sort(([one], [other]) => one - other)) {
    length += Math.max(0, to - Math.max(from, upTo));
    upTo = Math.max(upTo, to);
  }
  return length;
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
