/**
 * Lets every rule trade for a while in the market of one seed, each with its own account, and
 * reports what each earned after fees.
 */
import type { Contract } from '../../../domain/contract.ts';
import type { Event } from '../../../domain/event.ts';
import { POSTING_KINDS } from '../../../domain/posting.ts';
import { FINE_PER_TICK } from '../../../domain/units.ts';
import { accountEquity } from '../../../engine/risk.ts';
import { type Account, getAccount } from '../../../engine/state.ts';
import { seedOfWord } from '../../../market/seed.ts';
import { createDrive, type Drive } from '../drive-market.ts';
import { RULES, type Rule } from './rules.ts';
import { createNotes, flatten, look, type Seat, type SeenFlow } from './seat.ts';

export interface AdversaryRun {
  readonly contracts: readonly Contract[];
  /** The word of the market's seed. */
  readonly seed: string;
  readonly seconds: number;
}

export interface AdversaryResult {
  readonly rule: Rule;
  /** After fees and funding, in the quote currency. */
  readonly earned: number;
  /** The fees in that result. */
  readonly fees: number;
}

const WALLET = 100_000;
const FEE = POSTING_KINDS.indexOf('fee');

export function runAdversaries(run: AdversaryRun): AdversaryResult[] {
  const drive = createDrive({ contracts: run.contracts, seed: seedOfWord(run.seed) });
  const rows = RULES.map((rule) => seatRule(drive, rule));
  let before: number[] = [];
  const begun = drive.at;
  while (drive.at < begun + run.seconds * 1_000) {
    const isFirst = drive.at === begun;
    const events = drive.tick();
    const flow: SeenFlow = { bought: netBought(drive, events), indexBefore: before };
    before = drive.state.listings.map(({ index }) => index / FINE_PER_TICK);
    if (isFirst) continue;
    for (const { rule, seats } of rows)
      for (const seat of seats) rule.act(seat, look(seat, drive.at, flow));
  }
  for (const { seats } of rows) seats.forEach(flatten);
  return rows.map(({ rule, owner }) => ({
    rule,
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

function netBought({ state }: Drive, events: readonly Event[]): number[] {
  const bought = state.listings.map(() => 0);
  for (const event of events) {
    if (event.kind !== 'fill-settled') continue;
    bought[event.contract] = (bought[event.contract] ?? 0) + (event.takerSide === 'buy' ? 1 : -1);
  }
  return bought;
}
