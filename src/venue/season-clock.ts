/**
 * Starts and ends a season when venue time reaches the times of its rules, also right after a
 * restart. It only asks; the engine decides. A season in a sandbox is marked as one.
 */

import type { Command } from '../domain/command.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { isSeasonOver } from '../domain/season.ts';
import { clearInterval, setInterval } from '../machine/timers.ts';
import { SANDBOX_TOPIC, venueNote } from '../views/market-memory.ts';
import { type Logger, logNothing } from './logger.ts';
import type { Venue } from './venue.ts';

const LOOK_EVERY_MILLIS = 100;

export interface SeasonClock {
  readonly stop: () => void;
}

export function startSeasonClock(
  venue: Pick<Venue, 'read' | 'submit' | 'listen'>,
  logger: Logger = logNothing,
  sandbox?: string,
): SeasonClock {
  let isAsking = false;
  let lastFault = '';
  const look = (): void => {
    const due = findDue(venue, sandbox);
    if (due === undefined || isAsking) return;
    isAsking = true;
    venue
      .submit(due)
      .then(({ events }) => {
        lastFault = '';
        const refused = events.find(({ kind }) => kind === 'command-rejected');
        logger('info', `${due.kind}: ${refused === undefined ? 'done' : 'refused'}`);
      })
      .catch((error: unknown) => {
        // A halted venue refuses every attempt; only the first refusal is logged.
        const because = reasonOf(error);
        if (because !== lastFault) logger('warn', `${due.kind} was not taken`, { because });
        lastFault = because;
      })
      .finally(() => {
        isAsking = false;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MILLIS);
  timer.unref();
  // It looks after every entry too: when time runs fast, a timer alone would be late.
  const deafen = venue.listen(look);
  look();
  return {
    stop: () => {
      clearInterval(timer);
      deafen();
    },
  };
}

/** The command that is due now, if any. `sandbox` are the words for a sandbox. */
export function findDue({ read }: Pick<Venue, 'read'>, sandbox?: string): Command | undefined {
  const season = read.season.current();
  if (season === null) return undefined;
  const mark = sandbox === undefined ? undefined : `season ${season.number}: ${sandbox}`;
  const isMarked = mark === undefined || read.market.memory().notes.get(SANDBOX_TOPIC) === mark;
  if (!isMarked && !isSeasonOver(season.phase)) return venueNote(SANDBOX_TOPIC, mark);
  const now = read.now();
  const { startAt, endAt } = season.rules;
  if (season.phase === 'ready' && now >= startAt && now < endAt)
    return { kind: 'start-season', season: season.number };
  if (season.phase === 'active' && now >= endAt)
    return { kind: 'end-season', season: season.number, reason: null };
  return undefined;
}
