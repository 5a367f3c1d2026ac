/** A tape played into a venue of the engine alone, with traders beside it. */
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Command, Entry } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import type { Side } from '../../src/domain/side.ts';
import { lots, type Millis, millis, money, ticks } from '../../src/domain/units.ts';
import { createState } from '../../src/engine/create-state.ts';
import { findEffect } from '../../src/tape/own-effect.ts';
import { findQueueModel } from '../../src/tape/queue-model.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import { TapeDeck } from '../../src/tape/tape-deck.ts';
import type { TapeEvent } from '../../src/tape/tape-event.ts';
import { tapeGenesis } from '../../src/tape/tape-house.ts';
import { TapeTrack } from '../../src/tape/tape-track.ts';
import { createBareVenue } from '../../src/venue/bare-venue.ts';
import { createViews } from '../../src/views/views.ts';
import { shippedContracts } from '../kit/contracts.ts';

export const SYMBOL = 'BTCUSDT';
const BEGIN = millis(Date.UTC(2024, 0, 1));

export function openTapeVenue(queue = 'risk-averse', effectText = 'level') {
  const entries: Entry[] = [];
  const source = { state: createState(), views: createViews() };
  const venue = createBareVenue(source, (entry) => entries.push(entry));
  const contract = { ...shippedContracts().find(({ base }) => base === 'BTC')!, id: contractId(0) };
  venue.submitAt(BEGIN, { kind: 'list-contract', contract });
  const maker = venue.read.account.nextId();
  venue.submitAt(BEGIN, { kind: 'batch', commands: tapeGenesis(maker) });
  const accounts = { maker, taker: accountId(maker + 1) };
  const model = findQueueModel(queue)!;
  const effect = findEffect(effectText)!;
  const track = new TapeTrack({ contract, accounts, read: venue.read.listing, model, effect });
  let at: Millis = BEGIN;
  const submit = (command: Command): readonly Event[] => {
    const now = millis(Math.max(at, venue.read.at()));
    const events = venue.submitAt(now, command);
    if (command.kind === 'batch') return events;
    for (const { maker: own, taker, takerSide, price, size } of fillsOf(events))
      if (own.account === maker)
        track.taken({ order: taker.order, takerSide, price, size, at: now });
    return events;
  };
  const play = (...events: TapeEvent[]): readonly Event[] => {
    at = millis(Math.max(at, ...events.map((event) => Math.floor(event.at / 1_000))));
    const commands = track.decide(events);
    return commands.length === 0 ? [] : submit({ kind: 'batch', commands });
  };
  const openTrader = (): AccountId => {
    const account = venue.read.account.nextId();
    submit({ kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS });
    submit({ kind: 'deposit', account, amount: money(10n ** 14n) });
    return account;
  };
  const order = (account: AccountId, side: Side, size: number, price: number | null) =>
    submit({
      ...{ kind: 'place-order', account, contract: contract.id, effect: 'open' },
      positionSide: side === 'buy' ? 'long' : 'short',
      size: lots(size),
      price: price === null ? null : ticks(price),
      timeInForce: 'normal',
      ...{ clientOrderId: null, takeProfit: null, stopLoss: null, marginMode: null },
    });
  /** What stands at a price, from the front of the queue. */
  const queueAt = (side: Side, price: number) => {
    const found: { readonly account: AccountId; readonly left: number }[] = [];
    venue.read.listing.visitQueue(contract.id, side, ticks(price), ({ account }, left) => {
      found.push({ account, left });
    });
    return found;
  };
  return {
    venue,
    entries,
    state: source.state,
    contract,
    accounts,
    track,
    play,
    submit,
    openTrader,
    order,
    queueAt,
  };
}

export type TapeVenue = ReturnType<typeof openTapeVenue>;

/** Plays a whole file; tells what every moment led to. */
export async function playFile(
  { track, venue }: TapeVenue,
  path: string | readonly string[],
  tell: (events: readonly Event[], at: Millis) => void = () => undefined,
): Promise<void> {
  const deck = new TapeDeck({
    tapes: [path].flat().map(readTape),
    tracks: new Map([[SYMBOL, track]]),
  });
  for (await deck.load(); deck.nextAt !== undefined; await deck.load()) {
    const at = deck.nextAt;
    const batch = deck.decide();
    tell(batch === undefined ? [] : venue.submitAt(at, batch), at);
  }
}

/** In ticks and lots, as a tape in decimals; a second of tape after another. */
const moment = (second: number) => ({
  ...{ at: (BEGIN + second * 1_000) * 1_000, receivedAt: 0, symbol: SYMBOL },
});

type Rows = Readonly<Record<number, number>>;
const flat = (rows: Rows): number[] =>
  Object.entries(rows).flatMap(([price, size]) => [Number(price) / 10, size / 10_000]);

export const levels = (second: number, bids: Rows, asks: Rows, isSnapshot = false): TapeEvent => ({
  ...{ kind: 'levels', ...moment(second), isSnapshot, bids: flat(bids), asks: flat(asks) },
});

export const trade = (second: number, takerSide: Side, size: number, price: number): TapeEvent => ({
  ...{ kind: 'trade', ...moment(second), price: price / 10, size: size / 10_000, takerSide },
});

export const fillsOf = (events: readonly Event[]) =>
  events.flatMap((event) => (event.kind === 'fill-settled' ? [event] : []));
