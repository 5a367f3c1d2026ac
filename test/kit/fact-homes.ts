/** The three homes of shared facts, as several processes have them. */
import type { FactHome, FactKind, SharedFact } from '../../src/facts/fact.ts';
import { createLocalFacts } from '../../src/facts/local-facts.ts';
import { createPostgresFacts } from '../../src/facts/postgres-facts.ts';
import { createSocketFacts } from '../../src/facts/socket-facts.ts';
import { freshDatabase, freshRecords, hasPostgres } from './postgres.ts';

export interface FactHomeCase {
  readonly home: string;
  /** Whether there are several processes, and opening a fact again is what another one does. */
  readonly isShared: boolean;
  readonly make: () => Promise<OpenFact>;
}

export type OpenFact = <State, Request, Answer>(
  fact: FactKind<State, Request, Answer>,
) => Promise<SharedFact<State, Request, Answer>>;

/** What goes over a socket is JSON. */
const sent = <Value>(value: unknown): Value => JSON.parse(JSON.stringify(value ?? null));

function makeSocket(): OpenFact {
  const home = createLocalFacts();
  const { answer, list, watchers } = home.served!;
  const known = new Set<string>();
  return async (fact) => {
    if (!known.has(fact.name)) await home.open(fact);
    known.add(fact.name);
    const far = createSocketFacts(async (asked) => sent(await answer(sent(asked))));
    far.hearAll(sent(list()));
    watchers.push(async (told) => far.hear(sent(told)));
    return far.open(fact);
  };
}

async function makePostgres(): Promise<OpenFact> {
  const url = await freshDatabase();
  return async (fact) => createPostgresFacts(await freshRecords(url)).open(fact);
}

export const FACT_HOMES: readonly FactHomeCase[] = [
  { home: 'process', isShared: false, make: async () => createLocalFacts().open },
  { home: 'socket', isShared: true, make: async () => makeSocket() },
  ...(hasPostgres ? [{ home: 'postgres', isShared: true, make: makePostgres }] : []),
];

export const SHARED_HOMES = FACT_HOMES.filter(({ isShared }) => isShared);

/** A home that opens facts so. */
export const homeOf = (open: OpenFact, isOneMachine: boolean): FactHome => ({
  ...{ name: 'test', isOneMachine, open },
});
