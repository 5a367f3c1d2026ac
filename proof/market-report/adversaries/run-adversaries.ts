/**
 * Lets rules trade for a while in the market of one seed, each with its own account, and reports
 * what each earned after fees. Together they compete for the same quotes; alone a rule has the
 * house to itself.
 */
import type { Contract } from '../../../src/domain/contract.ts';
import type { Event } from '../../../src/domain/event.ts';
import { POSTING_KINDS } from '../../../src/domain/posting.ts';
import { FINE_PER_TICK } from '../../../src/domain/units.ts';
import { accountEquity } from '../../../src/engine/risk.ts';
import { type Account, getAccount } from '../../../src/engine/state.ts';
import { FEED_SLOT, mindSlot } from '../../../src/market/memory.ts';
import { seedOfWord } from '../../../src/market/seed.ts';
import { createDrive, type Drive } from '../drive-market.ts';
import type { Rule } from './rules.ts';
import { createNotes, flatten, look, type Seat, type SeenFlow } from './seat.ts';

export interface AdversaryRun {
  readonly contracts: readonly Contract[];
  readonly rules: readonly Rule[];
  /** The word of the market's seed. */
  readonly seed: string;
  readonly hours: number;
  /** Called now and then with the part that is done, from 0 to 1. */
  readonly progress?: (done: number) => void;
}

export interface AdversaryResult {
  readonly name: string;
  /** After fees and funding, in the quote currency. */
  readonly earned: number;
  /** The fees in that result. */
  readonly fees: number;
}

const WALLET = 100_000;
const HOUR = 3_600_000;
const FEE = POSTING_KINDS.indexOf('fee');

export function runAdversaries(run: AdversaryRun): AdversaryResult[] {
  const drive = createDrive({ contracts: run.contracts, seed: seedOfWord(run.seed) });
  const rows = run.rules.map((rule) => seatRule(drive, rule));
  let before: number[] = [];
  const leaderThen: number[] = [];
  const [began, span] = [drive.at, run.hours * HOUR];
  while (drive.at < began + span) {
    const isFirst = drive.at === began;
    const events = drive.tick();
    const acted = placesIn(events);
    const index = drive.state.listings.map((listing) => listing.index / FINE_PER_TICK);
    const leader = index[0] ?? 0;
    for (const place of acted) leaderThen[place] = leader;
    const bought = netBought(drive, events);
    const flow: SeenFlow = { bought, indexBefore: before, leader, leaderThen };
    before = index;
    if (drive.at % (HOUR / 4) === 0) run.progress?.((drive.at - began) / span);
    if (isFirst) continue;
    for (const { rule, seats } of rows)
      for (const seat of seats)
        if (rule.isRestless || acted.includes(seat.listing.contract.id))
          rule.act(seat, look(seat, drive.at, flow));
  }
  for (const { seats } of rows) seats.forEach(flatten);
  return rows.map(({ rule, owner }) => ({
    name: rule.name,
    earned: Number(accountEquity(owner)) / 1e8 - WALLET,
    fees: -Number(owner.totals[FEE] ?? 0n) / 1e8,
  }));
}

interface SeatedRule {
  readonly rule: Rule;
  readonly owner: Account;
  readonly seats: Seat[];
}

function seatRule(drive: Drive, rule: Rule): SeatedRule {
  const account = drive.openTrader(WALLET);
  const owner = getAccount(drive.state, account);
  const { submit } = drive;
  const seats = drive.state.listings.map(
    (listing): Seat => ({ owner, listing, submit, notes: createNotes() }),
  );
  return { rule, owner, seats };
}

/** The markets that acted at a beat: nothing is new in the others. */
const placesIn = (events: readonly Event[]): number[] =>
  events.flatMap((event) =>
    event.kind === 'market-beat-kept'
      ? event.memories.flatMap(({ slot }) => (slot === FEED_SLOT ? [] : [slot - mindSlot(0)]))
      : [],
  );

function netBought({ state }: Drive, events: readonly Event[]): number[] {
  const bought = state.listings.map(() => 0);
  for (const event of events) {
    if (event.kind !== 'fill-settled') continue;
    bought[event.contract] = (bought[event.contract] ?? 0) + (event.takerSide === 'buy' ? 1 : -1);
  }
  return bought;
}
