/** Scores accounts of a venue without a journal or a clock: of the lab, of a heat, of a replay. */
import { type Contest, createContest } from '../competition/contest.ts';
import { foldContest } from '../competition/fold-contest.ts';
import type { Command, Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import { type Millis, seq } from '../domain/units.ts';
import type { BareVenue } from '../venue/bare-venue.ts';
import type { Applied } from '../venue/venue.ts';
import type { Level } from '../views/depth.ts';
import type { LifeFigures } from './life.ts';
import type { LifeRecord } from './life-record.ts';
import type { LifeRecorder, RecordedLife } from './record-life.ts';
import { scoreLife } from './score-life.ts';

export type BareFollower = ReturnType<typeof createBareFollower>;

const LEVELS_ALL = Number.MAX_SAFE_INTEGER;
const NOTHING: Command = { kind: 'advance-clock' };

export function createBareFollower(contest: Contest = createContest()) {
  const listeners = new Set<(applied: Applied) => void>();
  const listen = (listener: (applied: Applied) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const tell = (applied: Applied): void => {
    for (const listener of [...listeners]) listener(applied);
  };
  /** Given to the venue from its first entry on, or from where the contest ends. */
  const follow = (entry: Entry, events: readonly Event[]): void => {
    const applied = { ...entry, events, orders: [], fills: [] };
    foldContest(contest, applied);
    tell(applied);
  };
  return {
    follow,
    score: (
      venue: BareVenue,
      life: Omit<RecordedLife, 'levelsOf'>,
      tellOver: (figures: LifeFigures, record: LifeRecord) => void,
    ): LifeRecorder => {
      const levelsOf = (contract: ContractId) => ({
        bids: levelsIn(venue, contract, 'buy'),
        asks: levelsIn(venue, contract, 'sell'),
      });
      return scoreLife({ contest, listen }, { ...life, levelsOf }, tellOver);
    },
    /** Ends lives whose time is up though the venue has no entry that says so. */
    endAt: (at: Millis): void => follow({ seq: seq(contest.seq + 1), at, command: NOTHING }, []),
  };
}

function levelsIn(venue: BareVenue, contract: ContractId, side: 'buy' | 'sell'): Level[] {
  const levels: Level[] = [];
  venue.visitLevels({ contract, side, limit: LEVELS_ALL }, (price, size) =>
    levels.push({ price, size }),
  );
  return levels;
}
