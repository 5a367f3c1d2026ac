/**
 * Runs a market for days, with highly leveraged traders in it. Records what the report needs, and
 * checks on the way what must always hold.
 */
import type { Contract } from '../../src/domain/contract.ts';
import type { EventOf } from '../../src/domain/event.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { Regime } from '../../src/market/feeds/regimes.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { describeHouse, type HouseAccount } from '../../src/venue/read-account.ts';
import { auditEntry, createAuditor } from '../sim/auditor.ts';
import { DEPTH_DISTANCES, depthsOf, depthWithin, reachOf, takingCost } from './book-depth.ts';
import { checkInvariants, checkRestore } from './check-invariants.ts';
import { createQuoteCheck } from './check-quotes.ts';
import { createDrive, type Drive } from './drive-market.ts';
import {
  createLeveragedAccounts,
  type LeveragedAccounts,
  noteDeaths,
  watchLeveraged,
} from './leveraged-accounts.ts';
import {
  createRecording,
  DEPTH_BP,
  type Recording,
  recordEvents,
  recordSecond,
} from './record-market.ts';

export interface MonthSettings {
  readonly contracts: readonly Contract[];
  /** The word of the market's seed. */
  readonly seed: string;
  readonly days: number;
  /** Set if it is not left to chance. */
  readonly mood?: Regime;
}

export interface Month {
  readonly settings: MonthSettings;
  readonly recording: Recording;
  readonly leveraged: LeveragedAccounts;
  readonly books: readonly BookSamples[];
  readonly house: readonly HouseAccount[];
  readonly commands: number;
  readonly entries: number;
  readonly checks: { readonly audited: number; readonly looked: number; readonly restored: number };
  readonly hash: string;
  readonly cpuSeconds: number;
}

/**
 * Samples of one contract: how far 10,000 reached in calm, what a million cost, and how much rested
 * how near.
 */
export class BookSamples {
  readonly reaches: number[] = [];
  readonly costs: number[] = [];
  readonly depths: number[] = DEPTH_DISTANCES.map(() => 0);
  /** Sums of what rested near the index, and of that at multiples of ten ticks. */
  near = 0;
  round = 0;
  count = 0;
}

export const IMPACT_QUOTE = 10_000;
export const LARGE_QUOTE = 1_000_000;
const MINUTE = 60_000;
const LOOK_MILLIS = 1_000;
const AUDITED_ENTRIES = 300;
const LOOK_EVERY = 10 * MINUTE;
const RESTORE_EVERY = 24 * 60 * MINUTE;

/** Progress is told now and then: the part that is done, from 0 to 1. */
export function driveMonth(
  settings: MonthSettings,
  progress: (done: number) => void = () => {},
): Month {
  const began = process.threadCpuUsage();
  const auditor = createAuditor();
  const checkQuotes = createQuoteCheck();
  let audited = 0;
  const settled: EventOf<'funding-settled'>[] = [];
  const drive = createDrive({
    contracts: settings.contracts,
    seed: seedOfWord(settings.seed),
    applied: (entry, events, state) => {
      checkQuotes(entry, events, state);
      // Whoever acts at the full hour settles, which need not be the market.
      for (const event of events) if (event.kind === 'funding-settled') settled.push(event);
      if (audited === AUDITED_ENTRIES) return;
      auditEntry(auditor, entry, events, state);
      audited += 1;
    },
  });
  if (settings.mood !== undefined) drive.market.feed.force(settings.mood);
  const recording = createRecording(drive);
  const leveraged = createLeveragedAccounts(drive);
  const books = drive.state.listings.map(() => new BookSamples());
  const checks = { looked: 0, restored: 0 };
  const span = settings.days * 86_400_000;
  const end = drive.at + span;
  while (drive.at < end) {
    drive.reach(drive.at + LOOK_MILLIS, (events) => {
      recordEvents(recording, drive, events);
      noteDeaths(leveraged, events);
    });
    recordSecond(recording, drive);
    watchLeveraged(leveraged, drive);
    if (drive.at % LOOK_EVERY === 0) look(drive, books, checks);
    if (drive.at % (60 * MINUTE) === 0) progress(1 - (end - drive.at) / span);
  }
  for (const { contract, rate } of settled)
    recording.columns[contract]?.fundingRates.push(rate / 1e8);
  const { user, system } = process.threadCpuUsage(began);
  return {
    settings,
    recording,
    leveraged,
    books,
    house: describeHouse(drive.state),
    commands: drive.commands,
    entries: drive.state.seq,
    checks: { ...checks, audited },
    hash: stateHash(drive.state),
    cpuSeconds: (user + system) / 1e6,
  };
}

function look(drive: Drive, books: readonly BookSamples[], checks: CheckCounts): void {
  checkInvariants(drive.state);
  checks.looked += 1;
  if (drive.at % RESTORE_EVERY === 0) {
    checkRestore(drive.state);
    checks.restored += 1;
  }
  const isCalm = drive.market.feed.regime() === 'calm';
  for (const listing of drive.state.listings) {
    const samples = books[listing.contract.id];
    if (samples === undefined) continue;
    samples.near += depthWithin(listing, DEPTH_BP);
    samples.round += depthWithin(listing, DEPTH_BP, 10);
    for (const side of ['buy', 'sell'] as const) {
      if (isCalm) samples.reaches.push(reachOf(listing, side, IMPACT_QUOTE));
      samples.costs.push(takingCost(listing, side, LARGE_QUOTE));
      depthsOf(listing, side).forEach((depth, at) => {
        samples.depths[at] = (samples.depths[at] ?? 0) + depth;
      });
      samples.count += 1;
    }
  }
}

interface CheckCounts {
  looked: number;
  restored: number;
}
