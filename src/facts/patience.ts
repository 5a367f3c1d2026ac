/**
 * A start needs the database, and a database may be away for a while: it is being restarted, its
 * machine is, or both were switched on at once. So a start waits for it, says that it does, where
 * and for how long, and goes on by itself when it comes.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { RecordsError } from './records.ts';
import { isTurnedAway } from './server-fault.ts';

export interface Patience {
  /** Runs it again and again while the database is away. What it does may be done twice. */
  readonly reach: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The start is over: from now on nothing is waited for. */
  readonly end: () => void;
}

export interface PatienceTerms {
  readonly tell: (message: string) => void;
  readonly stop?: AbortSignal | undefined;
  /** How long one piece of work is tried; for ever if left out. */
  readonly millis?: number;
}

const RETRY_MILLIS = 250;
const REMEDY = 'Start it, or name another with --records';
/** How often the operator is told that it still waits. */
const TELL_MILLIS = 10_000;

export function createPatience({ tell, stop, millis = Infinity }: PatienceTerms): Patience {
  let isOver = false;
  /** Since when it waits, and when that was told last. */
  let waiting: { readonly since: number; readonly toldAt: number } | undefined;
  const tellWait = ({ message }: RecordsError): void => {
    const now = performance.now();
    const { since, toldAt } = waiting ?? { since: now, toldAt: -Infinity };
    if (now - toldAt < TELL_MILLIS) return;
    const waited = `${secondsSince(since)} s so far`;
    tell(`the start waits for the database, ${waited}: ${message}. ${REMEDY}`);
    waiting = { since, toldAt: now };
  };
  const tellEnd = (): void => {
    if (waiting !== undefined)
      tell(`the database is there: the start waited ${secondsSince(waiting.since)} s for it`);
    waiting = undefined;
  };
  return {
    reach: async (work) => {
      const until = performance.now() + millis;
      for (;;) {
        stop?.throwIfAborted();
        try {
          const result = await work();
          tellEnd();
          return result;
        } catch (error) {
          if (isOver || performance.now() > until || !isAway(error)) throw error;
          tellWait(error);
        }
        await wait(RETRY_MILLIS, undefined, { signal: stop });
      }
    },
    end: () => {
      isOver = true;
    },
  };
}

const secondsSince = (since: number): number => Math.round((performance.now() - since) / 1_000);

/** A server that does not let this user in says so for good. */
const isAway = (error: unknown): error is RecordsError =>
  error instanceof RecordsError && error.fault === 'away' && !isTurnedAway(error.cause);
