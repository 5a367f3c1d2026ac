/**
 * Replays entries through the engine and the scores, and collects what a publication needs.
 * Publishing and verifying use this same code.
 */

import { createContest } from '../competition/contest.ts';
import { findRunning, foldContest } from '../competition/fold-contest.ts';
import {
  type ContestData,
  recoverContest,
  snapshotContest,
} from '../competition/season-snapshot.ts';
import type { Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import { type Seq, toBigInt } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import { recoverSnapshot } from '../engine/recover-snapshot.ts';
import { type Snapshot, stateHash, takeSnapshot } from '../engine/snapshot.ts';
import {
  createMarketMemory,
  foldMarketMemory,
  type MarketData,
  recoverMarketMemory,
  snapshotMarketMemory,
} from '../views/market-memory.ts';
import type { ViewsData } from '../views/snapshot-views.ts';
import { fillRow } from './fill-files.ts';

export type SeasonReplay = Readonly<ReturnType<typeof createReplay>>;

/** The venue right after a reset: what was attested, and whether the sums agree. */
export interface ReplayedReset {
  readonly seq: Seq;
  readonly accounts: number;
  readonly wallet: bigint;
  /** All collateral of the venue, and all deposits less all withdrawals. */
  readonly collateralTotal: bigint;
  readonly depositsNet: bigint;
  readonly stateHash: string;
}

export const createReplay = () => ({
  state: createState(),
  contest: createContest(),
  /** What the market keeps in the journal. */
  memory: createMarketMemory(),
  /** The state after the reset of each season. */
  attestations: new Map<number, ReplayedReset>(),
});

/** Applies one entry and returns the fills of the running season's entrants as rows. */
export function replayEntry(replay: SeasonReplay, entry: Entry) {
  const { state, contest, memory } = replay;
  const running = findRunning(contest);
  const events = apply(state, entry);
  foldContest(contest, { ...entry, events });
  const fills: string[] = [];
  let closed: number | undefined;
  for (const event of events) {
    if (event.kind === 'market-beat-kept' || event.kind === 'note-recorded')
      foldMarketMemory(memory, event);
    if (event.kind === 'season-closed') closed = event.season;
    if (event.kind === 'season-reset') attest(replay, event);
    if (event.kind !== 'fill-settled' || running === undefined || running.isScored) continue;
    const row = fillRow(contest, running, entry.at, event);
    if (row !== undefined) fills.push(row);
  }
  // The season that was running when the entry arrived, and the one that it closed.
  return { events, fills, season: running?.season, closed };
}

function attest(
  { state, attestations }: SeasonReplay,
  event: Extract<Event, { kind: 'season-reset' }>,
): void {
  attestations.set(event.season, {
    seq: state.seq,
    accounts: event.accounts,
    wallet: toBigInt(event.wallet),
    collateralTotal: toBigInt(state.collateralTotal),
    depositsNet: toBigInt(state.depositsNet),
    stateHash: stateHash(state),
  });
}

/** Where a replay can begin when the first entries are gone. */
export const storeStart = ({ state, contest, memory }: SeasonReplay): string =>
  stringifyPlain({
    state: takeSnapshot(state),
    contest: snapshotContest(contest),
    market: snapshotMarketMemory(memory),
  });

/** Of a start file or of a snapshot of the venue; undefined if it is neither. */
export function recoverStart(text: string): SeasonReplay | undefined {
  try {
    const saved = parsePlain(text);
    if (!isStart(saved)) return undefined;
    const replay = {
      state: recoverSnapshot(saved.state),
      contest: recoverContest(saved.contest),
      memory: recoverMarketMemory(saved.market ?? saved.views?.market),
      attestations: new Map<number, ReplayedReset>(),
    };
    return isConsistent(replay) ? replay : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the contest agrees with the state. The hash covers the state alone. */
function isConsistent({ state, contest }: SeasonReplay): boolean {
  const { contracts, marks, lotValues } = contest;
  const listed = state.listings.map(({ contract }) => contract);
  const worth = contracts.map(
    ({ tickLotValue }, id) => BigInt(marks[id] ?? 0) * toBigInt(tickLotValue),
  );
  return (
    contest.seq === state.seq &&
    stringifyPlain(contracts) === stringifyPlain(listed) &&
    stringifyPlain(lotValues) === stringifyPlain(worth)
  );
}

const isStart = (
  value: unknown,
): value is {
  readonly state: Snapshot;
  readonly contest: ContestData;
  readonly market?: MarketData;
  readonly views?: ViewsData;
} => typeof value === 'object' && value !== null && 'state' in value && 'contest' in value;
