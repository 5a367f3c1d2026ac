/**
 * One seed of a whole market: the house on simulated prices, or on prices from outside, which come
 * for each contract when they come; a few strangers who trade at random, and everything that can
 * happen from outside, far too often: jumps of all prices, halts, outages, restarts, handovers.
 * After every entry no quote of the house may be older than a price the venue has published, nor
 * than a move of another contract that all should know of.
 */
import { bestTicks } from '../../src/book/book.ts';
import { reasonOf } from '../../src/domain/reason-of.ts';
import type { Side } from '../../src/domain/side.ts';
import { lots, ticks } from '../../src/domain/units.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import type { IndexPrice } from '../../src/market/feed.ts';
import type { FeedKind } from '../../src/market/feeds/feed-switch.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { createShaker, type Shaken } from '../market-report/adversaries/shake-market.ts';
import { checkInvariants } from '../market-report/check-invariants.ts';
import { createQuoteCheck } from '../market-report/check-quotes.ts';
import { createDrive, type Drive } from '../market-report/drive-market.ts';
import { bareOrder } from './bare-order.ts';
import { chance, createDice, type Dice, pick, roll } from './dice.ts';

export interface MarketOutcome {
  readonly entries: number;
  /** How often each thing happened. */
  readonly happened: ReadonlyMap<string, number>;
  readonly failure: string | undefined;
}

const CONTRACTS = 3;
const STRANGERS = 3;
const WALLET = 5_000_000;
const SHAKE_EVERY_MILLIS = 15_000;
const CHECKED_EVERY = 50;
/** One seed after the other has these. */
const SOURCES: readonly FeedKind[] = ['simulated', 'live', 'replay'];
/** A price from outside is new after so many milliseconds at least, and at most. */
const FRESH_LEAST = 200;
const FRESH_MOST = 4_000;

export function simulateMarket(seed: number, millis = 600_000): MarketOutcome {
  const dice = createDice(seed, 0x3a5e);
  const happened = new Map<string, number>();
  const note = (what: string): void => {
    happened.set(what, (happened.get(what) ?? 0) + 1);
  };
  const check = createQuoteCheck();
  const contracts = loadContracts().slice(0, CONTRACTS);
  const settings: Parameters<typeof createDrive>[0] = {
    contracts,
    seed: seedOfWord(`sim ${seed}`),
    applied: (entry, events, state) => {
      check(entry, events, state);
      for (const event of events) if (event.kind === 'fill-settled') note('fill');
      if (entry.seq % CHECKED_EVERY === 0) checkInvariants(state);
    },
  };
  const shaken: Shaken = { drive: createDrive(settings), trouble: undefined };
  try {
    const strangers = Array.from({ length: STRANGERS }, () => shaken.drive.openTrader(WALLET));
    const word = { seed: `sim ${seed}`, everyMillis: SHAKE_EVERY_MILLIS };
    const shake = createShaker(shaken, settings, word);
    const source = SOURCES[seed % SOURCES.length] ?? 'simulated';
    let heard: Drive | undefined;
    const end = shaken.drive.at + millis;
    while (shaken.drive.at < end) {
      if (shake()) note(shaken.trouble?.kind ?? 'trouble');
      // A restart opens the market anew, and with it what it hears.
      if (shaken.drive !== heard && source !== 'simulated') hearOutside(shaken.drive, dice, source);
      heard = shaken.drive;
      while (chance(dice, 30)) trade(shaken, dice, pick(dice, strangers));
      shaken.drive.step();
    }
  } catch (error) {
    return { entries: shaken.drive.state.seq, happened, failure: reasonOf(error) };
  }
  return { entries: shaken.drive.state.seq, happened, failure: undefined };
}

/** Each contract has its price of a while ago, until a new one comes. */
function hearOutside(drive: Drive, dice: Dice, source: FeedKind): void {
  const held: { price: IndexPrice; until: number }[] = [];
  drive.market.heardFrom = source;
  drive.market.hear = (prices) =>
    prices.map(({ contract, price }) => {
      const known = held[contract];
      if (known !== undefined && drive.at < known.until) return known.price;
      const learned = { contract, price, learnedAt: drive.at };
      held[contract] = {
        price: source === 'replay' ? { ...learned, recorded: { premium: 0 } } : learned,
        until: drive.at + roll(dice, FRESH_LEAST, FRESH_MOST),
      };
      return held[contract].price;
    });
}

/** At market or near it, any size: what a stranger does who hopes for an old quote. */
function trade({ drive }: Shaken, dice: Dice, account: ReturnType<Shaken['drive']['openTrader']>) {
  const { book, contract } = pick(dice, drive.state.listings);
  const side: Side = chance(dice, 50) ? 'buy' : 'sell';
  const best = bestTicks(book, side === 'buy' ? 'sell' : 'buy');
  const price =
    chance(dice, 60) || best < 1 ? null : ticks(Math.max(1, best + roll(dice, -20, 20)));
  const positionSide = side === 'buy' ? 'long' : 'short';
  const size = lots(contract.orderLotsMin * roll(dice, 1, 200));
  const timeInForce = price === null ? 'ioc' : 'normal';
  const asked = { account, contract: contract.id, positionSide, size, price, timeInForce } as const;
  drive.submit(bareOrder({ ...asked, effect: 'open' }));
  if (chance(dice, 20)) drive.submit({ kind: 'close-positions', account, contract: contract.id });
}
