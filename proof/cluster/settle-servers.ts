/**
 * Waits for NATS servers that were just started. Servers that dial each other in the same moment
 * now and then never hear each other, seen with 2.10 in three starts of a hundred: they stay
 * without a leader, or the leader without one of them. One that starts again is heard. Without a
 * leader nobody knows which one that has to be, so each has its turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than elections take on a busy machine. */
const ELECTION_MILLIS = 15_000;
/** A leader that does not know a server after so long never will. */
const KNOWN_MILLIS = 2_000;
const SETTLE_MILLIS = 90_000;
const LOOK_EVERY_MILLIS = 50;
const ASK_MILLIS = 1_000;

export interface StartedServers {
  /** Of those that run. */
  readonly names: readonly string[];
  readonly monitors: readonly string[];
  /** Starts one of them again. */
  readonly again: (name: string) => Promise<void>;
  /** Ends the wait. */
  readonly stop: AbortSignal | undefined;
}

/** Resolves when they have a leader, and it knows them all. */
export async function settleServers(
  servers: StartedServers,
  electionMillis = ELECTION_MILLIS,
): Promise<void> {
  const { names, monitors, again, stop } = servers;
  const until = performance.now() + SETTLE_MILLIS;
  let [wasLed, since, turn] = [false, performance.now(), 0];
  for (;;) {
    stop?.throwIfAborted();
    const known = (await Promise.all(monitors.map(askKnown))).find((some) => some.length > 0);
    const unknown = names.filter((name) => known?.includes(name) !== true);
    if (unknown.length === 0) return;
    const [isLed, now] = [known !== undefined, performance.now()];
    if (now > until) throw new Error('the NATS servers did not find each other');
    if (isLed !== wasLed) [wasLed, since] = [isLed, now];
    const next = unknown[turn % unknown.length];
    if (next !== undefined && now - since > (isLed ? KNOWN_MILLIS : electionMillis)) {
      await again(next);
      turn += 1;
      since = performance.now();
    }
    await sleep(LOOK_EVERY_MILLIS);
  }
}

interface ClusterReply {
  readonly meta_cluster?: {
    readonly leader?: string;
    /** Only the leader tells of others. */
    readonly replicas?: readonly { readonly name: string }[];
  };
}

/** All that this server knows, with itself, if it leads them; none otherwise. */
async function askKnown(monitor: string): Promise<readonly string[]> {
  try {
    const reply = await fetch(`${monitor}/jsz`, { signal: AbortSignal.timeout(ASK_MILLIS) });
    const { meta_cluster: group }: ClusterReply = JSON.parse(await reply.text());
    const { leader, replicas } = group ?? {};
    if (leader === undefined || replicas === undefined) return [];
    return [leader, ...replicas.map(({ name }) => name)];
  } catch {
    return [];
  }
}
