/**
 * Hears what other replicas tell through the database. One connection listens for all parts; a
 * question every second shows that it is alive. When it was lost, every part reads everything anew
 * after the connection listens again, so nothing told meanwhile is missed.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { reasonOf } from '../domain/reason-of.ts';
import { type Records, RecordsError, type RecordsListener } from './records.ts';
import { explained } from './server-fault.ts';

export interface EarParts {
  readonly config: ClientConfig;
  readonly name: string;
  readonly tell: (message: string) => void;
}

const BEAT_MILLIS = 1_000;
const ANSWER_MILLIS = 5_000;
const RETRY_MILLIS = 250;
/** So long a part that begins to listen waits for the connection. */
const LISTEN_MILLIS = 10_000;

type RecordsEar = Pick<Records, 'listen' | 'awayMillis' | 'close'>;

export function createRecordsEar({ config, name, tell }: EarParts): RecordsEar {
  const listeners = new Map<string, RecordsListener>();
  const closing = new AbortController();
  const watch = watchAnswers(name, (message) => closing.signal.aborted || tell(message));
  let client: Client | undefined;
  const attach = async (to: Client, channel: string, { refresh }: RecordsListener) => {
    await to.query(`LISTEN ${channel}`);
    await refresh();
  };
  const follow = async (): Promise<void> => {
    const own = new Client({ ...config, query_timeout: ANSWER_MILLIS });
    const broken = new AbortController();
    own.on('error', () => broken.abort());
    own.on('end', () => broken.abort());
    own.on('notification', ({ channel, payload = '' }) => listeners.get(channel)?.hear(payload));
    try {
      await own.connect();
      for (const [channel, listener] of listeners) await attach(own, channel, listener);
      client = own;
      while (!closing.signal.aborted) {
        await own.query('SELECT 1');
        watch.noteHeard();
        const signal = AbortSignal.any([closing.signal, broken.signal]);
        await wait(BEAT_MILLIS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    } finally {
      client = undefined;
      await own.end().catch(() => undefined);
    }
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => watch.noteAway(reasonOf(error)));
      const { signal } = closing;
      await wait(RETRY_MILLIS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    listen: async (channel, listener) => {
      listeners.set(channel, listener);
      const to = client;
      if (to !== undefined) return explained(name, () => attach(to, channel, listener));
      // The next connection attaches it with the others, also after this has given up.
      const until = performance.now() + LISTEN_MILLIS;
      while (client === undefined) {
        if (performance.now() > until) throw new RecordsError('away', watch.describe());
        await wait(RETRY_MILLIS / 10, undefined, { signal: closing.signal });
      }
    },
    awayMillis: watch.awayMillis,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** Tells once that nothing is heard, and once that it is again. */
function watchAnswers(name: string, tell: (message: string) => unknown) {
  let heardAt = performance.now();
  let isAway = false;
  let reason = 'nothing is heard of it';
  return {
    noteAway: (because: string): void => {
      reason = because;
      if (!isAway)
        tell(`${name} cannot be asked (${because}): keys stay as they are known, history waits`);
      isAway = true;
    },
    describe: (): string => `${name} cannot be asked: ${reason}`,
    noteHeard: (): void => {
      heardAt = performance.now();
      if (isAway) tell(`${name} answers again`);
      isAway = false;
    },
    awayMillis: (): number => (isAway ? performance.now() - heardAt : 0),
  };
}
