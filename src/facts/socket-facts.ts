/**
 * Facts that another process of this machine keeps, as a gateway has them. It is told of all at
 * each connection, and of every change before that change is answered, whoever asked for it.
 */
import { type FactHome, FactStates } from './fact.ts';

/** The other process is of the same version: a state has the form that it should have. */
export type HeardFact = readonly [fact: string, key: string, state: never];

export interface SocketFacts extends FactHome {
  readonly hear: (heard: HeardFact) => void;
  /** All that there are: what is not among them is over. */
  readonly hearAll: (heard: readonly HeardFact[]) => void;
}

/** `ask` resolves when the other process has answered `[fact, key, request]`. */
export function createSocketFacts(ask: (asked: unknown) => Promise<never>): SocketFacts {
  const kept = new Map<string, FactStates<never>>();
  const statesOf = (fact: string): FactStates<never> => {
    const known = kept.get(fact) ?? new FactStates<never>();
    kept.set(fact, known);
    return known;
  };
  const hear = ([fact, key, state]: HeardFact): void => statesOf(fact).set(key, state ?? undefined);
  return {
    name: 'the facts of the process with the files',
    isOneMachine: true,
    open: async ({ name }) => {
      const { find, all, follow } = statesOf(name);
      return { find, all, follow, ask: (key, request) => ask([name, key, request]) };
    },
    hear,
    hearAll: (heard) => {
      const there = new Set(heard.map(([fact, key]) => `${fact} ${key}`));
      for (const [fact, states] of kept)
        for (const key of [...states.all().keys()])
          if (!there.has(`${fact} ${key}`)) states.set(key, undefined);
      for (const each of heard) hear(each);
    },
  };
}
