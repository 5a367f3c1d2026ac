/** Tickers, trades and settlements against a plain recomputation from the events themselves. */

import { describe, expect, test } from 'vitest';
import type { FillSettled, FundingSettled } from '../../src/domain/event.ts';
import { type ContractId, contractId, type TradeId } from '../../src/domain/ids.ts';
import { plus } from '../../src/domain/money.ts';
import { millis, NO_MONEY } from '../../src/domain/units.ts';
import { settledFunding } from '../../src/views/funding.ts';
import { changeBetween, readTicker } from '../../src/views/ticker.ts';
import { newestTrades } from '../../src/views/trades.ts';
import { type Following, followHistory, followWorkload } from './follow.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const ENTRIES = 1_500;

interface Told<Kind> {
  readonly at: number;
  readonly event: Kind;
}

const RUNS: readonly (readonly [string, () => Following])[] = [
  ...[11, 12, 13].map((seed) => [`workload ${seed}`, () => followWorkload(seed)] as const),
  ...[14, 15].map((seed) => [`history ${seed}`, () => followHistory(seed)] as const),
];

/** The last 24 hours, to the minute, from a list of trades, oldest first. */
function plainTicker(trades: readonly Told<FillSettled>[], now: number) {
  const from = now - (now % MINUTE) - DAY;
  const inside = trades.filter(({ at }) => at >= from).map(({ event }) => event);
  const before = trades.filter(({ at }) => at < from).at(-1)?.event;
  const last = trades.at(-1)?.event.price;
  if (last === undefined) return undefined;
  const prices = [...inside.map(({ price }) => price), last];
  const open = before?.price ?? inside[0]?.price ?? last;
  return {
    last,
    open,
    high: Math.max(...prices),
    low: Math.min(...prices),
    change: changeBetween(open, last),
    base: inside.reduce((sum, { size }) => sum + size, 0),
    quote: inside.reduce((sum, { value }) => plus(sum, value), NO_MONEY),
    trades: inside.length,
  };
}

/** Follows to the end, and looks each so many entries. */
function tape(follow: () => Following, look: (seen: Tape, now: number) => void) {
  const following = follow();
  const trades = new Map<ContractId, Told<FillSettled>[]>();
  const settled = new Map<ContractId, Told<FundingSettled>[]>();
  const fills = new Map<ContractId, TradeId[]>();
  for (let done = 0; done < ENTRIES; done += 1) {
    const { entry, events } = following.step();
    for (const event of events) {
      const told = { at: entry.at };
      if (event.kind === 'fill-settled') addTo(fills, event.contract, event.trade);
      if (event.kind === 'fill-settled' && event.venue === 'book')
        addTo(trades, event.contract, { ...told, event });
      if (event.kind === 'funding-settled') addTo(settled, event.contract, { ...told, event });
    }
    if (done % 7 === 0) look({ ...following, trades, settled, fills }, entry.at);
  }
}

interface Tape extends Following {
  readonly trades: ReadonlyMap<ContractId, readonly Told<FillSettled>[]>;
  readonly settled: ReadonlyMap<ContractId, readonly Told<FundingSettled>[]>;
  /** Also those that are no trades. */
  readonly fills: ReadonlyMap<ContractId, readonly TradeId[]>;
}

function addTo<Item>(lists: Map<ContractId, Item[]>, contract: ContractId, item: Item): void {
  const list = lists.get(contract) ?? [];
  list.push(item);
  lists.set(contract, list);
}

/** How long after the last entry the ticker is read: trades fall out of it as time passes. */
const LATER = [0, 30_000, 61_000, 3 * 3_600_000, DAY - MINUTE, DAY, DAY + MINUTE, 3 * DAY];

for (const [name, follow] of RUNS)
  describe(name, () => {
    test('[VIEW-6] the ticker is the last day, to the minute, whenever it is read', () => {
      let compared = 0;
      tape(follow, ({ views, state, trades }, now) => {
        for (const { contract } of state.listings)
          for (const later of LATER) {
            const at = millis(now + later);
            const plain = plainTicker(trades.get(contract.id) ?? [], at);
            const ticker = readTicker(views, contract.id, at);
            if (plain === undefined) expect(ticker.last).toBe(ticker.mark);
            else expect(ticker, `${later} ms later`).toMatchObject(plain);
            compared += plain === undefined ? 0 : 1;
          }
      });
      expect(compared).toBeGreaterThan(500);
    });

    test('[VIEW-3] [VIEW-8] trades and settlements are those told, newest first', () => {
      tape(follow, ({ views, state, trades, settled, fills }) => {
        for (const { contract } of state.listings) {
          const { id } = contract;
          const told = (trades.get(id) ?? []).slice(-1_000).reverse();
          expect(newestTrades(views.trades, id, 5)).toEqual(
            told.slice(0, 5).map(({ at, event }, back) => ({
              at,
              number: (fills.get(id) ?? []).indexOf(event.trade) + 1,
              place: (trades.get(id) ?? []).length - back,
              contract: contractId(event.contract),
              trade: event.trade,
              takerSide: event.takerSide,
              price: event.price,
              size: event.size,
              value: event.value,
            })),
          );
          expect(newestTrades(views.trades, id, 5_000)).toHaveLength(told.length);
          const rates = (settled.get(id) ?? []).map(({ event }) => [event.settledAt, event.rate]);
          expect(
            settledFunding(views.funding, id, 1_000).map((row) => [row.settledAt, row.rate]),
          ).toEqual(rates.slice(-1_000).reverse());
        }
      });
    });
  });
