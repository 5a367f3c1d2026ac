/**
 * The contents of a snapshot: the engine's state, the views and the scores, as one JSON text. The
 * capture is taken at one moment and shares nothing that changes, so writing it may take longer.
 */
import { type ContestData, dumpContest, restoreContest } from '../competition/dump-season.ts';
import { parsePlain } from '../domain/plain-json.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Seq } from '../domain/units.ts';
import { recoverSnapshot } from '../engine/recover-snapshot.ts';
import { type Snapshot as StateData, stateHash, takeSnapshot } from '../engine/snapshot.ts';
import type { StoredSnapshot } from '../journal/journal.ts';
import { recoverViews, snapshotViews, type ViewsData } from '../views/snapshot-views.ts';
import type { Present } from './present.ts';
import { encodeInTurns, hashInTurns } from './slices.ts';

/** Grows by one when the shape changes; state and views have versions of their own inside. */
const PAYLOAD_VERSION = 2;

export interface Capture {
  readonly version: number;
  readonly state: StateData;
  readonly views: ViewsData;
  readonly contest: ContestData;
}

export const capture = ({ state, views, contest }: Present): Capture => ({
  version: PAYLOAD_VERSION,
  state: takeSnapshot(state),
  views: snapshotViews(views),
  contest: dumpContest(contest),
});

export async function encodeCapture(taken: Capture): Promise<StoredSnapshot> {
  const hash = await hashInTurns(taken.state);
  return { seq: taken.state.seq, hash, payload: await encodeInTurns(taken) };
}

/** The venue as it was, or in words why this snapshot cannot be used. */
export function restorePresent(snapshot: StoredSnapshot): Present | string {
  try {
    const saved = parsePlain(new TextDecoder().decode(snapshot.payload));
    if (!isCapture(saved)) return 'it was written by another version of the venue';
    const present: Present = {
      state: recoverSnapshot(saved.state),
      views: recoverViews(saved.views),
      contest: restoreContest(saved.contest),
    };
    return judge(present, snapshot) ?? present;
  } catch (error) {
    return reasonOf(error);
  }
}

function judge(
  { state, views, contest }: Present,
  { seq, hash }: StoredSnapshot,
): string | undefined {
  const isOf = (found: Seq): boolean => found === seq;
  if (!isOf(state.seq) || !isOf(views.seq) || !isOf(contest.seq)) {
    const found = `state ${state.seq}, views ${views.seq} and scores ${contest.seq}`;
    return `it claims entry ${seq} but holds ${found}`;
  }
  const found = stateHash(state);
  return found === hash
    ? undefined
    : `its state hashes to ${found}, but the stored hash is ${hash}`;
}

const isCapture = (value: unknown): value is Capture =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === PAYLOAD_VERSION &&
  'state' in value &&
  'views' in value &&
  'contest' in value;
