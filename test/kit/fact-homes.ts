/** The three homes of shared facts, as several processes have them. */
import { expect } from 'vitest';
import type { FactHome } from '../../src/facts/fact.ts';
import { createLocalFacts } from '../../src/facts/local-facts.ts';
import { createPostgresFacts } from '../../src/facts/postgres-facts.ts';
import { createSocketFacts, type SocketFacts } from '../../src/facts/socket-facts.ts';
import { freshDatabase, freshRecords, hasPostgres } from './postgres.ts';

export interface FactHomeCase {
  readonly home: string;
  /** Whether there are several processes, each of which has the home for itself. */
  readonly isShared: boolean;
  readonly make: () => Promise<EnterHome>;
}

/** What a further process does. */
export type EnterHome = () => Promise<FactHome>;

function makeLocal(): EnterHome {
  const home = createLocalFacts();
  return async () => home;
}

/** What goes over a socket is JSON. */
const sent = <Value>(value: unknown): Value => JSON.parse(JSON.stringify(value ?? null));

/** The process with the facts opens each as soon as another does. */
function makeSocket(): EnterHome {
  const home = createLocalFacts();
  const known = new Set<string>();
  const others: SocketFacts[] = [];
  const announce = (topic: string, value: unknown): void => {
    for (const other of others) other.hear(topic, sent(value));
  };
  const answers = home.served!.serve({
    announce,
    notify: async (topic, value) => announce(topic, value),
  });
  return async () => {
    const other = createSocketFacts({
      ask: async (topic, value) => sent(await answers[topic]?.(sent<never>(value))),
      tell: (topic, value) => void answers[topic]?.(sent<never>(value)),
    });
    other.hearAll(sent(home.served!.list()));
    others.push(other);
    return {
      ...other,
      open: async (fact) => {
        if (!known.has(fact.name)) await home.open(fact);
        known.add(fact.name);
        return other.open(fact);
      },
    };
  };
}

async function makePostgres(): Promise<EnterHome> {
  const url = await freshDatabase();
  return async () => createPostgresFacts(await freshRecords(url));
}

export const FACT_HOMES: readonly FactHomeCase[] = [
  { home: 'process', isShared: false, make: async () => makeLocal() },
  { home: 'socket', isShared: true, make: async () => makeSocket() },
  ...(hasPostgres ? [{ home: 'postgres', isShared: true, make: makePostgres }] : []),
];

export const SHARED_HOMES = FACT_HOMES.filter(({ isShared }) => isShared);

/** Resolves when each of them hears what the others tell. */
export async function untilHeard(homes: readonly FactHome[]): Promise<void> {
  const heard = homes.map(() => new Set<number>());
  const tells = homes.map((home, at) => home.news<number>('probe', (from) => heard[at]?.add(from)));
  await expect
    .poll(() => {
      for (const [at, tell] of tells.entries()) tell(at);
      return heard.map(({ size }) => size);
    })
    .toEqual(homes.map(() => homes.length - 1));
}
