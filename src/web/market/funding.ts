/** Index and funding of the selected contract; no channel reports them. */
import { effect, signal } from '@preact/signals';
import { ask, ROUTINE } from '../client/call.ts';
import { every } from '../parts/again.ts';
import { symbol } from './contracts.ts';

export interface MarketFacts {
  readonly symbol: string;
  readonly index: string;
  readonly rate: string;
  /** The next settlement, the venue time of the last answer, and the local time of that answer. */
  readonly nextAt: number;
  readonly venueNow: number;
  readonly readAt: number;
  readonly openInterest: string;
}

export const facts = signal<MarketFacts | undefined>(undefined);

/** Venue time may run at its own speed, so it is extrapolated only for a short time. */
export function venueTimeNow(): number {
  const known = facts.peek();
  return known === undefined ? Date.now() : known.venueNow + (Date.now() - known.readAt);
}

const INDEX_EVERY = 2_000;
const SLOW_EVERY = 5;

export const watchFacts = (): (() => void) =>
  effect(() => {
    const name = symbol.value;
    facts.value = undefined;
    let rounds = 0;
    const look = (): void => {
      void readFacts(name, rounds % SLOW_EVERY === 0);
      rounds += 1;
    };
    look();
    return every(INDEX_EVERY, look);
  });

async function readFacts(name: string, isFull: boolean): Promise<void> {
  const asked = { symbol: name };
  const index = await ask(({ market }) => market.index(asked, ROUTINE));
  const before = facts.peek();
  const known = before?.symbol === name ? before : undefined;
  const next = { ...EMPTY, ...known, symbol: name };
  if (index.ok) {
    next.index = index.value.index;
    next.venueNow = Number(index.value.timestamp);
    next.readAt = Date.now();
  }
  if (isFull || known === undefined) {
    const [rate, time, interest] = await Promise.all([
      ask(({ market }) => market.currentFunding(asked, ROUTINE)),
      ask(({ market }) => market.fundingTime(asked, ROUTINE)),
      ask(({ market }) => market.openInterest(asked, ROUTINE)),
    ]);
    if (rate.ok) next.rate = rate.value[0]?.fundingRate ?? '';
    if (time.ok) next.nextAt = time.value.fundingTime;
    if (interest.ok) next.openInterest = interest.value[0]?.target_volume ?? '';
  }
  if (symbol.peek() === name) facts.value = next;
}

const EMPTY = { index: '', rate: '', nextAt: 0, venueNow: 0, readAt: 0, openInterest: '' };
